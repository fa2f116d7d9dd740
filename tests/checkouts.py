"""Checkouts of their own for the tests of the set-up, and Pythons that only say which they are."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLOSED_PORT = "http://127.0.0.1:9/simple"

# A package index is reached through these alone in the tests: no pip.conf, no wheels of the machine.
NO_CONFIGURATION = {"PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "0", "PIP_TIMEOUT": "2"}


def make_checkout(parent):
    """A folder, with a space in its path, that holds what set-up needs; nothing to install yet."""
    folder = parent / "my course"
    (folder / "grader").mkdir(parents=True)
    (folder / "grader" / "__init__.py").write_text('"""A stand-in."""\n')
    for name in ("Makefile", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "setup", folder / "setup", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "setup" / "requirements.lock").write_text("")
    return folder


def set_up(folder, *words, **environment):
    """Run `make setup` there; what this test run's environment says about Python is left out."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    kept |= NO_CONFIGURATION | {"PYTHON": sys.executable} | environment
    return subprocess.run(
        ["make", "--no-print-directory", *(words or ("setup",))],
        cwd=folder,
        env=kept,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )


def fake_python(folder, name, version):
    """A program that tells its version, and otherwise what it is called with."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    told = f'case "$1" in *.py) echo "{name} runs $*" ;; *) echo {version} ;; esac'
    program.write_text(f"#!/bin/sh\n{told}\n")
    program.chmod(0o755)


def run_with(folder, tmp_path, pythons, *words):
    """`setup/run WORDS` in a checkout, where PATH leads to these Pythons only: {name: version}."""
    path = tmp_path / "bin"
    path.mkdir(exist_ok=True)
    for name in ("dirname", "sed"):
        (path / name).symlink_to(shutil.which(name))
    for name, version in pythons.items():
        fake_python(path, name, version)
    return subprocess.run(
        ["/bin/sh", "setup/run", *words],
        cwd=folder,
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
    )
