"""What the commands share: options, tables, progress bars, error handling.

Slow imports are inside the functions.
"""

from __future__ import annotations

import functools
import json
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from grader.atomic import write_atomically
from grader.cleaning import printable
from grader.cli import UNKNOWN_LANGUAGE
from grader.errors import CourseError
from grader.languages import N_, _, language

NO_PENALTIES: Mapping[tuple[str, str], float] = {}
NO_LIMITS: Mapping[str, float] = {}
Command = TypeVar("Command", bound=Callable[..., Any])

STATUSES = {"graded": N_("graded"), "failed": N_("failed"), "rejected": N_("rejected")}
STYLES = {"graded": "green", "failed": "red", "rejected": "yellow"}


def console() -> Console:
    """The console; in a pipe, tables are 120 columns wide."""
    wide = None if Console().is_terminal else 120
    return Console(width=wide, highlight=False)


def friendly(function: Command) -> Command:
    """Turns errors that the user can fix into their message and exit code 2."""

    @functools.wraps(function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        warnings.simplefilter("ignore")  # nbgrader's libraries warn about each other
        try:
            return function(*arguments, **keywords)
        except CourseError as error:
            raise click.UsageError(printable(str(error), keep="\n")) from None
        except ModuleNotFoundError as error:
            raise lacking(error) from None
        except OSError as error:
            told = f"{error.strerror or error}: {error.filename or ''}"
            raise click.UsageError(printable(told)) from None

    return run  # type: ignore[return-value]


class Lacking(click.ClickException):
    """A package that the command needs is not there."""

    exit_code = 2


def lacking(error: ModuleNotFoundError) -> Exception:
    """The error for a command that needs a package which this installation does not have."""
    from grader.installation import how_to_get

    package = (error.name or "").partition(".")[0]
    if package in ("", "grader"):
        return error
    return Lacking(
        _(
            "this command needs {package}, which is not installed. What a reader needs is; grading a "
            "class needs Linux and: {how}"
        ).format(package=package, how=how_to_get("class"))
    )


# Options shared by several commands.
course_option = click.option(
    "--course",
    type=click.Path(path_type=Path),
    default=Path(),
    show_default="this folder",
    help="The nbgrader course folder.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Sandboxes running at once.  [default: one per core]",
)
only_option = click.option(
    "--only",
    multiple=True,
    metavar="STUDENT",
    help="Only this student; may be repeated, and may contain * and ?.",
)
feedback_option = click.option(
    "--feedback/--no-feedback", default=True, show_default=True, help="Make the pages."
)


def running_options(function: Command) -> Command:
    """The options about how submissions are run."""
    from grader.sandbox.isolation import CHOICES, KERNELS
    from grader.sandbox.limits import Limits

    options = (
        click.option(
            "--isolation",
            type=click.Choice(CHOICES),
            default="auto",
            show_default=True,
            help="The sandbox; 'none' runs submissions without one: only for notebooks you trust.",
        ),
        click.option(
            "--backend",
            type=click.Choice(["tensorflow", "engine"]),
            default=None,
            help="What `tf` is in a submission.  [default: TensorFlow if it is installed]",
        ),
        click.option(
            "--kernels",
            type=click.Choice(KERNELS),
            default="forked",
            show_default=True,
            help="How a submission gets its kernel: forked from a ready one, or started for it.",
        ),
        click.option(
            "--cell-seconds",
            type=click.FloatRange(min=0.1),
            default=Limits.cell_seconds,
            show_default=True,
            help="Wall-clock time allowed for one cell.",
        ),
        click.option(
            "--notebook-seconds",
            type=click.FloatRange(min=0.1),
            default=Limits.notebook_seconds,
            show_default=True,
            help="Wall-clock time allowed for a notebook.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def settings_of(
    isolation: str,
    backend: str | None,
    kernels: str,
    cell_seconds: float,
    notebook_seconds: float,
    chosen: Mapping[str, float] = NO_LIMITS,
) -> Any:
    """The `Settings` that the running options ask for.

    chosen: the limits of the class (see `ClassFile`); those of the command line count before them.
    """
    from grader.classroom.grading.submission import Settings
    from grader.sandbox import find_isolation, limits_of

    given = {"cell_seconds": cell_seconds, "notebook_seconds": notebook_seconds}
    context = click.get_current_context(silent=True)
    for name in list(given):
        asked = context is None or context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if name in chosen and not asked:
            del given[name]
    limits = limits_of({**chosen, **given})
    return Settings(find_isolation(isolation), limits, backend or "", kernels, language())


def language_was_named() -> bool:
    """Whether --lang, before or after the command, named a language that the course has."""
    context = click.get_current_context(silent=True)
    if context is not None and UNKNOWN_LANGUAGE in context.meta:
        return False
    while context is not None:
        if context.get_parameter_source("lang") is ParameterSource.COMMANDLINE:
            return True
        context = context.parent
    return False


def progress_bar(screen: Console) -> Progress:
    """A progress bar with the remaining time."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
    )


def results_table(
    results: Iterable[Any], penalties: Mapping[tuple[str, str], float] = NO_PENALTIES
) -> Table:
    """A table of students, points, and remarks.

    penalties: the points that were lost by coming late, by student and notebook.
    """
    table = Table(title=None, show_lines=False)
    table.add_column(_("student"), no_wrap=True)
    table.add_column(_("notebook"), no_wrap=True)
    table.add_column(_("status"), no_wrap=True)
    table.add_column(_("points"), justify="right", no_wrap=True)
    if penalties:
        table.add_column(_("late"), justify="right", no_wrap=True)
    table.add_column(_("seconds"), justify="right", no_wrap=True)
    table.add_column(_("remarks"))
    for result in sorted(results, key=lambda one: (one.student, one.notebook)):
        table.add_row(
            Text(printable(result.student)),
            Text(printable(result.notebook)),
            Text(_(STATUSES[result.status]), style=STYLES[result.status]),
            f"{result.points:g} / {result.max_points:g}",
            *([_lost(penalties.get((result.student, result.notebook)))] if penalties else []),
            f"{result.seconds:.1f}",
            Text(noticed(result)),
        )
    return table


def _lost(penalty: float | None) -> str:
    return f"-{penalty:g}" if penalty else ""


def noticed(result: Any) -> str:
    """The remarks and flags, without the score, which has its own column."""
    message = result.remarks() if result.status == "graded" else result.message
    flags = _("Flags: {flags}.").format(flags="; ".join(result.flags)) if result.flags else ""
    return printable(" ".join(filter(None, [message, flags])))


def write_json(path: Path, document: Any) -> None:
    """Writes JSON atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    # A name that is not UTF-8 becomes an escape that JSON knows.
    write_atomically(path, text.encode("utf-8", "backslashreplace"))
