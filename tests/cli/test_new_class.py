"""`grader new-class`: a class that works at once, and leaves the course alone."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateAssignment
from nbgrader.converters.base import NbGraderException

from grader import progress
from grader.class_file import FILE
from grader.classroom.nbgrader.course import Course, open_course
from grader.cli import main
from grader.places import NOTEBOOKS, ROOT, SOLUTIONS
from tests.exercises.running import lessons_of

GUIDES_FORMER = """
from grader.classroom.config import course_config
from grader.places import NOTEBOOKS, SOLUTIONS

c = get_config()
c.merge(course_config())
c.CourseDirectory.course_id = "graphs"
c.CourseDirectory.source_directory = str(SOLUTIONS)
c.CourseDirectory.release_directory = str(NOTEBOOKS)
c.Exchange.root = "/srv/nbgrader/exchange"
"""


def run(*arguments: object):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def said(done) -> str:
    return " ".join(done.output.split())


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A class with one chapter; what making it said."""
    folder = tmp_path_factory.mktemp("classes") / "spring term"
    before = digests(NOTEBOOKS)
    done = run("new-class", folder, "--chapters", "01", "--title", 'Graphs, "spring"')
    assert done.exit_code == 0, done.output
    assert digests(NOTEBOOKS) == before
    return folder, done


@pytest.fixture
def folder(made, tmp_path, monkeypatch):
    """A copy of it, to work in; a class may be moved."""
    copy = tmp_path / "moved"
    shutil.copytree(made[0], copy)
    monkeypatch.chdir(copy)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return copy


def generate(course: Course, **options: str) -> None:
    """`nbgrader generate_assignment 01-graphs --force`, in this process."""
    directory = course.directory("01-graphs")
    for name, value in options.items():
        setattr(directory, name, value)
    GenerateAssignment(coursedir=directory, config=course.config, force=True).start()


def nbgrader(folder: Path, *arguments: str) -> str:
    """What nbgrader's own command says, started in the folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(folder)}
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return f"{done.returncode}\n{done.stdout}{done.stderr}"


def test_it_has_all_that_a_class_needs(made):
    folder, done = made
    names = {path.name for path in folder.iterdir()}
    expected = {"source", "release", "nbgrader_config.py", FILE, "gradebook.db", "README.md"}
    assert names >= expected
    assert folder.stat().st_mode & 0o077 == 0
    copied = (folder / "source/01-graphs/1-recipes.ipynb").read_bytes()
    assert copied == (SOLUTIONS / "01-graphs/1-recipes.ipynb").read_bytes()
    released = (folder / "release/01-graphs/1-recipes.ipynb").read_bytes()
    assert released == (NOTEBOOKS / "01-graphs/1-recipes.ipynb").read_bytes()
    assert "01-graphs" in json.loads((folder / ".grader/made-from.json").read_text())
    assert "with 01-graphs." in said(done)
    text = (folder / "README.md").read_text()
    assert len(text.splitlines()) <= 12 and text.startswith('# Graphs, "spring"\n')
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_its_gradebook_knows_its_chapters_and_no_others(folder):
    course = open_course(folder)
    assert course.chapters() == ["01-graphs"]
    assert course.source("01-graphs") == folder / "source"
    directory = course.directory()
    assert directory.course_id == "spring-term"
    with Gradebook(directory.db_url, directory.course_id) as book:
        (assignment,) = book.assignments
        assert assignment.name == "01-graphs"
        assert assignment.max_score == sum(
            cell.points for plan in course.plans("01-graphs") for cell in plan.cells
        )
    done = run("autograde", "03-lifetimes")
    assert done.exit_code == 2 and "no chapter '03-lifetimes'" in said(done)
    assert "available: 01-graphs" in said(done)


def test_its_index_has_its_title_and_its_chapters(folder):
    text = (folder / "release/index.ipynb").read_text(encoding="utf-8")
    cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"]]
    assert cells[0].startswith('# Graphs, "spring"\n\nEach chapter has three or four\nlessons')
    (chapters,) = [cell for cell in cells if cell.startswith("## The chapters")]
    assert re.findall(r"\((\d\d-[^/]+)/", chapters) == ["01-graphs"]


def test_a_fresh_release_is_up_to_date_and_an_edited_source_is_released(folder):
    assert run("release", "--check").exit_code == 0
    source = folder / "source/01-graphs/1-recipes.ipynb"
    source.write_text(source.read_text().replace("what do three lines of algebra compute?", "mine"))
    assert run("release", "--check").exit_code == 1
    done = run("release", "graphs")
    assert said(done) == "written: release/01-graphs/1-recipes.ipynb"
    assert "Graphs: mine" in (folder / "release/01-graphs/1-recipes.ipynb").read_text()
    done = run("release", "05-autodiff")
    assert done.exit_code == 2 and "05-autodiff is not among the chapters in" in said(done)


def test_a_chapter_that_is_added_later_is_copied_from_the_course(folder):
    text = (folder / FILE).read_text().replace('"01-graphs"', '"01-graphs", "savers"')
    (folder / FILE).write_text(text)
    assert run("release", "--check").exit_code == 1
    assert not (folder / "source/07-savers").exists()
    done = run("release", "07")
    assert "written: release/07-savers/1-saving.ipynb" in said(done)
    assert (folder / "source/07-savers/1-saving.ipynb").is_file()
    assert json.loads((folder / ".grader/made-from.json").read_text()).keys() >= {"07-savers"}
    assert open_course(folder).chapters() == ["01-graphs", "07-savers"]
    done = run("new-class", ".", "--adopt", "--chapters", "03")
    assert done.exit_code == 2 and "add 03 there" in said(done)


@pytest.mark.slow
def test_a_chapter_that_is_dropped_leaves_the_release_in_another_language(folder):
    text = (folder / FILE).read_text()
    (folder / FILE).write_text(
        text.replace('"01-graphs"', '"01-graphs", "savers"') + 'language = "zh_CN"\n'
    )
    assert run("release").exit_code == 0
    assert (folder / "release-zh_CN/07-savers/1-saving.ipynb").is_file()
    (folder / FILE).write_text(text + 'language = "zh_CN"\n')
    assert run("release").exit_code == 0
    assert (folder / "release-zh_CN/01-graphs/1-recipes.ipynb").is_file()
    assert not (folder / "release-zh_CN/07-savers/1-saving.ipynb").exists()


def test_an_exercise_that_is_left_out_is_nowhere(folder):
    with (folder / FILE).open("a") as file:
        file.write('left_out = ["graphs/chain", "graphs/ingredients"]\n')
    done = run("release")
    assert done.exit_code == 0, done.output
    released = [
        json.loads(path.read_text())
        for path in sorted((folder / "release/01-graphs").glob("*.ipynb"))
    ]
    text = "\n".join("".join(cell["source"]) for one in released for cell in one["cells"])
    for gone in ("graphs/chain", "def chain(", "Exercise 4", "def ingredients(", "Exercise 7"):
        assert gone not in text
    for there in ("Exercise 3", "Crime scene: a discount", "## Project: what does a run need?"):
        assert there in text
    plans = open_course(folder).plans("01-graphs")
    exercises = {cell.exercise for plan in plans for cell in plan.cells if cell.exercise}
    assert "graphs/transfer" in exercises and not exercises & {"graphs/chain", "graphs/ingredients"}
    directory = open_course(folder).directory()
    with Gradebook(directory.db_url, directory.course_id) as book:
        for plan in plans:
            known = book.find_notebook(plan.notebook, "01-graphs")
            cells = {cell.name for cell in known.grade_cells}
            assert cells == {cell.grade_id for cell in plan.cells if cell.graded}
    fetched = folder / "home"  # by nbgrader's exchange: the chapter alone
    shutil.copytree(folder / "release/01-graphs", fetched / "01-graphs")
    for copy in (folder / "release", fetched):
        (reached,) = progress.of_reader(copy)
        assert {one.id for one in reached.exercises} == exercises
        assert reached.max_points == sum(plan.max_points for plan in plans)
    course = open_course(folder)
    (folder / FILE).write_text('left_out = ["graphs/chian"]')
    for command in (("release",), ("autograde", "01-graphs"), ("report", "01-graphs")):
        done = run(*command)
        assert done.exit_code == 2 and "did you mean graphs/chain" in said(done)
    with pytest.raises(NbGraderException, match="left_out: there is no exercise 'graphs/chian'"):
        generate(course)


@pytest.mark.sampled(0, ci=0)
def test_nbgraders_own_commands_work(folder):
    before = digests(NOTEBOOKS), digests(SOLUTIONS)
    told = nbgrader(folder, "generate_assignment", "01-graphs", "--force")
    assert told.startswith("0\n"), told
    assert nbgrader(folder, "release_assignment", "01-graphs").startswith("0\n")
    assert "spring-term 01-graphs" in nbgrader(folder, "list")
    assert (digests(NOTEBOOKS), digests(SOLUTIONS)) == before


@pytest.mark.parametrize(
    "target",
    [NOTEBOOKS, ROOT / "translations/zh_CN/notebooks", "link"],
)
def test_no_command_writes_a_release_into_the_course(folder, target):
    if target == "link":
        target = folder / "link"
        target.symlink_to(NOTEBOOKS)
    before = digests(ROOT / "notebooks"), digests(ROOT / "translations/zh_CN/notebooks")
    with pytest.raises(NbGraderException, match="belongs to the course"):
        generate(open_course(folder), release_directory=str(target))
    assert (digests(ROOT / "notebooks"), digests(ROOT / "translations/zh_CN/notebooks")) == before


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--chapters", "01,5x"), "there is no chapter '5x' (available: 01-graphs, 02-sessions"),
        (("--chapters", "grafs"), "did you mean"),
        (("--chapters", "11"), "there is no chapter '11'"),
    ],
)
def test_a_chapter_that_does_not_exist_is_named_and_nothing_is_made(tmp_path, arguments, told):
    done = run("new-class", tmp_path / "mine", *arguments)
    assert done.exit_code == 2 and told in said(done)
    assert not list(tmp_path.iterdir())


def test_a_folder_with_files_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    done = run("new-class", tmp_path, "--chapters", "01")
    assert done.exit_code == 2 and "is not an empty folder" in said(done)
    done = run("new-class", tmp_path, "--adopt")
    assert done.exit_code == 2 and "holds no class" in said(done)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("place", [ROOT / "my-class", ROOT / "solutions", ROOT.parent])
def test_a_class_does_not_lie_in_the_course_nor_around_it(place):
    done = run("new-class", place, "--chapters", "01")
    assert done.exit_code == 2 and "lie one in the other" in said(done)
    assert not (ROOT / "my-class").exists()


def test_what_fails_half_way_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(course):
        raise KeyboardInterrupt

    monkeypatch.setattr("grader.classroom.publishing.new_class.release_class", fail)
    assert run("new-class", tmp_path / "mine", "--chapters", "01").exit_code != 0
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------------------------ adopting


@pytest.fixture
def old(tmp_path, monkeypatch):
    """A class as the guide once described it, with a student, a submission and no sources."""
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "nbgrader_config.py").write_text(GUIDES_FORMER)
    work = folder / "submitted/liwei/01-graphs/1-recipes.ipynb"
    work.parent.mkdir(parents=True)
    shutil.copyfile(NOTEBOOKS / "01-graphs/1-recipes.ipynb", work)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", list(sys.path))
    directory = open_course(folder).directory()
    with Gradebook(directory.db_url, directory.course_id) as book:
        book.add_student("liwei", first_name="Wei")
    return folder


def test_the_former_configuration_deletes_nothing_of_the_course(old):
    before = digests(NOTEBOOKS)
    with pytest.raises(NbGraderException, match=r"grader new-class .* --adopt"):
        generate(open_course(old))
    assert digests(NOTEBOOKS) == before
    done = run("release", "01-graphs")
    assert done.exit_code == 2 and "--adopt" in said(done)
    assert digests(NOTEBOOKS) == before


def test_an_adopted_class_keeps_its_work_and_gets_folders_of_its_own(old):
    submitted = digests(old / "submitted")
    done = run("new-class", ".", "--adopt")
    assert done.exit_code == 0, done.output
    assert "uses the class's own folders now" in said(done)
    assert (old / "nbgrader_config.py.before").read_text() == GUIDES_FORMER
    course = open_course(old)
    assert course.folder("source") == old / "source"
    assert course.folder("release") == old / "release"
    assert course.config.Exchange.root == "/srv/nbgrader/exchange"
    assert course.chapters() == ["01-graphs"] and course.about.title == "graphs"
    assert digests(old / "submitted") == submitted
    directory = course.directory()
    with Gradebook(directory.db_url, directory.course_id) as book:
        assert book.find_student("liwei").first_name == "Wei"
        assert [one.name for one in book.assignments] == ["01-graphs"]
    again = run("new-class", ".", "--adopt")
    assert again.exit_code == 0 and "there was nothing to do" in said(again)


def test_a_chapter_that_the_class_wrote_itself_stays(old):
    own = old / "source/01-graphs/1-recipes.ipynb"
    own.parent.mkdir(parents=True)
    mine = (
        (SOLUTIONS / "01-graphs/1-recipes.ipynb")
        .read_text()
        .replace("what do three lines of algebra compute?", "my meals")
    )
    own.write_text(mine)
    assert run("new-class", ".", "--adopt").exit_code == 0
    assert own.read_text() == mine
    assert "Graphs: my meals" in (old / "release/01-graphs/1-recipes.ipynb").read_text()


def test_a_class_of_nbgraders_own_ways_gets_the_judge(old):
    (old / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'x'\n")
    assert run("new-class", ".", "--adopt").exit_code == 0
    assert "JudgedExecute" in str(open_course(old).config.Autograde.autograde_preprocessors)


# ------------------------------------------------------------------------------- the whole way


@pytest.mark.slow
def test_from_a_new_class_to_feedback(folder):
    for name, source in (("anna", SOLUTIONS), ("bo", folder / "release")):
        shutil.copytree(source / "01-graphs", folder / f"submitted/{name}/01-graphs")
    done = run("autograde", "01-graphs", "--backend", "engine", "--json", "out.json")
    assert done.exit_code == 0, done.output
    points = {"anna": 0, "bo": 0}
    for one in json.loads(Path("out.json").read_text()):
        assert one["flags"] == []  # further.ipynb is there, and nobody has to look at it
        points[one["student"]] += one["points"]
    plans = open_course(folder).plans("01-graphs")
    assert points == {"anna": sum(plan.max_points for plan in plans), "bo": 0}
    assert run("report", "01-graphs").exit_code == 0
    assert (folder / "reports/01-graphs.html").is_file()
    assert run("feedback", "01-graphs").exit_code == 0
    for name in points:
        pages = {path.stem for path in (folder / f"feedback/{name}/01-graphs").glob("*.html")}
        assert pages == {plan.notebook for plan in plans} | {"further"}  # nbgrader awaits them all
    assert run("export", "01-graphs", "--for", "csv").exit_code == 0
    assert digests(folder / "source").keys() == {
        *(str(folder / "source/01-graphs" / path.name) for path in lessons_of("01-graphs")),
        str(folder / "source/index.ipynb"),
    }


def plain_notebook() -> nbformat.NotebookNode:
    """A notebook as nbgrader's own guide shows one, with a hidden test and a written question."""

    def cell(make, source, grade_id, **about):
        role = {"grade": False, "solution": False, "locked": False, "task": False}
        return make(
            source,
            metadata={"nbgrader": {**role, "schema_version": 3, "grade_id": grade_id, **about}},
        )

    tests = "assert double(2) == 4\n### BEGIN HIDDEN TESTS\nassert double(-3) == -6\n### END HIDDEN TESTS"
    answer = "def double(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION"
    return new_notebook(
        cells=[
            new_markdown_cell("# My lab\n\n## Task 1: twice as much\n\nWrite `double(x)`."),
            cell(new_code_cell, answer, "double", solution=True),
            cell(new_code_cell, tests, "double-test", grade=True, locked=True, points=3),
            cell(new_markdown_cell, "Why?", "why", grade=True, solution=True, points=2),
        ]
    )


@pytest.mark.slow
def test_a_plain_notebook_of_ones_own_is_released_graded_and_shown(folder):
    (folder / "source/my-lab").mkdir()
    nbformat.write(plain_notebook(), folder / "source/my-lab/lab.ipynb")
    assert "my-lab is not among the chapters in class.toml" in said(run("release", "my-lab"))
    about = (folder / FILE).read_text(encoding="utf-8")
    (folder / FILE).write_text(
        about.replace('"01-graphs",', '"01-graphs", "my-lab",'), encoding="utf-8"
    )
    done = run("release", "my-lab")
    assert done.exit_code == 0, done.output
    release = (folder / "release/my-lab/lab.ipynb").read_text(encoding="utf-8")
    assert "HIDDEN" not in release and "2 * x" not in release and "double(-3)" not in release
    for name, answer in (("anna", "return x + x"), ("bo", "return abs(2 * x)")):
        notebook = nbformat.reads(release, as_version=4)
        notebook.cells[1].source = f"def double(x):\n    {answer}"
        (folder / f"submitted/{name}/my-lab").mkdir(parents=True)
        nbformat.write(notebook, folder / f"submitted/{name}/my-lab/lab.ipynb")
    done = run("autograde", "my-lab", "--backend", "engine", "--json", "out.json")
    assert done.exit_code == 0, done.output
    graded = json.loads(Path("out.json").read_text())
    points = {one["student"]: (one["points"], one["max_points"], one["flags"]) for one in graded}
    assert points == {"anna": (3, 3, []), "bo": (0, 3, [])}
    page = (folder / "feedback/bo/my-lab/lab.html").read_text(encoding="utf-8")
    assert "Task 1: twice as much</a> (Score: 0.0 / 3.0)" in page
    assert run("report", "my-lab").exit_code == 0
    assert run("export", "my-lab", "--for", "csv").exit_code == 0
