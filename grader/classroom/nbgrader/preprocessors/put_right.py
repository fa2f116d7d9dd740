"""The first step of autograding: restores the submission and logs what was changed."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Unicode

from grader.classroom.course.earlier import as_answered
from grader.classroom.grading.restore import restore
from grader.classroom.nbgrader.preprocessors.finding import plan_for, side_files_for
from grader.cleaning import printable


class PutRight(NbGraderPreprocessor):
    """Restores deleted, copied and edited test cells from the source; the answers stay."""

    source = Unicode(
        "",
        help=(
            "Folder of the source notebooks, one folder per chapter. If empty: the course's own "
            "source_directory, or else the solutions that came with this package."
        ),
    ).tag(config=True)

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        plan = plan_for(resources, self.config, self.source)
        side = side_files_for(resources, self.config, plan)
        plan, earlier = as_answered(plan, nb)
        notebook, flags = restore(nb, plan, side.files)
        flags += earlier
        for flag in flags:
            self.log.warning("%s: %s", resources["nbgrader"]["student"], printable(flag))
        notebook.metadata["grader"] = {"flags": flags}
        return notebook, resources
