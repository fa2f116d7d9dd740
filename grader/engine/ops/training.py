"""The optimizers' steps: operations that change a variable, and what is remembered beside it.

Each method's formula stands here once. The dense operation applies it to the whole variable, the
sparse one to the rows that a gradient has. The formulas are those of TensorFlow's registry
(tensorflow/core/ops/training_ops.cc); Adam's is Kingma and Ba's (arXiv:1412.6980, section 2, in the
order of computation that needs no bias-corrected copies).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.errors import invalid
from grader.engine.ops.inference import Inference, infer
from grader.engine.ops.shape_rules import Shape, merge, merge_dimension, text, with_rank
from grader.engine.ops.types import INDEX, NUMBERS
from grader.engine.registry import define, flag, no_gradient, no_tangent, one_of

__all__: list[str] = []  # the optimizers of grader.engine.training add these operations

Arrays = tuple[Any, ...]


def descend(flags: Any, var: Any, alpha: Any, grad: Any) -> Arrays:
    return (var - alpha * grad,)


def shrink(point: Any, step: Any, l1: Any, l2: Any) -> Any:
    """The proximal point of `l1 |x| + l2 x^2 / 2` at a step from `point`."""
    if l1 > 0:
        point = np.sign(point) * np.maximum(np.abs(point) - step * l1, 0)
    return point / (1 + l2 * step)


def proximal_descend(flags: Any, var: Any, alpha: Any, l1: Any, l2: Any, grad: Any) -> Arrays:
    return (shrink(var - alpha * grad, alpha, l1, l2),)


def momentum(flags: Any, var: Any, accum: Any, lr: Any, grad: Any, momentum: Any) -> Arrays:
    accum = accum * momentum + grad
    if flags["use_nesterov"]:
        return var - (grad + accum * momentum) * lr, accum
    return var - accum * lr, accum


def adagrad(flags: Any, var: Any, accum: Any, lr: Any, grad: Any) -> Arrays:
    accum = accum + grad * grad if flags["update_slots"] else accum
    return var - lr * grad / np.sqrt(accum), accum


def adagrad_v2(flags: Any, var: Any, accum: Any, lr: Any, epsilon: Any, grad: Any) -> Arrays:
    accum = accum + grad * grad if flags["update_slots"] else accum
    return var - lr * grad / (np.sqrt(accum) + epsilon), accum


def proximal_adagrad(
    flags: Any, var: Any, accum: Any, lr: Any, l1: Any, l2: Any, grad: Any
) -> Arrays:
    accum = accum + grad * grad
    lr = lr / np.sqrt(accum)
    return shrink(var - grad * lr, lr, l1, l2), accum


def adagrad_dual_averaging(
    flags: Any, var: Any, total: Any, squares: Any, grad: Any, lr: Any, l1: Any, l2: Any, step: Any
) -> Arrays:
    total, squares = total + grad, squares + grad * grad
    step = step.astype(total.dtype)
    kept = np.sign(total) * np.maximum(np.abs(total) - l1 * step, 0) if l1 > 0 else total
    return -lr * kept / (l2 * step * lr + np.sqrt(squares)), total, squares


def rms_prop(
    flags: Any,
    var: Any,
    ms: Any,
    mom: Any,
    lr: Any,
    rho: Any,
    momentum: Any,
    epsilon: Any,
    grad: Any,
) -> Arrays:
    ms = ms + (grad * grad - ms) * (1 - rho)
    mom = mom * momentum + grad * lr / np.sqrt(ms + epsilon)
    return var - mom, ms, mom


def centered_rms_prop(
    flags: Any,
    var: Any,
    mg: Any,
    ms: Any,
    mom: Any,
    lr: Any,
    rho: Any,
    momentum: Any,
    epsilon: Any,
    grad: Any,
) -> Arrays:
    ms = ms + (grad * grad - ms) * (1 - rho)
    mg = mg + (grad - mg) * (1 - rho)
    mom = mom * momentum + grad * lr / np.sqrt(ms - mg * mg + epsilon)
    return var - mom, mg, ms, mom


def adam(
    flags: Any,
    var: Any,
    m: Any,
    v: Any,
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    grad: Any,
) -> Arrays:
    alpha = lr * np.sqrt(1 - beta2_power) / (1 - beta1_power)
    m = m + (grad - m) * (1 - beta1)
    v = v + (grad * grad - v) * (1 - beta2)
    ahead = grad * (1 - beta1) + beta1 * m if flags["use_nesterov"] else m
    return var - ahead * alpha / (np.sqrt(v) + epsilon), m, v


def adadelta(
    flags: Any, var: Any, accum: Any, accum_update: Any, lr: Any, rho: Any, epsilon: Any, grad: Any
) -> Arrays:
    accum = accum * rho + grad * grad * (1 - rho)
    update = np.sqrt(accum_update + epsilon) / np.sqrt(accum + epsilon) * grad
    return var - update * lr, accum, accum_update * rho + update * update * (1 - rho)


def ftrl_v2(
    flags: Any,
    var: Any,
    accum: Any,
    linear: Any,
    grad: Any,
    lr: Any,
    l1: Any,
    l2: Any,
    l2_shrinkage: Any,
    lr_power: Any,
) -> Arrays:
    """McMahan et al., "Ad Click Prediction" (2013), algorithm 1, with shrinkage of the gradient."""
    power = np.sqrt if lr_power == -0.5 else lambda x: x**-lr_power
    more = accum + grad * grad
    # The linear term may be kept multiplied by the learning rate, so that the rate may be zero.
    scale, lr = (lr, 1) if flags["multiply_linear_by_lr"] else (1, lr)
    shrunk = grad if l2_shrinkage is None else grad + 2 * l2_shrinkage * var
    linear = linear + shrunk * scale - (power(more) - power(accum)) / lr * var
    kept = np.clip(linear, -l1 * scale, l1 * scale) - linear
    return kept / (power(more) / lr + 2 * l2 * scale), more, linear


def ftrl(flags: Any, *inputs: Any) -> Arrays:
    return ftrl_v2(flags, *inputs[:-1], None, inputs[-1])


# Method -> formula, the variables that it changes, its other inputs in their order, its flags, and
# whether there is a sparse operation. All inputs but grad (delta) and the variables are scalars.
METHODS: dict[str, tuple[Callable[..., Arrays], str, str, dict[str, bool], bool]] = {
    "GradientDescent": (descend, "var", "alpha delta", {}, False),
    "ProximalGradientDescent": (proximal_descend, "var", "alpha l1 l2 delta", {}, True),
    "Momentum": (momentum, "var accum", "lr grad momentum", {"use_nesterov": False}, True),
    "Adagrad": (adagrad, "var accum", "lr grad", {"update_slots": True}, True),
    "AdagradV2": (adagrad_v2, "var accum", "lr epsilon grad", {"update_slots": True}, True),
    "ProximalAdagrad": (proximal_adagrad, "var accum", "lr l1 l2 grad", {}, True),
    "AdagradDA": (
        adagrad_dual_averaging,
        "var gradient_accumulator gradient_squared_accumulator",
        "grad lr l1 l2 global_step",
        {},
        True,
    ),
    "RMSProp": (rms_prop, "var ms mom", "lr rho momentum epsilon grad", {}, True),
    "CenteredRMSProp": (
        centered_rms_prop,
        "var mg ms mom",
        "lr rho momentum epsilon grad",
        {},
        True,
    ),
    "Adam": (
        adam,
        "var m v",
        "beta1_power beta2_power lr beta1 beta2 epsilon grad",
        {"use_nesterov": False},
        False,
    ),
    "Adadelta": (adadelta, "var accum accum_update", "lr rho epsilon grad", {}, True),
    "Ftrl": (
        ftrl,
        "var accum linear",
        "grad lr l1 l2 lr_power",
        {"multiply_linear_by_lr": False},
        True,
    ),
    "FtrlV2": (
        ftrl_v2,
        "var accum linear",
        "grad lr l1 l2 l2_shrinkage lr_power",
        {"multiply_linear_by_lr": False},
        True,
    ),
}


def step_kernel(formula: Callable[..., Arrays], names: list[str], count: int) -> Any:
    """The dense step: `count` variables, then values; the gradient is as large as the variables."""
    place = next(names.index(name) for name in ("grad", "delta") if name in names)

    def kernel(node: Any, *inputs: Any) -> Any:
        cells = inputs[:count]
        with cells[0].lock:
            arrays = [cell.read() for cell in cells]
            check_shapes(names, arrays, inputs, place)
            for cell, new in zip(cells, formula(node.attrs, *arrays, *inputs[count:]), strict=True):
                cell.write(np.asarray(new))
        return cells[0]

    return kernel


def sparse_kernel(formula: Callable[..., Arrays], names: list[str], count: int) -> Any:
    """The sparse step: changes the rows `indices` of the variables, those of equal index in turn."""
    place = names.index("grad")

    def kernel(node: Any, *inputs: Any) -> Any:
        cells, grad, indices = inputs[:count], inputs[place], inputs[place + 1]
        values = [*inputs[count : place + 1], *inputs[place + 2 :]]
        with cells[0].lock:
            arrays = [cell.read() for cell in cells]
            check_shapes(names, arrays, inputs, None)
            check_rows(arrays[0], grad, indices)
            once = len(np.unique(indices)) == len(indices)
            arrays = [array.copy() for array in arrays]
            for rows in [slice(None)] if once else range(len(indices)):
                values[place - count] = grad[rows]
                here = indices[rows]
                changed = formula(node.attrs, *(array[here] for array in arrays), *values)
                for array, new in zip(arrays, changed, strict=True):
                    array[here] = new
            for cell, array in zip(cells, arrays, strict=True):
                cell.write(array)
        return cells[0]

    return kernel


def check_shapes(names: list[str], arrays: list[Any], inputs: Any, place: int | None) -> None:
    """The variables (and the dense gradient, input number `place`) must be of one shape."""
    same = [*zip(names, arrays, strict=False)]
    if place is not None:
        same.append((names[place], inputs[place]))
    for name, array in same[1:]:
        if array.shape != arrays[0].shape:
            raise invalid(
                f"var and {name} do not have the same shape{text(arrays[0].shape)} "
                f"{text(array.shape)}"
            )


def check_rows(var: Any, grad: Any, indices: Any) -> None:
    """A sparse gradient has one row, as long as the variable's, for each index."""
    if var.ndim < 1:
        raise invalid("var must be at least 1 dimensional")
    if grad.shape != (*indices.shape, *var.shape[1:]) or indices.ndim != 1:
        raise invalid(
            f"var and grad must match in dimension 1 and later, and grad must be as long as indices: "
            f"var {text(var.shape)}, grad {text(grad.shape)}, indices {text(indices.shape)}"
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
    _r, _o = _refs.split(), _others.split()
    _attributes = {key: flag(default) for key, default in {"use_locking": False, **_flags}.items()}
    define(
        f"Apply{_method}",
        signature(_r, _o),
        T=one_of(NUMBERS),
        shape=step_shape([*_r, *_o], len(_r), sparse=False),
        kernel=step_kernel(_formula, [*_r, *_o], len(_r)),
        stateful=True,
        **_attributes,
    )
    no_gradient(f"Apply{_method}")
    no_tangent(f"Apply{_method}")
    if _sparse:
        _o = _others.replace("delta", "grad").replace("grad", "grad indices").split()
        define(
            f"SparseApply{_method}",
            signature(_r, _o),
            T=one_of(NUMBERS),
            Tindices=one_of(INDEX),
            shape=step_shape([*_r, *_o], len(_r), sparse=True),
            kernel=sparse_kernel(_formula, [*_r, *_o], len(_r)),
            stateful=True,
            **_attributes,
        )
        no_gradient(f"SparseApply{_method}")
        no_tangent(f"SparseApply{_method}")
