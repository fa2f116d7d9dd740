"""Runs the visible case of the last check again: its input, its result, and each step of the run."""

from __future__ import annotations

import ast
import contextlib
import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.judging import text_of
from grader.languages import _, tag
from grader.pictures import stepper

# Of so many runs at most is a picture made; the last one is shown.
MAX_RUNS = 20


@dataclass(frozen=True)
class Checked:
    """The last `check` of an exercise.

    code: the visible case (see `Exercise.paste`).
    answers: the answers by their names.
    expected: what the table showed as expected, or None.
    """

    code: str
    answers: Mapping[str, Any]
    expected: str | None


@dataclass
class Run:
    """One `session.run` of the answer: what was fetched and fed, in which session."""

    session: Any
    fetches: Any
    feeds: Any


def evaluated(code: str, namespace: dict[str, Any]) -> Any:
    """Runs `code` in `namespace` as a notebook cell; the value of its last line, an expression.

    Raises whatever the code raises, and SyntaxError if its last line is not an expression.
    """
    *statements, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        raise SyntaxError(f"the last line of {code!r} is no expression")
    exec(compile(ast.Module(statements, []), "<case>", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "<case>", "eval"), namespace)


@contextlib.contextmanager
def runs_seen_by(tf: Any, see: Any) -> Iterator[None]:
    """In the block, `see(Run)` is called before each `session.run`."""
    owner = next(kind for kind in tf.Session.__mro__ if "run" in vars(kind))
    original = owner.run

    def run(
        session: Any, fetches: Any, feed_dict: Any = None, *others: Any, **keywords: Any
    ) -> Any:
        owner.run = original  # the runs of `see` itself are not seen
        try:
            see(Run(session, fetches, feed_dict))
        finally:
            owner.run = run
        return original(session, fetches, feed_dict, *others, **keywords)

    owner.run = run
    try:
        yield
    finally:
        owner.run = original


@dataclass
class Replay:
    """The visible case, run again.

    code: its input.
    got: what the answer gives now: a value, or the exception that it raised.
    expected: what the table showed as expected, or None.
    steps: the last run of the answer's graph, step by step (a picture), or None.
    runs: how many runs there were.
    """

    code: str
    got: Any
    expected: str | None
    steps: Any
    runs: int

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display({"text/html": self._html(), "text/plain": str(self)}, raw=True)
        if self.steps is not None:
            display(self.steps)

    def __str__(self) -> str:
        lines = [self.code, ""]
        if self.expected is not None:
            lines.append(_("expected: {value}").format(value=self.expected))
        lines.append(_("got: {value}").format(value=_told(self.got)))
        if self.steps is not None and self.runs > 1:
            lines.append(
                _("Of the {count} runs, the last is shown step by step.").format(count=self.runs)
            )
        return "\n".join(lines)

    def _html(self) -> str:
        style = "font-family:monospace;white-space:pre-wrap"
        return f'<pre lang="{tag()}" style="{style}">{html.escape(str(self))}</pre>'


def _told(value: Any) -> str:
    """A value as the table shows it; an exception with its message."""
    if isinstance(value, BaseException):
        return f"{type(value).__name__}: {value}"
    return text_of(value)


def replay(checked: Checked, tf: Any) -> Replay:
    """Runs the visible case again; the last run of a graph is also shown step by step."""
    namespace = {"tf": tf, "np": np, **checked.answers}
    steps: Any = None
    count = 0

    def see(run: Run) -> None:
        nonlocal steps, count
        count += 1
        steps = _steps(run) if count <= MAX_RUNS else None

    got: Any
    with runs_seen_by(tf, see):
        try:
            got = evaluated(checked.code, namespace)
        except Exception as error:
            got = error
    return Replay(checked.code, got, checked.expected, steps, count)


def _steps(run: Run) -> Any:
    """The run step by step, with its session's variables; None if there is no picture of it."""
    try:
        return stepper.stepper_of_runs(run.fetches, run.feeds, run.session, graph=run.session.graph)
    except Exception:  # a picture must not stop what it shows
        return None
