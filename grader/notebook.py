"""What a notebook imports: `from grader.notebook import tf, check, hint, show, trace`.

It also has `predict`, `compare` and `replay`; the index imports `progress`.

`tf` is TensorFlow's `compat.v1` with v2 behaviour off, or `grader.engine` if the environment has
GRADER_BACKEND=engine or TensorFlow is not installed (grader/back_end.py). The same notebook runs on
either. Imports in functions are slow, or of rooms that are missing in a sandbox.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
from pathlib import Path
from typing import Any

from grader import back_end, browser, evidence, pictures, predictions
from grader.languages import _, listed, ngettext, tag

__all__ = [
    "CheckFailed",
    "check",
    "compare",
    "hint",
    "predict",
    "progress",
    "replay",
    "show",
    "tf",
    "trace",
]


class CheckFailed(Exception):
    """Raised by `check` when points are missing; the message is one line.

    Jupyter shows only that line: a traceback into the grader would help nobody.
    """

    def _render_traceback_(self) -> list[str]:
        return [f"CheckFailed: {self}"]


tf = back_end.load()

_hints_shown: dict[str, int] = {}
# The explanation of a mistake that the last check named, until a hint has shown it.
_mistakes: dict[str, str] = {}
# What the last check of each exercise asked, for `replay`.
_checked: dict[str, Any] = {}
_predictions = predictions.Memory()


def _working_folder() -> Path:
    try:
        return Path.cwd()
    except OSError:  # it was deleted
        return Path(os.devnull)


# The notebook's folder, even if a cell changes the working folder later.
_started_in = _working_folder()
browser.settle(_started_in)


def check(exercise: str, *answers: Any) -> float | None:
    """Judges the answers of an exercise and shows the verdict as a table.

    exercise: its id, "graphs/polynomial".
    answers: what the exercise asks for, in order: functions, tensors, values.
    The points are recorded for `progress`. If points are missing, raises CheckFailed with the score
    and the reason in one line. Only when nbgrader itself runs the cell for grading, some of the points
    are returned instead, since nbgrader takes a cell's number for partial credit.
    """
    if not _judge_is_here():
        print(_("{exercise}: judged outside this notebook.").format(exercise=exercise))
        return None
    from grader import judging
    from grader import progress as records
    from grader.class_file import read_given

    found = _find(exercise)
    if len(answers) != len(found.answers):
        raise CheckFailed(
            ngettext(
                "{exercise} takes {count} answer, got {given}; write {line}",
                "{exercise} takes {count} answers, got {given}; write {line}",
                len(found.answers),
            ).format(
                exercise=exercise,
                count=len(found.answers),
                given=len(answers),
                line=found.check_line,
            )
        )
    seed = os.urandom(16)
    challenge = judging.draw(found, seed)
    data = evidence.collect(challenge, answers, tf)
    try:
        with back_end.collection_paused():  # which takes a tenth of the time
            verdict = judging.judge(found, challenge, data)
    except judging.CannotJudge as error:
        verdict = _verdict_of_tensorflow(exercise, seed, data)
        if verdict is None:
            told = _("{name}: {text}").format(name=exercise, text=error)
            raise CheckFailed(told) from None
    except judging.JudgeError as error:
        raise CheckFailed(_("{error} Please report it.").format(error=error)) from None
    records.record(verdict.exercise, verdict.points, records.course_folder(_started_in))
    verdict = verdict.worth(read_given(records.chapters_folder(_started_in)).worth(found))
    _display(judging.to_html(verdict), judging.to_text(verdict))
    _remember(found, challenge, answers, verdict)
    if verdict.full:
        return None
    if verdict.points and os.environ.get("NBGRADER_EXECUTION") == "autograde":
        return verdict.points
    raise CheckFailed(
        _("{exercise}: {points} of {max_points} points; the reason is above.").format(
            exercise=exercise,
            points=judging.text_of(verdict.points),
            max_points=judging.text_of(verdict.max_points),
        )
    )


def _verdict_of_tensorflow(exercise: str, seed: bytes, data: bytes) -> Any:
    """The verdict on an answer that the engine lacks something for, or None."""
    if not tf.__name__.startswith("tensorflow"):
        return None
    from grader import tensorflow_judge

    return tensorflow_judge.verdict_of(exercise, seed, data)


def _remember(exercise: Any, challenge: Any, answers: tuple[Any, ...], verdict: Any) -> None:
    """Keeps the visible case of this check for `replay`, and the named mistake for `hint`."""
    from grader import judging, replaying

    code = judging.pasted(exercise, challenge)
    shown = (case.expected for case in verdict.cases if case.expected is not None)
    named = dict(zip(exercise.answers, answers, strict=True))
    _checked[exercise.id] = replaying.Checked(code, named, next(shown, None))
    mistake = next((m for m in exercise.misconceptions if m.name == verdict.misconception), None)
    if mistake is None:
        _mistakes.pop(exercise.id, None)
    else:
        _mistakes[exercise.id] = mistake.explanation


def replay(exercise: str) -> Any:
    """Runs the case shown by your last check again: its input, what was expected, what you got.

    If your answer runs a graph, its last run is shown step by step, as `trace` does. Returns an
    object with `code`, `expected` and `got`. Raises CheckFailed before the first check.
    """
    if not _judge_is_here():
        return None
    from grader import replaying

    found = _find(exercise)
    checked = _checked.get(found.id)
    if checked is None:
        raise CheckFailed(
            _("there is nothing to replay yet; run {line} first").format(line=found.check_line)
        )
    if not checked.code:
        raise CheckFailed(_("{exercise} has no case to replay").format(exercise=exercise))
    return replaying.replay(checked, tf)


def hint(exercise: str) -> None:
    """Shows the next hint for an exercise, from the gentlest on.

    If a check has named your mistake, the explanation comes first. After the last hint it says so.
    """
    if not _judge_is_here():
        return
    from grader.judging import capitalized, prose_html

    found = _find(exercise)
    hints = found.hints
    step = _hints_shown.get(exercise, 0)
    told = []
    if exercise in _mistakes:
        mistake = _mistakes.pop(exercise)
        told.append((_("About your last answer"), capitalized(_(mistake))))
    if step < len(hints):
        _hints_shown[exercise] = step + 1
        title = _("Hint {number} of {count}").format(number=step + 1, count=len(hints))
        told.append((title, _(hints[step])))
    else:
        seen = _("You have seen all {count}.")
        if found.paste:
            seen = _(
                'You have seen all {count}. replay("{exercise}") reruns the case shown by your last check.'
            )
        told.append((_("No more hints"), seen.format(count=len(hints), exercise=exercise)))
    _display(
        "".join(
            f"<details open lang='{tag()}'><summary>{title}</summary>{prose_html(text)}</details>"
            for title, text in told
        ),
        "\n".join(_("{name}: {text}").format(name=title, text=text) for title, text in told),
    )


def predict(name: Any = "", /, *others: Any, **guesses: Any) -> None:
    """Keeps your guesses for the next cell: predict("lifetimes/third-run", node=2, variable=...).

    `...` is no guess: predictions are not graded, and you can go on without. Never raises.
    """
    with contextlib.suppress(Exception):
        told = _predictions.predict(name, guesses, others)
        if not _is_grading():
            print(told)


def compare(name: Any = "", /, *others: Any, within: Any = None, **came: Any) -> None:
    """Shows what you predicted beside what came: compare("lifetimes/third-run", node=2, variable=4).

    within: how far a number may be off, relative to what came (0.1 is a tenth).
    Your first guess is remembered for `progress`. Never raises.
    """
    with contextlib.suppress(Exception):
        found = _predictions.compare(name, came, within, _record_prediction)
        _display(predictions.to_html(found), predictions.to_text(found))


def _record_prediction(name: str, right: bool) -> bool | None:
    """Keeps the first guess in the reader's progress; whether the one kept there is right."""
    if _is_grading() or not _judge_is_here():
        return None
    from grader import progress as records

    return records.record_prediction(name, right, records.course_folder(_started_in))


def _is_grading() -> bool:
    """Whether nbgrader, or our own sandbox, runs this notebook."""
    return bool(os.environ.get("NBGRADER_EXECUTION"))


def progress(chapter: str = "") -> None:
    """Shows what is solved so far, in the whole course or in one chapter, and what comes next.

    chapter: "01-graphs". Raises CheckFailed, with the names of all chapters, for any other.
    If there is no judge here, it says where to find the points.
    """
    if not _judge_is_here():
        # The same words are true in a notebook, before it is handed in, and on its feedback page.
        print(_("Judged outside this notebook: your points are at the top of its feedback page."))
        return
    from grader import progress as records

    here = records.chapters_folder(_started_in)
    chapters = records.of_reader(records.course_folder(_started_in), here)
    chosen = [one for one in chapters if chapter in ("", one.chapter)]
    if not chosen:
        names = listed(one.chapter for one in chapters)
        raise CheckFailed(
            _("there is no chapter {name!r}; available: {known}").format(name=chapter, known=names)
        )
    way_up = "../" if records.is_chapter(_started_in) else ""
    _display(records.to_html(chosen, way_up), records.to_text(chosen))


def show(thing: Any = None) -> None:
    """Draws a graph: the default graph, a `tf.Graph`, or all that a tensor or operation needs.

    Scopes are boxes: a click, or Enter, opens and closes them; in a large graph they start closed.
    A picture made by `grader.pictures` is displayed unchanged.
    """
    from IPython.display import display

    if not isinstance(thing, pictures.Picture):
        thing = pictures.graph_picture(tf.get_default_graph() if thing is None else thing)
    display(thing)


def trace(
    fetches: Any,
    feed_dict: Any = None,
    session: Any = None,
    *,
    apart: bool = False,
    by: Any = None,
) -> None:
    """Runs a part of the graph and shows it step by step: forward and back through its nodes.

    fetches, feed_dict: as for `session.run`. The engine of this course runs a copy of the graph, so
    nothing of yours changes.
    session: the session with the variables' values; by default the default session, or the initial
    values if there is none.
    apart: each entry of the list `fetches` is a separate run, one after the other, like several
    `eval` calls: trace([y, z], apart=True).
    by: tensors. Shows instead how each of the four methods differentiates `fetches`, one tensor,
    with respect to them, pass by pass: trace(y, {x: 3.0}, by=[x]).
    Raises TypeError or ValueError for what cannot be run; an error in a run is shown at its node.
    """
    from IPython.display import display

    from grader.pictures import stepper

    graph = stepper.graph_of(fetches, tf.get_default_graph())
    if session is None:
        default = tf.get_default_session()
        session = default if default is not None and default.graph is graph else None
    shown: Any
    if by is not None:
        shown = stepper.stepper_of_ways(fetches, by, feed_dict, session, graph=graph)
    else:
        shown = stepper.stepper_of_runs(fetches, feed_dict, session, apart=apart, graph=graph)
    display(shown)


def _judge_is_here() -> bool:
    """Whether this process can judge: while autograding, the judge's rooms are not mounted."""
    return importlib.util.find_spec("grader.exercises") is not None


def _find(exercise: str) -> Any:
    from grader import exercises

    try:
        return exercises.find(exercise)
    except LookupError as error:
        raise CheckFailed(error.args[0]) from None


def _display(html: str, text: str) -> None:
    from IPython.display import display

    display({"text/html": html, "text/plain": text}, raw=True)


if _judge_is_here():
    # Here, where everybody waits for `tf`, and not at the first check.
    importlib.import_module("grader.judging")
