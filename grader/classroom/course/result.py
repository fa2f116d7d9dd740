"""The result of grading one notebook, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from grader.cleaning import printable
from grader.judging import Verdict
from grader.languages import ENGLISH, _

GRADED, FAILED, REJECTED = "graded", "failed", "rejected"


@dataclass(frozen=True)
class Result:
    """One graded notebook.

    status: "graded"; "failed" when the fault is ours and a person must look; "rejected" when the
        file is not a notebook that can be graded.
    points, max_points: the points from machine grading, and the most possible. Written questions,
        which a person grades, count in neither.
    seconds: how long it took, including the kernel's start.
    message: one or two sentences for the instructor's table.
    flags: what looks tampered with, as phrases.
    limits: the limits that were hit, as phrases.
    executed: the notebook with its outputs and verdicts, as JSON.
    verdicts: one per judged exercise.
    unjudged: the grade ids that a person must judge, because the judge failed or cannot judge the answer.
    lacking: of the latter, what the answer uses that the engine does not have: {"eval-check": "FFT"}.
    language: the language of feedback and messages, such as "zh_CN".
    """

    student: str
    chapter: str
    notebook: str
    status: str
    points: float
    max_points: float
    seconds: float
    message: str
    executed: str
    flags: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    unjudged: tuple[str, ...] = ()
    lacking: Mapping[str, str] = field(default_factory=dict)
    language: str = ENGLISH

    def __post_init__(self) -> None:
        """Keeps what goes into a log or a table in one line: an answer may have worded a part of it."""
        object.__setattr__(self, "message", printable(self.message))
        object.__setattr__(self, "flags", tuple(map(printable, self.flags)))

    def to_json(self) -> dict[str, Any]:
        """The entry of `grader autograde --json`: see docs/instructors or `grader autograde --help`."""
        return {
            "student": self.student,
            "chapter": self.chapter,
            "notebook": self.notebook,
            "status": self.status,
            "points": self.points,
            "max_points": self.max_points,
            "seconds": round(self.seconds, 3),
            "message": self.message,
            "flags": list(self.flags),
            "limits": list(self.limits),
            "exercises": [
                {
                    "exercise": verdict.exercise,
                    "points": verdict.points,
                    "max_points": verdict.max_points,
                    "misconception": verdict.misconception,
                    "message": verdict.message,
                }
                for verdict in self.verdicts
            ],
        }

    def pack(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {**asdict(self), "verdicts": [verdict.to_json() for verdict in self.verdicts]}

    @classmethod
    def unpack(cls, document: Mapping[str, Any]) -> Result:
        """The inverse of `pack`. Raises KeyError or TypeError for anything else."""
        lists = {name: tuple(document[name]) for name in ("flags", "limits", "unjudged")}
        verdicts = tuple(Verdict.from_json(verdict) for verdict in document["verdicts"])
        return cls(**{**document, **lists, "verdicts": verdicts})

    def remarks(self) -> str:
        """A sentence about the mistakes named and one about the limits hit; "" for neither."""
        named = [f"{v.exercise} ({v.misconception})" for v in self.verdicts if v.misconception]
        told = [_("Mistakes named: {names}.").format(names=", ".join(named))] if named else []
        if self.limits:
            told.append(limits_hit(self.limits))
        return " ".join(told)

    def flagged(self, *flags: str) -> Result:
        """This result with more flags."""
        return replace(self, flags=(*self.flags, *flags))


def limits_hit(limits: Sequence[str]) -> str:
    """A sentence that lists the limits hit, each once."""
    return _("Limits hit: {limits}.").format(limits="; ".join(dict.fromkeys(limits)))
