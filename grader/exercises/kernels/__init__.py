"""The exercises of chapter 09, in the chapter's order, one module a theme."""

from grader.exercises.kernels.backward import BACKWARD
from grader.exercises.kernels.broadcasting import BROADCAST_SHAPE, SUM_BACK
from grader.exercises.kernels.convolving import CONVOLVE
from grader.exercises.kernels.losses import CROSS_ENTROPY
from grader.exercises.kernels.owning import OWN_OP
from grader.exercises.kernels.padding import OUTPUT_SIZE
from grader.exercises.kernels.types import ERROR_RATE

EXERCISES = (
    BROADCAST_SHAPE,
    SUM_BACK,
    OUTPUT_SIZE,
    CONVOLVE,
    BACKWARD,
    CROSS_ENTROPY,
    ERROR_RATE,
    OWN_OP,
)

__all__ = ["EXERCISES"]
