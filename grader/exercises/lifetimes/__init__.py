"""The exercises of chapter 03, in the chapter's order, one module a theme."""

from grader.exercises.lifetimes.evaluating import EVALUATE
from grader.exercises.lifetimes.living import REHEARSE
from grader.exercises.lifetimes.memory import PEAK
from grader.exercises.lifetimes.queueing import CAROUSEL
from grader.exercises.lifetimes.serving import READINGS
from grader.exercises.lifetimes.starting import STARTING
from grader.exercises.lifetimes.swapping import SWAP
from grader.exercises.lifetimes.updating import REPRICE
from grader.exercises.lifetimes.within import EVALUATIONS

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
