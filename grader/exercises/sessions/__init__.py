"""The exercises of chapter 02, in the chapter's order."""

from grader.exercises.sessions.account.exercise import ACCOUNT
from grader.exercises.sessions.copy_state.exercise import COPY_STATE
from grader.exercises.sessions.default_session.exercise import DEFAULT_SESSION
from grader.exercises.sessions.first_run.exercise import FIRST_RUN
from grader.exercises.sessions.one_run.exercise import ONE_RUN
from grader.exercises.sessions.py_func.exercise import PY_FUNC
from grader.exercises.sessions.uninitialized.exercise import UNINITIALIZED
from grader.exercises.sessions.what_if.exercise import WHAT_IF

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
