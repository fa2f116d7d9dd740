"""`nbgrader collect` through `course.facade`: the files in the exchange come from strangers.

nbgrader follows links with the instructor's rights: a link to the solutions, put into the exchange under
the name of a submission, would become a submission that holds them, and come back as feedback. It also
believes the name of a folder, which says whose work it is and when it came, whoever made the folder; and a
name without a time ends the command for everybody.
"""

from __future__ import annotations

import os
import pwd
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.exchange.default import ExchangeCollect

from grader.classroom.course.handed_in import Submission, copy_notebooks, copy_side_files
from grader.cleaning import printable
from grader.languages import _


class CarefulCollect(ExchangeCollect):
    """nbgrader's own collecting, of ordinary files in ordinary folders alone, and of the student's own."""

    src_records: list[dict[str, Any]]

    def _path_to_record(self, path: str) -> dict[str, Any]:
        """What nbgrader reads from a folder's name; of one that does not count, a record of nobody's.

        Under a student's name it could be chosen instead of the student's own.
        """
        try:
            record: dict[str, Any] = super()._path_to_record(path)
        except Exception:  # whatever follows the name of the chapter
            reason = _("its name gives no time")
        else:
            reason = self._left_out(path, record["username"])
            if not reason:
                return record
        told = _("Not collected: {told}").format(told=f"{os.path.basename(path)}: {reason}")
        self.log.warning("%s", printable(told))
        return {"username": "", "filename": "", "timestamp": datetime.min}

    def _left_out(self, path: str, name: str) -> str:
        """Why a folder does not count as the student's that its name gives, or "" if it does."""
        if not name or name != printable(name):
            return _("its name gives no student")
        try:
            return not_its_own(path, name) if self.check_owner else ""
        except OSError as error:  # it has vanished meanwhile
            return error.strerror or str(error)

    def init_src(self) -> None:
        """Chooses each student's folder, of those that count."""
        super().init_src()
        self.src_records = [one for one in self.src_records if one["username"]]

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


def not_its_own(path: str, student: str) -> str:
    """Why a folder is not the work of the student that its name says, or "" if it may be.

    Only where students are users of this machine, as nbgrader wants it, does an owner say whose it is. What
    belongs to root, to who collects, or to who owns the exchange's folder, counts. Raises OSError.
    """
    owner = os.lstat(path).st_uid
    try:
        own = pwd.getpwnam(student).pw_uid
    except KeyError:
        return ""
    if owner in (own, 0, os.geteuid(), os.stat(os.path.dirname(path)).st_uid):
        return ""
    return _(
        "it belongs to another user of this machine, with the number {owner}. If you know that it is the "
        "student's, collect with c.ExchangeCollect.check_owner = False in nbgrader_config.py"
    ).format(owner=owner)
