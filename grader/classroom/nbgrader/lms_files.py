"""Finds out whose files came from a learning management system, for `nbgrader zip_collect`.

Names are looked up in the gradebook, so that a student has the same id in every chapter, whatever the
system calls the file. What is unclear is named and left out; everything else is collected.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.plugins.zipcollect import FileNameCollectorPlugin
from nbgrader.utils import find_all_notebooks
from traitlets import Enum, Unicode

from grader.classroom.nbgrader.archives import ENDINGS, is_litter
from grader.classroom.nbgrader.lms_copies import (
    Copy,
    beside,
    copy_of,
    digest,
    original,
    sorted_out,
    time_in_name,
)
from grader.classroom.nbgrader.lms_names import (
    FOLDERS,
    SYSTEMS,
    Person,
    Sender,
    Unclear,
    folder_of,
    is_certain,
    known_as,
    new_id,
    person,
    sender,
    shown,
    system_of,
    without_title,
    wrapping,
)
from grader.cleaning import printable
from grader.languages import _, ngettext

NOTEBOOK = ".ipynb"
MOST_SHOWN = 5  # files in one message


class LmsFiles(FileNameCollectorPlugin):
    """Understands names from Moodle, Canvas, Blackboard and Brightspace, and folders.

    A configured `named_regexp` wins. A student missing from the gradebook gets an id made from the name.
    """

    system = Enum(
        ("", *SYSTEMS, FOLDERS),
        "",
        help="The system that made the archives; '' to recognise it from the files of each.",
    ).tag(config=True)
    timezone = Unicode(
        "UTC", help="The zone of the times that Blackboard and Brightspace put into names."
    ).tag(config=True)

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.people: list[Person] | None = None
        self.given: dict[str, Sender] = {}
        self.notes: list[str] = []
        self.left_out: list[str] = []
        self.collected = self.there = 0
        self.decided: dict[str, dict[str, str]] | None = None

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """What nbgrader asks for each file: the student and the notebook's name, or None to leave it out."""
        if self.decided is None:
            self.decided = self._decide()
        return self.decided.get(str(submitted_file))

    # -------------------------------------------------------------- all files together, asked once

    def _decide(self) -> dict[str, dict[str, str]]:
        unpacked = Path(self.parent._format_collect_path(self.parent.extracted_directory))
        files = [path for path in sorted(unpacked.rglob("*")) if path.is_file()]
        files = [path for path in files if not is_litter(path.relative_to(unpacked).parts)]
        copies: dict[str, list[Copy]] = defaultdict(list)
        if self.named_regexp:
            self._by_pattern(files, copies)
        else:
            self._by_system(files, unpacked, copies)
        taken: dict[str, dict[str, str]] = {}
        for student, found in sorted(copies.items()):
            newest = self._newest(student, found)
            if newest and not self._is_there(student, newest):
                taken |= {str(one.path): one.told for one in newest}
                names = {name: (path, one) for one in newest[::-1] for path, name in one.beside}
                for name, (path, one) in names.items():
                    taken[str(path)] = {**one.told, "file_id": name}
        self._tell_at_the_end()
        return taken

    def _by_pattern(self, files: list[Path], copies: dict[str, list[Copy]]) -> None:
        for path in files:
            told = super().collect(str(path))
            if told and "student_id" in told and "file_id" in told:
                name = os.path.splitext(told["file_id"])[0] + path.suffix
                when = time_in_name(told.get("timestamp", ""), self.timezone)
                copies[told["student_id"]].append(copy_of(path, path.name, name, told, when))
            elif path.suffix in self.valid_ext:
                self._leave_out(_("{file}: the pattern says no student").format(file=path.name))

    def _by_system(self, files: list[Path], unpacked: Path, copies: dict[str, list[Copy]]) -> None:
        by_sender: dict[Sender, list[tuple[Path, str, Sender]]] = defaultdict(list)
        for archive, inside in self._archives(files, unpacked).items():
            try:
                senders = self._senders(archive, inside)
            except Unclear as trouble:
                name = f"{'/'.join(archive)}: " if archive else ""
                self._leave_out(f"{name}{trouble}")
                continue
            for path, who in senders.items():
                if who is not None:
                    alike = next((one for one in by_sender if one.own == who.own), who)
                    by_sender[alike].append((path, shown(path.relative_to(unpacked).parts), who))
                elif path.suffix in self.valid_ext:
                    told = _("{file}: neither its name nor its folder says whose it is")
                    self._leave_out(told.format(file=shown(path.relative_to(unpacked).parts)))
        files_of = {one: [found[1] for found in by_sender[one]] for one in by_sender}
        for student, whose in self._students(files_of).items():
            for one in whose:
                self._add(student, one, by_sender[one], copies)

    def _add(
        self,
        student: str,
        one: Sender,
        files: list[tuple[Path, str, Sender]],
        copies: dict[str, list[Copy]],
    ) -> None:
        notebooks = [found for found in files if found[0].suffix in self.valid_ext]
        if not notebooks:
            told = _("{student} handed in no notebook, but {files}")
            self._leave_out(told.format(student=student, files=_few(found[1] for found in files)))
        for path, name, who in notebooks:
            file, number = original(who.file, self._notebooks())
            when = time_in_name(who.time, self.timezone)
            about = {"student_id": student, "file_id": file}
            if when:
                about["timestamp"] = when
            small = beside(path, who, ((other, whose) for other, _name, whose in files))
            names = tuple((other, name) for name, other in small.items())
            copies[student].append(copy_of(path, name, file, about, when, number, who.copy, names))

    def _archives(
        self, files: Iterable[Path], unpacked: Path
    ) -> dict[tuple[str, ...], list[tuple[Path, tuple[str, ...]]]]:
        """The files of each archive of the instructor's, named by its parts; those in none under ()."""
        packed = Path(self.parent._format_collect_path(self.parent.archive_directory))
        found = defaultdict(list)
        for path in files:
            parts = path.relative_to(unpacked).parts
            found[_archive(packed, parts)].append((path, parts))
        return found

    def _senders(
        self, archive: tuple[str, ...], files: list[tuple[Path, tuple[str, ...]]]
    ) -> dict[Path, Sender | None]:
        """Who sent each file of an archive. Raises Unclear if no system can be told."""
        before = len(archive)
        notebooks = [parts[before:] for path, parts in files if path.suffix in self.valid_ext]
        within = before + wrapping(notebooks)
        ids = [one.id for one in self._people()]
        folders = {path: folder_of(parts, within, ids) for path, parts in files}
        # Where folders are students', or the archive itself is one's, what is in them was named by students.
        deep = within - before + 1 if any(folders.values()) else None
        own = bool(archive) and folder_of((*archive, ""), before, ids) != ""
        system = self.system or (FOLDERS if own else system_of(notebooks, deep))
        if system == FOLDERS:
            return {
                path: Sender(path.name, folder=folder) if folder else None
                for path, folder in folders.items()
            }
        found = {path: sender(parts[before:], system, deep) for path, parts in files}
        whole = without_title(one for one in found.values() if one)
        return {path: whole[one] if one else None for path, one in found.items()}

    # ---------------------------------------------------------------------------- who is a student

    def _students(self, senders: Mapping[Sender, list[str]]) -> dict[str, list[Sender]]:
        """The senders of each student. Of several, those count of whom more is known than a name.

        senders: with the names of their files.
        """
        claims: dict[str, list[Sender]] = defaultdict(list)
        for who in senders:
            claims[self._student(who)].append(who)
        for student, whose in claims.items():
            sure = [one for one in whose if is_certain(one, self._people())]
            if len(whose) == 1 or len(sure) == len(whose):
                continue
            doubtful = [one for one in whose if one not in sure]
            self._leave_out(
                _(
                    "{files}: two senders would become {student!r}. Add their lms_user_id to the "
                    "gradebook, or remove one of them"
                ).format(
                    student=student, files=_few(file for one in doubtful for file in senders[one])
                )
            )
            claims[student] = sure
        return claims

    def _people(self) -> list[Person]:
        """The students in the gradebook, read once."""
        if self.people is None:
            directory = self.parent.coursedir
            _before, is_sqlite, path = directory.db_url.partition("sqlite:///")
            self.people = []
            if not is_sqlite or Path(path).is_file():  # opening it would create an empty one
                with Gradebook(directory.db_url, directory.course_id) as gradebook:
                    self.people = [person(row) for row in gradebook.students]
        return self.people

    def _student(self, who: Sender) -> str:
        found = known_as(who, self._people())
        if len(found) == 1:
            return found[0]
        made = new_id(who)
        before = self.given.setdefault(made, who)
        taken = made in [one.id for one in self._people()]
        if taken or before.own != who.own:  # another student with the same name
            made = f"{made}-{who.number or who.copy or 'other'}"
        if len(found) > 1:
            told = _("{name} may be {ids}; collected as {made}: rename that folder in submitted/")
        else:
            told = _("the gradebook does not know {name}; collected as {made}")
        name = repr(printable(str(who)))
        self._note(told.format(name=name, ids=_(" or ").join(found), made=made))
        return made

    # ------------------------------------------------------------------------ which file is a copy

    def _notebooks(self) -> list[str]:
        directory = self.parent.coursedir
        for place in (directory.release_directory, directory.source_directory):
            folder = directory.format_path(place, ".", directory.assignment_id)
            found: list[str] = find_all_notebooks(folder)
            if found:
                return found
        return []

    def _newest(self, student: str, copies: list[Copy]) -> list[Copy]:
        """The newest copy of each notebook. Which one is said, and so is who is left out in doubt."""
        taken = []
        for found in sorted_out(copies):
            names = _few(one.shown for one in found.others)
            if found.newest is None:
                told = _("{student}: {files} differ, and nothing says which is newer; remove one")
                self._leave_out(told.format(student=student, files=names))
                continue
            taken.append(found.newest)
            known, file = self._notebooks(), found.newest.shown
            if known and found.name not in known and found.name.endswith(NOTEBOOK):
                told = _("{student}: {file} is none of the chapter's notebooks ({names})")
                self._note(told.format(student=student, file=file, names=", ".join(known)))
            if found.differ:
                told = _(
                    "{student}: {name} is {file}, the newest; older ones are left out: {others}"
                )
                self._note(told.format(student=student, name=found.name, file=file, others=names))
        return taken

    def _is_there(self, student: str, copies: list[Copy]) -> bool:
        directory = self.parent.coursedir
        place = Path(
            directory.format_path(directory.submitted_directory, student, directory.assignment_id)
        )
        if self.parent.force or not place.is_dir() or not any(place.iterdir()):
            return False
        if all(_is_equal(one.path, place / one.name) for one in copies):
            self.there += 1  # collected before
            return True
        told = _("{files}: {student} already has a submission; --force puts this in its place")
        self._leave_out(told.format(student=student, files=_few(one.shown for one in copies)))
        return True

    # --------------------------------------------------------------------------------- what is said

    def _note(self, told: str) -> None:
        self.notes.append(printable(told))
        self.log.warning("%s", printable(told))

    def _leave_out(self, told: str) -> None:
        self.left_out.append(told)
        self.log.warning("%s", printable(_("Not collected: {told}").format(told=told)))

    def _tell_at_the_end(self) -> None:
        """Lets the command fail if something was left out, after everything else has been collected."""
        transfer = self.parent._transfer_files

        def transfer_and_tell(collected: Any) -> None:
            transfer(collected)
            self.collected = len(collected or ())
            if not self.collected and not self.there and not self.left_out:
                self._leave_out(_("there is no notebook among the files"))
            troubles = [*getattr(self.parent.extractor_plugin_inst, "troubles", []), *self.left_out]
            if troubles:
                listed = "\n  ".join(printable(one) for one in troubles)
                told = ngettext(
                    "{count} student collected; not collected:\n  {listed}",
                    "{count} students collected; not collected:\n  {listed}",
                    self.collected,
                )
                self.parent.fail("%s", told.format(count=self.collected, listed=listed))

        self.parent._transfer_files = transfer_and_tell


def _few(names: Iterable[str]) -> str:
    found = list(dict.fromkeys(names))
    more = (
        [_("and {count} more").format(count=len(found) - MOST_SHOWN)] if found[MOST_SHOWN:] else []
    )
    return ", ".join([*found[:MOST_SHOWN], *more])


def _is_equal(one: Path, other: Path) -> bool:
    return other.is_file() and not other.is_symlink() and digest(one) == digest(other)


def _archive(packed: Path, parts: Sequence[str]) -> tuple[str, ...]:
    """The beginning of a path that is the name of an archive of the instructor's; empty for none.

    A folder counts as an archive that has been unpacked, unless a system gave it its name.
    """
    for end in range(1, len(parts)):
        place = packed.joinpath(*parts[:end])
        if end == 1 and place.is_dir() and not any(sender(parts[:1], one) for one in SYSTEMS):
            return tuple(parts[:1])
        if any(place.with_name(place.name + ending).is_file() for ending in (*ENDINGS, ".tar.gz")):
            return tuple(parts[:end])
    return ()
