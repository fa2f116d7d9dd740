"""A hub's settings in a folder of the test's own, and users who are only numbers."""

import os
from pathlib import Path

import pytest

from grader.hub.seeing import Viewer

TEACHER, ANN, BEN = 61_000, 61_001, 61_002

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="looks with other users' eyes: root only")


def somebody(name, number, home):
    """A user without an entry in the machine's list."""
    home.mkdir(parents=True, exist_ok=True)
    os.chown(home, number, number)
    home.chmod(0o700)
    return Viewer(name, number, number, (number,), home)


@pytest.fixture
def open_tmp_path(tmp_path):
    """pytest's folder, which other users can enter."""
    for folder in [tmp_path, *tmp_path.parents]:
        if folder == Path("/tmp"):
            break
        folder.chmod(0o755)
    return tmp_path


@pytest.fixture
def settings(tmp_path):
    """A hub.toml in `tmp_path`; settings(course="x") changes a line."""

    def write(**lines):
        (tmp_path / "students.csv").write_text("id,first_name\nann,Ann\nben,Ben\n")
        table = {"base": str(tmp_path / "srv"), "instructor": "teacher"} | lines
        text = "".join(f"{key} = {value!r}\n" for key, value in table.items())
        (tmp_path / "hub.toml").write_text(text)
        return tmp_path / "hub.toml"

    return write
