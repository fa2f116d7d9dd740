"""Loss scaling: gradients too small for half precision are computed from a larger loss, then scaled back.

Source: Micikevicius et al., Mixed Precision Training (arXiv:1710.03740), section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grader.engine.control.cond import cond
from grader.engine.core import dtypes
from grader.engine.core.nest import flatten
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.ops.arrays.indexed_slices import IndexedSlices
from grader.engine.ops.common.basic import group, no_op
from grader.engine.ops.math.functions import cast, is_finite, maximum
from grader.engine.ops.reductions.functions import reduce_all
from grader.engine.training.optimizer import Optimizer
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = [
    "DynamicLossScale", "FixedLossScale", "LossScale", "MixedPrecisionLossScaleOptimizer",
]
# fmt: on


class LossScale:
    """A factor for the loss. Calling it returns the tensor; `update(grads)` may change it."""

    def __call__(self) -> Any:
        raise NotImplementedError

    def update(self, grads: Any) -> tuple[Any, Any]:
        """(an operation that changes the factor, whether these gradients should be applied)."""
        raise NotImplementedError

    def variables(self) -> list[Any]:
        """The variables that hold the factor's state."""
        return []

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        raise NotImplementedError

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> LossScale:
        """The loss scale that `get_config` described."""
        return cls(**config)


class FixedLossScale(LossScale):
    """A factor that never changes; at least 1."""

    def __init__(self, loss_scale_value: float):
        if not isinstance(loss_scale_value, (int, float)):
            raise ValueError("loss_scale_value must be a Python int or float.")
        if loss_scale_value < 1:
            raise ValueError("loss_scale_value must be at least 1.")
        self._value = float(loss_scale_value)

    def __call__(self) -> Any:
        return convert_to_tensor(self._value)

    def update(self, grads: Any) -> tuple[Any, Any]:
        """Nothing to change; all gradients are applied."""
        return no_op(), True

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return {"loss_scale_value": self._value}


class DynamicLossScale(LossScale):
    """The largest factor that keeps gradients finite: it grows now and then, and shrinks on overflow.

    increment_period: the number of steps without overflow after which it is multiplied by `multiplier`.
    """

    def __init__(
        self,
        initial_loss_scale: float = 2**15,
        increment_period: int = 2000,
        multiplier: float = 2.0,
    ):
        self.initial_loss_scale = float(initial_loss_scale)
        self.increment_period, self.multiplier = int(increment_period), float(multiplier)
        self._scale: Any = Variable(
            self.initial_loss_scale, False, name="current_loss_scale", dtype=dtypes.float32
        )
        self._good_steps: Any = Variable(0, False, name="good_steps", dtype=dtypes.int64)

    def __call__(self) -> Any:
        return convert_to_tensor(self._scale)

    def variables(self) -> list[Any]:
        """The factor, and the number of steps since its last change."""
        return [self._scale, self._good_steps]

    def update(self, grads: Any) -> tuple[Any, Any]:
        """Gradients that are not finite shrink the factor (not below 1) and are not applied."""
        values = [g.values if isinstance(g, IndexedSlices) else g for g in flatten(grads)]
        finite = reduce_all([reduce_all(is_finite(g)) for g in values if g is not None])

        def grow() -> Any:
            larger = self._scale * self.multiplier
            assigned = cond(is_finite(larger), lambda: self._scale.assign(larger).op, no_op)
            return group(assigned, self._good_steps.assign(0))

        def count() -> Any:
            return self._good_steps.assign_add(1).op

        def shrink() -> Any:
            smaller = maximum(self._scale / self.multiplier, 1)
            return group(self._good_steps.assign(0), self._scale.assign(smaller))

        def finite_step() -> Any:
            return cond(self._good_steps + 1 >= self.increment_period, grow, count)

        return cond(finite, finite_step, shrink), finite

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        names = ("initial_loss_scale", "increment_period", "multiplier")
        return {name: getattr(self, name) for name in names}


def _as_loss_scale(given: Any) -> LossScale:
    if isinstance(given, (int, float)):
        return FixedLossScale(given)
    if given is None:
        raise ValueError("loss_scale cannot be None")
    if given == "dynamic":
        return DynamicLossScale()
    if not isinstance(given, LossScale):
        raise ValueError(f"Could not interpret loss scale identifier: {given}")
    return given


class MixedPrecisionLossScaleOptimizer(Optimizer):
    """An optimizer around another: scales the loss, unscales the gradients, skips steps that overflow.

    loss_scale: a number, "dynamic", or a LossScale.
    """

    def __init__(self, opt: Optimizer, loss_scale: Any):
        if not isinstance(opt, Optimizer):
            raise ValueError(f'"opt" must be an instance of Optimizer, but got: {type(opt)}')
        self._optimizer = opt
        super().__init__(opt._use_locking, opt.get_name())
        self._loss_scale = _as_loss_scale(loss_scale)

    def compute_gradients(self, loss: Any, *args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        """The gradients of the unscaled loss, computed of the scaled one."""
        loss = loss() if callable(loss) else loss
        loss = loss * cast(self._loss_scale(), loss.dtype)
        pairs = self._optimizer.compute_gradients(loss, *args, **kwargs)
        factor = 1 / self._loss_scale()
        return [(_scaled(gradient, factor), variable) for gradient, variable in pairs]

    def apply_gradients(
        self, grads_and_vars: Iterable[Any], global_step: Any = None, name: str | None = None
    ) -> Any:
        """The wrapped optimizer's step, skipped in runs whose gradients are not finite."""
        pairs = tuple(grads_and_vars)
        if not isinstance(self._loss_scale, DynamicLossScale):
            return self._optimizer.apply_gradients(pairs, global_step, name)
        name = self.get_name() if name is None else name
        change, finite = self._loss_scale.update([gradient for gradient, _ in pairs])

        def step() -> Any:
            return group(self._optimizer.apply_gradients(pairs, global_step, f"{name}-wrapped"))

        return group(cond(finite, step, no_op), change, name=name)

    def variables(self) -> list[Any]:
        """The wrapped optimizer's variables, and the loss scale's."""
        return [*self._optimizer.variables(), *self._loss_scale.variables()]


def _scaled(gradient: Any, factor: Any) -> Any:
    if isinstance(gradient, IndexedSlices):
        return IndexedSlices(gradient.values * factor, gradient.indices, gradient.dense_shape)
    return None if gradient is None else gradient * factor
