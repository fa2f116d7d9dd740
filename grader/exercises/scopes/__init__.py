"""The exercises of chapter 08, in the chapter's order."""

from grader.exercises.scopes.border.exercise import BORDER
from grader.exercises.scopes.distance.exercise import DISTANCE
from grader.exercises.scopes.forgotten.exercise import FORGOTTEN
from grader.exercises.scopes.log_training.exercise import LOG_TRAINING
from grader.exercises.scopes.outcomes.exercise import OUTCOMES
from grader.exercises.scopes.relu.exercise import RELU
from grader.exercises.scopes.relus.exercise import RELUS
from grader.exercises.scopes.three_relus.exercise import THREE_RELUS

EXERCISES = (
    BORDER,
    FORGOTTEN,
    THREE_RELUS,
    RELUS,
    DISTANCE,
    OUTCOMES,
    RELU,
    LOG_TRAINING,
)

__all__ = ["EXERCISES"]
