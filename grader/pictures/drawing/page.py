"""A drawing as a notebook shows it: an image, which a script makes interactive.

JupyterLab strips SVG, styles and scripts from the outputs of a notebook that it does not trust, but
keeps images: there, and wherever no script runs, the reader sees the image, on white. Where scripts
run (in a cell just run, in a trusted notebook, in a page of feedback) the script puts the same SVG
in place of the image, where it has the page's colours and opens and closes scopes. Nothing comes
from the network, and nothing has an identifier that another drawing could have too.
"""

from __future__ import annotations

import base64
import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from grader.languages import _
from grader.pictures.drawing import placing
from grader.pictures.drawing.layout import Layout
from grader.pictures.drawing.parts import label_text
from grader.pictures.drawing.svg import HALO, LABEL_CHARACTER, MARGIN, legend_size

LONGEST_LABEL = 2000  # characters of the image's alternative text


def to_html(layout: Layout, svg: str, open_boxes: frozenset[int], label: str) -> str:
    """The drawing with its script, as HTML. label: the description for screen readers."""
    image = base64.b64encode(svg.encode()).decode()
    return (
        '<div data-lm-suppress-shortcuts="true"><div style="overflow-x:auto">'
        f'<img src="data:image/svg+xml;base64,{image}" alt="{escape(label[:LONGEST_LABEL])}" '
        'style="max-width:100%;background:#fff;color:#000"/></div>'
        f"<script>(() => {{{script()}\n"
        f"bringToLife(document.currentScript.parentElement, {_safe(data_of(layout, open_boxes))});"
        "})();</script></div>"
    )


def data_of(layout: Layout, open_boxes: frozenset[int]) -> dict[str, Any]:
    """What `folding.js` needs to place the drawing."""
    tree = layout.tree
    return {
        "parent": {item: tree.parent[item] for item in layout.sizes},
        "sizes": {item: list(size) for item, size in layout.sizes.items()},
        "edges": [
            [edge.source, edge.target, label_text(edge), int(edge.control), edge.times]
            for edge in layout.edges
        ],
        "levels": {
            item: {
                "items": level.items,
                "widths": level.widths,
                "rows": level.rows,
                "links": level.links,
                "lanes": {f"{a},{b}": slots for (a, b), slots in level.lanes.items()},
                "upward": layout.upward[item],
            }
            for item, level in layout.levels.items()
        },
        "open": sorted(open_boxes),
        "say": _said(len(layout.levels) > 1),
        "to": {
            "column_gap": placing.COLUMN_GAP,
            "row_gap": placing.ROW_GAP,
            "header": placing.HEADER,
            "below_header": placing.BELOW_HEADER,
            "border_gap": placing.BORDER_GAP,
            "padding": placing.PADDING,
            "beside": placing.BESIDE,
            "sweeps": placing.SWEEPS,
            "margin": MARGIN,
            "legend_width": legend_size(layout)[0],
            "legend_height": legend_size(layout)[1],
            "label_character": LABEL_CHARACTER,
            "halo": HALO,
        },
    }


def _said(foldable: bool) -> dict[str, str]:
    if not foldable:
        return {
            "hint": _(
                "Point at a node, or move to it with Tab and the arrow keys, to read about it here."
            )
        }
    return {
        "hint": _(
            "A click on a scope, or Enter, opens or closes it. Arrow keys go from node to node."
        ),
        "open": _("Open all"),
        "close": _("Close all"),
    }


def _safe(data: Any) -> str:
    """JSON that is safe inside a script, whatever strings it contains."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def script() -> str:
    """`folding.js` without its comments and indentation."""
    lines = Path(__file__).with_name("folding.js").read_text(encoding="utf-8").splitlines()
    stripped = (line.strip() for line in lines)
    return "\n".join(line for line in stripped if line and not line.startswith("//"))
