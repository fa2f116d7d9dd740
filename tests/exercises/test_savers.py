"""Chapter 07: what its probes leave as it was, what careless and endless answers are told, and that
the judge reads checkpoints and records that were made to harm it.

What holds for the answers and the notebook of any chapter is in test_answers.py, test_solutions.py
and test_notebooks.py.
"""

from __future__ import annotations

import copy
import os

import numpy as np
import pytest

from grader import engine
from grader.evidence import Evidence, Raised, collect_from, decode
from grader.evidence.probes import bounded, files
from grader.exercises.answers import answers
from grader.exercises.savers import EXERCISES
from grader.judging import WrongAnswer, draw, evidence_of, judge
from tests.exercises.answering import BACK_ENDS, judged, module_of

pytestmark = pytest.mark.slow

BY_ID = {exercise.id.partition("/")[2]: exercise for exercise in EXERCISES}
RIGHT = {
    name: next(
        answer.source
        for answer in answers("07-savers")
        if answer.exercise == exercise.id and answer.right
    )
    for name, exercise in BY_ID.items()
}
FILES = ("train-and-save", "hand-over", "write-houses", "rescue")

each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)


@each_exercise
@pytest.mark.sampled(2, ci=0.3)
def test_an_exercise_tried_before_its_cell_was_run_says_so(exercise):
    challenge = draw(exercise, b"seed")
    data = collect_from({}, exercise.answers, challenge, module_of("engine"))
    verdict = judge(exercise, challenge, data)
    assert verdict.points == 0
    assert f"the name '{exercise.answers[0]}' is not defined" in verdict.message


@pytest.mark.parametrize("back_end", BACK_ENDS)
@each_exercise
@pytest.mark.sampled(2, ci=0.3)
def test_a_generator_gets_a_sentence_and_no_points(exercise, back_end):
    source = f"def {exercise.answers[0]}(*arguments):\n    yield from arguments\n"
    verdict = judged(exercise, source, b"seed", module_of(back_end))
    assert verdict.points == 0
    assert "returns a generator" in verdict.message


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_a_saver_of_another_graph_gets_a_sentence_and_other_type_errors_keep_theirs(back_end):
    exercise, tf = BY_ID["train-and-save"], module_of(back_end)
    made_here = "    saver = tf.train.Saver()\n"
    another = RIGHT["train-and-save"].replace(made_here, "")
    another = (
        f"with tf.Graph().as_default():\n    saver = tf.train.Saver([tf.Variable(0.0)])\n{another}"
    )
    assert "belongs to another graph" in judged(exercise, another, b"seed", tf).message
    nothing_run = RIGHT["train-and-save"].replace("session.run(step)", "session.run()")
    assert "another graph" not in judged(exercise, nothing_run, b"seed", tf).message


@pytest.mark.sampled(2, ci=0.3)
@pytest.mark.parametrize("back_end", BACK_ENDS)
@each_exercise
def test_a_loop_without_an_end_gets_a_sentence(exercise, back_end, monkeypatch):
    monkeypatch.setattr(bounded, "SECONDS", 0.5)
    source = f"def {exercise.answers[0]}(*arguments):\n    while True:\n        pass\n"
    verdict = judged(exercise, source, b"seed", module_of(back_end))
    assert verdict.points == 0
    assert "did not finish within 0.5 seconds" in verdict.message


SPOILS = {
    "write-houses": "path, houses = arguments\n    _tidy(path, houses)\n    "
    "houses[0]['features'].clear()\n    houses.clear()",
    "forecast": "path, rows = arguments\n    value = _tidy(path, rows.copy())\n    "
    "rows[...] = 0\n    return value",
    "resume": "s, step, x, batches, folder = arguments\n    _tidy(s, step, x, list(batches), folder)\n"
    "    batches[0][...] = 0\n    batches.clear()",
}


@pytest.mark.parametrize("name", SPOILS)
def test_an_answer_may_overwrite_what_it_was_given(name):
    """They are its own copies: the judge's questions stay as they were drawn."""
    exercise = BY_ID[name]
    (function,) = exercise.answers
    namespace = {"tf": engine, "np": np}
    spoiling = f"\n_tidy = {function}\n\ndef {function}(*arguments):\n    {SPOILS[name]}\n"
    exec(RIGHT[name] + spoiling, namespace)
    challenge = draw(exercise, b"seed")
    before = copy.deepcopy(challenge.inputs)
    data = collect_from(namespace, exercise.answers, challenge, engine)
    assert repr(challenge.inputs) == repr(before)
    # The houses are the caller's, who hands in the same ones in a second call.
    assert judge(exercise, challenge, data).full == (name != "write-houses")


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_every_folder_is_gone_afterwards_and_the_working_directory_is_back(
    back_end, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    places = tmp_path / "temporary"
    places.mkdir()
    monkeypatch.setattr(files, "MEMORY", str(places))
    untidy = RIGHT["train-and-save"] + (
        "\n_tidy = train_and_save\n\n"
        "def train_and_save(session, step, epochs, every, path):\n"
        "    _tidy(session, step, epochs, every, path)\n"
        "    open('note', 'w').close()\n    import os\n    os.chdir('/')\n"
    )
    assert judged(BY_ID["train-and-save"], untidy, b"seed", module_of(back_end)).full
    assert os.getcwd() == str(tmp_path)
    assert os.listdir(places) == []
    assert os.listdir(tmp_path) == ["temporary"]


@pytest.mark.parametrize("name", FILES)
def test_an_answer_that_writes_too_much_is_told_so(name):
    (function,) = BY_ID[name].answers
    source = (
        f"def {function}(*arguments):\n"
        "    import os\n"
        "    (path,) = [one for one in arguments if isinstance(one, str)]\n"
        "    with open(os.path.dirname(path) + '/large', 'wb') as file:\n"
        "        file.write(bytes(5 * 2**20))\n"
    )
    verdict = judged(BY_ID[name], source, b"seed", engine)
    assert verdict.points == 0
    assert "4194304 bytes" in verdict.message


HOSTILE = [
    None,
    {"../model.index": b""},
    {"/etc/model.index": b""},
    {"model.index": "text"},
    {f"model-{number}.index": b"" for number in range(199)},
    {"model": b"", "model/deeper.index": b""},
]


@pytest.mark.parametrize("files", HOSTILE, ids=str)
def test_files_made_to_harm_the_judge_earn_nothing(files):
    for name in ("train-and-save", "hand-over", "write-houses", "rescue"):
        exercise = BY_ID[name]
        challenge = draw(exercise, b"seed")
        report = {"value": None, "files": files, "fresh": {}, "steps": 0}
        count = 6 if name == "rescue" else 2
        expected = exercise.observe(_of_the_reference(exercise, challenge), challenge)
        try:
            found = exercise.observe(Evidence([report] * count), challenge)
        except WrongAnswer:
            continue
        assert not any(
            case.agree(one, other)
            for case, one, other in zip(exercise.cases, expected, found, strict=True)
        )


def _of_the_reference(exercise, challenge):
    return decode(evidence_of(challenge, exercise.reference))


def test_any_damage_to_a_checkpoint_costs_points_and_is_no_fault_of_the_judge():
    exercise = BY_ID["hand-over"]
    challenge = draw(exercise, b"seed")
    evidence = _of_the_reference(exercise, challenge)
    expected = exercise.observe(evidence, challenge)
    random = np.random.default_rng(7)
    for _ in range(40):
        reports = copy.deepcopy(evidence.result)
        name = ("weights.index", "weights.data-00000-of-00001")[int(random.integers(2))]
        data = bytearray(reports[0]["files"][name])
        place = int(random.integers(len(data)))
        data[place] ^= int(random.integers(1, 256))
        reports[0]["files"][name] = bytes(data)
        found = exercise.observe(Evidence(reports), challenge)
        # Every byte of the data counts; in the index there is padding that no reader looks at.
        if name != "weights.index" or not exercise.cases[0].agree(expected[0], found[0]):
            assert isinstance(found[0], Raised)


KEPT_IN_MEMORY = """
saved = {}

def resume(session, step, x, batches, folder):
    session.run(tf.global_variables_initializer())
    for variable in tf.global_variables():
        if variable.op.name in saved:
            variable.load(saved[variable.op.name], session)
    for number in range(session.run(tf.train.get_global_step()), len(batches)):
        session.run(step, {x: batches[number]})
        saved.update({v.op.name: session.run(v) for v in tf.global_variables()})
"""


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_a_training_that_is_kept_in_memory_does_not_survive_a_power_cut(back_end):
    assert judged(BY_ID["resume"], KEPT_IN_MEMORY, b"seed", module_of(back_end)).points == 0


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_a_training_that_is_kept_in_the_notebooks_folder_is_not_found_again(back_end):
    source = RIGHT["resume"].replace("    saver =", "    folder = '.'\n    saver =", 1)
    verdict = judged(BY_ID["resume"], source, b"seed", module_of(back_end))
    assert verdict.points == 0
    assert verdict.misconception == "starts-over"


@pytest.mark.parametrize("name", ["write-houses", "rescue"])
def test_a_file_that_is_not_there_is_no_error_of_the_code(name):
    (function,) = BY_ID[name].answers
    source = f"def {function}(*arguments):\n    pass\n"
    message = judged(BY_ID[name], source, b"seed", engine).message
    assert "your code raised" not in message
    assert "called `path`" in message
