"""The lists of packages agree: pyproject.toml, the lock file, environment.yml, what is installed."""

import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent


LOCKS = ("requirements.lock", "hub.lock", "students.lock", "light.lock")
# What no part of the course but a hub needs.
HUB_ALONE = {"jupyterhub"}
# What has a lock of its own, and what else is in it.
ALONE = {"site": "site.lock", "wasm": "wasm.lock"}


def locked(file="requirements.lock"):
    """A lock file as {name: [version, ...]}."""
    pins = {}
    for name, release in re.findall(
        r"(?m)^([a-z0-9-]+)==([^\s;]+)", (ROOT / "setup" / file).read_text()
    ):
        pins.setdefault(name, []).append(release)
    return pins


def declared():
    """Every requirement of pyproject.toml, as packaging understands it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    texts = list(project["build-system"]["requires"]) + project["project"]["dependencies"]
    for extra in project["project"]["optional-dependencies"].values():
        texts += extra
    return [Requirement(text) for text in texts]


def test_lock_file_pins_what_pyproject_declares():
    pins = locked() | {name: locked("hub.lock")[name] for name in HUB_ALONE}
    for file in ALONE.values():
        pins = locked(file) | pins
    for requirement in declared():
        versions = pins[canonicalize_name(requirement.name)]
        assert all(requirement.specifier.contains(release) for release in versions), requirement


def test_the_locks_of_a_hub_hold_the_courses_releases_and_the_course_nothing_of_a_hub():
    course, hub, students, _ = map(locked, LOCKS)
    assert not HUB_ALONE & set(course)
    for name in {*hub, *students} & set(course):
        assert hub.get(name, students.get(name)) == course[name], name
        assert students.get(name, hub.get(name)) == course[name], name
    assert set(hub) - set(course) <= set(students)
    assert not {"pytest", "playwright", "ruff", "distributed"} & set(students)


def test_a_reader_gets_the_same_releases_and_nothing_of_grading():
    course, light = locked(), locked("light.lock")
    for name in light.keys() & course.keys():
        assert set(course[name]) <= set(light[name]), name
    assert {"numpy", "jupyterlab", "ipykernel", "flit-core"} <= light.keys()
    grading = {"tensorflow", "tensorboard", "nbgrader", "scikit-learn", "distributed", "pytest"}
    assert not grading & light.keys()


def test_locks_of_their_own_hold_the_courses_releases_of_what_both_need():
    for name, file in ALONE.items():
        texts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        wanted = {Requirement(one).name for one in texts["optional-dependencies"][name]}
        assert wanted and not wanted & set(locked())
        for package in set(locked(file)) & set(locked()):
            assert locked(file)[package] == locked()[package]


@pytest.mark.parametrize("file", [*LOCKS, *ALONE.values()])
def test_lock_file_has_hashes_for_every_package_and_no_addresses(file):
    text = (ROOT / "setup" / file).read_text()
    entries = re.split(r"(?m)^(?=[a-z0-9])", text)[1:]
    assert len(entries) > (50 if file in LOCKS else 1)
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text
    assert f"Python 3.11 to 3.{14 if file == 'light.lock' else 13}, " in text.splitlines()[1]
    assert not re.search(r"(?m)^\s*-(i|f|-index|-extra|-find)", text)


def test_environment_yml_is_what_make_lock_writes_and_takes_the_same_pins():
    sys.path.insert(0, str(ROOT / "setup"))
    try:
        from lock import CONDA_PYTHON, CONDA_TEXT
    finally:
        sys.path.pop(0)
    text = (ROOT / "environment.yml").read_text()
    assert text == CONDA_TEXT
    assert "-r setup/requirements.lock" in text
    assert CONDA_PYTHON in ("3.11", "3.12", "3.13")


def test_installed_packages_are_the_locked_ones():
    pins = locked()
    for name in ("nbgrader", "tensorflow", "numpy", "jupyterlab", "tensorboard", "nbclient"):
        assert version(name) in pins[name]
