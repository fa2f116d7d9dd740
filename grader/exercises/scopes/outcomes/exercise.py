"""The exercise on what a scope gives: a variable made, one found again, or a ValueError."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import UNREADABLE, Case, WrongAnswer, describe
from grader.languages import _

SCOPES = ("layer", "encoder", "block", "tower", "stage", "net")
SHARED = ("weights", "bias", "threshold", "scale")
OWN = ("step", "count", "total")

Step = list[Any]

# ------------------------------------------------------------------------------------- programs


def _draw(rng: np.random.Generator) -> Challenge:
    """Three programs with the same words: one that is not begun in an empty graph meets the others."""
    scopes, shared = _words(rng, SCOPES, 3), _words(rng, SHARED, 2)
    own = str(rng.choice(OWN))
    programs = [program(rng, scopes, shared, own) for program in (_names, _reuse, _inherited)]
    return Challenge("scopes/programs", {"programs": programs})


def _words(rng: np.random.Generator, words: tuple[str, ...], count: int) -> list[str]:
    return [str(word) for word in rng.choice(words, count, replace=False)]


def _mixed(rng: np.random.Generator, parts: list[Any]) -> list[Any]:
    return [parts[int(place)] for place in rng.permutation(len(parts))]


def _names(rng: np.random.Generator, scopes: list[str], shared: list[str], own: str) -> list[Step]:
    """A scope opened three times: what get_variable finds, and where tf.Variable goes."""
    (outer, *_rest), (w, b) = scopes, shared
    both: list[Step] = [["get_variable", w], ["Variable", own]]
    blocks = (
        (None, both),
        (True, _mixed(rng, both)),
        # Something follows the error.
        (None, [*_mixed(rng, [["Variable", own], ["get_variable", w]]), ["get_variable", b]]),
    )
    program: list[Step] = []
    for reuse, asked in blocks:
        program += [["open", outer, reuse], *asked, ["close"]]
    return program


def _reuse(rng: np.random.Generator, scopes: list[str], shared: list[str], own: str) -> list[Step]:
    """What was never made, what was made by tf.Variable, what is asked for twice, and no scope at all."""
    (one, other, _rest), (w, b) = scopes, shared
    program: list[Step] = [["open", one, None], ["get_variable", w], ["Variable", own], ["close"]]
    absent: list[Step] = [["open", one, True], ["get_variable", b], ["get_variable", w], ["close"]]
    not_shared: list[Step] = [["open", one, True], ["get_variable", own], ["close"]]
    elsewhere: list[Step] = [["open", other, True], ["get_variable", w], ["close"]]
    again: list[Step] = [["open", one, False], ["get_variable", w], ["get_variable", b], ["close"]]
    outside: list[Step] = [["get_variable", w], ["Variable", own], ["get_variable", w]]
    # Asking in vain makes nothing: `absent` comes before `again`, and the last step closes nothing.
    made: list[Step] = [["open", one, True], ["get_variable", b], ["close"]]
    parts = [absent, *_mixed(rng, [not_shared, elsewhere, again]), made, outside]
    return sum(parts, program)


def _inherited(
    rng: np.random.Generator, scopes: list[str], shared: list[str], own: str
) -> list[Step]:
    """Scopes in scopes: reuse goes inwards, and False does not stop it."""
    (outer, inner, deep), (w, b) = scopes, shared

    def nested(*reuse: bool | None, asked: list[Step]) -> list[Step]:
        opened: list[Step] = [
            ["open", name, one] for name, one in zip((outer, inner, deep), reuse, strict=False)
        ]
        return opened + asked + [["close"] for _ in opened]

    ended: list[Step] = [["get_variable", w], ["close"]]
    make = nested(None, None, asked=[["get_variable", w], ["Variable", own]])
    blocks: list[list[Step]] = [
        nested(True, False, asked=[["get_variable", w], ["Variable", own]]),
        nested(True, None, asked=[["get_variable", w], ["get_variable", b]]),
        nested(None, True, False, asked=[["get_variable", b]]),
        [["open", outer, None], ["open", inner, True], *ended, ["get_variable", b], ["close"]],
    ]
    return sum(_mixed(rng, blocks), make)


def _paste(challenge: Challenge) -> str:
    lines = [""]
    for step in challenge.inputs["programs"][0]:
        lines[-1] += f"{step}, "
        if step == ["close"]:
            lines.append("")
    return "\n".join(["outcomes([", *(f"    {line.strip()}" for line in lines if line), "])"])


# ------------------------------------------------------------------------------------- observing


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if not isinstance(result, list) or len(result) != 3:
        raise WrongAnswer(_(UNREADABLE))
    return [_told(part) for part in result]


def _told(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if isinstance(result, np.ndarray):
        result = result.tolist()
    if not isinstance(result, (list, tuple)):
        raise WrongAnswer(
            _("expected a list of strings, but {function} returns {found}").format(
                function="outcomes", found=describe(result)
            )
        )
    return list(result)


OUTCOMES = exercise(
    id="scopes/outcomes",
    title="Made, found, or refused?",
    answers=("outcomes",),
    cases=(
        Case(
            "a scope that is opened again and again",
            1,
            visible=True,
            gate=True,
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
