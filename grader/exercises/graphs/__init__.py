"""The exercises of chapter 01, in the chapter's order, one module per theme."""

from grader.exercises.graphs.chain.exercise import CHAIN
from grader.exercises.graphs.copies.exercise import COPIES
from grader.exercises.graphs.ingredients.exercise import INGREDIENTS
from grader.exercises.graphs.polynomial.exercise import POLYNOMIAL
from grader.exercises.graphs.product.exercise import PRODUCT
from grader.exercises.graphs.take_out.exercise import TAKE_OUT
from grader.exercises.graphs.transfer.exercise import TRANSFER
from grader.exercises.graphs.two_graphs.exercise import TWO_GRAPHS

EXERCISES = (
    POLYNOMIAL,
    TWO_GRAPHS,
    COPIES,
    CHAIN,
    TAKE_OUT,
    TRANSFER,
    INGREDIENTS,
    PRODUCT,
)

__all__ = ["EXERCISES"]
