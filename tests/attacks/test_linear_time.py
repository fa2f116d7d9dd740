"""Whatever sees a student's text takes time in proportion to it: each expression, and what reads whole texts.

What is measured is how the processor's time grows when a text is made twice as long: a busy machine
makes both measurements longer, not their ratio.
"""

from __future__ import annotations

import ast
import importlib
import itertools
import json
import re
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from grader.classroom.course.reading import read_notebook
from grader.classroom.grading.restore import restore
from grader.classroom.grading.suspicious_code import MAX_SOURCE, _findings, flags_of
from grader.classroom.pages.formulas import Renderer
from grader.classroom.report.alike import fragments
from grader.classroom.report.statistics import first_sentence
from grader.engine.registry import TABLE
from grader.judging.feedback import to_html
from grader.judging.verdict import Verdict
from grader.places import ROOT
from grader.sandbox.outputs import Screen

PACKAGE = ROOT / "grader"
# Rooms and files that no student's text reaches.
OURS = {
    "authoring": "exercises and chapters as instructors write them",
    "classroom/publishing": "the notebooks that are given out",
    "classroom/runs/demo.py": "a class that the demo makes up",
    "engine/core/schema.py": "what TensorFlow's messages contain",
    "engine/registry.py": "the table of operations",
    "exercises/sources.py": "answers that belong to the course",
    "mutation": "answers that belong to the course",
    "prose": "translations of the chapters",
    "translating": "the catalogues",
}
# What students' graphs say is no expression for the judge: it has none of these operations.
OPERATIONS = ("RegexReplace", "StaticRegexReplace", "RegexFullMatch", "StaticRegexFullMatch")
# Examples of what stands in expressions that are put together in a function.
EXAMPLES = {
    "scope": "layers",
    "labels": "abc",
    "resolved": "ab,bc->ac",
    "at": b",;",
    "names": "submitted/(?P<student>.*)/graphs",
}

FUNCTIONS = {
    "compile",
    "search",
    "match",
    "fullmatch",
    "split",
    "findall",
    "finditer",
    "sub",
    "subn",
}
# Where the flags stand among the arguments.
FLAGS = {"compile": 1, "sub": 4, "subn": 4, "split": 3}

# Parts of texts, repeated alone or in pairs, and what may follow them so that a match fails at the end.
PARTS = "aA1 \n_-./([<{`%!\r^\\"
ENDS = ("", "\n!\x00")
SHORT, LONG = 500, 8000
# Seconds. What takes less for LONG characters is not of the square of them, on a fast machine either.
QUICK = 0.002
GROWTH = 3.0  # two for what grows with the length, four for its square
PATIENCE = 10  # seconds of one expression, until it counts as endless


def expressions() -> Iterator[tuple[str, tuple[str, re.Pattern[Any]]]]:
    """(place, (what is asked, expression)) wherever the package uses one on what may be a student's text."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if any(name == one or name.startswith(one + "/") for one in OURS):
            continue
        if path.match("exercises/*/*/answers.py"):  # data
            continue
        text = path.read_text(encoding="utf-8")
        if "import re\n" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and _function(node) in FUNCTIONS:
                yield f"{name}:{node.lineno}", (_function(node), _pattern(node, name))


def _function(call: ast.Call) -> str:
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    return call.func.attr if isinstance(owner, ast.Name) and owner.id == "re" else ""


def _pattern(call: ast.Call, name: str) -> re.Pattern[Any]:
    """The expression that the call names, with `EXAMPLES` for what only a running function knows."""
    if name == "engine/graph/graph.py":
        return re.compile("layers")  # a reader's own, for the reader's own graph
    module = importlib.import_module(f"grader.{name.removesuffix('.py').replace('/', '.')}")
    place = FLAGS.get(_function(call), 2)
    flags = [one.value for one in call.keywords if one.arg == "flags"] or call.args[
        place : place + 1
    ]
    source, flag = (
        eval(ast.unparse(one), {**EXAMPLES, **vars(module)}) if one else 0
        for one in (call.args[0], flags[0] if flags else None)
    )
    return re.compile(source, flag)


FOUND = dict(expressions())


def seconds(work: Callable[[], Any]) -> float:
    """The processor's time for `work`, the least of three tries unless the first was quick."""
    least = float("inf")
    for _ in range(3):
        started = time.process_time()
        work()
        least = min(least, time.process_time() - started)
        if least < QUICK:
            break
    return least


def grows_faster_than_its_text(work: Callable[[int], Any], least: float = 5 * QUICK) -> bool:
    """Whether `work(n)` takes much more than twice the time for twice the n, from `least` seconds on."""
    length, before = SHORT, 0.0
    while before < least and length < MAX_SOURCE // 2:
        length *= 2
        before = seconds(partial(work, length))
    if before < least:
        return False
    # Once is no proof on a busy machine.
    return all(
        seconds(partial(work, 2 * length)) > GROWTH * seconds(partial(work, length))
        for _ in range(3)
    )


def texts(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str]]:
    """(what is repeated, what follows): general ones, and the expression's own words."""
    own = str(pattern.pattern)
    words = re.findall(r"[\w :/.<-]{2,}", own)
    pairs = itertools.permutations([one for one in PARTS if one in own or one in "a1 \n"][:8], 2)
    yield from itertools.product([*PARTS, *map("".join, pairs), *dict.fromkeys(words)], ENDS)


def ask(function: str, pattern: re.Pattern[Any], text: str) -> None:
    """What the code asks of the expression about a text, or all that can be asked."""
    given: Any = text.encode() if isinstance(pattern.pattern, bytes) else text
    if function not in ("match", "fullmatch"):
        for _ in pattern.finditer(given):
            pass
    (pattern.match if function == "match" else pattern.fullmatch)(given)


def endless(signum: int, frame: Any) -> None:
    raise AssertionError("it does not end")


@pytest.fixture(autouse=True)
def patience():
    """Ends an expression that would take for ever: Python looks for signals while it matches."""
    before = signal.signal(signal.SIGPROF, endless)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def slow_text(function: str, pattern: re.Pattern[Any]) -> tuple[str, str] | None:
    """A text for which the expression's time grows faster than it does, or None."""

    def work(length: int, part: str, end: str) -> None:
        ask(function, pattern, part * (length // len(part)) + end)

    for part, end in texts(pattern):
        given = partial(work, part=part, end=end)
        if seconds(partial(given, LONG)) > QUICK and grows_faster_than_its_text(given):
            return part, end
    return None


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("place", FOUND)
def test_every_expression_takes_time_in_proportion_to_the_text(place):
    assert slow_text(*FOUND[place]) is None


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "bad",
    [
        re.compile(r"^\s*(?:!|%%?(?:bash|sh))", re.MULTILINE),
        re.compile(r"<[^>]*>"),
        re.compile(r"<img(?![^>]*\salt=)([^>]*?)(\s*/?)>"),
        re.compile(r"(?:a|aa)+$"),
    ],
    ids=["lines", "tags", "images", "endless"],
)
def test_this_test_finds_those_that_do_not(bad):
    signal.setitimer(signal.ITIMER_PROF, 2)
    with pytest.raises(AssertionError):
        assert slow_text("compile", bad) is None


def test_expressions_of_students_are_never_run_by_the_judge():
    assert not set(OPERATIONS) & set(TABLE)


# ------------------------------------------------------------------------------- whole functions

SOURCES = {
    "empty lines": lambda n: "\n" * n,
    "one line of blanks": lambda n: " " * n,
    "lines of a blank": lambda n: " \n" * (n // 2),
    "percent signs": lambda n: "%" * n,
    "blanks and marks": lambda n: " %" * (n // 2),
    "many flags": lambda n: "".join(f"np.a{i}=1\n" for i in range(n // 10)),
    "attributes": lambda n: ("x" + ".kernel" * 100 + "\n") * (n // 700),
    "dots": lambda n: "s = '" + "../" * (n // 3) + "'",
    "brackets": lambda n: "(" * n,
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", SOURCES)
def test_a_cell_is_looked_through_in_time_that_grows_with_it(plan, kind):
    def work(length: int) -> None:
        restore(new_notebook(cells=[new_code_cell(SOURCES[kind](length))]), plan)

    work(0)
    assert not grows_faster_than_its_text(work, least=0.1)


CHAINS = {"attributes": ".a", "a shell's attributes": ".kernel", "calls": ".a()"}


@pytest.mark.parametrize("look", [_findings, fragments])
@pytest.mark.parametrize("kind", CHAINS)
def test_a_long_chain_takes_no_longer_than_many_short_ones(kind, look):
    def work(links: int) -> None:
        look(("x" + CHAINS[kind] * links + "\n") * (9000 // links))

    assert seconds(partial(work, 900)) < GROWTH * seconds(partial(work, 90)) + 10 * QUICK


def test_190_000_empty_lines_are_looked_through_at_once(plan):
    notebook = new_notebook(cells=[new_code_cell("\n" * 190_000 + "x")])
    assert seconds(lambda: flags_of(notebook, plan)) < 2  # it was twenty minutes


def streamed(text: str) -> None:
    screen = Screen()
    screen.begin()
    screen.take({"msg_type": "stream", "content": {"name": "stdout", "text": text}})
    screen.finish()


def read(text: str) -> None:
    cell = {"cell_type": "markdown", "metadata": {}, "source": text}
    about = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell]}
    read_notebook(json.dumps(about).encode())


def tagged(text: str) -> None:
    """A tag for each character, of a kind that nbformat cannot sort."""
    tags = [{"tag": number} for number in range(len(text))]
    cell = {"cell_type": "markdown", "metadata": {"tags": tags}, "source": ""}
    about = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell]}
    read_notebook(json.dumps(about).encode())


READERS = {
    "tags": tagged,
    "a file": read,
    "an output": streamed,
    "a verdict": lambda text: to_html(Verdict("a/b", 0.0, 1.0, text, paste=text)),
    "a message": first_sentence,
    "a heading": lambda text: Renderer(escape=False).heading(text, 1),
}


@pytest.mark.parametrize("part", ["<", "`", "\r", " \n", "\\", "&", "\x1b[", "a. "])
@pytest.mark.parametrize("reader", READERS)
def test_what_reads_a_text_takes_time_in_proportion_to_it(reader, part):
    assert not grows_faster_than_its_text(lambda n: READERS[reader](part * (n // len(part))))
