"""A page's own words: what it calls a graded cell (the heading above it), and the others, translated."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from nbformat import NotebookNode

from grader.cleaning import printable
from grader.languages import N_, _

HEADING = re.compile(r"^#{1,6}[ \t]+(.+)$", re.MULTILINE)
MARKUP = re.compile(r"[*_`]|<[^<>]*>")
LONGEST = 100  # characters of a title
# nbgrader's own names of a graded cell, in the list at the top of a page and above the cell.
LISTED = re.compile(
    r'(<a href="#([^"<>]*)"[^<>]*>)(?:Test cell|Coding free-response|Written response|Task)(?=</a>)'
)
ABOVE = re.compile(r"(?:Grade cell|Task): <code>([^<>]*)</code>")
# Its other words, each behind what stands before it there.
FRAME = {
    N_("Score:"): re.compile(
        r'(<h4>[^<>]* \(|</a> \(|penalty \(|<span class="pull-right">\s*)Score:'
    ),
    N_("Late submission penalty"): re.compile('(<li class="late-penalty">)Late submission penalty'),
    N_("Top"): re.compile(r'(<a href="#top"[^<>]*>\()Top'),
    N_("Student's answer"): re.compile('(<span class="nbgrader-label">)Student\'s answer'),
    N_("Comments:"): re.compile("(<b>)Comments:"),
    N_("Comment"): re.compile('(<a href="#comment-[^<>]*>)Comment'),
}


def titles(notebook: NotebookNode) -> dict[str, str]:
    """Of each graded cell, by its grade id: the last heading above it; of a cell without one, nothing."""
    found, heading = {}, ""
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader") or {}
        if about.get("grade") or about.get("task"):
            if heading:
                found[str(about.get("grade_id"))] = heading
        elif cell.cell_type == "markdown":
            above = HEADING.findall(cell.source)
            if above:
                heading = printable(MARKUP.sub("", above[-1]).strip())[:LONGEST]
    return found


def called(page: str, names: Mapping[str, str]) -> str:
    """A page of nbgrader's with these names of its cells, and in the reader's language.

    A cell that has no name keeps nbgrader's.
    """
    escaped = {html.escape(key): html.escape(name) for key, name in names.items()}

    def listed(link: re.Match[str]) -> str:
        name = escaped.get(link[2])
        return f"{link[1]}{name}" if name else link[0]

    for word, found in FRAME.items():
        page = found.sub(lambda place: place[1] + _(word), page)  # noqa: B023 (called at once)
    page = LISTED.sub(listed, page)
    return ABOVE.sub(lambda label: escaped.get(label[1]) or label[0], page)
