"""The exercises of chapter 03, in the chapter's order."""

from grader.exercises.lifetimes.by_class.exercise import BY_CLASS
from grader.exercises.lifetimes.carousel.exercise import CAROUSEL
from grader.exercises.lifetimes.evaluations.exercise import EVALUATIONS
from grader.exercises.lifetimes.peak.exercise import PEAK
from grader.exercises.lifetimes.readings.exercise import READINGS
from grader.exercises.lifetimes.rehearse.exercise import REHEARSE
from grader.exercises.lifetimes.reprice.exercise import REPRICE
from grader.exercises.lifetimes.run_anyway.exercise import STARTING
from grader.exercises.lifetimes.swap.exercise import SWAP

EXERCISES = (
    EVALUATIONS,
    CAROUSEL,
    STARTING,
    REHEARSE,
    READINGS,
    SWAP,
    REPRICE,
    BY_CLASS,
    PEAK,
)

__all__ = ["EXERCISES"]
