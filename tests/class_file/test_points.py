"""What an exercise is worth in a class is one number, whoever says it."""

from __future__ import annotations

import json
import shutil

import nbformat
import pytest

from grader import judging, notebook, progress
from grader.class_file import FILE, GIVEN, ClassFile, read_given
from grader.classroom.course.class_source import disagreements
from grader.classroom.course.identify import plan_of
from grader.classroom.course.plan import chapter_plans, points_told, read_source
from grader.evidence import collect
from grader.exercises import find
from grader.languages import using
from grader.notebook import tf
from grader.places import SOLUTIONS

CHAPTER = "01-graphs"
EXERCISE = find("graphs/polynomial")  # 0.5 points for the shown case, 1.5 for the hidden ones


def right(x, y):
    return 2 * x * x * y - y + 5


def half(x, y):
    """Right where y is positive, as it is in the shown case."""
    return 2 * x * x * tf.abs(y) - y + 5


def verdict_on(answer) -> judging.Verdict:
    challenge = judging.draw(EXERCISE, b"seed")
    with tf.Graph().as_default():
        return judging.judge(EXERCISE, challenge, collect(challenge, [answer], tf))


@pytest.mark.parametrize(
    ("worth", "reached", "case"), [(6, "1.5", "4.5"), (1, "0.25", "0.75"), (0, "0", "0")]
)
def test_a_verdict_is_the_same_in_another_scale(worth, reached, case):
    own = verdict_on(half)
    verdict = own.worth(worth)
    assert verdict.message.startswith(f"{reached} of {worth} points: ")
    assert verdict.message.partition(": ")[2] == own.message.partition(": ")[2]
    assert f"{reached} of {reached}<" in judging.to_html(verdict)
    assert f"0 of {case}<" in judging.to_html(verdict)
    assert not verdict.full and verdict_on(right).worth(worth).full
    assert judging.Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict


def test_a_message_in_another_scale_stays_in_its_language():
    with using("zh_CN"):
        own = verdict_on(half)
        assert own.worth(6).message == own.message.replace("0.5", "1.5").replace("2 ", "6 ", 1)


def test_points_that_cannot_be_written_exactly_add_up():
    verdict = verdict_on(right).worth(0.7)
    assert (verdict.points, verdict.full) == (0.7, True)
    assert sum(case.points for case in verdict.cases) == pytest.approx(0.7)


@pytest.fixture
def fetched(tmp_path, monkeypatch):
    """A student's copy of a chapter, of a class where the exercise is worth 6."""
    folder = tmp_path / CHAPTER
    folder.mkdir()
    monkeypatch.setattr(notebook, "_started_in", folder)
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    monkeypatch.setenv(progress.FOLDER_VARIABLE, str(tmp_path))
    told = {"chapters": [CHAPTER], "left_out": [], "points": {EXERCISE.id: 6, "graphs/chain": 0}}
    (folder / GIVEN).write_text(json.dumps(told))
    return tmp_path


def test_a_check_in_a_students_notebook_and_their_progress_count_in_it(fetched, capsys):
    with tf.Graph().as_default(), pytest.raises(notebook.CheckFailed, match=r"1\.5 of 6 points"):
        notebook.check(EXERCISE.id, half)
    assert "1.5 of 6 points" in capsys.readouterr().out
    (chapter,) = progress.of_reader(fetched)
    one = next(one for one in chapter.exercises if one.id == EXERCISE.id)
    assert (one.points, one.max_points, one.state) == (1.5, 6, "tried")
    # The same record, when the class has changed its mind.
    (fetched / CHAPTER / GIVEN).write_text('{"chapters": [], "left_out": []}')
    one = next(one for one in progress.of_reader(fetched)[0].exercises if one.id == EXERCISE.id)
    assert (one.points, one.max_points) == (0.5, 2)


def test_an_exercise_for_nothing_is_solved_when_it_is_right(fetched):
    chain = find("graphs/chain")
    for points, state in ((chain.points / 2, "tried"), (chain.points, "solved")):
        progress.record(chain.id, points, fetched)
        (chapter,) = progress.of_reader(fetched)
        one = next(one for one in chapter.exercises if one.id == chain.id)
        assert (one.points, one.max_points, one.state) == (0, 0, state)


def test_a_chapters_own_file_knows_best_what_it_is_worth(tmp_path):
    for name, points in ((".", {"graphs/chain": 1, "sessions/account": 9}), (CHAPTER, {})):
        (tmp_path / name).mkdir(exist_ok=True)
        told = {"chapters": [], "left_out": [], "points": points}
        (tmp_path / name / GIVEN).write_text(json.dumps(told))
    assert read_given(tmp_path).points == {"sessions/account": 9}


@pytest.mark.parametrize("points", ['{"a": -1}', '{"a": 1e999}', "[1]", '{"a": "x"}', "null"])
def test_damaged_points_say_nothing(tmp_path, points):
    (tmp_path / GIVEN).write_text(f'{{"chapters": [], "left_out": [], "points": {points}}}')
    assert read_given(tmp_path) == ClassFile()


# ------------------------------------------------------------------- the source and class.toml


@pytest.fixture
def source(tmp_path):
    """A class's source, in which somebody has made the first exercise worth 4."""
    place = tmp_path / "source" / CHAPTER
    shutil.copytree(SOLUTIONS / CHAPTER, place)
    path = place / "1-recipes.ipynb"
    made = nbformat.read(path, as_version=4)
    for cell in made.cells:
        if cell.source.startswith(f'check("{EXERCISE.id}"'):
            cell.metadata.nbgrader["points"] = 4
    nbformat.write(made, path)
    return path


def test_the_points_of_the_cell_count_and_students_copies_are_told(source):
    plans = chapter_plans(CHAPTER, source.parents[1])
    assert points_told(plans) == {EXERCISE.id: 4}
    assert points_told(chapter_plans(CHAPTER, SOLUTIONS)) == {}


def test_where_both_say_it_the_file_counts_and_a_sentence_says_so(source):
    about = ClassFile(points={EXERCISE.id: 6, "graphs/chain": 7})
    plans = chapter_plans(CHAPTER, source.parents[1], about=about)
    assert points_told(plans) == {EXERCISE.id: 6, "graphs/chain": 7}
    (told,) = disagreements(read_source(source), about)
    assert told.startswith("graphs/polynomial is worth 6 points by class.toml, which counts, and 4")
    assert disagreements(read_source(source), ClassFile(points={EXERCISE.id: 4})) == []
    assert disagreements(read_source(source), ClassFile()) == []


def test_a_single_notebook_is_graded_as_its_class_says(fetched, source, tmp_path, monkeypatch):
    copy = fetched / CHAPTER / "1-recipes.ipynb"
    copy.write_text("{")
    plan = plan_of(copy, b"", None)
    points = {cell.exercise: cell.points for cell in plan.cells if cell.exercise}
    assert (points[EXERCISE.id], points["graphs/chain"]) == (6, 0)
    # In the class's folder, its own source and class.toml count.
    (tmp_path / FILE).write_text('left_out = ["graphs/chain"]')
    monkeypatch.chdir(tmp_path)
    (cell, *_) = [one for one in plan_of(copy, b"", "01-graphs").cells if one.exercise]
    assert (cell.exercise, cell.points) == (EXERCISE.id, 4)
    assert "graphs/chain" not in {one.exercise for one in plan_of(copy, b"", None).cells}
