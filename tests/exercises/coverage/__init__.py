"""What the course promises to teach, as data: chapter by chapter, row by row."""

from collections.abc import Mapping

from tests.exercises.coverage.facts import FACTS
from tests.exercises.coverage.keeping import BUILDING, KERNELS, SAVERS, SCOPES
from tests.exercises.coverage.learning import AUTODIFF, CONTROL, TRAINING
from tests.exercises.coverage.row import Row
from tests.exercises.coverage.running import GRAPHS, LIFETIMES, SESSIONS

__all__ = ["COVERAGE", "FACTS", "ONLY_SHOWN", "Row"]

# Rows that are shown only: all others are graded, too.
ONLY_SHOWN = {"G2", "G8", "S9", "T7", "A8", "V7", "K7"}

COVERAGE: Mapping[str, tuple[Row, ...]] = {
    "01-graphs": GRAPHS,
    "02-sessions": SESSIONS,
    "03-lifetimes": LIFETIMES,
    "04-training": TRAINING,
    "05-autodiff": AUTODIFF,
    "06-gradient-control": CONTROL,
    "07-savers": SAVERS,
    "08-scopes": SCOPES,
    "09-kernels": KERNELS,
    "10-build-an-engine": BUILDING,
}
