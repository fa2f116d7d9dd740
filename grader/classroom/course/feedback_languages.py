"""The languages in which a class gets its feedback, where somebody chose one with `--lang`.

They are kept in the course's folder, so that a later command without `--lang` grades nobody again in
another language.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from grader.atomic import write_atomically
from grader.class_file import AS_IN_COURSE, ClassFile
from grader.errors import CourseError
from grader.languages import _

FILE = Path(".grader") / "languages.json"


@dataclass(frozen=True)
class FeedbackLanguages:
    """The languages that were chosen: for everybody ("" for none), and for single students."""

    everybody: str = ""
    students: Mapping[str, str] = field(default_factory=dict)

    def of(self, student: str, default: str, about: ClassFile = AS_IN_COURSE) -> str:
        """The student's language; `default` if nobody chose one.

        about: what `class.toml` says. What was said of a student counts before what was said of all, and
        what was said by `--lang` before what the file says.
        """
        own = self.students.get(student) or about.language_of(student)
        return own or self.everybody or about.language or default


def read_languages(root: Path) -> FeedbackLanguages:
    """The choices in the course at `root`. Raises CourseError if their file is damaged."""
    path = root / FILE
    try:
        about = json.loads(path.read_bytes())
        found = FeedbackLanguages(**about)
        if all(isinstance(one, str) for one in (found.everybody, *found.students.values())):
            return found
    except FileNotFoundError:
        return FeedbackLanguages()
    except (ValueError, TypeError, AttributeError):
        pass
    raise CourseError(
        _(
            "{path} should say in which language each student gets feedback, but cannot be read; "
            "remove it and choose the languages again with --lang"
        ).format(path=path)
    )


def choose_language(root: Path, language: str, students: Collection[str] | None) -> None:
    """Keeps a choice: for these students, or, if None, for everybody, whatever was chosen before."""
    if students is None:
        chosen = FeedbackLanguages(language)
    else:
        before = read_languages(root)
        chosen = FeedbackLanguages(
            before.everybody, {**before.students, **dict.fromkeys(students, language)}
        )
    text = json.dumps(asdict(chosen), indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    write_atomically(root / FILE, text.encode("utf-8", "surrogateescape"))
