"""Tables can be read aloud: each column of a table in a notebook has a heading."""

from __future__ import annotations

import re
from itertools import pairwise

import nbformat
import pytest

from tests.exercises.running import ROOT

FOLDERS = ("notebooks", "translations/zh_CN/notebooks")
PAGES = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("**/*.ipynb"))]
RULE = re.compile(r"\|[-:| ]+\|")


def headings(source):
    """The headings of the columns of all tables in a text."""
    for line, after in pairwise(source.splitlines()):
        if RULE.fullmatch(after.strip()):
            yield from line.strip().strip("|").split("|")


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(ROOT)) for path in PAGES])
def test_every_column_has_a_heading(path):
    cells = nbformat.read(path, as_version=4).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    assert all(heading.strip() for text in texts for heading in headings(text))


def test_a_column_without_one_is_seen():
    assert list(headings("| | b |\n|---|---|\n| 1 | 2 |")) == [" ", " b "]
