"""The mutation operators and the variants: what they make of a source."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from grader import engine
from grader.evidence.probes.watching import new_graph
from grader.mutation import OPERATORS, VARIANTS, mutants, variants
from grader.mutation.mutants import WRAPPERS

# Operator -> (a source, some of the lines that it must make of it).
EXAMPLES = {
    "comparison": ("def f(x): return x < 3", ["return x <= 3", "return x > 3"]),
    "arithmetic": ("def f(x): return x + 3", ["return x - 3"]),
    "operands-swapped": ("def f(x): return x - 3", ["return 3 - x"]),
    "operand-dropped": ("def f(x): return x - 3", ["return x", "return 3"]),
    "sign": ("def f(x): return -x", ["return x"]),
    "boolean": ("def f(x, y): return x and y", ["return x or y", "return x", "return y"]),
    "condition": ("def f(x): return 1 if x else 2", ["return 1 if True else 2"]),
    "filter-dropped": ("def f(x): return [a for a in x if a]", ["return [a for a in x]"]),
    "truth-for-none": ("def f(x): return x is not None", ["return bool(x)"]),
    "none-for-truth": ("def f(x): return 1 if not x else 2", ["return 1 if x is None else 2"]),
    "constant": (
        "def f(x): return 5",
        ["return 6", "return 4", "return 0", "return 1", "return -5"],
    ),
    "statement-dropped": ("def f(x):\n    x.g()\n    return x", ["return x"]),
    "leaves-early": ("def f(x):\n    for a in x:\n        a.g()", ["break"]),
    "break-continue": ("def f(x):\n    for a in x:\n        break", ["continue"]),
    "rounds": ("def f(x): return [a for a in x]", ["return [a for a in list(x)[:-1]]"]),
    "range": ("def f(x): return range(1, x)", ["return range(1, x + 1)"]),
    "returns-none": ("def f(x): return x.g()", ["x.g()"]),
    "part-returned": ("def f(x): return (x, 1)", ["return (x,)", "return (1, x)"]),
    "error-passes": (
        "def f(x):\n    try:\n        x.g()\n    except OSError:\n        x.h()",
        ["x.g()"],
    ),
    "arguments-swapped": ("def f(x): return tf.matmul(x, 2)", ["return tf.matmul(2, x)"]),
    "argument-dropped": ("def f(x): return g(x, y=2)", ["return g(x)"]),
    "other-function": ("def f(x): return tf.reduce_mean(x)", ["return tf.reduce_sum(x)"]),
    "call-dropped": ("def f(x): return tf.square(x)", ["return x"]),
    "item-dropped": ("def f(x): return {x: 1, 2: 3}", ["return {2: 3}", "return {x: 1}"]),
    "transposition-dropped": ("def f(x): return x.T", ["return x"]),
    "mutable-default": ("def f(x):\n    y = []\n    return y", ["def f(x, *, y=[]):"]),
    "other-graph-function": (
        "def f(): return tf.global_variables()",
        ["return tf.trainable_variables()"],
    ),
    "with-dropped": ("def f(x):\n    with tf.name_scope('a'):\n        return x", ["return x"]),
    "session-left-open": (
        "def f(x):\n    with tf.Session() as s:\n        return x",
        ["s = tf.Session()"],
    ),
    "run-split": ("def f(s, a, b): return s.run([a, b])", ["return [s.run(a), s.run(b)]"]),
    "initializer-again": (
        "def f(s, a):\n    for x in a:\n        s.run(x)",
        ["s.run(tf.global_variables_initializer())"],
    ),
    "name-of-the-operation": ("def f(x): return x.op.name", ["return x.name"]),
    "none-passed-over": (
        "def f(x, y): return tf.gradients(y, x)",
        ["return [_g for _g in tf.gradients(y, x) if _g is not None]"],
    ),
    "axis": ("def f(x): return tf.stack(x, axis=0)", ["return tf.stack(x, axis=1)"]),
    "folder-ignored": ("def f(folder): return folder", ["folder = '.'"]),
}


def test_every_operator_has_an_example():
    assert EXAMPLES.keys() == OPERATORS.keys()


@pytest.mark.parametrize("operator", EXAMPLES)
def test_an_operator_makes_its_mistakes(operator):
    source, expected = EXAMPLES[operator]
    made = {m.source for m in mutants(source, "f") if m.operator == operator}
    lines = {line.strip() for one in made for line in one.splitlines()}
    assert set(expected) <= lines
    assert ast.unparse(ast.parse(source)) not in made


def test_the_same_source_gives_the_same_mutants_each_once_with_keys_of_their_own():
    source = EXAMPLES["mutable-default"][0] + " + [1, 1]"
    first, again = mutants(source, "f"), mutants(source, "f")
    assert first == again
    assert len({one.key for one in first}) == len({one.source for one in first}) == len(first)


def test_a_whole_answer_forgets_nothing_or_changes_what_it_is_given():
    made = {m.key: m.source for m in mutants("def f(x): return list(x)", "f")}
    spaces = {}
    for key in ("remembers-the-first-result", "remembers-results", "changes-its-input"):
        spaces[key] = {}
        exec(made[key], spaces[key])
    first, each, change = (space["f"] for space in spaces.values())
    assert (first([1]), first([2])) == ([1], [1])
    assert each([1]) is each([1]) and each([2]) == [2]
    given = [1]
    assert (change(given), given) == ([1], [])


def test_around_a_class_there_is_nothing():
    source = "class F:\n    def g(self):\n        return 1"
    assert {one.operator for one in mutants(source, "F")}.isdisjoint(WRAPPERS)
    assert not list(variants(source, "F", engine))


# Variant -> (a source, a line that it must contain).
OTHER_WAYS = {
    "locals-renamed": ("def f(x):\n    y = x\n    return y", "local_1 = x"),
    "keywords": ("def f(x): return tf.add(x, 1)", "return tf.add(x=x, y=1)"),
    "positions": (
        "def f(x): return tf.reduce_sum(x, axis=0)",
        "return tf.reduce_sum(x, 0)",
    ),
    "resource-variables": (
        "def f(x): return tf.Variable(x)",
        "return tf.Variable(x, use_resource=True)",
    ),
}


@pytest.mark.parametrize("kind", OTHER_WAYS)
def test_a_variant_is_written_in_another_way(kind):
    source, line = OTHER_WAYS[kind]
    assert line in [one.strip() for one in dict(variants(source, "f", engine))[kind].splitlines()]


@pytest.mark.parametrize("kind", [kind for kind in VARIANTS if kind not in OTHER_WAYS])
def test_what_is_put_around_an_answer_gives_the_same_values(kind):
    source = "def f(x):\n    return {'a': [x, (x, 2)]}"
    namespace = {"tf": engine, "np": np}
    with new_graph(engine):
        exec(dict(variants(source, "f", engine))[kind], namespace)
        assert namespace["f"](3) == {"a": [3, (3, 2)]}
