"""A hub's settings: what is read from hub.toml, and what is refused before anything is done."""

from pathlib import Path

import pytest

from grader.hub.settings import Hub, SettingsError, read
from grader.places import ROOT


def test_the_file_that_comes_with_the_course_says_the_defaults(tmp_path):
    text = (ROOT / "deploy" / "jupyterhub" / "hub.toml").read_text(encoding="utf-8")
    (tmp_path / "hub.toml").write_text(text)
    (tmp_path / "students.csv").write_text("id\n")
    hub = read(tmp_path / "hub.toml")
    assert (hub.course, hub.base, hub.backend) == ("graphs", Path("/srv/graphs"), "engine")
    assert hub.class_folder == Path("/home/instructor/graphs-class")
    assert hub.students_file == tmp_path / "students.csv"
    assert (hub.address, hub.subdomains, hub.graders) == (Hub.address, "", ())


def test_the_students_are_those_of_the_gradebooks_file(settings, tmp_path):
    file = settings()
    assert read(file).students == ("ann", "ben")
    (tmp_path / "students.csv").write_text("\ufeffid,email\n chen ,\n,\n")  # as Excel writes it
    assert read(file).students == ("chen",)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ({"corse": "x"}, "there is no setting 'corse'; available: course"),
        ({"graders": "ann"}, "graders is 'ann'; write a list"),
        ({"course": "../x"}, "course is '../x'"),
        ({"instructor": "root"}, "'root' (instructor) is not a user name"),
        ({"instructor": "-rf"}, "'-rf' (instructor) is not a user name"),
        ({"instructor": "ann"}, "'ann' is both a student and a grader"),
        ({"graders": ["ben"]}, "'ben' is both a student and a grader"),
        ({"graders": ["cem", "cem"]}, "'cem' is listed twice"),
        ({"backend": "torch"}, "backend is 'torch'; available: engine, tensorflow"),
        ({"base": "srv"}, "base is 'srv'"),
        ({"base": "/srv"}, "base is '/srv'"),
        ({"base": "/srv/a b$(x)"}, "base is '/srv/a b$(x)'"),
        ({"base": "/srv/g", "class_folder": "/srv/g/class"}, "which students can enter"),
        ({"address": "localhost"}, "address is 'localhost'"),
        ({"subdomains": "hub.example.org"}, "subdomains is 'hub.example.org'"),
    ],
)
def test_what_could_not_work_is_refused_with_the_settings_name(settings, lines, told):
    with pytest.raises(SettingsError, match=r"/hub\.toml: ") as refused:
        read(settings(**lines))
    assert told in str(refused.value)


def test_a_list_of_students_that_is_missing_or_none_is_said(settings, tmp_path):
    file = settings()
    (tmp_path / "students.csv").write_text("name\nann\n")
    with pytest.raises(SettingsError, match=r"line 1: found the columns 'name'.*id,first_name"):
        read(file)
    (tmp_path / "students.csv").unlink()
    with pytest.raises(SettingsError, match=r"students\.csv cannot be read"):
        read(file)
