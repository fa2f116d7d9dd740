"""Reads a submitted file as a notebook, or says in one sentence why it cannot be graded."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from grader.classroom.course.facade import Folder, Refused, read_regular
from grader.classroom.course.slimming import LARGEST, without_outputs
from grader.languages import N_, _

MAX_BYTES = 20_000_000
MAX_CELLS = 5_000
DEEPEST = 50
ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
AGAIN = N_("Save the notebook in JupyterLab and hand it in again.")


class Rejected(Exception):
    """The file is not a notebook that can be graded. The message is for the student."""


def read_file(path: Path | str, folder: Folder | None = None) -> bytes:
    """The bytes of a submitted file. Raises Rejected unless it is a regular file of reasonable size.

    A notebook that is too large comes without its outputs.
    folder: the submission's folder, in which `path` is a name.
    """
    name = os.path.basename(path)
    read = read_regular if folder is None else folder.read
    try:
        try:
            return read(str(path), MAX_BYTES)
        except Refused as refusal:
            if refusal.kind != "file" or refusal.size > LARGEST:
                raise
            slim = without_outputs(read(str(path), LARGEST))
            if slim is None or len(slim) > MAX_BYTES:
                raise
            return slim
    except Refused as refusal:
        raise Rejected(_no_file(name, refusal)) from None
    except OSError as error:
        raise Rejected(_cannot_be_read(name, error)) from None


def _no_file(name: str, refusal: Refused) -> str:
    if refusal.kind == "file":
        return _too_large(name, refusal.size)
    told = _("{name} is not an ordinary file; a notebook was expected. {advice}")
    if refusal.kind == "link":
        told = _(
            "{name} is a symbolic link; a notebook file was expected. Hand in the file itself."
        )
    if refusal.kind == "folder":
        told = _("{name} is a folder; a notebook file was expected. Hand in the file itself.")
    return told.format(name=name, advice=_(AGAIN))


def _too_large(name: str, size: int) -> str:
    return _(
        "{name} is {size:.0f} MB; at most {most:.0f} MB are accepted. Clear the outputs (Edit, "
        "Clear Outputs of All Cells), save, and hand it in again."
    ).format(name=name, size=size / 1e6, most=MAX_BYTES / 1e6)


def _cannot_be_read(name: str, error: OSError) -> str:
    return _("{name} cannot be read ({reason}). {advice}").format(
        name=name, reason=error.strerror, advice=_(AGAIN)
    )


def read_notebook(data: bytes, name: str = "the file") -> NotebookNode:
    """Parses `data` as a notebook of nbformat 4. Raises Rejected, saying what was found instead.

    A notebook of nbformat 3 is converted, as JupyterLab does when it opens one.
    """
    if len(data) > MAX_BYTES:
        raise Rejected(_too_large(name, len(data)))
    if not data.strip():
        raise Rejected(
            _("{name} is empty; a notebook was expected. {advice}").format(
                name=name, advice=_(AGAIN)
            )
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Rejected(
            _("{name} is not UTF-8 text (byte {place}); a notebook was expected. {advice}").format(
                name=name, place=error.start, advice=_(AGAIN)
            )
        ) from None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        if line is None:
            told = _("{name} is not JSON; a notebook was expected. {advice}")
        elif text.lstrip().startswith("{"):
            told = _(
                "{name} is truncated or not JSON (line {line}); a notebook was expected. {advice}"
            )
        else:
            told = _("{name} is not JSON (line {line}); a notebook was expected. {advice}")
        raise Rejected(told.format(name=name, line=line, advice=_(AGAIN))) from None
    if not isinstance(document, dict) or "nbformat" not in document:
        raise Rejected(
            _("{name} is JSON but not a notebook (it has no 'nbformat'). {advice}").format(
                name=name, advice=_(AGAIN)
            )
        )
    return _validated(_as_version_4(document, name), name)


def _as_version_4(document: dict[str, Any], name: str) -> NotebookNode:
    version = document["nbformat"]
    if version not in (3, 4) or isinstance(version, bool):
        raise Rejected(
            _(
                "{name} has nbformat {version!r}; nbformat 4 was expected. "
                "Open it in JupyterLab, save it, and hand it in again."
            ).format(name=name, version=version)
        )
    try:
        if version == 4 and _is_deep(document):
            _drop_extras(document)
        notebook: NotebookNode = nbformat.from_dict(document)
        return nbformat.convert(notebook, 4) if version == 3 else notebook
    except Exception as error:
        raise Rejected(_malformed(name, error)) from None


def _validated(notebook: NotebookNode, name: str) -> NotebookNode:
    try:
        _drop_outputs(notebook)
        _drop_odd_tags(notebook)
        give_ids(notebook)
        _changes, notebook = nbformat.validator.normalize(notebook)
        if not _is_valid(notebook):
            _drop_extras(notebook)
            nbformat.validate(notebook)
        notebook.metadata = NotebookNode(notebook.metadata)
        notebook.metadata.pop("language", None)  # which nbconvert takes for a text
    except Exception as error:
        raise Rejected(_malformed(name, error)) from None
    if len(notebook.cells) > MAX_CELLS:
        raise Rejected(
            _("{name} has {count} cells; at most {most} are accepted.").format(
                name=name, count=len(notebook.cells), most=MAX_CELLS
            )
        )
    return notebook


def _is_valid(notebook: NotebookNode) -> bool:
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError:
        return False
    return True


def _is_deep(document: Any) -> bool:
    """Whether something in it is nested deeper than Python's own functions can follow."""
    level = [document]
    for _depth in range(DEEPEST):
        inner = [one.values() if isinstance(one, dict) else one for one in level]
        level = [one for values in inner for one in values if isinstance(one, (dict, list))]
    return bool(level)


def _drop_extras(notebook: dict[str, Any]) -> None:
    """Removes what editors and extensions add besides the cells: valid or not, grading ignores it."""
    notebook["metadata"] = NotebookNode()
    for cell in notebook["cells"]:
        needed = ("cell_type", "id", "metadata", "source")
        for key in [key for key in cell if key not in needed]:
            del cell[key]
        about = cell.get("metadata")
        kept = about.get("nbgrader") if isinstance(about, dict) else None
        kept = kept if isinstance(kept, dict) and not _is_deep(kept) else None
        cell["metadata"] = NotebookNode({"nbgrader": kept} if kept is not None else {})
        if cell.get("cell_type") == "code":
            cell["outputs"], cell["execution_count"] = [], None


def _drop_outputs(notebook: NotebookNode) -> None:
    """Removes outputs, so that a broken one costs no points: grading makes new ones."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        if isinstance(cell.source, list):
            cell.source = "".join(cell.source)
        # nbformat lets anything pass in a notebook that says it is of a later version than its own.
        if not isinstance(cell.cell_type, str) or not isinstance(cell.source, str):
            raise TypeError(_("a cell has a type or a source that is not text"))


def _drop_odd_tags(notebook: NotebookNode) -> None:
    """Removes tags that are no texts: to see that no two are alike, nbformat compares each with each."""
    for cell in notebook.cells:
        about = cell.get("metadata")
        tags = about.get("tags", []) if isinstance(about, dict) else []
        if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
            del about["tags"]


def give_ids(notebook: NotebookNode) -> None:
    """Gives cells without a usable id one from their position: nbformat would choose it at random."""
    taken: set[str] = set()
    for number, cell in enumerate(notebook.cells, start=1):
        found = cell.get("id")
        if not isinstance(found, str) or not ID.fullmatch(found) or found in taken:
            cell.id = f"cell-{number}"
            while cell.id in taken:
                cell.id += "-again"
        taken.add(cell.id)
    if (notebook.get("nbformat"), notebook.get("nbformat_minor", 0)) < (4, 5):
        notebook.nbformat_minor = 5


def _malformed(name: str, error: Exception) -> str:
    lines = str(getattr(error, "message", error)).strip().splitlines()
    reason = lines[0][:200] if lines else type(error).__name__
    return _("{name} is not a well-formed notebook ({reason}). {advice}").format(
        name=name, reason=reason, advice=_(AGAIN)
    )
