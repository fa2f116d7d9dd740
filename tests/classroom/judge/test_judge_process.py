"""A judge that fails is our fault: it never becomes a student's zero."""

from __future__ import annotations

import json
import os
from pathlib import Path

import nbformat
import pytest
import toy_catalogue as toys

from grader.classroom.course.plan import chapter_plans
from grader.classroom.course.result import Result
from grader.classroom.grading.submission import grade
from grader.classroom.judge.judge_client import Judge, JudgeFailed, JudgeLacks
from grader.evidence import collect
from grader.exercises import find
from grader.judging import draw


@pytest.fixture
def patient_judge():
    with Judge("toy_catalogue") as judge:
        yield judge


ANYTHING = b'{"result": 1, "graphs": []}'


@pytest.fixture
def quick_judge():
    with Judge("toy_catalogue", seconds=3) as judge:
        yield judge


@pytest.mark.sampled(0, ci=1)
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("broken", "this judge is broken"),
        ("deadly", "died"),
        ("slow", "took longer than 3 seconds"),
    ],
)
def test_a_failing_judge_leaves_the_cell_to_a_person(tmp_path, settings, quick_judge, name, reason):
    source = toys.write_source(tmp_path, ("double", name, "half"))
    plan = chapter_plans(toys.CHAPTER, source)[0]
    notebook = (source / toys.CHAPTER / "toys.ipynb").read_bytes()
    result = grade(notebook, plan, b"s", "ann", settings, quick_judge)
    assert result.status == "failed"
    assert result.unjudged == (name,)
    assert reason in result.message
    assert [verdict.points for verdict in result.verdicts] == [2, 2]
    cell = next(c for c in nbformat.reads(result.executed, as_version=4).cells if c.id == name)
    assert "that is not your fault" in cell.outputs[0].data["text/html"]


@pytest.mark.slow
def test_what_the_judge_cannot_judge_waits_for_a_person(tmp_path, settings, quick_judge):
    """Nothing has failed: it is not graded again, and the other points count."""
    source = toys.write_source(tmp_path, ("double", "lacking"))
    plan = chapter_plans(toys.CHAPTER, source)[0]
    notebook = (source / toys.CHAPTER / "toys.ipynb").read_bytes()
    result = grade(notebook, plan, b"s", "ann", settings, quick_judge)
    assert result.status == "graded"
    assert (result.unjudged, result.lacking) == (("lacking",), {"lacking": "Dawsn"})
    assert Result.unpack(json.loads(json.dumps(result.pack()))) == result
    assert (result.points, result.max_points) == (2, 4)
    assert "A person has to look at this" in result.message and "no Dawsn" in result.message
    cells = nbformat.reads(result.executed, as_version=4).cells
    cell = next(cell for cell in cells if cell.id == "lacking")
    assert (
        "which uses <code>Dawsn</code>; that is not your fault" in cell.outputs[0].data["text/html"]
    )


@pytest.mark.slow
def test_the_judge_says_which_operation_of_a_graph_it_lacks():
    import tensorflow.compat.v1 as tf

    exercise, seed = find("graphs/polynomial"), b"seed"
    challenge = draw(exercise, seed)
    with tf.Graph().as_default(), Judge() as judge:
        answer = lambda x, y: 2 * x * x * y - y + 5 + tf.math.special.dawsn(0 * x)  # noqa: E731
        with pytest.raises(JudgeLacks, match="which has no Dawsn"):
            judge.judge(exercise.id, seed, collect(challenge, [answer], tf))


@pytest.mark.sampled(0, ci=1)
@pytest.mark.parametrize(
    ("name", "reason"),
    [("hanging", "5 seconds of computing"), ("filling", "more memory than the judge has")],
)
def test_an_answer_beyond_all_bounds_is_wrong_and_waits_for_nobody(patient_judge, name, reason):
    told = patient_judge.judge(f"toys/{name}", b"seed", ANYTHING)
    assert told.verdict.points == 0
    assert reason in told.verdict.message
    assert patient_judge.draw("toys/double", b"seed")


@pytest.mark.slow
def test_what_an_answer_leaves_in_memory_does_not_stay_for_the_next(patient_judge):
    patient_judge.draw("toys/double", b"seed")
    status = Path(f"/proc/{patient_judge.child.process.pid}/statm")

    def pages():
        return int(status.read_text().split()[1])

    before = pages()
    patient_judge.judge("toys/circular", b"seed", ANYTHING)
    patient_judge.draw("toys/double", b"seed")  # the collection comes after the answer
    assert (pages() - before) * os.sysconf("SC_PAGE_SIZE") < 100e6


@pytest.mark.slow
def test_what_a_killed_judge_leaves_behind_is_removed(patient_judge):
    patient_judge.draw("toys/double", b"seed")
    folder = patient_judge.folder
    assert folder.is_dir() and str(os.getpid()) in folder.name
    with pytest.raises(JudgeFailed, match="died"):
        patient_judge.judge("toys/leaving", b"seed", ANYTHING)
    assert not folder.exists() and patient_judge.folder is None
    patient_judge.draw("toys/double", b"seed")
    assert patient_judge.folder != folder


@pytest.mark.slow
def test_an_unknown_exercise_is_a_failure_of_the_judge(quick_judge):
    with pytest.raises(JudgeFailed, match="toys/none"):
        quick_judge.draw("toys/none", b"seed")
    assert quick_judge.draw("toys/double", b"seed")


@pytest.mark.slow
def test_the_same_seed_draws_the_same_challenge(quick_judge):
    first, again, other = (quick_judge.draw("toys/double", seed) for seed in (b"a", b"a", b"b"))
    assert first == again != other


@pytest.mark.slow
def test_hostile_evidence_gets_a_verdict_of_no_points(quick_judge):
    for data in (b"", b"{}", b"\xff\xfe", b"[" * 10_000, b'{"result": 1, "graphs": 7}'):
        told = quick_judge.judge("toys/double", b"seed", data)
        assert told.verdict.points == 0


def test_the_judge_never_imports_tensorflow():
    import subprocess
    import sys

    code = "import sys, grader.judging, grader.exercises; assert 'tensorflow' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
