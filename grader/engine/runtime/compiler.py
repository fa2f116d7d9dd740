"""From fetches and feeds to a plan: which nodes run, in which order, and when values are dropped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from grader.engine.core import errors
from grader.engine.graph.constants import const_array
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.runtime.codegen import StraightLine, read_steps
from grader.engine.runtime.executor import Loop, Node, Plan, Step, read_fetched
from grader.engine.runtime.resources import DEAD, State, VariableCell
from grader.engine.runtime.scheduling import CONDITIONALS, Frame, inputs_of, nested, sort
from grader.engine.runtime.views import GIVERS, KEEPERS, VIEWS, keeping, viewing

# Operations that return their input's buffer. Given a variable, they forward the variable itself: a
# later reader in the same run sees assignments made in between, as in TensorFlow.
FORWARDS = frozenset(
    ["Identity", "StopGradient", "PreventGradient", "PlaceholderWithDefault", "GuaranteeConst"]
)
# They pass on whatever they get, variables too.
BRANCHES = frozenset(["Switch", "Merge"])


def compile_plan(
    fetches: Sequence[Tensor | Operation],
    feeds: Sequence[Tensor],
    state: State,
    bounded: bool = False,
) -> Plan:
    """The plan of a run: the nodes that the fetches need, except what is fed.

    bounded: the run is metered step by step, so nothing is computed in advance.
    Raises InvalidArgumentError for a graph with a cycle.
    """
    fed = set(feeds)
    order = _in_order(_needed(fetches, fed), fed)
    conditional = any(operation.type in CONDITIONALS for operation in order)
    slots: dict[Tensor, int] = {tensor: index for index, tensor in enumerate(feeds)}
    known: dict[int, Any] = {}
    work: list[Any] = []
    for operation in order:
        for tensor in operation.outputs:
            slots.setdefault(tensor, len(slots))
        if operation.type != "Const" or (conditional and operation.control_inputs):
            work.append(operation)
        elif operation.outputs[0] not in fed:
            known[slots[operation.outputs[0]]] = const_array(operation)
    fetched = [fetch for fetch in fetches if isinstance(fetch, Tensor)]
    compiler = _Compiler(slots, fed, state, _variables(work, fed), {*fed, *fetched})
    fetched_slots = tuple((slots[tensor], tensor in compiler.variables) for tensor in fetched)
    steps = compiler.sequence(nested(work, fed) if conditional else work, frozenset())
    straight = None
    waits = any(operation.definition.waits for operation in work)
    if not conditional and not waits and not bounded:
        line = StraightLine(known, {slots[one] for one in compiler.variables}, read_fetched)
        targets = {fetch for fetch in fetches if isinstance(fetch, Operation)}
        for step in read_steps(steps, {slot for slot, _ in fetched_slots}, targets):
            operation = step.node.operation
            line.write(
                step,
                forwards=_forwards(operation, compiler.variables),
                views=_views(operation, compiler.variables) or operation.type in KEEPERS | GIVERS,
                takes_references=any(_takes_references(operation)),
            )
        straight = line.finish(range(len(feeds)), fetched_slots)
    # A fed output of a node that runs anyway is written to an extra last slot that nobody reads.
    initial = tuple(known.get(slot) for slot in range(len(slots) + 1))
    return Plan(steps, initial, tuple(range(len(feeds))), fetched_slots, straight, state)


class _Compiler(NamedTuple):
    """What the steps of a plan share. keep: tensors whose values are never dropped."""

    slots: dict[Tensor, int]
    fed: set[Tensor]
    state: State
    variables: set[Tensor]
    keep: set[Tensor]

    def sequence(self, units: Sequence[Any], keep: Collection[Tensor]) -> tuple[Any, ...]:
        """The steps for operations and frames, in this order."""
        dead = self._last_uses(units, keep)
        position = {unit: index for index, unit in enumerate(units)}
        for frame in [unit for unit in units if isinstance(unit, Frame)]:
            for leaving in frame.leaving:
                position[leaving.op] = position[frame]
        make: dict[bool, Any] = {False: self._step, True: self._loop}
        return tuple(
            make[isinstance(unit, Frame)](unit, dead.get(index, ()), position)
            for index, unit in enumerate(units)
        )

    def _last_uses(
        self, units: Sequence[Any], keep: Collection[Tensor]
    ) -> dict[int, tuple[int, ...]]:
        """For each position, the slots that are read there for the last time."""
        last: dict[Tensor, int] = {}
        for index, unit in enumerate(units):
            for tensor in [*unit.outputs, *unit.inputs]:
                last[tensor] = index
        dead: dict[int, tuple[int, ...]] = {}
        for tensor, index in last.items():
            if tensor not in keep and tensor not in self.keep:
                dead[index] = (*dead.get(index, ()), self.slots[tensor])
        return dead

    def _step(self, operation: Operation, dead: tuple[int, ...], position: dict[Any, int]) -> Step:
        slots, fed = self.slots, self.fed
        writes = tuple(
            len(slots) if tensor in fed else slots[tensor] for tensor in operation.outputs
        )
        # A kernel whose number of outputs depends on an attribute returns a tuple, even of one.
        outputs = operation.definition.outputs
        single = len(writes) == 1 and not (outputs[0].type_list_attr or outputs[0].number_attr)
        needs = [tensor.op for tensor in operation.inputs if tensor not in fed]
        controls = _positions(operation.control_inputs, position)
        return Step(
            Node(operation, self.state),
            _adapted(operation, self.variables),
            tuple(slots[tensor] for tensor in operation.inputs),
            writes[0] if single else -1,
            () if single else writes,
            dead,
            tuple(dict.fromkeys([*_positions(needs, position), *controls])),
            controls,
        )

    def _loop(self, frame: Frame, dead: tuple[int, ...], position: dict[Any, int]) -> Loop:
        def slots(tensors: Sequence[Tensor]) -> tuple[int, ...]:
            return tuple(self.slots[tensor] for tensor in tensors if tensor not in self.fed)

        entering = [tensor.op for tensor in frame.entering]
        once = [tensor for tensor in frame.entering if not tensor.op.attributes["is_constant"]]
        keep = {*frame.entering, *frame.leaving, *frame.going_on}
        return Loop(
            self.sequence(frame.units, keep),
            slots(once),
            slots(frame.going_on),
            slots(frame.leaving),
            dead,
            _positions(entering, position),
        )


def _positions(operations: Sequence[Operation], position: dict[Any, int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(position[one] for one in operations if one in position))


def _variables(work: Sequence[Operation], fed: Collection[Tensor]) -> set[Tensor]:
    """The tensors whose value during the run may be a variable, not an array."""
    # What a queue was given in another run is not known.
    found = _passing(work, {"QueueDequeueV2"}, fed)
    if any(one.type in KEEPERS and not found.isdisjoint(one.inputs) for one in work):
        return _passing(work, GIVERS, fed)
    return found


def _passing(
    work: Sequence[Operation], givers: Collection[str], fed: Collection[Tensor]
) -> set[Tensor]:
    """What the variables are passed on to, and what operations of these types give.

    A fed tensor has an array, even if its operation runs, too, because something waits for it.
    """
    found: set[Tensor] = set()
    for operation in work:
        branches = operation.type in BRANCHES and not found.isdisjoint(operation.inputs)
        forwards = branches or _forwards(operation, found) or _views(operation, found)
        forwards = forwards or operation.type in givers
        found.update(
            tensor
            for tensor in operation.outputs
            if tensor not in fed and (tensor.dtype._is_ref_dtype or forwards)
        )
    return found


def _forwards(operation: Operation, variables: set[Tensor]) -> bool:
    """Whether the operation's value is the variable itself."""
    return operation.type in FORWARDS and operation.inputs[0] in variables


def _views(operation: Operation, variables: set[Tensor]) -> bool:
    """Whether the operation's values may be views of a variable.

    With any shape, EnsureShape is how the variables made with `use_resource=True` are read: a copy.
    """
    if operation.type == "EnsureShape" and operation.attributes["shape"].rank is None:
        return False
    return operation.type in VIEWS and not variables.isdisjoint(operation.inputs)


def _adapted(operation: Operation, variables: set[Tensor]) -> Callable[..., Any]:
    """The kernel, wrapped to read variables where it expects their values."""
    kernel = operation.definition.kernel
    takes_ref = _takes_references(operation)
    to_read = [
        index
        for index, (tensor, wanted) in enumerate(zip(operation.inputs, takes_ref, strict=True))
        if tensor in variables and not wanted
    ]
    if operation.type in BRANCHES:  # a variable that a Switch is given has a value
        to_read = [index for index in to_read if operation.type == "Switch" and index == 1]
    if to_read and operation.type in FORWARDS:
        return _forward
    if _views(operation, variables):
        return viewing(kernel, to_read)
    if to_read and operation.type in KEEPERS:
        return keeping(kernel, to_read)
    if to_read:
        kernel = _reading(kernel, frozenset(to_read))
    if any(takes_ref):
        kernel = _checking(kernel, takes_ref)
    return kernel


def _read_reference(node: Node, value: Any) -> Any:
    return value.read() if isinstance(value, VariableCell) else value


def _forward(node: Node, value: Any) -> Any:
    _read_reference(node, value)  # raises if there is no value
    return value


def _reading(kernel: Callable[..., Any], to_read: frozenset[int]) -> Callable[..., Any]:
    def call(node: Node, *inputs: Any) -> Any:
        return kernel(
            node,
            *[
                _read_reference(node, value) if index in to_read else value
                for index, value in enumerate(inputs)
            ],
        )

    return call


def _checking(kernel: Callable[..., Any], takes_ref: Sequence[bool]) -> Callable[..., Any]:
    def call(node: Node, *inputs: Any) -> Any:
        for value, wanted in zip(inputs, takes_ref, strict=True):
            if wanted and value is not DEAD and not isinstance(value, VariableCell):
                raise errors.invalid(
                    f"{node.operation.type} changes a variable, but this run was fed a value for it"
                )
        return kernel(node, *inputs)

    return call


def _takes_references(operation: Operation) -> list[bool]:
    """For each input, whether the kernel takes the variable itself instead of its value."""
    arguments = operation.definition.inputs
    if not any(argument.is_ref for argument in arguments):
        return [False] * len(operation.inputs)
    if any(argument.number_attr for argument in arguments):
        return [True] * len(operation.inputs)
    return [argument.is_ref for argument in arguments]


def _needed(fetches: Sequence[Tensor | Operation], fed: set[Tensor]) -> set[Operation]:
    needed: set[Operation] = set()
    waiting = [
        fetch if isinstance(fetch, Operation) else fetch.op for fetch in fetches if fetch not in fed
    ]
    while waiting:
        operation = waiting.pop()
        if operation in needed:
            continue
        needed.add(operation)
        waiting += [tensor.op for tensor in operation.inputs if tensor not in fed]
        waiting += _control_inputs(operation, fed)
    return needed


def _control_inputs(operation: Operation, fed: set[Tensor]) -> list[Operation]:
    """What must run first. A feed replaces its placeholder here too (but no other operation)."""
    return [
        before
        for before in operation.control_inputs
        if before.type != "Placeholder" or before.outputs[0] not in fed
    ]


def _in_order(needed: set[Operation], fed: set[Tensor]) -> list[Operation]:
    """The needed nodes in topological order."""
    return sort(
        {
            operation: {
                *[tensor.op for tensor in inputs_of(operation) if tensor not in fed],
                *_control_inputs(operation, fed),
            }
            for operation in needed
        }
    )
