"""The exercises of chapter 02, in the chapter's order, one module a theme."""

from grader.exercises.sessions.copying import COPY_STATE
from grader.exercises.sessions.feeding import WHAT_IF
from grader.exercises.sessions.fetching import ONE_RUN
from grader.exercises.sessions.initializing import UNINITIALIZED
from grader.exercises.sessions.python import PY_FUNC
from grader.exercises.sessions.running import FIRST_RUN
from grader.exercises.sessions.starting import DEFAULT_SESSION
from grader.exercises.sessions.state import ACCOUNT

EXERCISES = (
    FIRST_RUN,
    DEFAULT_SESSION,
    UNINITIALIZED,
    ONE_RUN,
    WHAT_IF,
    ACCOUNT,
    PY_FUNC,
    COPY_STATE,
)

__all__ = ["EXERCISES"]
