"""A set-up that cannot work says why and leaves nothing; one that was cut off starts again.

The full set-up takes minutes and the network; here it is run for real in checkouts of their own,
with a lock file that names one small wheel or nothing.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from importlib.metadata import distribution

import pytest

from tests.checkouts import CLOSED_PORT, NO_CONFIGURATION, ROOT, fake_python, make_checkout, set_up


@pytest.fixture
def checkout(tmp_path):
    """A checkout where nothing was set up yet."""
    return make_checkout(tmp_path)


def lock(folder, text):
    (folder / "setup" / "requirements.lock").write_text(text)


def locked(folder):
    return (folder / "setup" / "requirements.lock").read_text()


def one_wheel(folder):
    """Make a wheel with nothing in it; the folder of wheels, and its line of the lock file."""
    wheels = folder.parent / "wheels"
    wheels.mkdir(exist_ok=True)
    wheel = wheels / "pebble-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("pebble.py", "")
        archive.writestr("pebble-1.0.dist-info/METADATA", "Name: pebble\nVersion: 1.0\n")
        archive.writestr(
            "pebble-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr("pebble-1.0.dist-info/RECORD", "")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return wheels, f"pebble==1.0 --hash=sha256:{digest}\n"


# -------------------------------------------------------------- what goes wrong while installing


@pytest.mark.sampled(0, ci=0)
def test_no_network_says_so_and_leaves_nothing(checkout):
    lock(checkout, "pebble==1.0 --hash=sha256:" + "0" * 64 + "\n")
    done = set_up(checkout, PIP_INDEX_URL=CLOSED_PORT, PIP_RETRIES="1")
    assert done.returncode != 0
    assert "cannot be reached" in done.stderr and "run the same command again" in done.stderr
    assert not (checkout / ".venv").exists()


@pytest.mark.sampled(0, ci=0)
def test_package_that_the_index_lacks_says_so(checkout):
    lock(checkout, "pebble==1.0 --hash=sha256:" + "0" * 64 + "\n")
    done = set_up(checkout, PIP_NO_INDEX="1")
    assert done.returncode != 0
    assert "lacks a locked package" in done.stderr
    assert not (checkout / ".venv").exists()


@pytest.mark.sampled(0, ci=0)
def test_altered_package_is_not_installed(checkout):
    wheels, _ = one_wheel(checkout)
    lock(checkout, "pebble==1.0 --hash=sha256:" + "0" * 64 + "\n")
    done = set_up(checkout, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(wheels))
    assert done.returncode != 0
    assert "is not the one that was locked" in done.stderr
    assert not (checkout / ".venv").exists()


def test_missing_lock_file_says_the_checkout_is_not_whole(checkout):
    (checkout / "setup" / "requirements.lock").unlink()
    done = set_up(checkout)
    assert done.returncode != 0 and "git restore" in done.stderr


# --------------------------------------------------------------------- second runs, interruptions


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A checkout that locks one small package and flit_core, and how pip finds them."""
    folder = make_checkout(tmp_path_factory.mktemp("small"))
    wheels, line = one_wheel(folder)
    lock(folder, line + flit_core_wheel(wheels))
    # Settings that suit another kind of installation must not get in the way.
    other = {"PIP_USER": "1", "PIP_REQUIRE_HASHES": "1"}
    return folder, {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)} | other


@pytest.fixture
def ready(small):
    """That checkout after a set-up that ended well. Tests share it: making one takes seconds."""
    folder, environment = small
    done = set_up(folder, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder, environment


def flit_core_wheel(wheels):
    """Pack the installed flit_core into a wheel again, and return its line of the lock file."""
    package = distribution("flit_core")
    wheel = wheels / f"flit_core-{package.version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in package.files:
            if file.suffix != ".pyc" and not file.name.startswith(("INSTALLER", "REQUESTED")):
                archive.write(file.locate(), str(file))
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return f"flit_core=={package.version} --hash=sha256:{digest}\n"


@pytest.mark.sampled(0, ci=0)
def test_second_run_installs_nothing_and_is_quick(ready):
    checkout, environment = ready
    stamp = checkout / ".venv" / "built-from.json"
    before = stamp.stat().st_mtime_ns
    started = time.monotonic()
    done = set_up(checkout, **environment)
    assert done.returncode == 0 and done.stdout == ""
    assert stamp.stat().st_mtime_ns == before
    assert time.monotonic() - started < 5


@pytest.mark.slow
def test_the_package_is_importable_and_editable(ready):
    checkout, _ = ready
    found = subprocess.run(
        [checkout / ".venv/bin/python", "-I", "-c", "import grader; print(grader.__file__)"],
        capture_output=True,
        text=True,
    )
    assert found.stdout.strip() == str(checkout / "grader" / "__init__.py")
    assert (checkout / ".venv/bin/grader").exists()


@pytest.mark.sampled(0, ci=0)
@pytest.mark.parametrize(
    "harm",
    [
        lambda folder: (folder / ".venv/built-from.json").write_text("{"),
        lambda folder: (folder / ".venv/built-from.json").write_text('{"lock": "?"}'),
        lambda folder: (folder / ".venv/bin/python").unlink(),  # the Python below is gone
        lambda folder: break_python(folder / ".venv/bin/python"),
        lambda folder: lock(folder, locked(folder) + "\n"),  # other pins
        lambda folder: shutil.rmtree(next((folder / ".venv/lib").glob("*/site-packages/pip"))),
    ],
    ids=["damaged", "older form", "no python", "other python", "another lock file", "no pip"],
)
def test_environment_that_is_damaged_or_stale_is_seen(ready, tmp_path, harm):
    checkout, _ = ready
    there = tmp_path / "there"
    shutil.copytree(checkout, there, symlinks=True)
    stamp = there / ".venv" / "built-from.json"
    stamp.write_text(stamp.read_text().replace(str(checkout), str(there)))
    assert state_of(there) == "ready"
    harm(there)
    assert state_of(there) == "build"


def break_python(python):
    """Put a Python of another version in its place; the link goes first, not what it points to."""
    python.unlink()
    fake_python(python.parent, python.name, "3.4")


def state_of(folder):
    """What set-up would do there, without doing it."""
    code = (
        "import sys; from pathlib import Path; from environment import *\n"
        "print(state_of(Layout(Path(sys.argv[1])), None))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, folder],
        env=os.environ | {"PYTHONPATH": str(ROOT / "setup"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.sampled(0, ci=0)
def test_environment_without_a_stamp_is_wiped_and_built_again(ready):
    checkout, environment = ready
    (checkout / ".venv" / "left-over").touch()
    (checkout / ".venv" / "built-from.json").unlink()
    done = set_up(checkout, **environment)
    assert done.returncode == 0, done.stderr
    assert "Ready after" in done.stdout
    assert not (checkout / ".venv" / "left-over").exists()


@pytest.mark.sampled(0, ci=0)
def test_changed_pyproject_installs_only_our_package_again(ready):
    checkout, environment = ready
    (checkout / ".venv" / "left-over").touch()
    with (checkout / "pyproject.toml").open("a") as text:
        text.write('\n[tool.other]\nkey = "value"\n')
    assert set_up(checkout, **environment).returncode == 0
    assert (checkout / ".venv" / "left-over").exists()


@pytest.mark.sampled(0, ci=0)
def test_moved_checkout_is_built_again(ready, tmp_path):
    checkout, environment = ready
    moved = checkout.rename(tmp_path / "elsewhere")
    try:
        done = set_up(moved, **environment)
        assert done.returncode == 0 and "Ready after" in done.stdout
    finally:
        moved.rename(checkout)


# One that a program can catch, and one that it cannot.
@pytest.mark.sampled(0, ci=0)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_interrupted_set_up_is_no_obstacle_to_the_next(ready, number):
    checkout, environment = ready
    (checkout / ".venv" / "built-from.json").unlink()
    process = subprocess.Popen(
        [sys.executable, "setup/environment.py"],
        cwd=checkout,
        env=os.environ | NO_CONFIGURATION | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert "Setting up" in process.stdout.readline()
    time.sleep(0.7)
    process.send_signal(number)
    process.communicate(timeout=300)
    assert process.returncode != 0
    if number != signal.SIGKILL:
        assert not (checkout / ".venv").exists()
    done = set_up(checkout, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (checkout / ".venv" / "built-from.json").exists()


@pytest.mark.sampled(0, ci=0)
def test_two_set_ups_at_once_both_end_well(ready):
    checkout, environment = ready
    (checkout / ".venv" / "built-from.json").unlink()
    command = [sys.executable, "setup/environment.py"]
    both = [
        subprocess.Popen(
            command,
            cwd=checkout,
            env=os.environ | NO_CONFIGURATION | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    texts = [process.communicate(timeout=300)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sum("Ready after" in text for text in texts) == 1
    assert sum("waiting for it" in text for text in texts) == 1


# ------------------------------------------------------------------------------------- the rest


def test_make_alone_lists_the_targets(checkout):
    done = set_up(checkout, "help")
    assert done.returncode == 0
    for target in ("setup", "lab", "demo", "test", "format", "release", "clean", "doctor"):
        assert f"make {target} " in done.stdout


def test_clean_keeps_work(checkout):
    for name in (".venv", "demo", "submitted"):
        (checkout / name).mkdir()
    (checkout / "gradebook.db").touch()
    assert set_up(checkout, "clean").returncode == 0
    assert not (checkout / ".venv").exists()
    assert all((checkout / name).exists() for name in ("demo", "submitted", "gradebook.db"))


def test_ci_runs_make_test():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text()
    assert "export CI=1" in script.read_text()  # see tests/layers.py: lacking
