"""Einstein summation: tf.einsum."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from grader.engine.core.errors import invalid
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Tensor, name_scope
from grader.engine.ops.common.inference import infer
from grader.engine.ops.common.late import tf
from grader.engine.ops.common.shape_algebra import Shape, broadcast, merge_dimension, with_rank
from grader.engine.ops.common.tangent_helpers import bilinear
from grader.engine.ops.products.matmul import half_to_single
from grader.engine.ops.reductions.sums import kept_shape
from grader.engine.registry import any_type, define, gradient_of, number, string

__all__ = ["einsum"]

# Kernel, shape, entry -----------------------------------------------------------------------------


def einsum_kernel(node: Any, *inputs: np.ndarray) -> np.ndarray:
    """The sum over the labels missing from the output. Raises InvalidArgumentError."""
    equation = node.attrs["equation"]
    equation = equation.decode() if isinstance(equation, bytes) else equation
    arguments = [half_to_single(x) for x in inputs]
    require_labels(equation, inputs)
    terms, _, output = equation.partition("->")
    once = "".join(dict.fromkeys(output.replace("...", "0"))).replace("0", "...")
    try:
        result = np.asarray(np.einsum(f"{terms}->{once}", *arguments, optimize=len(inputs) > 2))
    except ValueError as error:
        raise invalid(f"{equation}: {error}") from None
    return on_diagonals(result, once, output).astype(inputs[0].dtype)


def on_diagonals(x: np.ndarray, once: str, output: str) -> np.ndarray:
    """x on the diagonal of the axes that share a label in the output ("i->ii"), zeros elsewhere."""
    if once == output:
        return x
    start, named = once.find("..."), once.replace("...", "")
    rest = x.ndim - len(named)
    shape = x.shape if start < 0 else x.shape[:start] + x.shape[start + rest :]
    sizes = dict(zip(named, shape, strict=True))
    before, _, after = output.partition("...")
    middle = x.shape[start : start + rest] if start >= 0 else ()
    result = np.zeros([*(sizes[n] for n in before), *middle, *(sizes[n] for n in after)], x.dtype)
    np.einsum(f"{output}->{once}", result)[...] = x  # a view of the diagonal
    return result


def require_labels(equation: str, inputs: tuple[np.ndarray, ...]) -> None:
    """Checks that each label has one size: NumPy would broadcast a size of 1, TensorFlow does not."""
    sizes: dict[str, int] = {}
    for term, x in zip(equation.partition("->")[0].split(","), inputs, strict=True):
        named = term.replace("...", "")
        rest = x.ndim - len(named)
        if rest < 0 or (rest and "..." not in term):
            raise invalid(f"Expected input with {len(named)} dimensions for {term}, got {x.ndim}")
        start = term.find("...")
        shape = x.shape if start < 0 else x.shape[:start] + x.shape[start + rest :]
        for label, size in zip(named, shape, strict=True):
            if sizes.setdefault(label, size) != size:
                raise invalid(
                    f"Expected dimension {sizes[label]} at axis {named.index(label)} of the input "
                    f"shaped {list(x.shape)} but got dimension {size}"
                )


def einsum_work(op: Any, shapes: Any) -> int:
    """The product of the sizes of all labels, as many steps as plain nested loops take."""
    equation = op.get_attr("equation")
    equation = equation.decode() if isinstance(equation, bytes) else equation
    terms = equation.partition("->")[0].split(",")
    sizes: dict[str, int] = {}
    rest = 1
    for term, shape in zip(terms, shapes, strict=False):
        named = term.replace("...", "")
        if "..." in term:
            rest *= int(np.prod(shape, dtype=object))
        else:
            sizes |= dict(zip(named, shape, strict=False))
    return int(np.prod(list(sizes.values()), dtype=object)) * rest


def einsum_shape(c: Any) -> Shape:
    """The sizes of the output's labels, found in the inputs; the axes under `...` broadcast."""
    equation = c.attr("equation")
    equation = equation.decode() if isinstance(equation, bytes) else equation
    inputs, _, output = equation.partition("->")
    terms = inputs.split(",")
    if len(terms) != c.count:
        raise ValueError(f"Expected {len(terms)} inputs for the equation {equation}, got {c.count}")
    sizes: dict[str, int | None] = {}
    ellipsis: Shape = ()
    for position, term in enumerate(terms):
        shape, named = c.shape(position), term.replace("...", "")
        if "..." not in term:
            shape = with_rank(
                shape, len(named), f"\n\t for {position}th input and equation: {equation}"
            )
        elif shape is None:
            ellipsis = None
            continue
        elif len(shape) < len(named):
            raise ValueError(f"Shape must be at least rank {len(named)} but is rank {len(shape)}")
        else:
            start, rest = term.index("..."), len(shape) - len(named)
            ellipsis = broadcast(ellipsis, shape[start : start + rest])
            shape = shape[:start] + shape[start + rest :]
        for label, size in zip(named, shape, strict=True):
            sizes[label] = merge_dimension(sizes.get(label), size)
    if "..." not in output:
        return tuple(sizes.get(label) for label in output)
    if ellipsis is None:
        return None
    start = output.index("...")
    named = output.replace("...", "")
    found = [sizes.get(label) for label in named]
    return (*found[:start], *ellipsis, *found[start:])


define(
    "Einsum",
    "inputs: N * T -> output: T",
    equation=string(),
    N=number(minimum=1),
    T=any_type(),
    shape=infer(einsum_shape),
    kernel=einsum_kernel,
    work=einsum_work,
)

# The public function ------------------------------------------------------------------------------

ELLIPSIS = "0"  # replaces `...` while an equation is parsed


def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Tensor:
    """The sum of products over the labels missing from the output: "ij,jk->ik" is a matrix product.

    Three or more inputs are contracted in pairs, in the order that `optimize` ("greedy") finds.
    Raises ValueError if the equation does not match the inputs.
    """
    name, optimize = kwargs.pop("name", None), kwargs.pop("optimize", "greedy")
    if kwargs:
        raise TypeError(
            f"Invalid keyword arguments for einsum: {', '.join(kwargs)}. "
            "Valid arguments: name, optimize, greedy."
        )
    with name_scope(name, "einsum", [equation, list(inputs)]):
        operands = list(inputs)
        shapes = [static_shape(x) for x in operands]
        resolved = resolve(equation, len(operands))
        if len(operands) <= 2:
            return apply("Einsum", inputs=operands, equation=resolved.replace(ELLIPSIS, "..."))
        for positions, part in contraction_path(equation, resolved, shapes, optimize):
            pair = [operands.pop(position) for position in positions]
            operands.append(apply("Einsum", inputs=pair, equation=part.replace(ELLIPSIS, "...")))
        return operands[0]


def static_shape(x: Any) -> list[int | None] | None:
    known = x.shape  # an AttributeError for a plain list, as in TensorFlow
    if isinstance(known, tuple):
        return list(known)
    return known.as_list() if known.rank else None


def resolve(equation: str, count: int) -> str:
    """The equation with an explicit output. Raises ValueError for an invalid equation."""
    resolved = equation.replace(" ", "")
    labels = "a-zA-Z"
    if "..." in resolved:
        if ELLIPSIS in resolved:
            raise ValueError(f'Invalid character "{ELLIPSIS}" in equation: {equation}.')
        resolved = resolved.replace("...", ELLIPSIS)
        labels += ELLIPSIS
    match = re.match(f"^([{labels},]*)(->[{labels}]*)?$", resolved)
    if match is None:
        raise ValueError(f"Subscripts have incorrect format: {resolved}")
    terms = match.group(1)
    if count != len(terms.split(",")):
        raise ValueError(
            f'Got {count} inputs for equation "{equation}", expecting {len(terms.split(","))}'
        )
    if match.group(2) is None:
        once = [label for label in sorted(set(terms) - {","}) if terms.count(label) == 1]
        resolved += "->" + "".join(once)
    output = resolved.partition("->")[2]
    if len(set(output)) != len(output):
        raise ValueError(f"Output subscripts contain a label appearing more than once: {equation}")
    for label in output:
        if label != ELLIPSIS and label not in terms:
            raise ValueError(
                f"Output subscripts contain the label {label} not present in the input subscripts."
            )
    return resolved


def contraction_path(
    equation: str, resolved: str, shapes: list[list[int | None] | None], optimize: Any
) -> list[tuple[tuple[int, ...], str]]:
    """The steps: positions of the operands to contract, and the equation. Unknown sizes count as 1."""
    terms = resolved.partition("->")[0].split(",")
    sizes: dict[str, int] = {}
    for position, (term, shape) in enumerate(zip(terms, shapes, strict=True)):
        if shape is None:
            continue
        found = without_ellipsis(term, shape, position, equation)
        for label, size in zip(term, found, strict=True):
            if size is not None:
                sizes[label] = max(sizes.get(label, 1), size)
    views = [tuple(sizes.get(label, 1) for label in term) for term in terms]
    import opt_einsum  # here, since it is slow to import and most graphs never need it

    _, steps = opt_einsum.contract_path(
        resolved, *views, optimize=optimize, einsum_call=True, use_blas=True, shapes=True
    )
    return [(step[0], step[2]) for step in steps]


def without_ellipsis(
    term: str, shape: list[int | None], position: int, equation: str
) -> list[int | None]:
    """The shape with the axes under `...` merged into one. Raises ValueError for the wrong rank."""
    if ELLIPSIS not in term:
        if len(term) != len(shape):
            raise ValueError(
                f"Number of named labels in input #{position} of equation {equation} must be equal "
                f"to the number of dimensions in shape {shape}"
            )
        return shape
    if term.count(ELLIPSIS) > 1:
        raise ValueError(f"Too many ellipses in input label {term.replace(ELLIPSIS, '...')}.")
    if len(term) > len(shape) + 1:
        raise ValueError(
            f"Too many named labels in {position}th subscript string of equation {equation} for "
            f"input shape {shape} "
        )
    start = term.index(ELLIPSIS)
    end = start + len(shape) + 1 - len(term)
    covered = int(np.prod([n for n in shape[start:end] if n], dtype=np.int64))
    return [*shape[:start], covered, *shape[end:]]


# Rules of differentiation -------------------------------------------------------------------------


@gradient_of("Einsum")
def _einsum(op: Any, gradient: Any) -> Any:
    """For `x,y->z`, x's gradient is `z,y->x`, repeated along labels that only x has: they were summed."""
    left, output = op.get_attr("equation").decode().split("->")
    if len(op.inputs) == 1:
        size = tf.shape(op.inputs[0])
        return _of_sum(gradient, output, left, size)
    terms = left.split(",")
    if "..." in output:
        terms = [term if "..." in term else term + "..." for term in terms]
    tensors = list(op.inputs)
    if gradient.dtype.is_complex:
        tensors = [tf.conj(x) for x in tensors]
    sizes = [tf.shape(x) for x in tensors]
    found = []
    for index, (mine, size) in enumerate(zip(terms, sizes, strict=True)):
        other = terms[1 - index]
        kept = "".join(label for label in mine if label in output + other + ".")
        equation = f"{output},{other}->{kept}"
        product = apply("Einsum", inputs=[gradient, tensors[1 - index]], equation=equation)
        found.append(product if kept == mine else _of_sum(product, kept, mine, size))
    return _reduced_batches(tensors, sizes, terms, found) if "..." in output else found


def _of_sum(gradient: Any, output: str, left: str, size: Any) -> Any:
    """The gradient of `left->output`, an einsum of one tensor of the given size."""
    alone = "".join(label for label in dict.fromkeys(left) if label not in output + ".")
    if not alone:
        return apply("Einsum", inputs=[gradient], equation=f"{output}->{left}")
    axes = [_axis(left, label) for label in alone]
    counts = tf.stack([size[axis] for axis in axes])
    repeated = len(set(left)) + len(set(output)) < len(left) + len(output)
    if not repeated and output == "".join(label for label in left if label not in alone):
        kept = kept_shape(size, convert_to_tensor(axes))
        return tf.broadcast_to(tf.reshape(gradient, kept), size)
    spread = tf.concat([counts, tf.shape(gradient)], axis=0)
    ones = tf.ones(len(alone), dtype="int32")
    column = tf.concat([ones, tf.shape(gradient)], axis=0)
    copied = tf.broadcast_to(tf.reshape(gradient, column), spread)
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
        tf.reshape(tf.reduce_sum(one, start + along), size)
        for one, along, start, size in zip(found, axes, starts, sizes, strict=True)
    ]


bilinear("inputs", "Einsum")
