"""The exercise on the fewest passes that give all slopes (row A6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, agree, describe, reports, text_of
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
    """The list of passes of the first call, and those of the others; in words, where one is no pass."""
    calls = challenge.inputs["calls"]
    shown, *others = (
        found if isinstance(found, Raised) else _what_is_wrong(found, *sizes) or list(found)
        for found, sizes in zip(reports(evidence, len(calls)), calls, strict=True)
    )
    if isinstance(shown, str):
        raise WrongAnswer(shown)
    wrong = next((one for one in others if not isinstance(one, list)), None)
    told = [
        _in_words(one, *sizes)
        for one, sizes in zip(others, calls[1:], strict=True)
        if isinstance(one, list)
    ]
    return [shown, wrong or told]


def _what_is_wrong(found: Any, inputs: int, outputs: int) -> str:
    """Why what an answer returns is no list of passes; empty if it is one."""
    if not isinstance(found, (list, tuple)):
        return _("expected a list of passes, but `passes` returns {found}").format(
            found=describe(found)
        )
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
    if not isinstance(slopes, (list, tuple, np.ndarray)) or len(slopes) != length:
        return False
    return all(
        np.ndim(one) == 0 and np.asarray(one).dtype.kind in "iuf" and bool(abs(one) < LARGEST)
        for one in slopes
    )


def _ranks(passes: Sequence[Any]) -> tuple[int, int, int]:
    """How many passes of forward mode are independent, of the backward ones, and of those with values."""
    start = next(
        (at for at, (kind, _slopes) in enumerate(passes) if kind != "backward"), len(passes)
    )
    chosen = (
        [slopes for kind, slopes in passes if kind == "forward"],
        [slopes for kind, slopes in passes if kind == "backward"],
        [slopes for kind, slopes in passes[start:] if kind == "backward"],
    )
    ahead, back, with_values = (
        int(np.linalg.matrix_rank(np.asarray(one, np.float64))) if one else 0 for one in chosen
    )
    return ahead, back, with_values


def gives_all(passes: Sequence[Any], inputs: int, outputs: int) -> bool:
    """Whether all slopes can be read from these passes.

    f independent passes of forward mode and b independent backward passes leave (inputs - f) * (outputs - b)
    slopes unknown.
    """
    ahead, _back_in_all, back = _ranks(passes)
    return ahead == inputs or back == outputs


def _gives_all_and_no_more(passes: Sequence[Any]) -> bool:
    """Whether all slopes can be read from these passes, all of one mode, and from no part of them."""
    kinds = [kind for kind, _slopes in passes]
    ahead, _back_in_all, back = _ranks(passes)
    if set(kinds) == {"forward"}:
        return ahead == len(passes) == len(passes[0][1])
    if len(kinds) < 2 or kinds[0] == "backward" or set(kinds[1:]) != {"backward"}:
        return False
    return back == len(passes) - 1 == len(passes[1][1])


def _as_good(expected: Any, got: Any) -> bool:
    """Whether two lists of passes are equally long and equally good.

    Two that give all and no more may be of different modes: if these are equally long, none is shorter.
    """
    if not (isinstance(expected, list) and isinstance(got, list)):
        return agree(expected, got)
    if len(expected) != len(got):
        return False
    if _gives_all_and_no_more(expected) and _gives_all_and_no_more(got):
        return True
    return _kinds(expected) == _kinds(got) and _ranks(expected) == _ranks(got)


def _kinds(passes: Sequence[Any]) -> list[str]:
    return sorted(kind for kind, _slopes in passes)


def _in_words(passes: Sequence[Any], inputs: int, outputs: int) -> str:
    """The same for every list of passes that is right; otherwise what it has and what it lacks."""
    if len(passes) == min(inputs, outputs + 1) and gives_all(passes, inputs, outputs):
        return f"{len(passes)} passes give all"
    return f"{' '.join(_kinds(passes))}, {_ranks(passes)}"


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
