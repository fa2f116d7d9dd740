"""The exercises of chapter 01, in the chapter's order, one module per theme."""

from grader.exercises.graphs.building import POLYNOMIAL, TWO_GRAPHS
from grader.exercises.graphs.contracting import CONTRACTION
from grader.exercises.graphs.feeding import PLACEHOLDER
from grader.exercises.graphs.naming import COPIES, RECIPE
from grader.exercises.graphs.ordering import TRANSFER
from grader.exercises.graphs.reading import INGREDIENTS

EXERCISES = (
    POLYNOMIAL,
    TWO_GRAPHS,
    COPIES,
    RECIPE,
    PLACEHOLDER,
    TRANSFER,
    INGREDIENTS,
    CONTRACTION,
)

__all__ = ["EXERCISES"]
