"""`nbgrader collect` through `course.facade`: the files in the exchange come from strangers.

nbgrader follows links with the instructor's rights: a link to the solutions, put into the exchange under
the name of a submission, would become a submission that holds them, and come back as feedback.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from nbgrader.exchange.default import ExchangeCollect

from grader.classroom.course.handed_in import Submission, copy_notebooks, copy_side_files
from grader.cleaning import printable


class CarefulCollect(ExchangeCollect):
    """nbgrader's own collecting, of ordinary files in ordinary folders alone."""

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copies a submission as nbgrader does, from a copy that contains only ordinary files.

        A submission that is a link becomes an empty folder: the grader says that no notebook is there.
        """
        path = Path(src)
        with tempfile.TemporaryDirectory(prefix="grader-collected-") as folder:
            place = (
                Path(folder) / "copy"
            )  # whose mode, unlike that of a temporary folder, is as usual
            place.mkdir()
            submission = Submission(path.name, path, parts=1)
            for reason in copy_notebooks(submission, place):
                self.log.warning("%s: %s", printable(path.name), printable(reason))
            copy_side_files(submission, place)
            super().do_copy(str(place), dest, log)
