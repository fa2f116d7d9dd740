"""Reverse rules of products: matrices, batches of matrices, Einstein summation."""

from __future__ import annotations

from typing import Any

from grader.engine.core.shapes import TensorShape
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.ops.arrays import functions as arrays
from grader.engine.ops.arrays import making
from grader.engine.ops.arrays import sizes as shapes
from grader.engine.ops.math import arithmetic
from grader.engine.ops.reductions import functions as reductions
from grader.engine.ops.reductions.gradients import kept_shape
from grader.engine.registry import gradient_of

# For each (first transposed, second transposed): the factors of both gradients. `g` is the incoming
# gradient; a star marks a transposed factor.
FACTORS = {
    (False, False): ("g b*", "a* g"),
    (False, True): ("g b", "g* a"),
    (True, False): ("b g*", "a g"),
    (True, True): ("b* g*", "g* a*"),
}


def _products(op: Any, gradient: Any, flags: tuple[str, str], own: tuple[str, str]) -> list[Any]:
    """Both gradients of a product of matrices. own: attributes that mark the gradient of a, and of b."""
    names = [one.name for one in op.definition.inputs]
    tensors = {"a": op.inputs[0], "b": op.inputs[1], "g": gradient}
    if op.type == "MatMul":
        tensors |= {name: arithmetic.conj(tensors[name]) for name in "ab"}
    found = []
    for formula, mark in zip(
        FACTORS[op.get_attr(flags[0]), op.get_attr(flags[1])], own, strict=True
    ):
        arguments: dict[str, Any] = {mark: True}
        for factor, name, flag in zip(formula.split(), names, flags, strict=True):
            arguments |= {name: tensors[factor[0]], flag: factor.endswith("*")}
        found.append(apply(op.type, name="MatMul", **arguments))
    return found


@gradient_of("MatMul")
def _matmul(op: Any, gradient: Any) -> Any:
    return _products(op, gradient, ("transpose_a", "transpose_b"), ("grad_a", "grad_b"))


@gradient_of("BatchMatMulV2")
def _batch_matmul(op: Any, gradient: Any) -> Any:
    x, y = op.inputs
    of_x, of_y = _products(op, gradient, ("adj_x", "adj_y"), ("grad_x", "grad_y"))
    batches = [_batch(x), _batch(y)]
    plain = x.shape.rank is not None and x.shape.rank <= 2 and (y.shape.rank or 3) <= 2
    known = all(batch.is_fully_defined() for batch in batches)
    if plain or (known and batches[0].as_list() == batches[1].as_list()):
        return of_x, of_y
    sizes = shapes.shape(x), shapes.shape(y)
    axes = apply("BroadcastGradientArgs", s0=sizes[0][:-2], s1=sizes[1][:-2])
    of_x = arrays.reshape(reductions.reduce_sum(of_x, axes[0]), sizes[0])
    return of_x, arrays.reshape(reductions.reduce_sum(of_y, axes[1]), sizes[1])


def _batch(x: Any) -> TensorShape:
    return x.shape[:-2] if x.shape.rank is not None else TensorShape(None)


# ------------------------------------------------------------------ Einstein summation


@gradient_of("Einsum")
def _einsum(op: Any, gradient: Any) -> Any:
    """For `x,y->z`, x's gradient is `z,y->x`, repeated along labels that only x has: they were summed."""
    left, output = op.get_attr("equation").decode().split("->")
    if len(op.inputs) == 1:
        size = shapes.shape(op.inputs[0])
        return _of_sum(gradient, output, left, size)
    terms = left.split(",")
    if "..." in output:
        terms = [term if "..." in term else term + "..." for term in terms]
    tensors = list(op.inputs)
    if gradient.dtype.is_complex:
        tensors = [arithmetic.conj(x) for x in tensors]
    sizes = [shapes.shape(x) for x in tensors]
    found = []
    for number, (mine, size) in enumerate(zip(terms, sizes, strict=True)):
        other = terms[1 - number]
        kept = "".join(label for label in mine if label in output + other + ".")
        equation = f"{output},{other}->{kept}"
        product = apply("Einsum", inputs=[gradient, tensors[1 - number]], equation=equation)
        found.append(product if kept == mine else _of_sum(product, kept, mine, size))
    return _reduced_batches(tensors, sizes, terms, found) if "..." in output else found


def _of_sum(gradient: Any, output: str, left: str, size: Any) -> Any:
    """The gradient of `left->output`, an einsum of one tensor of the given size."""
    alone = "".join(label for label in dict.fromkeys(left) if label not in output + ".")
    if not alone:
        return apply("Einsum", inputs=[gradient], equation=f"{output}->{left}")
    axes = [_axis(left, label) for label in alone]
    counts = arrays.stack([size[axis] for axis in axes])
    repeated = len(set(left)) + len(set(output)) < len(left) + len(output)
    if not repeated and output == "".join(label for label in left if label not in alone):
        kept = kept_shape(size, convert_to_tensor(axes))
        return arrays.broadcast_to(arrays.reshape(gradient, kept), size)
    spread = arrays.concat([counts, shapes.shape(gradient)], axis=0)
    ones = making.ones(len(alone), dtype="int32")
    column = arrays.concat([ones, shapes.shape(gradient)], axis=0)
    copied = arrays.broadcast_to(arrays.reshape(gradient, column), spread)
    return apply("Einsum", inputs=[copied], equation=f"{alone}{output}->{left}")


def _axis(labels: str, label: str) -> int:
    """The axis of a label; counted from the end if it comes after `...`."""
    before, _, behind = labels.partition("...")
    place = before.find(label)
    return place if place >= 0 else behind.find(label) - len(behind)


def _reduced_batches(
    tensors: list[Any], sizes: list[Any], terms: list[str], found: list[Any]
) -> list[Any]:
    """The gradients, summed over the axes of `...` along which a tensor broadcast."""
    starts = [term.index("...") for term in terms]
    ends = [start + 3 - len(term) or None for start, term in zip(starts, terms, strict=True)]
    parts = [slice(*ends_of) for ends_of in zip(starts, ends, strict=True)]
    if all(x.shape.is_fully_defined() for x in tensors):
        known = [x.shape[part].as_list() for x, part in zip(tensors, parts, strict=True)]
        if known[0] == known[1]:
            return found
    batches = [size[part] for size, part in zip(sizes, parts, strict=True)]
    axes = apply("BroadcastGradientArgs", s0=batches[0], s1=batches[1])
    return [
        arrays.reshape(reductions.reduce_sum(one, start + along), size)
        for one, along, start, size in zip(found, axes, starts, sizes, strict=True)
    ]
