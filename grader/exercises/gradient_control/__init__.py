"""The exercises of chapter 06, in the chapter's order, one module per theme."""

from grader.exercises.gradient_control.helping import WEIGHTED
from grader.exercises.gradient_control.masking import KEEP_SOME
from grader.exercises.gradient_control.overriding import OPEN_FLOORS
from grader.exercises.gradient_control.routing import DIRECT
from grader.exercises.gradient_control.rules import GRADIENT_RULE
from grader.exercises.gradient_control.solving import TWO_FACES
from grader.exercises.gradient_control.stepping import CAREFUL_STEP
from grader.exercises.gradient_control.stopping import BINARIZE

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
