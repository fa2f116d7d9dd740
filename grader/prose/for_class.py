"""A class's own release in the languages that its `class.toml` gives to students."""

from __future__ import annotations

from collections.abc import Sequence

from grader.class_file import GIVEN
from grader.classroom.nbgrader.chapters import Course
from grader.classroom.publishing.pages import INDEX, as_text, class_index, for_class
from grader.prose.making import changes, entries_of, made, translated, write


def release_languages(
    course: Course, chapters: Sequence[str] = (), check: bool = False
) -> list[str]:
    """Writes `release-zh_CN/` beside `release/`, and so on; returns the files that changed.

    What a class has changed in a text, or written itself, is in English there. check: only says what would
    change.
    """
    release, found = course.folder("release"), []
    for language in course.about.languages():
        wanted = {
            name: data
            for name, data in made(language, release, chapters=chapters).items()
            if "/" not in name or course.about.has(name.partition("/")[0])
        }
        if not chapters:
            index = translated(class_index(course.folder("source")), entries_of(INDEX, language))
            wanted[INDEX] = as_text(for_class(index, course.about)).encode()
        if (release / GIVEN).is_file():
            wanted[GIVEN] = (release / GIVEN).read_bytes()
        folder = release.with_name(f"{release.name}-{language}")
        changed = changes(folder, wanted, [*chapters, GIVEN] if chapters else ())
        if not check:
            write(folder, changed)
        found += [f"{folder.name}/{name}" for name in changed]
    return found
