"""The exercises of chapter 05, in the chapter's order."""

from grader.exercises.autodiff.backward.exercise import BACKWARD
from grader.exercises.autodiff.best_step.exercise import BEST_STEP
from grader.exercises.autodiff.central.exercise import CENTRAL
from grader.exercises.autodiff.differentiate.exercise import DIFFERENTIATE
from grader.exercises.autodiff.dual.exercise import DUAL
from grader.exercises.autodiff.hessian.exercise import HESSIAN
from grader.exercises.autodiff.passes.exercise import PASSES

EXERCISES = (
    CENTRAL,
    BEST_STEP,
    DIFFERENTIATE,
    DUAL,
    BACKWARD,
    PASSES,
    HESSIAN,
)

__all__ = ["EXERCISES"]
