"""Formulas in feedback pages and in the formgrader as MathML, which browsers render without a script.

nbconvert leaves TeX in its pages for MathJax, a script loaded from the network. Students keep their
pages, print them, and read them offline, so ours are self-contained.
"""

from __future__ import annotations

import html
import re
from typing import Any
from xml.etree.ElementTree import tostring

import jinja2
from latex2mathml.converter import convert_to_element
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from grader.languages import _

# Longer TeX is hardly a formula, and slow to convert.
MAX_FORMULA = 2000
ATTACHED = "attachment:"


def mathml(tex: str, display: str = "inline") -> str:
    """A formula as MathML; TeX that cannot be parsed is shown as code.

    display: "inline" or "block".
    """
    if len(tex) <= MAX_FORMULA:
        try:
            tree = convert_to_element(tex, display=display)
        except Exception:  # whatever a student wrote between two dollar signs
            pass
        else:
            for node in tree.iter():
                # The converter leaves character entities in the tree.
                node.text = node.text and html.unescape(node.text)
                # A hat is a glyph as wide as its letter; it does not stretch.
                if node.tag == "mover" and node.get("accent"):
                    node[-1].set("stretchy", "false")
            return tostring(tree, encoding="unicode")
    return f"<code>{html.escape(tex)}</code>"


class Renderer(IPythonRenderer):
    """nbconvert's Markdown renderer, with formulas as MathML.

    Headings have the anchors that JupyterLab gives them, without a visible paragraph sign.
    """

    def heading(self, text: str, level: int, **attributes: Any) -> str:
        name = html.unescape(re.sub("<[^<>]*+>", "", text)).strip().replace(" ", "-")
        plain = super().heading(text, level, **attributes)
        return plain.replace(f"<h{level}", f'<h{level} id="{html.escape(name)}"', 1)

    def image(self, text: str, url: str, title: str | None = None) -> str:
        name = url.removeprefix(ATTACHED)
        if name == url or name in self.attachments:
            return str(super().image(text, url, title))
        # Copied from another notebook, say; nbconvert makes no page of it.
        told = _("The picture {name} is missing in this notebook.").format(name=name)
        return f"<em>{html.escape(told)}</em>"

    def inline_math(self, body: str) -> str:
        return mathml(body)

    def block_math(self, body: str) -> str:
        return mathml(body, "block")

    def latex_environment(self, name: str, body: str) -> str:
        return mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", "block")


@jinja2.pass_context
def markdown_with_formulas(context: jinja2.runtime.Context, source: str) -> str:
    """The filter `markdown2html` for nbconvert's HTML pages; a cell's attached images are embedded."""
    cell: Any = context.get("cell", {})
    resources: Any = context.get("resources", {})
    renderer = Renderer(
        escape=False,
        attachments=cell.get("attachments", {}),
        path=resources.get("metadata", {}).get("path", ""),
        exclude_anchor_links=True,
    )
    return str(MarkdownWithMath(renderer=renderer).render(source))
