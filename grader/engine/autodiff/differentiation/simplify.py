"""Simplifying an expression graph by algebra: sharing subexpressions, folding constants, dropping 0 and 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.engine.core.attributes import attribute_text
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant
from grader.engine.graph.graph import Graph, Tensor
from grader.engine.ops.common.basic import placeholder
from grader.engine.ops.common.inference import fold
from grader.engine.ops.common.tangent_helpers import again, by_argument


class Simplifier:
    """Rewrites tensors into a new graph that contains no expression twice."""

    def __init__(self) -> None:
        self.graph = Graph()
        self._new: dict[Tensor, Tensor] = {}
        self._made: dict[Any, list[Tensor]] = {}

    def keep(self, tensor: Tensor) -> Tensor:
        """A placeholder of the new graph for one of the old."""
        made = placeholder(tensor.dtype, tensor.shape, name=tensor.op.name)
        self._new[tensor] = made
        return made

    def rewrite(self, tensor: Tensor) -> Tensor:
        """The simplest equal tensor that the rules find, in the new graph."""
        waiting = [tensor]
        while waiting:  # without recursion: expressions can be deep
            one = waiting[-1]
            missing = [source for source in one.op.inputs if source not in self._new]
            if one in self._new or not missing:
                waiting.pop()
                if one not in self._new:
                    self._rewrite_operation(one.op)
            else:
                waiting += missing
        return self._new[tensor]

    def _rewrite_operation(self, op: Any) -> None:
        inputs = [self._new[tensor] for tensor in op.inputs]
        outputs = self._simpler(op, inputs) or self._once(op, inputs)
        self._new.update(zip(op.outputs, outputs, strict=True))

    def _once(self, op: Any, inputs: list[Tensor]) -> list[Tensor]:
        """The operation on these inputs, made the first time it is needed."""
        if op.type == "Const":
            return [constant(op.get_attr("value"), op.outputs[0].dtype)]
        attributes = sorted((n, attribute_text(v)) for n, v in op.attributes.items())
        key = (op.type, tuple(map(id, inputs)), str(attributes))
        if key not in self._made:
            made = again(op, by_argument(op, inputs))
            self._made[key] = made if isinstance(made, list) else [made]
        return self._made[key]

    def _simpler(self, op: Any, inputs: list[Tensor]) -> list[Tensor] | None:
        """A simpler equivalent of the operation on these inputs; None if there is none."""
        whole = self._folded(op, inputs)
        if whole is not None:
            return [whole]
        rule = _RULES.get(op.type)
        if rule is None or len(op.outputs) != 1:
            return None
        found = rule(self, *inputs)
        if found is None or found.shape.rank is None:
            return None
        # x * 1 is x, unless the 1 is a larger array that x is broadcast to.
        if str(found.shape) != str(op.outputs[0].shape):
            return None
        return [found]

    def _folded(self, op: Any, inputs: list[Tensor]) -> Tensor | None:
        known = all(tensor.op.type == "Const" for tensor in inputs)
        if op.type == "Const" or not inputs or len(op.outputs) != 1 or not known:
            return self._zeros_or_ones(op, inputs)
        value = fold(again(op, by_argument(op, inputs)))
        return None if value is None else self._constant(value, op.outputs[0].dtype)

    def _zeros_or_ones(self, op: Any, inputs: list[Tensor]) -> Tensor | None:
        shape = op.outputs[0].shape
        if op.type not in ("ZerosLike", "OnesLike") or not shape.is_fully_defined():
            return None
        number = np.full(shape.as_list(), op.type == "OnesLike")
        return self._constant(number, op.outputs[0].dtype)

    def _constant(self, value: Any, dtype: Any) -> Tensor:
        array = np.asarray(value, dtype.as_numpy_dtype)
        key = ("Const", str(dtype), array.shape, array.tobytes())
        if key not in self._made:
            self._made[key] = [constant(array, dtype)]
        return self._made[key][0]

    def is_number(self, tensor: Tensor, number: float) -> bool:
        """Whether every element of the tensor is this number, whatever is fed."""
        value = fold(tensor) if tensor.op.type == "Const" else None
        return value is not None and value.dtype.kind in "fiu" and bool(np.all(value == number))

    def product(self, x: Tensor, y: Tensor) -> Tensor | None:
        """x * y."""
        for one, other in ((x, y), (y, x)):
            if self.is_number(one, 1):
                return other
            if self.is_number(one, 0):
                return one
        return None

    def sum(self, x: Tensor, y: Tensor) -> Tensor | None:
        """x + y."""
        for one, other in ((x, y), (y, x)):
            if self.is_number(one, 0):
                return other
        return None

    def difference(self, x: Tensor, y: Tensor) -> Tensor | None:
        """x - y."""
        if self.is_number(y, 0):
            return x
        return apply("Neg", x=y) if self.is_number(x, 0) else None

    def quotient(self, x: Tensor, y: Tensor) -> Tensor | None:
        """x / y."""
        return x if self.is_number(y, 1) or self.is_number(x, 0) else None

    def power(self, x: Tensor, y: Tensor) -> Tensor | None:
        """x to the y."""
        return x if self.is_number(y, 1) else None

    def negative(self, x: Tensor) -> Tensor | None:
        """-x."""
        if self.is_number(x, 0):
            return x
        return x.op.inputs[0] if x.op.type == "Neg" else None

    def same(self, x: Tensor) -> Tensor:
        """x."""
        return x


_RULES: dict[str, Callable[..., Tensor | None]] = {
    "Mul": Simplifier.product,
    "Add": Simplifier.sum,
    "AddV2": Simplifier.sum,
    "Sub": Simplifier.difference,
    "RealDiv": Simplifier.quotient,
    "Pow": Simplifier.power,
    "Neg": Simplifier.negative,
    "Identity": Simplifier.same,
}
