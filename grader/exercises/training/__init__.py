"""The exercises of chapter 04, in the chapter's order, one module a theme."""

from grader.exercises.training.averaging import FEDERATED_ROUND
from grader.exercises.training.batching import DIARY, TRAIN
from grader.exercises.training.fitting import BEST_THETA, BY_HAND
from grader.exercises.training.precision import SAFE_GRADIENTS
from grader.exercises.training.racing import RACE
from grader.exercises.training.starting import MAKE_CELL

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
