"""What the course and the programs of tests/programs reach of the engine.

Operations are recorded while notebooks, answers and programs run; public names are read from their source.
"""

from __future__ import annotations

import ast
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import nbformat

from grader import engine
from grader.engine import own_ops
from grader.engine.graph.nodes import Operation
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import answers
from tests.exercises.answering import judged
from tests.exercises.running import NOTEBOOKS, run_notebook
from tests.programs.test_programs import PROGRAMS, played

ROOT = Path(__file__).parents[2]
# What teaches, judges or stands for users' programs. (Wrong answers may fail on what is missing.)
SOURCES = (
    "solutions/*/*.ipynb",
    "grader/*.py",
    "grader/evidence/**/*.py",
    "grader/exercises/**/*.py",
    "grader/judging/**/*.py",
    "grader/pictures/**/*.py",
    "tests/programs/*.py",
)
MODULE = "tf", "engine"  # what the sources call the module


# ------------------------------------------------------------------------------------ operations


@contextmanager
def recording() -> Iterator[set[str]]:
    """Collects the types of the operations that are made in the block."""
    types: set[str] = set()
    make = Operation.__init__

    def record(self: Operation, graph: Any, definition: Any, *more: Any, **named: Any) -> None:
        types.add(definition.type)
        make(self, graph, definition, *more, **named)

    Operation.__init__ = record  # type: ignore[method-assign]
    try:
        yield types
    finally:
        Operation.__init__ = make  # type: ignore[method-assign]


def operations_of_programs() -> set[str]:
    with recording() as types, tempfile.TemporaryDirectory() as folder:
        for name in PROGRAMS:
            played(engine, name, Path(folder) / name)
    return types


def operations_of_answers() -> set[str]:
    """Those of the right answers to every exercise, and of the judges' own."""
    with recording() as types:
        for chapter in CHAPTERS:
            exercises = chapter_exercises(chapter)
            for answer in answers(chapter):
                if answer.right:
                    judged(
                        exercises[answer.exercise], answer.source, b"seed 0", engine, naming=False
                    )
    return types


START = """
from tests.engine import reach
_recording = reach.recording()
_types = _recording.__enter__()
"""
END = "print(*sorted(_types))"


def operations_of_notebooks() -> set[str]:
    """Those of the solved chapters, with what `check` and `trace` run for them."""
    types: set[str] = set()
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        notebook.cells.insert(0, nbformat.v4.new_code_cell(START))
        notebook.cells.append(nbformat.v4.new_code_cell(END))
        paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        env = {**os.environ, "GRADER_BACKEND": "engine", "PYTHONPATH": paths}
        run_notebook(notebook, path.parent, env, allow_errors=True)
        (printed,) = notebook.cells[-1].outputs
        types.update(printed.text.split())
    return types


# --------------------------------------------------------------------------------- public names


def public_names() -> dict[str, Any]:
    """Every public name below `tf`, dotted ("nn.relu"), and what it stands for."""
    names: dict[str, Any] = {}

    def visit(owner: Any, prefix: str, depth: int) -> None:
        listed = getattr(owner, "__all__", None) or [name for name in vars(owner) if name[0] != "_"]
        for name in listed:
            value = getattr(owner, name)
            inside = isinstance(value, (ModuleType, SimpleNamespace))
            if isinstance(value, ModuleType) and not value.__name__.startswith(engine.__name__):
                continue  # what a module imports
            if value is own_ops:
                continue  # below `tf` only once somebody has imported it
            if getattr(value, "__module__", None) in ("typing", "__future__", "collections.abc"):
                continue  # what a module imports
            names[prefix + name] = value
            if inside and depth < 2 and value is not engine:
                visit(value, f"{prefix}{name}.", depth + 1)

    visit(engine, "", 0)
    return names


def written_names() -> set[str]:
    """The dotted names below `tf` that the sources mention, with the namespaces on the way."""
    names: set[str] = set()
    for pattern in SOURCES:
        for path in ROOT.glob(pattern):
            for text in code_of(path):
                names |= names_in(text)
    return names


def code_of(path: Path) -> Iterable[str]:
    """A module's source, or that of a notebook's cells (without the lines that are IPython's)."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return [text]
    cells = (cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code")
    sources = ("".join(cell["source"]) for cell in cells)
    return [re.sub(r"^\s*[%!].*$", "", source, flags=re.MULTILINE) for source in sources]


def names_in(text: str) -> set[str]:
    """The names that an attribute of the module spells, or an import from it; in source kept as text, too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            name = ast.unparse(node)
            head, _, rest = name.partition(".")
            if head in MODULE and re.fullmatch(r"[\w.]+", rest):
                names.add(rest)
        elif isinstance(node, ast.ImportFrom) and node.module == engine.__name__:
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.update(re.findall(r"\btf\.([A-Za-z_][\w.]*\w)", node.value))
    return {
        ".".join(parts[:count])
        for name in names
        for parts in [name.split(".")]
        for count in range(1, len(parts) + 1)
    }
