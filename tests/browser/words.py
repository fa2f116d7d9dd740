"""The words that a page shows, as text: those of the course, of which a picture must not be behind."""

from __future__ import annotations

from typing import Any

# Each block of text in the window, on a line of its own. In JupyterLab and in nbgrader's pages only what
# comes from notebooks and outputs: the rest is theirs.
SHOWN = """
() => {
  const ours = ".jp-Notebook .jp-RenderedHTMLCommon, .rendered_html, .grader-verdict";
  const only = document.querySelector(ours) !== null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const blocks = new Map();
  while (walker.nextNode()) {
    const text = walker.currentNode, element = text.parentElement;
    if (!text.data.trim() || element.closest("script, style, svg, mjx-container, math, pre")) continue;
    if (only && !element.closest(ours)) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    if (!inside || !box.width) continue;
    let block = element;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    blocks.set(block, (blocks.get(block) || "") + text.data);
  }
  return [...blocks.values()].map(text => text.replace(/\\s+/g, " ").trim()).join("\\n") + "\\n";
}
"""


def shown_words(page: Any) -> str:
    """The text of the course in a page's window, one line for each paragraph, cell of a table or button."""
    return str(page.evaluate(SHOWN))
