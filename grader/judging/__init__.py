"""Judges an answer's evidence: challenges, verdicts and feedback. Never in a sandbox."""

from grader.judging.agreement import agree
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
from grader.judging.judge import JudgeError, judge, pasted, refusal
from grader.judging.mutants import MUTANTS
from grader.judging.observing import Known, draw, evidence_of, known_of, observe_answer
from grader.judging.reasons import capitalized
from grader.judging.rerun import Rerun, describe, expect_returned_tensor, expect_tensor
from grader.judging.verdict import CaseResult, Verdict

__all__ = [
    "MUTANTS",
    "UNREADABLE",
    "CannotJudge",
    "Case",
    "CaseResult",
    "Exercise",
    "JudgeError",
    "Known",
    "Misconception",
    "Rerun",
    "Unreadable",
    "Verdict",
    "WrongAnswer",
    "agree",
    "all_checkpoints",
    "capitalized",
    "checkpoint_values",
    "describe",
    "draw",
    "evidence_of",
    "expect_returned_tensor",
    "expect_tensor",
    "judge",
    "known_of",
    "observe_answer",
    "on_disk",
    "pasted",
    "prose_html",
    "records_of",
    "refusal",
    "text_of",
    "to_html",
    "to_text",
]
