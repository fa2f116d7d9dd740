"""The exercises of chapter 04, in the chapter's order, one module a theme."""

from grader.exercises.training.averaging import FEDERATED_ROUND
from grader.exercises.training.batching import TRAIN
from grader.exercises.training.diary import DIARY
from grader.exercises.training.fitting import BEST_THETA
from grader.exercises.training.precision import SAFE_GRADIENTS
from grader.exercises.training.racing import RACE
from grader.exercises.training.starting import MAKE_CELL
from grader.exercises.training.stepping import BY_HAND

EXERCISES = (
    BEST_THETA,
    BY_HAND,
    RACE,
    TRAIN,
    DIARY,
    MAKE_CELL,
    SAFE_GRADIENTS,
    FEDERATED_ROUND,
)

__all__ = ["EXERCISES"]
