"""How the tests of this room judge an answer that is given as source."""

from __future__ import annotations

from typing import Any

from grader.evidence import collect_from
from grader.judging import Exercise, Verdict, draw, judge

BACK_ENDS = ("engine", "tensorflow")


def module_of(back_end: str) -> Any:
    """The module that a notebook gets as `tf`."""
    if back_end == "engine":
        from grader import engine

        return engine
    import tensorflow.compat.v1 as tensorflow

    tensorflow.disable_v2_behavior()
    tensorflow.logging.set_verbosity(tensorflow.logging.ERROR)
    return tensorflow


def judged(exercise: Exercise, source: str, seed: bytes, tf: Any) -> Verdict:
    """The verdict on an answer's source, collected as autograding collects it."""
    import numpy as np

    namespace = {"tf": tf, "np": np}
    challenge = draw(exercise, seed)
    with tf.Graph().as_default() as graph:
        exec(source, namespace)
        data = collect_from(namespace, exercise.answers, challenge, tf)
        assert tf.get_default_graph() is graph, "the probe left another default graph behind"
    assert tf.get_default_session() is None, "the probe left a default session behind"
    return judge(exercise, challenge, data)
