"""The exercise on what a scope gives: a variable made, one found again, or a ValueError."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, listed, reports
from grader.languages import N_

SCOPES = ("layer", "encoder", "block", "tower", "stage", "net")
SHARED = ("weights", "bias", "threshold", "scale")
OWN = ("step", "count", "total")

Steps = list[list[Any]]


def _draw(rng: np.random.Generator) -> Challenge:
    """Three programs with the same words: one that is not begun in an empty graph meets the others."""
    words = *_mixed(rng, SCOPES)[:3], *_mixed(rng, SHARED)[:2], _mixed(rng, OWN)[0]
    programs = [make(rng, *words) for make in (_names, _reuse, _inherited)]
    calls = [[program] for program in programs]
    return Challenge("call", {"calls": calls, "one graph": True})


def _mixed(rng: np.random.Generator, parts: Sequence[Any]) -> list[Any]:
    return [parts[int(place)] for place in rng.permutation(len(parts))]


def _within(scope: str, reuse: bool | None, steps: Steps) -> Steps:
    return [["open", scope, reuse], *steps, ["close"]]


def _get(*names: str) -> Steps:
    return [["get_variable", name] for name in names]


def _names(
    rng: np.random.Generator, one: str, two: str, three: str, w: str, b: str, own: str
) -> Steps:
    """A scope opened three times: what get_variable finds, and where tf.Variable goes."""
    both: Steps = [*_get(w), ["Variable", own]]
    found = _within(one, True, _mixed(rng, both))
    # Something follows the error.
    return _within(one, None, both) + found + _within(one, None, _mixed(rng, both) + _get(b))


def _reuse(
    rng: np.random.Generator, one: str, two: str, three: str, w: str, b: str, own: str
) -> Steps:
    """What was never made, what was made by tf.Variable, what is asked for twice, and no scope at all."""
    not_shared, elsewhere = _within(one, True, _get(own)), _within(two, True, _get(w))
    again = _within(one, False, _get(w, b))
    # Asking in vain makes nothing: that comes before `again`, and the last step closes nothing.
    in_vain = _within(one, None, [*_get(w), ["Variable", own]]) + _within(one, True, _get(b, w))
    mixed = sum(_mixed(rng, [not_shared, elsewhere, again]), in_vain)
    return [*mixed, *_within(one, True, _get(b)), *_get(w), ["Variable", own], *_get(w)]


def _inherited(
    rng: np.random.Generator, one: str, two: str, three: str, w: str, b: str, own: str
) -> Steps:
    """Scopes in scopes: reuse goes inwards, however deep, and False does not stop it."""

    def nested(*reuse: bool | None, steps: Steps) -> Steps:
        for scope, again in [*zip((one, two, three), reuse, strict=False)][::-1]:
            steps = _within(scope, again, steps)
        return steps

    both: Steps = [*_get(w), ["Variable", own]]
    blocks = [
        nested(True, False, steps=both),
        nested(True, None, steps=_get(w, b)),
        nested(None, True, False, steps=_get(b)),
        nested(True, None, None, steps=_get(b)),
        _within(one, None, _within(two, True, _get(w)) + _get(b)),
    ]
    return sum(_mixed(rng, blocks), nested(None, None, steps=both))


def _paste(challenge: Challenge) -> str:
    lines = [""]
    for step in challenge.inputs["calls"][0][0]:
        lines[-1] += f"{step}, "
        if step == ["close"]:
            lines.append("")
    return "\n".join(["outcomes([", *(f"    {line.strip()}" for line in lines if line), "])"])


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    told = N_("expected a list of strings, but {function} returns {found}")
    return [listed(one, told, "outcomes", ordered=True) for one in reports(evidence, 3)]


OUTCOMES = exercise(
    id="scopes/outcomes",
    title="Made, found, or refused?",
    answers=("outcomes",),
    cases=(
        Case.shown(
            "a scope that is opened again and again",
            1,
            advice="Return the full names, with their scopes. Each `open` opens one "
            "`tf.variable_scope(name, reuse=reuse)`, and with it a name scope. If the same name is opened "
            "again, the name scope gets a number, which `get_variable` ignores. Reuse ends when the scope "
            "is closed. Without reuse, asking for the same name twice is a ValueError.",
        ),
        Case(
            "asking for what is missing, and for what is already there",
            1,
            advice="Without reuse, `get_variable` creates a variable, and asking twice is a ValueError. With "
            "`reuse=True`, it finds what `get_variable` created under this name in this program; anything "
            "else is a ValueError. Outside all scopes there is no reuse, and names have no prefix.",
        ),
        Case(
            "scopes inside scopes",
            2,
            advice="A scope inside a scope has both names in its prefix. It reuses if it says so itself or "
            "a scope around it does. Once it is closed, the outer scope is as it was before. A name "
            "scope gets a number if its whole name, with the scopes around it, is taken.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "You may let TensorFlow answer: do what the program says, in a new graph, and catch each ValueError.",
        "A `with` block cannot begin at one step of the program and end at a later one. Keep the open "
        "scopes in a list: `__enter__()` opens one, and `__exit__(None, None, None)` closes the last.",
        "Only `get_variable` can refuse: put the `try` around this one call, so that the program "
        "goes on. The name to return is `variable.op.name`.",
    ),
    paste=_paste,
)
