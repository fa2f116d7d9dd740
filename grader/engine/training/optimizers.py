"""The optimizers of `tf.train`: of each the formula of its step, the operation and the class.

The formulas are those of TensorFlow's registry (tensorflow/core/ops/training_ops.cc).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from grader.engine.core.absent import left_out
from grader.engine.graph.build import apply
from grader.engine.graph.graph import (
    Operation,
    Tensor,
    colocate_with,
    control_dependencies,
    get_default_graph,
)
from grader.engine.ops.arrays.creation import ones_like
from grader.engine.ops.arrays.indexed_slices import IndexedSlices
from grader.engine.ops.arrays.shapes import shape
from grader.engine.ops.common.basic import group
from grader.engine.ops.common.public import TensorLike
from grader.engine.ops.math.casts import cast
from grader.engine.ops.math.powers import sqrt
from grader.engine.training.steps import StepOptimizer, define_step
from grader.engine.variables.assignment import assign, assign_sub
from grader.engine.variables.initializers import constant_initializer, ones_initializer
from grader.engine.variables.scatter_updates import scatter_add
from grader.engine.variables.variables import Variable

# fmt: off
__all__ = [
    "AdagradOptimizer", "AdamOptimizer", "GradientDescentOptimizer", "MomentumOptimizer",
    "RMSPropOptimizer",
]
# fmt: on

Setting = TensorLike | Callable[[], TensorLike]  # a function is called when the step is built


# Gradient descent --------------------------------------------------------------------------------


def descend(i: Any) -> tuple[Any, ...]:
    return (i.var - i.alpha * i.grad,)


define_step("GradientDescent", descend, "var", "alpha delta", sparse=False)


class GradientDescentOptimizer(StepOptimizer):
    """Steps of the learning rate times the gradient."""

    METHOD = "GradientDescent"
    SETTINGS: ClassVar = {"learning_rate": "alpha"}

    def __init__(
        self, learning_rate: Setting, use_locking: bool = False, name: str = "GradientDescent"
    ):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate

    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: Variable) -> Tensor:
        rows = grad.values * self._scalar("alpha", var)
        return apply(
            "ScatterSub",
            ref=var._ref(),
            indices=grad.indices,
            updates=rows,
            use_locking=self._use_locking,
        )


# Momentum ----------------------------------------------------------------------------------------


def momentum(i: Any) -> tuple[Any, ...]:
    accum = i.accum * i.momentum + i.grad
    ahead = i.grad + accum * i.momentum if i.use_nesterov else accum
    return i.var - ahead * i.lr, accum


define_step("Momentum", momentum, "var accum", "lr grad momentum", sparse=True, use_nesterov=False)


class MomentumOptimizer(StepOptimizer):
    """Gradient steps with momentum (Polyak's, or Nesterov's); slot "momentum"."""

    METHOD = "Momentum"
    SETTINGS: ClassVar = {"learning_rate": "lr", "momentum": "momentum"}
    SLOTS: ClassVar = {"accum": "momentum"}

    def __init__(
        self,
        learning_rate: Setting,
        momentum: Setting,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ):
        super().__init__(use_locking, name)
        self._learning_rate, self._momentum = learning_rate, momentum
        self._use_nesterov = use_nesterov


# Adagrad -----------------------------------------------------------------------------------------


def adagrad(i: Any) -> tuple[Any, ...]:
    accum = i.accum + i.grad * i.grad if i.update_slots else i.accum
    return i.var - i.lr * i.grad / np.sqrt(accum), accum


define_step("Adagrad", adagrad, "var accum", "lr grad", sparse=True, update_slots=True)


class AdagradOptimizer(StepOptimizer):
    """Steps divided by the root of the sum of squared gradients; slot "accumulator"."""

    METHOD = "Adagrad"
    SETTINGS: ClassVar = {"learning_rate": "lr"}
    SLOTS: ClassVar = {"accum": "accumulator"}

    def __init__(
        self,
        learning_rate: Setting,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ):
        if initial_accumulator_value <= 0.0:
            raise ValueError(
                f"initial_accumulator_value must be positive: {initial_accumulator_value}"
            )
        super().__init__(use_locking, name)
        self._learning_rate, self._initial_accumulator_value = (
            learning_rate,
            initial_accumulator_value,
        )

    def _initial(self, slot_name: str, var: Variable) -> Any:
        dtype = var.dtype.base_dtype
        if var.shape.is_fully_defined():
            return constant_initializer(self._initial_accumulator_value, dtype=dtype)
        return lambda: cast(
            apply("Fill", dims=shape(var), value=self._initial_accumulator_value), dtype
        )


# RMSProp -----------------------------------------------------------------------------------------


def rms_prop(i: Any) -> tuple[Any, ...]:
    ms = i.ms + (i.grad * i.grad - i.ms) * (1 - i.rho)
    mom = i.mom * i.momentum + i.grad * i.lr / np.sqrt(ms + i.epsilon)
    return i.var - mom, ms, mom


define_step("RMSProp", rms_prop, "var ms mom", "lr rho momentum epsilon grad", sparse=True)


class RMSPropOptimizer(StepOptimizer):
    """Steps divided by the root of a running mean of squared gradients; slots "rms", "momentum"."""

    METHOD = "RMSProp"
    SETTINGS: ClassVar = {
        "learning_rate": "lr", "decay": "rho", "momentum": "momentum", "epsilon": "epsilon",
    }  # fmt: skip
    SLOTS: ClassVar = {"ms": "rms", "mom": "momentum"}

    def __init__(
        self,
        learning_rate: Setting,
        decay: Setting = 0.9,
        momentum: Setting = 0.0,
        epsilon: Setting = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ):
        left_out("tf.train.RMSPropOptimizer", centered=centered or None)
        super().__init__(use_locking, name)
        self._learning_rate, self._decay = learning_rate, decay
        self._momentum, self._epsilon = momentum, epsilon

    def _initial(self, slot_name: str, var: Variable) -> Any:
        if slot_name != "rms":
            return None
        known = var.shape.is_fully_defined()
        return ones_initializer(dtype=var.dtype.base_dtype) if known else ones_like(var)


# Adam --------------------------------------------------------------------------------------------


def adam(i: Any) -> tuple[Any, ...]:
    """Kingma and Ba (arXiv:1412.6980), section 2, in the order that needs no bias-corrected copies."""
    rate = i.lr * np.sqrt(1 - i.beta2_power) / (1 - i.beta1_power)
    m = i.m + (i.grad - i.m) * (1 - i.beta1)
    v = i.v + (i.grad * i.grad - i.v) * (1 - i.beta2)
    ahead = i.grad * (1 - i.beta1) + i.beta1 * m if i.use_nesterov else m
    return i.var - ahead * rate / (np.sqrt(v) + i.epsilon), m, v


SCALARS = "beta1_power beta2_power lr beta1 beta2 epsilon"
define_step("Adam", adam, "var m v", f"{SCALARS} grad", sparse=False, use_nesterov=False)


class AdamOptimizer(StepOptimizer):
    """Kingma and Ba's method (arXiv:1412.6980); slots "m" and "v", and the betas' powers."""

    METHOD = "Adam"
    SETTINGS: ClassVar = {
        "learning_rate": "lr", "beta1": "beta1", "beta2": "beta2", "epsilon": "epsilon",
    }  # fmt: skip
    SLOTS: ClassVar = {"m": "m", "v": "v"}

    def __init__(
        self,
        learning_rate: Setting = 0.001,
        beta1: Setting = 0.9,
        beta2: Setting = 0.999,
        epsilon: Setting = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ):
        super().__init__(use_locking, name)
        self._learning_rate, self._epsilon = learning_rate, epsilon
        self._beta1, self._beta2 = beta1, beta2

    def _get_beta_accumulators(self) -> list[Any]:
        graph = get_default_graph()
        return [self._get_non_slot_variable(f"{beta}_power", graph) for beta in ("beta1", "beta2")]

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        first = min(var_list, key=lambda var: var.name)
        for beta in ("beta1", "beta2"):
            self._create_non_slot_variable(getattr(self, f"_{beta}"), f"{beta}_power", first)
        super()._create_slots(var_list)

    def _scalar(self, name: str, var: Variable) -> Tensor:
        if name in ("beta1_power", "beta2_power"):
            power = self._get_beta_accumulators()[name == "beta2_power"]
            return cast(power, var.dtype.base_dtype)
        return super()._scalar(name, var)

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Operation:
        # No operation does this: m and v decay as a whole, the gradient's rows are added to them.
        scalars = [self._scalar(name, var) for name in SCALARS.split()]
        power1, power2, lr, beta1, beta2, epsilon = scalars
        rate = lr * sqrt(1 - power2) / (1 - power1)
        m = self._decayed(var, "m", beta1, grad.values * (1 - beta1), grad.indices)
        squares = (grad.values * grad.values) * (1 - beta2)
        v = self._decayed(var, "v", beta2, squares, grad.indices)
        root = sqrt(v)
        update = assign_sub(var, rate * m / (root + epsilon), use_locking=self._use_locking)
        return group(update, m, v)

    def _decayed(
        self, var: Variable, name: str, beta: Tensor, rows: Tensor, indices: Tensor
    ) -> Tensor:
        slot = self.get_slot(var, name)
        decayed = assign(slot, slot * beta, use_locking=self._use_locking)
        with control_dependencies([decayed]):
            return scatter_add(slot, indices, rows, use_locking=self._use_locking)

    def _finish(self, update_ops: Sequence[Any], name_scope: str) -> Operation:
        with control_dependencies(update_ops):
            powers = self._get_beta_accumulators()
            with colocate_with(powers[0].op):
                updated = [
                    power.assign(power * self._tensors[name], use_locking=self._use_locking)
                    for power, name in zip(powers, ("beta1", "beta2"), strict=True)
                ]
        return group(*update_ops, *updated, name=name_scope)
