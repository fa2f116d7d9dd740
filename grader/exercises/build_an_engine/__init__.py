"""The exercises of chapter 10, in the chapter's order, one module per theme.

They cover rows B1 (each step) and B2 (a training step, which a smaller graph takes too) of the coverage."""

from grader.exercises.build_an_engine.evaluate.exercise import EVALUATE
from grader.exercises.build_an_engine.gradient_rules.exercise import GRADIENT_RULES
from grader.exercises.build_an_engine.gradients.exercise import GRADIENTS
from grader.exercises.build_an_engine.graph.exercise import GRAPH
from grader.exercises.build_an_engine.minimize.exercise import MINIMIZE
from grader.exercises.build_an_engine.order.exercise import ORDER
from grader.exercises.build_an_engine.plan.exercise import PLAN
from grader.exercises.build_an_engine.saver.exercise import SAVER
from grader.exercises.build_an_engine.simplify.exercise import SIMPLIFY
from grader.exercises.build_an_engine.variable_kernels.exercise import VARIABLE_KERNELS

EXERCISES = (
    GRAPH,
    ORDER,
    EVALUATE,
    VARIABLE_KERNELS,
    PLAN,
    SAVER,
    GRADIENTS,
    GRADIENT_RULES,
    MINIMIZE,
    SIMPLIFY,
)

__all__ = ["EXERCISES"]
