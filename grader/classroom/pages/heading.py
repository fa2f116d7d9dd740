"""The lines of the class itself, above what others look at: its logo, its title, and a line of its own."""

from __future__ import annotations

import html
import re

from grader.class_file import ClassFile
from grader.languages import _

BODY = re.compile(r"<body\b[^<>]*>")
STYLE = "display:flex;align-items:center;gap:1em;padding:0.5em 1em"


def heading(about: ClassFile) -> str:
    """The lines as HTML that loads nothing; "" for a class that says nothing about itself."""
    told = [
        f"<strong>{html.escape(about.title)}</strong>" if about.title else "",
        html.escape(about.line),
    ]
    text = "<br>".join(filter(None, told))
    if not text and about.logo is None:
        return ""
    picture = ""
    if about.logo is not None:
        alt = html.escape(_("logo of the class"))
        picture = f'<img alt="{alt}" src="{about.logo.url}" style="max-height:4em;max-width:16em">'
    return (
        f'<section aria-label="{_("class")}" style="{STYLE}">{picture}<div>{text}</div></section>'
    )


def under_heading(page: str, about: ClassFile) -> str:
    """A page with the lines at its top."""
    return BODY.sub(lambda body: f"{body[0]}\n{heading(about)}", page, count=1)
