"""What grading one submission gives, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from grader.judging import Verdict
from grader.languages import ENGLISH, _

GRADED, FAILED, REJECTED = "graded", "failed", "rejected"


@dataclass(frozen=True)
class Result:
    """One graded notebook.

    status: "graded"; "failed" when something of ours failed and a person must look; "rejected"
        when the file is no notebook that can be graded.
    points, max_points: what grading by machine gave, and the most it can give. Written questions,
        which a person grades, count in neither.
    seconds: how long it took, the kernel's start included.
    message: one or two sentences for the instructor's table.
    flags: what looked tampered with, one half sentence each.
    limits: the limits that were hit, one half sentence each.
    executed: the notebook with its outputs and verdicts, as JSON.
    verdicts: one for each judged exercise.
    unjudged: the grade ids that a person must judge, because the judge failed.
    language: of the texts, "zh_CN".
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
    language: str = ENGLISH

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
        """Everything as plain JSON values, for `unpack`."""
        return {**asdict(self), "verdicts": [verdict.to_json() for verdict in self.verdicts]}

    @classmethod
    def unpack(cls, document: Mapping[str, Any]) -> Result:
        """The result that `pack` wrote. Raises KeyError or TypeError for anything else."""
        texts = {name: tuple(document[name]) for name in ("flags", "limits", "unjudged")}
        verdicts = tuple(Verdict.from_json(verdict) for verdict in document["verdicts"])
        return cls(**{**document, **texts, "verdicts": verdicts})

    def remarks(self) -> str:
        """What a graded notebook's verdicts and limits come to, in a sentence each; "" for nothing."""
        named = [f"{v.exercise} ({v.misconception})" for v in self.verdicts if v.misconception]
        told = [_("Mistakes named: {names}.").format(names=", ".join(named))] if named else []
        if self.limits:
            told.append(limits_hit(self.limits))
        return " ".join(told)

    def flagged(self, *flags: str) -> Result:
        """The same result with more flags."""
        return replace(self, flags=(*self.flags, *flags))


def limits_hit(limits: Sequence[str]) -> str:
    """The limits that were hit, each once, as a sentence."""
    return _("Limits hit: {limits}.").format(limits="; ".join(dict.fromkeys(limits)))
