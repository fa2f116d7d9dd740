"""Beginning an exercise of one's own: a skeleton that works, in every file that it needs."""

from grader.authoring.exercise_spec import KINDS, AuthoringError, Wanted, wanted
from grader.authoring.skeleton import ByHand, Change, changes_for, write

__all__ = [
    "KINDS",
    "AuthoringError",
    "ByHand",
    "Change",
    "Wanted",
    "changes_for",
    "wanted",
    "write",
]
