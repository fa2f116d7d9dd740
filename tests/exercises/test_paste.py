"""The code that a verdict gives a student to paste: it gives what the table says."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from grader.evidence import Challenge, collect, collect_from, decode
from grader.evidence.probes.watching import new_graph, watched
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import answers
from grader.judging import draw, judge, pasted, text_of
from grader.replaying import evaluated
from tests import layers
from tests.exercises.answering import MANY, module_of

EXERCISES = {
    identity: exercise
    for chapter in CHAPTERS
    for identity, exercise in chapter_exercises(chapter).items()
}
# The pasted case does not show what an answer keeps from earlier calls; and where that case has a block
# for its graph, TensorFlow refuses to reset the default graph, as the judge does not. What a graph leaves
# without an order runs on the engine in the order of creation; in the judge, in the opposite one.
# In chapter 10 the judge says what Python's errors mean, and looks at what a call has changed. The judge's
# placeholders have names, and it leaves zero counts out.
ELSEWISE = {
    ("graphs/ingredients", "all-types-of-the-graph"),
    ("graphs/polynomial", "finds-its-inputs-by-name"),
    ("graphs/product", "finds-its-matrices-by-name"),
    ("sessions/first-run", "resets-the-graph-afterwards"),
    ("build-an-engine/graph", "forgets-the-return"),
    ("build-an-engine/graph", "returns-nothing"),
    ("build-an-engine/variable-kernels", "name-of-the-node"),
    ("build-an-engine/gradient-rules", "mutant-a-list-for-all-calls"),
    ("graphs/two-graphs", "variables"),  # two errors in the judge, where a cell ends at the first
    ("sessions/first-run", "resets-first"),
    ("sessions/account", "resets-first"),
    ("sessions/account", "python-in-the-graph"),  # its function is not in the judge's process
    ("lifetimes/rehearse", "takes-in-one-run"),
    ("lifetimes/rehearse", "puts-in-one-run"),
}
ANSWERS = [
    answer
    for chapter in CHAPTERS
    for answer in answers(chapter)
    if EXERCISES[answer.exercise].paste and (answer.exercise, answer.name) not in ELSEWISE
]
RIGHT, WRONG = defaultdict(list), defaultdict(list)
for answer in ANSWERS:
    (RIGHT if answer.right else WRONG)[answer.exercise].append(answer)
FIRST = {exercise: right[0] for exercise, right in RIGHT.items()}


def some_of(found, count):
    """All of them in the whole layer, else so many."""
    return found if MANY else layers.spread(found, count)


# On the engine right answers and wrong ones; on TensorFlow one right answer of some exercises.
CASES = [(answer, "engine") for right in RIGHT.values() for answer in some_of(right, 2)]
CASES += [(answer, "engine") for wrong in WRONG.values() for answer in some_of(wrong, 2)]
CASES += [(answer, "tensorflow") for answer in some_of([*FIRST.values()], 20)]


@pytest.mark.sampled(0.02, ci=0.05)
@pytest.mark.parametrize(
    ("answer", "back_end"), CASES, ids=[f"{one.exercise}-{one.name}-{end}" for one, end in CASES]
)
def test_the_shown_case_can_be_reproduced(answer, back_end, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tf, exercise = module_of(back_end), replace(EXERCISES[answer.exercise], misconceptions=())
    challenge = draw(exercise, layers.seed().encode())
    namespace = {"tf": tf, "np": np}
    with tf.Graph().as_default():
        exec(answer.source, namespace)
        verdict = judge(
            exercise, challenge, collect_from(namespace, exercise.answers, challenge, tf)
        )
    shown = next((case for case in verdict.cases if case.got is not None), None)
    if shown is None:
        assert not answer.right  # an answer that could not be observed at all: no table
        return
    tf.reset_default_graph()  # as in a notebook, outside of any block
    exec(answer.source, namespace)
    names = set(namespace)
    try:
        with new_graph(tf), watched(tf):  # a wrong answer may leave a graph or session behind
            told = text_of(seen(evaluated(pasted(exercise, challenge), namespace), tf))
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
    assert comparable(told) == comparable(shown.got), pasted(exercise, challenge)
    assert tf.get_default_session() is None
    assert len(set(namespace) - names) < 8, "the code leaves too many names behind"


def seen(value, tf):
    """A value as the judge sees it: a tensor by its name, what cannot be encoded by its type."""
    return decode(collect(Challenge("export"), [value], tf)).result[0]


def comparable(text):
    """A value as it is displayed, to four digits; of an error, its type; of a tensor, its name."""
    if text.startswith('Tensor("'):
        return text.split('"')[1].partition(":")[0]
    head = text.partition(":")[0]
    if head.isidentifier():
        return head
    numbers = str.maketrans("()[]{},", "       ")
    parts = []
    for word in text.translate(numbers).split():
        try:
            number = float(f"{float(word):.4g}") + 0.0
            parts.append("nan" if number != number else number)
        except ValueError:
            parts.append(word.strip("'\"b"))
    return parts
