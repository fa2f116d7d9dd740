"""The exercises of chapter 10, in the chapter's order, one module per theme.

They cover rows B1 (each step) and B2 (a training step, which a smaller graph takes too) of the coverage.
"""

from grader.exercises.build_an_engine.differentiating import GRADIENTS
from grader.exercises.build_an_engine.feeding import FEEDS
from grader.exercises.build_an_engine.graphing import GRAPH
from grader.exercises.build_an_engine.ordering import ORDER
from grader.exercises.build_an_engine.rules import RULES
from grader.exercises.build_an_engine.running import MEMO
from grader.exercises.build_an_engine.saving import SAVER
from grader.exercises.build_an_engine.simplifying import ENGINE
from grader.exercises.build_an_engine.state import VARIABLES
from grader.exercises.build_an_engine.training import MINIMIZE

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
