"""What may differ between a cell and its translation, and what may not."""

from __future__ import annotations

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from grader.prose.cells import mark, shape, speaks, troubles

CODE = 'x = tf.constant(1, name="x")  # a node\nprint("value:", session.run("x:0"))'


def test_comments_docstrings_and_printed_texts_may_differ():
    assert shape(CODE) == shape(CODE.replace("a node", "一个节点").replace("value:", "值："))
    described = 'show(plot_picture(axes, "A line."))'
    assert shape(described) == shape(described.replace("A line.", "一条直线。"))
    defined = 'def f():\n    """Adds."""\n    return 1'
    assert shape(defined) == shape(defined.replace("Adds.", "相加。"))


def test_both_of_two_printed_texts_may_differ_but_not_the_condition():
    chosen = 'print(name, "rises" if up else "falls")'
    assert shape(chosen) == shape(chosen.replace("rises", "上升").replace("falls", "下降"))
    assert shape(chosen) != shape(chosen.replace("up", "not up"))
    assert speaks(new_code_cell(chosen))


def test_the_message_of_an_assertion_may_differ_but_not_what_it_asserts():
    claimed = 'assert found == 3, f"found {found}, not 3"'
    assert shape(claimed) == shape(claimed.replace("found {found}, not", "得到 {found}，不是"))
    assert shape(claimed) != shape(claimed.replace("== 3", "== 4"))
    assert speaks(new_code_cell(claimed))


FIGURE = """axes = curves("Two walks", {"slow": a, "fast": b}, x="step", y="loss", log="y")
axes.plot(a, "o", color="red", label="kept")
axes.text(1, 2, "the limit")
axes.set_title("A title")
axes.barh(["many files", "one file"], [2, 1], color=["red", "blue"])
show(bytes_picture(data, [Part("length", 8, "of the data"), Part(name, 4)]))
show(images_picture({"before": a, "after": b}, "Two images."))
show(grids_picture([[Grid(a, "above", note="below" if a else "nothing", size=9)]], "A grid."))
show(nodes_picture(graph.nodes, {x: "fed"}))
show(walks_picture("Three walks", bowl, bottom, {f"rate {rate}": walk(rate) for rate in rates}, "the weight"))
show(nodes_picture(graph.nodes, {node: "done" for node in graph.nodes}))"""


@pytest.mark.parametrize(
    "label",
    [
        "Three walks",
        "rate ",
        "the weight",
        "Two walks",
        "slow",
        "fast",
        "step",
        "loss",
        "kept",
        "the limit",
        "A title",
        "many files",
        "one file",
        "length",
        "of the data",
        "before",
        "Two images.",
        "above",
        "below",
        "nothing",
        "A grid.",
        "fed",
        "done",
    ],
)
def test_labels_of_figures_may_differ(label):
    assert shape(FIGURE) == shape(FIGURE.replace(f'"{label}"', '"标签"'))


@pytest.mark.parametrize("code", ['log="y"', '"o"', '"red"', '"blue"'])
def test_what_tells_a_figure_how_to_look_may_not(code):
    assert shape(FIGURE) != shape(FIGURE.replace(code, code.replace('"', '"x', 1)))


GRIDS = """show(grids_picture([
    [Grid(rows, "windows", "4 by 9", size=26), "@", Grid(found, label=f"window {k}", note="sizes")],
], "A product."))"""


@pytest.mark.parametrize("label", ["windows", "4 by 9", "window ", "sizes", "A product."])
def test_labels_and_notes_of_grids_may_differ(label):
    assert shape(GRIDS) == shape(GRIDS.replace(label, "标签"))


@pytest.mark.parametrize(
    ("old", "new"), [("rows", "columns"), ("26", "30"), ("{k}", "{n}"), ("@", "=")]
)
def test_what_a_grid_holds_may_not(old, new):
    assert shape(GRIDS) != shape(GRIDS.replace(old, new))


LIVES = """show(lives_picture(
    [Life("w in a", 0, 7, kept=True, note="3, then 4"), Life(f"meal {count}", 1, int(today))],
    ["born", *(f"day {number}" for number in range(1, 8)), "gone"],
))
show(lives_picture(lives, [f"save {number}" for number in range(1, 9)]))"""


@pytest.mark.parametrize("label", ["w in a", "3, then 4", "meal", "born", "day ", "gone", "save"])
def test_lives_and_moments_may_differ(label):
    assert shape(LIVES) == shape(LIVES.replace(label, "标签"))


@pytest.mark.parametrize(
    ("old", "new"),
    [("0, 7", "1, 7"), ("{count}", "{today}"), ("(1, 8)", "(1, 9)"), ("True", "False")],
)
def test_when_a_life_begins_and_ends_may_not(old, new):
    assert shape(LIVES) != shape(LIVES.replace(old, new))


def test_a_dictionary_that_is_only_drawn_has_labels_for_keys():
    drawn = 'lines = {"slow": a}\naxes = curves("Two", lines)'
    assert shape(drawn) == shape(drawn.replace('"slow"', '"慢"'))
    filled = 'lines = {}\nlines[f"step {k}"] = a\naxes = curves("Two", lines)'
    assert shape(filled) == shape(filled.replace("step {k}", "第 {k} 步"))
    looked_up = f'{drawn}\nprint(lines["slow"])'
    assert shape(looked_up) != shape(looked_up.replace('{"slow"', '{"慢"'))


def test_a_label_of_anything_else_may_not():
    for source in ('graph.plot(a, label="kept")', 'table.text(1, 2, "here")', 'f({"slow": a})'):
        assert shape(source) != shape(re.sub('"[a-z]+"', '"标签"', source))


def test_another_language_may_name_printed_values_in_another_order():
    assert shape('print(f"{kept} of {all:d}")') == shape('print(f"共 {all:d} 个，保留 {kept} 个")')
    assert shape('print(f"{kept} of {all:d}")') != shape('print(f"{all:d} 个")')
    assert shape('print(f"{kept} of {all:d}")') != shape('print(f"{kept} of {all}")')


@pytest.mark.parametrize(
    ("old", "new"),
    [('name="x"', 'name="节点"'), ('"x:0"', '"y:0"'), ("constant(1", "constant(2"), ("x =", "z =")],
)
def test_names_keys_and_numbers_may_not(old, new):
    (told,) = troubles(new_code_cell(CODE), CODE.replace(old, new), "code")
    assert "the code is not the same" in told


def test_code_that_is_no_python_is_told_with_its_line():
    (told,) = troubles(new_code_cell(CODE), CODE + "\nprint(", "code")
    assert "line 3" in told


PROSE = "## Values\n\nRun `f`, see [the index](../index.ipynb).\n\n```python\nf = 1\n```\n\n$$x^2$$"


def test_prose_keeps_links_code_formulas_and_headings():
    cell = new_markdown_cell(PROSE)
    good = PROSE.replace("Values", "值").replace("Run `f`, see [the index]", "运行 `f`，看[索引]")
    assert troubles(cell, good, "markdown") == []
    for old, new, told in (
        ("../index", "index", "the links"),
        ("`f`", "`g`", "the code in the text"),
        ("f = 1", "f = 2", "the code blocks"),
        ("x^2", "x^3", "the formulas"),
        ("## ", "### ", "the headings"),
    ):
        (found,) = troubles(cell, good.replace(old, new), "markdown")
        assert found.startswith(told)


def test_a_locked_cell_has_nothing_to_translate():
    role = {"grade": True, "solution": False, "locked": True}
    cell = new_code_cell("# why\ncheck('graphs/x', x)", metadata={"nbgrader": role})
    assert not speaks(cell)
    assert "locked" in troubles(cell, "# 为什么\ncheck('graphs/x', x)", "code")[0]


def test_code_without_words_needs_no_translation():
    assert not speaks(new_code_cell('x = tf.Variable(3, name="x")\nprint(x)'))
    assert not speaks(new_code_cell('session.run("x:0")\nprint("-", x)'))
    assert speaks(new_code_cell("x = 1  # one")) and speaks(new_code_cell(CODE))
    assert speaks(new_markdown_cell("Text."))


def test_a_mark_names_kind_and_text():
    assert mark(new_markdown_cell("a")) == mark(new_markdown_cell("a"))
    assert len({mark(cell("a")) for cell in (new_markdown_cell, new_code_cell)}) == 2
