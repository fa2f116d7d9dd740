"""Probes of chapter 05: calls with data and with functions.

A formula of the challenge is Python code, such as "x * y + 2.5". An answer that would not end is stopped.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from grader.evidence.probes.bounded import Budget, within
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import probe
from grader.evidence.probes.watching import new_graph, watched
from grader.languages import N_, ngettext

MOST_CALLS = 1000
MOST_LOOKS = 50_000


def evaluate(formula: str, names: Mapping[str, Any]) -> Any:
    """The value of a formula; its "exp" is the method. The file's name is no student's: see `raised`."""
    known = {"exp": lambda number: number.exp(), **names}
    return eval(compile(formula, "formula", "eval"), known)


def results(tf: Any, function: Callable[..., Any], calls: Iterable[Sequence[Any]]) -> list[Any]:
    """What a function gives, called with each of these arguments, in a new graph each time."""
    found = []
    for arguments in calls:
        with new_graph(tf), watched(tf):
            found.append(within(function, *arguments))
    return found


@probe("autodiff/plain")
def plain(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls a function on copies of plain values, once for each entry of `inputs["calls"]`.

    Too many look-ups in a dictionary stop it.
    """
    return results(tf, needs_function(answers[0]), map(_copies, inputs["calls"]))


def _copies(arguments: Sequence[Any]) -> list[Any]:
    copies = copy.deepcopy(list(arguments))
    return [Looked(one) if isinstance(one, dict) else one for one in copies]


class Looked(dict[str, Any]):
    """A dictionary that stops an answer that walks along every path of a graph."""

    def __init__(self, nodes: dict[str, Any]):
        super().__init__(nodes)
        self.budget = Budget(
            MOST_LOOKS,
            N_(
                "your code looks up the nodes of this graph more than {amount} times. Compute the value and "
                "the slope of each node once, not once for every path"
            ),
        )

    def __getitem__(self, name: str) -> Any:
        self.budget.spend()
        return super().__getitem__(name)


@probe("autodiff/functions")
def functions(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(f, *arguments)` for each of inputs["programs"]: a formula, its names, and the arguments.

    f takes one number if the names are a string, and a list of numbers if they are a list. Where a program
    has a limit, its f shares this many calls with those after it: the values of all further calls are wrong.
    """
    calls = []
    terms: Iterator[int] = iter(())
    for one in inputs["programs"]:
        if "limit" in one:
            terms = _terms(one["limit"])
        calls.append([_function(one["formula"], one["names"], terms), *_copies(one["arguments"])])
    return results(tf, needs_function(answers[0]), calls)


def _terms(calls: int) -> Iterator[int]:
    """Is added to the value of each call: 0 at first. A generator cannot be copied or set back."""
    yield from [0] * calls
    yield from (number * number for number in count(1))


def _function(formula: str, names: str | list[str], terms: Iterator[int]) -> Callable[[Any], Any]:
    value = evaluate(f"lambda {', '.join(names)}: {formula}", {})
    budget = Budget(
        MOST_CALLS, N_("your code calls the function that it was given more than {amount} times")
    )

    def f(point: Any) -> Any:
        budget.spend()
        values = [point] if isinstance(names, str) else list(point)
        if len(values) != len(names):
            raise ValueError(
                ngettext(
                    "this function takes a list of {count} number, but it was called with {given}",
                    "this function takes a list of {count} numbers, but it was called with {given}",
                    len(names),
                ).format(count=len(names), given=len(values))
            )
        return value(*values) + next(terms, 0)

    return f
