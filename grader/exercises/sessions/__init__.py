"""The exercises of chapter 02, in the chapter's order."""

from grader.exercises.sessions.account.exercise import ACCOUNT
from grader.exercises.sessions.copy_state.exercise import COPY_STATE
from grader.exercises.sessions.first_run.exercise import FIRST_RUN
from grader.exercises.sessions.lift.exercise import LIFT
from grader.exercises.sessions.start.exercise import START
from grader.exercises.sessions.summaries.exercise import SUMMARIES
from grader.exercises.sessions.uninitialized.exercise import UNINITIALIZED
from grader.exercises.sessions.wrong_steps.exercise import WRONG_STEPS

EXERCISES = (
    FIRST_RUN,
    START,
    UNINITIALIZED,
    SUMMARIES,
    WRONG_STEPS,
    ACCOUNT,
    LIFT,
    COPY_STATE,
)

__all__ = ["EXERCISES"]
