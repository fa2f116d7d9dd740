"""What the exercises of this chapter have in common: running built graphs, counting products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Other, Raised, TensorRef
from grader.judging import Rerun, WrongAnswer, describe, expect_tensor, reports
from grader.languages import N_, _

PRODUCTS = {"MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "Einsum"}
ELSEWHERE = N_("what your function returns should be in the graph of its arguments, in every call")
LOOPS = {"LoopCond", "While", "StatelessWhile"}


def builds(evidence: Evidence, count: int) -> list[Mapping[str, Any]]:
    """The `count` reports of the probe "build"; WrongAnswer when the evidence is something else."""
    return reports(evidence, count, "arguments", "result")


def plain(value: Any, function: str) -> Any:
    """A plain value that a function returned. WrongAnswer for a value that a table cannot show."""
    if isinstance(value, (Other, TensorRef)):
        raise WrongAnswer(
            _("{function} should return plain numbers, but it returned {found}").format(
                function=function, found=describe(value)
            )
        )
    return value


def tensors(result: Any, names: Sequence[str], function: str) -> list[TensorRef]:
    """What a function returns as a tuple of tensors. WrongAnswer for anything else."""
    if not isinstance(result, (list, tuple)) or len(result) != len(names):
        raise WrongAnswer(
            _("expected {count} tensors ({names}), but {function} returns {found}").format(
                count=len(names),
                names=", ".join(names),
                function=function,
                found=describe(result),
            )
        )
    return [
        expect_tensor(
            part,
            _("the result `{name}` of {function}").format(name=name, function=function),
            part=True,
        )
        for part, name in zip(result, names, strict=True)
    ]


def rerun(evidence: Evidence, results: Sequence[TensorRef]) -> Rerun:
    """The one graph that holds `results`, ready to run. WrongAnswer where it is not one graph."""
    if len({tensor.graph for tensor in results}) != 1:
        raise WrongAnswer(_(ELSEWHERE))
    return Rerun(evidence, results[0].graph)


def run(graph: Rerun, built: Mapping[str, Any], tensor: TensorRef, feeds: Sequence[Any]) -> Any:
    """The value of `tensor` when the built graph's arguments are `feeds`, or a Raised.

    Raises WrongAnswer where `tensor` is not in the graph of the arguments.
    """
    if any(argument.graph != tensor.graph for argument in built["arguments"]):
        raise WrongAnswer(_(ELSEWHERE))
    return graph.run(tensor, dict(zip(built["arguments"], feeds, strict=True)))


def products(graph: Rerun, tensor: TensorRef) -> tuple[int, bool]:
    """How many matrix products a run of `tensor` does, and whether anything convolves or loops."""
    types = [op.type for op in graph.ancestors(tensor)]
    ready_made = any("Conv" in name or name in LOOPS for name in types)
    return sum(name in PRODUCTS for name in types), ready_made


def sizes_of_products(
    graph: Rerun, built: Mapping[str, Any], tensor: TensorRef, feeds: Sequence[Any]
) -> Any:
    """How large the matrix products are that `tensor` needs: two things.

    How many numbers their largest factors have together, and whether one of them has more numbers than
    `tensor`. (How the factors are laid out, and which is the first one, does not matter.)
    """
    needed = [op for op in graph.ancestors(tensor) if op.type in PRODUCTS]
    names = [[one.name for one in (*op.inputs, *op.outputs)] for op in needed]
    values = graph.run([names, tensor.name], dict(zip(built["arguments"], feeds, strict=True)))
    if isinstance(values, Raised):
        return values
    sizes_of_each = [list(map(np.size, one)) for one in values[0]]
    return (
        sum(max(factors) for *factors, _product in sizes_of_each),
        any(product > np.size(values[1]) for *_factors, product in sizes_of_each),
    )


def placeholder(name: str, shape: Sequence[int | None], dtype: str = "float32") -> dict[str, Any]:
    """The description of an argument for the probe "build"."""
    return {"placeholder": dtype, "shape": list(shape), "name": name}


def whole(rng: np.random.Generator, shape: Sequence[int], low: int = -9, high: int = 10) -> Any:
    """A float32 array of whole numbers: their products and sums are exact."""
    return rng.integers(low, high, list(shape)).astype(np.float32)


def sizes(rng: np.random.Generator, count: int, low: int = 2, high: int = 7) -> list[int]:
    """`count` different sizes of axes."""
    return [int(size) for size in rng.choice(range(low, high), count, replace=False)]


def pasted(
    call: str, challenge: Challenge, assigned: str = "", feeds: Sequence[Any] | None = None
) -> str:
    """Code that builds and runs the first graph of the probe "build".

    call: the call, of arguments with their names. assigned: if given, the names that its parts get; the
    first of them that is not "_" is run, else the call's result.
    """
    described = [one for one in challenge.inputs["builds"][0] if "placeholder" in one]
    names = [one["name"] for one in described]
    made = [f"tf.placeholder(tf.{one['placeholder']}, {one['shape']})" for one in described]
    values = [
        f"{name}: {_as_code(feed)}"
        for name, feed in zip(names, feeds or challenge.hidden["feeds"][0], strict=True)
    ]
    lines = [f"{name} = {make}" for name, make in zip(names, made, strict=True)]
    if assigned:
        lines.append(f"{assigned} = {call}")
        call = next(name for name in assigned.split(", ") if name != "_")
    lines.append(f"value = session.run({call}, {{{', '.join(values)}}})")
    body = "".join(f"    {line}\n" for line in lines)
    return f"with tf.Graph().as_default(), tf.Session() as session:\n{body}value\n"


def _as_code(array: Any) -> str:
    """An array as code: a nested list, or a flat one that is reshaped where the nesting is deep."""
    if np.ndim(array) < 3:
        return repr(np.asarray(array).tolist())
    return f"np.reshape({np.ravel(array).tolist()}, {list(np.shape(array))})"
