"""A class's own folder: its sources, its release, its gradebook, its configuration.

The sources are copies: what the course changes later does not change a class within its term.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grader.class_file import FILE, SOURCE, chosen_chapters, known_chapters
from grader.classroom.course.plan import chapters_in
from grader.classroom.nbgrader.chapters import CONFIG
from grader.classroom.nbgrader.course import Course, open_course
from grader.classroom.publishing.class_release import course_version, release_class
from grader.errors import CourseError
from grader.languages import _
from grader.places import ROOT, SOLUTIONS

TEMPLATES = Path(__file__).with_name("class_folder")
# One of them is in every folder of a class.
SIGNS = (CONFIG, "gradebook.db", "submitted")
BEFORE = CONFIG + ".before"
LEADS_OUT = """

# Added by `grader new-class --adopt`: the class has folders of its own. The file as it was: {before}
{lines}
"""


def new_class(
    folder: Path,
    chapters: Sequence[str] = (),
    title: str = "",
    course_id: str = "",
    exchange: str = "",
) -> Course:
    """Makes a class's folder, whole or not at all. chapters: as in `chosen_chapters`; none for all.

    exchange: nbgrader's; "" for one in the folder. Raises CourseError for a folder with files in it.
    """
    folder = _outside_the_course(folder)
    chosen = chosen_chapters(chapters or chapters_in(SOLUTIONS), chapters_in(SOLUTIONS))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        told = _(
            "{folder} is not an empty folder; name a new one, or lead an existing class over: "
            "grader new-class {folder} --adopt"
        )
        raise CourseError(told.format(folder=folder))
    course_id = course_id or _identifier(folder.name)
    with _made_whole(folder) as new:
        _write_files(new, folder, chosen, title or course_id, course_id, exchange)
        release_class(open_course(new))
    return open_course(folder)


def adopt(folder: Path, chapters: Sequence[str] = (), title: str = "") -> tuple[Course, list[str]]:
    """Leads an existing class's folder over; returns it, and what was done, in sentences.

    It gets what it lacks; its gradebook, submissions and settings stay. chapters: those that it
    shall have beside those that it has worked on; none, and no work, for all.
    """
    folder = _outside_the_course(folder)
    before = open_course(folder)
    if not any((folder / name).exists() for name in SIGNS):
        reason = _("{folder} holds no class: it has none of {signs}; make one without --adopt")
        raise CourseError(reason.format(folder=folder, signs=", ".join(SIGNS)))
    if chapters and (folder / FILE).exists():
        reason = _("the class has a {file}, which says what its chapters are: add {chapters} there")
        raise CourseError(reason.format(file=FILE, chapters=", ".join(chapters)))
    wanted = before.about.chapters or (*chapters, *_worked_on(before)) or chapters_in(SOLUTIONS)
    chosen = chosen_chapters(wanted, known_chapters(folder))
    course_id = before.directory().course_id or _identifier(folder.name)
    told = []
    if not (folder / CONFIG).is_file():
        there = {path.name for path in folder.iterdir()}
        _write_files(folder, folder, chosen, title or course_id, course_id, "", keep=there)
        told.append(_("made {name}").format(name=CONFIG))
    elif lines := _leading_out(before):
        shutil.copy2(folder / CONFIG, folder / BEFORE)
        with (folder / CONFIG).open("a", encoding="utf-8") as file:
            file.write(LEADS_OUT.format(before=BEFORE, lines="\n".join(lines)))
        told.append(_("{name} uses the class's own folders now").format(name=CONFIG))
    if not (folder / FILE).exists():
        _write(folder / FILE, _class_file(title or course_id, chosen))
        told.append(_("made {name}").format(name=FILE))
    if not (folder / "README.md").exists():
        _write(folder / "README.md", _readme(folder, title or course_id, chosen))
    course = open_course(folder)
    told += [_("released {name}").format(name=name) for name in release_class(course)]
    return course, told


def _outside_the_course(folder: Path) -> Path:
    folder = folder.expanduser().resolve()
    if folder.is_relative_to(ROOT) or ROOT.is_relative_to(folder):
        told = _(
            "{folder} and the course's own folder {course} lie one in the other; a class has a "
            "folder outside, such as {sample}"
        )
        sample = Path.home() / f"{_identifier(folder.name)}-class"
        raise CourseError(told.format(folder=folder, course=ROOT, sample=sample))
    return folder


def _identifier(name: str) -> str:
    """A name that nbgrader accepts for a course, made from a folder's."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-") or "class"


@contextmanager
def _made_whole(folder: Path) -> Iterator[Path]:
    """A folder that takes the name `folder` when it is finished; it is removed if it does not get there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(
        tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent)
    )  # for its owner alone
    try:
        yield new
        new.rename(folder)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def _write_files(
    new: Path,
    folder: Path,
    chapters: Sequence[str],
    title: str,
    course_id: str,
    exchange: str,
    keep: Iterable[str] = (),
) -> None:
    """Writes all but the release and the gradebook into `new`, which will be `folder`."""
    values = {"course": repr(course_id), "exchange": _exchange(exchange)}
    texts = {
        CONFIG: _filled("nbgrader_config.py", values),
        FILE: _class_file(title, chapters),
        "README.md": _readme(folder, title, chapters),
    }
    for name in texts.keys() - set(keep):
        _write(new / name, texts[name])
    if not exchange:
        (new / "exchange").mkdir(exist_ok=True)


def _exchange(exchange: str) -> str:
    return repr(exchange) if exchange else 'str(CLASS / "exchange")'


def _class_file(title: str, chapters: Sequence[str]) -> str:
    # A TOML string is a JSON string.
    listed = "".join(f"    {json.dumps(name)},\n" for name in chapters)
    values = {"title": json.dumps(title, ensure_ascii=False), "chapters": f"[\n{listed}]"}
    return _filled("class.toml", values)


def _readme(folder: Path, title: str, chapters: Sequence[str]) -> str:
    about = {
        "folder": str(folder),
        "title": title,
        "chapter": chapters[0],
        "course": course_version(),
    }
    return _filled("README.md", about)


def _filled(name: str, values: dict[str, str]) -> str:
    text = (TEMPLATES / f"{name}.txt").read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace(f"@{key.upper()}@", value)
    return text


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _worked_on(course: Course) -> list[str]:
    """The chapters of the course with submissions, or with sources of the class's own."""
    own = {path.parent.name for path in course.root.glob("submitted/*/*/*.ipynb")}
    own |= set(chapters_in(course.root / SOURCE))
    return sorted(own & set(known_chapters(course.root)))


def _leading_out(course: Course) -> list[str]:
    """The lines of configuration without which something would be written outside the class's folder."""
    lines = []
    if "JudgedExecute" not in str(course.config.get("Autograde", {})):
        lines += [
            "from grader.classroom.config import course_config as _course_config",
            "",
            "c.merge(_course_config())",
        ]
    for kind in ("source", "release"):
        if not course.folder(kind).resolve().is_relative_to(course.root):
            lines.append(f'c.CourseDirectory.{kind}_directory = "{kind}"')
    return lines
