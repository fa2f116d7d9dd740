"""The first step of a release: the source becomes what the class's `class.toml` makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from grader.class_file import read_class_file
from grader.classroom.course.class_source import change_for_class, disagreements


class ChangeForClass(NbGraderPreprocessor):
    """Leaves out what the class leaves out, and sets its points. nbgrader runs it in the class's folder."""

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        about = read_class_file(Path.cwd())
        for told in disagreements(nb, about):
            self.log.warning("%s", told)
        change_for_class(nb, about)
        return nb, resources
