"""The exercises of chapter 08, in the chapter's order, one module a theme."""

from grader.exercises.scopes.naming import SQUARED_ERROR
from grader.exercises.scopes.predicting import OUTCOMES
from grader.exercises.scopes.reading import FORGOTTEN
from grader.exercises.scopes.recording import LOG
from grader.exercises.scopes.repairing import REPAIR
from grader.exercises.scopes.repeating import RELUS
from grader.exercises.scopes.threshold import THRESHOLD
from grader.exercises.scopes.twins import TWINS

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
