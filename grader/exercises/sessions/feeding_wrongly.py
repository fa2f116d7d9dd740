"""Mistakes of the exercise on wrong steps: what the judge compares wrong answers with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf

Feeds = Callable[[int, list[Any], list[Any]], dict[Any, Any]]


def finder(feeds: Feeds, differs: Callable[[Any, Any], Any]) -> Callable[[], Any]:
    """Runs each step in the bad session with what `feeds` gives, and compares with the good values."""

    def wrong_steps(good: Any, bad: Any, chain: Any) -> Any:
        values = good.run(chain)
        return [
            number
            for number in range(1, len(chain))
            if differs(bad.run(chain[number], feeds(number, chain, values)), values[number])
        ]

    return lambda: wrong_steps


def all_before(number: int, chain: list[Any], values: list[Any]) -> dict[Any, Any]:
    return dict(zip(chain[:number], values[:number], strict=True))


def differ(one: Any, other: Any) -> bool:
    return not np.array_equal(one, other)


find = finder(all_before, differ)()


def makes_of_them(change: Callable[[list[int], list[Any]], list[Any]]) -> Callable[[], Any]:
    """Finds the right steps, and returns what `change(found, chain)` makes of them."""
    return lambda: lambda good, bad, chain: change(find(good, bad, chain), chain)


def bad_values_in_good() -> Callable[..., Any]:
    return lambda good, bad, chain: find(bad, good, chain)


def bad_values_of_the_good_input() -> Callable[..., Any]:
    def wrong_steps(good: Any, bad: Any, chain: Any) -> Any:
        values = bad.run(chain, {chain[0]: good.run(chain[0])})
        return [
            number
            for number in range(1, len(chain))
            if differ(good.run(chain[number], all_before(number, chain, values)), values[number])
        ]

    return wrong_steps


def from_zero(left_out: int) -> Callable[[], Any]:
    """Begins at chain[0], and leaves out so many at the end."""

    def wrong_steps(good: Any, bad: Any, chain: Any) -> Any:
        values = good.run(chain)
        return [
            number
            for number in range(len(chain) - left_out)
            if differ(bad.run(chain[number], all_before(number, chain, values)), values[number])
        ]

    return lambda: wrong_steps


def initializes_first() -> Callable[..., Any]:
    """Initializes both sessions first."""

    def wrong_steps(good: Any, bad: Any, chain: Any) -> Any:
        for session in (good, bad):
            session.run(tf.global_variables_initializer())
        return find(good, bad, chain)

    return wrong_steps


def copies_the_variables() -> Callable[..., Any]:
    """Gives all variables of the bad session their values from the good one first."""

    def wrong_steps(good: Any, bad: Any, chain: Any) -> Any:
        for variable in tf.global_variables():
            bad.run(variable.initializer, {variable.initial_value: good.run(variable)})
        return find(good, bad, chain)

    return wrong_steps


def closes() -> Callable[..., Any]:
    def wrong_steps(good: Any, bad: Any, chain: Any) -> Any:
        with good, bad:
            return find(good, bad, chain)

    return wrong_steps


def compares_variables() -> Callable[..., Any]:
    """Compares the variable of each step, in the order in which they were made."""

    def wrong_steps(good: Any, bad: Any, chain: Any) -> Any:
        found = []
        for number, variable in enumerate(tf.global_variables()[1:]):
            if differ(good.run(variable), bad.run(variable)):
                found.append(number + 1)
        return found

    return wrong_steps
