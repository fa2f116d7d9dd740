"""`tf.test`: unit tests, checks of gradients, and what tests ask about the machine."""

from __future__ import annotations

from typing import Any

from grader.engine.autodiff.gradient_checks import (
    compute_gradient,
    compute_gradient_error,
    get_temp_dir,
    gpu_device_name,
    is_built_with_cuda,
    is_gpu_available,
)
from grader.engine.core.absent import absent as _absent

# fmt: off
__all__ = [
    "compute_gradient", "compute_gradient_error", "get_temp_dir", "gpu_device_name",
    "is_built_with_cuda", "is_gpu_available",
]
# fmt: on


def __getattr__(name: str) -> Any:
    if name in ("TestCase", "main", "mock"):
        from grader.engine import testing  # only here: absl's test case takes long to import

        return getattr(testing, name)
    return _absent("tf.test")(name)
