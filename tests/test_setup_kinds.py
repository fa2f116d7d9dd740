"""Which Python the set-up takes, which kind of environment it makes, what it says where none will do."""

import importlib
import re
import sys

import pytest

from tests.checkouts import ROOT, fake_python, make_checkout, run_with, set_up


@pytest.fixture
def checkout(tmp_path):
    """A checkout where nothing was set up yet."""
    return make_checkout(tmp_path)


@pytest.mark.parametrize("version", ["3.10.13", "3.14.0", "2.7.18", "3.1.1"])
def test_unsupported_python_is_refused_with_what_to_do(checkout, tmp_path, version):
    fake_python(tmp_path / "bin", "python3", version)
    done = set_up(checkout, PYTHON=str(tmp_path / "bin" / "python3"))
    assert done.returncode != 0
    assert version in done.stderr and "3.11 to 3.13" in done.stderr
    assert "make setup PYTHON=" in done.stderr
    assert not (checkout / ".venv").exists()


def test_python_that_does_not_start_is_named(checkout):
    done = set_up(checkout, PYTHON="/nowhere/python3")
    assert done.returncode != 0
    assert "PYTHON=/nowhere/python3, which does not start" in done.stderr


@pytest.mark.parametrize(
    ("words", "pythons", "taken"),
    [
        ("", {"python3": "3.9.1", "python3.12": "3.12.1"}, "python3.12"),
        ("", {"python3": "3.14.2", "python3.11": "3.11.9", "python3.13": "3.13.1"}, "python3.13"),
        ("--kind lab", {"python3": "3.14.2", "python3.12": "3.12.1"}, "python3.12"),
        ("--kind lab", {"python3": "3.14.2"}, "python3"),
        ("--kind lab", {"python3": "3.9.1", "python3.14": "3.14.0"}, "python3.14"),
        ("--kind light", {"python3": "3.14.2", "python3.12": "3.12.1"}, "python3"),
        ("--kind light", {"python3": "3.15.0", "python3.14": "3.14.0"}, "python3.14"),
    ],
)
def test_which_python_on_path_is_taken(words, pythons, taken, checkout, tmp_path):
    done = run_with(checkout, tmp_path, pythons, *words.split())
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"{taken} runs setup/environment.py {words}".strip()


@pytest.mark.parametrize(
    ("words", "pythons", "told"),
    [
        ("", {}, "no python3 on PATH"),
        ("--kind lab", {"python3": "3.15.0"}, "python3 is 3.15.0"),
        ("--kind light", {"python3": "2.7.18", "python3.11": ""}, "python3 is 2.7.18"),
        ("", {"python3": "3.14.2"}, "to read the course, Python up to 3.14 will do: make lab"),
    ],
)
def test_without_a_python_that_will_do_the_message_says_so(
    words, pythons, told, checkout, tmp_path
):
    done = run_with(checkout, tmp_path, pythons, *words.split())
    assert done.returncode == 1 and done.stdout == ""
    assert told in done.stderr and "Traceback" not in done.stderr and "sh:" not in done.stderr


def test_a_tensorflow_for_python_3_14_is_one_line_to_change(checkout, tmp_path):
    file = checkout / "pyproject.toml"
    text, later = file.read_text(), "\"tensorflow==2.23.0; python_version < '3.15'\""
    file.write_text(re.sub(r'"tensorflow==.*"', later, text))
    done = run_with(checkout, tmp_path, {"python3": "3.14.2"}, "--kind", "whole")
    assert done.stdout.startswith("python3 runs")
    assert environment_of(checkout).without_tensorflow(checkout) == (3, 15)


def test_python_without_ensurepip_says_which_package_is_missing(checkout, tmp_path):
    wrapper = tmp_path / "python"
    # Debian without python3-venv: the module is there, what it needs is not.
    wrapper.write_text(
        "#!/bin/sh\n"
        f'[ "$1" = -c ] && exec "{sys.executable}" "$@"\n'
        f'exec "{sys.executable}" - "$@" <<\'E\'\n'
        "import runpy, subprocess, sys\n"
        "sys.argv = sys.argv[1:]\n"
        "sys.path.insert(0, 'setup')\n"
        "real = subprocess.run\n"
        "def run(command, **options):\n"
        "    if 'venv' in map(str, command):\n"
        "        return subprocess.CompletedProcess(command, 1, '', 'ensurepip is not available')\n"
        "    return real(command, **options)\n"
        "subprocess.run = run\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
        "E\n"
    )
    wrapper.chmod(0o755)
    done = set_up(checkout, PYTHON=str(wrapper))
    assert done.returncode != 0
    assert "without the modules that create virtual environments" in done.stderr
    assert not (checkout / ".venv").exists()


def environment_of(folder):
    """The module environment of a checkout."""
    sys.path.insert(0, str(folder / "setup"))
    try:
        sys.modules.pop("environment", None)
        return importlib.import_module("environment")
    finally:
        sys.path.pop(0)


@pytest.mark.parametrize(
    ("ready", "version", "asked", "got"),
    [
        ("", (3, 12), "lab", "whole"),
        ("light", (3, 12), "lab", "light"),
        ("light", (3, 12), "whole", "whole"),
        ("", (3, 12), "light", "light"),
        ("", (3, 14), "lab", "light"),
        ("whole", (3, 14), "lab", "whole"),  # it was made with another Python
    ],
)
def test_what_lab_sets_up(ready, version, asked, got, checkout, monkeypatch, capsys):
    """ready: the kind of the environment that is there."""
    environment = environment_of(ROOT)
    (checkout / "setup" / "light.lock").write_text("")
    monkeypatch.setattr(
        environment,
        "state_of",
        lambda layout, python: "ready" if layout.kind == ready else "build",
    )
    monkeypatch.setattr(environment.sys, "version_info", (*version, 0, "final", 0))
    layout = environment.chosen_layout(checkout, asked, None)
    assert layout.kind == got
    assert layout.lock_file.name == environment.KINDS[got].lock
    told = "no package for Python 3.14" in capsys.readouterr().out
    assert told == (not ready and version == (3, 14))


def test_python_3_14_is_for_readers(checkout, tmp_path):
    fake_python(tmp_path, "python3.14", "3.14.0")
    python = str(tmp_path / "python3.14")
    assert "--kind lab" in set_up(checkout, "some-kind", PYTHON=python).stdout
    assert "--kind light" in set_up(checkout, "some-kind", "LIGHT=1", PYTHON=python).stdout
    refused = set_up(checkout, PYTHON=python)
    assert refused.returncode != 0 and "make lab" in refused.stderr


def test_what_stops_a_light_set_up_names_its_lock_file_and_its_space():
    sys.path.insert(0, str(ROOT / "setup"))
    try:
        from failures import pip_failure
    finally:
        sys.path.pop(0)
    altered = pip_failure("THESE PACKAGES DO NOT MATCH THE HASHES", 1, "light.lock", "1 GB")
    assert "setup/light.lock" in str(altered) and "requirements.lock" not in str(altered)
    full = pip_failure("[Errno 28] No space left on device", 1, "light.lock", "1 GB")
    assert "1 GB free" in str(full)
