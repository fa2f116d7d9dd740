"""The exercises of chapter 09, in the chapter's order."""

from grader.exercises.kernels.backward.exercise import BACKWARD
from grader.exercises.kernels.broadcast_shape.exercise import BROADCAST_SHAPE
from grader.exercises.kernels.convolve.exercise import CONVOLVE
from grader.exercises.kernels.cross_entropy.exercise import CROSS_ENTROPY
from grader.exercises.kernels.error_rate.exercise import ERROR_RATE
from grader.exercises.kernels.make_distances.exercise import MAKE_DISTANCES
from grader.exercises.kernels.output_size.exercise import OUTPUT_SIZE
from grader.exercises.kernels.sum_back.exercise import SUM_BACK

EXERCISES = (
    BROADCAST_SHAPE,
    SUM_BACK,
    OUTPUT_SIZE,
    CONVOLVE,
    BACKWARD,
    CROSS_ENTROPY,
    ERROR_RATE,
    MAKE_DISTANCES,
)

__all__ = ["EXERCISES"]
