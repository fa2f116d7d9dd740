"""Small changes to the source of an answer: mutants, which must lose points, and variants, which must not."""

from grader.mutation.mutants import Mutant, mutants
from grader.mutation.operators import OPERATORS
from grader.mutation.variants import VARIANTS, variants

__all__ = ["OPERATORS", "VARIANTS", "Mutant", "mutants", "variants"]
