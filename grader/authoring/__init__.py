"""For authors: makes, tries and upgrades exercises."""

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
