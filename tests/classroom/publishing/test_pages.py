"""The index, the glossary and "coming from": whole, with links that lead somewhere, and never stale."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from grader.classroom.publishing import pages
from grader.classroom.publishing.release import chapters_in
from grader.exercises import CHAPTERS
from grader.places import NOTEBOOKS, ROOT, SOLUTIONS
from tests.exercises.running import run_notebook

SOURCES = [ROOT / "docs" / "glossary.md", ROOT / "docs" / "coming-from.md"]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def text_of(path: Path) -> str:
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    return "\n\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells)


def headings(path: Path) -> set[str]:
    """The anchors that JupyterLab gives to a page's headings."""
    found = re.findall(r"^#+ (.+)$", text_of(path), flags=re.MULTILINE)
    return {title.replace(" ", "-") for title in found}


@pytest.mark.parametrize("name", pages.PAGES)
def test_a_page_is_what_its_source_gives(name):
    """If this fails: run `grader release` and commit notebooks/."""
    assert pages.stale_pages(NOTEBOOKS) == []
    assert all(
        not cell.get("outputs") for cell in nbformat.read(NOTEBOOKS / name, as_version=4).cells
    )


def test_a_release_writes_what_is_stale_and_nothing_else(tmp_path):
    assert pages.release_pages(tmp_path / "new") == list(pages.PAGES)
    assert pages.release_pages(tmp_path / "new") == []
    (tmp_path / "new" / "glossary.ipynb").write_text("{}")
    assert pages.release_pages(tmp_path / "new") == ["glossary.ipynb"]


@pytest.mark.parametrize(
    "path", [*SOURCES, *(NOTEBOOKS / name for name in pages.PAGES)], ids=lambda path: path.name
)
def test_every_link_leads_somewhere(path):
    links = LINK.findall(text_of(path))
    assert links
    for link in links:
        address, _, anchor = link.partition("#")
        place = path.parent / address if address else path
        assert place.is_file(), link
        assert NOTEBOOKS in place.resolve().parents or path in SOURCES, f"{link} is out of the lab"
        if anchor:
            # Both here and where the repository is shown: there anchors are in lower case.
            assert anchor in headings(place) and anchor == anchor.lower(), link


def test_the_index_has_every_chapter_in_order():
    rows = re.findall(r"^\| \[(\d\d) [^]]+\]\(([^)]+)\)", text_of(NOTEBOOKS / "index.ipynb"), re.M)
    first = {path.parent.name: path for path in sorted(NOTEBOOKS.glob("*/*.ipynb"), reverse=True)}
    assert rows == [(one[:2], f"{one}/{first[one].name}") for one in CHAPTERS]


def test_the_pages_are_no_chapters():
    assert chapters_in(SOLUTIONS) == list(CHAPTERS)
    assert set(pages.PAGES) <= {path.name for path in NOTEBOOKS.glob("*.ipynb")}


@pytest.mark.slow
@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_the_index_runs_from_top_to_bottom(back_end, tmp_path):
    trace = tmp_path / ".grader" / "progress.jsonl"
    trace.parent.mkdir()
    trace.write_text(
        '{"exercise": "graphs/polynomial", "points": 2, "time": "2030-01-01T00:00:00+00:00"}\n'
    )
    notebook = nbformat.read(NOTEBOOKS / "index.ipynb", as_version=4)
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "GRADER_BACKEND": back_end}
    run_notebook(notebook, NOTEBOOKS, {**environment, "GRADER_PROGRESS": str(tmp_path)})
    (output,) = [one for cell in notebook.cells for one in cell.get("outputs", ())]
    assert (
        "solved: graphs/polynomial (Build 2x²y − y + 5), 2 of 2 points" in output.data["text/plain"]
    )
    link = re.search(r'href="([^"]+)"', output.data["text/html"])[1]
    assert (NOTEBOOKS / link).is_file()


@pytest.mark.slow
@pytest.mark.parametrize("back_end", ["engine", "tensorflow"])
def test_the_tour_runs_and_waits_for_the_first_answer(back_end, tmp_path):
    notebook = nbformat.read(NOTEBOOKS / "00-tour.ipynb", as_version=4)
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "GRADER_BACKEND": back_end}
    run_notebook(notebook, NOTEBOOKS, {**environment, "GRADER_PROGRESS": str(tmp_path)})
    outputs = {cell.id: cell.get("outputs", []) for cell in notebook.cells}
    failed = [name for name, shown in outputs.items() for one in shown if "ename" in one]
    assert failed == ["tour-first-check"]
    told = "".join(one.get("text", "") for shown in outputs.values() for one in shown)
    assert "weight: 2.33 hundred dollars" in told and "bias:   0.72 hundred" in told
    assert "in the second session: 0.0" in told


def entries() -> dict[str, str]:
    parts = re.split(r"^### (.+)$", text_of(SOURCES[0]), flags=re.MULTILINE)[1:]
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {term: re.sub(r"^## .*", "", text, flags=re.M).strip() for term, text in pairs}


def test_the_glossary_is_sorted_and_every_entry_is_short():
    terms = list(entries())
    assert terms == sorted(terms, key=str.lower) and len(terms) == len(set(terms))
    for term, text in entries().items():
        assert 5 < len(LINK.sub("", text).split()) < 70, term
        letter = re.search(
            rf"^## (.)$(?:(?!^## )[\s\S])*^### {re.escape(term)}$", text_of(SOURCES[0]), re.M
        )
        assert letter and letter[1] == term[0].upper(), term


WORDS = re.split(
    ", ",
    "graph, operation, node, tensor, edge, session, run, fetch, feed, placeholder, variable, "
    "initializer, ref variable, control dependency, name scope, variable scope, collection, "
    "container, queue, metric, gradient, partial derivative, Jacobian, forward mode, reverse mode, "
    "dual number, stop_gradient, straight-through estimator, saver, checkpoint, meta graph, record, "
    "event file, kernel, shape inference, broadcasting, im2col, AutoGraph",
)


def test_the_glossary_has_the_courses_words():
    assert set(WORDS) - set(entries()) == set()


# How a lesson says what it shows, where it doesn't use the glossary's term.
OTHERWISE = {
    "automatic differentiation": "autodiff",
    "eager execution": "computes at once",
    "edge": "arrow",
    "gradient registry": "registergradient",
    "numerical differentiation": "numerical",
    "one-hot row": "labels=class_rows",
    "overfitting": "by-heart",
    "ref variable": "int32_ref",
    "reverse mode": "in reverse",
    "shape inference": "while you build",
    "symbolic differentiation": "symbolic",
    "weight initialization": "initializer",
}


def test_a_term_leads_to_lessons_that_have_it():
    def flat(text: str) -> str:
        return re.sub(r"[\s_-]+", " ", text.lower())

    for term, text in entries().items():
        said = {flat(term), flat(OTHERWISE.get(term, term))}
        for link in re.findall(r"\(\.\./notebooks/([^)]+)\)", text):
            lesson = flat(text_of(SOLUTIONS / link))
            assert any(one in lesson for one in said), f"{term}: {link}"


@pytest.mark.slow
def test_the_names_of_both_tensorflows_exist():
    """Every `tf.` name in the tables is where the column says."""
    new = importlib.import_module("tensorflow")
    rows = [line.split("|") for line in text_of(SOURCES[1]).splitlines() if line.startswith("| ")]
    named = [
        (module, name)
        for row in rows
        for module, cell in ((new.compat.v1, row[2]), (new, row[3]))
        for name in re.findall(r"\btf\.([\w.]*\w)", cell)
    ]
    assert len(named) > 60
    for module, name in named:
        found = module
        for part in name.split("."):
            assert hasattr(found, part), f"{module.__name__}.{name}"
            found = getattr(found, part)


def test_every_row_of_the_comparison_is_filled_and_its_difference_told():
    today, *parts = text_of(SOURCES[1]).split("\n## ")[2:]
    assert today.startswith("Where graphs are today")
    for part in (today, *parts):
        rows = [line for line in part.splitlines() if line.startswith("|")][2:]
        cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
        columns = 4 if part is today else 5
        assert rows and all(len(row) == columns and all(row) for row in cells), part
        told = re.findall(r"^- \*\*(.+)\*\*: \S", part, re.MULTILINE)
        assert part is today or told == [row[0] for row in cells]


MOMENTUM = """
import tensorflow
one = tensorflow.compat.v1

def here(rates):
    with tensorflow.Graph().as_default():
        weight, rate = one.Variable(0.0), one.placeholder(one.float32, [])
        optimizer = one.train.MomentumOptimizer(rate, 0.9)
        step = optimizer.apply_gradients([(one.constant(1.0), weight)])
        with one.Session() as session:
            session.run(one.global_variables_initializer())
            for now in rates:
                session.run(step, {rate: now})
            return float(session.run(weight))

def keras(rates):
    weight = tensorflow.Variable(0.0)
    optimizer = tensorflow.keras.optimizers.SGD(1.0, momentum=0.9)
    for now in rates:
        optimizer.learning_rate = now
        optimizer.apply_gradients([(tensorflow.constant(1.0), weight)])
    return float(weight.numpy())

print([[round(way(rates), 3) for way in (here, keras)] for rates in ([0.5] * 3, [1.0, 0.1, 0.1])])
"""


@pytest.mark.sampled(0, ci=0)
def test_what_is_said_of_momentum_is_true():
    """The same with a constant rate; with a changed one, Keras remembers steps, not gradients."""
    done = subprocess.run(  # version 2's behaviour may be off in this process
        [sys.executable, "-c", MOMENTUM], capture_output=True, text=True, check=True
    )
    constant, changed = json.loads(done.stdout)
    assert constant == [-2.805, -2.805]
    assert changed == [-1.461, -3.0]
