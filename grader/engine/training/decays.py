"""A learning rate that changes with the step."""

from __future__ import annotations

from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.math import arithmetic, powers
from grader.engine.ops.math.casts import cast

__all__ = ["exponential_decay"]


def exponential_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor:
    """`learning_rate * decay_rate ** (step / decay_steps)`; staircase: whole periods only."""
    with name_scope(name or "ExponentialDecay") as scope:
        start = convert_to_tensor(learning_rate, name="initial_learning_rate")
        steps, decay = cast(decay_steps, start.dtype), cast(decay_rate, start.dtype)
        step = cast(global_step, start.dtype)
        periods = arithmetic.floor(step / steps) if staircase else step / steps
        return arithmetic.multiply(start, powers.pow(decay, periods), name=scope)
