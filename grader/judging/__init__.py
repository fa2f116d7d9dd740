"""Judges an answer's evidence: challenges, verdicts and feedback. Never in a sandbox."""

from grader.judging.agreement import agree
from grader.judging.asking import Builder, Built, Session
from grader.judging.drawing import (
    different,
    different_arrays,
    graph_def,
    placeholder,
    seeds,
    variable,
)
from grader.judging.exercise import (
    UNREADABLE,
    CannotJudge,
    Case,
    Exercise,
    Misconception,
    WrongAnswer,
)
from grader.judging.feedback import prose_html, text_of, to_html, to_text
from grader.judging.files import (
    Unreadable,
    all_checkpoints,
    checkpoint_values,
    on_disk,
    records_of,
)
from grader.judging.judge import JudgeError, beyond, judge, pasted, refusal
from grader.judging.mutants import MUTANTS
from grader.judging.observing import Known, draw, evidence_of, known_of, observe_answer
from grader.judging.reasons import capitalized
from grader.judging.reports import (
    all_closed,
    first_error,
    in_order,
    left_behind,
    listed,
    outcomes,
    part,
    refuse_closed,
    refuse_generator,
    reports,
    tidy,
    together,
    written,
)
from grader.judging.rerun import Rerun, describe, expect_returned_tensor, expect_tensor
from grader.judging.verdict import DIGITS, CaseResult, Verdict

__all__ = [
    "DIGITS",
    "MUTANTS",
    "UNREADABLE",
    "Builder",
    "Built",
    "CannotJudge",
    "Case",
    "CaseResult",
    "Exercise",
    "JudgeError",
    "Known",
    "Misconception",
    "Rerun",
    "Session",
    "Unreadable",
    "Verdict",
    "WrongAnswer",
    "agree",
    "all_checkpoints",
    "all_closed",
    "beyond",
    "capitalized",
    "checkpoint_values",
    "describe",
    "different",
    "different_arrays",
    "draw",
    "evidence_of",
    "expect_returned_tensor",
    "expect_tensor",
    "first_error",
    "graph_def",
    "in_order",
    "judge",
    "known_of",
    "left_behind",
    "listed",
    "observe_answer",
    "on_disk",
    "outcomes",
    "part",
    "pasted",
    "placeholder",
    "prose_html",
    "records_of",
    "refusal",
    "refuse_closed",
    "refuse_generator",
    "reports",
    "seeds",
    "text_of",
    "tidy",
    "to_html",
    "to_text",
    "together",
    "variable",
    "written",
]
