"""Runs a submission in a sandbox and writes the judge's verdicts into its graded cells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbformat import NotebookNode, reads
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Enum, Float, Unicode

from grader.class_file import ClassFile, read_class_file
from grader.classroom.course.earlier import as_answered
from grader.classroom.course.feedback_languages import read_languages
from grader.classroom.course.seeds import course_secret, submission_seed
from grader.classroom.grading.submission import Settings, grade_notebook
from grader.classroom.judge.judge_client import Judge
from grader.classroom.nbgrader.preprocessors.finding import plan_for, side_files_for
from grader.languages import language
from grader.sandbox import CHOICES, KERNELS, Limits, find_isolation, limits_of

# What the configuration says of these counts before what `class.toml` says.
SECONDS = ("cell_seconds", "notebook_seconds")


class JudgedExecute(NbGraderPreprocessor):
    """Replaces nbgrader's Execute: the judge decides a graded cell's output and points."""

    isolation = Enum(
        CHOICES,
        "auto",
        help="How submissions are isolated from this machine; 'none' only for trusted notebooks.",
    ).tag(config=True)

    cell_seconds = Float(
        Limits.cell_seconds, help="Wall-clock time allowed for one cell, in seconds."
    ).tag(config=True)

    notebook_seconds = Float(
        Limits.notebook_seconds, help="Wall-clock time allowed for a notebook, in seconds."
    ).tag(config=True)

    backend = Enum(
        ("", "tensorflow", "engine"),
        "",
        help="What `tf` is in a submission: '' for TensorFlow if it is installed.",
    ).tag(config=True)

    kernels = Enum(
        KERNELS,
        "forked",
        help="'forked' for speed; 'ipykernel' for a separate Jupyter kernel per submission.",
    ).tag(config=True)

    catalogue = Unicode(
        "grader.exercises", help="The module whose `find` knows the exercises."
    ).tag(config=True)

    source = Unicode("", help="Folder of the source notebooks, as for PutRight.").tag(config=True)

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        about = resources["nbgrader"]
        plan = plan_for(resources, self.config, self.source)
        plan = as_answered(plan, nb)[0]
        class_file = read_class_file(Path.cwd())
        student = about["student"]
        chosen = read_languages(Path.cwd()).of(student, language(), class_file)
        settings = Settings(
            find_isolation(self.isolation),
            self.limits(class_file),
            self.backend,
            self.kernels,
            chosen,
        )
        side = side_files_for(resources, self.config, plan)
        secret = course_secret(Path.cwd())
        seed = submission_seed(secret, plan.chapter, student, nb, side.files)
        with Judge(self.catalogue) as judge:
            result = grade_notebook(nb, plan, seed, student, settings, judge, side)
        self.log.info("%s: %s", student, result.message)
        nb.cells = reads(result.executed, as_version=4).cells
        resources["grader"] = {"unjudged": result.unjudged}
        return nb, resources

    def limits(self, about: ClassFile) -> Limits:
        """The limits of the class, except for those that the configuration names."""
        own = {name: getattr(self, name) for name in SECONDS if name in self.config.JudgedExecute}
        return limits_of({**about.limits, **own})
