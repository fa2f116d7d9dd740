"""Files from learning management systems come to the student whose they are, or are left out."""

from __future__ import annotations

import contextlib
import shutil
import zipfile

import pytest
from nbgrader.api import Gradebook
from nbgrader.apps.zipcollectapp import ZipCollectApp

from grader.classroom.nbgrader.course import open_course
from grader.classroom.nbgrader.lms_names import (
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

MOODLE = "Li Wei_991_assignsubmission_file"
LI = Person("liwei", "12345", frozenset({"weili", "liwei"}))
LI_TOO = Person("liwei2", "99", frozenset({"weili", "liwei"}))
ZOE = Person("zoe", "777", frozenset({normalized("Zoë Müller"), normalized("Müller Zoë")}))


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (
            "Li Wei_991_assignsubmission_file_1-recipes.ipynb",
            Sender("1-recipes.ipynb", name="Li Wei", copy="991"),
        ),
        (
            "Li Wei_991_assignsubmission_file_/1-recipes (1).ipynb",
            Sender("1-recipes (1).ipynb", name="Li Wei", copy="991"),
        ),
        (
            "Anna_Maria O'Neill_7_assignsubmission_file/build_an_engine.ipynb",
            Sender("build_an_engine.ipynb", name="Anna_Maria O'Neill", copy="7"),
        ),
        (
            "weili_12345_4242_1-recipes.ipynb",
            Sender("1-recipes.ipynb", name="weili", number="12345", copy="4242"),
        ),
        (
            "weili_LATE_12345_4242_gradient_control-2.ipynb",
            Sender("gradient_control-2.ipynb", name="weili", number="12345", copy="4242"),
        ),
        (
            "week 1_liwei_attempt_2026-03-01-18-00-05_1-recipes.ipynb",
            Sender("1-recipes.ipynb", user="liwei", time="2026-03-01-18-00-05", title="week 1"),
        ),
    ],
)
def test_what_the_systems_write_is_read(path, found):
    parts = tuple(path.split("/"))
    assert sender(parts, system_of([parts])) == found


HONEST = {
    "Moodle": "Li Wei_991_assignsubmission_file_1-recipes.ipynb",
    "Canvas": "weili_12345_4242_1-recipes.ipynb",
    "Blackboard": "week 1_liwei_attempt_2026-03-01-18-00-05_1-recipes.ipynb",
    "Brightspace": "12345-640693 - Li Wei - Mar 1, 2026 600 PM - 1-recipes.ipynb",
}
# What a student, zoe, can make of the words of another system, or of the same one, after the system's.
PRETENDED = (
    "x_liwei_attempt_2026-01-01-00-00-00_1-recipes.ipynb",
    "weili_12345_4242_1-recipes.ipynb",
    "Li Wei_991_assignsubmission_file_1-recipes.ipynb",
    "work/Li Wei_991_assignsubmission_file_1-recipes.ipynb",
    "work/weili_12345_4242_1-recipes.ipynb",
    "work/x_liwei_attempt_2026-01-01-00-00-00_1-recipes.ipynb",
    "work/liwei/1-recipes.ipynb",
    "\nx_liwei_attempt_2026-01-01-00-00-00_1-recipes.ipynb",
)
BEFORE = {
    "Moodle": "Zoë Müller_992_assignsubmission_file_",
    "Canvas": "mullerzoe_777_4243_",
    "Blackboard": "week 1_zoe_attempt_2026-03-01-18-00-05_",
    "Brightspace": "777-640693 - Zoë Müller - Mar 1, 2026 601 PM - ",
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
    both = "weili_12345_4242_x_liwei_attempt_2026-01-01-00-00-00_1-recipes.ipynb"
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
    monkeypatch.setattr(ZipCollectApp, "fail", failing)
    return open_course(tmp_path)


TOLD: list[str] = []


def failing(app: ZipCollectApp, text: str, *values: object) -> None:
    """What `fail` of nbgrader's commands does, with the message kept."""
    TOLD.append(text % values if values else text)
    raise SystemExit(1)


def told() -> str:
    """What the command said when it failed; "" if it did not."""
    return "\n".join(TOLD)


def collected(course, *names: str, people=None, files=None, force=False) -> dict[str, str]:
    """What is in submitted/ after a zip with these files was collected.

    people: who is in the gradebook; without it, the gradebook is asked. files: more of them, with contents
    and times. What the command says where it fails is in `course.told`.
    """
    folder = course.root / "downloaded" / "01-graphs" / "archive"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), name)
        for name, (content, *moment) in (files or {}).items():
            archive.writestr(zipfile.ZipInfo(name, *moment), content)
    directory = course.directory("01-graphs")
    if "release_directory" not in course.config.CourseDirectory:
        directory.release_directory = str(NOTEBOOKS)
    app = ZipCollectApp(config=course.config, coursedir=directory, force=force)
    app.init_plugins()
    app.collector_plugin_inst.people = people
    app.extract_archive_files()
    TOLD.clear()
    with contextlib.suppress(SystemExit):
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
    moodle = "Li Wei_991_assignsubmission_file_1-recipes.ipynb"
    folder = "Zoë Müller_992_assignsubmission_file_/1-recipes (1).ipynb"
    new = [f"Ada Ng_{number}_assignsubmission_file_1-recipes.ipynb" for number in (993, 994)]
    found = collected(course, moodle, folder, *new, "1-recipes.ipynb", "notes.txt")
    assert found == {
        "Ada-Ng/01-graphs/1-recipes.ipynb": new[0],
        "Ada-Ng-994/01-graphs/1-recipes.ipynb": new[1],
        "liwei/01-graphs/1-recipes.ipynb": moodle,
        "zoe/01-graphs/1-recipes.ipynb": folder,
    }


def test_two_of_the_same_name_are_kept_apart(course):
    names = [f"Wei Li_{number}_assignsubmission_file_1-recipes.ipynb" for number in (1, 2)]
    assert collected(course, *names, people=[LI, LI_TOO]) == {
        "Wei-Li/01-graphs/1-recipes.ipynb": names[0],
        "Wei-Li-2/01-graphs/1-recipes.ipynb": names[1],
    }


def test_a_pattern_of_ones_own_comes_first_and_no_gradebook_is_made(course):
    pattern = r".*/(?P<student_id>[a-z]+)\.(?P<file_id>[\w-]+)"
    course.config.FileNameCollectorPlugin.named_regexp = pattern
    assert collected(course, "liwei.1-recipes.ipynb") == {
        "liwei/01-graphs/1-recipes.ipynb": "liwei.1-recipes.ipynb"
    }
    assert not (course.root / "gradebook.db").exists()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_forged_name_does_not_reach_the_victims_folder(course, system):
    names = [HONEST[system], *(BEFORE[system] + one for one in PRETENDED[:1])]
    found = collected(course, *names, people=[LI, ZOE])
    assert found["liwei/01-graphs/1-recipes.ipynb"] == HONEST[system]
    assert {name.partition("/")[0] for name in found} == {"liwei", "zoe"}


def test_two_claims_on_one_student_are_named_and_the_others_are_collected(course):
    names = [f"Wei Li_{number}_assignsubmission_file_1-recipes.ipynb" for number in (1, 2)]
    other = "Zoë Müller_3_assignsubmission_file_1-recipes.ipynb"
    assert list(collected(course, *names, other, people=[LI, ZOE])) == [
        "zoe/01-graphs/1-recipes.ipynb"
    ]
    assert all(name in told() for name in names) and "'liwei'" in told() and other not in told()


def test_two_of_the_same_name_whom_the_gradebook_has_no_number_of_are_not_one(course):
    names = [f"weili_{number}_42_1-recipes.ipynb" for number in (5, 6)]
    people = [Person("liwei", "", frozenset({"weili"}))]
    assert collected(course, *names, people=people) == {}
    assert all(name in told() for name in names) and "two senders" in told()


def test_a_student_in_a_folder_cannot_pretend_to_be_a_systems_sender(course):
    names = ["liwei/1-recipes.ipynb", *(f"zoe/{one}" for one in PRETENDED[:3])]
    for wrapped in ("", "class/"):
        found = collected(course, *(wrapped + name for name in names), people=[LI, ZOE], force=True)
        assert found["liwei/01-graphs/1-recipes.ipynb"] == wrapped + names[0]
        assert {name.partition("/")[0] for name in found} == {"liwei", "zoe"}
        assert told() == ""


@pytest.mark.parametrize("pretended", PRETENDED[:3])
def test_nor_can_one_whose_archive_has_the_students_name(course, pretended):
    folder = course.root / "downloaded" / "01-graphs" / "archive"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "zoe.zip", "w") as archive:
        archive.writestr(pretended, "zoe's")
    (folder / "liwei").mkdir()
    (folder / "liwei" / "1-recipes.ipynb").write_text("liwei's")
    found = collected(course, people=[LI, ZOE])
    assert found.pop("liwei/01-graphs/1-recipes.ipynb") == "liwei's"
    assert list(found.values()) == ["zoe's"] and next(iter(found)).startswith("zoe/")


def test_folders_that_a_browser_unpacked_are_archives(course, tmp_path):
    folder = course.root / "downloaded" / "01-graphs" / "archive"
    for place in ("a/liwei", "b/zoe"):
        (folder / place).mkdir(parents=True)
        (folder / place / "1-recipes.ipynb").write_text(place)
    (folder / HONEST["Moodle"].removesuffix("_1-recipes.ipynb").replace("Li Wei", "Ada Ng")).mkdir()
    (folder / "Ada Ng_991_assignsubmission_file" / "1-recipes.ipynb").write_text("ada")
    (folder / "b" / "zoe" / "secret.ipynb").symlink_to(tmp_path / "nbgrader_config.py")
    (folder / "b" / "away").symlink_to("/etc", target_is_directory=True)
    assert collected(course, people=[LI, ZOE]) == {
        "Ada-Ng/01-graphs/1-recipes.ipynb": "ada",
        "liwei/01-graphs/1-recipes.ipynb": "a/liwei",
        "zoe/01-graphs/1-recipes.ipynb": "b/zoe",
    }
    assert "b/zoe/secret.ipynb: a link" in told() and "b/away: a link" in told()


def test_folders_of_groups_may_be_around_what_a_system_wrote(course):
    names = [f"group {one[:2]}/{one}1-recipes.ipynb" for one in BEFORE.values()][:1]
    names.append("group A/" + HONEST["Moodle"])
    found = collected(course, *names, people=[LI, ZOE])
    assert list(found) == ["liwei/01-graphs/1-recipes.ipynb", "zoe/01-graphs/1-recipes.ipynb"]


@pytest.mark.parametrize(
    ("names", "beside"),
    [
        (  # what is in the folder of the newest copy
            [
                f"{MOODLE}/{name}"
                for name in ("1-recipes.ipynb", "helper.py", "data/t.csv", "x.pdf")
            ],
            ["data/t.csv", "helper.py"],
        ),
        (
            [
                "liwei/a/1-recipes.ipynb",
                "liwei/a/helper.py",
                "liwei/other.py",
                "liwei/timestamp.txt",
            ],
            ["helper.py"],
        ),
        (
            [
                "liwei/timestamp.txt",
                "liwei/1-recipes.ipynb",
                "liwei/b/1-recipes.ipynb",
                "liwei/b/x.py",
            ],
            ["b/x.py"],
        ),
        (  # what has the system's words before it
            [
                f"weili_12345_{n}_{name}"
                for n, name in enumerate(("1-recipes.ipynb", "helper-2.py"))
            ],
            ["helper.py"],
        ),
        (
            [
                f"w_liwei_attempt_2026-03-0{day}-18-00-05{name}"
                for day in (1, 2)
                for name in (".txt", "_1-recipes.ipynb", f"_helper{day}.py")
            ],
            ["helper2.py"],
        ),
    ],
)
def test_small_files_come_with_their_notebook(course, names, beside):
    collected(course, *names, people=[LI])
    place = course.root / "submitted" / "liwei" / "01-graphs"
    files = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert files - {"timestamp.txt"} == {"1-recipes.ipynb", *beside}
    if (place / "timestamp.txt").exists():  # the system's, never the student's own
        assert "attempt" in names[0] and (place / "timestamp.txt").read_text().startswith("2026-03")
    assert told() == ""


def test_a_single_file_of_a_system_is_found_in_a_folder(course):
    assert list(collected(course, "class/" + HONEST["Canvas"], people=[LI])) == [
        "liwei/01-graphs/1-recipes.ipynb"
    ]


def test_a_number_of_the_gradebook_wins_over_a_name(course):
    sure, forged = "weili_12345_4242_1-recipes.ipynb", "weili_666_4243_1-recipes.ipynb"
    people = [LI, Person("wei", "", frozenset({"weili"}))]
    found = collected(course, sure, forged, people=people)
    assert found["liwei/01-graphs/1-recipes.ipynb"] == sure
    assert found["wei/01-graphs/1-recipes.ipynb"] == forged


# One student's copies of a notebook: (name, content, time in the archive), and the content that counts.
EARLY, LATE = (2026, 3, 1, 10, 0, 0), (2026, 3, 1, 18, 0, 0)
COPIES = {
    "the later one, with a number": (
        {"1-recipes.ipynb": EARLY, "1-recipes (1).ipynb": LATE},
        "1-recipes (1)",
    ),
    "the later one, without a number": (
        {"1-recipes.ipynb": LATE, "1-recipes (1).ipynb": EARLY},
        "1-recipes",
    ),
    "in a folder below": (
        {"1-recipes.ipynb": EARLY, "work/1-recipes.ipynb": LATE},
        "work/1-recipes",
    ),
    "equal times: the number": (
        {"1-recipes (2).ipynb": EARLY, "1-recipes (10).ipynb": EARLY},
        "1-recipes (10)",
    ),
    "equal times: not in a folder": (
        {"old/1-recipes.ipynb": EARLY, "1-recipes.ipynb": EARLY},
        "1-recipes",
    ),
    "another case": ({"1-Recipes.ipynb": LATE, "1-recipes-1.ipynb": EARLY}, "1-Recipes"),
}


@pytest.mark.parametrize("case", COPIES)
def test_of_a_students_copies_the_newest_is_taken_and_the_class_goes_on(course, case, capsys):
    copies, newest = COPIES[case]
    files = {f"{MOODLE}/{name}": (name, moment) for name, moment in copies.items()}
    other = "Zoë Müller_3_assignsubmission_file/1-recipes.ipynb"
    found = collected(course, other, files=files, people=[LI, ZOE])
    assert found == {
        "liwei/01-graphs/1-recipes.ipynb": f"{newest}.ipynb",
        "zoe/01-graphs/1-recipes.ipynb": other,
    }
    said = [line for line in capsys.readouterr().err.splitlines() if "the newest" in line]
    assert len(said) == 1 and all(name in said[0] for name in copies)
    assert told() == ""


def test_copies_of_which_nothing_says_which_is_newer_are_left_to_the_instructor(course):
    files = {f"{MOODLE}/{place}/1-recipes.ipynb": (place, EARLY) for place in ("a", "b")}
    other = "Zoë Müller_3_assignsubmission_file/1-recipes.ipynb"
    found = collected(course, other, files=files, people=[LI, ZOE])
    assert list(found) == ["zoe/01-graphs/1-recipes.ipynb"]
    assert "liwei" in told() and all(name in told() for name in files)


def test_equal_copies_are_one(course):
    files = {f"{MOODLE}/{place}/1-recipes.ipynb": ("same", EARLY) for place in ("a", "b")}
    assert collected(course, files=files, people=[LI]) == {
        "liwei/01-graphs/1-recipes.ipynb": "same"
    }
    assert told() == ""


@pytest.mark.parametrize(
    "names",
    [
        # Attempts that the system itself dates, the times in the archive being the other way round.
        [
            "w_1_liwei_attempt_2026-03-01-09-00-00_1-recipes.ipynb",
            "w_1_liwei_attempt_2026-02-01-10-00-00_1-recipes.ipynb",
        ],
        [
            "12345-9 - Li Wei - Oct 10, 2025 234 PM/1-recipes.ipynb",
            "12345-9 - Li Wei - Oct 10, 2025 11:21 AM/1-recipes.ipynb",
        ],
        [
            "12345-9 - Li Wei - 2 February, 2026 1004 - 1-recipes.ipynb",
            "12345-9 - Li Wei - 2 February, 2026 904 - 1-recipes.ipynb",
        ],
        # Canvas numbers its files as they come.
        ["weili_12345_4300_1-recipes-1.ipynb", "weili_LATE_12345_999_1-recipes.ipynb"],
    ],
)
def test_the_time_that_the_system_tells_counts_most(course, names):
    files = {name: (name, moment) for name, moment in zip(names, (EARLY, LATE), strict=True)}
    found = collected(course, files=files, people=[LI])
    assert found == {"liwei/01-graphs/1-recipes.ipynb": names[0]}
    assert told() == ""


def test_the_time_of_an_attempt_is_kept_in_utc(course):
    course.config.LmsFiles.timezone = "America/New_York"
    collected(course, "12345-9 - Li Wei - Oct 10, 2025 234 PM/1-recipes.ipynb", people=[LI])
    stamp = course.root / "submitted" / "liwei" / "01-graphs" / "timestamp.txt"
    assert stamp.read_text().startswith("2025-10-10 18:34:00")


@pytest.mark.parametrize(
    ("users", "people", "folders"),
    [
        (["j.smith", "k.jones"], [], ["j.smith", "k.jones"]),
        (["j_smith", "k_jones"], ["j_smith"], ["j_smith", "k_jones"]),
        (["J.Smith"], ["j.smith"], ["j.smith"]),
        (["smith", "j_smith"], ["smith", "j_smith"], ["j_smith", "smith"]),
    ],
)
def test_a_user_of_blackboard_keeps_the_name(course, users, people, folders, capsys):
    names = [f"week_1_{user}_attempt_2026-03-01-18-00-05_1-recipes.ipynb" for user in users]
    known = [Person(one, "", frozenset()) for one in people]
    found = collected(course, *names, people=known)
    assert [name.partition("/")[0] for name in found] == folders
    said = capsys.readouterr().err
    for user in set(folders) - set(people):
        assert f"the gradebook does not know '{user}'" in said


def test_whoever_handed_in_no_notebook_is_named(course):
    names = [
        "week 1_zoe_attempt_2026-03-01-18-00-05.txt",
        "week 1_zoe_attempt_2026-03-01-18-00-05_graphs.rar",
        "week 1_liwei_attempt_2026-03-01-18-00-05_1-recipes.ipynb",
        "week 1_liwei_attempt_2026-03-01-18-00-05.txt",
    ]
    assert list(collected(course, *names, people=[LI, ZOE])) == ["liwei/01-graphs/1-recipes.ipynb"]
    assert (
        "zoe handed in no notebook" in told() and "graphs.rar" in told() and "liwei" not in told()
    )


def test_an_archive_made_by_macos_is_collected(course):
    names = ["class/liwei/1-recipes.ipynb", "class/zoe/1-recipes.ipynb"]
    litter = [
        *("__MACOSX/class/liwei/._1-recipes.ipynb", "__MACOSX/class/._zoe", "class/.DS_Store"),
        *("class/zoe/._1-recipes.ipynb", "class/zoe/.ipynb_checkpoints/1-recipes-checkpoint.ipynb"),
    ]
    assert collected(course, *names, *litter, people=[LI, ZOE]) == {
        "liwei/01-graphs/1-recipes.ipynb": names[0],
        "zoe/01-graphs/1-recipes.ipynb": names[1],
    }
    assert told() == ""


def test_an_archive_with_nothing_to_collect_fails(course):
    assert collected(course, "a/1-recipes.ipynb", "b/1-recipes.ipynb", people=[LI]) == {}
    assert "a/1-recipes.ipynb" in told() and "b/1-recipes.ipynb" in told()
    assert collected(course, "liwei.txt", "a/notes.txt", people=[LI], force=True) == {}
    assert "there is no notebook" in told()
    with pytest.raises(SystemExit):
        collected(course, "__MACOSX/._1-recipes.ipynb", "a/.DS_Store", people=[LI], force=True)
    assert "nothing to collect" in told()


def test_an_archive_that_is_unclear_does_not_stop_another(course):
    folder = course.root / "downloaded" / "01-graphs" / "archive"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "b.zip", "w") as archive:
        archive.writestr(HONEST["Moodle"], "")
        archive.writestr(HONEST["Canvas"], "")
    found = collected(
        course, "777-9 - Zoë Müller - Oct 10, 2025 234 PM/1-recipes.ipynb", people=[LI, ZOE]
    )
    assert list(found) == ["zoe/01-graphs/1-recipes.ipynb"]
    assert "b: which system is this archive from?" in told()


def test_a_submission_that_is_there_stays_without_force(course):
    first = collected(course, HONEST["Canvas"], people=[LI, ZOE])
    files = {HONEST["Canvas"]: ("again",), "mullerzoe_777_4243_1-recipes.ipynb": ("new",)}
    shutil.rmtree(course.root / "downloaded")
    found = collected(course, files=files, people=[LI, ZOE])
    assert found == first | {"zoe/01-graphs/1-recipes.ipynb": "new"}
    assert "liwei already has a submission" in told() and "zoe" not in told()
    shutil.rmtree(course.root / "downloaded")
    assert collected(course, HONEST["Canvas"], people=[LI, ZOE]) == found
    assert told() == ""  # the same once more is no trouble
    found = collected(course, files=files, people=[LI, ZOE], force=True)
    assert found["liwei/01-graphs/1-recipes.ipynb"] == "again" and told() == ""


def test_a_notebooks_own_number_is_no_copy(course):
    course.config.CourseDirectory.release_directory = str(course.root / "release")
    lab = course.root / "release" / "01-graphs"
    lab.mkdir(parents=True)
    (lab / "lab-2.ipynb").write_text("")
    assert collected(course, "liwei/lab-2.ipynb", "zoe/Lab-2 (1).ipynb", people=[LI, ZOE]) == {
        "liwei/01-graphs/lab-2.ipynb": "liwei/lab-2.ipynb",
        "zoe/01-graphs/lab-2.ipynb": "zoe/Lab-2 (1).ipynb",
    }


def test_a_display_name_that_is_anothers_id_gets_an_id_of_its_own(course):
    forged = "liwei_5_assignsubmission_file_1-recipes.ipynb"
    people = [Person("liwei", "12345", frozenset())]
    assert list(collected(course, forged, people=people)) == ["liwei-5/01-graphs/1-recipes.ipynb"]


def test_of_folders_the_outermost_counts(course):
    people = [LI, ZOE]
    found = collected(course, "zoe/liwei/1-recipes.ipynb", "liwei/notes.ipynb", people=people)
    assert found == {
        "liwei/01-graphs/notes.ipynb": "liwei/notes.ipynb",
        "zoe/01-graphs/1-recipes.ipynb": "zoe/liwei/1-recipes.ipynb",
    }


def test_the_instructor_may_say_which_system_it_is(course):
    course.config.LmsFiles.system = "Canvas"
    both = "weili_12345_4242_x_zoe_attempt_2026-01-01-00-00-00_1-recipes.ipynb"
    assert [name.partition("/")[0] for name in collected(course, both, people=[LI, ZOE])] == [
        "liwei"
    ]
