"""What a hub is configured with: who gets which server, and what a student finds there."""

import os
import re
import shutil
import subprocess
from types import SimpleNamespace

import pytest
from traitlets.config import Config

from grader.classroom.nbgrader.course import open_course
from grader.hub.settings import read
from grader.places import ROOT, SOLUTIONS

DEPLOY = ROOT / "deploy" / "jupyterhub"


@pytest.fixture
def loaded(settings, tmp_path):
    """loaded(**settings): the configuration as JupyterHub loads it, where the script puts it."""

    def load(**lines):
        file = settings(**lines)
        shutil.copy(ROOT / "grader" / "hub" / "settings.py", tmp_path / "hub_settings.py")
        shutil.copy(ROOT / "grader" / "class_list.py", tmp_path)
        path = tmp_path / "jupyterhub_config.py"
        shutil.copy(DEPLOY / "jupyterhub_config.py", path)
        config = Config()
        names = {"get_config": lambda: config, "__file__": str(path)}
        exec(compile(path.read_text(), str(path), "exec"), names)
        return config, read(file)

    return load


def spawned(config, name):
    """What the hook before a server's start makes of a spawner."""
    spawner = SimpleNamespace(
        user=SimpleNamespace(name=name), cmd=[], args=[], notebook_dir="", environment={}
    )
    config.Spawner.pre_spawn_hook(spawner)
    return spawner


def test_students_get_their_own_environment_and_the_instructor_the_class(loaded):
    config, hub = loaded()
    teacher, ann = spawned(config, "teacher"), spawned(config, "ann")
    assert teacher.cmd == [f"{hub.base}/bin/instructor-server"]
    assert teacher.notebook_dir == "/home/teacher/graphs-class"
    assert ann.cmd == [f"{hub.base}/bin/student-server"] and ann.notebook_dir == ""
    assert config.Authenticator.allowed_users == {"teacher", "ann", "ben"}
    assert config.JupyterHub.load_groups == {
        "nbgrader-graphs": {"users": ["ann", "ben"]},
        "formgrade-graphs": {"users": ["teacher"]},
    }
    assert "PATH" not in config.Spawner.env_keep and "services" not in config.JupyterHub


def test_frames_are_allowed_only_where_each_user_has_an_origin(loaded):
    """Without subdomains, a student's page could read what is in the instructor's frame."""
    config, _ = loaded()
    assert spawned(config, "teacher").args == spawned(config, "ann").args == []
    config, _ = loaded(subdomains="https://hub.example.org")
    assert config.JupyterHub.subdomain_host == "https://hub.example.org"
    assert spawned(config, "ann").args == []
    (argument,) = spawned(config, "teacher").args
    assert "frame-ancestors 'self'" in eval(argument.partition("=")[2])["headers"].popitem()[1]


def test_the_back_end_is_one_switch(loaded):
    assert loaded()[0].Spawner.environment == {"GRADER_BACKEND": "engine"}
    config, _ = loaded(backend="tensorflow", graders=["cem"])
    assert config.Spawner.environment == {"GRADER_BACKEND": "tensorflow"}
    (service,) = config.JupyterHub.services
    assert service["environment"]["GRADER_BACKEND"] == "tensorflow"


def test_further_graders_share_the_instructors_server_as_a_service(loaded):
    config, hub = loaded(graders=["cem"])
    (service,) = config.JupyterHub.services
    assert (service["name"], service["user"]) == ("graphs", "teacher")
    assert service["cwd"] == str(hub.class_folder)
    (role,) = config.JupyterHub.load_roles
    assert role["scopes"] == ["access:services!service=graphs"]
    assert role["groups"] == ["formgrade-graphs"]
    assert config.JupyterHub.load_groups["formgrade-graphs"]["users"] == ["cem", "teacher"]
    assert spawned(config, "cem").cmd == [f"{hub.base}/bin/student-server"]


def filled(text, **places):
    for name, place in places.items():
        text = text.replace(f"@{name}@", str(place))
    assert not re.search("@[A-Z]+@", text)
    return text


def test_a_students_server_finds_data_and_pages_and_leaves_what_is_there(tmp_path):
    base, home = tmp_path / "srv", tmp_path / "home"
    program = base / "students" / "bin" / "jupyterhub-singleuser"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho started "$@"\n')
    program.chmod(0o755)
    for name in ("index", "glossary"):
        (base / "pages").mkdir(exist_ok=True)
        (base / "pages" / f"{name}.ipynb").write_text("{}")
    (home / "graphs").mkdir(parents=True)
    (home / "graphs" / "index.ipynb").write_text("mine")
    script = filled((DEPLOY / "bin" / "student-server").read_text(), BASE=base, COURSE="graphs")
    for _ in range(2):  # every day anew
        done = subprocess.run(
            ["sh", "-c", script, "sh", "--port=1"],
            env={"HOME": str(home), "PATH": os.defpath},
            capture_output=True,
            text=True,
        )
        assert done.stdout == f"started --LabApp.app_settings_dir={base}/bin/lab --port=1\n"
        assert done.stderr == ""
    assert os.readlink(home / "data") == str(base / "data")
    assert (home / "graphs" / "glossary.ipynb").read_text() == "{}"
    assert (home / "graphs" / "index.ipynb").read_text() == "mine"


def test_the_classs_configuration_finds_the_chapters_from_any_folder(tmp_path):
    text = (DEPLOY / "class_config.py").read_text()
    places = {"BASE": "/srv/graphs", "COURSE": "graphs"}
    (tmp_path / "nbgrader_config.py").write_text(filled(text, **places))
    course = open_course(tmp_path)
    assert course.source("01-graphs") == SOLUTIONS
    assert course.directory("01-graphs").course_id == "graphs"
    assert course.config.CourseDirectory.root == str(tmp_path)
    assert course.config.Exchange.root == "/srv/graphs/exchange"
