"""The exercise on the fewest passes that give all slopes (row A6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.autodiff.evidence import results
from grader.judging import Case, Exercise, Misconception, WrongAnswer, agree, describe, text_of
from grader.languages import _

Pass = tuple[str, list[float]]
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
        for found, sizes in zip(results(evidence, len(calls)), calls, strict=True)
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


def _units(kind: str, count: int) -> list[Pass]:
    """One pass for each input or output, with a 1 there and zeros elsewhere."""
    return [(kind, [1.0 if i == j else 0.0 for j in range(count)]) for i in range(count)]


def _ahead(inputs: int, outputs: int) -> list[Pass]:
    return _units("forward", inputs)


def _back(inputs: int, outputs: int) -> list[Pass]:
    return [("run", []), *_units("backward", outputs)]


def _chosen(ahead: Callable[[int, int], bool]) -> Callable[..., Any]:
    """Forward mode for such numbers of inputs and outputs, otherwise reverse mode."""
    return lambda inputs, outputs: (_ahead if ahead(inputs, outputs) else _back)(inputs, outputs)


def _fewest() -> Callable[..., Any]:
    return _chosen(lambda n, m: n <= m)


def _always_ahead() -> Callable[..., Any]:
    return _chosen(lambda n, m: True)


def _always_back() -> Callable[..., Any]:
    return _chosen(lambda n, m: False)


def _ahead_in_a_tie(inputs: int, outputs: int) -> bool:
    return inputs <= outputs + 1


def _run_is_free() -> Callable[..., Any]:
    return _chosen(lambda n, m: n < m)


def _other_way_round() -> Callable[..., Any]:
    return _chosen(lambda n, m: n > m)


def _without_values() -> Callable[..., Any]:
    return lambda inputs, outputs: [one for one in _fewest()(inputs, outputs) if one[0] != "run"]


def _without_values_after_a_tie() -> Callable[..., Any]:
    chosen = _chosen(_ahead_in_a_tie)
    return lambda inputs, outputs: [one for one in chosen(inputs, outputs) if one[0] != "run"]


def _always_without_values() -> Callable[..., Any]:
    return lambda inputs, outputs: _units("backward", outputs)


def _runs_first(ahead: Callable[[int, int], bool]) -> Callable[[], Callable[..., Any]]:
    """A run before any passes; forward mode for such numbers of inputs and outputs."""

    def passes(inputs: int, outputs: int) -> Any:
        found = _chosen(ahead)(inputs, outputs)
        return [("run", []), *(one for one in found if one[0] != "run")]

    return lambda: passes


def _runs_each_time(ahead: Callable[[int, int], bool]) -> Callable[[], Callable[..., Any]]:
    """A run before each backward pass; forward mode for such numbers of inputs and outputs."""

    def passes(inputs: int, outputs: int) -> Any:
        if ahead(inputs, outputs):
            return _ahead(inputs, outputs)
        return [one for back in _units("backward", outputs) for one in (("run", []), back)]

    return lambda: passes


def _all_at_once(ahead: Callable[[int, int], bool]) -> Callable[[], Callable[..., Any]]:
    """One pass with a 1 everywhere; forward mode for such numbers of inputs and outputs."""

    def passes(inputs: int, outputs: int) -> Any:
        if ahead(inputs, outputs):
            return [("forward", [1.0] * inputs)]
        return [("run", []), ("backward", [1.0] * outputs)]

    return lambda: passes


def _same_each_time(find: Callable[..., Any]) -> Callable[[], Callable[..., Any]]:
    """The passes that are found, all with the same slopes."""

    def passes(inputs: int, outputs: int) -> Any:
        return [(kind, [1.0] * len(slopes)) for kind, slopes in find(inputs, outputs)]

    return lambda: passes


WITHOUT_VALUES = (
    "your backward passes come before anything has gone forward. They need the values: start with "
    "a run."
)

ONE_RUN = (
    "you go forward again before each backward pass. The values stay the same: one run serves "
    "them all."
)
THE_SAME_START = (
    "you start all passes with the same slopes, or with multiples of them, so they find nothing new after "
    "the first. Start each pass with a single 1, each time in another place."
)

PASSES = Exercise(
    id="autodiff/passes",
    title="The fewest passes",
    answers=("passes",),
    cases=(
        Case(
            "many inputs and few outputs",
            1,
            visible=True,
            gate=True,
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
    reference=_fewest,
    misconceptions=(
        Misconception(
            "always-forward",
            _always_ahead,
            "you always use forward mode, one pass per input. With many inputs and few outputs, going back "
            "from the outputs takes fewer passes.",
        ),
        Misconception(
            "always-backward",
            _always_back,
            "you always go back from the outputs. Where there are no more inputs than outputs, forward mode "
            "takes fewer passes: one per input, and no run before them.",
        ),
        Misconception(
            "the-other-way-round",
            _other_way_round,
            "it is the other way round: forward mode pays for each input, and reverse mode for each output. "
            "Start from the end where there are fewer.",
        ),
        Misconception(
            "the-run-is-free",
            _run_is_free,
            "you leave the run out of the comparison. It is a pass like the others: with as many inputs as "
            "outputs, forward mode is shorter by one.",
        ),
        Misconception("backward-without-values", _without_values, WITHOUT_VALUES),
        Misconception(
            "backward-without-values-after-a-tie", _without_values_after_a_tie, WITHOUT_VALUES
        ),
        Misconception("always-backward-without-values", _always_without_values, WITHOUT_VALUES),
        *(
            Misconception(name, _runs_each_time(ahead), ONE_RUN)
            for name, ahead in (
                ("a-run-for-each-output", lambda n, m: n <= m),
                ("always-a-run-for-each-output", lambda n, m: False),
                ("a-run-for-each-output-after-a-tie", _ahead_in_a_tie),
                ("the-shorter-one-with-a-run-for-each-output", lambda n, m: n <= 2 * m),
            )
        ),
        *(
            Misconception(
                name,
                _runs_first(ahead),
                "forward mode computes the values on its way. It needs no run before it.",
            )
            for name, ahead in (
                ("a-run-before-forward-mode", lambda n, m: n <= m),
                ("a-run-before-forward-mode-after-a-tie", _ahead_in_a_tie),
                ("a-run-before-fewer-inputs", lambda n, m: n < m),
            )
        ),
        *(
            Misconception(
                name,
                _all_at_once(ahead),
                "a pass that starts with a 1 everywhere gives sums of slopes, and you can't recover the "
                "individual slopes from a sum. Start each pass with a single 1.",
            )
            for name, ahead in (
                ("all-at-once", lambda n, m: n <= m),
                ("all-at-once-after-a-tie", _ahead_in_a_tie),
                ("always-all-inputs-at-once", lambda n, m: True),
            )
        ),
        Misconception("the-same-start-each-time", _same_each_time(_fewest()), THE_SAME_START),
        Misconception(
            "the-same-start-each-time-after-a-tie",
            _same_each_time(_chosen(_ahead_in_a_tie)),
            THE_SAME_START,
        ),
        Misconception(
            "the-same-start-each-time-going-back", _same_each_time(_back), THE_SAME_START
        ),
    ),
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
