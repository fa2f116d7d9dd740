"""Grades one submission: bytes in, a `Result` out. Nothing here knows about folders or databases."""

from __future__ import annotations

import asyncio
import base64
import concurrent.futures
import html
import itertools
import re
import time
from dataclasses import dataclass, field, replace

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from grader.classroom.course.check_lines import check_line
from grader.classroom.course.earlier import as_answered
from grader.classroom.course.flags import no_evidence
from grader.classroom.course.plan import Plan, PlannedCell
from grader.classroom.course.reading import Rejected, read_notebook
from grader.classroom.course.result import FAILED, GRADED, REJECTED, Result
from grader.classroom.course.seeds import submission_seed
from grader.classroom.course.side_files import NONE, SideFiles
from grader.classroom.grading.restore import restore
from grader.classroom.judge.judge_client import (
    Judge,
    JudgeFailed,
    JudgeLacks,
    RenderedVerdict,
)
from grader.evidence.protocol import ACT, MIME, acts, expression, question
from grader.judging import DIGITS, Verdict
from grader.languages import ENGLISH, _, language, using
from grader.sandbox import Isolation, Limits, error_output
from grader.sandbox.session import SandboxSession, SessionBroken
from grader.sandbox.session_kinds import open_session

# All ASCII signs that Markdown may read as more than themselves (CommonMark, backslash escapes).
MARKUP = re.compile(r"[!-/:-@\[-`{-~]")


@dataclass(frozen=True)
class Settings:
    """How submissions are run.

    backend: "" for TensorFlow where it is installed, "engine" for the reference engine.
    kernels: "forked" or "ipykernel" (see `sandbox.session_kinds`); the verdicts are the same.
    language: the language of feedback, such as "zh_CN"; points do not depend on it.
    """

    isolation: Isolation
    limits: Limits = field(default_factory=Limits)
    backend: str = ""
    kernels: str = "forked"
    language: str = ENGLISH


@dataclass
class Progress:
    """What has been found so far while a notebook runs."""

    flags: list[str] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    unjudged: list[str] = field(default_factory=list)
    lacking: dict[str, str] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    points: float = 0.0


def grade(
    data: bytes,
    plan: Plan,
    secret: bytes,
    student: str,
    settings: Settings,
    judge: Judge,
    side: SideFiles = NONE,
) -> Result:
    """Grades a submitted file. Never raises, whatever the file contains or does.

    data: the file's bytes; secret: the course's (see `seeds`); judge: not shared with other threads;
    side: what was handed in beside it.
    """
    with using(settings.language):
        return _graded(data, plan, secret, student, settings, judge, side)


def _graded(
    data: bytes,
    plan: Plan,
    secret: bytes,
    student: str,
    settings: Settings,
    judge: Judge,
    side: SideFiles,
) -> Result:
    started = time.monotonic()
    try:
        notebook = read_notebook(data, f"{plan.notebook}.ipynb")
    except Rejected as refusal:
        return rejected(plan, student, str(refusal))
    try:
        plan, earlier = as_answered(plan, notebook)
        notebook, flags = restore(notebook, plan, side.files)
        seed = submission_seed(secret, plan.chapter, student, notebook, side.files)
        try:
            result = grade_notebook(notebook, plan, seed, student, settings, judge, side)
        except SessionBroken:  # our fault: try again in a new session
            result = grade_notebook(notebook, plan, seed, student, settings, judge, side)
    except SessionBroken as error:
        return failed(plan, student, str(error), time.monotonic() - started)
    except Exception as error:
        reason = _("grading failed: {error}").format(error=f"{type(error).__name__}: {error}")
        return failed(plan, student, reason, time.monotonic() - started)
    return result.flagged(*flags, *earlier)


def grade_notebook(
    notebook: NotebookNode,
    plan: Plan,
    seed: bytes,
    student: str,
    settings: Settings,
    judge: Judge,
    side: SideFiles = NONE,
) -> Result:
    """Grades a notebook that has been restored. `notebook` itself is not changed.

    Raises SessionBroken when no kernel can be started.
    """

    async def work() -> Result:
        with using(settings.language):
            return await _run_notebook(notebook, plan, seed, student, settings, judge, side)

    # In a new thread: the caller may have a running event loop (the formgrader does), and the
    # sandbox dies with the thread that started it.
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work()).result()


async def _run_notebook(
    notebook: NotebookNode,
    plan: Plan,
    seed: bytes,
    student: str,
    settings: Settings,
    judge: Judge,
    side: SideFiles,
) -> Result:
    started = time.monotonic()
    notebook = nbformat.from_dict(notebook)
    notebook.cells = [nbformat.from_dict(dict(cell)) for cell in notebook.cells]
    progress = Progress()
    async with open_session(
        settings.isolation,
        settings.limits,
        plan.files,
        settings.backend,
        settings.kernels,
        side.files,
    ) as session:
        stopped = ""
        for number, cell in enumerate(notebook.cells, start=1):
            if cell.cell_type != "code":
                continue
            planned = plan.cell(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
            judged = planned is not None and planned.automatic and bool(planned.exercise)
            if judged:
                assert planned is not None
                stopped = await _judge_cell(cell, planned, seed, session, judge, progress, stopped)
            else:
                await _run_cell(cell, planned, plan, number, session, progress, stopped)
            if not stopped:
                stopped = _why_stopped(session, cell, number, progress)
    told = side.told()
    if told:
        notebook.cells.insert(0, _note_on(told, notebook))
    nbformat.validate(notebook)
    result = Result(
        student=student,
        chapter=plan.chapter,
        notebook=plan.notebook,
        status=FAILED if set(progress.unjudged) - set(progress.lacking) else GRADED,
        points=round(progress.points, DIGITS),
        max_points=plan.max_points,
        seconds=time.monotonic() - started,
        message="",
        executed=nbformat.v4.writes(notebook),  # `nbformat.writes` would validate once more
        flags=tuple(progress.flags),
        limits=tuple(dict.fromkeys(progress.limits)),
        verdicts=tuple(progress.verdicts),
        unjudged=tuple(progress.unjudged),
        lacking=progress.lacking,
        language=language(),
    )
    return replace(result, message=_message(result, progress.troubles, told))


def _note_on(told: str, notebook: NotebookNode) -> NotebookNode:
    """A cell that says something about the submission; names that strangers chose are shown as they are."""
    taken = {cell.get("id") for cell in notebook.cells}
    name = next(n for n in map("side-files-{}".format, itertools.count()) if n not in taken)
    return new_markdown_cell(MARKUP.sub(r"\\\g<0>", told), id=name)


def _why_stopped(
    session: SandboxSession, cell: NotebookNode, number: int, progress: Progress
) -> str:
    """Why no further cell can run, as a phrase; "" if cells can still run."""
    if not session.alive:
        first = cell.source.strip().splitlines()[0][:60] if cell.source.strip() else ""
        told = _("the kernel died while running cell {number}, which begins with `{first}`").format(
            number=number, first=first
        )
        mark = _in_cell(number, "")
        limits = [text.removeprefix(mark) for text in progress.limits if text.startswith(mark)]
        return f"{told} ({limits[-1]})" if limits and limits[-1] != session.died_text() else told
    if session.spent >= session.limits.notebook_seconds:
        text = session.notebook_too_late()
        progress.limits.append(text)
        return text
    return ""


def _in_cell(number: int, limit: str) -> str:
    return _("cell {number}: {limit}").format(number=number, limit=limit)


async def _run_cell(
    cell: NotebookNode,
    planned: PlannedCell | None,
    plan: Plan,
    number: int,
    session: SandboxSession,
    progress: Progress,
    stopped: str,
) -> None:
    """Runs a student's cell, or a test cell without a `check` line, which is graded by whether it fails."""
    automatic = planned is not None and planned.automatic
    if stopped:
        cell.outputs = [error_output("NotRun", stopped)] if automatic else []
        return
    gone = "" if planned else check_line(cell.source)[0]
    if gone and not any(one.exercise == gone for one in plan.cells):
        text = _(
            "{exercise} is not among the exercises of this notebook today, and carries no points."
        )
        cell.outputs = [new_output("stream", text=text.format(exercise=gone) + "\n")]
        return
    run = await session.run(planned.test if automatic and planned else cell.source)
    cell.outputs, cell.execution_count = run.outputs, run.execution_count
    progress.limits += [_in_cell(number, limit) for limit in run.limits]
    if automatic and planned is not None:
        # As nbgrader counts it: an error is zero, a number is partial credit, anything else is full.
        points = planned.points if run.ended == "done" else 0.0
        cell.outputs = [
            output
            for output in run.outputs
            if not (output.output_type == "stream" and output.name == "stderr")
        ]
        progress.points += points


async def _judge_cell(
    cell: NotebookNode,
    planned: PlannedCell,
    seed: bytes,
    session: SandboxSession,
    judge: Judge,
    progress: Progress,
    stopped: str,
) -> str:
    """Judges one exercise and writes the verdict into its cell. Returns `stopped`, updated."""
    cell.outputs, cell.execution_count = [], None
    try:
        if stopped:
            rendered = judge.refuse(
                planned.exercise,
                _("this answer could not be judged: {reason}.").format(reason=stopped),
                planned.points,
            )
        else:
            rendered = await _judge_evidence(planned, seed, session, judge, progress)
            if not session.alive:
                stopped = _(
                    "the kernel died while the answer to {exercise} was being tried"
                ).format(exercise=planned.exercise)
    except JudgeFailed as error:
        again = judge.repeat(planned.exercise, planned.points)
        if again is None:
            _leave_to_a_person(cell, planned, error, progress)
            return stopped
        rendered = again
    verdict = rendered.verdict
    progress.points += verdict.points
    progress.verdicts.append(verdict)
    cell.outputs = [_verdict_output(rendered.html, verdict.points)]
    return stopped


def _leave_to_a_person(
    cell: NotebookNode, planned: PlannedCell, error: JudgeFailed, progress: Progress
) -> None:
    progress.unjudged.append(planned.grade_id)
    progress.troubles.append(str(error))
    text = _(
        "The grader could not judge this answer; that is not your fault. Your instructor will "
        "grade it."
    )
    if isinstance(error, JudgeLacks):
        progress.lacking[planned.grade_id] = error.name
        text = _(
            "The grader cannot judge this way of writing it, which uses {name}; that is not your "
            "fault. Your instructor will grade it."
        ).format(name=f"<code>{html.escape(error.name)}</code>")
    cell.outputs = [_verdict_output(f"<p>{text}</p>", 0.0)]


async def _judge_evidence(
    planned: PlannedCell, seed: bytes, session: SandboxSession, judge: Judge, progress: Progress
) -> RenderedVerdict:
    """Sends the challenge to the kernel and its evidence to the judge."""
    challenge = judge.draw(planned.exercise, seed)
    witnessed = None
    if acts(challenge):
        witnessed = await session.witnessed(question(planned.names, challenge), ACT)
    if witnessed is not None:
        evidence, run = witnessed
    else:
        text, run = await session.ask(expression(planned.names, challenge), MIME)
        try:
            evidence = base64.b64decode(text or "", validate=True)
        except ValueError:
            evidence = b""
    if run.limits:
        progress.limits += [f"{planned.exercise}: {limit}" for limit in run.limits]
        return judge.refuse(
            planned.exercise,
            _("your answer was tried, but {reason}.").format(reason=run.limits[0]),
            planned.points,
        )
    if not evidence:
        progress.flags.append(no_evidence(planned.exercise))
        return judge.refuse(
            planned.exercise,
            _(
                "the kernel did not report what your answer does; something in the notebook "
                "interferes with the grader. Restart the kernel, run all cells, and see which one "
                "fails."
            ),
            planned.points,
        )
    return judge.judge(planned.exercise, seed, evidence, planned.points)


def _verdict_output(html: str, points: float) -> NotebookNode:
    """The output of a graded cell: the table is for people, the number for nbgrader."""
    return NotebookNode(
        output_type="execute_result",
        data=NotebookNode({"text/html": html, "text/plain": f"{points:g}"}),
        metadata=NotebookNode(),
        execution_count=None,
    )


def _message(result: Result, troubles: list[str], told: str) -> str:
    parts = [_person_must_look(troubles[0])] if troubles else []
    parts.append(
        _("{points:g} of {max_points:g} points.").format(
            points=result.points, max_points=result.max_points
        )
    )
    return " ".join(filter(None, [*parts, result.remarks(), told]))


def _person_must_look(reason: str) -> str:
    return _("A person has to look at this: {reason}.").format(reason=reason)


# ------------------------------------------------------------------ submissions that cannot be run


def rejected(plan: Plan, student: str, reason: str) -> Result:
    """The result for an unreadable file: no points, and the released notebook with the reason."""
    note = _("**This submission could not be graded.** {reason}").format(reason=reason)
    return _placeholder(plan, student, REJECTED, reason, note, 0.0, ())


def failed(plan: Plan, student: str, reason: str, seconds: float) -> Result:
    """The result for a submission that we failed to grade: it waits for a person, never a silent zero."""
    note = _(
        "**This submission could not be graded automatically; that is not your fault.** Your "
        "instructor will grade it."
    )
    unjudged = tuple(cell.grade_id for cell in plan.cells if cell.automatic)
    return _placeholder(plan, student, FAILED, _person_must_look(reason), note, seconds, unjudged)


def _placeholder(
    plan: Plan,
    student: str,
    status: str,
    message: str,
    note: str,
    seconds: float,
    unjudged: tuple[str, ...],
) -> Result:
    notebook = nbformat.reads(plan.release, as_version=4)
    for cell in notebook.cells:
        planned = plan.cell(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        if planned is not None and planned.automatic:
            cell.outputs = [_verdict_output(f"<p>{_('Not graded.')}</p>", 0.0)]
    notebook.cells.insert(0, new_markdown_cell(note, id="grader-note"))
    return Result(
        student=student,
        chapter=plan.chapter,
        notebook=plan.notebook,
        status=status,
        points=0.0,
        max_points=plan.max_points,
        seconds=seconds,
        message=message,
        executed=nbformat.writes(notebook),
        unjudged=unjudged,
        language=language(),
    )
