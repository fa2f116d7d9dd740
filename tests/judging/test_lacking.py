"""What the engine does not have makes no answer wrong: it is not judged, and a person is told why."""

from __future__ import annotations

import re

import pytest
import tensorflow.compat.v1 as tf

from grader import engine, exercises, notebook, tensorflow_judge
from grader.engine.core.absent import NOT_PART
from grader.evidence import collect
from grader.judging import CannotJudge, draw, judge

EXERCISE = exercises.find("graphs/polynomial")
CHALLENGE = draw(EXERCISE, b"seed")


def with_dawson(x, y):
    """The right polynomial, with an operation that the engine does not have."""
    value = 2 * x * x * y - y + 5
    return value + tf.math.special.dawsn(0.0 * value)


def verdict_on(answer, back_end=tf):
    with back_end.Graph().as_default():
        return judge(EXERCISE, CHALLENGE, collect(CHALLENGE, [answer], back_end))


def test_an_answer_with_an_operation_that_the_engine_lacks_is_neither_right_nor_wrong():
    with pytest.raises(CannotJudge, match="neither right nor wrong") as caught:
        verdict_on(with_dawson)
    assert caught.value.name == "Dawsn"


@pytest.mark.parametrize(
    ("lacking", "name"),
    [
        (lambda: tf.eye(2, 3), "MatrixSetDiagV3"),
        (lambda: tf.pad([[1.0, 2.0]], [[0, 0], [1, 1]], mode="REFLECT"), "MirrorPad"),
    ],
)
def test_a_function_that_the_engine_has_in_other_shapes_and_modes_only_is_not_judged(lacking, name):
    """`tf.eye(2)` and `tf.pad` with zeros are other operations, which it has."""

    def polynomial(x, y):
        return 2 * x * x * y - y + 5 + 0.0 * tf.reduce_sum(lacking())

    with pytest.raises(CannotJudge, match="neither right nor wrong") as caught:
        verdict_on(polynomial)
    assert caught.value.name == name


def test_what_the_answer_does_not_need_does_not_matter():
    def polynomial(x, y):
        with_dawson(x, y)
        return 2 * x * x * y - y + 5

    assert verdict_on(polynomial).full


def test_an_answer_that_is_wrong_before_it_is_asked_for_the_rest_is_wrong():
    """An operation that the engine lacks, somewhere in the graph, saves nobody from a verdict."""

    def polynomial(x, y):
        with_dawson(x, y)
        return 2 * x * x * y - y

    assert verdict_on(polynomial).misconception == "forgets-the-constant"


def in_three_dimensions(x, y):
    """Fails as the engine's functions do where they lack a part of TensorFlow's."""
    raise NotImplementedError("the engine has no convolution of three dimensions")


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (lambda x, y: engine.math.special.dawsn(x) + y, "tf.math.special"),
        (in_three_dimensions, "convolution of three dimensions"),
        (lambda x, y: engine.Variable(x).count_up_to(3) + y, "tf.Variable.count_up_to"),
    ],
)
def test_a_name_that_the_engine_lacks_is_not_judged_either(answer, name):
    with pytest.raises(CannotJudge) as caught:
        verdict_on(answer, engine)
    assert caught.value.name == name


def test_python_code_in_the_graph_stays_wrong():
    def polynomial(x, y):
        value = tf.py_function(lambda a, b: 2 * a * a * b - b + 5, [x, y], tf.float32)
        return tf.ensure_shape(value, [])

    assert verdict_on(polynomial).points == 0


@pytest.mark.slow
def test_alone_the_graph_runs_on_tensorflow_where_that_is_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(notebook, "tf", tf)
    monkeypatch.setenv("GRADER_PROGRESS", str(tmp_path))
    with tf.Graph().as_default():
        assert notebook.check(EXERCISE.id, with_dawson) is None
    assert any(tmp_path.iterdir())
    with tf.Graph().as_default(), pytest.raises(notebook.CheckFailed, match="0 of 2 points"):
        notebook.check(EXERCISE.id, lambda x, y: with_dawson(x, y) - 5)


@pytest.mark.parametrize(
    ("operation", "runs"),
    [
        ("Dawsn", True),
        ("StatelessRandomUniformV2", True),
        ("AddV2", True),
        ("ReadFile", False),
        ("WriteFile", False),
        ("SaveV2", False),
        ("PyFunc", False),
        ("EagerPyFunc", False),
        ("MatchingFiles", False),
        ("TextLineDataset", False),
        ("InitializeTableFromTextFile", False),
        ("DebugIdentity", False),
        ("PartitionedCall", False),
        ("InventedByAStudent", False),
    ],
)
def test_tensorflow_runs_only_what_computes_with_numbers(operation, runs):
    assert tensorflow_judge.lacks(operation) is not runs


def test_a_check_on_the_engine_says_what_it_cannot_judge_and_records_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(notebook, "tf", engine)
    monkeypatch.setenv("GRADER_PROGRESS", str(tmp_path))
    with pytest.raises(notebook.CheckFailed, match=re.escape("`tf.math.special`")):
        notebook.check(EXERCISE.id, lambda x, y: engine.math.special.dawsn(x) + y)
    assert not any(tmp_path.iterdir())


# TensorFlow's own use of shapes and types when it traces functions, and what two readers have in common.
INNER = [
    "cast",
    "flatten",
    "from_tensors",
    "is_subtype_of",
    "most_specific_common_supertype",
    "to_tensors",
    "most_specific_compatible_shape",
    "placeholder_value",
    "num_work_units_completed",
    "restore_state",
]
MADE = {
    "tf.DType": lambda at: at.float32,
    "tf.QueueBase": lambda at: at.FIFOQueue(1, [at.int32]),
    "tf.ReaderBase": lambda at: at.TextLineReader(),
    "tf.TensorArray": lambda at: at.TensorArray(at.int32, 1),
    "tf.TensorShape": lambda at: at.TensorShape([1]),
    "tf.Variable": lambda at: at.Variable(1.0, use_resource=True),
    "tf.VariableScope": lambda at: at.get_variable_scope(),
    "tf.gfile.GFile": lambda at: at.gfile.GFile("none"),
    "tf.train.ClusterSpec": lambda at: at.train.ClusterSpec({}),
    "tf.train.Coordinator": lambda at: at.train.Coordinator(),
    "tf.train.Saver": lambda at: at.train.Saver(allow_empty=True),
}


@pytest.mark.parametrize("owner", MADE)
def test_a_member_that_the_engine_lacks_is_named_and_any_other_is_pythons_error(owner):
    with tf.Graph().as_default(), engine.Graph().as_default():
        theirs, ours = map(MADE[owner], (tf, engine))
    for name in {*dir(theirs)} - {*dir(ours), *INNER}:
        if not name.startswith(("_", "experimental")):
            with pytest.raises(AttributeError, match=rf"{owner}\.{name} {NOT_PART}"):
                getattr(ours, name)
    with pytest.raises(AttributeError, match="object has no attribute 'nothing'"):
        _ = ours.nothing


def test_the_names_of_collections_are_tensorflows():
    names = [name for name in dir(tf.GraphKeys) if name.isupper() and name[0] != "_"]
    for name in names:
        assert getattr(engine.GraphKeys, name) == getattr(tf.GraphKeys, name)
