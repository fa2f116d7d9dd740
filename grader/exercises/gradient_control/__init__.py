"""The exercises of chapter 06, in the chapter's order, one module per theme."""

from grader.exercises.gradient_control.asking import DIRECT, WEIGHTED
from grader.exercises.gradient_control.overriding import OPEN_FLOORS
from grader.exercises.gradient_control.rules import GRADIENT_RULE
from grader.exercises.gradient_control.stepping import CAREFUL_STEP
from grader.exercises.gradient_control.stopping import BINARIZE, KEEP_SOME, TWO_FACES

EXERCISES = (
    WEIGHTED,
    DIRECT,
    TWO_FACES,
    BINARIZE,
    KEEP_SOME,
    OPEN_FLOORS,
    GRADIENT_RULE,
    CAREFUL_STEP,
)

__all__ = ["EXERCISES"]
