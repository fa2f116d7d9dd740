"""The course's site in Chromium: collected only when it is asked for (`make site-test`)."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.browser.conftest import browser, open_page, page, pytest_runtest_makereport  # noqa: F401

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def pytest_ignore_collect(collection_path, config):
    """True where nobody named this folder, or a file in it, on the command line."""
    asked = [Path(argument.partition("::")[0]).resolve() for argument in config.args]
    return None if any(path == HERE or HERE in path.parents for path in asked) else True


def built(out: Path, pyodide: Path, only: str) -> Path:
    """The site, built with a folder of Pyodide and the pages of one chapter."""
    program = [sys.executable, ROOT / "deploy" / "site" / "build.py", "--only", only]
    done = subprocess.run(
        [*program, "--out", out, "--pyodide", pyodide],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return out


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A static host, as plain as they come."""

    def log_message(self, *arguments):
        """Nobody reads it."""


@contextlib.contextmanager
def served(folder: Path):
    """The address of a folder, on this machine alone."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The site with as much of Pyodide as package registries have: no compiled packages."""
    from tests.site.pyodide import part_of_pyodide

    folder = tmp_path_factory.mktemp("site")
    with served(built(folder / "site", part_of_pyodide(folder / "pyodide"), "01-graphs")) as url:
        yield url


@pytest.fixture(scope="session")
def whole_site(tmp_path_factory):
    """The site with the release of Pyodide in the folder that PYODIDE names."""
    named = os.environ.get("PYODIDE")
    if not named:
        pytest.skip("no release of Pyodide is named: make site-test PYODIDE=FOLDER")
    folder = tmp_path_factory.mktemp("whole")
    with served(built(folder / "site", Path(named), "none")) as url:
        yield url
