"""The doctor: what it finds, what it says to do, and that nothing breaks it."""

import importlib.util
import io
import sqlite3
import subprocess

import pytest
from rich.console import Console

from grader import doctor, installation
from grader.doctor import CHECKS, Check, Finding, Probe, exit_code, print_checks, run_checks
from tests import layers


def one(look, name="thing"):
    return run_checks([Probe(name, "the class", look)])[0]


@pytest.mark.slow
def test_every_check_answers_and_says_what_to_do_unless_all_is_well():
    checks = run_checks()
    assert [check.name for check in checks] == [probe.name for probe in CHECKS]
    for check in checks:
        assert check.found
        assert (check.to_do == "") == (check.status == "ok")


@pytest.mark.slow
def test_the_environment_that_runs_the_tests_is_well():
    found = {check.name: check for check in run_checks()}
    for name in ("Python", "packages", "TensorFlow", "engine", "kernel", "alembic", "data"):
        assert found[name].status == "ok", found[name]


def test_check_that_breaks_is_reported_and_the_others_go_on():
    def breaks():
        raise RuntimeError("the lamp is out")

    probes = [Probe("a", "x", breaks), Probe("b", "x", lambda: Finding("ok", "fine"))]
    first, second = run_checks(probes)
    assert (first.status, first.found) == ("fail", "RuntimeError: the lamp is out")
    assert second.status == "ok"


def test_check_that_hangs_is_reported(monkeypatch):
    def hangs():
        subprocess.run(["sleep", "5"], timeout=0.1)
        return Finding("ok", "")

    check = one(hangs)
    assert check.status == "fail" and "no answer" in check.found


@pytest.mark.parametrize(
    ("statuses", "code"), [(["ok"], 0), (["ok", "warn"], 0), (["warn", "fail"], 1), ([], 0)]
)
def test_only_a_failure_makes_the_exit_code_1(statuses, code):
    assert exit_code(Check("x", status, "") for status in statuses) == code


@pytest.fixture
def probed_anew():
    """The machine is looked at again before and after the test."""
    from grader.sandbox import isolation

    probes = (isolation._probe, isolation._probe_landlock)
    for probe in probes:
        probe.cache_clear()
    yield
    for probe in probes:
        probe.cache_clear()


def test_no_sandbox_at_all_fails_and_says_how_to_get_one(monkeypatch, probed_anew):
    from grader.inside import system
    from grader.sandbox import bubblewrap

    monkeypatch.setattr(bubblewrap, "find_bwrap", lambda: None)
    monkeypatch.setattr(system, "landlock_version", lambda: 0)
    monkeypatch.setattr(doctor.platform, "system", lambda: "Linux")
    check = one(doctor.look_sandbox)
    assert check.status == "fail"
    assert "bwrap) was not found" in check.found and "has no Landlock" in check.found
    assert "--isolation none" in check.found


def test_landlock_alone_is_a_warning_with_what_it_does_not_do(monkeypatch, tmp_path, probed_anew):
    from grader.inside import system
    from grader.sandbox import bubblewrap

    if not system.landlock_version():
        layers.lacking("this kernel has no Landlock")
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "find_bwrap", lambda: str(program))
    monkeypatch.setattr(doctor.platform, "system", lambda: "Linux")
    check = one(doctor.look_sandbox)
    assert check.status == "warn"
    assert "no namespaces, but Landlock" in check.found
    assert "the disk space a submission may fill" in check.found
    assert "user namespaces" in check.to_do


def test_kernels_that_cannot_be_forked_are_a_warning(monkeypatch):
    from grader.sandbox import template_client

    monkeypatch.setattr(template_client, "PROGRAM", "raise SystemExit('not today')")
    check = one(doctor.look_warm_kernels)
    assert check.status == "warn"
    assert "not today" in check.found and "each submission starts its own" in check.found


def test_a_light_installation_is_well_and_says_what_it_lacks(monkeypatch):
    lacks = ("tensorflow", "nbgrader", "jupyterlab", "ipykernel", "jupyter_client")
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name in lacks else find(name)
    )
    monkeypatch.setattr(installation.sys, "version_info", (3, 14, 0, "final", 0))
    found = {check.name: check for check in run_checks()}
    told = found["installation"].found.splitlines()
    assert told[0].startswith("light: ")
    for part, cost in {
        "TensorFlow": "run on the course's engine",
        "JupyterLab": "another program has to open",
        "grading": "no class can be graded",
    }.items():
        (line,) = [line for line in told if line.startswith(f"without {part}: ")]
        assert cost in line and line.endswith("(make setup)")
    assert not {"sandbox", "warm kernels", "gradebook", "alembic", "class.toml"} & found.keys()
    assert exit_code(found.values()) == 0
    assert found["kernel"].status == "warn" and "pip install ipykernel" in found["kernel"].to_do
    assert "the notebooks run on the engine" in found["TensorFlow"].found


def test_a_tensorflow_of_another_release_is_no_failure(monkeypatch):
    monkeypatch.setattr(installation, "other_release", lambda: "2.19.0")
    assert one(doctor.look_tensorflow).found.startswith("2.19.0, not 2.21")
    packages = one(doctor.look_locked_packages)
    assert packages.status == "ok" and "tensorflow" not in packages.found


def test_a_whole_installation_lacks_nothing_but_perhaps_a_font(monkeypatch):
    monkeypatch.setattr(installation, "has", lambda name: name != "pylopdf_fonts_zh_cn")
    first, *more = installation.look_kind().found.splitlines()
    assert first.startswith("whole: ") and len(more) == 1 and "Chinese labels" in more[0]


@pytest.mark.parametrize(
    ("told", "command"),
    [
        (
            '{"url": "file:///tmp/a.whl"}',
            "pip install 'tf-graph-course[class] @ file:///tmp/a.whl'",
        ),
        (None, "pip install 'WHEEL[class]', with the course's wheel"),
        ("[]", "pip install 'WHEEL[class]', with the course's wheel"),
        ("{", "pip install 'WHEEL[class]', with the course's wheel"),
    ],
)
def test_from_a_wheel_the_missing_part_comes_from_the_same_wheel(told, command, monkeypatch):
    class Package:
        def read_text(self, name):
            assert name == "direct_url.json"
            return told

    monkeypatch.setattr(installation.places, "IN_CHECKOUT", False)
    monkeypatch.setattr(installation.importlib.metadata, "distribution", lambda name: Package())
    assert installation.how_to_get("class") == command


def test_a_missing_package_that_all_need_fails(monkeypatch):
    monkeypatch.setattr(installation, "_requirements", lambda: ["numpy", "no-such-package"])
    check = one(doctor.look_locked_packages)
    assert check.status == "fail" and "no-such-package is missing" in check.found


def test_crash_in_tensorflow_points_to_the_engine(monkeypatch):
    crash = subprocess.CompletedProcess([], -4, "", "")
    monkeypatch.setattr(installation, "run_python", lambda code: crash)
    check = one(doctor.look_tensorflow)
    assert check.status == "warn"
    assert "signal 4" in check.found and "GRADER_BACKEND=engine" in check.to_do


def test_locked_gradebook_fails(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert one(doctor.look_gradebook).status == "ok"
    book = sqlite3.connect(tmp_path / "gradebook.db")
    book.execute("CREATE TABLE grades (points REAL)")
    book.execute("BEGIN EXCLUSIVE")
    try:
        check = one(doctor.look_gradebook)
    finally:
        book.close()
    assert check.status == "fail" and "locked" in check.found
    assert one(doctor.look_gradebook).status == "ok"


def test_file_that_is_no_gradebook_fails(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gradebook.db").write_text("these are not the grades you are looking for" * 30)
    check = one(doctor.look_gradebook)
    assert check.status == "fail" and "not a database" in check.found


def test_a_class_file_that_cannot_be_understood_fails(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert one(doctor.look_class).found == "none here"
    (tmp_path / "class.toml").write_text("titel = 'Graphs'")
    check = one(doctor.look_class)
    assert check.status == "fail" and "did you mean 'title'" in check.found
    (tmp_path / "class.toml").write_text("title = 'Graphs'")
    assert one(doctor.look_class).status == "ok"


def test_kernel_of_another_python_is_found(monkeypatch, tmp_path):
    kernel = tmp_path / "kernels" / "python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(
        '{"argv": ["/opt/other/bin/python"], "display_name": "Other", "language": "python"}'
    )
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    check = one(doctor.look_kernel)
    assert check.status == "fail"
    assert "/opt/other/bin/python" in check.found and str(kernel) in check.to_do


def test_table_shows_paths_with_brackets_as_they_are():
    console = Console(width=200, record=True, file=io.StringIO())
    print_checks([Check("disk", "warn", "/home/[bold]me[/bold]", "do it")], console)
    text = console.export_text()
    assert "/home/[bold]me[/bold]" in text and "→ do it" in text and "warn" in text
