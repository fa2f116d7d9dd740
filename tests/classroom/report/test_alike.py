"""Answers that are alike: copies are found whatever their names and order, answers by chance are not."""

from __future__ import annotations

import pytest

from grader import engine
from grader.classroom.report.alike import pairs
from grader.exercises import find
from grader.exercises.answers import answers_to
from grader.mutation.variants import variants

MINE = """
def evaluations(graph, fetch):
    # found by walking back
    seen, todo = set(), [fetch.op]
    while todo:
        current = todo.pop()
        if current.name in seen or current.type == "Const":
            continue
        seen.add(current.name)
        todo.extend(part.op for part in current.inputs)
    return sorted(seen, key=len)[::-1]
"""
COPIED = """
def evaluations(g, what):
    '''My own work.'''
    queue, names = [what.op], set()
    while queue:
        node = queue.pop()
        if node.name in names or node.type == "Const":
            continue
        queue.extend(each.op for each in node.inputs)
        names.add(node.name)
    return sorted(names, key=len)[::-1]
"""
OTHER = """
def evaluations(graph, fetch):
    def visit(op):
        return {op.name}.union(*(visit(part.op) for part in op.inputs))
    return sorted(visit(fetch.op))
"""
USUAL = """
def evaluations(graph, fetch):
    return [op.name for op in graph.get_operations()]
"""


def found(answers, **options):
    return [(pair.one, pair.other) for pair in pairs(answers, **options)]


def test_a_copy_with_other_names_and_another_order_is_found():
    others = {f"student{number}": USUAL for number in range(10)}
    answers = {"ada": MINE, "ben": OTHER, "cy": COPIED, **others}
    assert found(answers) == [("ada", "cy")]


def test_what_many_write_is_no_pair():
    assert found({f"student{number}": MINE for number in range(12)} | {"ben": OTHER}) == []


def test_what_was_given_is_no_pair():
    assert found({"ada": MINE, "cy": COPIED, "ben": OTHER}, given=MINE) == []


def test_what_cannot_be_read_has_no_pair():
    broken = "def f(:\n    pass"
    deep = "(" * 500 + "1" + ")" * 500
    assert found({"ada": broken, "ben": broken, "cy": deep, "dee": deep, "eve": ""}) == []


@pytest.mark.slow
@pytest.mark.parametrize("identity", ["lifetimes/rehearse", "scopes/forgotten"])
def test_copies_are_found_and_independent_answers_are_not(identity):
    right = [one for one in answers_to(identity) if one.right]
    name, missed, copies = find(identity).answers[0], [], 0
    assert found({one.name: one.source for one in right}) == []
    for one in right[:3]:
        others = {other.name: other.source for other in right if other is not one}
        for kind, source in variants(one.source, name, engine):
            copies += 1
            if ("copy", "mine") not in found({**others, "mine": one.source, "copy": source}):
                missed.append((one.name, kind))
    assert copies > 20 and len(missed) <= copies / 20, missed
