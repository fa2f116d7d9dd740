"""What other programs than JupyterLab do to outputs, and that nothing that matters is lost there.

A terminal shows the plain text beside each output; pages of repositories and mails drop scripts, styles and
drawings; Visual Studio Code and Colab have none of JupyterLab's colours and ask nothing of the network.
"""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from grader.exercises import CHAPTERS
from tests.light.programs import run

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "tests" / "light" / "shown.py"
# What comes before, and each output by its name; what makes it is run in this order.
BEFORE = """
from grader.notebook import check, compare, hint, predict, progress, replay, show, tf, trace
x = tf.placeholder(tf.float32, [], name="price")
total = tf.add(x * 4.0, 2.0, name="total")
"""
SHOWN = {
    "a wrong answer": 'check("graphs/polynomial", lambda x, y: 2 * x * x * y)',
    "a replay": 'replay("graphs/polynomial")',
    "a hint": 'hint("graphs/polynomial")',
    "a right answer": 'check("graphs/polynomial", lambda x, y: 2 * x * x * y - y + 5)',
    "a mistake by name": 'check("graphs/polynomial", lambda x, y: 2 * x * x * y + y + 5)',
    "the progress": 'progress("01-graphs")',
    "a prediction": 'predict("graphs/mixing", works=True)\ncompare("graphs/mixing", works=False)',
    "a graph": "show(tf.get_default_graph())",
    "a run": "trace(total, {x: 3.0})",
    "two runs": "trace([total, total], {x: 3.0}, apart=True)",
    "the four ways": "trace(total, {x: 3.0}, by=[x])",
}
# Headings and controls: the plain text says the same by its shape, or has no use for them.
OF_TABLES = """
all along and arrow b back by checked code comparison direction does drag end exercise fetched first forward
from gives go guess held hidden how in is it keys last line many memory move name node of or pass passes peak
play press question result session slider state step steps the then through to value what with words your
"""


class Visible(HTMLParser):
    """The words of a page that are left where some elements are dropped with all that is in them."""

    def __init__(self, dropped):
        super().__init__()
        self.dropped, self.depth, self.said, self.asked = dropped, 0, [], []

    def handle_starttag(self, tag, attributes):
        self.depth += tag in self.dropped
        values = dict(attributes)
        if not self.depth:
            self.said.append(values.get("alt") or "")
            self.asked += [values[name] for name in ("src", "href") if values.get(name)]

    def handle_endtag(self, tag):
        self.depth -= tag in self.dropped

    def handle_data(self, data):
        if not self.depth:
            self.said.append(data)


def page(html, *dropped):
    found = Visible(dropped)
    found.feed(html)
    return found


def words(text):
    """Words and numbers, each once."""
    return set(re.findall(r"[^\W_]+(?:[./_-][^\W_]+)*", text.lower()))


def lost(html, plain):
    """The words of the page, its drawings apart, that the plain text does not have."""
    told = words(" ".join(page(html, "script", "style", "svg").said))
    if "grader-trace" in html:  # what a row counts, the text sums up
        told = {word for word in told if not word.isdigit()}
    return told - words(plain) - words(OF_TABLES)


def shown(notebook, folder, **environment):
    told = run(sys.executable, PROGRAM, notebook, folder=folder, PYTHONPATH=ROOT, **environment)
    return json.loads(told.splitlines()[-1])


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """By its name, the data of each output of SHOWN, and the plain text of all that its cell displays."""
    folder = tmp_path_factory.mktemp("01-graphs")
    cells = [{"cell_type": "code", "source": source} for source in [BEFORE, *SHOWN.values()]]
    (folder / "shown.ipynb").write_text(json.dumps({"cells": cells}))
    found = shown(folder / "shown.ipynb", folder, GRADER_BACKEND="engine")
    return {
        name: [one["data"] for one in found if one["cell"] == source]
        for name, source in SHOWN.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", SHOWN)
def test_a_terminal_tells_what_a_page_shows(name, outputs):
    assert outputs[name], "it displays something"
    for data in outputs[name]:
        assert lost(data["text/html"], data["text/plain"]) == set(), data["text/plain"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a wrong answer", "0 of 2 points"),
        ("a wrong answer", "0 of 0.5"),
        ("a mistake by name", "as if it added where it should subtract"),
        ("a replay", "expected: "),
        ("a hint", "Hint 1 of"),
        ("the progress", "Build 2x²y − y + 5"),
        ("a prediction", "your guess: True"),
        ("a graph", "total (AddV2)"),
        ("a run", "gives 14"),
        ("a run", "[float32]"),
        ("the four ways", "Pass 2 of 2, reverse mode: back"),
    ],
)
def test_the_text_beside_an_output_tells_it(name, told, outputs):
    assert told in "\n".join(data["text/plain"] for data in outputs[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", SHOWN)
def test_a_page_that_drops_scripts_styles_and_drawings_still_tells_it(name, outputs):
    for data in outputs[name]:
        kept = page(data["text/html"], "script", "style", "svg", "iframe", "button", "input")
        lacking = words(data["text/plain"]) - words(" ".join(kept.said))
        # Sentences about a step are in the rows of its table.
        assert not lacking or name in ("a run", "two runs", "the four ways", "a replay"), lacking
        assert all(one.startswith(("data:", "../", "#")) or "://" not in one for one in kept.asked)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHOWN)
def test_no_colour_needs_jupyterlab(name, outputs):
    for data in outputs[name]:
        assert not re.search(r"var\(--jp-[\w-]+\)", data["text/html"]), "a colour without another"


@pytest.mark.sampled(0, ci=1)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_output_of_a_chapter_has_its_text(chapter, tmp_path):
    environment = {"GRADER_BACKEND": "engine", "GRADER_PROGRESS": str(tmp_path)}
    lessons = sorted((ROOT / "solutions" / chapter).glob("*.ipynb"))
    found = [one for path in lessons for one in shown(path, path.parent, **environment)]
    assert found
    for one in found:
        data = one["data"]
        assert not re.match(r"<.* at 0x|<Figure|$", data.get("text/plain", "")), one
        if "text/html" in data:
            assert lost(data["text/html"], data["text/plain"]) == set(), one["cell"]
