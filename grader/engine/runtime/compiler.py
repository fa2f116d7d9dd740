"""From fetches and feeds to a plan: which nodes run, in which order, and when values are dropped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from grader.engine.core import errors
from grader.engine.core.errors import KernelFailure
from grader.engine.graph.constants import const_array
from grader.engine.graph.graph import Operation, Tensor
from grader.engine.registry import plain
from grader.engine.runtime.plan import Body, Loop, Plan
from grader.engine.runtime.resources import DEAD, State, VariableCell
from grader.engine.runtime.scheduling import (
    CONDITIONALS,
    ROUNDS,
    Frame,
    changes_a_variable,
    nested,
)
from grader.engine.runtime.selection import in_order, needed
from grader.engine.runtime.steps import (
    Call,
    Node,
    Step,
    computed,
    dropped,
    metered,
    observed,
    unless_dead,
)
from grader.engine.runtime.views import GIVERS, KEEPERS, VIEWS, keeping, viewing

# Operations that return their input's buffer. Given a variable, they forward the variable itself: a
# later reader in the same run sees assignments made in between, as in TensorFlow.
FORWARDS = frozenset(["Identity", "StopGradient", "PlaceholderWithDefault"])
# They pass on whatever they get, variables too.
BRANCHES = frozenset(["Switch", "Merge"])

# TensorFlow rewrites graphs of at least so many nodes: what nobody reads is not computed, unless it is one
# of KEPT. Source: tensorflow/core/grappler/optimizers/dependency_optimizer.cc.
LEAST_REWRITTEN = 4
KEPT = (
    CONDITIONALS
    | ROUNDS
    | {"Assert", "CheckNumerics", "ControlTrigger", "LoopCond", "Placeholder"}
    | {"PlaceholderWithDefault"}
)

MAX_ELEMENTS_FOLDED = 10_000  # of a result that depends on constants alone, and stays with the plan
LEAST_DROPPED = 1_000  # elements of a value that is worth dropping before the run ends


def compile_plan(
    fetches: Sequence[Tensor | Operation],
    feeds: Sequence[Tensor],
    state: State,
    *,
    bounded: bool = False,
    watched: bool = False,
) -> Plan:
    """The plan of a run: the nodes that the fetches need, except what is fed.

    bounded: its runs have a meter. watched: they have an observer, which sees all nodes but constants.
    Raises InvalidArgumentError for a graph with a cycle.
    """
    return _Compiler(fetches, feeds, state, bounded, watched).plan()


class _Compiler:
    """The compilation of one plan."""

    def __init__(
        self,
        fetches: Sequence[Tensor | Operation],
        feeds: Sequence[Tensor],
        state: State,
        bounded: bool,
        watched: bool,
    ):
        self.fed, self.state = set(feeds), state
        self.bounded, self.watched = bounded, watched
        self.fetched = [fetch for fetch in fetches if isinstance(fetch, Tensor)]
        order = in_order(needed(fetches, self.fed), self.fed)
        self.conditional = any(operation.type in CONDITIONALS for operation in order)
        self.waits = any(operation.definition.waits for operation in order)
        self.straight = not self.conditional and not self.waits
        self.slots: dict[Tensor, int] = {tensor: index for index, tensor in enumerate(feeds)}
        for operation in order:
            for tensor in operation.outputs:
                self.slots.setdefault(tensor, len(self.slots))
        # In a run with branches, a slot for each control input says whether it was taken.
        controls = [before for operation in order for before in operation.control_inputs]
        self.taken: dict[Operation, int] = {}
        if self.conditional:
            self.taken = {op: len(self.slots) + i for i, op in enumerate(dict.fromkeys(controls))}
        # A fed output of a node that runs anyway is written to a slot that nobody reads.
        self.nowhere = len(self.slots) + len(self.taken)
        self.known: dict[Tensor, Any] = {}
        self.variables = self._variables(order)
        self.idle = {operation for operation in order if operation.type == "NoOp"}
        if not watched:
            self.idle |= _unread(order, fetches, self.fed)
        self.work = [operation for operation in order if not self._is_known(operation)]
        self.constants = {tensor for tensor in self.known if tensor.op.type == "Const"}
        self.folded: dict[Call, tuple[int, ...]] = {}

    def _is_known(self, operation: Operation) -> bool:
        """Whether it needs no step, because its only output has a known value, or nobody needs it."""
        if operation in self.idle:
            return self.straight and not self.watched
        if operation.type == "Const" and not (self.conditional and operation.control_inputs):
            value = const_array(operation)
        elif operation.type == "VariableV2" and not (self.conditional or self.watched):
            try:  # the cell stays the same for the lifetime of the session
                value = operation.definition.kernel(Node(operation, self.state))
            except KernelFailure:
                return False
        else:
            return False
        if operation.outputs[0] not in self.fed:
            self.known[operation.outputs[0]] = value
        return True

    def plan(self) -> Plan:
        """The plan."""
        units = nested(self.work, self.fed) if self.conditional else self.work
        body = self._body(units)
        initial: list[Any] = [None] * (self.nowhere + 2)
        for tensor, value in self.known.items():
            initial[self.slots[tensor]] = value
        unsure = [
            position
            for position, tensor in enumerate(self.fetched)
            if self.conditional or tensor in self.variables
        ]
        fetched = [self.slots[tensor] for tensor in self.fetched]
        shares = not self.straight or self.bounded or self.watched
        return Plan(body, initial, fetched, unsure, self.folded, shares)

    def _body(self, units: Sequence[Any], keep: Collection[Tensor] = ()) -> Body:
        """The steps for operations and frames, in this order. keep: tensors that outlive it."""
        calls: list[Call] = []
        sources: dict[Call, Step] = {}
        members = set(units)
        for unit in units:
            if isinstance(unit, Frame):
                calls.append(self._loop(unit))
                continue
            step = self._step(unit)
            calls.append(self._call(step, members))
            sources[calls[-1]] = step
            if self._folds(unit):
                self.constants.update(unit.outputs)
                self.folded[calls[-1]] = step.writes
        if self.waits:  # then steps may run in another order, and nothing is dropped
            return Body(tuple(calls), sources, _needs(units, self.fed))
        with_drops: list[Call] = []
        dead = self._last_uses(units, {*keep, *self.fed, *self.fetched, *self.constants})
        for position, call in enumerate(calls):
            with_drops.append(call)
            if position in dead:
                with_drops.append(dropped(dead[position], self.bounded))
        return Body(tuple(with_drops), sources)

    def _step(self, operation: Operation) -> Step:
        slots, definition = self.slots, operation.definition
        writes = tuple(
            self.nowhere if tensor in self.fed else slots[tensor] for tensor in operation.outputs
        )
        # A kernel whose number of outputs depends on an attribute returns a tuple, even of one.
        outputs = definition.outputs
        single = len(writes) == 1 and not (outputs[0].type_list_attr or outputs[0].number_attr)
        reads = tuple(slots[tensor] for tensor in operation.inputs)
        kernel = _adapted(operation, self.variables)
        direct = getattr(kernel, "direct", None)
        if operation in self.idle:
            kernel, direct, writes, single = _nothing, None, (), False
        return Step(Node(operation, self.state), kernel, direct, reads, writes, single)

    def _call(self, step: Step, members: Collection[Any]) -> Call:
        """The step as a function, with all that this plan asks for. members: of the same body."""
        operation = step.node.operation
        call = computed(step)
        if self.bounded and operation not in self.idle:
            call = metered(step, call)
        if self.watched and operation.type != "Const":
            call = observed(step, call)
        if self.conditional:
            controls = [
                self.taken[before] for before in operation.control_inputs if before in members
            ]
            call = unless_dead(step, call, controls, self.taken.get(operation))
        return call

    def _folds(self, operation: Operation) -> bool:
        """Whether the results are the same in each run, and small enough to stay with the plan."""
        definition = operation.definition
        if not self.straight or self.watched or not operation.inputs:
            return False
        if definition.stateful or definition.files or not definition.importable:
            return False
        return self.constants.issuperset(operation.inputs) and all(
            tensor not in self.fed and _size(tensor, MAX_ELEMENTS_FOLDED + 1) <= MAX_ELEMENTS_FOLDED
            for tensor in operation.outputs
        )

    def _loop(self, frame: Frame) -> Loop:
        def slots(tensors: Sequence[Tensor]) -> tuple[int, ...]:
            return tuple(self.slots[tensor] for tensor in tensors if tensor not in self.fed)

        once = [tensor for tensor in frame.entering if not tensor.op.attributes["is_constant"]]
        keep = {*frame.entering, *frame.leaving, *frame.going_on}
        body = self._body(frame.units, keep)
        return Loop(body, slots(once), slots(frame.going_on), slots(frame.leaving))

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
            if tensor in keep or tensor in self.known or tensor in self.taken:
                continue
            if _size(tensor, LEAST_DROPPED) >= LEAST_DROPPED:
                dead[index] = (*dead.get(index, ()), self.slots[tensor])
        return dead

    def _variables(self, order: Sequence[Operation]) -> set[Tensor]:
        """The tensors whose value during the run may be a variable, not an array."""
        late = self._read_late(order)
        # What a queue was given in another run is not known.
        found = _passing(order, {"QueueDequeueV2"}, self.fed, late)
        if any(one.type in KEEPERS and not found.isdisjoint(one.inputs) for one in order):
            return _passing(order, GIVERS, self.fed, late)
        return found

    def _read_late(self, order: Sequence[Operation]) -> set[Tensor]:
        """The tensors that are read, perhaps in another form, when variables may have changed.

        To an observer, a variable that is passed on is still the variable.
        """
        if self.watched:
            return set(self.slots)
        count = len(order)
        first = next((i for i, one in enumerate(order) if changes_a_variable(one)), count)
        if not self.straight and first < count:
            first = 0
        late = set(self.fetched) if first < count else set()
        for index in reversed(range(count)):
            operation = order[index]
            passes = operation.type in FORWARDS | VIEWS and not late.isdisjoint(operation.outputs)
            if index >= first or passes or operation.type in KEEPERS:
                late.update(operation.inputs)
        return late


def _nothing(node: Node, *inputs: Any) -> tuple[()]:
    """The kernel of an operation that nobody reads."""
    return ()


def _size(tensor: Tensor, otherwise: int) -> int:
    """The number of elements that a tensor is known to have."""
    count = tensor.shape.num_elements()
    return otherwise if count is None else count


def _needs(units: Sequence[Any], fed: Collection[Tensor]) -> tuple[tuple[int, ...], ...]:
    """For each unit, the positions of those that must be done before it."""
    position = {unit: index for index, unit in enumerate(units)}
    for frame in [unit for unit in units if isinstance(unit, Frame)]:
        for leaving in frame.leaving:
            position[leaving.op] = position[frame]
    needs = []
    for unit in units:
        before = [tensor.op for tensor in unit.inputs if tensor not in fed]
        before += [] if isinstance(unit, Frame) else unit.control_inputs
        needs.append(tuple({position[one] for one in before if one in position}))
    return tuple(needs)


def _unread(
    order: Sequence[Operation], fetches: Collection[Any], fed: Collection[Tensor]
) -> set[Operation]:
    """The operations that TensorFlow does not compute, because nobody reads what they give."""
    if not order or order[0].graph.version < LEAST_REWRITTEN:
        return set()
    read, unread = set(fetches), set()
    for operation in reversed(order):
        if read.isdisjoint(operation.outputs) and operation not in read and _is_spare(operation):
            unread.add(operation)
        else:
            read.update(operation.inputs)
    return unread


def _is_spare(operation: Operation) -> bool:
    """Whether an operation may be left out if nobody reads it."""
    definition = operation.definition
    if definition.stateful or not operation.outputs or operation.type in KEPT:
        return False
    if any(argument.is_ref for argument in definition.inputs):
        return False
    # So an uninitialized variable is an error, even if its value goes nowhere.
    return operation.type != "Identity" or operation.inputs[0].op.type != "VariableV2"


def _passing(
    work: Sequence[Operation],
    givers: Collection[str],
    fed: Collection[Tensor],
    late: Collection[Tensor],
) -> set[Tensor]:
    """What the variables are passed on to, and what operations of these types give.

    A fed tensor has an array, even if its operation runs, too, because something waits for it. late: what
    is not read before variables may change; for anything else their values now will do.
    """
    found: set[Tensor] = set()
    for operation in work:
        branches = operation.type in BRANCHES and not found.isdisjoint(operation.inputs)
        forwards = branches or _forwards(operation, found) or _views(operation, found)
        given = operation.type in givers
        found.update(
            tensor
            for tensor in operation.outputs
            if tensor not in fed
            and (tensor.dtype._is_ref_dtype or given or (forwards and tensor in late))
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
    late = not variables.isdisjoint(operation.outputs)
    if to_read and operation.type in FORWARDS:
        return plain(_forward if late else _read)
    if late and _views(operation, variables):
        return viewing(kernel, to_read)
    if to_read and operation.type in KEEPERS:
        return keeping(kernel, to_read)
    if to_read:
        kernel = _reading(kernel, frozenset(to_read))
    if any(takes_ref):
        kernel = _checking(kernel, takes_ref)
    return kernel


def _read(value: Any) -> Any:
    """The value of a variable at this moment; anything else as it is."""
    return value.read() if isinstance(value, VariableCell) else value


def _forward(value: Any) -> Any:
    _read(value)  # raises if there is no value
    return value


def _reading(kernel: Callable[..., Any], to_read: frozenset[int]) -> Callable[..., Any]:
    def call(node: Node, *inputs: Any) -> Any:
        return kernel(
            node,
            *[_read(value) if index in to_read else value for index, value in enumerate(inputs)],
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
