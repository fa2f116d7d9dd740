"""The exercises of chapter 07, in the chapter's order, one module a theme."""

from grader.exercises.savers.changing import WARM_START
from grader.exercises.savers.choosing import HAND_OVER
from grader.exercises.savers.importing import PREDICT
from grader.exercises.savers.recording import EXAMPLES
from grader.exercises.savers.rescuing import RESCUE
from grader.exercises.savers.resuming import RESUME
from grader.exercises.savers.saving import TRAIN_AND_SAVE
from grader.exercises.savers.starting import START

EXERCISES = (
    TRAIN_AND_SAVE,
    START,
    HAND_OVER,
    PREDICT,
    WARM_START,
    RESUME,
    EXAMPLES,
    RESCUE,
)

__all__ = ["EXERCISES"]
