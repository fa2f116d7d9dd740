"""The paths of the translated text and of the notebooks made from it."""

from __future__ import annotations

from pathlib import Path

from grader.errors import CourseError
from grader.places import TRANSLATIONS

# The folder of made notebooks in a language's folder. For nbgrader it is a release_directory.
MADE = "notebooks"


def languages(translations: Path = TRANSLATIONS) -> list[str]:
    """The languages that have text, by the names of their folders: ["zh_CN"]."""
    return sorted(
        folder.name for folder in translations.glob("*") if pages(folder.name, translations)
    )


def pages(language: str, translations: Path = TRANSLATIONS) -> list[str]:
    """The pages with text in a language, by their names in notebooks/, in order."""
    folder = translations / language
    found = (path.relative_to(folder) for path in folder.glob("**/*.md"))
    return sorted(path.with_suffix(".ipynb").as_posix() for path in found if path.parts[0] != MADE)


def text_of(page: str, language: str, translations: Path = TRANSLATIONS) -> Path:
    """The file with a page's text: translations/zh_CN/01-graphs/1-recipes.md."""
    return (translations / language / page).with_suffix(".md")


def made_of(language: str, translations: Path = TRANSLATIONS) -> Path:
    """The folder of a language's notebooks, with the same structure as notebooks/."""
    return translations / language / MADE


def localized_folders(translations: Path = TRANSLATIONS) -> dict[str, Path]:
    """The folder of the notebooks of each language that has some."""
    folders = {language: made_of(language, translations) for language in languages(translations)}
    return {language: folder for language, folder in folders.items() if folder.is_dir()}


def pages_of(chapters: tuple[str, ...], notebooks: Path) -> list[str]:
    """The pages of `chapters` ("01-graphs", "index"), or all pages if it is empty.

    Raises CourseError for an unknown chapter; the message lists the known ones.
    """
    named: dict[str, list[str]] = {}
    for path in [*sorted(notebooks.glob("*.ipynb")), *sorted(notebooks.glob("*/*.ipynb"))]:
        page = path.relative_to(notebooks)
        named.setdefault(top_of(page.as_posix()), []).append(page.as_posix())
    for chapter in chapters:
        if chapter not in named:
            raise CourseError(f"no chapter or page {chapter!r}; available: {', '.join(named)}")
    return [page for chapter in chapters or named for page in named[chapter]]


def top_of(page: str) -> str:
    """The name of a page's chapter on the command line: "01-graphs" or "index"."""
    return page.partition("/")[0].removesuffix(".ipynb")
