"""The contexts of control flow, and the nodes that carry a value into and out of them.

A *context* is a branch of a `cond`, or a loop. While its function runs, every operation that is made
reports to it (`add_operation`). Where the operation takes a value from outside, the context inserts a
node: a Switch that lets the value in when the branch is taken, or an Enter that brings it into the
loop's frame. An operation without inputs gets a control input instead. The nodes are TensorFlow's
(tensorflow/python/ops/control_flow_ops.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from grader.engine.core import nest
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import Operation, Tensor, colocate_with, get_default_graph
from grader.engine.graph.loops import loop_of, output_context


def as_element(value: Any, name: str | None = None) -> Tensor:
    """A value as a tensor; a variable's reference stays a reference."""
    return convert_to_tensor(value, name=name, as_ref=True)


def plain_value(value: Any) -> Any:
    """What a function returned, with variables replaced by their values."""
    return convert_to_tensor(value) if hasattr(value, "_ref") else value


def flow_of(value: Any) -> Any:
    """The tensor that a branch or a loop passes on: a tensor array's flow, or the value itself."""
    return getattr(value, "flow", value)


def with_flow_like(original: Any, tensor: Tensor) -> Any:
    """`tensor`, or the array whose flow it is if `original` is a tensor array."""
    return original._with_flow(tensor) if hasattr(original, "flow") else tensor


def pack_like(originals: list[Any], structure: Any, tensors: Any) -> Any:
    """The tensors in a structure, as tensor arrays where the originals are tensor arrays."""
    pairs = zip(originals, tensors, strict=True)
    return nest.pack(structure, [with_flow_like(*pair) for pair in pairs])


def on_either(kind: str, data: Tensor, name: str | None = None, **others: Any) -> Any:
    """An operation of this kind ("Switch"), or its twin for references ("RefSwitch")."""
    prefix = "Ref" if data.dtype._is_ref_dtype else ""
    return apply(prefix + kind, name, data=data, **others)


def switched(data: Any, pred: Tensor, name: str = "Switch") -> list[Any]:
    """The value as (alive if pred is false, alive if pred is true), on the value's device."""
    if nest.is_nested(data):
        pairs = [switched(part, pred, name) for part in nest.flatten(data)]
        return [nest.pack(data, [pair[side] for pair in pairs]) for side in (0, 1)]
    with colocate_with(data, ignore_existing=True):
        return on_either("Switch", data, name, pred=pred)


def merged(inputs: Iterable[Tensor], name: str = "Merge") -> Tensor:
    """Whichever of the inputs is alive."""
    inputs = list(inputs)
    refs = all(tensor.dtype._is_ref_dtype for tensor in inputs)
    return apply("RefMerge" if refs else "Merge", name, inputs=inputs)[0]


def entered(
    data: Tensor,
    frame: Any,
    name: str | None = None,
    *,
    constant: bool = False,
    with_shape: bool = True,
) -> Tensor:
    """The value in a loop's frame: in its first iteration, or (constant) in all of them."""
    inside = on_either(
        "Enter",
        data,
        name,
        frame_name=frame.name,
        is_constant=constant,
        parallel_iterations=frame.parallel_iterations,
    )
    if with_shape:
        inside.set_shape(data.shape)
    return inside


class Context:
    """What a branch and a loop share.

    values: names of the tensors that can be used inside as they are. external: from the name of a
    tensor outside to the tensor that replaces it inside. loop: the innermost loop, itself included.
    """

    loop: Any
    collection = ""

    def __init__(self, name: str):
        graph = get_default_graph()
        self.name = graph.unique_name(name)
        self.outer: Context | None = graph.control_flow
        self.values: set[str] = set()
        self.external: dict[str, Tensor] = {}
        self._before: list[Context | None] = []
        self.loop = loop_of(self.outer)

    def enter(self) -> None:
        """Makes this the context of the operations made from now on."""
        graph = get_default_graph()
        self._before.append(graph.control_flow)
        graph.control_flow = self

    def exit(self) -> None:
        """Returns to the context in which `enter` was called."""
        get_default_graph().control_flow = self._before.pop()

    @contextmanager
    def inside(self) -> Iterator[None]:
        """A block whose operations are made in this context."""
        self.enter()
        try:
            yield
        finally:
            self.exit()

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Within `inside`: a block whose operations are made in the context before it."""
        self.exit()
        try:
            yield
        finally:
            self.enter()

    def pivot_for_control(self) -> Tensor | None:
        """What an operation without inputs waits for: alive exactly when it may run."""
        raise NotImplementedError

    def add_value(self, value: Tensor) -> Tensor:
        """The tensor that replaces `value` in this context."""
        raise NotImplementedError

    def add_operation(self, operation: Operation) -> None:
        """Adds a new operation to the context in which it is best computed: by default, this one."""
        self.add_here(operation)

    def add_here(self, operation: Operation) -> None:
        """Adds a new operation to this context."""
        raise NotImplementedError

    def add_known(self, *tensors: Tensor) -> None:
        """Records tensors that can be used here as they are."""
        self.values.update(tensor.name for tensor in tensors)

    def add_known_outside(self, *tensors: Tensor) -> None:
        """Records results of this context that can be used in the outer one as they are."""
        if self.outer is not None:
            self.outer.add_known(*tensors)

    def drop_external_edges(self, operation: Operation) -> list[Operation]:
        """Removes the control inputs from outside the loop, and returns them."""
        if self.loop is None:
            return []
        own = [
            before
            for before in operation.control_inputs
            if loop_of(output_context(before)) is self.loop
        ]
        removed = [before for before in operation.control_inputs if before not in own]
        operation.control_inputs = own
        return removed

    def chain(self) -> Iterator[Context]:
        """This context and those around it, innermost first."""
        context: Context | None = self
        while context is not None:
            yield context
            context = context.outer


@contextmanager
def within(context: Context | None) -> Iterator[None]:
    """A block inside a context, if there is one."""
    with ExitStack() as stack:
        if context is not None:
            stack.enter_context(context.inside())
        yield
