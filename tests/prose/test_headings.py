"""The headings of each notebook come in order, as screen readers list them."""

from __future__ import annotations

import re
from itertools import pairwise

import nbformat
import pytest

from grader.places import ROOT

PAGES = sorted(
    path.relative_to(ROOT)
    for folder in ("notebooks", "translations/zh_CN/notebooks")
    for path in (ROOT / folder).rglob("*.ipynb")
)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_no_level_is_left_out(page):
    cells = nbformat.read(ROOT / page, as_version=4).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    plain = re.sub(r"(?ms)^```.*?^```", "", "\n\n".join(texts))
    levels = [len(signs) for signs in re.findall(r"(?m)^(#{1,6}) ", plain)]
    assert levels[0] == 1
    assert [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == []
