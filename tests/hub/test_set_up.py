"""The script that sets a hub up: it says what it does, does it once, and replaces nothing of others'."""

import importlib
import os
import pwd
import stat
import subprocess
import sys
from types import SimpleNamespace

import pytest

from grader.hub.settings import read
from grader.places import ROOT
from tests.hub.conftest import ANN, TEACHER, needs_root

DEPLOY = ROOT / "deploy" / "jupyterhub"


@pytest.fixture
def script(monkeypatch):
    """script("steps"): one of the modules beside the script."""
    monkeypatch.syspath_prepend(DEPLOY)
    return importlib.import_module


@pytest.fixture
def refusal(script):
    return script("files").Refusal


def run(tmp_path, file, *options, npm=True):
    """The script as it is started; with an npm that is only there, or with none."""
    programs = tmp_path / "programs"
    programs.mkdir(exist_ok=True)
    for name in ("git", "sh"):
        (programs / name).exists() or (programs / name).symlink_to(f"/usr/bin/{name}")
    if npm:
        (programs / "npm").write_text("#!/bin/sh\n")
        (programs / "npm").chmod(0o755)
    command = [sys.executable, DEPLOY / "set_up.py", file, *options]
    environment = {**os.environ, "PATH": str(programs)}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_a_dry_run_says_everything_and_does_nothing(tmp_path, settings):
    done = run(tmp_path, settings(), "--dry-run", "--create-users")
    assert done.returncode == 0, done.stderr
    base = tmp_path / "srv"
    for told in (
        "would make the user ann",
        f"would make the folder {base}/config, mode 700",
        f"would copy this checkout to {base}/course, for teacher alone",
        f"would install what students need into {base}/students (on the engine",
        f"would write {base}/config/jupyterhub_config.py",
        "would enter 2 students into the gradebook",
        f"would make {base}/exchange/graphs/inbound, mode 2733, for teacher",
    ):
        assert told in done.stdout
    assert not base.exists()


def test_it_makes_no_users_unasked(tmp_path, settings):
    done = run(tmp_path, settings(), "--dry-run")
    assert done.returncode == 1
    assert "this machine has no user teacher, ann, ben" in done.stderr
    assert "--create-users" in done.stderr


def test_it_says_what_is_missing_before_it_begins(tmp_path, settings):
    done = run(tmp_path, settings(), "--dry-run", "--create-users", npm=False)
    assert done.returncode == 1 and "npm is not installed" in done.stderr
    assert "setting 'corse'" in run(tmp_path, settings(corse=1), "--dry-run").stderr


def test_a_base_that_is_somebody_elses_is_left_alone(script, refusal, settings, tmp_path):
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "web").write_text("")
    with pytest.raises(refusal, match="holds something else"):
        script("steps").folders_missing(read(settings()))


def test_folders_are_made_once_and_put_right(script, settings):
    steps, hub = script("steps"), read(settings())
    steps.make_folders(hub)
    assert stat.S_IMODE(hub.state.stat().st_mode) == 0o700
    assert steps.folders_missing(hub) == []
    hub.config.chmod(0o755)
    assert steps.folders_missing(hub) == [f"make the folder {hub.config}, mode 700"]
    steps.make_folders(hub)
    assert steps.folders_missing(hub) == []


def test_a_file_that_was_changed_by_hand_is_not_replaced(script, refusal, tmp_path):
    written = script("files").Written
    path, record = tmp_path / "etc" / "one", tmp_path / "written.json"
    one = written(record)
    assert one.differs(path, b"first", 0o600)
    one.put(path, b"first", 0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = written(record)  # the script, started once more
    assert not again.differs(path, b"first", 0o600)
    assert again.differs(path, b"second", 0o600)  # a new version of ours
    assert again.differs(path, b"first", 0o644)
    path.write_bytes(b"mine")
    with pytest.raises(refusal, match="not what this script wrote"):
        again.differs(path, b"second", 0o600)
    assert written(record, replace=True).differs(path, b"second", 0o600)
    path.unlink()
    path.symlink_to("/etc/passwd")
    with pytest.raises(refusal, match="is not a plain file"):
        written(record, replace=True).differs(path, b"second", 0o600)


def test_an_environment_takes_no_other_folders_place(script, refusal, tmp_path):
    (tmp_path / "hub").mkdir()
    (tmp_path / "hub" / "thesis").write_text("")
    with pytest.raises(refusal, match="holds something else"):
        script("files").new_environment(tmp_path / "hub")
    assert (tmp_path / "hub" / "thesis").exists()


def test_a_python_that_only_root_can_start_is_not_taken(script, open_tmp_path):
    files = script("files")
    program = open_tmp_path / "closed" / "python3"
    program.parent.mkdir()
    program.write_text("")
    program.chmod(0o755)
    assert files.all_may_start(program)
    program.parent.chmod(0o700)
    assert not files.all_may_start(program)


def test_a_command_that_fails_is_told_with_its_last_words(script, refusal):
    with pytest.raises(refusal) as told:
        script("files").run(["sh", "-c", "echo the lamp is out; exit 3"])
    assert "code 3" in str(told.value) and "the lamp is out" in str(told.value)
    with pytest.raises(refusal, match="does not start"):
        script("files").run(["/no/such/program"])


def test_on_the_engine_students_get_no_tensorflow(script):
    lock = (ROOT / "setup" / "students.lock").read_text()
    locked_for = script("steps").locked_for
    assert locked_for("tensorflow", lock) == lock and "\ntensorflow==" in lock
    engine = locked_for("engine", lock)
    assert "\ntensorflow==" not in engine and "\nkeras==" not in engine
    for name in ("tensorboard", "jupyterhub", "nbgrader", "opt-einsum"):
        assert f"\n{name}==" in engine
    assert engine.count("--hash") < lock.count("--hash")


def test_the_copy_of_the_course_is_what_lies_there_now(script, tmp_path, monkeypatch):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    for name in ("kept", "gone", "changed", ".gitignore"):
        (here / name).write_text(".venv\n")
    git = ["git", "-C", here, "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, *command], check=True)
    (here / "gone").unlink()
    (here / "changed").write_text("new")
    (here / "added").write_text("")
    (here / ".venv").mkdir()
    (here / ".venv" / "big").write_text("")
    monkeypatch.setattr(script("steps"), "ROOT", here)
    script("steps").copy_files(there)
    names = {path.name for path in there.iterdir()}
    assert names == {"kept", "changed", "added", ".gitignore", ".git"}
    assert (there / "changed").read_text() == "new"


@needs_root
def test_the_exchange_is_everybodys_and_its_folders_the_instructors(
    script, refusal, settings, monkeypatch
):
    steps, hub = script("steps"), read(settings())
    teacher = SimpleNamespace(pw_uid=TEACHER, pw_gid=TEACHER, pw_dir="/")
    monkeypatch.setattr(pwd, "getpwnam", lambda name: teacher)
    hub.base.mkdir()
    assert len(steps.exchange_missing(hub)) == 5
    steps.make_exchange(hub)
    assert steps.exchange_missing(hub) == []
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in hub.exchange.rglob("*")}
    assert modes == {"graphs": 0o755, "outbound": 0o755, "inbound": 0o2733, "feedback": 0o711}
    assert {path.stat().st_uid for path in hub.exchange.rglob("*")} == {TEACHER}
    os.chown(hub.exchange / "graphs", ANN, ANN)
    with pytest.raises(refusal, match="graphs is not teacher's"):
        steps.exchange_missing(hub)


@needs_root
def test_homes_are_closed(script, settings, tmp_path, monkeypatch):
    steps, hub = script("steps"), read(settings())
    for name in ("teacher", "ann", "ben"):
        (tmp_path / name).mkdir(mode=0o700)
    (tmp_path / "ann").chmod(0o755)
    monkeypatch.setattr(pwd, "getpwnam", lambda name: SimpleNamespace(pw_dir=str(tmp_path / name)))
    assert steps.users_missing(hub, create=False) == [
        f"close the home of ann to others (chmod 700 {tmp_path}/ann)"
    ]
    steps.make_users(hub)
    assert steps.users_missing(hub, create=False) == []


def test_a_class_has_its_chapters_in_the_gradebook_before_anybody_grades(
    script, tmp_path, monkeypatch
):
    """The formgrader's button for autograding fails without, as nbgrader's own command does."""
    from nbgrader.api import Gradebook

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("grader.exercises.CHAPTERS", ("01-graphs",))
    (tmp_path / "nbgrader_config.py").write_text((DEPLOY / "class_config.py").read_text())
    exec(script("steps").ENTER_CHAPTERS, {})
    with Gradebook(f"sqlite:///{tmp_path}/gradebook.db") as gradebook:
        assert [one.name for one in gradebook.assignments] == ["01-graphs"]
        assert gradebook.find_assignment("01-graphs").max_score > 20
    assert (tmp_path / ".chapters").is_file()
