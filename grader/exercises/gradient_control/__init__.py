"""The exercises of chapter 06, in the chapter's order, one module per theme."""

from grader.exercises.gradient_control.binarize.exercise import BINARIZE
from grader.exercises.gradient_control.careful_step.exercise import CAREFUL_STEP
from grader.exercises.gradient_control.gradient_rule.exercise import GRADIENT_RULE
from grader.exercises.gradient_control.helped.exercise import HELPED
from grader.exercises.gradient_control.log_distances.exercise import LOG_DISTANCES
from grader.exercises.gradient_control.open_floors.exercise import OPEN_FLOORS
from grader.exercises.gradient_control.routes.exercise import ROUTES
from grader.exercises.gradient_control.solved.exercise import SOLVED

EXERCISES = (
    HELPED,
    ROUTES,
    SOLVED,
    BINARIZE,
    LOG_DISTANCES,
    OPEN_FLOORS,
    GRADIENT_RULE,
    CAREFUL_STEP,
)

__all__ = ["EXERCISES"]
