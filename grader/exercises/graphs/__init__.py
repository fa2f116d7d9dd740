"""The exercises of chapter 01, in the chapter's order, one module per theme."""

from grader.exercises.graphs.contraction.exercise import CONTRACTION
from grader.exercises.graphs.copies.exercise import COPIES
from grader.exercises.graphs.ingredients.exercise import INGREDIENTS
from grader.exercises.graphs.placeholder.exercise import PLACEHOLDER
from grader.exercises.graphs.polynomial.exercise import POLYNOMIAL
from grader.exercises.graphs.recipe.exercise import RECIPE
from grader.exercises.graphs.transfer.exercise import TRANSFER
from grader.exercises.graphs.two_graphs.exercise import TWO_GRAPHS

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
