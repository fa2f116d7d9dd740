"""Shapes of metadata that editors, services and students leave in notebooks: each changes a notebook as JSON.

Whatever the shape, the notebook's text and outputs are to be seen on its pages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
ODD = (None, 7, "odd", [1, "odd"], {"odd": {"odd": [None]}})
Shape = Callable[[dict[str, Any]], None]


def _nested(depth: int) -> Any:
    value: Any = "odd"
    for _ in range(depth):
        value = {"odd": value}
    return value


def _of_notebook(**about: Any) -> Shape:
    return lambda notebook: notebook["metadata"].update(about)


def _of_cells(**about: Any) -> Shape:
    def change(notebook: dict[str, Any]) -> None:
        for cell in notebook["cells"]:
            cell["metadata"].update(about)

    return change


def _in_cells(**about: Any) -> Shape:
    def change(notebook: dict[str, Any]) -> None:
        for cell in notebook["cells"]:
            cell.update(about)

    return change


def _in_outputs(**about: Any) -> Shape:
    def change(notebook: dict[str, Any]) -> None:
        for cell in notebook["cells"]:
            for output in cell.get("outputs", ()):
                output.update(about)

    return change


def _shown(**data: Any) -> Shape:
    """The outputs have one more kind of data."""

    def change(notebook: dict[str, Any]) -> None:
        for cell in notebook["cells"]:
            for output in cell.get("outputs", ()):
                if "data" in output:
                    output["data"].update(data)

    return change


def _without(*names: str) -> Shape:
    def change(notebook: dict[str, Any]) -> None:
        for cell in notebook["cells"]:
            for name in names:
                if name != "metadata" or "nbgrader" not in cell["metadata"]:
                    cell.pop(name, None)
        for name in names:
            notebook["metadata"].pop(name, None)

    return change


def _no_metadata(notebook: dict[str, Any]) -> None:
    del notebook["metadata"]


# As Colab writes it: the widgets' states stand where nbconvert expects "state".
COLAB = {WIDGET_STATE: {"0a1b": {"model_module": "@jupyter-widgets/base", "state": {"value": 3}}}}
NOTEBOOK: dict[str, Shape] = {
    "Colab's widgets": _of_notebook(widgets=COLAB),
    "widgets of another kind": _of_notebook(widgets={"application/x": {}}),
    "widgets whose state is a list": _of_notebook(widgets={WIDGET_STATE: {"state": [1]}}),
    "no metadata": _no_metadata,
    "no kernelspec": _without("kernelspec", "language_info"),
    "a deep notebook": _of_notebook(odd=_nested(300)),
    "a deeper notebook": _of_notebook(odd=_nested(800)),
    "no ids": _without("id"),
    "no counts": _without("execution_count"),
    "no cell metadata": _without("metadata"),
    "Colab's notebook": _of_notebook(colab={"provenance": [], "toc_visible": 1}, accelerator="GPU"),
    "a language that is none": _of_notebook(
        language_info={"name": 3, "pygments_lexer": ["a"], "codemirror_mode": [1], "version": None}
    ),
    "a lexer that nobody has": _of_notebook(language_info={"pygments_lexer": "no such lexer"}),
    **{
        f"{name} is {odd!r}": _of_notebook(**{name: odd})
        for name in ("widgets", "kernelspec", "language_info", "language", "title", "authors")
        for odd in ODD
    },
    **{f"orig_nbformat is {odd!r}": _of_notebook(orig_nbformat=odd) for odd in ODD},
}
CELLS: dict[str, Shape] = {
    "a deep cell": _of_cells(odd=_nested(300)),
    "a deeper cell": _of_cells(odd=_nested(800)),
    "Colab's cells": _of_cells(id="AbC", outputId="0f", colab={"height": 35, "base_uri": None}),
    "timings": _of_cells(execution={"iopub.execute_input": None, "shell.execute_reply": 3}),
    "tags of all kinds": _of_cells(tags=["", 1, None, "a b", {"odd": 1}, "a b"]),
    **{
        f"cells' {name} is {odd!r}": _of_cells(**{name: odd})
        for name in ("tags", "execution", "collapsed", "scrolled", "jupyter", "name", "format")
        for odd in ODD
    },
    **{
        f"{name} is {odd!r}": _of_cells(**{name: odd})
        for name in ("transient", "alt")
        for odd in ODD
    },
    **{f"attachments is {odd!r}": _in_cells(attachments=odd) for odd in ODD},
    "an attachment that is a number": _in_cells(attachments={"a.png": {"image/png": 7}}),
    "an attachment of lines": _in_cells(attachments={"a.png": {"image/png": ["aGVs", "bG8="]}}),
    "an attachment of nothing": _in_cells(attachments={"a.png": None}),
    **{f"id is {odd!r}": _in_cells(id=odd) for odd in ODD},
    **{f"execution_count is {odd!r}": _in_cells(execution_count=odd) for odd in ODD},
    "a key that no cell has": _in_cells(prompt_number=3, trusted={"odd": 1}),
}
OUTPUTS: dict[str, Shape] = {
    "a deep output": _in_outputs(metadata=_nested(300)),
    "a width of no picture": _in_outputs(metadata={"image/png": {"width": {"a": [1]}, "alt": [1]}}),
    "isolated by a number": _in_outputs(metadata={"text/html": 3}),
    "names of files": _in_outputs(metadata={"filenames": {"image/png": 3}}),
    "a widget": _shown(**{WIDGET_VIEW: {"model_id": "0a1b", "version_major": 2}}),
    "a widget without a name": _shown(**{WIDGET_VIEW: {}}),
    "a widget that is a list": _shown(**{WIDGET_VIEW: [1]}),
    "Colab's table": _shown(**{"application/vnd.google.colaboratory.intrinsic+json": {"a": 1}}),
    "a picture that is a number": _shown(**{"image/jpeg": 3, "image/svg+xml": []}),
    "a text that is nothing": _shown(**{"text/latex": None, "text/markdown": {"odd": 1}}),
    **{f"outputs' metadata is {odd!r}": _in_outputs(metadata=odd) for odd in ODD},
    **{f"filenames is {odd!r}": _in_outputs(metadata={"filenames": odd}) for odd in ODD},
    **{
        f"metadata of text/html is {odd!r}": _in_outputs(metadata={"text/html": odd}) for odd in ODD
    },
    **{f"outputs' execution_count is {odd!r}": _in_outputs(execution_count=odd) for odd in ODD},
    "no metadata of outputs": _in_outputs(metadata=None),
}
SHAPES: dict[str, Shape] = NOTEBOOK | CELLS | OUTPUTS
