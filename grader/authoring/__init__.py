"""Creates a new exercise: a working skeleton, in every file that it needs."""

from grader.authoring.exercise_spec import KINDS, AuthoringError, ExerciseSpec, specify
from grader.authoring.skeleton import ByHand, Change, changes_for, write

__all__ = [
    "KINDS",
    "AuthoringError",
    "ByHand",
    "Change",
    "ExerciseSpec",
    "changes_for",
    "specify",
    "write",
]
