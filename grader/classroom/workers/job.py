"""What is sent to a worker: the job once, then submissions. Both are plain values.

A result is a function of these bytes alone, so any worker on any machine produces the same one.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from grader.classroom.course.plan import Plan
from grader.classroom.course.side_files import NONE, SideFiles
from grader.exercises.catalogue import prefix, short_name
from grader.exercises.own import chapter_folder, own_chapters
from grader.exercises.sources import FILE, judged_with
from grader.imports import PACKAGE, file_of, needed
from grader.languages import ENGLISH
from grader.sandbox.mounts import KERNEL

# Grades one notebook. Tests put something faster in its place.
GRADE = "grader.classroom.grading.submission:grade"
# Where the code that decides grades begins: what it needs, after a change, means to grade again.
CODE = (*KERNEL, "grader.classroom.judge.judge_server", GRADE.partition(":")[0])
# In the same folders, but nobody's code.
OTHERS = frozenset((".md", ".mo", ".po", ".pot", ".py", ".pyc"))
# On top of the bounds of the kernel, the judge and the limits.
SLACK_SECONDS = 60.0


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
    language: the language of feedback, such as "zh_CN".
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
    judge_seconds: float = 60.0
    kernels: str = "forked"
    plans: list[dict[str, Any]] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)
    language: str = ENGLISH

    def to_bytes(self) -> bytes:
        """The job as JSON."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Job:
        """The inverse of `to_bytes`."""
        return cls(**json.loads(data))

    def version(self) -> str:
        """A hexadecimal digest of all that determines grades except the submissions."""
        digest = hashlib.sha256()
        about = asdict(self) | {"source": "", "data": ""}
        digest.update(json.dumps(about, sort_keys=True).encode())
        _add_tree(digest, Path(self.source) / self.chapter)
        if self.data:
            _add_tree(digest, Path(self.data))
        digest.update(code_version(self.chapter).encode())
        return digest.hexdigest()

    def patience(self, plans: tuple[Plan, ...]) -> float:
        """Seconds after which a worker that has not answered must be hanging, and not the submission."""
        limits = self.limits
        one = limits["start_seconds"] + limits["notebook_seconds"] + limits["grace_seconds"]
        judged = sum(1 + sum(bool(cell.exercise) for cell in plan.cells) for plan in plans)
        return float(len(plans) * one + judged * self.judge_seconds + SLACK_SECONDS)


@functools.cache
def code_version(chapter: str) -> str:
    """A digest of the code and data of ours that decide the grades of a chapter, such as "01-graphs"."""
    digest = hashlib.sha256()
    for path in code_files(chapter):
        _add_file(digest, path, PACKAGE)
    folder = PACKAGE / "exercises" / short_name(chapter)
    if chapter in own_chapters():
        folder = chapter_folder(chapter)
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json") and path.name != FILE:
                _add_file(digest, path, folder)
    for file in sorted(folder.glob(f"*/{FILE}")):
        digest.update(repr(judged_with(f"{prefix(chapter)}/{file.parent.name}")).encode())
    return digest.hexdigest()


def code_files(chapter: str) -> list[Path]:
    """The modules that run in the judge and in a graded kernel, and the data files beside them."""
    exercises = f"grader.exercises.{short_name(chapter)}"
    modules = needed(*CODE, *([exercises] if file_of(exercises) else []))
    paths = {path for path in map(file_of, modules) if path is not None}
    for folder in {path.parent for path in paths}:
        paths |= {one for one in folder.iterdir() if one.is_file() and one.suffix not in OTHERS}
    return sorted(paths)


def _add_tree(digest: Any, root: Path) -> None:
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            _add_file(digest, path, root.parent)


def _add_file(digest: Any, path: Path, root: Path) -> None:
    data = path.read_bytes()
    name = path.relative_to(root).as_posix().encode()
    digest.update(b"%d %d " % (len(name), len(data)) + name + data)


@dataclass(frozen=True)
class SubmissionFiles:
    """The files that a student submitted.

    notebooks: the expected notebooks, by file name; refused: why an expected one could not be read.
    others: the names of unexpected notebooks.
    timestamp: the contents of timestamp.txt, which determines late penalties.
    undated: whether there is a timestamp.txt that says no time, or could not be read.
    side: the files beside the notebooks.
    """

    student: str
    notebooks: dict[str, bytes]
    refused: dict[str, str]
    others: tuple[str, ...]
    timestamp: str = ""
    undated: bool = False
    side: SideFiles = NONE

    def key(self, version: str) -> str:
        """Identifies this submission and job: equal files and an equal job have equal keys."""
        files = {name: hashlib.sha256(data).hexdigest() for name, data in self.notebooks.items()}
        names = [self.student, self.others, self.timestamp, self.undated]
        parts = [version, names, files, self.refused, self.side.pack()]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

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
        return cls(**{**about, "others": tuple(about["others"]), "side": side})
