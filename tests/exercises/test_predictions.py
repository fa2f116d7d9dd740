"""Every prediction of a chapter is asked once, holds no guess, and is compared soon after."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache

import pytest

from grader.exercises import CHAPTERS
from grader.exercises.catalogue import prefix
from tests.exercises.running import cells_of, executed, lessons_of

# The predictions that a chapter must have at least.
LEAST = {
    "01-graphs": 8,
    "02-sessions": 8,
    "03-lifetimes": 8,
    "04-training": 8,
    "05-autodiff": 8,
    "06-gradient-control": 8,
    "07-savers": 8,
    "08-scopes": 8,
    "09-kernels": 14,
    "10-build-an-engine": 11,
}
# A comparison stands in one of so many code cells after its `predict`.
SOON = 3
# What no question may be called: it is how far a number may be off.
TAKEN = {"within"}

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


@dataclass(frozen=True)
class Call:
    """A call of `predict` or `compare`: in which code cell, with which name and keywords."""

    cell: int
    name: str
    keywords: dict[str, ast.expr]


@cache
def sources(chapter):
    return [cell.source for cell in cells_of(chapter) if cell.cell_type == "code"]


def calls(chapter, function):
    """The calls of a function in a chapter; its first argument must be a string."""
    found = []
    for number, source in enumerate(sources(chapter)):
        if function not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function:
                (name,) = node.args
                assert isinstance(name, ast.Constant) and isinstance(name.value, str), source
                keywords = {one.arg: one.value for one in node.keywords}
                found.append(Call(number, name.value, keywords))
    return found


def test_every_chapter_has_a_least_number():
    assert LEAST.keys() <= set(CHAPTERS)


@each_chapter
def test_a_chapter_asks_for_enough_predictions(chapter):
    assert len(calls(chapter, "predict")) >= LEAST.get(chapter, 0)


@each_chapter
def test_names_are_the_chapters_and_unique(chapter):
    names = [call.name for call in calls(chapter, "predict")]
    assert len(set(names)) == len(names)
    for name in names:
        first, _, second = name.partition("/")
        assert first == prefix(chapter)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", second), name


@each_chapter
def test_a_predict_cell_holds_the_question_alone_and_no_guess(chapter):
    for call in calls(chapter, "predict"):
        statements = ast.parse(sources(chapter)[call.cell]).body
        assert len(statements) == 1, f"{call.name}: a later cell may need what stands with it"
        assert call.keywords and not TAKEN & set(call.keywords), call.name
        for value in call.keywords.values():
            assert isinstance(value, ast.Constant) and value.value is ..., call.name


@each_chapter
def test_each_prediction_is_compared_once_and_soon(chapter):
    compared = {call.name: call for call in calls(chapter, "compare")}
    predicted = {call.name: call for call in calls(chapter, "predict")}
    assert list(compared) == list(predicted), "a `predict` without its `compare`, or the reverse"
    assert len(compared) == len(calls(chapter, "compare"))
    for name, call in predicted.items():
        other = compared[name]
        assert 1 <= other.cell - call.cell <= SOON, name
        assert set(other.keywords) - TAKEN == set(call.keywords), name


@pytest.mark.sampled(1, of="chapters")
@each_chapter
def test_what_came_can_be_compared_with_a_guess(chapter):
    ran = [texts for path in lessons_of(chapter) for _, texts in executed(path, "engine")]
    shown = "\n".join(text for texts in ran for text in texts)
    for call in calls(chapter, "compare"):
        for keyword in set(call.keywords) - TAKEN:
            assert f"\N{WHITE CIRCLE} no guess: {keyword} (result: " in shown, call.name
    assert "no guess" in shown or not calls(chapter, "compare")
    assert "(result: <" not in shown, "a result that is no number, string, truth value or list"
