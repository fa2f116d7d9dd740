"""Decides which parts of a cell may be translated and which must stay the same."""

from __future__ import annotations

import ast
import hashlib
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator

from nbformat import NotebookNode

# Functions that draw, with a text for people as their second argument.
PICTURES = ("boards_picture", "grids_picture", "images_picture", "plot_picture")
# Functions with strings for people, and the index of that argument (None: all arguments).
SPOKEN: dict[str, int | None] = {"print": None, "Life": 0, **dict.fromkeys(PICTURES, 1)}
# What draws figures: labels are arguments of these names, the keys of what `curves` and
# `images_picture` are given in place, and the values of what `nodes_picture` is given.
FIGURES = ("plot", "curves", "valley", "walks_picture", "Grid", "Part")
KEYED = {"curves": 1, "images_picture": 0, "walks_picture": 3}
VALUED = {"nodes_picture": 1}
LABELS = frozenset(["title", "x", "y", "label", "note"])
# A life has a note beside its label; moments are a list of labels, given in place.
NOTED = {"Life": "note"}
LISTED = {"lives_picture": 1}
# Methods of matplotlib's axes with a text at this place; all of them may have a `label`.
DRAWN: dict[str, int | None] = {
    **dict.fromkeys(["plot", "scatter", "hist", "axhline", "axvline"]),
    **dict.fromkeys(["bar", "barh"], 0),
    **dict.fromkeys(["set_title", "set_xlabel", "set_ylabel", "annotate"], 0),
    "text": 2,
}
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
FORMULA = re.compile(r"\$\$.+?\$\$", re.DOTALL)
HEADING = re.compile(r"^(#+) ", re.MULTILINE)


def mark(cell: NotebookNode) -> str:
    """A hash of a cell's type and text: 16 hexadecimal digits."""
    text = f"{cell.cell_type}\n{cell.source}".encode()
    return hashlib.sha256(text).hexdigest()[:16]


def is_locked(cell: NotebookNode) -> bool:
    """Whether nbgrader locks the cell, so that it is the same in every language."""
    about = cell.metadata.get("nbgrader", {})
    return bool(about.get("locked") or about.get("grade")) and not about.get("solution")


def speaks(cell: NotebookNode) -> bool:
    """Whether there is anything in the cell to translate."""
    if is_locked(cell):
        return False
    if cell.cell_type != "code":
        return bool(cell.source.strip())
    try:
        texts = [*comments(cell.source), *(_text(node) for node in spoken(ast.parse(cell.source)))]
    except (SyntaxError, tokenize.TokenError):
        return False
    return any(re.search(r"[^\W\d_]{2}", text) for text in texts)


def comments(source: str) -> list[str]:
    """The comments of Python code. Raises tokenize.TokenError for invalid code."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def spoken(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The strings in code that only people read: docstrings, printed strings, messages of assertions,
    descriptions of pictures, labels in figures. Names, keys and strings in other calls are not."""
    drawn = _names_drawn(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            if {getattr(target, "id", None) for target in node.targets} <= drawn:
                yield from _keys(node.value)
        elif isinstance(node, ast.Subscript):
            if isinstance(node.ctx, ast.Store) and getattr(node.value, "id", None) in drawn:
                yield from _plain(node.slice)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr):
                yield from _plain(first.value)
        elif isinstance(node, ast.Assert) and node.msg is not None:
            yield from _plain(node.msg)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from _of_a_function(node, node.func.id)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _of_axes(node, node.func)


def _of_a_function(call: ast.Call, name: str) -> Iterator[ast.Constant | ast.JoinedStr]:
    if name in SPOKEN:
        place = SPOKEN[name]
        for argument in call.args if place is None else call.args[place : place + 1]:
            yield from _plain(argument)
    if name in FIGURES:
        for argument in [*call.args, *(one.value for one in call.keywords if one.arg in LABELS)]:
            yield from _plain(argument)
    if name in NOTED:
        for keyword in call.keywords:
            if keyword.arg == NOTED[name]:
                yield from _plain(keyword.value)
    if name in KEYED:
        for argument in call.args[KEYED[name] : KEYED[name] + 1]:
            if isinstance(argument, ast.Dict):
                yield from _keys(argument)
            elif isinstance(argument, ast.DictComp):
                yield from _plain(argument.key)
    if name in LISTED:
        for argument in call.args[LISTED[name] : LISTED[name] + 1]:
            yield from _listed(argument)
    if name in VALUED:
        for argument in call.args[VALUED[name] : VALUED[name] + 1]:
            if isinstance(argument, ast.Dict):
                for value in argument.values:
                    yield from _plain(value)
            elif isinstance(argument, ast.DictComp):
                yield from _plain(argument.value)


def _listed(node: ast.expr) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The strings of a list, and those that a comprehension in it makes."""
    if isinstance(node, ast.List):
        for element in node.elts:
            yield from _listed(element)
    elif isinstance(node, ast.Starred):
        yield from _listed(node.value)
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        yield from _plain(node.elt)
    else:
        yield from _plain(node)


def _keys(curves: ast.Dict) -> Iterator[ast.Constant | ast.JoinedStr]:
    for key in curves.keys:
        if key is not None:
            yield from _plain(key)


def _names_drawn(tree: ast.AST) -> set[str]:
    """The names of dictionaries whose keys are labels: they are drawn, and never looked up in."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    drawn = {
        argument.id
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in KEYED
        for argument in call.args[KEYED[call.func.id] : KEYED[call.func.id] + 1]
        if isinstance(argument, ast.Name)
    }
    used = {
        node.value.id
        for node in ast.walk(tree)
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.value, ast.Name)
        if not isinstance(node.ctx, ast.Store)
    }
    return drawn - used


def _of_axes(call: ast.Call, method: ast.Attribute) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Labels: only of what is called `axes`, as in all our cells."""
    if method.attr not in DRAWN or not _is_axes(method.value):
        return
    place = DRAWN[method.attr]
    labels = [one.value for one in call.keywords if one.arg == "label"]
    for argument in [*(call.args[place : place + 1] if place is not None else ()), *labels]:
        yield from _listed(argument)


def _is_axes(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "axes"


def _plain(node: ast.expr) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The string; both, where a condition chooses one of two."""
    if isinstance(node, ast.IfExp):
        yield from _plain(node.body)
        yield from _plain(node.orelse)
    elif isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    ):
        yield node


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(one.value) for one in node.values if isinstance(one, ast.Constant))


def shape(source: str) -> str:
    """A form of the code that does not depend on its comments and `spoken` strings.

    Raises SyntaxError for invalid code.
    """
    tree = ast.parse(source)
    for node in list(spoken(tree)):
        if isinstance(node, ast.Constant):
            node.value = ""
        else:  # another language may use the values in a different order
            values = [one for one in node.values if not isinstance(one, ast.Constant)]
            node.values = sorted(values, key=ast.dump)
    return ast.dump(tree)


def troubles(english: NotebookNode, translated: str, kind: str) -> list[str]:
    """Why a translation cannot replace the English cell, as clauses; [] if it can."""
    if is_locked(english):
        return ["the cell is locked: its text is the same in every language"]
    if kind != english.cell_type:
        return [f"it is a {kind} cell, where the English one is a {english.cell_type} cell"]
    if not translated.strip():
        return ["it is empty"]
    if kind == "code":
        return _troubles_of_code(english.source, translated)
    return _troubles_of_prose(english.source, translated)


def _troubles_of_code(english: str, translated: str) -> list[str]:
    try:
        if shape(english) != shape(translated):
            return [
                "the code is not the same: only comments, docstrings, labels in figures, messages of "
                f"assertions, and the texts in {', '.join(f'{name}()' for name in SPOKEN)} may differ"
            ]
    except SyntaxError as error:
        return [f"line {error.lineno} is not Python: {error.msg}"]
    return []


def _troubles_of_prose(english: str, translated: str) -> list[str]:
    """Compares what a translation must keep: links, formulas, code, and levels of headings."""
    kept = {
        "the links": lambda text: Counter(LINK.findall(text)),
        "the code blocks": lambda text: FENCED.findall(text),
        "the formulas": lambda text: FORMULA.findall(text),
        # A rephrased sentence may mention something twice, but nothing different.
        "the code in the text": lambda text: {two for _, two in CODE.findall(FENCED.sub("", text))},
        "the headings": lambda text: HEADING.findall(FENCED.sub("", text)),
    }
    return [
        f"{what} are not the same: {_difference(of(english), of(translated))}"
        for what, of in kept.items()
        if of(english) != of(translated)
    ]


def _difference(one: object, other: object) -> str:
    first, second = (list(each) for each in (one, other))  # type: ignore[call-overload]
    lost = [each for each in first if each not in second]
    more = [each for each in second if each not in first]
    told = [f"lost {', '.join(map(str, lost))}"] if lost else []
    told += [f"added {', '.join(map(str, more))}"] if more else []
    return "; ".join(told) or "another number or order of them"
