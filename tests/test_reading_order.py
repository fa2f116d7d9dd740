"""docs/engine.md leads through the engine: every file once, and none before what it imports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import grader

ENGINE = Path(grader.__file__).parent / "engine"
GUIDE = ENGINE.parent.parent / "docs" / "engine.md"


def has_imports(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in ast.walk(tree))


FILES = sorted(
    str(path.relative_to(ENGINE))
    for path in ENGINE.rglob("*.py")
    if path.name != "__init__.py" or has_imports(path)
)


def rows() -> list[tuple[str, list[str]]]:
    """The rows of the table: the part of the engine, and the files and folders that it names."""
    found = []
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 3 and cells[0] in ("machine", "support", "operations", "library"):
            found.append((cells[0], re.findall(r"`([^`]+)`", cells[1])))
    return found


ROWS = rows()
NAMED = [name for _, names in ROWS for name in names]


def files_of(name: str) -> list[str]:
    """The file of that name; of a folder ("nn/") all files in it that no row names."""
    if not name.endswith("/"):
        return [name]
    return [file for file in FILES if file.startswith(name) and file not in NAMED]


ROW_OF = {
    file: number
    for number, (_, names) in enumerate(ROWS)
    for name in names
    for file in files_of(name)
}


def imported(file: str) -> set[str]:
    """The engine's files that a file imports when it runs."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found.update(resolved(f"{node.module}.{alias.name}") or resolved(node.module or ""))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                found.update(resolved(alias.name))
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse((ENGINE / file).read_text(encoding="utf-8")))
    return found - {file}


def resolved(module: str) -> list[str]:
    """The file of a module of the engine, in a list; an empty list for another module."""
    if not module.startswith("grader.engine."):
        return []
    path = module.removeprefix("grader.engine.").replace(".", "/")
    return [file for file in (f"{path}.py", f"{path}/__init__.py") if file in FILES]


def test_the_table_names_every_file_once():
    assert len(NAMED) == len(set(NAMED))
    assert [name for name in NAMED if not (ENGINE / name).exists()] == []
    assert sorted(ROW_OF) == FILES


@pytest.mark.parametrize("file", FILES)
def test_a_file_imports_only_what_the_table_names_before_it(file):
    later = {other for other in imported(file) if ROW_OF[other] > ROW_OF[file]}
    assert not later, f"{file} comes before {sorted(later)} in docs/engine.md"
