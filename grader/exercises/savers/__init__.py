"""The exercises of chapter 07, in the chapter's order."""

from grader.exercises.savers.forecast.exercise import FORECAST
from grader.exercises.savers.hand_over.exercise import HAND_OVER
from grader.exercises.savers.rescue.exercise import RESCUE
from grader.exercises.savers.resume.exercise import RESUME
from grader.exercises.savers.start.exercise import START
from grader.exercises.savers.train_and_save.exercise import TRAIN_AND_SAVE
from grader.exercises.savers.warm_start.exercise import WARM_START
from grader.exercises.savers.write_houses.exercise import EXAMPLES

EXERCISES = (
    TRAIN_AND_SAVE,
    START,
    HAND_OVER,
    FORECAST,
    WARM_START,
    RESUME,
    EXAMPLES,
    RESCUE,
)

__all__ = ["EXERCISES"]
