"""Regular expressions: matching and replacing."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.graph import Tensor
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import as_str
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.strings.kernels import Array, each_string
from grader.engine.registry import (
    define,
    flag,
    missing_gradient,
    no_gradient,
    no_tangent,
    string,
)

__all__ = ["regex_replace"]

# Kernels ------------------------------------------------------------------------------------------


def compiled(pattern: Any) -> re.Pattern[bytes]:
    source = pattern.encode() if isinstance(pattern, str) else bytes(pattern)
    try:
        return re.compile(source)
    except re.error as error:
        raise invalid(f"Invalid pattern: {as_str(source)}, error: {error}") from None


def replaced(x: Array, pattern: Any, rewrite: Any, everywhere: bool) -> Array:
    r"""Matches replaced; groups in the rewrite are \0 to \9 in RE2, \g<0> to \g<9> in Python."""
    new = rewrite.encode() if isinstance(rewrite, str) else bytes(rewrite)
    template, found = re.sub(rb"\\([0-9])", rb"\\g<\1>", new), compiled(pattern)
    try:
        return each_string(lambda s: found.sub(template, s, count=0 if everywhere else 1), x)
    except (re.error, IndexError) as error:
        raise invalid(f"Invalid rewrite: {as_str(new)}, error: {error}") from None


def matched(x: Array, pattern: Any) -> Array:
    found = compiled(pattern)
    return each_string(lambda s: found.fullmatch(s) is not None, x, bool)


def item(x: Array) -> bytes:
    if np.ndim(x):
        raise invalid(f"Pattern must be scalar, but received {list(np.shape(x))}")
    return bytes(np.asarray(x, object)[()])


# The entries --------------------------------------------------------------------------------------

# `files=True`: they open no file, but a hostile pattern may run forever, so no bounded run has them.
define(
    "RegexReplace",
    "input: string, pattern: string, rewrite: string -> output: string",
    replace_global=flag(True),
    shape=infer(unchanged),
    kernel=lambda node, x, pattern, rewrite: replaced(
        x, item(pattern), item(rewrite), node.attrs["replace_global"]
    ),
    files=True,
)
define(
    "StaticRegexReplace",
    "input: string -> output: string",
    pattern=string(),
    rewrite=string(),
    replace_global=flag(True),
    shape=infer(unchanged),
    kernel=lambda node, x: replaced(
        x, *(node.attrs[name] for name in ("pattern", "rewrite", "replace_global"))
    ),
    files=True,
)
define(
    "RegexFullMatch",
    "input: string, pattern: string -> output: bool",
    shape=infer(unchanged),
    kernel=lambda node, x, pattern: matched(x, item(pattern)),
    files=True,
)
define(
    "StaticRegexFullMatch",
    "input: string -> output: bool",
    pattern=string(),
    shape=infer(unchanged),
    kernel=lambda node, x: np.vectorize(
        lambda item: re.fullmatch(node.attrs["pattern"], item) is not None, otypes=[bool]
    )(x),
    stateful=True,
    files=True,
)
no_gradient("RegexReplace StaticRegexFullMatch")
missing_gradient("RegexFullMatch StaticRegexReplace")
no_tangent("RegexFullMatch RegexReplace StaticRegexFullMatch StaticRegexReplace")

# For users ----------------------------------------------------------------------------------------


def regex_replace(
    input: Any, pattern: Any, rewrite: Any, replace_global: bool = True, name: str | None = None
) -> Tensor:
    r"""The strings with each match of the pattern replaced; \1 in the rewrite is the first group."""
    static = isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes))
    return apply(
        "StaticRegexReplace" if static else "RegexReplace",
        name,
        input=input,
        pattern=pattern,
        rewrite=rewrite,
        replace_global=replace_global,
    )


def regex_full_match(input: Any, pattern: Any, name: str | None = None) -> Tensor:
    """Whether the pattern matches the whole string."""
    kind = "StaticRegexFullMatch" if isinstance(pattern, (str, bytes)) else "RegexFullMatch"
    return apply(kind, name, input=input, pattern=pattern)
