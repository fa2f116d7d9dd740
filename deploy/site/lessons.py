"""The lessons of the site: the notebooks that open there, and each as a plain page to read."""

from __future__ import annotations

import copy
import html
import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Template

import nbformat
from nbclient import NotebookClient
from nbconvert.exporters.html import HTMLExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from grader.classroom.pages.formulas import markdown_with_formulas
from grader.languages import using
from grader.places import NOTEBOOKS, ROOT, TRANSLATIONS

HERE = Path(__file__).resolve().parent
INDEX = "index.ipynb"
# A cell that a browser cannot run: what comes after it is run all the same.
THREADS = "threading.Thread("
# What a cell raises that has no answer yet.
MISSING = ("NotImplementedError", "CheckFailed")
LINK = re.compile(r'(href="(?!\w+:)[^"#]*)\.ipynb\b')
TITLE = re.compile(r"(?m)^# (.+)$")
SECONDS = 300


@dataclass(frozen=True)
class Language:
    """What the site says itself in a language: a table of texts.toml."""

    code: str  # as the course's folders have it
    name: str
    title: str
    about: str
    open: str
    work: str
    one_thread: str

    @property
    def tag(self) -> str:
        """The value of HTML's `lang`."""
        return self.code.replace("_", "-")


TEXTS = tomllib.loads((HERE / "texts.toml").read_text(encoding="utf-8"))
LANGUAGES = tuple(Language(code, **texts) for code, texts in TEXTS.items())


def source(language: Language) -> Path:
    """The folder of a language's notebooks."""
    if language.code == "en":
        return NOTEBOOKS
    return TRANSLATIONS / language.code / "notebooks"


def notebooks(language: Language) -> Iterator[tuple[Path, NotebookNode]]:
    """The notebooks of a language, by their places below its folder, the index first."""
    folder = source(language)
    names = sorted(path.relative_to(folder) for path in folder.rglob("*.ipynb"))
    for name in sorted(names, key=lambda one: (one != Path(INDEX), one)):
        yield name, nbformat.read(folder / name, as_version=4)


def title_of(notebook: NotebookNode) -> str:
    """Its first heading."""
    first = next(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    found = TITLE.search(first)
    return found[1].replace("`", "") if found else ""


def for_browser(name: Path, notebook: NotebookNode, language: Language) -> NotebookNode:
    """The notebook that opens on the site."""
    notebook = copy.deepcopy(notebook)
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "code" and THREADS in cell.source:
            cell.metadata["tags"] = sorted({*cell.metadata.get("tags", ()), "raises-exception"})
            cells.append(new_markdown_cell(language.one_thread))
        cells.append(cell)
    notebook.cells = cells
    if name == Path(INDEX):
        code = "from grader.browser import download_work\n\ndownload_work()"
        notebook.cells += [new_markdown_cell(language.work), new_code_cell(code)]
    return notebook


def copies(target: Path) -> None:
    """Writes the notebooks of all languages that open on the site."""
    for language in LANGUAGES:
        for name, notebook in notebooks(language):
            place = target / language.code / name
            place.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(for_browser(name, notebook, language), place)


def executed(notebook: NotebookNode, folder: Path, language: Language) -> NotebookNode:
    """The notebook, run once on the course's engine; what a missing answer raises is left out."""
    settings = {
        "GRADER_BACKEND": "engine",
        "GRADER_LANG": language.code,
        "GRADER_PROGRESS": os.devnull,
    }
    notebook = copy.deepcopy(notebook)
    where = {"metadata": {"path": str(folder)}}
    client = NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources=where, allow_errors=True
    )
    client.execute(env={**os.environ, "PYTHONPATH": str(ROOT), **settings})
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            missing = output.output_type == "error" and output.ename in MISSING
            # TensorBoard's frame is a page of the machine that ran the lesson.
            if missing or "<iframe" in "".join(output.get("data", {}).get("text/html", "")):
                cell.outputs = []
                break
    return notebook


def pages(target: Path, only: str = "") -> None:
    """Writes the lessons of all languages as pages to read; `only`: those of one folder."""
    settings = Config({"HTMLExporter": {"template_name": "basic", "sanitize_html": False}})
    exporter = HTMLExporter(config=settings, filters={"markdown2html": markdown_with_formulas})
    page = Template((HERE / "page.html").read_text(encoding="utf-8"))
    for language in LANGUAGES:
        for name, notebook in notebooks(language):
            if only and only not in name.parts:
                continue
            place = (target / language.code / name).with_suffix(".html")
            place.parent.mkdir(parents=True, exist_ok=True)
            with using(language.code):
                shown = executed(notebook, (source(language) / name).parent, language)
                body, _ = exporter.from_notebook_node(shown)
            up = "../" * (len(name.parts) + 1)
            place.write_text(
                page.substitute(
                    tag=language.tag,
                    title=html.escape(title_of(notebook)),
                    up=up,
                    home=html.escape(language.title),
                    open=html.escape(language.open),
                    path=f"{language.code}/{name.as_posix()}",
                    others=" ".join(_others(language, name, up)),
                    body=LINK.sub(r"\1.html", body),
                ),
                encoding="utf-8",
            )


def _others(language: Language, name: Path, up: str) -> Iterator[str]:
    """Links to the page in the other languages."""
    for other in LANGUAGES:
        if other != language:
            place = f"{up}read/{other.code}/{name.with_suffix('.html').as_posix()}"
            yield f'<a href="{place}" lang="{other.tag}">{other.name}</a>'


def index(target: Path) -> None:
    """Writes the site's first page: all lessons in all languages."""
    parts = []
    for language in LANGUAGES:
        rows = []
        for name, notebook in notebooks(language):
            place = f"{language.code}/{name.as_posix()}"
            read = Path("read", place).with_suffix(".html").as_posix()
            rows.append(
                f'<li><a href="{read}">{html.escape(title_of(notebook))}</a>'
                f' <a class="open" href="lab/index.html?path={place}">{html.escape(language.open)}</a></li>'
            )
        parts.append(
            f'<section lang="{language.tag}"><h1>{html.escape(language.title)}</h1>'
            f"<p>{html.escape(language.about)}</p><ol>{''.join(rows)}</ol></section>"
        )
    page = Template((HERE / "index.html").read_text(encoding="utf-8"))
    (target / "index.html").write_text(page.substitute(body="\n".join(parts)), encoding="utf-8")


def style() -> str:
    """The style of the pages, with that of the code in them."""
    dark = HtmlFormatter(style="github-dark").get_style_defs(".highlight")
    light = HtmlFormatter(style="default").get_style_defs(".highlight")
    own = (HERE / "style.css").read_text(encoding="utf-8")
    return f"{own}\n{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n"
