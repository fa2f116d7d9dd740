"""Scripts beside the package answer --help, refuse what they do not know, and do nothing else then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# The toys' scripts are started by tests, with file descriptors.
SCRIPTS = sorted(
    str(path.relative_to(ROOT))
    for folder in ("setup", "benchmarks", "deploy", "data", "tests")
    for path in (ROOT / folder).rglob("*.py")
    if not path.name.startswith("test_") and "toys" not in path.parts
    if 'if __name__ == "__main__":' in path.read_text(encoding="utf-8")
)
# What is run by people who have just cloned the course, or writes into it.
QUICK = [name for name in SCRIPTS if name.startswith(("setup/", "deploy/", "data/"))]


def run(name: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The script with these arguments, in an empty folder and with a home there."""
    program = [str(ROOT / name)]
    if name.startswith("tests/"):
        program = ["-m", name.removesuffix(".py").replace("/", ".")]
    return subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def check(name: str, folder: Path) -> None:
    """The script's help, and its refusal of an option and of a word too many."""
    told = run(name, folder, "--help")
    assert (told.returncode, told.stderr) == (0, "") and told.stdout.startswith("usage: ")
    refused = run(name, folder, "--no-such-option")
    assert refused.returncode == 2 and "usage: " in refused.stderr
    assert "Traceback" not in refused.stderr
    assert [path.name for path in folder.iterdir() if not path.name.startswith(".")] == []


def test_there_are_scripts():
    assert "setup/backend.py" in QUICK and "tests/rooms.py" in SCRIPTS
    assert len(SCRIPTS) > 15


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", QUICK)
def test_a_script_of_the_set_up_says_what_it_does(name, tmp_path):
    check(name, tmp_path)


@pytest.mark.sampled(0, ci=4)
@pytest.mark.parametrize("name", [name for name in SCRIPTS if name not in QUICK])
def test_a_tool_says_what_it_does(name, tmp_path):
    check(name, tmp_path)
