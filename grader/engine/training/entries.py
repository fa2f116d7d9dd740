"""The optimizers' steps: operations that change a variable and its slots.

Each method's formula is written once. The dense operation applies it to the whole variable, the
sparse one to the rows that a gradient has. The formulas are those of TensorFlow's registry
(tensorflow/core/ops/training_ops.cc); Adam's is Kingma and Ba's (arXiv:1412.6980, section 2, in the
order of computation that needs no bias-corrected copies).
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.ops.common.inference import Inference, infer
from grader.engine.ops.common.shape_algebra import (
    Shape,
    format_shape,
    merge,
    merge_dimension,
    with_rank,
)
from grader.engine.ops.common.types import INDEX, NUMBERS
from grader.engine.registry import define, flag, missing_gradient, no_tangent, one_of

Formula = Callable[[Any], tuple[Any, ...]]


# Each formula reads the step's inputs and flags as attributes of `i`, under the names of the table
# below ("grad" also where TensorFlow says "delta"), and returns the variables' new values.


def descend(i: Any) -> tuple[Any, ...]:
    return (i.var - i.alpha * i.grad,)


def proximal(point: Any, step: Any, l1: Any, l2: Any) -> Any:
    """The proximal point of `l1 |x| + l2 x^2 / 2` at a step from `point`."""
    if l1 > 0:
        point = np.sign(point) * np.maximum(np.abs(point) - step * l1, 0)
    return point / (1 + l2 * step)


def proximal_descend(i: Any) -> tuple[Any, ...]:
    return (proximal(i.var - i.alpha * i.grad, i.alpha, i.l1, i.l2),)


def momentum(i: Any) -> tuple[Any, ...]:
    accum = i.accum * i.momentum + i.grad
    ahead = i.grad + accum * i.momentum if i.use_nesterov else accum
    return i.var - ahead * i.lr, accum


def adagrad(i: Any) -> tuple[Any, ...]:
    accum = i.accum + i.grad * i.grad if i.update_slots else i.accum
    return i.var - i.lr * i.grad / (np.sqrt(accum) + getattr(i, "epsilon", 0)), accum


def proximal_adagrad(i: Any) -> tuple[Any, ...]:
    accum = i.accum + i.grad * i.grad
    rate = i.lr / np.sqrt(accum)
    return proximal(i.var - i.grad * rate, rate, i.l1, i.l2), accum


def adagrad_dual_averaging(i: Any) -> tuple[Any, ...]:
    total = i.gradient_accumulator + i.grad
    squares = i.gradient_squared_accumulator + i.grad * i.grad
    step = i.global_step.astype(total.dtype)
    kept = np.sign(total) * np.maximum(np.abs(total) - i.l1 * step, 0) if i.l1 > 0 else total
    return -i.lr * kept / (i.l2 * step * i.lr + np.sqrt(squares)), total, squares


def rms_prop(i: Any) -> tuple[Any, ...]:
    ms = i.ms + (i.grad * i.grad - i.ms) * (1 - i.rho)
    mom = i.mom * i.momentum + i.grad * i.lr / np.sqrt(ms + i.epsilon)
    return i.var - mom, ms, mom


def centered_rms_prop(i: Any) -> tuple[Any, ...]:
    ms = i.ms + (i.grad * i.grad - i.ms) * (1 - i.rho)
    mg = i.mg + (i.grad - i.mg) * (1 - i.rho)
    mom = i.mom * i.momentum + i.grad * i.lr / np.sqrt(ms - mg * mg + i.epsilon)
    return i.var - mom, mg, ms, mom


def adam(i: Any) -> tuple[Any, ...]:
    rate = i.lr * np.sqrt(1 - i.beta2_power) / (1 - i.beta1_power)
    m = i.m + (i.grad - i.m) * (1 - i.beta1)
    v = i.v + (i.grad * i.grad - i.v) * (1 - i.beta2)
    ahead = i.grad * (1 - i.beta1) + i.beta1 * m if i.use_nesterov else m
    return i.var - ahead * rate / (np.sqrt(v) + i.epsilon), m, v


def adadelta(i: Any) -> tuple[Any, ...]:
    accum = i.accum * i.rho + i.grad * i.grad * (1 - i.rho)
    update = np.sqrt(i.accum_update + i.epsilon) / np.sqrt(accum + i.epsilon) * i.grad
    return i.var - update * i.lr, accum, i.accum_update * i.rho + update * update * (1 - i.rho)


def ftrl(i: Any) -> tuple[Any, ...]:
    """McMahan et al., "Ad Click Prediction" (2013), algorithm 1, with shrinkage of the gradient."""
    power = np.sqrt if i.lr_power == -0.5 else lambda x: x**-i.lr_power
    accum = i.accum + i.grad * i.grad
    # The linear term may be kept multiplied by the learning rate, so that the rate may be zero.
    scale, rate = (i.lr, 1) if i.multiply_linear_by_lr else (1, i.lr)
    grad = i.grad + 2 * getattr(i, "l2_shrinkage", 0) * i.var
    linear = i.linear + grad * scale - (power(accum) - power(i.accum)) / rate * i.var
    kept = np.clip(linear, -i.l1 * scale, i.l1 * scale) - linear
    return kept / (power(accum) / rate + 2 * i.l2 * scale), accum, linear


DUAL = "var gradient_accumulator gradient_squared_accumulator"
RMS = "lr rho momentum epsilon grad"
BETAS = "beta1_power beta2_power lr beta1 beta2 epsilon grad"
SCALED = {"multiply_linear_by_lr": False}

# Method -> formula, the variables that it changes, its other inputs in their order, its flags, and
# whether there is a sparse operation. All inputs but grad (delta) and the variables are scalars.
METHODS: dict[str, tuple[Formula, str, str, dict[str, bool], bool]] = {
    "GradientDescent": (descend, "var", "alpha delta", {}, False),
    "ProximalGradientDescent": (proximal_descend, "var", "alpha l1 l2 delta", {}, True),
    "Momentum": (momentum, "var accum", "lr grad momentum", {"use_nesterov": False}, True),
    "Adagrad": (adagrad, "var accum", "lr grad", {"update_slots": True}, True),
    "AdagradV2": (adagrad, "var accum", "lr epsilon grad", {"update_slots": True}, True),
    "ProximalAdagrad": (proximal_adagrad, "var accum", "lr l1 l2 grad", {}, True),
    "AdagradDA": (adagrad_dual_averaging, DUAL, "grad lr l1 l2 global_step", {}, True),
    "RMSProp": (rms_prop, "var ms mom", RMS, {}, True),
    "CenteredRMSProp": (centered_rms_prop, "var mg ms mom", RMS, {}, True),
    "Adam": (adam, "var m v", BETAS, {"use_nesterov": False}, False),
    "Adadelta": (adadelta, "var accum accum_update", "lr rho epsilon grad", {}, True),
    "Ftrl": (ftrl, "var accum linear", "grad lr l1 l2 lr_power", SCALED, True),
    "FtrlV2": (ftrl, "var accum linear", "grad lr l1 l2 l2_shrinkage lr_power", SCALED, True),
}


def dense_kernel(formula: Formula, names: list[str], count: int) -> Any:
    """The dense step: `count` variables, then values; the gradient is as large as the variables."""
    place = next(names.index(name) for name in ("grad", "delta") if name in names)
    keys = ["grad" if name == "delta" else name for name in names]

    def kernel(node: Any, *inputs: Any) -> Any:
        cells = inputs[:count]
        with cells[0].lock:
            values = [*(cell.read() for cell in cells), *inputs[count:]]
            check_shapes([(names[index], values[index]) for index in (*range(count), place)])
            i = SimpleNamespace(**node.attrs, **dict(zip(keys, values, strict=True)))
            for cell, new in zip(cells, formula(i), strict=True):
                cell.write(np.asarray(new))
        return cells[0]

    return kernel


def sparse_kernel(formula: Formula, names: list[str], count: int) -> Any:
    """The sparse step: changes the rows `indices` of the variables, in turn where indices repeat."""

    def kernel(node: Any, *inputs: Any) -> Any:
        cells = inputs[:count]
        with cells[0].lock:
            arrays = [cell.read().copy() for cell in cells]
            check_shapes([*zip(names, arrays, strict=False)])
            values = dict(zip(names, inputs, strict=True))
            indices, grad = values["indices"], values["grad"]
            check_rows(arrays[0], grad, indices)
            once = len(np.unique(indices)) == len(indices)
            for rows in [slice(None)] if once else range(len(indices)):
                here = indices[rows]
                values.update(zip(names, (array[here] for array in arrays), strict=False))
                i = SimpleNamespace(**node.attrs, **{**values, "grad": grad[rows]})
                for array, new in zip(arrays, formula(i), strict=True):
                    array[here] = new
            for cell, array in zip(cells, arrays, strict=True):
                cell.write(array)
        return cells[0]

    return kernel


def check_shapes(same: list[tuple[str, Any]]) -> None:
    """Raises InvalidArgumentError unless the variables (and a dense gradient) have one shape."""
    var = same[0][1]
    for name, array in same[1:]:
        if array.shape != var.shape:
            raise invalid(
                f"var and {name} do not have the same shape{format_shape(var.shape)} "
                f"{format_shape(array.shape)}"
            )


def check_rows(var: Any, grad: Any, indices: Any) -> None:
    """Raises InvalidArgumentError unless a sparse gradient has one row of the variable per index."""
    if var.ndim < 1:
        raise invalid("var must be at least 1 dimensional")
    if grad.shape != (*indices.shape, *var.shape[1:]) or indices.ndim != 1:
        raise invalid(
            f"var and grad must match in dimension 1 and later, and grad must be as long as indices: "
            f"var {format_shape(var.shape)}, grad {format_shape(grad.shape)}, indices "
            f"{format_shape(indices.shape)}"
        )
    wrong = np.flatnonzero((indices < 0) | (indices >= len(var)))
    if wrong.size:
        raise invalid(
            f"Index {int(indices[wrong[0]])} at offset {int(wrong[0])} in indices is out of range"
        )


def step_shape(names: list[str], count: int, sparse: bool) -> Callable[[Any], Any]:
    """The variables' shape, which the gradient must have too (or its rows)."""

    def rule(c: Inference) -> Shape:
        shape: Shape = None
        for index, name in enumerate(names):
            if index < count or (name in ("grad", "delta") and not sparse):
                shape = merge(shape, c.shape(index))
            elif name == "grad":
                rows = with_rank(c.shape(index + 1), 1)[0]
                grad = c.shape(index)
                if grad is not None and shape is not None:
                    merge_dimension(grad[0], rows)
                    shape = merge(shape, (None, *grad[1:]))
            elif name != "indices":
                with_rank(c.shape(index), 0)
        return shape

    return infer(rule)


def signature(refs: list[str], others: list[str]) -> str:
    types = {"indices": "Tindices", "global_step": "int64"}
    inputs = [f"{name}: Ref(T)" for name in refs]
    inputs += [f"{name}: {types.get(name, 'T')}" for name in others]
    return ", ".join(inputs) + " -> out: Ref(T)"


for _method, (_formula, _refs, _others, _flags, _sparse) in METHODS.items():
    _rows = _others.replace("delta", "grad").replace("grad", "grad indices")
    for _kind, _inputs in {"": _others, **({"Sparse": _rows} if _sparse else {})}.items():
        _r, _names = _refs.split(), [*_refs.split(), *_inputs.split()]
        _attributes = {key: flag(value) for key, value in {"use_locking": False, **_flags}.items()}
        if _kind:
            _attributes["Tindices"] = one_of(INDEX)
        define(
            f"{_kind}Apply{_method}",
            signature(_r, _inputs.split()),
            shape=step_shape(_names, len(_r), sparse=bool(_kind)),
            kernel=(sparse_kernel if _kind else dense_kernel)(_formula, _names, len(_r)),
            stateful=True,
            attributes={"T": one_of(NUMBERS), **_attributes},
        )
        missing_gradient(f"{_kind}Apply{_method}")
        no_tangent(f"{_kind}Apply{_method}")
