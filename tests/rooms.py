"""The rooms of grader/ in their order, who imports whom, and a picture of both.

    python -m tests.rooms        draws docs/pictures/rooms.svg

A room imports only rooms before it. tests/test_rooms.py checks that, and that the picture is up to date.
"""

from __future__ import annotations

import argparse
import ast
import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import grader

PACKAGE = Path(grader.__file__).parent
PICTURE = PACKAGE.parent / "docs" / "pictures" / "rooms.svg"

# Folder -> its rooms, lowest first; names on one line have no order among themselves.
ORDER = {
    "": (
        "atomic cleaning errors imports languages mutation pipes places scratch",
        "browser datasets",
        "class_list engine",
        "back_end resource_variables",
        "installation",
        "pictures",
        "evidence",
        "judging",
        "exercises",
        "class_file",
        "predictions progress replaying steps tensorflow_judge",
        "notebook",
        "inside",
        "sandbox",
        "classroom",
        "prose",
        "studying",
        "authoring",
        "doctor hub",
        "cli",
        "translating",
    ),
    "engine": (
        "core",
        "registry",
        "graph",
        "runtime",
        "ops",
        "control",
        "linalg",
        "random",
        "autodiff",
        "nn",
        "data",
        "variables",
        "queues",
        "training",
        "saving",
        "namespaces table own_ops",
        "app metrics train",
    ),
    "engine/ops": ("common", "arrays math printing products py_func reductions strings"),
    "classroom": (
        "course",
        "judge",
        "grading",
        "nbgrader",
        "pages",
        "config places",
        "workers",
        "runs",
        "report",
        "publishing",
    ),
}


def level(name: str, order: Iterable[str]) -> int | None:
    """The place of a room in an order; None where the order does not have it."""
    return next((n for n, names in enumerate(order) if name in names.split()), None)


@functools.cache
def files() -> dict[str, Path]:
    """Every module of the package by its path in it: "engine/graph/nodes", "engine" for a facade."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.match("exercises/*/*/answers.py"):  # data
            continue
        name = path.relative_to(PACKAGE).with_suffix("").as_posix()
        found[name.removesuffix("__init__").rstrip("/")] = path
    return found


@functools.cache
def trees() -> dict[str, ast.Module]:
    """The syntax tree of every module."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in files().items()}


def running_statements(tree: ast.AST) -> Iterator[ast.AST]:
    """The statements within a node, at all depths, without what only a type checker reads."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(tree, block, ()):
            if not (
                isinstance(node, ast.If)
                and isinstance(node.test, ast.Name)
                and node.test.id == "TYPE_CHECKING"
            ):
                yield node
                yield from running_statements(node)


@functools.cache
def imports(name: str, *, typed: bool = False) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """The import statements of a module, at its top and in its functions.

    typed: those that only a type checker reads, too.
    """
    kinds = (ast.Import, ast.ImportFrom)
    nodes = ast.walk(trees()[name]) if typed else running_statements(trees()[name])
    return tuple(node for node in nodes if isinstance(node, kinds))


@functools.cache
def packages_used(name: str, *, typed: bool = False) -> frozenset[str]:
    """Every module, of whatever package, that a module imports."""
    found = set()
    for node in imports(name, typed=typed):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            assert not node.level, f"{name}: write imports with the whole name"
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


@functools.cache
def modules_used(name: str, *, typed: bool = False) -> frozenset[str]:
    """The modules of the package that a module imports, as keys of `files()`."""
    inside = {
        used.removeprefix("grader").lstrip(".").replace(".", "/")
        for used in packages_used(name, typed=typed)
        if used.split(".")[0] == "grader"
    }
    # `from grader.engine import errors` names the facade, too, but takes a module from behind it.
    found = inside & set(files())
    return frozenset(
        used
        for used in found
        if used != name
        and not (files()[used].name == "__init__.py" and only_a_way(name, used, typed))
    )


def only_a_way(name: str, facade: str, typed: bool) -> bool:
    """Whether a module imports from a facade nothing but modules."""
    dotted = ".".join(["grader", *filter(None, facade.split("/"))])
    for node in imports(name, typed=typed):
        if isinstance(node, ast.Import) and any(alias.name == dotted for alias in node.names):
            return False
        if isinstance(node, ast.ImportFrom) and node.module == dotted:
            taken = {f"{facade}/{alias.name}".strip("/") for alias in node.names}
            if not taken <= set(files()):
                return False
    return True


def child(name: str, folder: str) -> str | None:
    """The room of `folder` that a module is in; None where it is elsewhere, or the facade itself."""
    if folder and not name.startswith(folder + "/"):
        return None
    return name.removeprefix(folder).lstrip("/").split("/")[0] or None


def circles(uses: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The strongly connected components of more than one module (R. Tarjan, 1972)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for used in uses[name]:
            if used not in number:
                visit(used)
                low[name] = min(low[name], low[used])
            elif used in stack:
                low[name] = min(low[name], number[used])
        if low[name] == number[name]:
            part = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(part) > 1:
                found.append(part)

    for name in uses:
        if name not in number:
            visit(name)
    return found


# --------------------------------------------------------------------------------- the picture

OPEN = ("engine", "classroom")  # rooms whose own rooms are drawn


def room_of(name: str) -> str:
    """The box of the picture that a module belongs to."""
    top = child(name, "") or ""
    inner = child(name, top) if top in OPEN else None
    # The files beside the rooms of an open room are its facade.
    shut = inner and (PACKAGE / top / inner).is_dir()
    return f"{top}/{inner}" if shut or inner == "registry" else top


def arrows() -> dict[str, set[str]]:
    """Room -> the rooms that it needs, without those that another of these needs already."""
    needs: dict[str, set[str]] = {}
    for name in files():
        room = room_of(name)
        if room in ("", "classroom"):  # facades for the configurations of courses
            continue
        used = {room_of(other) for other in modules_used(name)} - {room, "", "classroom"}
        if not room.startswith("engine/"):  # what users of the engine need is the engine
            used = {
                "engine" if one.startswith("engine/") and room != "engine" else one for one in used
            }
        needs.setdefault(room, set()).update(used)

    @functools.cache
    def below(room: str) -> frozenset[str]:
        return frozenset(needs[room]).union(*(below(used) for used in needs[room]))

    return {
        room: {used for used in uses if not any(used in below(other) for other in uses - {used})}
        for room, uses in needs.items()
    }


def drawing() -> str:
    """The picture as SVG: a room is below those that it needs."""
    from grader.pictures.drawing import Edge, Node, drawn, nested

    needs = arrows()
    names = sorted(needs)
    nodes = [
        Node(f"{room}/__init__" if room in OPEN else room, "", "operation", room) for room in names
    ]
    edges = [
        Edge(names.index(used), names.index(room), "", False, 1)
        for room in names
        for used in sorted(needs[room])
    ]
    svg = drawn(nested(nodes), edges).svg.partition('<g data-part="legend"')[0] + "</svg>\n"
    label = "The rooms of grader/; a line goes from each room to those that import it."
    svg = re.sub(r'aria-label="[^"]*"', f'aria-label="{label}"', svg, count=1)
    return svg.replace("color:inherit", "color:black;background:white", 1)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    PICTURE.write_text(drawing(), encoding="utf-8")
