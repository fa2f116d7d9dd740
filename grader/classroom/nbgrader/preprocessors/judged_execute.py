"""Runs a submission in a sandbox and writes the judge's verdicts into its graded cells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbformat import NotebookNode, reads
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Enum, Float, Unicode

from grader.classroom.course.seeds import course_secret, submission_seed
from grader.classroom.grading.submission import Settings, grade_notebook
from grader.classroom.judge.judge_client import Judge
from grader.classroom.nbgrader.preprocessors.finding import plan_for, side_files_for
from grader.languages import language
from grader.sandbox import CHOICES, KERNELS, Limits, find_isolation


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
        limits = Limits(cell_seconds=self.cell_seconds, notebook_seconds=self.notebook_seconds)
        settings = Settings(
            find_isolation(self.isolation), limits, self.backend, self.kernels, language()
        )
        student = about["student"]
        side = side_files_for(resources, self.config, plan)
        secret = course_secret(Path.cwd())
        seed = submission_seed(secret, plan.chapter, student, nb, side.files)
        with Judge(self.catalogue) as judge:
            result = grade_notebook(nb, plan, seed, student, settings, judge, side)
        self.log.info("%s: %s", student, result.message)
        nb.cells = reads(result.executed, as_version=4).cells
        resources["grader"] = {"unjudged": result.unjudged}
        return nb, resources
