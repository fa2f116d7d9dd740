"""Files from learning management systems come to the student whose they are, or are left out."""

from __future__ import annotations

import zipfile

import pytest
from nbgrader.api import Gradebook
from nbgrader.apps.zipcollectapp import ZipCollectApp

from grader.classroom.nbgrader.course import open_course
from grader.classroom.nbgrader.lms_files import (
    SYSTEMS,
    Person,
    Sender,
    Unclear,
    known_as,
    new_id,
    normalized,
    person,
    sender,
    system_of,
)
from grader.places import NOTEBOOKS

LI = Person("liwei", "12345", frozenset({"weili", "liwei"}))
LI_TOO = Person("liwei2", "99", frozenset({"weili", "liwei"}))
ZOE = Person("zoe", "777", frozenset({normalized("Zoë Müller"), normalized("Müller Zoë")}))


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (
            "Li Wei_991_assignsubmission_file_graphs.ipynb",
            Sender("graphs.ipynb", name="Li Wei", copy="991"),
        ),
        (
            "Li Wei_991_assignsubmission_file_/graphs (1).ipynb",
            Sender("graphs.ipynb", name="Li Wei", copy="991"),
        ),
        (
            "Anna_Maria O'Neill_7_assignsubmission_file/build_an_engine.ipynb",
            Sender("build_an_engine.ipynb", name="Anna_Maria O'Neill", copy="7"),
        ),
        (
            "weili_12345_4242_graphs.ipynb",
            Sender("graphs.ipynb", name="weili", number="12345", copy="4242"),
        ),
        (
            "weili_LATE_12345_4242_gradient_control-2.ipynb",
            Sender("gradient_control.ipynb", name="weili", number="12345", copy="4242"),
        ),
        (
            "week 1_liwei_attempt_2026-03-01-18-00-05_graphs.ipynb",
            Sender("graphs.ipynb", user="liwei", time="2026-03-01-18-00-05"),
        ),
    ],
)
def test_what_the_systems_write_is_read(path, found):
    parts = tuple(path.split("/"))
    assert sender(parts, system_of([parts])) == found


HONEST = {
    "Moodle": "Li Wei_991_assignsubmission_file_graphs.ipynb",
    "Canvas": "weili_12345_4242_graphs.ipynb",
    "Blackboard": "week 1_liwei_attempt_2026-03-01-18-00-05_graphs.ipynb",
}
# What a student, zoe, can make of the words of another system, or of the same one, after the system's.
PRETENDED = (
    "x_liwei_attempt_2026-01-01-00-00-00_graphs.ipynb",
    "weili_12345_4242_graphs.ipynb",
    "Li Wei_991_assignsubmission_file_graphs.ipynb",
    "work/Li Wei_991_assignsubmission_file_graphs.ipynb",
    "work/weili_12345_4242_graphs.ipynb",
    "work/x_liwei_attempt_2026-01-01-00-00-00_graphs.ipynb",
    "work/liwei/graphs.ipynb",
    "\nx_liwei_attempt_2026-01-01-00-00-00_graphs.ipynb",
)
BEFORE = {
    "Moodle": "Zoë Müller_992_assignsubmission_file_",
    "Canvas": "mullerzoe_777_4243_",
    "Blackboard": "week 1_zoe_attempt_2026-03-01-18-00-05_",
}


@pytest.mark.parametrize("pretended", PRETENDED)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_file_named_as_anothers_is_still_the_senders(system, pretended):
    honest, forged = (
        tuple(name.split("/")) for name in (HONEST[system], BEFORE[system] + pretended)
    )
    assert system_of([honest, forged]) == system
    who = sender(forged, system)
    assert who is not None and known_as(who, [LI, ZOE]) == ["zoe"]


def test_an_archive_that_two_systems_may_have_written_is_not_guessed_at():
    both = "weili_12345_4242_x_liwei_attempt_2026-01-01-00-00-00_graphs.ipynb"
    with pytest.raises(Unclear, match=r"c\.LmsFiles\.system = 'Blackboard'"):
        system_of([(both,)])
    with pytest.raises(Unclear, match=r"Li Wei.*weili|weili.*Li Wei"):
        system_of([(HONEST["Moodle"],), (HONEST["Canvas"],)])


def test_a_number_counts_more_than_a_name_and_a_name_in_any_order_more_than_nothing():
    people = [LI, LI_TOO, ZOE]
    assert known_as(Sender("g.ipynb", name="weili", number="99"), people) == ["liwei2"]
    assert known_as(Sender("g.ipynb", name="Müller, Zoë"), people) == ["zoe"]
    assert known_as(Sender("g.ipynb", name="MUELLER ZOE"), people) == []
    assert known_as(Sender("g.ipynb", name="Wei Li"), people) == ["liwei", "liwei2"]
    assert known_as(Sender("g.ipynb", user="zoe"), people) == ["zoe"]
    assert known_as(Sender("g.ipynb", name=""), [person(object())]) == []
    # A display name that is like another's, with a number that is not.
    assert known_as(Sender("g.ipynb", name="weili", number="666"), people) == []


@pytest.mark.parametrize(
    ("who", "made"),
    [
        (Sender("g.ipynb", name="Li Wei"), "Li-Wei"),
        (Sender("g.ipynb", name="李 伟"), "李-伟"),
        (Sender("g.ipynb", name="../../etc"), "etc"),
        (Sender("g.ipynb", name="- + -", copy="7"), "student-7"),
    ],
)
def test_an_own_id_is_made_of_letters_digits_and_hyphens(who, made):
    assert new_id(who) == made


@pytest.fixture
def course(tmp_path, monkeypatch):
    config = "from grader.classroom.config import course_config\nc = get_config()\n"
    (tmp_path / "nbgrader_config.py").write_text(config + "c.merge(course_config())\n")
    monkeypatch.chdir(tmp_path)
    return open_course(tmp_path)


def collected(course, *names: str, people=None) -> dict[str, str]:
    """What is in submitted/ after a zip with these files was collected.

    people: who is in the gradebook; without it, the gradebook is asked.
    """
    folder = course.root / "downloaded" / "01-graphs" / "archive"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        for name in names:
            archive.writestr(name, name)
    directory = course.directory("01-graphs")
    directory.release_directory = str(NOTEBOOKS)
    app = ZipCollectApp(config=course.config, coursedir=directory)
    app.init_plugins()
    app.collector_plugin_inst.people = people
    app.extract_archive_files()
    app.process_extracted_files()
    return {
        path.relative_to(course.root / "submitted").as_posix(): path.read_text()
        for path in sorted((course.root / "submitted").rglob("*.ipynb"))
    }


def test_a_zip_is_collected_without_a_pattern(course, monkeypatch):
    # Asking alembic for the gradebook's version is a program of its own, and nothing needs it here.
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "unknown")
    directory = course.directory()
    with Gradebook(directory.db_url, directory.course_id) as gradebook:
        gradebook.add_student("liwei", first_name="Wei", last_name="Li", lms_user_id="12345")
        gradebook.add_student("zoe", first_name="Zoë", last_name="Müller")
    moodle = "Li Wei_991_assignsubmission_file_graphs.ipynb"
    folder = "Zoë Müller_992_assignsubmission_file_/graphs (1).ipynb"
    new = [f"Ada Ng_{number}_assignsubmission_file_graphs.ipynb" for number in (993, 994)]
    found = collected(course, moodle, folder, *new, "graphs.ipynb", "notes.txt")
    assert found == {
        "Ada-Ng/01-graphs/graphs.ipynb": new[0],
        "Ada-Ng-994/01-graphs/graphs.ipynb": new[1],
        "liwei/01-graphs/graphs.ipynb": moodle,
        "zoe/01-graphs/graphs.ipynb": folder,
    }


def test_two_of_the_same_name_are_kept_apart(course):
    names = [f"Wei Li_{number}_assignsubmission_file_graphs.ipynb" for number in (1, 2)]
    assert collected(course, *names, people=[LI, LI_TOO]) == {
        "Wei-Li/01-graphs/graphs.ipynb": names[0],
        "Wei-Li-2/01-graphs/graphs.ipynb": names[1],
    }


def test_a_pattern_of_ones_own_comes_first_and_no_gradebook_is_made(course):
    pattern = r".*/(?P<student_id>[a-z]+)\.(?P<file_id>\w+)"
    course.config.FileNameCollectorPlugin.named_regexp = pattern
    assert collected(course, "liwei.graphs.ipynb") == {
        "liwei/01-graphs/graphs.ipynb": "liwei.graphs.ipynb"
    }
    assert not (course.root / "gradebook.db").exists()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_forged_name_does_not_reach_the_victims_folder(course, system):
    names = [HONEST[system], *(BEFORE[system] + one for one in PRETENDED[:1])]
    found = collected(course, *names, people=[LI, ZOE])
    assert found["liwei/01-graphs/graphs.ipynb"] == HONEST[system]
    assert {name.partition("/")[0] for name in found} == {"liwei", "zoe"}


def test_two_claims_on_one_student_stop_with_both_names(course, monkeypatch):
    told = []
    monkeypatch.setattr(ZipCollectApp, "fail", lambda self, text: told.append(text))
    names = [f"Wei Li_{number}_assignsubmission_file_graphs.ipynb" for number in (1, 2)]
    with pytest.raises(Unclear):
        collected(course, *names, people=[LI])
    assert all(name in told[0] for name in names)
    assert not (course.root / "submitted").exists()


def test_a_display_name_that_is_anothers_id_gets_an_id_of_its_own(course):
    forged = "liwei_5_assignsubmission_file_graphs.ipynb"
    people = [Person("liwei", "12345", frozenset())]
    assert list(collected(course, forged, people=people)) == ["liwei-5/01-graphs/graphs.ipynb"]


def test_of_folders_the_outermost_counts(course):
    people = [LI, ZOE]
    found = collected(course, "zoe/liwei/graphs.ipynb", "liwei/notes.ipynb", people=people)
    assert found == {
        "liwei/01-graphs/notes.ipynb": "liwei/notes.ipynb",
        "zoe/01-graphs/graphs.ipynb": "zoe/liwei/graphs.ipynb",
    }


def test_the_instructor_may_say_which_system_it_is(course):
    course.config.LmsFiles.system = "Canvas"
    both = "weili_12345_4242_x_zoe_attempt_2026-01-01-00-00-00_graphs.ipynb"
    assert [name.partition("/")[0] for name in collected(course, both, people=[LI, ZOE])] == [
        "liwei"
    ]
