"""What is installed: all of the course's packages, or those of a reader (`grader doctor` shows it)."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from typing import Literal

from grader import places
from grader.back_end import other_release, release_wanted
from grader.languages import N_, _

Status = Literal["ok", "warn", "fail"]

SET_UP_AGAIN = N_("Run `make setup` (it rebuilds .venv if something is missing).")
INSTALL_AGAIN = N_(
    "Install the course's wheel again: pip install --force-reinstall, and the wheel."
)


@dataclass(frozen=True)
class Part:
    """What an installation may have beyond a reader's needs.

    package: it shows that the part is there; extra: that of the course's package which brings it.
    without: what cannot be done without it.
    """

    package: str
    name: str
    extra: str
    without: str


PARTS = (
    Part(
        "tensorflow",
        "TensorFlow",
        "tensorflow",
        N_(
            "notebooks run on the course's engine, and three cells of chapter 09 only say what they need"
        ),
    ),
    Part(
        "tensorboard",
        "TensorBoard",
        "tensorflow",
        N_("chapter 08's logs are written, but not shown"),
    ),
    Part("jupyterlab", "JupyterLab", "lab", N_("another program has to open the notebooks")),
    Part(
        "nbgrader",
        N_("grading"),
        "class",
        N_("no class can be graded, and `grader watch`, `check` and `release` do not work"),
    ),
    Part("pylopdf_fonts_zh_cn", N_("a Chinese font"), "zh", N_("curves have no Chinese labels")),
)


@dataclass(frozen=True)
class Finding:
    """The result of a check's function."""

    status: Status
    found: str
    to_do: str = ""


def has(package: str) -> bool:
    """Whether a package is installed."""
    return importlib.util.find_spec(package) is not None


def look_kind() -> Finding:
    """What this installation can do, and what it costs that it lacks something."""
    lacks = [part for part in PARTS if not has(part.package)]
    needed = [part for part in lacks if part.extra != "zh"]
    whole = _("whole: lessons, checks and pictures, TensorFlow, JupyterLab, grading")
    light = _("light: lessons, checks, hints, pictures and progress")
    told = [
        _("without {part}: {cost} ({how})").format(
            part=_(part.name), cost=_(part.without), how=how_to_get(part.extra)
        )
        for part in lacks
    ]
    return Finding("ok", "\n".join([light if needed else whole, *told]))


def how_to_get(extra: str) -> str:
    """The command that installs one of the package's extras."""
    if places.IN_CHECKOUT:
        return "make setup"
    try:
        told = importlib.metadata.distribution("tf-graph-course").read_text("direct_url.json")
        url = str(json.loads(told or "{}").get("url", ""))
    except (importlib.metadata.PackageNotFoundError, ValueError, AttributeError):
        url = ""
    if not url:
        return _("pip install 'WHEEL[{extra}]', with the course's wheel").format(extra=extra)
    return f"pip install 'tf-graph-course[{extra}] @ {url}'"


def look_python() -> Finding:
    """Python's version and where it is."""
    found = f"{platform.python_version()} ({sys.executable})"
    if (3, 11) <= sys.version_info[:2] <= (3, 14):
        return Finding("ok", found)
    advice = _("Use Python 3.11 to 3.13, or to read the course 3.14: make lab PYTHON=...")
    return Finding("fail", found, advice)


def look_locked_packages() -> Finding:
    """Whether the installed packages are there, of exactly the releases that the course needs."""
    wanted = dict.fromkeys(_requirements(), "")
    releases = {
        "nbgrader": "0.9.6",
        "tensorflow": release_wanted(),
        "jupyterlab": "",
        "ipykernel": "",
    }
    if other_release():  # the notebooks do without it
        del releases["tensorflow"]
    wanted |= {name: release for name, release in releases.items() if has(name)}
    versions, wrong = [], []
    for name, release in wanted.items():
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            wrong.append(_("{name} is missing").format(name=name))
            continue
        if name in releases or name == "numpy":
            versions.append(f"{name} {version}")
        if release and version != release:
            wrong.append(
                _("{name} is {version}, expected {release}").format(
                    name=name, version=version, release=release
                )
            )
    if wrong:
        return Finding("fail", "; ".join(wrong), again())
    return Finding("ok", ", ".join(versions))


def run_python(code: str, seconds: float = 120) -> subprocess.CompletedProcess[str]:
    """Run code in a separate Python process, which may crash or hang without harm to this one."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=seconds,
        env=os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3"},
        stdin=subprocess.DEVNULL,
    )


def look_tensorflow() -> Finding:
    """Import TensorFlow and run a graph, in another process: it may crash on old processors."""
    if not has("tensorflow"):
        return Finding("ok", _("not installed: the notebooks run on the engine"))
    if other := other_release():
        told = _("{found}, not {wanted}: the notebooks run on the engine")
        return Finding("ok", told.format(found=other, wanted=release_wanted()))
    code = (
        "from grader.back_end import tensorflow; tf = tensorflow()\n"
        "with tf.Session() as session: print(tf.__version__, session.run(tf.constant(6) * 7))"
    )
    answer = run_python(code)
    words = answer.stdout.split()
    if answer.returncode == 0 and words[-1:] == ["42"]:
        return Finding("ok", _("{version} imports and runs a graph").format(version=words[-2]))
    if answer.returncode < 0:
        return Finding(
            "warn",
            _("TensorFlow crashes when imported (signal {number})").format(
                number=-answer.returncode
            ),
            _(
                "TensorFlow's wheels need a processor with AVX. The course also runs without "
                "TensorFlow: set GRADER_BACKEND=engine."
            ),
        )
    last = (answer.stderr.strip().splitlines() or [_("no message")])[-1]
    return Finding(
        "warn",
        last,
        _("{advice} Or do without TensorFlow: set GRADER_BACKEND=engine.").format(advice=again()),
    )


def look_engine() -> Finding:
    """Import the reference engine and run a graph on it."""
    code = (
        "import grader.engine as tf\n"
        "with tf.Session() as session: print(session.run(tf.constant(6) * 7))"
    )
    answer = run_python(code)
    if answer.returncode == 0 and answer.stdout.strip() == "42":
        return Finding("ok", _("imports and runs a graph"))
    last = (
        answer.stderr.strip().splitlines()
        or [_("it gave {found}").format(found=answer.stdout.strip())]
    )[-1]
    return Finding(
        "fail", last, _("The checkout is damaged, or a merge is unfinished: see `git status`.")
    )


def _requirements() -> list[str]:
    """The names of the packages that every installation needs, as far as its metadata say."""
    try:
        lines = importlib.metadata.requires("tf-graph-course") or []
    except importlib.metadata.PackageNotFoundError:
        return []
    names = (re.match(r"[\w.-]+", line) for line in lines if "extra ==" not in line)
    return [name[0] for name in names if name]


def again() -> str:
    return _(SET_UP_AGAIN) if places.IN_CHECKOUT else _(INSTALL_AGAIN)
