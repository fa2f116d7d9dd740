"""From fetches and feeds to a plan: which nodes, in which order, and when each value dies."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import Any

from grader.engine import errors
from grader.engine.constants import const_array
from grader.engine.graph import Operation, Tensor
from grader.engine.plan import Node, Plan, Step
from grader.engine.state import State, VariableCell

CONDITIONALS = frozenset(["Switch", "RefSwitch", "Merge", "RefMerge"])

# Operations that hand on the very buffer of their input. Given a variable's, they hand on the
# variable: who reads it later in the run sees what was assigned in between, as in TensorFlow.
HANDS_ON = frozenset(["Identity", "StopGradient", "PreventGradient", "PlaceholderWithDefault"])


def compile_plan(
    fetches: Sequence[Tensor | Operation], feeds: Sequence[Tensor], state: State
) -> Plan:
    """The plan of a run: the nodes that the fetches need, less what is fed.

    Raises InvalidArgumentError for a graph with a cycle.
    """
    fed = set(feeds)
    order = _in_order(_needed(fetches, fed), fed)
    slots: dict[Tensor, int] = {tensor: index for index, tensor in enumerate(feeds)}
    known: dict[int, Any] = {}
    for operation in order:
        for tensor in operation.outputs:
            slot = slots.setdefault(tensor, len(slots))
            if operation.type == "Const" and tensor not in fed:
                known[slot] = const_array(operation)
    work = [operation for operation in order if operation.type != "Const"]
    fetched = [fetch for fetch in fetches if isinstance(fetch, Tensor)]
    dead = _last_uses(work, slots, {slots[tensor] for tensor in fetched})
    position = {operation: index for index, operation in enumerate(work)}
    variables = _variables(work)
    steps = tuple(
        _make_step(operation, slots, fed, dead.get(index, ()), position, state, variables)
        for index, operation in enumerate(work)
    )
    # A fed output of a node that runs all the same is written to a last slot that nobody reads.
    initial = tuple(known.get(slot) for slot in range(len(slots) + 1))
    return Plan(
        steps,
        initial,
        tuple(range(len(feeds))),
        tuple((slots[tensor], tensor in variables) for tensor in fetched),
        any(operation.type in CONDITIONALS for operation in work),
        state,
    )


def _last_uses(
    work: Sequence[Operation], slots: dict[Tensor, int], keep: set[int]
) -> dict[int, tuple[int, ...]]:
    """For each position in the plan, the slots that nobody reads after it."""
    last: dict[int, int] = {}
    for index, operation in enumerate(work):
        for tensor in [*operation.outputs, *operation.inputs]:
            last[slots[tensor]] = index
    dead: dict[int, tuple[int, ...]] = {}
    for slot, index in last.items():
        if slot not in keep:
            dead[index] = (*dead.get(index, ()), slot)
    return dead


def _make_step(
    operation: Operation,
    slots: dict[Tensor, int],
    fed: set[Tensor],
    dead: tuple[int, ...],
    position: dict[Operation, int],
    state: State,
    variables: set[Tensor],
) -> Step:
    spare = len(slots)
    writes = tuple(spare if tensor in fed else slots[tensor] for tensor in operation.outputs)
    # A kernel whose number of outputs depends on an attribute returns a tuple, even of one.
    outputs = operation.definition.outputs
    single = len(writes) == 1 and not (outputs[0].type_list_attr or outputs[0].number_attr)
    needs = [tensor.op for tensor in operation.inputs if tensor not in fed]
    return Step(
        Node(operation, state),
        _adapted(operation, variables),
        tuple(slots[tensor] for tensor in operation.inputs),
        writes[0] if single else -1,
        () if single else writes,
        dead,
        tuple(
            dict.fromkeys(
                position[before]
                for before in [*needs, *operation.control_inputs]
                if before in position
            )
        ),
    )


def _variables(work: Sequence[Operation]) -> set[Tensor]:
    """The tensors whose value in the run is a variable, not an array."""
    found: set[Tensor] = set()
    for operation in work:
        hands_on = operation.type in HANDS_ON and operation.inputs[0] in found
        found.update(
            tensor for tensor in operation.outputs if tensor.dtype._is_ref_dtype or hands_on
        )
    return found


def _adapted(operation: Operation, variables: set[Tensor]) -> Callable[..., Any]:
    """The kernel, given the values of variables where it does not ask for the variables."""
    kernel = operation.definition.kernel
    takes_ref = _takes_references(operation)
    follow = [
        index
        for index, (tensor, wanted) in enumerate(zip(operation.inputs, takes_ref, strict=True))
        if tensor in variables and not wanted
    ]
    if follow and operation.type in HANDS_ON:
        return _hand_on
    if follow:
        kernel = _following(kernel, frozenset(follow))
    if any(takes_ref):
        kernel = _checking(kernel, takes_ref)
    return kernel


def _read_reference(node: Node, value: Any) -> Any:
    return value.read() if isinstance(value, VariableCell) else value


def _hand_on(node: Node, value: Any) -> Any:
    _read_reference(node, value)  # complains where there is no value
    return value


def _following(kernel: Callable[..., Any], follow: frozenset[int]) -> Callable[..., Any]:
    def call(node: Node, *inputs: Any) -> Any:
        return kernel(
            node,
            *[
                _read_reference(node, value) if index in follow else value
                for index, value in enumerate(inputs)
            ],
        )

    return call


def _checking(kernel: Callable[..., Any], takes_ref: Sequence[bool]) -> Callable[..., Any]:
    def call(node: Node, *inputs: Any) -> Any:
        for value, wanted in zip(inputs, takes_ref, strict=True):
            if wanted and not isinstance(value, VariableCell):
                raise errors.invalid(
                    f"{node.operation.type} changes a variable, but this run was fed a value for it"
                )
        return kernel(node, *inputs)

    return call


def _takes_references(operation: Operation) -> list[bool]:
    """For each input, whether the kernel takes the variable itself and not its value."""
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
    """What must run first. A feed stands for its placeholder here too (for no other operation)."""
    return [
        before
        for before in operation.control_inputs
        if before.type != "Placeholder" or before.outputs[0] not in fed
    ]


def _in_order(needed: set[Operation], fed: set[Tensor]) -> list[Operation]:
    """The needed nodes, each after what it needs.

    Nodes that nothing orders come in the order in which they were made, those that change a
    variable last: so do the runs of TensorFlow that were looked at, which promises no order.
    """
    waits: dict[Operation, int] = {}
    users: dict[Operation, list[Operation]] = {}
    for operation in needed:
        before = {tensor.op for tensor in operation.inputs if tensor not in fed}
        before.update(_control_inputs(operation, fed))
        waits[operation] = len(before)
        for one in before:
            users.setdefault(one, []).append(operation)
    ready = [(*_turn(one), one) for one, count in waits.items() if count == 0]
    heapq.heapify(ready)
    order = []
    while ready:
        operation = heapq.heappop(ready)[-1]
        order.append(operation)
        for user in users.get(operation, ()):
            waits[user] -= 1
            if waits[user] == 0:
                heapq.heappush(ready, (*_turn(user), user))
    if len(order) < len(needed):
        stuck = sorted(operation.name for operation in needed if waits[operation] > 0)
        raise errors.InvalidArgumentError(
            None, None, f"Graph is invalid, contains a cycle with {len(stuck)} nodes: {stuck[:3]}"
        )
    return order


def _turn(operation: Operation) -> tuple[bool, int]:
    definition = operation.definition
    changes = definition.stateful and any(argument.is_ref for argument in definition.inputs)
    return changes, operation.number
