"""Formulas in pages: MathML that any TeX ends in, and no page asks the network for anything."""

import re
from pathlib import Path
from xml.etree import ElementTree

import nbgrader
import pytest
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_markdown_cell, new_notebook

from grader.classroom.nbgrader.config import course_config
from grader.classroom.pages.feedback_exporter import PageExporter
from grader.classroom.pages.formulas import MAX_FORMULA, mathml


def words(page):
    """The text of MathML, and that it is well-formed."""
    return "".join(ElementTree.fromstring(page).itertext())


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"2x^2y - y + 5", "2x2y−y+5"),
        (r"\hat y = X\,\theta", "y^=Xθ"),
        (r"\frac{2}{m}\, X^T (X\theta - y)", "2mXT(Xθ−y)"),
        (r"a < b \& c > d", "a<b&c>d"),
        (r"\text{<script>alert(1)</script>}", "<script>alert(1)</script>"),
    ],
)
def test_tex_is_mathml_with_the_same_signs(tex, shown):
    assert words(mathml(tex)) == shown
    assert "<script" not in mathml(tex)


@pytest.mark.parametrize("tex", [r"\frac{1}", "{", r"\left(", "x" * (MAX_FORMULA + 1), "}^_"])
def test_tex_that_nobody_can_read_stays_readable(tex):
    page = mathml(tex)
    assert page.startswith(("<math", "<code>"))
    if page.startswith("<code>"):
        assert words(page) == tex


# nbgrader's two kinds of pages; "feedback" asks for a style sheet that nbgrader ships.
STYLES = Path(nbgrader.__file__).parent / "server_extensions/formgrader/static/node_modules"


@pytest.mark.parametrize("kind", [HTMLExporter, PageExporter])
@pytest.mark.parametrize("template", ["feedback", "formgrade"])
def test_pages_have_formulas_and_nothing_from_the_network(kind, template):
    config = course_config()
    config.HTMLExporter.template_name = template
    config.HTMLExporter.extra_template_paths = [str(STYLES / "bootstrap/dist/css")]
    texts = ["Inline $a^2$.", "$$\\sum_k b_k$$", "\\begin{align}x &= 1\\end{align}", "Costs $5."]
    notebook = new_notebook(cells=[new_markdown_cell(text) for text in texts])
    about = {"score": 1, "max_score": 2, "late_penalty": 0, "notebook": "one"}
    resources = {"nbgrader": about, "base_url": "", "notebook_id": "one", "index": 0, "total": 1}
    page, _ = kind(config=config).from_notebook_node(notebook, resources)
    assert page.count("<math") == 3
    assert "Costs $5." in page
    assert re.findall(r"""(?:src|href)=["']?(?:https?:)?//[^"'> ]*""", page) == []
    # The formgrader's own script asks MathJax when it is done; feedback has no script at all.
    assert ("window.MathJax" in page) is (template == "formgrade")
    assert ("<script" in page) is (template == "formgrade")
