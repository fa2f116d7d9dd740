"""What a page shows of a notebook, and nothing besides: metadata of any shape keeps no page from being made.

nbconvert and its templates take metadata to be as its own editor writes it. Other editors and services
write theirs, students change it, and cells are made by programs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import nbformat
from nbformat import NotebookNode

from grader.classroom.course.reading import give_ids

TEXTS = ("text/html", "text/markdown", "text/latex", "text/plain", "application/javascript")
PICTURES = ("image/png", "image/jpeg", "image/svg+xml")
# nbgrader's own metadata, as its schema and its pages know it.
ROLES = ("grade", "solution", "task", "locked")
FIGURES = ("points", "score")
NAMES = ("comment", "checksum", "cell_type")
STREAMS = ("stdout", "stderr")
KINDS = ("code", "markdown", "raw")


def read_document(text: str) -> Mapping[str, Any]:
    """The notebook in a file's text, as it stands there. Raises an exception if it holds none."""
    document = json.loads(text)
    old = document["nbformat"] != 4
    return nbformat.reads(text, as_version=4) if old else document


def shown(notebook: Mapping[str, Any]) -> NotebookNode:
    """A notebook with what a page shows of `notebook`, which may have metadata of any shape.

    Raises an exception if it has no list of cells.
    """
    cells = [_cell(cell) for cell in notebook["cells"] if isinstance(cell, dict)]
    language = _dict(_dict(notebook.get("metadata")).get("language_info"))
    lexer = _text(language.get("pygments_lexer")) or _text(language.get("name")) or "ipython3"
    about = {"language_info": {"name": "python", "pygments_lexer": lexer}}
    made = nbformat.from_dict(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": cells}
    )
    give_ids(made)
    return made


def _cell(cell: Mapping[str, Any]) -> dict[str, Any]:
    kind = cell.get("cell_type") if cell.get("cell_type") in KINDS else "raw"
    made = {
        "cell_type": kind,
        "id": cell.get("id"),
        "source": _text(cell.get("source")),
        "metadata": _about_cell(_dict(cell.get("metadata"))),
    }
    if kind == "code":
        outputs = cell.get("outputs")
        made["execution_count"] = _count(cell)
        made["outputs"] = (
            [output for one in outputs if (output := _output(_dict(one)))]
            if isinstance(outputs, list)
            else []
        )
    elif attached := _attachments(_dict(cell.get("attachments"))):
        made["attachments"] = attached
    return made


def _about_cell(metadata: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    tags = metadata.get("tags")
    if isinstance(tags, list):  # for a course that leaves out cells by their tags
        made["tags"] = list(dict.fromkeys(tag for tag in tags if _text(tag)))
    managed = _dict(metadata.get("nbgrader"))
    if _text(managed.get("grade_id")):
        made["nbgrader"] = {
            "grade_id": _text(managed["grade_id"]),
            "schema_version": 3,
            **{name: bool(managed.get(name)) for name in ROLES},
            **{name: _number(managed.get(name)) for name in FIGURES},
            **{name: managed[name] for name in NAMES if _text(managed.get(name))},
        }
    return made


def _output(output: Mapping[str, Any]) -> dict[str, Any] | None:
    kind = output.get("output_type")
    if kind == "stream":
        name = output.get("name") if output.get("name") in STREAMS else "stdout"
        return {"output_type": kind, "name": name, "text": _text(output.get("text"))}
    if kind == "error":
        lines = output.get("traceback")
        trace = [_text(line) for line in lines] if isinstance(lines, list) else []
        named = {name: _text(output.get(name)) for name in ("ename", "evalue")}
        return {"output_type": kind, **named, "traceback": trace}
    if kind not in ("display_data", "execute_result"):
        return None
    data = {
        mime: text for mime, value in _dict(output.get("data")).items() if (text := _text(value))
    }
    about = {mime: _size(_dict(output.get("metadata")), mime) for mime in PICTURES if mime in data}
    made = {
        "output_type": kind,
        "data": {mime: data[mime] for mime in (*TEXTS, *PICTURES) if mime in data},
        "metadata": about,
    }
    return made if kind == "display_data" else made | {"execution_count": _count(output)}


def _size(metadata: Mapping[str, Any], mime: str) -> dict[str, Any]:
    """What is said of a picture, of this kind or of all."""
    found = {**metadata, **_dict(metadata.get(mime))}
    sizes = {name: found[name] for name in ("width", "height") if _is_number(found.get(name))}
    return sizes | ({"alt": found["alt"]} if isinstance(found.get("alt"), str) else {})


def _attachments(attached: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    made = {
        name: {mime: text for mime in PICTURES if (text := _text(_dict(kinds).get(mime)))}
        for name, kinds in attached.items()
    }
    return {name: kinds for name, kinds in made.items() if kinds}


def _text(value: Any) -> str:
    """A text, which may be in lines; "" for anything else."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "".join(value)
    return value if isinstance(value, str) else ""


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9


def _number(value: Any) -> float:
    return value if _is_number(value) else 0.0


def _count(about: Mapping[str, Any]) -> int | None:
    found = about.get("execution_count")
    return found if _is_number(found) and isinstance(found, int) and found >= 0 else None
