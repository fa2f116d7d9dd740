"""tf.check_numerics: a run fails where a tensor contains NaN or infinity."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.kernel_helpers import as_str
from grader.engine.ops.common.public import public
from grader.engine.ops.common.shapes import unchanged
from grader.engine.ops.common.types import FLOATS
from grader.engine.registry import define, gradient_of, one_of, string, tangent_of

__all__ = ["check_numerics"]


def checked_numbers(node: Any, x: np.ndarray) -> np.ndarray:
    problems = [("Inf", np.isinf(x)), ("NaN", np.isnan(x))]
    present = [name for name, where in problems if where.any()]
    if present:
        message = as_str(node.attrs["message"])
        raise invalid(f"{message} : Tensor had {' and '.join(present)} values")
    return x


define(
    "CheckNumerics",
    "tensor: T -> output: T",
    T=one_of(FLOATS),
    message=string(),
    shape=infer(unchanged),
    kernel=checked_numbers,
    stateful=True,
)
check_numerics = public("CheckNumerics", "The tensor; a run fails if it contains NaN or Inf.")


@gradient_of("CheckNumerics")
def _check_gradient(op: Any, gradient: Any) -> Any:
    message = as_str(op.get_attr("message")).encode()  # TensorFlow shows the bytes, b'' included
    said = f"Not a number (NaN) or infinity (Inf) values detected in gradient. {message!r}"
    return check_numerics(gradient, said)


@tangent_of("CheckNumerics")
def _check_tangent(op: Any, tangent: Any) -> Any:
    return tangent
