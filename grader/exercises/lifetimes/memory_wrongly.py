"""Ways of counting the memory of a run, a right one and wrong ones: what the judge compares answers with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Step = list[Any]


def _counting(
    last: Callable[[list[int]], int] = max,
    *,
    keeps: str = "all",
    overlap: bool = True,
    unused: str = "dropped",
    late: int = 0,
    add: Callable[[Iterable[int]], int] = sum,
) -> Callable[..., int]:
    """A way of counting.

    last: which use of a value is its last. keeps: which fetched values stay, "all", "none", or those that
    are "unused". overlap: whether inputs are still there when the output is. unused: a value that nobody
    needs is "dropped" after its step, "dropped late", "kept", or "never held". late: how many steps after
    its last use a value is dropped. add: how sizes are added up.
    """

    def peak(steps: list[Step], fetched: list[str]) -> int:
        uses: dict[str, list[int]] = {}
        for number, (_name, inputs, _size) in enumerate(steps):
            for name in inputs:
                uses.setdefault(name, []).append(number)
        alive: dict[str, int] = {}
        most = 0
        for number, (name, _inputs, size) in enumerate(steps):
            if name in uses or name in fetched or unused != "never held":
                alive[name] = size
            if overlap:
                most = max(most, add(alive.values()))
            for held in list(alive):
                if held in uses:
                    needed = last(uses[held]) + late > number
                else:
                    needed = unused == "kept" or (unused == "dropped late" and held == name)
                kept = keeps == "all" or (keeps == "unused" and held not in uses)
                stays = (kept and held in fetched) or (held == name and not overlap)
                if not needed and not stays:
                    del alive[held]
            most = max(most, add(alive.values()))
        return most

    return peak


def _keeping(
    later: Callable[[list[Step], int], list[Step]], *, first_drops: bool = False
) -> Callable[..., int]:
    """Another way: after each step stays what some later ones need. first_drops: before it is measured."""

    def peak(steps: list[Step], fetched: list[str]) -> int:
        alive: dict[str, int] = {}
        most = 0
        for number, (name, _inputs, size) in enumerate(steps):
            alive[name] = size
            held = sum(alive.values())
            needed = {*fetched, *(one for _, inputs, _ in later(steps, number) for one in inputs)}
            alive = {one: alive[one] for one in alive if one in needed}
            most = max(most, sum(alive.values()) if first_drops else held)
        return most

    return peak


def counts_rightly() -> Callable[..., Any]:
    return _counting()


def never_frees() -> Callable[..., Any]:
    return lambda steps, fetched: sum(size for _, _, size in steps)


def frees_inputs_first() -> Callable[..., Any]:
    return _counting(overlap=False)


def forgets_fetched() -> Callable[..., Any]:
    return _counting(keeps="none")


def keeps_what_is_fetched_and_unused() -> Callable[..., Any]:
    return _counting(keeps="unused")


def first_use() -> Callable[..., Any]:
    return _counting(min)


def drops_only_inputs() -> Callable[..., Any]:
    return _counting(min, unused="kept")


def drops_a_step_late(unused: str = "dropped") -> Callable[..., Any]:
    return _counting(late=1, unused=unused)


def drops_what_nobody_uses_late() -> Callable[..., Any]:
    return _counting(unused="dropped late")


def set_of_sizes() -> Callable[..., Any]:
    return _counting(add=lambda sizes: sum(set(sizes)))


def until_the_next_step() -> Callable[..., Any]:
    return _keeping(lambda steps, number: steps[number + 1 : number + 2])


def measures_what_is_left() -> Callable[..., Any]:
    return _keeping(lambda steps, number: steps[number + 1 :], first_drops=True)


def largest_value() -> Callable[..., Any]:
    return lambda steps, fetched: max(size for _, _, size in steps)


def keeps_what_nobody_uses() -> Callable[..., Any]:
    return _counting(unused="kept")


def leaves_out_what_nobody_uses() -> Callable[..., Any]:
    return _counting(unused="never held")


def one_step_at_a_time() -> Callable[..., Any]:
    def peak(steps: list[Step], fetched: list[str]) -> int:
        sizes = {name: size for name, _inputs, size in steps}
        return max(size + sum(sizes[name] for name in inputs) for _name, inputs, size in steps)

    return peak


def the_end() -> Callable[..., Any]:
    return lambda steps, fetched: sum(size for name, _, size in steps if name in fetched)


WRONG_WAYS = (
    never_frees,
    frees_inputs_first,
    forgets_fetched,
    keeps_what_is_fetched_and_unused,
    first_use,
    drops_only_inputs,
    drops_a_step_late,
    lambda: drops_a_step_late("dropped late"),
    drops_what_nobody_uses_late,
    until_the_next_step,
    measures_what_is_left,
    largest_value,
    keeps_what_nobody_uses,
    leaves_out_what_nobody_uses,
    one_step_at_a_time,
    the_end,
)
