"""Command-line flags, as `tf.flags`: absl's, but read from `sys.argv` at the first look at `FLAGS`.

As in TensorFlow, a flag belongs to the process and `tf.app.run` may read the command line earlier.
The engine has its own `FLAGS`, so that TensorFlow in the same process does not see its flags twice.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

_DEFINES = (
    "DEFINE_bool",
    "DEFINE_boolean",
    "DEFINE_enum",
    "DEFINE_float",
    "DEFINE_integer",
    "DEFINE_list",
    "DEFINE_multi_float",
    "DEFINE_multi_integer",
    "DEFINE_multi_string",
    "DEFINE_string",
)
_MARKS = ("mark_flag_as_required", "mark_flags_as_required")
_CLASSES = (
    "DuplicateFlagError",
    "Error",
    "IllegalFlagValueError",
    "UnparsedFlagAccessError",
    "UnrecognizedFlagError",
)
__all__ = ["FLAGS", "FlagValues", *_DEFINES, *_MARKS, *_CLASSES]  # noqa: F822


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals().update(_load())
    return globals()[name]


def __dir__() -> list[str]:
    return sorted(__all__)


def _load() -> dict[str, Any]:
    """The public names of this module, made of those of absl."""
    from absl import (
        flags as absl_flags,  # on first use: few programs have flags, and it takes 20 ms
    )

    absl_flags.disclaim_key_flags()  # a flag belongs to the module that calls DEFINE_...

    class FlagValues(absl_flags.FlagValues):
        """All flags of the process: `FLAGS.name` is a value, `FLAGS["name"]` the Flag itself."""

        def __getattr__(self, name: str) -> Any:
            if not name.startswith("__") and not self.is_parsed():
                self(sys.argv)
            return super().__getattr__(name)

        def __setitem__(self, name: str, flag: Any) -> None:
            try:
                super().__setitem__(name, flag)
            except absl_flags.DuplicateFlagError as error:
                raise absl_flags.DuplicateFlagError(
                    f"{error}. In a notebook, write del tf.flags.FLAGS.{name} before you run the "
                    "cell again."
                ) from None

    flags = FlagValues()

    def of_the_engine(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **{"flag_values": flags, **kwargs})

        return call

    bound = {name: of_the_engine(getattr(absl_flags, name)) for name in (*_DEFINES, *_MARKS)}
    classes = {name: getattr(absl_flags, name) for name in _CLASSES}
    return {"FLAGS": flags, "FlagValues": FlagValues, **bound, **classes}
