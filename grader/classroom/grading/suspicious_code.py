"""Static checks for code that reaches for the grader rather than for the answer.

They run no code and affect no points: they flag a cell for a person to look at. Code that is
hidden well is not found.
"""

from __future__ import annotations

import ast
import itertools
import re
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeGuard

import nbformat
from nbformat import NotebookNode

from grader.classroom.course.flags import begins
from grader.classroom.course.plan import Plan
from grader.languages import N_, _

MAX_SOURCE = 200_000  # characters of one cell, and of all cells of a notebook together
MAX_FLAGS = 12


class Finding(NamedTuple):
    """What code reaches for: a phrase, and the name that fills it."""

    phrase: str
    name: str = ""

    def worded(self) -> str:
        """The phrase in the reader's language."""
        return _(self.phrase).format(name=self.name)


OWN = {"evidence", "exercises", "judging", "classroom", "sandbox", "inside", "cli"}
# Modules that no exercise needs. What the chapter itself imports is never flagged.
MODULES = {
    **dict.fromkeys(
        ("socket", "ssl", "ftplib", "smtplib", "urllib", "http", "requests", "httpx"),
        N_("imports {name}: the network"),
    ),
    **dict.fromkeys(
        ("subprocess", "multiprocessing", "pty"), N_("imports {name}: other processes")
    ),
    **dict.fromkeys(
        ("ctypes", "cffi", "mmap", "fcntl", "resource"), N_("imports {name}: the operating system")
    ),
    **dict.fromkeys(("gc", "inspect", "builtins", "atexit"), N_("imports {name}: Python itself")),
    **dict.fromkeys(("sqlite3", "sqlalchemy", "nbgrader"), N_("imports {name}: the gradebook")),
}
# Modules whose attributes a notebook must not replace.
REPLACED = ("builtins", "numpy", "grader", "IPython", "json", "base64", "sys", "tf", "tensorflow")
SHELL = {
    "ast_transformers",
    "input_transformers_cleanup",
    "input_transformers_post",
    "run_cell",
    "run_cell_async",
    "run_code",
    "displayhook",
    "display_pub",
    "display_formatter",
    "showtraceback",
    "_showtraceback",
    "set_custom_exc",
    "comm_manager",
    "iopub_socket",
    "kernel",
}
FRAMES = {"f_back", "f_locals", "f_globals", "f_code", "__code__", "__globals__", "__subclasses__"}
FRAMES |= {"__closure__", "cell_contents", "tb_frame", "gi_frame", "__builtins__"}
CALLS = {
    "os._exit": N_("ends the kernel"),
    "os.abort": N_("ends the kernel"),
    "os.kill": N_("sends signals"),
    "os.killpg": N_("sends signals"),
    "signal.raise_signal": N_("sends signals"),
    "signal.pthread_kill": N_("sends signals"),
    **dict.fromkeys(
        ("os.fork", "os.forkpty", "os.system", "os.popen", "os.posix_spawn", "os.posix_spawnp"),
        N_("starts processes"),
    ),
    **{
        f"os.spawn{kind}": N_("starts processes")
        for kind in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")
    },
    "sys._getframe": N_("searches the frames of its callers"),
    "sys._current_frames": N_("searches the frames of its callers"),
    "sys.settrace": N_("traces other code"),
    "sys.setprofile": N_("traces other code"),
    "sys.addaudithook": N_("traces other code"),
    "threading.settrace": N_("traces other code"),
    "gc.get_objects": N_("searches all objects (gc)"),
    "gc.get_referrers": N_("searches all objects (gc)"),
}
SEARCHES_MODULES = Finding(N_("searches sys.modules"))
SEARCHED = ("sys.modules.values", "sys.modules.items", "sys.modules.copy")
USES_PACKAGE = Finding(N_("uses the package `grader` itself"))
PUBLIC = {"notebook", "pictures", "engine", "languages"}  # of `grader`
CONSTANT = (ast.Constant, ast.BinOp, ast.Add)
MAX_PARTS = 50  # of an expression that puts a text together, and of a chain of attributes
CHANGES, REPLACES = N_("changes {name}"), N_("replaces {name}")
REPLACES_CHECK = Finding(REPLACES, "check")
PATHS = re.compile(
    r"gradebook\.db|\.sqlite|/proc/|/etc/|/root\b|/home/|/dev/shm|\.ssh\b|\bsolutions\b"
    r"|\bautograded\b|\bsubmitted/|(?:\.\./){3}|BEGIN SOLUTION|nbgrader_config"
)
OWN_MODULE = re.compile(rf"\bgrader\.(?:{'|'.join(sorted(OWN))})\b")
# Blanks within one line: across lines, a cell of empty lines would take the square of its length.
ESCAPE = re.compile(r"^[^\S\n]*+(?:!|%%?(?:bash|sh|system|sx|script)\b)", re.MULTILINE)
MAGIC = re.compile(r"^[^\S\n]*+[%!?].*$", re.MULTILINE)


def flags_of(
    notebook: NotebookNode, plan: Plan, side: Iterable[tuple[str, bytes]] = ()
) -> list[str]:
    """Flags for the instructor, as phrases, about the code that the student wrote, in cell order.

    side: the files beside the notebook, of which modules are read, too. Anything that the released
    chapter itself does is excused. Never raises, whatever a cell contains.
    """
    tests = tuple(cell.test for cell in plan.cells if cell.kind == "code" and cell.locked)
    released, excused = _of_the_chapter(plan.release, tests)  # the same for a whole class
    flags: dict[str, None] = {}
    left = MAX_SOURCE
    for where, source in _written(notebook, plan, side):
        if source in released:
            continue
        left -= len(source)
        if left < 0:
            flags[_("the notebook has too much code to look through all of it")] = None
            break
        found = [told for told in _findings(source) if told not in excused]
        if found:
            first = begins(source)  # once: there may be thousands of findings
            text = _("{where} {told}: {first}")
            flags |= dict.fromkeys(
                text.format(where=where, told=told.worded(), first=first) for told in found
            )
    told = list(flags)
    if len(told) > MAX_FLAGS:
        told[MAX_FLAGS:] = [_("and {count} more of this kind").format(count=len(told) - MAX_FLAGS)]
    return told


def _written(
    notebook: NotebookNode, plan: Plan, side: Iterable[tuple[str, bytes]]
) -> Iterator[tuple[str, str]]:
    """The code that the student wrote, with a description of where it is."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and not _locked(cell, plan):
            yield _("a cell"), cell.source
    for name, data in side:
        if name.lower().endswith(".py"):
            yield _("the file {name}").format(name=name), data.decode("utf-8", "replace")


@lru_cache(maxsize=16)
def _of_the_chapter(
    release: str, tests: tuple[str, ...]
) -> tuple[frozenset[str], frozenset[Finding]]:
    """The sources of the chapter's own code cells, as released and as graded, and what is found in them."""
    cells = nbformat.reads(release, as_version=4).cells
    sources = frozenset((*tests, *(cell.source for cell in cells if cell.cell_type == "code")))
    return sources, frozenset(told for source in sources for told in _findings(source))


def _locked(cell: NotebookNode, plan: Plan) -> bool:
    about = cell.metadata.get("nbgrader", {})
    planned = plan.cell(about.get("grade_id", "")) if isinstance(about, dict) else None
    return planned is not None and planned.locked


def _findings(source: str) -> list[Finding]:
    """The findings in one cell, each once."""
    found = [Finding(N_("runs a program"))] if ESCAPE.search(source) else []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(MAGIC.sub("", source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # It does not run either, or only in IPython's own syntax.
        return found
    names = _imported(tree)
    local = _local_nodes(tree)
    public = {id(node.value) for node in ast.walk(tree) if _is_public(node)}
    for node in ast.walk(tree):  # not recursive: an expression may be nested very deeply
        told = _findings_at(node, names)
        excused = {REPLACES_CHECK} if id(node) in local else set()
        excused |= {USES_PACKAGE} if id(node) in public else set()
        found += [one for one in told if one not in excused]
    return list(dict.fromkeys(found))


def _is_public(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether it is a part of `grader` that notebooks use, such as `grader.notebook`."""
    return isinstance(node, ast.Attribute) and node.attr in PUBLIC


def _local_nodes(tree: ast.AST) -> set[int]:
    """The nodes inside functions and classes, whose names are local unless declared `global`."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    local: set[int] = set()
    for owner in ast.walk(tree):
        if isinstance(owner, kinds) and id(owner) not in local:
            nodes = [node for node in ast.walk(owner) if node is not owner]
            if not any(isinstance(node, ast.Global) and "check" in node.names for node in nodes):
                local.update(map(id, nodes))
    return local


def _imported(tree: ast.AST) -> dict[str, str]:
    """The modules that names in a cell refer to, from the imports in the same cell."""
    names = {"np": "numpy"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                whole = one.name if one.asname else one.name.partition(".")[0]
                names[one.asname or whole] = whole
        elif isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                names[one.asname or one.name] = f"{node.module}.{one.name}"
    return names


def _findings_at(node: ast.AST, names: dict[str, str]) -> list[Finding]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [REPLACES_CHECK] if node.name == "check" else []
    if isinstance(node, ast.Import):
        return [found for one in node.names for found in _module(one.name)]
    if isinstance(node, ast.ImportFrom):
        return _from(node)
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete)):
        targets = node.targets if isinstance(node, (ast.Assign, ast.Delete)) else [node.target]
        return [found for one in targets for found in _target(one, names)]
    if isinstance(node, ast.Call):
        return _call(node, names)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return [USES_PACKAGE] if names.get(node.id) == "grader" else []
    if isinstance(node, (ast.BinOp, ast.JoinedStr)):
        return _mentions(_text(node))
    if isinstance(node, ast.Subscript):
        searched = _dotted(node.value, names) == "sys.modules" and not _text(node.slice)
        own_name = isinstance(node.slice, ast.Name) and node.slice.id == "__name__"
        return [SEARCHES_MODULES] if searched and not own_name else []
    if isinstance(node, ast.Attribute):
        if _dotted(node, names).startswith(SEARCHED):
            return [SEARCHES_MODULES]
        if node.attr in FRAMES:
            return [Finding(N_("searches frames or functions ({name})"), node.attr)]
        return [Finding(N_("reaches into IPython ({name})"), node.attr)] if _is_shell(node) else []
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _mentions(node.value)
    return []


def _mentions(text: str) -> list[Finding]:
    found = PATHS.search(text) or OWN_MODULE.search(text)
    return [Finding(N_("mentions {name}"), repr(found.group()))] if found else []


def _text(node: ast.AST) -> str:
    """The text that an expression of constants and `+` gives, as far as it can be told; not recursive."""
    within = itertools.islice(ast.walk(node), MAX_PARTS)
    constants = [part for part in within if isinstance(part, ast.Constant)]
    constants.sort(key=lambda part: (part.lineno, part.col_offset))
    return "".join(part.value for part in constants if isinstance(part.value, str))


def _module(name: str) -> list[Finding]:
    first, _, rest = name.partition(".")
    if first == "grader" and rest.partition(".")[0] in OWN:
        return [Finding(N_("imports {name}, which belongs to the grader"), name)]
    return [Finding(MODULES[first], name)] if first in MODULES else []


def _from(node: ast.ImportFrom) -> list[Finding]:
    module = node.module or ""
    found = _module(module)
    for one in node.names:
        if module == "grader":
            found += _module(f"grader.{one.name}")
        if (one.asname or one.name) == "check" and module != "grader.notebook":
            found.append(REPLACES_CHECK)
    return found


def _target(target: ast.expr, names: dict[str, str]) -> list[Finding]:
    if isinstance(target, (ast.Tuple, ast.List)):
        return [found for one in target.elts for found in _target(one, names)]
    if isinstance(target, ast.Name):
        return [REPLACES_CHECK] if target.id == "check" else []
    if isinstance(target, ast.Subscript):
        owner = target.value
        if isinstance(owner, ast.Call):
            whole = _dotted(owner.func, names) + "()"
        else:
            whole = _dotted(owner, names)
        changed = whole in ("globals()", "sys.modules", "vars()")
        return [Finding(CHANGES, whole)] if changed else []
    if not isinstance(target, ast.Attribute):
        return []
    whole = _dotted(target, names)
    if whole.partition(".")[0] in REPLACED:
        return [Finding(REPLACES, whole)]
    if whole.startswith("check."):
        return [Finding(CHANGES, "check")]
    return []


def _call(node: ast.Call, names: dict[str, str]) -> list[Finding]:
    whole = _dotted(node.func, names)
    if whole in CALLS:
        return [Finding(CALLS[whole])]
    if whole in ("__import__", "importlib.import_module") and node.args:
        if all(isinstance(part, CONSTANT) for part in ast.walk(node.args[0])):
            return _module(_text(node.args[0]))
        return [Finding(N_("imports a module by a computed name"))]
    if whole == "setattr" and len(node.args) == 3:
        owner = _dotted(node.args[0], names)
        name = getattr(node.args[1], "value", "?")
        if owner.partition(".")[0] in REPLACED or name == "check":
            return [Finding(REPLACES, f"{owner}.{name}")]
    changed = whole.startswith("sys.meta_path.")
    return [Finding(CHANGES, whole[: whole.rindex(".")])] if changed else []


def _is_shell(node: ast.Attribute) -> bool:
    """Whether the attribute belongs to IPython's shell, whatever name the shell is bound to."""
    if node.attr not in SHELL or node.attr in SURE:
        return node.attr in SURE
    owner = node.value
    for _part in range(MAX_PARTS):
        if not isinstance(owner, (ast.Attribute, ast.Call)):
            break
        owner = owner.value if isinstance(owner, ast.Attribute) else owner.func
    return isinstance(owner, ast.Name) and owner.id == "get_ipython"


# Attribute names that only IPython's shell has.
SURE = {"ast_transformers", "input_transformers_cleanup", "input_transformers_post", "display_pub"}
SURE |= {"run_cell_async", "set_custom_exc", "comm_manager", "iopub_socket", "displayhook"}


def _dotted(node: ast.expr, names: dict[str, str]) -> str:
    """`a.b.c` with the module that `a` refers to; "" for any other expression.

    Also for a chain that is very long: each of its attributes is looked at, from which it is followed.
    """
    parts: list[str] = []
    while isinstance(node, ast.Attribute) and len(parts) < MAX_PARTS:
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([names.get(node.id, node.id), *reversed(parts)])
