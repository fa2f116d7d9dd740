"""The exercises of chapter 06, in the chapter's order, one module per theme."""

from grader.exercises.gradient_control.binarize.exercise import BINARIZE
from grader.exercises.gradient_control.careful_step.exercise import CAREFUL_STEP
from grader.exercises.gradient_control.direct.exercise import DIRECT
from grader.exercises.gradient_control.gradient_rule.exercise import GRADIENT_RULE
from grader.exercises.gradient_control.keep_some.exercise import KEEP_SOME
from grader.exercises.gradient_control.open_floors.exercise import OPEN_FLOORS
from grader.exercises.gradient_control.two_faces.exercise import TWO_FACES
from grader.exercises.gradient_control.weighted.exercise import WEIGHTED

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
