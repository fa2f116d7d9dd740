"""The exercises of chapter 08, in the chapter's order."""

from grader.exercises.scopes.forgotten.exercise import FORGOTTEN
from grader.exercises.scopes.log.exercise import LOG
from grader.exercises.scopes.outcomes.exercise import OUTCOMES
from grader.exercises.scopes.relus.exercise import RELUS
from grader.exercises.scopes.repair.exercise import REPAIR
from grader.exercises.scopes.squared_error.exercise import SQUARED_ERROR
from grader.exercises.scopes.threshold.exercise import THRESHOLD
from grader.exercises.scopes.twins.exercise import TWINS

EXERCISES = (
    SQUARED_ERROR,
    FORGOTTEN,
    REPAIR,
    RELUS,
    TWINS,
    OUTCOMES,
    THRESHOLD,
    LOG,
)

__all__ = ["EXERCISES"]
