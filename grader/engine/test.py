"""`tf.test`: unit tests, checks of gradients, and what tests ask about the machine."""

from __future__ import annotations

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

__getattr__ = _absent("tf.test")
