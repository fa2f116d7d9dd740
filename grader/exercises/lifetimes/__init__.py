"""The exercises of chapter 03, in the chapter's order."""

from grader.exercises.lifetimes.carousel.exercise import CAROUSEL
from grader.exercises.lifetimes.evaluate.exercise import EVALUATE
from grader.exercises.lifetimes.evaluations.exercise import EVALUATIONS
from grader.exercises.lifetimes.is_alive.exercise import STARTING
from grader.exercises.lifetimes.peak.exercise import PEAK
from grader.exercises.lifetimes.readings.exercise import READINGS
from grader.exercises.lifetimes.rehearse.exercise import REHEARSE
from grader.exercises.lifetimes.reprice.exercise import REPRICE
from grader.exercises.lifetimes.swap.exercise import SWAP

EXERCISES = (
    EVALUATIONS,
    CAROUSEL,
    STARTING,
    REHEARSE,
    READINGS,
    REPRICE,
    SWAP,
    EVALUATE,
    PEAK,
)

__all__ = ["EXERCISES"]
