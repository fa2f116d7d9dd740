"""The README and the guides: links lead somewhere, and the commands they show exist."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from pathlib import Path

import click
import pytest

from grader import notebook
from grader.cli import COMMANDS, main
from grader.exercises import CHAPTERS

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
GUIDES = [ROOT / "README.md", ROOT / "docs" / "students.md", ROOT / "docs" / "instructors.md"]
LINK = re.compile(r"\]\(([^)\s]+)\)")
# In a line of its own, after `make setup`, or between backticks in a sentence or a table.
SHOWN = re.compile(
    r"^    (?:.*?\$ ?)?((?:grader|make) [^#\n]*)|`((?:grader|make) [^`\n]+)`", re.MULTILINE
)

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
each_guide = pytest.mark.parametrize("page", GUIDES, ids=lambda path: path.name)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as the places that show Markdown make them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    words = [re.sub(r"[^\w\- ]", "", title.lower()) for title in titles]
    return {title.replace(" ", "-") for title in words}


@each_page
def test_every_link_leads_to_a_file_and_a_heading(page):
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        address, _, anchor = link.partition("#")
        place = page.parent / address if address else page
        assert place.is_file(), link
        if anchor and place.suffix == ".md":
            assert anchor in anchors(place), link


@each_page
def test_every_picture_is_there_and_says_what_it_shows(page):
    for words, file in re.findall(r"!\[([^]]*)\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / file).is_file(), file
        assert len(words.split()) >= 4, f"{file} has hardly any alt text"


def shown(page: Path) -> list[list[str]]:
    """The commands that a page shows, in words."""
    texts = [line or inline for line, inline in SHOWN.findall(page.read_text(encoding="utf-8"))]
    return [shlex.split(text.split("&&")[0]) for text in texts]


@each_guide
def test_the_commands_that_a_guide_shows_exist_with_their_options(page):
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    commands = shown(page)
    assert len(commands) >= 8
    for words in commands:
        if words[0] == "make":
            assert words[1] in targets, words
            continue
        words = [word for word in words[1:] if word != "zh_CN"]
        name, *rest = [word for word in words if word != "--lang"]
        if name == "--version":
            continue
        for one in name.split("/"):  # `grader lab/watch/reset`
            assert one in COMMANDS, words
            command = main.get_command(click.Context(main), one)
            known = {option for parameter in command.params for option in parameter.opts}
            assert {word for word in rest if word.startswith("--")} <= known, words


@each_guide
def test_the_chapters_and_exercises_that_a_guide_names_exist(page):
    text = page.read_text(encoding="utf-8")
    for chapter in re.findall(r"\b(?:autograde|feedback|report|release) (\d\d-[a-z-]+)", text):
        assert chapter in CHAPTERS, chapter


def test_the_newest_version_is_in_the_changelog_and_what_it_promises_is_there():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert re.findall(r"^## (\d.*)$", text, re.MULTILINE)[0] == project["version"]
    (line,) = re.findall(r"`grader\.notebook`: (.*);", text)
    promised = set(re.findall(r"`(\w+)`", line))
    assert promised | {"CheckFailed"} == set(notebook.__all__)


def test_the_readme_is_short_and_shows_one_picture():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 120
    assert len(re.findall(r"!\[", text)) == 1


def test_every_picture_is_shown_somewhere():
    shown = {
        name for page in PAGES for name in re.findall(r"pictures/([\w-]+\.\w+)", page.read_text())
    }
    there = {path.name for path in (ROOT / "docs" / "pictures").iterdir() if path.suffix != ".txt"}
    assert there <= shown
