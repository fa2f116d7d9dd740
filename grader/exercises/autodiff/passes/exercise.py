"""The exercise on the fewest passes that give all slopes (row A6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, agree, describe, reports, text_of, together
from grader.languages import _

LARGEST = 1e6  # of the slopes that a pass starts with


def _draw(rng: np.random.Generator) -> Challenge:
    # As many inputs as outputs, where the run decides, and one more, where both ways cost the same.
    many, same, tie, wide = (int(number) for number in rng.permutation(np.arange(3, 7)))
    calls = [
        [int(rng.integers(5, 8)), 2],
        [same, same],
        [tie + 1, tie],
        [many, many + int(rng.integers(1, 4))],
        [wide + 2, wide],
        [1, wide],
        [wide, 1],
        [1, 1],
    ]
    return Challenge("autodiff/plain", {"calls": calls})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """The passes of the first call, and what is to be said of those of the others."""
    calls = challenge.inputs["calls"]
    shown, *others = reports(evidence, len(calls))
    if not isinstance(shown, Raised) and (wrong := _what_is_wrong(shown, *calls[0])):
        raise WrongAnswer(wrong)
    told = [
        one if isinstance(one, Raised) else _what_is_wrong(one, *sizes) or _in_words(one, *sizes)
        for one, sizes in zip(others, calls[1:], strict=True)
    ]
    return [shown, together(told)]


def _what_is_wrong(found: Any, inputs: int, outputs: int) -> str:
    """Why what an answer returns is no list of passes; empty if it is one."""
    if not isinstance(found, (list, tuple)):
        told = _("expected a list of passes, but `passes` returns {found}")
        return told.format(found=describe(found))
    lengths = {"run": 0, "forward": inputs, "backward": outputs}
    for one in found:
        kind, slopes = one if isinstance(one, (list, tuple)) and len(one) == 2 else (None, None)
        if not (isinstance(kind, str) and kind in lengths and _are(slopes, lengths[kind])):
            return _(
                'a pass is ("run", []), ("forward", ...) with one number per input, or ("backward", ...) '
                "with one number per output; `passes({inputs}, {outputs})` contains {found}"
            ).format(inputs=inputs, outputs=outputs, found=text_of(one))
    return ""


def _are(slopes: Any, length: int) -> bool:
    """Whether these are so many finite numbers, in a list, a tuple or an array."""
    if isinstance(slopes, np.ndarray):
        slopes = slopes.tolist()
    if not isinstance(slopes, (list, tuple)) or len(slopes) != length:
        return False
    return all(
        np.ndim(one) == 0 and np.asarray(one).dtype.kind in "iuf" and bool(abs(one) < LARGEST)
        for one in slopes
    )


def gives_all(passes: Sequence[Any], inputs: int, outputs: int) -> bool:
    """Whether all slopes can be read from these passes.

    f independent passes of forward mode and b independent backward passes leave (inputs - f) * (outputs - b)
    slopes unknown.
    """
    ahead, _back_in_all, back = _ranks(passes)
    return ahead == inputs or back == outputs


def _ranks(passes: Sequence[Any]) -> tuple[int, int, int]:
    """How many passes of forward mode are independent, of the backward ones, and of those with values."""
    with_values = list(dropwhile(lambda one: one[0] == "backward", passes))
    return _rank(passes, "forward"), _rank(passes, "backward"), _rank(with_values, "backward")


def _rank(passes: Sequence[Any], mode: str) -> int:
    slopes = [slopes for kind, slopes in passes if kind == mode]
    return int(np.linalg.matrix_rank(np.asarray(slopes, np.float64))) if slopes else 0


def _as_good(expected: Any, got: Any) -> bool:
    """Whether two lists of passes are equally long and equally good."""
    if isinstance(expected, Raised) or isinstance(got, Raised):
        return agree(expected, got)
    return _quality(expected) == _quality(got)


def _quality(passes: Sequence[Any]) -> str:
    """The modes and the ranks. To go back, a first pass of forward mode is as good as a run."""
    kinds = [kind for kind, _slopes in passes]
    if "backward" in kinds and kinds[0] == "forward":
        return _quality([("run", []), *passes[1:]])
    return f"{' '.join(sorted(kinds))}, {_ranks(passes)}"


def _in_words(passes: Sequence[Any], inputs: int, outputs: int) -> str:
    """The same for every list of passes that is right; otherwise what it has and what it lacks."""
    if len(passes) == min(inputs, outputs + 1) and gives_all(passes, inputs, outputs):
        return f"{len(passes)} passes give all"
    return _quality(passes)


def _paste(challenge: Challenge) -> str:
    inputs, outputs = challenge.inputs["calls"][0]
    return f"passes({inputs}, {outputs})"


PASSES = exercise(
    id="autodiff/passes",
    title="The fewest passes",
    answers=("passes",),
    cases=(
        Case.shown(
            "many inputs and few outputs",
            1,
            agree=_as_good,
            advice="Your list does not give all slopes in the fewest passes. (It may differ from the "
            "expected one, but it must give them all and be just as short.) A backward pass gives the "
            "slopes of one output with respect to all inputs, but only after a run or a forward-mode pass; "
            "a forward-mode pass gives the slopes of all outputs with respect to one input.",
        ),
        Case(
            "other sizes: more inputs than outputs, fewer, or equally many; a single input or a single "
            "output",
            1,
            advice="Your list is right for many inputs and few outputs, but not for all sizes. "
            "How long is it in forward mode, and how long in reverse mode, the run included? Take the "
            "shorter one.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "A forward-mode pass starts at the inputs and reaches all outputs. A backward pass starts at the "
        "outputs and reaches all inputs. How many of each give all slopes?",
        "In forward mode, give one input the slope 1 and the others 0, then the next input. Going back, do "
        "the same with the outputs.",
        "Forward mode needs one pass per input; reverse mode one per output, and the run. Build both lists, "
        "and return the shorter one.",
    ),
    paste=_paste,
)
