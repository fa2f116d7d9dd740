"""The optimizers of `tf.train`: each is a few tables of names around the operation of its step.

The formulas are in training/entries.py; the slots' names are in SLOTS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature
from typing import Any, ClassVar

from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import colocate_with, control_dependencies, get_default_graph
from grader.engine.ops.arrays.making import ones, ones_like
from grader.engine.ops.arrays.sizes import shape
from grader.engine.ops.common.basic import group
from grader.engine.ops.math.functions import cast, maximum, sqrt
from grader.engine.registry import lookup
from grader.engine.training.optimizer import Optimizer
from grader.engine.variables.entries import assign, assign_sub
from grader.engine.variables.initializers import constant_initializer, ones_initializer
from grader.engine.variables.scatter_updates import scatter_add

# fmt: off
__all__ = [
    "AdadeltaOptimizer", "AdagradOptimizer", "AdamOptimizer", "FtrlOptimizer",
    "GradientDescentOptimizer", "MomentumOptimizer", "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer", "RMSPropOptimizer",
]
# fmt: on

NEEDED = Parameter.empty


class StepOptimizer(Optimizer):
    """An optimizer whose update of a variable is one operation, called METHOD.

    PARAMETERS: the constructor's, with their defaults; kept in attributes ("_learning_rate").
    SETTINGS: those that `_prepare` turns into tensors, in this order -> the operation's inputs; also
        (parameter, node's name).
    SLOTS: the operation's inputs that are slots -> the slots' names, in the order of creation.
    """

    METHOD: str
    PARAMETERS: ClassVar[Mapping[str, Any]]
    SETTINGS: ClassVar[Mapping[Any, str]]
    SLOTS: ClassVar[Mapping[str, str]] = {}

    def __getattr__(self, name: str) -> Any:  # for mypy: PARAMETERS names the attributes
        raise AttributeError(name)

    def __init_subclass__(cls) -> None:
        if "PARAMETERS" in vars(cls):
            cls.__init__ = _constructor(cls.PARAMETERS)  # type: ignore[method-assign]

    def _check(self) -> None:
        """Raises ValueError for parameters that cannot work."""

    def _initial(self, slot_name: str, var: Any) -> Any:
        """The initializer of a slot (or a tensor); None for zeros."""

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            for slot_name in self.SLOTS.values():
                initial, name = self._initial(slot_name, var), self._slot_op_name(slot_name)
                if initial is None:
                    self._zeros_slot(var, slot_name, name)
                else:
                    given = (var, initial, var.shape, var.dtype.base_dtype, slot_name, name)
                    self._get_or_make_slot_with_initializer(*given)

    def _slot_op_name(self, slot_name: str) -> str:
        return self._name

    def _prepare(self) -> None:
        self._tensors = {}
        for key, wanted in self.SETTINGS.items():
            parameter, name = key if isinstance(key, tuple) else (key, key)
            value = self._call_if_callable(getattr(self, f"_{parameter}"))
            self._tensors[wanted] = convert_to_tensor(value, name=name)
            # TensorFlow's attributes, which users' own subclasses read.
            setattr(self, f"_{name}_tensor", self._tensors[wanted])
            setattr(self, f"_{wanted}_t", self._tensors[wanted])

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        return self._step(f"Apply{self.METHOD}", var, grad=grad, delta=grad)

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        return self._step(f"SparseApply{self.METHOD}", var, grad=grad.values, indices=grad.indices)

    def _step(self, op_type: str, var: Any, **given: Any) -> Any:
        entry = lookup(op_type)
        given["var"] = var._ref()
        for name, slot_name in self.SLOTS.items():
            given[name] = self.get_slot(var, slot_name)._ref()
        names = [argument.name for argument in entry.inputs]
        inputs = {name: given[name] if name in given else self._scalar(name, var) for name in names}
        flags: dict[str, Any] = {"use_locking": self._use_locking}
        if "use_nesterov" in entry.attributes:
            flags["use_nesterov"] = getattr(self, "_use_nesterov", False)
        return apply(op_type, **inputs, **flags).op

    def _scalar(self, name: str, var: Any) -> Any:
        return cast(self._tensors[name], var.dtype.base_dtype)


def _constructor(parameters: Mapping[str, Any]) -> Callable[..., None]:
    shown = [
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default)
        for name, default in {"self": NEEDED, **parameters}.items()
    ]
    signature = Signature(shown)

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        given = signature.bind(self, *values, **named)
        given.apply_defaults()
        for parameter in parameters:
            setattr(self, f"_{parameter}", given.arguments[parameter])
        Optimizer.__init__(self, given.arguments["use_locking"], given.arguments["name"])
        self._check()

    __init__.__signature__ = signature  # type: ignore[attr-defined]
    return __init__


class GradientDescentOptimizer(StepOptimizer):
    """Steps of the learning rate times the gradient."""

    METHOD = "GradientDescent"
    PARAMETERS: ClassVar = {"learning_rate": NEEDED, "use_locking": False, "name": METHOD}
    SETTINGS: ClassVar = {"learning_rate": "alpha"}

    def _apply_sparse_duplicate_indices(self, grad: Any, var: Any) -> Any:
        rows = grad.values * self._scalar("alpha", var)
        place = {"ref": var._ref(), "indices": grad.indices}
        return apply("ScatterSub", **place, updates=rows, use_locking=self._use_locking)


class MomentumOptimizer(StepOptimizer):
    """Gradient steps with momentum (Polyak's, or Nesterov's); slot "momentum"."""

    METHOD = "Momentum"
    PARAMETERS: ClassVar = {
        "learning_rate": NEEDED,
        "momentum": NEEDED,
        "use_locking": False,
        "name": METHOD,
        "use_nesterov": False,
    }
    SETTINGS: ClassVar = {"learning_rate": "lr", "momentum": "momentum"}
    SLOTS: ClassVar = {"accum": "momentum"}


class AdagradOptimizer(StepOptimizer):
    """Steps divided by the root of the sum of squared gradients; slot "accumulator"."""

    METHOD = "Adagrad"
    PARAMETERS: ClassVar = {
        "learning_rate": NEEDED,
        "initial_accumulator_value": 0.1,
        "use_locking": False,
        "name": METHOD,
    }
    SETTINGS: ClassVar = {"learning_rate": "lr"}
    SLOTS: ClassVar = {"accum": "accumulator"}

    def _check(self) -> None:
        if self._initial_accumulator_value <= 0.0:
            value = self._initial_accumulator_value
            raise ValueError(f"initial_accumulator_value must be positive: {value}")

    def _initial(self, slot_name: str, var: Any) -> Any:
        value = self._initial_accumulator_value
        dtype = var.dtype.base_dtype
        if var.shape.is_fully_defined():
            return constant_initializer(value, dtype=dtype)
        return lambda: cast(apply("Fill", dims=shape(var), value=value), dtype)


class ProximalGradientDescentOptimizer(StepOptimizer):
    """Gradient steps, each followed by a shrinking step for the L1 and L2 norms."""

    METHOD = "ProximalGradientDescent"
    PARAMETERS: ClassVar = {
        "learning_rate": NEEDED,
        "l1_regularization_strength": 0.0,
        "l2_regularization_strength": 0.0,
        "use_locking": False,
        "name": METHOD,
    }
    SETTINGS: ClassVar = {
        "learning_rate": "alpha",
        "l1_regularization_strength": "l1",
        "l2_regularization_strength": "l2",
    }

    def _scalar(self, name: str, var: Any) -> Any:
        return self._tensors[name]  # not cast, in TensorFlow either


class ProximalAdagradOptimizer(AdagradOptimizer):
    """Adagrad's steps, each followed by a shrinking step for the L1 and L2 norms."""

    METHOD = "ProximalAdagrad"
    PARAMETERS: ClassVar = {
        "learning_rate": NEEDED,
        "initial_accumulator_value": 0.1,
        "l1_regularization_strength": 0.0,
        "l2_regularization_strength": 0.0,
        "use_locking": False,
        "name": METHOD,
    }
    SETTINGS: ClassVar = {
        "learning_rate": "lr",
        "l1_regularization_strength": "l1",
        "l2_regularization_strength": "l2",
    }

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            with colocate_with(var.op):
                value = self._initial_accumulator_value
                initial = constant(value, shape=var.shape, dtype=var.dtype.base_dtype)
            self._get_or_make_slot(var, initial, "accumulator", self._name)

    def _scalar(self, name: str, var: Any) -> Any:
        return self._tensors[name]


class RMSPropOptimizer(StepOptimizer):
    """Steps divided by the root of a running mean of squared gradients; slots "rms", "momentum".

    centered: divides by the running standard deviation (slot "mg").
    """

    PARAMETERS: ClassVar = {
        "learning_rate": NEEDED,
        "decay": 0.9,
        "momentum": 0.0,
        "epsilon": 1e-10,
        "use_locking": False,
        "centered": False,
        "name": "RMSProp",
    }
    SETTINGS: ClassVar = {
        "learning_rate": "lr",
        "decay": "rho",
        "momentum": "momentum",
        "epsilon": "epsilon",
    }

    def _check(self) -> None:
        centered = self._centered
        self.METHOD = "CenteredRMSProp" if centered else "RMSProp"
        slots = {"ms": "rms", **({"mg": "mg"} if centered else {}), "mom": "momentum"}
        vars(self)["SLOTS"] = slots

    def _initial(self, slot_name: str, var: Any) -> Any:
        if slot_name != "rms":
            return None
        known = var.shape.is_fully_defined()
        return ones_initializer(dtype=var.dtype.base_dtype) if known else ones_like(var)


class AdadeltaOptimizer(StepOptimizer):
    """Zeiler's method (arXiv:1212.5701); slots "accum" and "accum_update"."""

    METHOD = "Adadelta"
    PARAMETERS: ClassVar = {
        "learning_rate": 0.001,
        "rho": 0.95,
        "epsilon": 1e-8,
        "use_locking": False,
        "name": METHOD,
    }
    SETTINGS: ClassVar = {("learning_rate", "lr"): "lr", "rho": "rho", "epsilon": "epsilon"}
    SLOTS: ClassVar = {"accum": "accum", "accum_update": "accum_update"}


class AdamOptimizer(StepOptimizer):
    """Kingma and Ba's method (arXiv:1412.6980); slots "m" and "v", and the betas' powers."""

    METHOD = "Adam"
    PARAMETERS: ClassVar = {
        "learning_rate": 0.001,
        "beta1": 0.9,
        "beta2": 0.999,
        "epsilon": 1e-8,
        "use_locking": False,
        "name": METHOD,
    }
    SETTINGS: ClassVar = {
        "learning_rate": "lr",
        "beta1": "beta1",
        "beta2": "beta2",
        "epsilon": "epsilon",
    }
    SLOTS: ClassVar = {"m": "m", "v": "v"}

    def _get_beta_accumulators(self) -> list[Any]:
        graph = get_default_graph()
        return [self._get_non_slot_variable(f"{beta}_power", graph) for beta in ("beta1", "beta2")]

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        first = min(var_list, key=lambda var: var.name)
        for beta in ("beta1", "beta2"):
            self._create_non_slot_variable(getattr(self, f"_{beta}"), f"{beta}_power", first)
        super()._create_slots(var_list)

    def _scalar(self, name: str, var: Any) -> Any:
        if name in ("beta1_power", "beta2_power"):
            power = self._get_beta_accumulators()[name == "beta2_power"]
            return cast(power, var.dtype.base_dtype)
        return super()._scalar(name, var)

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        # No operation does this: m and v decay as a whole, the gradient's rows are added to them.
        names = ("beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon")
        power1, power2, lr, beta1, beta2, epsilon = (self._scalar(name, var) for name in names)
        rate = lr * sqrt(1 - power2) / (1 - power1)
        m = self._decayed(var, "m", beta1, grad.values * (1 - beta1), grad.indices)
        squares = (grad.values * grad.values) * (1 - beta2)
        v = self._decayed(var, "v", beta2, squares, grad.indices)
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


class FtrlOptimizer(StepOptimizer):
    """Follow the regularised leader (McMahan et al. 2013); slots "accum" and "linear"."""

    PARAMETERS: ClassVar = {
        "learning_rate": NEEDED,
        "learning_rate_power": -0.5,
        "initial_accumulator_value": 0.1,
        "l1_regularization_strength": 0.0,
        "l2_regularization_strength": 0.0,
        "use_locking": False,
        "name": "Ftrl",
        "accum_name": None,
        "linear_name": None,
        "l2_shrinkage_regularization_strength": 0.0,
        "beta": None,
    }
    SETTINGS: ClassVar = {
        "learning_rate": "lr",
        "l1_regularization_strength": "l1",
        "adjusted_l2_regularization_strength": "l2",
        "beta": "beta",
        "l2_shrinkage_regularization_strength": "l2_shrinkage",
        "learning_rate_power": "lr_power",
    }
    SLOTS: ClassVar = {"accum": "accum", "linear": "linear"}

    def _check(self) -> None:
        given = vars(self)
        for name, sign, wanted in (
            ("_initial_accumulator_value", 1, "positive"),
            ("_learning_rate_power", -1, "negative"),
            ("_l1_regularization_strength", 1, "positive"),
            ("_l2_regularization_strength", 1, "positive"),
            ("_l2_shrinkage_regularization_strength", 1, "positive"),
        ):
            if sign * given[name] < 0.0:
                raise ValueError(f"{name[1:]} {given[name]:f} needs to be {wanted} or zero")
        self._beta = given["_beta"] or 0.0
        shrinks = given["_l2_shrinkage_regularization_strength"] > 0
        self.METHOD = "FtrlV2" if shrinks else "Ftrl"

    def _adjusted_l2_regularization_strength(self) -> Any:
        given = vars(self)
        rate = 2.0 * maximum(given["_learning_rate"], 1e-36)
        return given["_l2_regularization_strength"] + self._beta / rate

    def _initial(self, slot_name: str, var: Any) -> Any:
        if slot_name == "linear":
            return None
        value = vars(self)["_initial_accumulator_value"]
        return lambda shape, dtype: ones(shape, dtype) * value

    def _slot_op_name(self, slot_name: str) -> str:
        return vars(self)[f"_{slot_name}_name"] or self._name
