"""tf.test.TestCase: the same tests pass and fail, with the same errors, as with TensorFlow's."""

# ruff: noqa: NPY002, PT009 (what is tested)
from __future__ import annotations

import random
import subprocess
import sys
import unittest
from collections import namedtuple
from typing import Any

import numpy as np
import pytest

Pair = namedtuple("Pair", "a b")


def in_session(t: Any, m: Any, session: Any) -> None:
    x = m.constant([1.0, 2.0])
    with session() as made:
        t.assertIs(made, m.get_default_session())
        t.assertAllEqual(x.eval(), [1.0, 2.0])
    with session(use_gpu=False):
        t.fail((x + 1.0).op.device)


def in_own_graph(t: Any, m: Any) -> None:
    graph = m.Graph()
    for session in (t.session, t.test_session):
        with session(graph=graph):
            t.assertIs(m.constant(1.0).graph, graph)
    t.assertEqual(len(m.get_default_graph().get_operations()), 0)


def kept(t: Any, m: Any) -> None:
    v = m.Variable(1.0)
    with t.cached_session() as first:
        first.run(v.initializer)
    with t.test_session() as again:
        t.assertEqual(v.eval(), 1.0)
        t.assertIs(again, first)
    with t.cached_session(graph=m.Graph()):
        pass


def initialized(t: Any, m: Any) -> Any:
    v = m.Variable([1.0, 2.0])
    t.evaluate(v.initializer)
    return v


def failing(t: Any, m: Any, pattern: str) -> None:
    with t.session(), t.assertRaisesOpError(pattern):
        m.check_numerics(float("nan"), "a number").eval()


def no_error(t: Any) -> None:
    with t.assertRaisesWithPredicateMatch(ValueError, "anything"):
        pass


# Bodies of test methods: of the test and the module.
BODIES = {
    "session": lambda t, m: in_session(t, m, t.session),
    "cached session": lambda t, m: in_session(t, m, t.cached_session),
    "test session": lambda t, m: in_session(t, m, t.test_session),
    "a graph of its own": lambda t, m: in_own_graph(t, m),
    "the cached session is kept": lambda t, m: kept(t, m),
    "evaluate": lambda t, m: t.assertEqual(
        t.evaluate({"a": [m.constant(1)], "b": (m.constant(2),)}), {"a": [1], "b": (2,)}
    ),
    "random numbers": lambda t, m: t.fail(
        str([t.evaluate(m.random_uniform([2])).tolist(), np.random.random(), random.random()])
    ),
    "near": lambda t, m: (t.assertNear(1.0, 1.1, 0.2), t.assertArrayNear([1.0], [1.1], 0.2)),
    "not near": lambda t, m: t.assertNear(1.0, 1.5, 0.2, "why"),
    "lists not near": lambda t, m: t.assertArrayNear([1.0, 2.0], [1.0], 0.2),
    "close tensors": lambda t, m: t.assertAllClose(m.constant([1.0, 2.0]), [1.0, 2.0 + 1e-7]),
    "two tensors": lambda t, m: t.assertAllClose(m.constant(1.0), m.constant(1.0)),
    "variables": lambda t, m: t.assertAllEqual(initialized(t, m), [1.0, 2.0]),
    "structures": lambda t, m: t.assertAllClose(
        [{"a": (1.0, 2.0)}, Pair([1], 2)], [{"a": (1.0, 2.0)}, Pair([1], 2)]
    ),
    "not close": lambda t, m: t.assertAllClose([1.0, 2.0], [1.0, 2.5], msg="why"),
    "not close inside": lambda t, m: t.assertAllClose({"a": [1.0]}, {"a": [2.0]}),
    "other keys": lambda t, m: t.assertAllClose({"a": 1}, {"b": 1}),
    "no dictionary": lambda t, m: t.assertAllClose({"a": 1}, [1]),
    "another shape": lambda t, m: t.assertAllClose([1.0, 2.0], [1.0]),
    "NaN": lambda t, m: t.assertAllClose([np.nan], [np.nan]),
    "unlike": lambda t, m: (t.assertNotAllClose([1.0], [2.0]), t.assertNotAllEqual([1], [2])),
    "alike": lambda t, m: t.assertNotAllClose([1.0], [1.0]),
    "all alike": lambda t, m: t.assertNotAllEqual([1], [1], "why"),
    "equal": lambda t, m: t.assertAllEqual(m.constant(["a"]), [b"a"]),
    "equal texts": lambda t, m: t.assertAllEqual(m.constant(["a"]), ["a"]),
    "equal with NaN": lambda t, m: t.assertAllEqual([1.0, np.nan], [1.0, np.nan]),
    "not equal": lambda t, m: t.assertAllEqual([1, 2], [1, 3]),
    "not equal in shape": lambda t, m: t.assertAllEqual([1, 2], [1], "why"),
    "shapes": lambda t, m: t.assertShapeEqual(np.ones([2, 3]), m.ones([2, 3])),
    "other shapes": lambda t, m: t.assertShapeEqual(np.ones([2, 3]), m.ones([3])),
    "no shapes": lambda t, m: t.assertShapeEqual([1], m.ones([3])),
    "an error": lambda t, m: failing(t, m, "Need minval|positive|nan|Inf|NaN"),
    "another error": lambda t, m: failing(t, m, "surely not in it"),
    "no error": lambda t, m: no_error(t),
    "a folder": lambda t, m: t.assertEqual(t.get_temp_dir(), t.get_temp_dir()),
    "absl's assertions": lambda t, m: (t.assertLen([1], 1), t.assertBetween(1, 0, 2)),
}


def results(m: Any) -> dict[str, Any]:
    """What each test method gives: nothing, or the class and the first line of its error."""

    def method(body: Any) -> Any:
        def run(self: Any) -> None:
            body(self, m)

        return run

    methods = {f"test_{index:02}": method(body) for index, body in enumerate(BODIES.values())}
    case = type("Case", (m.test.TestCase,), methods)
    found = {}
    for index, name in enumerate(BODIES):
        outcome = unittest.TestResult()
        case(f"test_{index:02}").run(outcome)
        errors = [text for _, text in outcome.errors + outcome.failures]
        found[name] = [text.rstrip().splitlines() for text in errors]
    return found


@pytest.fixture(scope="module")
def both(tf: Any, engine: Any) -> Any:
    """The results of both, by name."""
    return results(tf), results(engine)


@pytest.mark.parametrize("name", BODIES)
def test_a_test_passes_or_fails_as_with_tensorflow(both, name):
    expected, got = (said(found[name]) for found in both)
    assert got == expected


def said(errors: list[list[str]]) -> list[str]:
    """The line that names the error, of each."""
    starts = ("AssertionError", "ValueError", "TypeError")
    found = [next(line for line in lines if line.startswith(starts)) for lines in errors]
    # The class in the message belongs to one of the modules; what follows is the run's message.
    return [
        line.partition(" of type <class 'tensorflow")[0].partition(" of type <class 'gr")[0]
        for line in found
    ]


PROGRAM = """
import sys
from grader import engine as tf
assert "absl.testing" not in sys.modules and "unittest.mock" not in sys.modules

class Sums(tf.test.TestCase):
    def test_a_sum(self):
        with self.session():
            self.assertAllEqual((tf.constant([1]) + 1).eval(), [2])

if __name__ == "__main__":
    tf.test.main()
"""


def test_a_program_runs_its_tests(tmp_path):
    """The engine imports absl's test case only when it is used."""
    (tmp_path / "sums.py").write_text(PROGRAM)
    run = [sys.executable, str(tmp_path / "sums.py")]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ran 2 tests" in done.stderr  # with `test_session`, which is none and is skipped
    assert "OK (skipped=1)" in done.stderr
