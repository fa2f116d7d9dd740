"""The exercises of chapter 05, in the chapter's order, one module a theme."""

from grader.exercises.autodiff.dual import DUAL
from grader.exercises.autodiff.hessian import HESSIAN
from grader.exercises.autodiff.numeric import CENTRAL
from grader.exercises.autodiff.passes import PASSES
from grader.exercises.autodiff.reverse import BACKWARD
from grader.exercises.autodiff.stepping import BEST_STEP
from grader.exercises.autodiff.symbolic import DIFFERENTIATE

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
