"""What works on this machine, what does not, and what to do about it (`grader doctor`).

A check is an entry in CHECKS: its name, what needs it, and a function. Adding one touches only that
table. A check that raises an exception is reported as failed.
"""

from __future__ import annotations

import importlib
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from grader import places
from grader.classroom.nbgrader.gradebook_file import damage_of, way_back
from grader.errors import CourseError
from grader.installation import (
    Finding,
    Status,
    again,
    has,
    look_engine,
    look_kind,
    look_locked_packages,
    look_python,
    look_tensorflow,
)
from grader.languages import N_, _
from grader.studying.keeping import home, jupyter_folders, temporary_folder, work_folder

GIGABYTE = 1e9
ALLOW_NAMESPACES = N_(
    "Allow user namespaces: sysctl kernel.unprivileged_userns_clone=1 (Debian), "
    "kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 24.04); in a container, run it "
    "with --security-opt seccomp=unconfined."
)


@dataclass(frozen=True)
class Check:
    """The outcome of one check; `to_do` is empty if `status` is "ok"."""

    name: str
    status: Status
    found: str
    to_do: str = ""


@dataclass(frozen=True)
class Probe:
    """An entry of CHECKS. grading: it is left out where nobody can grade."""

    name: str
    needed_for: str
    look: Callable[[], Finding]
    grading: bool = False


def look_sandbox() -> Finding:
    """Really start the sandbox, as autograding does: some systems forbid what it needs."""
    if platform.system() != "Linux":
        return Finding(
            "warn",
            _("{system} has no sandbox").format(system=platform.system()),
            _("Study and check single notebooks here; autograde a class on Linux."),
        )
    sandbox = importlib.import_module("grader.sandbox")
    try:
        isolation = sandbox.find_isolation()
    except sandbox.SandboxUnavailable as error:
        return Finding("fail", f"{error}", _(ALLOW_NAMESPACES))
    if isolation.name == "bubblewrap":
        told = (
            _("{program} starts a sandbox; each submission runs as a user of its own")
            if isolation.as_root
            else _("{program} starts a sandbox")
        )
        return Finding("ok", told.format(program=isolation.bwrap))
    lacks = importlib.import_module("grader.sandbox.isolation").landlock_lacks()
    told = (
        _(
            "no namespaces, but Landlock; each submission runs as a user of its own. Its limits: "
            "{lacks}"
        )
        if isolation.as_root
        else _("no namespaces, but Landlock. Its limits: {lacks}")
    )
    return Finding("warn", told.format(lacks="; ".join(lacks)), _(ALLOW_NAMESPACES))


def look_warm_kernels() -> Finding:
    """Fork a kernel into a confinement: a sandbox within the sandbox, which some systems forbid."""
    sandbox = importlib.import_module("grader.sandbox")
    template = importlib.import_module("grader.sandbox.template_client")
    try:
        isolation = sandbox.find_isolation()
    except sandbox.SandboxUnavailable:
        return Finding("warn", _("no sandbox, so no kernels"))
    started = time.monotonic()
    try:
        one = template.Template(isolation, sandbox.ChapterFiles(), "engine", 60.0)
        try:
            one.fork(sandbox.Limits()).close()
            started = time.monotonic()
            one.fork(sandbox.Limits()).close()
        finally:
            one.close()
    except template.TemplateFailed as error:
        return Finding(
            "warn",
            _("kernels cannot be forked ({error}); each submission starts its own").format(
                error=error
            ),
            _("Grading works, but takes a few seconds longer per submission. {advice}").format(
                advice=_(ALLOW_NAMESPACES)
            ),
        )
    seconds = time.monotonic() - started
    return Finding(
        "ok", _("forked into a confinement and ended in {time:.0f} ms").format(time=1000 * seconds)
    )


def look_kernel() -> Finding:
    """Whether the kernel "python3" is this Python: one in the home folder may override it."""
    if not has("jupyter_client") or not has("ipykernel"):
        return Finding(
            "warn",
            _("ipykernel is not installed"),
            _("Most programs that open notebooks offer to install it; or: pip install ipykernel"),
        )
    manager = importlib.import_module("jupyter_client.kernelspec").KernelSpecManager()
    spec = manager.get_kernel_spec("python3")
    program = spec.argv[0]
    # A relative name is replaced by the running Python when the kernel starts.
    same = Path(program).name == program or Path(program).parent == Path(sys.executable).parent
    if same:
        return Finding("ok", _('the kernel "python3" is {program}').format(program=sys.executable))
    return Finding(
        "fail",
        _('the kernel "python3" is {program}').format(program=program),
        _("It hides the course's own kernel. Remove or rename {folder}.").format(
            folder=spec.resource_dir
        ),
    )


def look_alembic() -> Finding:
    """Whether `alembic` can be found: nbgrader runs it to create a gradebook."""
    ours = Path(sys.executable).parent / "alembic"
    if shutil.which("alembic"):
        return Finding("ok", _("alembic is on PATH"))
    if os.access(ours, os.X_OK):
        return Finding(
            "ok", _("alembic is not on PATH, but it is beside Python, where `grader` finds it")
        )
    return Finding("fail", _("no alembic"), again())


def look_space() -> Finding:
    """Free disk space for gradebook, feedback and scratch files."""
    free = shutil.disk_usage(Path.cwd()).free / GIGABYTE
    found = _("{size:.1f} GB free in {folder}").format(size=free, folder=Path.cwd())
    if free >= 2:
        return Finding("ok", found)
    status: Status = "warn" if free >= 0.5 else "fail"
    return Finding(status, found, _("Free some space: a class of 100 needs about 1 GB."))


def look_memory() -> Finding:
    """Memory that is available to programs now."""
    available = importlib.import_module("psutil").virtual_memory().available / GIGABYTE
    found = _("{size:.1f} GB available, {count} processors").format(
        size=available, count=os.cpu_count()
    )
    if available >= 2:
        return Finding("ok", found)
    return Finding(
        "warn" if available >= 1 else "fail",
        found,
        _("Close other programs, or grade with one worker: each takes up to 1 GB."),
    )


def look_gradebook() -> Finding:
    """Whether the gradebook here (gradebook.db, or a new one) is whole and can be written."""
    path = Path.cwd() / "gradebook.db"
    if not path.exists():
        if os.access(Path.cwd(), os.W_OK):
            return Finding("ok", _("none here; a class has its own, in its folder"))
        return Finding(
            "warn",
            _("{path} is not writable").format(path=Path.cwd()),
            _("Grade in a folder of your own: --course."),
        )
    if found := damage_of(path):
        return Finding(
            "fail",
            _("{path} is damaged: {found}").format(path=path, found=found),
            way_back(path.parent),
        )
    try:
        book = sqlite3.connect(path, timeout=2)
        try:
            book.execute("BEGIN IMMEDIATE")
            book.rollback()
        finally:
            book.close()
    except sqlite3.Error as error:
        return Finding(
            "fail",
            f"{path}: {error}",
            _(
                "If it is locked, stop the formgrader or the run that uses it. If it is "
                "read-only, give yourself the right to write it."
            ),
        )
    return Finding("ok", _("{path} is writable").format(path=path))


def look_class() -> Finding:
    """Whether the class's file here, if there is one, says what can be understood."""
    from grader.class_file import FILE, read_class_file

    path = Path.cwd() / FILE
    if not path.is_file():
        return Finding("ok", _("none here"))
    try:
        read_class_file(Path.cwd())
    except CourseError as error:
        return Finding("fail", str(error), _("Mend this line of {path}.").format(path=path))
    return Finding("ok", str(path))


def look_folders() -> Finding:
    """Whether what `grader lab` writes has its usual places."""
    work = places.work()
    try:
        place, folders = work_folder(work), jupyter_folders(os.environ)
    except CourseError as error:
        return Finding("fail", str(error), _("Make one of them writable, or set TMPDIR."))
    if place == work and not folders:
        return Finding("ok", _("{work} and {home} can be written").format(work=work, home=home()))
    lacking = ([str(work)] if place != work else []) + ([str(home())] if folders else [])
    instead = [str(place)] if place != work else []
    instead += [str(temporary_folder())] if folders else []
    told = _(
        "`grader lab` works, but keeps your files in {places}. Make the usual folders writable, or "
        "copy your work from there when you have finished: temporary folders are emptied."
    )
    return Finding(
        "warn",
        _("cannot be written: {folders}").format(folders=", ".join(lacking)),
        told.format(places=", ".join(instead)),
    )


def look_data() -> Finding:
    """The data set of the chapters."""
    path = places.DATA / "house_sales.csv"
    if path.is_file():
        return Finding("ok", f"{path.name}, {path.stat().st_size / 1e6:.1f} MB")
    return Finding(
        "warn",
        _("{name} is missing").format(name=path),
        "git restore data/, or data/make_house_sales.py",
    )


CHECKS: tuple[Probe, ...] = (
    Probe(N_("installation"), N_("everything"), look_kind),
    Probe(N_("Python"), N_("everything"), look_python),
    Probe(N_("packages"), N_("everything"), look_locked_packages),
    Probe(N_("TensorFlow"), N_("the notebooks, unless they run on the engine"), look_tensorflow),
    Probe(N_("engine"), N_("every verdict"), look_engine),
    Probe(N_("kernel"), N_("the notebooks"), look_kernel),
    Probe(N_("sandbox"), N_("autograding"), look_sandbox, True),
    Probe(N_("warm kernels"), N_("fast autograding"), look_warm_kernels, True),
    Probe(N_("gradebook"), N_("autograding"), look_gradebook, True),
    Probe(N_("class.toml"), N_("a class's own settings"), look_class, True),
    Probe(N_("alembic"), N_("a new gradebook"), look_alembic, True),
    Probe(N_("disk"), N_("autograding, feedback"), look_space),
    Probe(N_("folders"), N_("the notebooks"), look_folders),
    Probe(N_("memory"), N_("notebooks, autograding"), look_memory, True),
    Probe(N_("data"), N_("the chapters on training"), look_data),
)


def run_checks(probes: Iterable[Probe] = CHECKS) -> list[Check]:
    """Run every check and return the outcomes in the table's order; never raises."""
    outcomes = []
    for probe in probes:
        if probe.grading and not has("nbgrader"):
            continue
        try:
            finding = probe.look()
        except subprocess.TimeoutExpired as error:
            finding = Finding(
                "fail",
                _("no answer within {seconds:.0f} s").format(seconds=error.timeout),
                again(),
            )
        except Exception as error:  # a broken check is a finding, too
            finding = Finding("fail", f"{type(error).__name__}: {error}", again())
        to_do = finding.to_do
        if finding.status != "ok":
            to_do = _("{to_do} (Needed for: {purpose}.)").format(
                to_do=to_do, purpose=_(probe.needed_for)
            )
        outcomes.append(Check(_(probe.name), finding.status, finding.found, to_do))
    return outcomes


def exit_code(checks: Iterable[Check]) -> int:
    """1 if a check failed, else 0: with warnings, the course is usable."""
    return int(any(check.status == "fail" for check in checks))


STATUSES: dict[Status, str] = {"ok": N_("ok"), "warn": N_("warn"), "fail": N_("fail")}
STYLES: dict[Status, str] = {"ok": "green", "warn": "yellow", "fail": "bold red"}


def print_checks(checks: Iterable[Check], console: Console | None = None) -> None:
    """Print the outcomes as a table, with the remedy below each finding."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for title in (_("state"), _("check"), _("found")):
        table.add_column(title, overflow="fold")
    for check in checks:
        words = check.found + (f"\n→ {check.to_do}" if check.to_do else "")
        style = STYLES[check.status]
        # Text, not markup: a path may contain square brackets.
        table.add_row(f"[{style}]{_(STATUSES[check.status])}[/]", check.name, _plain(words))
    (console or Console()).print(table)


def _plain(words: str) -> str:
    """Escapes rich's markup."""
    return words.replace("[", r"\[")


def main() -> int:
    """Run the checks, print them, and return the exit code."""
    checks = run_checks()
    print_checks(checks)
    return exit_code(checks)


if __name__ == "__main__":
    sys.exit(main())
