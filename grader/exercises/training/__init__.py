"""The exercises of chapter 04, in the chapter's order."""

from grader.exercises.training.best_theta.exercise import BEST_THETA
from grader.exercises.training.by_hand.exercise import BY_HAND
from grader.exercises.training.diary.exercise import DIARY
from grader.exercises.training.federated_round.exercise import FEDERATED_ROUND
from grader.exercises.training.make_cell.exercise import MAKE_CELL
from grader.exercises.training.race.exercise import RACE
from grader.exercises.training.safe_gradients.exercise import SAFE_GRADIENTS
from grader.exercises.training.stop_early.exercise import STOP_EARLY

EXERCISES = (
    BEST_THETA,
    BY_HAND,
    RACE,
    DIARY,
    MAKE_CELL,
    STOP_EARLY,
    SAFE_GRADIENTS,
    FEDERATED_ROUND,
)

__all__ = ["EXERCISES"]
