"""The exercises of chapter 10, in the chapter's order, one module per theme.

They cover rows B1 (each step) and B2 (a training step, which a smaller graph takes too) of the coverage."""

from grader.exercises.build_an_engine.engine.exercise import ENGINE
from grader.exercises.build_an_engine.feeds.exercise import FEEDS
from grader.exercises.build_an_engine.gradients.exercise import GRADIENTS
from grader.exercises.build_an_engine.graph.exercise import GRAPH
from grader.exercises.build_an_engine.memo.exercise import MEMO
from grader.exercises.build_an_engine.minimize.exercise import MINIMIZE
from grader.exercises.build_an_engine.order.exercise import ORDER
from grader.exercises.build_an_engine.rules.exercise import RULES
from grader.exercises.build_an_engine.saver.exercise import SAVER
from grader.exercises.build_an_engine.variables.exercise import VARIABLES

EXERCISES = (
    GRAPH,
    ORDER,
    MEMO,
    VARIABLES,
    FEEDS,
    GRADIENTS,
    RULES,
    MINIMIZE,
    SAVER,
    ENGINE,
)

__all__ = ["EXERCISES"]
