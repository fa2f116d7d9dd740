"""`grader lab` where the usual folders cannot be written: it works, and says where things are kept."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader import doctor, places
from grader.progress import FILE
from grader.sandbox import bubblewrap
from grader.studying import keeping
from tests import layers
from tests.studying.chapter import NAME

ROOT = Path(__file__).parents[2]


@pytest.fixture
def course(place, tmp_path, monkeypatch):
    """A course, a home and a folder for temporary files; and a function that makes folders read-only."""
    release, _work = place
    for name in ("home", "tmp"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(places, "ROOT", tmp_path)
    monkeypatch.setattr(places, "NOTEBOOKS", release)
    monkeypatch.setattr(places, "IN_CHECKOUT", True)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in list(os.environ):
        if name.startswith(("JUPYTER", "IPYTHON", "MPL", "XDG")):
            monkeypatch.delenv(name)
    monkeypatch.setattr(os, "execv", lambda *arguments: None)
    monkeypatch.chdir(tmp_path)

    def lock(*names):
        # Not by permissions: the tests may run as root, who may write everywhere.
        locked = [tmp_path / name for name in names]
        known = keeping.is_writable

        def is_writable(folder):
            return not any(folder.is_relative_to(one) for one in locked) and known(folder)

        monkeypatch.setattr(keeping, "is_writable", is_writable)

    return tmp_path, lock


def run(name, *arguments):
    done = CliRunner().invoke(
        importlib.import_module(f"grader.cli.{name}").command, list(arguments)
    )
    return done.exit_code, " ".join(done.output.split())


def own(root):
    return root / "tmp" / f"grader-{os.getuid()}"


def test_usually_nothing_is_said_and_nothing_made(course):
    root, _ = course
    code, told = run("lab", "--no-browser")
    assert code == 0 and "cannot be written" not in told
    assert (root / "work" / NAME).is_file() and not list((root / "tmp").iterdir())
    assert doctor.look_folders().status == "ok"


def test_a_course_that_belongs_to_somebody_else_is_worked_on_at_home(course):
    root, lock = course
    lock("work")
    code, told = run("lab", "--no-browser")
    place = root / "home" / keeping.IN_HOME
    assert code == 0 and f"your working copies are in {place} instead." in told
    assert "temporary" not in told and "JupyterLab keeps" not in told
    assert (place / NAME).is_file() and not (root / "work").exists()
    found = doctor.look_folders()
    assert found.status == "warn" and str(root / "work") in found.found
    assert str(place) in found.to_do
    (place / ".grader").mkdir(exist_ok=True)
    (place / FILE).write_text("")
    assert importlib.import_module("grader.cli.progress")._folder(None) == place


def test_a_read_only_home_with_the_course_in_it_begins_with_what_is_there(course):
    root, lock = course
    run("lab", "--no-browser")
    (root / "work" / NAME).write_text("my answer")
    (root / "work" / "mine").mkdir(mode=0o555)
    lock("work", "home")
    code, told = run("lab", "--no-browser")
    place = own(root) / "work"
    assert code == 0, told
    assert f"your working copies are in {place} instead. Copy them from there" in told
    assert f"{root / 'home'} cannot be written: JupyterLab keeps settings" in told
    assert (place / NAME).read_text() == "my answer" == (root / "work" / NAME).read_text()
    assert own(root).stat().st_mode & 0o777 == 0o700
    assert (place / "mine").stat().st_mode & 0o200
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        folder = Path(os.environ[name])
        assert folder.is_relative_to(own(root)) and folder.is_dir()
    assert os.environ["JUPYTER_PATH"].startswith(str(root / "home"))
    # The second time goes on with the copy.
    (place / NAME).write_text("my second answer")
    assert run("lab", "--no-browser")[0] == 0
    assert (place / NAME).read_text() == "my second answer"
    found = doctor.look_folders()
    assert found.status == "warn" and str(place) in found.to_do and str(own(root)) in found.to_do


def test_where_nothing_can_be_written_a_sentence_says_so(course, monkeypatch):
    _root, lock = course
    lock("work", "home")

    def nowhere():
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    code, told = run("lab", "--no-browser")
    assert code == 2 and "no folder can be written: neither" in told
    found = doctor.look_folders()
    assert found.status == "fail" and "no folder can be written" in found.found


@pytest.mark.parametrize("make", [lambda path: path.mkdir(mode=0o777), Path.touch])
def test_a_temporary_folder_of_somebody_else_is_not_used(course, make):
    root, lock = course
    lock("work", "home")
    make(own(root))
    if own(root).is_dir():
        own(root).chmod(0o777)
    code, told = run("lab", "--no-browser")
    assert code == 2 and "belongs to somebody else; set TMPDIR" in told


def test_what_is_not_writable(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("nowhere")
    assert keeping.is_writable(tmp_path) and keeping.is_writable(tmp_path / "a" / "b")
    assert not keeping.is_writable(tmp_path / "file" / "a")
    assert not keeping.is_writable(tmp_path / "link")
    assert not keeping.is_writable(Path("/proc/self"))
    assert not (tmp_path / "a").exists()


@pytest.mark.slow
@pytest.mark.sandbox
def test_jupyterlab_starts_in_a_home_that_really_is_read_only(tmp_path):
    from tests.browser.lab import free_port

    program = bubblewrap.find_bwrap()
    if program is None:
        layers.lacking("no bubblewrap")
    (tmp_path / "tmp").mkdir()
    port = free_port()
    command = [program, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    command += ["--bind", str(tmp_path / "tmp"), str(tmp_path / "tmp")]
    command += [sys.executable, "-m", "grader.cli", "lab", "--no-browser", f"--port={port}"]
    home = tmp_path / "home"
    home.mkdir()
    log = tmp_path / "log"
    with log.open("w") as file:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "HOME": str(home), "TMPDIR": str(tmp_path / "tmp")},
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=5).read()
                break
            except OSError:
                assert process.poll() is None, log.read_text()[-2000:]
                time.sleep(0.5)
        else:
            pytest.fail(log.read_text()[-2000:])
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
    told = log.read_text()
    assert "your working copies are in" in told and "Traceback" not in told, told[-3000:]
