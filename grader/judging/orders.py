"""The orders in which a run may execute what a graph leaves open.

TensorFlow promises no order for operations without a path between them. It shows only where two of them
race: both touch a variable or a queue, and one changes it. Each order of those that race is tried, and where
these are too many, each operation as early and as late as can be, and orders at random.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from grader.engine.core import dtypes
from grader.engine.runtime.compiler import BRANCHES, FORWARDS
from grader.engine.runtime.scheduling import (
    CONDITIONALS,
    ROUNDS,
    Frame,
    Priority,
    changes_a_variable,
    inputs_of,
)
from grader.engine.runtime.views import GIVERS, KEEPERS, VIEWS
from grader.judging.exercise import WrongAnswer
from grader.languages import _

MOST_ORDERS = 120  # of the operations that race, as many as five have
MOST_STEPS = 2_000_000  # of the search for them: comparisons of two operations
AT_RANDOM = 60  # where there are more: of four operations, each order is then likely among them
MOST_RACING = 100

# What they give may be the variable itself, which is read later.
PASSING = FORWARDS | BRANCHES | VIEWS | CONDITIONALS | ROUNDS
# What is written to these, and when it is read, their flow decides.
ORDERED = ("TensorArray", "Stack")

Names = Sequence[str]
Sets = Mapping[str, set[str]]


def orders(needed: Sequence[Any], seeds: Sequence[int]) -> Iterator[Priority]:
    """How to break ties in a run of these operations, in each order that they leave open.

    seeds: for each there is an order of all operations at random, too.
    Raises WrongAnswer if more of them race than can be tried.
    """
    racing = _racing(needed)
    names = list(racing)
    ways = _Ways(needed, names)
    found = _all_orders(names, ways.first, racing)
    for order in _some_orders(names, ways.first, seeds) if found is None else found:
        yield ways.placed(order)
    for seed in seeds:
        yield _at_random(seed)


class _Touched:
    """Which variables and queues each operation touches, and which it changes."""

    def __init__(self, needed: Sequence[Any]):
        self._behind: dict[Any, set[str]] = {}  # tensor -> what it may be
        kept: set[str] = set()
        before = -1
        while before != (before := sum(map(len, self._behind.values()))):  # a loop goes round
            for op in needed:
                own = self.by(op)
                if op.type in KEEPERS:
                    kept |= own
                for tensor in op.outputs:
                    holds = tensor.dtype._is_ref_dtype or tensor.dtype == dtypes.resource
                    if holds and not any(_holds(one) for one in op.inputs):
                        own = set() if op.type.startswith(ORDERED) else {op.name}
                    elif not holds and op.type not in PASSING | GIVERS:
                        continue
                    given = own | kept if op.type in GIVERS else own
                    self._behind[tensor] = self._behind.get(tensor, set()) | given

    def by(self, op: Any) -> set[str]:
        """What it touches."""
        return self._all(op.inputs)

    def changed(self, op: Any) -> set[str]:
        """What it may change: variables, or queues, of which any use is a change."""
        changes = changes_a_variable(op), op.definition.stateful
        return self._all(
            one
            for one in op.inputs
            if (one.dtype._is_ref_dtype and changes[0]) or (_is_handle(one) and changes[1])
        )

    def _all(self, tensors: Iterable[Any]) -> set[str]:
        return set[str]().union(*(self._behind.get(tensor, ()) for tensor in tensors))


def _is_handle(tensor: Any) -> bool:
    return bool(tensor.dtype == dtypes.resource)


def _holds(tensor: Any) -> bool:
    """Whether it is a variable or a queue itself."""
    return tensor.dtype._is_ref_dtype or _is_handle(tensor)


class _Ways:
    """What an operation needs, and so which of two must come first.

    first: for each of `names`, those of all operations that do, and itself; in a loop, within an iteration.
    """

    def __init__(self, needed: Sequence[Any], names: Names):
        once = {op.name: _names(op, inputs_of(op)) for op in needed}
        self.first = {name: _reached(name, once) for name in names}
        ever = {op.name: _names(op, op.inputs) for op in needed}
        self._ever = {name: _reached(name, ever) for name in names} if ever != once else self.first

    def placed(self, order: Names) -> Priority:
        """These one after the other, each with what it needs and with nothing else."""
        places, of_loops = _places(order, self.first), _places(order, self._ever)

        def priority(unit: Any) -> int:
            if isinstance(unit, Frame):  # it comes whole, with the first of what is in it
                inside = [one.op.name for one in (*unit.going_on, *unit.leaving)]
                return min((of_loops.get(one, len(order)) for one in inside), default=0)
            return places.get(unit.name, len(order))

        return priority


def _names(op: Any, inputs: Sequence[Any]) -> list[str]:
    return [*(tensor.op.name for tensor in inputs), *(one.name for one in op.control_inputs)]


def _places(order: Names, needs: Sets) -> dict[str, int]:
    """The place in the order with which each operation comes that is needed there for the first time."""
    places: dict[str, int] = {}
    for place, name in enumerate(order):
        for needed in needs[name]:
            places.setdefault(needed, place)
    return places


def _racing(needed: Sequence[Any]) -> dict[str, set[str]]:
    """For each operation that races, in their order, those with which it does."""
    touched = _Touched(needed)
    users: dict[str, list[tuple[int, bool]]] = {}
    for number, op in enumerate(needed):
        changed = touched.changed(op)
        for what in touched.by(op):
            users.setdefault(what, []).append((number, what in changed))
    before = _before(needed, {number for these in users.values() for number, _changes in these})
    racing: dict[int, set[int]] = {}
    for these in users.values():
        for (one, changes), (other, changes_too) in combinations(these, 2):
            if (changes or changes_too) and not before[other] >> one & 1:
                racing.setdefault(one, set()).add(other)
                racing.setdefault(other, set()).add(one)
                if len(racing) > MOST_RACING:
                    raise _too_many()
    return {
        needed[one].name: {needed[other].name for other in racing[one]} for one in sorted(racing)
    }


def _too_many() -> WrongAnswer:
    return WrongAnswer(
        _(
            "your graph leaves open in which order a run executes more than {most} operations that use "
            "the same variables or queues, and the judge tries no more than these. Make some of them wait "
            "for others, with `tf.control_dependencies`"
        ).format(most=MOST_RACING)
    )


def _before(needed: Sequence[Any], marked: Collection[int]) -> list[int]:
    """For each operation, which of the marked ones must come before it: a number with these bits."""
    numbers = {op.name: number for number, op in enumerate(needed)}
    found: list[int] = []
    for number, op in enumerate(needed):  # after those that it needs
        own = 1 << number if number in marked else 0
        for name in _names(op, inputs_of(op)):
            own |= found[numbers[name]]
        found.append(own)
    return found


def _all_orders(names: Names, first: Sets, racing: Sets) -> list[Names] | None:
    """An order for each way in which the races can end; None if there are too many.

    Operations that do not race may be exchanged without anybody noticing. What might have come earlier, and
    was tried there, sleeps until one comes with which it races ("sleep sets", Godefroid 1996).
    """
    found: list[Names] = []
    steps = MOST_STEPS
    waiting: list[tuple[Names, frozenset[str]]] = [((), frozenset())]
    while waiting:
        order, asleep = waiting.pop()
        left = [name for name in names if name not in order]
        steps -= 1 + len(left) ** 2
        if steps < 0 or len(found) > MOST_ORDERS:
            return None
        if not left:
            found.append(order)
        for name in left:
            if name not in asleep and first[name].isdisjoint(set(left) - {name}):
                waiting.append(((*order, name), asleep - racing[name]))
                asleep |= {name}
    return found


def _some_orders(names: Names, first: Sets, seeds: Iterable[int]) -> Iterator[Names]:
    """Each as early as it can come, and as late; and some at random."""
    for name in names:
        others = [one for one in names if one != name]
        after = [one for one in others if name in first[one]]
        yield [name, *others]
        yield [*(one for one in others if one not in after), name, *after]
    chance = random.Random(str(list(seeds)))
    for _number in range(AT_RANDOM):
        yield chance.sample(names, len(names))


def _at_random(seed: int) -> Priority:
    return lambda unit: random.Random(f"{seed} {unit.number}").random()


def _reached(start: str, ways: Mapping[str, Sequence[str]]) -> set[str]:
    """The names to which the ways lead from `start`, and `start`."""
    found, waiting = {start}, [start]
    while waiting:
        for name in ways.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found
