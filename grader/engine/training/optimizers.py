"""The optimizers of `tf.train`: each is a row of names around the operation of its step.

The formulas stand in grader/engine/ops/training.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from grader.engine.build import apply
from grader.engine.convert import constant, convert_to_tensor
from grader.engine.graph import colocate_with, control_dependencies, device, get_default_graph
from grader.engine.initializers import constant_initializer, ones_initializer
from grader.engine.ops.api_making import ones
from grader.engine.ops.api_math import cast, maximum, sqrt
from grader.engine.ops.basic import group, identity
from grader.engine.ops.state import assign, assign_sub, scatter_add
from grader.engine.registry import lookup
from grader.engine.training.optimizer import Optimizer

# fmt: off
__all__ = [
    "AdadeltaOptimizer", "AdagradDAOptimizer", "AdagradOptimizer", "AdamOptimizer", "FtrlOptimizer",
    "GradientDescentOptimizer", "MomentumOptimizer", "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer", "RMSPropOptimizer",
]
# fmt: on


class _StepOptimizer(Optimizer):
    """An optimizer whose update of a variable is one operation.

    METHOD: the operation, without "Apply". SLOTS: the operation's inputs that are slots -> the
    slots' names. SETTINGS: attributes of this object, in the order in which `_prepare` makes
    tensors of them -> (the tensors' names, the operation's inputs).
    """

    METHOD: ClassVar[str]
    SLOTS: ClassVar[Mapping[str, str]] = {}
    SETTINGS: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def _prepare(self) -> None:
        self._tensors = {
            wanted: convert_to_tensor(self._call_if_callable(getattr(self, attribute)), name=name)
            for attribute, (name, wanted) in self.SETTINGS.items()
        }

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        name = "delta" if "GradientDescent" in self.METHOD else "grad"
        return self._step(f"Apply{self.METHOD}", var, {name: grad})

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        rows = {"grad": grad.values, "indices": grad.indices}
        return self._step(f"SparseApply{self.METHOD}", var, rows)

    def _step(self, op_type: str, var: Any, gradient: dict[str, Any], **flags: Any) -> Any:
        references = {
            "var": var._ref(),
            **{name: self.get_slot(var, slot)._ref() for name, slot in self.SLOTS.items()},
        }
        given = {
            argument.name: gradient[argument.name]
            if argument.name in gradient
            else self._scalar(argument.name, var)
            for argument in lookup(op_type).inputs
            if argument.name not in references
        }
        return apply(op_type, **references, **given, use_locking=self._use_locking, **flags).op

    def _scalar(self, name: str, var: Any) -> Any:
        return cast(self._tensors[name], var.dtype.base_dtype)


class GradientDescentOptimizer(_StepOptimizer):
    """Steps of the learning rate times the gradient."""

    METHOD = "GradientDescent"
    SETTINGS: ClassVar = {"_learning_rate": ("learning_rate", "alpha")}

    def __init__(
        self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent"
    ):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate

    def _apply_sparse_duplicate_indices(self, grad: Any, var: Any) -> Any:
        delta = grad.values * self._scalar("alpha", var)
        return apply(
            "ScatterSub",
            ref=var._ref(),
            indices=grad.indices,
            updates=delta,
            use_locking=self._use_locking,
        )


class ProximalGradientDescentOptimizer(_StepOptimizer):
    """Gradient steps, each followed by a shrinking step for the L1 and L2 norms."""

    METHOD = "ProximalGradientDescent"
    SETTINGS: ClassVar = {
        "_learning_rate": ("learning_rate", "alpha"),
        "_l1": ("l1_regularization_strength", "l1"),
        "_l2": ("l2_regularization_strength", "l2"),
    }

    def __init__(
        self,
        learning_rate: Any,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1, self._l2 = l1_regularization_strength, l2_regularization_strength

    def _scalar(self, name: str, var: Any) -> Any:
        return self._tensors[name]


class MomentumOptimizer(_StepOptimizer):
    """Gradient steps with momentum (Polyak's, or Nesterov's); slot "momentum"."""

    METHOD = "Momentum"
    SLOTS: ClassVar = {"accum": "momentum"}
    SETTINGS: ClassVar = {
        "_learning_rate": ("learning_rate", "lr"),
        "_momentum": ("momentum", "momentum"),
    }

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ):
        super().__init__(use_locking, name)
        self._learning_rate, self._momentum = learning_rate, momentum
        self._use_nesterov = use_nesterov

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            self._zeros_slot(var, "momentum", self._name)

    def _step(self, op_type: str, var: Any, gradient: dict[str, Any], **flags: Any) -> Any:
        return super()._step(op_type, var, gradient, use_nesterov=self._use_nesterov)


class AdagradOptimizer(_StepOptimizer):
    """Steps divided by the root of the sum of squared gradients; slot "accumulator"."""

    METHOD = "Adagrad"
    SLOTS: ClassVar = {"accum": "accumulator"}
    SETTINGS: ClassVar = {"_learning_rate": ("learning_rate", "lr")}

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ):
        _require_positive("initial_accumulator_value", initial_accumulator_value)
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_accumulator_value = initial_accumulator_value

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            dtype = var.dtype.base_dtype
            initial = constant_initializer(self._initial_accumulator_value, dtype=dtype)
            self._get_or_make_slot_with_initializer(
                var, initial, var.shape, dtype, "accumulator", self._name
            )


class ProximalAdagradOptimizer(_StepOptimizer):
    """Adagrad's steps, each followed by a shrinking step for the L1 and L2 norms."""

    METHOD = "ProximalAdagrad"
    SLOTS: ClassVar = {"accum": "accumulator"}
    SETTINGS: ClassVar = {
        "_learning_rate": ("learning_rate", "lr"),
        "_l1": ("l1_regularization_strength", "l1"),
        "_l2": ("l2_regularization_strength", "l2"),
    }

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ):
        _require_positive("initial_accumulator_value", initial_accumulator_value)
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_accumulator_value = initial_accumulator_value
        self._l1, self._l2 = l1_regularization_strength, l2_regularization_strength

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            initial = _beside(var, self._initial_accumulator_value)
            self._get_or_make_slot(var, initial, "accumulator", self._name)

    def _scalar(self, name: str, var: Any) -> Any:
        return self._tensors[name]


class AdagradDAOptimizer(_StepOptimizer):
    """Adagrad by dual averaging, for sparse linear models."""

    METHOD = "AdagradDA"
    SLOTS: ClassVar = {
        "gradient_accumulator": "gradient_accumulator",
        "gradient_squared_accumulator": "gradient_squared_accumulator",
    }
    SETTINGS: ClassVar = {"_learning_rate": ("learning_rate", "lr")}

    def __init__(
        self,
        learning_rate: Any,
        global_step: Any,
        initial_gradient_squared_accumulator_value: float = 0.1,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "AdagradDA",
    ):
        _require_positive(
            "initial_gradient_squared_accumulator_value", initial_gradient_squared_accumulator_value
        )
        super().__init__(use_locking, name)
        self._learning_rate, self._global_step = learning_rate, global_step
        self._initial_squares = initial_gradient_squared_accumulator_value
        self._norms = {"l1": l1_regularization_strength, "l2": l2_regularization_strength}

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            total, squares = _beside(var, 0.0), _beside(var, self._initial_squares)
            self._get_or_make_slot(var, total, "gradient_accumulator", self._name)
            self._get_or_make_slot(var, squares, "gradient_squared_accumulator", self._name)

    def _prepare(self) -> None:
        super()._prepare()
        with colocate_with(self._tensors["lr"].op):
            self._global_step_on_worker = identity(self._global_step) + 1

    def _step(self, op_type: str, var: Any, gradient: dict[str, Any], **flags: Any) -> Any:
        with device(var.device):
            self._tensors["global_step"] = identity(self._global_step_on_worker)
        return super()._step(op_type, var, gradient)

    def _scalar(self, name: str, var: Any) -> Any:
        if name == "global_step":
            return self._tensors[name]
        if name in self._norms:
            return cast(self._norms[name], var.dtype.base_dtype)
        return super()._scalar(name, var)


class RMSPropOptimizer(_StepOptimizer):
    """Steps divided by the root of a running mean of squared gradients; slots "rms", "momentum".

    centered: divides by the running standard deviation (slot "mg").
    """

    SETTINGS: ClassVar = {
        "_learning_rate": ("learning_rate", "lr"),
        "_decay": ("decay", "rho"),
        "_momentum": ("momentum", "momentum"),
        "_epsilon": ("epsilon", "epsilon"),
    }

    def __init__(
        self,
        learning_rate: Any,
        decay: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: Any = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ):
        super().__init__(use_locking, name)
        self._learning_rate, self._decay = learning_rate, decay
        self._momentum, self._epsilon = momentum, epsilon
        self._centered = centered
        self.METHOD = "CenteredRMSProp" if centered else "RMSProp"  # type: ignore[misc]
        centre = {"mg": "mg"} if centered else {}
        self.SLOTS = {**centre, "ms": "rms", "mom": "momentum"}  # type: ignore[misc]

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            dtype = var.dtype.base_dtype
            self._get_or_make_slot_with_initializer(
                var, ones_initializer(dtype=dtype), var.shape, dtype, "rms", self._name
            )
            if self._centered:
                self._zeros_slot(var, "mg", self._name)
            self._zeros_slot(var, "momentum", self._name)


class AdadeltaOptimizer(_StepOptimizer):
    """Zeiler's method (arXiv:1212.5701); slots "accum" and "accum_update"."""

    METHOD = "Adadelta"
    SLOTS: ClassVar = {"accum": "accum", "accum_update": "accum_update"}
    SETTINGS: ClassVar = {
        "_lr": ("lr", "lr"),
        "_rho": ("rho", "rho"),
        "_epsilon": ("epsilon", "epsilon"),
    }

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: Any = 0.95,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ):
        super().__init__(use_locking, name)
        self._lr, self._rho, self._epsilon = learning_rate, rho, epsilon

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            self._zeros_slot(var, "accum", self._name)
            self._zeros_slot(var, "accum_update", self._name)


class AdamOptimizer(_StepOptimizer):
    """Kingma and Ba's method (arXiv:1412.6980); slots "m" and "v", and the betas' powers."""

    METHOD = "Adam"
    SLOTS: ClassVar = {"m": "m", "v": "v"}
    SETTINGS: ClassVar = {
        "_lr": ("learning_rate", "lr"),
        "_beta1": ("beta1", "beta1"),
        "_beta2": ("beta2", "beta2"),
        "_epsilon": ("epsilon", "epsilon"),
    }

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ):
        super().__init__(use_locking, name)
        self._lr, self._beta1, self._beta2, self._epsilon = learning_rate, beta1, beta2, epsilon

    def _get_beta_accumulators(self) -> tuple[Any, Any]:
        graph = get_default_graph()
        return (
            self._get_non_slot_variable("beta1_power", graph=graph),
            self._get_non_slot_variable("beta2_power", graph=graph),
        )

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        first = min(var_list, key=lambda var: var.name)
        self._create_non_slot_variable(self._beta1, "beta1_power", first)
        self._create_non_slot_variable(self._beta2, "beta2_power", first)
        for var in var_list:
            self._zeros_slot(var, "m", self._name)
            self._zeros_slot(var, "v", self._name)

    def _scalar(self, name: str, var: Any) -> Any:
        if name in ("beta1_power", "beta2_power"):
            power = self._get_beta_accumulators()[name == "beta2_power"]
            return cast(power, var.dtype.base_dtype)
        return super()._scalar(name, var)

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        # No operation does this: all of m and v decays, only the rows of the gradient are added to.
        names = "beta1_power beta2_power lr beta1 beta2 epsilon"
        beta1_power, beta2_power, lr, beta1, beta2, epsilon = (
            self._scalar(name, var) for name in names.split()
        )
        rate = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
        m = self._decayed(var, "m", beta1, grad.values * (1 - beta1), grad.indices)
        v = self._decayed(var, "v", beta2, grad.values * grad.values * (1 - beta2), grad.indices)
        root = sqrt(v)
        update = assign_sub(var, rate * m / (root + epsilon), use_locking=self._use_locking)
        return group(update, m, v)

    def _decayed(self, var: Any, name: str, beta: Any, rows: Any, indices: Any) -> Any:
        slot = self.get_slot(var, name)
        decayed = assign(slot, slot * beta, use_locking=self._use_locking)
        with control_dependencies([decayed]):
            return scatter_add(slot, indices, rows, use_locking=self._use_locking)

    def _finish(self, update_ops: Sequence[Any], name_scope: str) -> Any:
        with control_dependencies(update_ops):
            powers = self._get_beta_accumulators()
            with colocate_with(powers[0].op):
                updated = [
                    power.assign(power * self._tensors[name], use_locking=self._use_locking)
                    for power, name in zip(powers, ("beta1", "beta2"), strict=True)
                ]
        return group(*update_ops, *updated, name=name_scope)


class FtrlOptimizer(_StepOptimizer):
    """Follow the regularised leader (McMahan et al. 2013); slots "accum" and "linear"."""

    SLOTS: ClassVar = {"accum": "accum", "linear": "linear"}
    SETTINGS: ClassVar = {
        "_learning_rate": ("learning_rate", "lr"),
        "_l1": ("l1_regularization_strength", "l1"),
        "_adjusted_l2": ("adjusted_l2_regularization_strength", "l2"),
        "_beta": ("beta", "beta"),
        "_l2_shrinkage": ("l2_shrinkage_regularization_strength", "l2_shrinkage"),
        "_learning_rate_power": ("learning_rate_power", "lr_power"),
    }

    def __init__(
        self,
        learning_rate: Any,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0,
        beta: float | None = None,
    ):
        super().__init__(use_locking, name)
        for setting, value in {
            "initial_accumulator_value": initial_accumulator_value,
            "l1_regularization_strength": l1_regularization_strength,
            "l2_regularization_strength": l2_regularization_strength,
            "l2_shrinkage_regularization_strength": l2_shrinkage_regularization_strength,
        }.items():
            if value < 0.0:
                raise ValueError(f"{setting} {value:f} needs to be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(
                f"learning_rate_power {learning_rate_power:f} needs to be negative or zero"
            )
        self._learning_rate, self._learning_rate_power = learning_rate, learning_rate_power
        self._initial_accumulator_value = initial_accumulator_value
        self._l1, self._l2 = l1_regularization_strength, l2_regularization_strength
        self._l2_shrinkage = l2_shrinkage_regularization_strength
        self._beta = 0.0 if beta is None else beta
        self._accum_name, self._linear_name = accum_name or name, linear_name or name
        self.METHOD = "FtrlV2" if l2_shrinkage_regularization_strength > 0 else "Ftrl"  # type: ignore[misc]

    def _adjusted_l2(self) -> Any:
        return self._l2 + self._beta / (2.0 * maximum(self._learning_rate, 1e-36))

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        def initial(shape: Any, dtype: Any) -> Any:
            return ones(shape=shape, dtype=dtype) * self._initial_accumulator_value

        for var in var_list:
            self._get_or_make_slot_with_initializer(
                var, initial, var.shape, var.dtype, "accum", self._accum_name
            )
            self._zeros_slot(var, "linear", self._linear_name)


def _require_positive(name: str, value: float) -> None:
    if value <= 0.0:
        raise ValueError(f"{name} must be positive: {value}")


def _beside(var: Any, value: float) -> Any:
    """A constant of the variable's shape and type."""
    with colocate_with(var.op):
        return constant(value, shape=var.shape, dtype=var.dtype.base_dtype)
