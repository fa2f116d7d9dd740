"""Which answers of a graded notebook are as they were when it was graded before."""

from __future__ import annotations

from collections.abc import Iterator

from nbformat import NotebookNode

from grader.classroom.grading.restore import text_of


def same_answers(before: NotebookNode, now: NotebookNode) -> frozenset[str]:
    """The grade ids of both notebooks that have the same answers."""
    old, new = dict(_answers(before)), dict(_answers(now))
    return frozenset(name for name in new if old.get(name) == new[name])


def _answers(notebook: NotebookNode) -> Iterator[tuple[str, list[str]]]:
    """For each graded cell, what a student wrote for it: in it, or else since the last test."""
    written: list[str] = []
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader", {})
        ours = bool(about.get("locked") or about.get("grade")) and not about.get("solution")
        if not ours:
            written.append(text_of(cell.source))
        if about.get("grade") or about.get("task"):
            yield about["grade_id"], written[-1:] if about.get("solution") else written
        if ours:
            written = []
