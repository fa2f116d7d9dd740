"""Small edits of Python source and notebooks that add one entry and change nothing else.

Each takes the old text and returns the new one. Raises ValueError if the text does not have the
expected structure; then nothing is written, and the author does that step by hand.
"""

from __future__ import annotations

import ast
import json
from typing import Any

Cell = dict[str, Any]


def with_import(source: str, module: str, name: str) -> str:
    """The source with `from module import name` added, among the sorted imports."""
    lines = source.splitlines(keepends=True)
    imports = [node for node in ast.parse(source).body if isinstance(node, ast.ImportFrom)]
    first = [node for node in imports if node.module != "__future__"]
    if not first:
        raise ValueError("it imports nothing yet")
    earlier = [node for node in first if (node.module or "") < module]
    at = (earlier[-1].end_lineno or 0) if earlier else first[0].lineno - 1
    lines.insert(at, f"from {module} import {name}\n")
    return "".join(lines)


def with_entry(source: str, variable: str, entry: str, place: int) -> str:
    """The source with `entry` inserted at `place` (from 0) into the tuple assigned to `variable`.

    The result has one entry per line, as the formatter writes long tuples.
    """
    found = _assigned(source, variable)
    if not isinstance(found, ast.Tuple) or not 0 <= place <= len(found.elts):
        raise ValueError(f"{variable} is not a tuple of at least {place} entries")
    lines = source.splitlines(keepends=True)
    if found.lineno == found.end_lineno:
        texts = [str(ast.get_source_segment(source, one)) for one in found.elts]
        texts.insert(place, entry)
        body = "".join(f"    {text},\n" for text in texts)
        lines[found.lineno - 1] = f"{variable} = (\n{body})\n"
        return "".join(lines)
    at = found.elts[place - 1].end_lineno if place else found.lineno
    lines.insert(at or 0, f"    {entry},\n")
    return "".join(lines)


def with_key(source: str, variable: str, key: str, value: str) -> str:
    """The source with `"key": value` appended to the dictionary assigned to `variable`."""
    found = _assigned(source, variable)
    if not isinstance(found, ast.Dict) or not found.values or found.lineno == found.end_lineno:
        raise ValueError(f"{variable} is not a dictionary with one entry per line")
    lines = source.splitlines(keepends=True)
    lines.insert(found.values[-1].end_lineno or 0, f'    "{key}": {value},\n')
    return "".join(lines)


def with_grader(source: str, row: str, exercise: str, pattern: str) -> str:
    """The source with `exercise` added to those that grade the coverage's `row`.

    Raises LookupError if the source has no such row.
    """
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Row" and call.args:
            first = call.args[0]
            if isinstance(first, ast.Constant) and first.value == row:
                return _with_grader(source, call, f'"{exercise}": r"{pattern}",')
    raise LookupError(row)


def _with_grader(source: str, call: ast.Call, entry: str) -> str:
    named = [one.value for one in call.keywords if one.arg == "graded"]
    found = named[0] if named else (call.args[4] if len(call.args) > 4 else None)
    if not isinstance(found, ast.Dict) or not found.values:
        raise ValueError("the row is shown only: no exercise grades it yet")
    lines = source.splitlines(keepends=True)
    start, end = found.lineno - 1, (found.end_lineno or 0) - 1
    if start != end:
        last = (found.values[-1].end_lineno or 0) - 1
        margin = lines[last][: len(lines[last]) - len(lines[last].lstrip())]
        lines.insert(last + 1, f"{margin}{entry}\n")
        return "".join(lines)
    line = lines[start].encode()  # ast counts columns in bytes
    head, tail = line[: found.col_offset].decode(), line[found.end_col_offset :].decode()
    margin = head[: len(head) - len(head.lstrip())]
    pairs = zip(found.keys, found.values, strict=True)
    texts = [
        f"{ast.get_source_segment(source, key)}: {ast.get_source_segment(source, value)},"
        for key, value in pairs
        if key is not None
    ]
    body = "".join(f"{margin}    {text}\n" for text in [*texts, entry])
    lines[start] = f"{head}{{\n{body}{margin}}}{tail}"
    return "".join(lines)


def _assigned(source: str, variable: str) -> ast.expr:
    """The expression that the module assigns to `variable`, with or without an annotation."""
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(getattr(target, "id", None) == variable for target in targets):
            value = getattr(node, "value", None)
            if isinstance(value, ast.expr):
                return value
    raise ValueError(f"it has no {variable}")


# ------------------------------------------------------------------------------------- notebooks


def to_text(notebook: Any) -> str:
    """The content of a notebook's file; unchanged parts are the same to the byte."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def cell(kind: str, name: str, text: str, **metadata: Any) -> Cell:
    """A cell of nbformat 4.5 with the id `name`."""
    made: Cell = {"cell_type": kind, "id": name, "metadata": metadata}
    if kind == "code":
        made = {
            "cell_type": kind,
            "execution_count": None,
            "id": name,
            "metadata": metadata,
            "outputs": [],
        }
    return {**made, "source": text.strip("\n").splitlines(keepends=True)}


def managed(grade_id: str, points: float | None = None, solution: bool = False) -> Cell:
    """nbgrader's metadata of an answer cell, a test cell, or (both) a question for a person."""
    graded = points is not None
    about: Cell = {
        "grade": graded,
        "grade_id": grade_id,
        "locked": graded and not solution,
    }
    if points is not None:
        about["points"] = int(points) if points == int(points) else points
    return about | {"schema_version": 3, "solution": solution, "task": False}


def with_cells(text: str, cells: list[Cell], place: int) -> str:
    """The notebook with `cells` inserted after check cell number `place` (from 1; 0: before all)."""
    notebook = json.loads(text)
    ids = {one.get("id") for one in notebook["cells"]} & {one["id"] for one in cells}
    names = {_grade_id(one) for one in notebook["cells"]} & {_grade_id(one) for one in cells} - {""}
    if ids | names:
        raise ValueError(f"it already has cells called {', '.join(sorted(map(str, ids | names)))}")
    checks = [number for number, one in enumerate(notebook["cells"]) if _is_check(one)]
    if place > len(checks) or not checks:
        raise ValueError(f"it has {len(checks)} graded cells; {place} were expected")
    at = checks[place - 1] + 1 if place else checks[0] - 2
    notebook["cells"][at:at] = cells
    return to_text(notebook)


def checks_in(text: str) -> int:
    """How many check cells a notebook has."""
    return sum(map(_is_check, json.loads(text)["cells"]))


def _is_check(one: Cell) -> bool:
    graded = bool(_grade_id(one)) and bool(one["metadata"]["nbgrader"].get("grade"))
    return graded and one["cell_type"] == "code"


def _grade_id(one: Cell) -> str:
    return str(one["metadata"].get("nbgrader", {}).get("grade_id", ""))


def with_table_row(text: str, name: str, row: str) -> str:
    """The notebook with a row appended to the table in the cell with the id `name`."""
    notebook = json.loads(text)
    for one in notebook["cells"]:
        if one.get("id") == name:
            lines = "".join(one["source"]).split("\n")
            rows = [number for number, line in enumerate(lines) if line.startswith("| ")]
            if rows:
                lines.insert(rows[-1] + 1, row)
                one["source"] = "\n".join(lines).splitlines(keepends=True)
                return to_text(notebook)
    raise ValueError(f"it has no table in a cell {name}")
