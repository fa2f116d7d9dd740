"""What is sent to a worker: the job once, then submissions. Both are plain values.

A result is a function of these bytes alone, so any worker on any machine produces the same one.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from grader.classroom.course.plan import Plan
from grader.classroom.course.side_files import NONE, SideFiles
from grader.classroom.workers.code_version import GRADE, add_tree, code_versions
from grader.languages import ENGLISH

# On top of the bounds of the kernel, the judge and the limits.
SLACK_SECONDS = 60.0

# What a grade rests on, by name: see `Job.basis`. After JUDGE stands the exercise.
SETTINGS, CODE_OF_ALL, DATA_SETS, FILES = "settings", "code", "data", "files"
TESTS, POINTS, JUDGE = "tests", "points", "judge of "
SUBMISSION, LANGUAGE = "submission", "language"
SET = ("secret", "catalogue", "isolation", "limits", "backend", "grade", "kernels", "judge_seconds")
SHORT = 16  # hexadecimal digits of a digest


@dataclass(frozen=True)
class Job:
    """What every worker of a run must know.

    chapter: "01-graphs"; source: the folder of the instructor's notebooks, one folder per chapter;
    data: the folder of data sets, "" for none.
    secret: the course's secret, as a string (see `seeds`).
    catalogue: the module whose `find` knows the exercises.
    isolation: its name; limits: the fields of `Limits`; backend, kernels: as in `Settings`.
    grade: "module:function", with the signature of `submission.grade`.
    judge_seconds: the time limit of one request to the judge.
    plans: the chapter's, packed; modules: what its notebooks import.
    given: the course's notebooks, packed (see `course.given_out`); they name a mistake, and change no grade.
    """

    chapter: str
    source: str
    data: str
    secret: str
    catalogue: str
    isolation: str
    limits: dict[str, Any] = field(default_factory=dict)
    backend: str = ""
    grade: str = GRADE
    judge_seconds: float = 120.0
    kernels: str = "forked"
    plans: list[dict[str, Any]] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)
    given: list[list[Any]] = field(default_factory=list)

    def to_bytes(self) -> bytes:
        """The job as JSON."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Job:
        """The inverse of `to_bytes`."""
        return cls(**json.loads(data))

    def basis(self) -> dict[str, str]:
        """All that decides grades except the submissions: a digest of each part, by its name.

        Texts are in none, nor are answers of the source: a submission is not graded again for them.
        """
        versions = code_versions(self.chapter)
        data, files = hashlib.sha256(), hashlib.sha256()
        if self.data:
            add_tree(data, Path(self.data))
        add_tree(files, Path(self.source) / self.chapter, but=".ipynb")
        cells = [(plan["notebook"], cell) for plan in self.plans for cell in plan["cells"]]
        exercises = {cell["exercise"] for _, cell in cells} - {""}
        return {
            SETTINGS: digest_of([getattr(self, name) for name in SET]),
            DATA_SETS: data.hexdigest()[:SHORT],
            FILES: digest_of([files.hexdigest(), self.modules]),
            CODE_OF_ALL: versions[""][:SHORT],
            TESTS: digest_of([(name, _what_runs(cell)) for name, cell in cells]),
            POINTS: digest_of([cell["metadata"].get("points") for _, cell in cells]),
        } | {f"{JUDGE}{name}": versions.get(name, "")[:SHORT] for name in sorted(exercises)}

    def patience(self, plans: tuple[Plan, ...]) -> float:
        """Seconds after which a worker that has not answered must be hanging, and not the submission."""
        limits = self.limits
        one = limits["start_seconds"] + limits["notebook_seconds"] + limits["grace_seconds"]
        judged = sum(1 + sum(bool(cell.exercise) for cell in plan.cells) for plan in plans)
        return float(len(plans) * one + judged * self.judge_seconds + SLACK_SECONDS)


@dataclass(frozen=True)
class SubmissionFiles:
    """The files that a student submitted.

    notebooks: the expected notebooks, by file name; refused: why an expected one could not be read.
    others: the names of unexpected notebooks.
    timestamp: the contents of timestamp.txt, which determines late penalties.
    undated: whether there is a timestamp.txt that says no time, or could not be read.
    side: the files beside the notebooks.
    language: the language of the student's feedback, such as "zh_CN".
    known: verdicts of an earlier run that still hold, packed. They are given again, whatever the answers do.
    kept: the notebooks whose whole results still hold, without ".ipynb". They are not run.
    """

    student: str
    notebooks: dict[str, bytes]
    refused: dict[str, str]
    others: tuple[str, ...]
    timestamp: str = ""
    undated: bool = False
    side: SideFiles = NONE
    language: str = ENGLISH
    known: tuple[dict[str, Any], ...] = ()
    kept: tuple[str, ...] = ()

    def basis(self, job: Mapping[str, str]) -> dict[str, str]:
        """All that decides this submission's grade, of the job and its own: equal values, an equal grade."""
        files = {name: hashlib.sha256(data).hexdigest() for name, data in self.notebooks.items()}
        own = [self.student, self.others, self.timestamp, self.undated, files, self.refused]
        return {**job, SUBMISSION: digest_of([*own, self.side.pack()]), LANGUAGE: self.language}

    def key(self, job: Mapping[str, str]) -> str:
        """Identifies this submission and job."""
        return hashlib.sha256(json.dumps(self.basis(job), sort_keys=True).encode()).hexdigest()

    def to_bytes(self) -> bytes:
        """The submission as JSON."""
        packed = {
            name: base64.b64encode(data).decode("ascii") for name, data in self.notebooks.items()
        }
        about = {**asdict(self), "notebooks": packed, "side": self.side.pack()}
        return json.dumps(about).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> SubmissionFiles:
        """The inverse of `to_bytes`."""
        about = json.loads(data)
        about["notebooks"] = {
            name: base64.b64decode(text) for name, text in about["notebooks"].items()
        }
        side = SideFiles.unpack(about["side"])
        lists = {name: tuple(about[name]) for name in ("others", "known", "kept")}
        return cls(**{**about, **lists, "side": side})


def digest_of(values: Any) -> str:
    """A short digest of JSON values."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:SHORT]


def _what_runs(cell: Mapping[str, Any]) -> list[Any]:
    """What a planned cell, packed, does while a submission is graded; its text and points do nothing."""
    about = {key: cell["metadata"].get(key) for key in ("grade", "solution", "task", "locked")}
    runs = cell["kind"] == "code" and not about["solution"]
    return [cell["grade_id"], cell["kind"], about, cell["after"], cell["test"] if runs else ""]
