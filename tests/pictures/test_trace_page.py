"""`trace` as a page: complete without a script, steppable with one, readable without the drawing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from unittest import mock

import pytest

from grader import engine, notebook
from grader.languages import using
from grader.pictures.stepper import stepper_of_runs, stepper_of_ways
from grader.pictures.stepper.runs_strip import MOST_ROWS
from grader.pictures.stepper.strip import Strip
from grader.pictures.stepper.ways_strip import MOST_PASSES


class Page(HTMLParser):
    """The elements of a page, the text of what survives cleaning, and whether all tags close."""

    VOID = ("input", "br", "wbr")

    def __init__(self, source: str):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(source)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.texts.append(data)

    def rows(self):
        return [values for tag, values in self.elements if tag == "tr" and "data-step" in values]

    def of(self, name):
        return [values for tag, values in self.elements if tag == name]


@pytest.fixture(autouse=True)
def in_english():
    with using("en"), engine.Graph().as_default():
        yield


def chapter_three():
    w = engine.constant(3, name="w")
    x = engine.add(w, 2, name="x")
    return engine.add(x, 5, name="y"), engine.multiply(x, 3, name="z")


def page_of(stepper):
    return Page(stepper._repr_html_())


def test_each_step_is_a_row_that_says_itself():
    rows = page_of(stepper_of_runs(list(chapter_three()), apart=True)).rows()
    assert [row["data-step"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert rows[1]["data-say"] == (
        "Step 2 of 6: x (AddV2) gives 5. Inputs: w, 2. The run now holds x: 4 B."
    )
    assert [row.get("data-until") for row in rows] == [None, "3", "3", None, "6", "6"]
    assert [row.get("data-kept") for row in rows] == [None, "", "yes", None, "", "yes"]
    assert [row["data-mark"] for row in rows] == ["", "", "peak", "", "", ""]


def test_in_chinese_nothing_stands_between_two_sentences():
    with using("zh_CN"):
        page = stepper_of_runs(list(chapter_three()), apart=True)._repr_html_()
    assert "\u3002" in page and "\u3002 " not in page
    assert 'data-now="\uff08' in page


def test_the_counts_stand_above_the_table_and_in_the_text():
    stepper = stepper_of_runs(list(chapter_three()), apart=True)
    counts = "Evaluated: w 2\u00d7, x 2\u00d7, y 1\u00d7, z 1\u00d7."
    assert counts in " ".join(page_of(stepper).texts)
    assert counts in repr(stepper)
    assert "Run 1 fetches y" in repr(stepper)


def test_bars_and_levels_have_their_places():
    styles = " ".join(
        values["style"] or ""
        for values in page_of(stepper_of_runs(list(chapter_three()))).of("div")
        if "style" in values
    )
    places = re.findall(r"margin-left:([\d.]+)%;width:([\d.]+)%", styles)
    assert places == [("25.00", "75.00"), ("50.00", "50.00"), ("75.00", "25.00")]


def test_the_curve_above_the_slider_is_the_memory():
    heights = [
        values["style"]
        for values in page_of(stepper_of_runs(list(chapter_three()))).of("i")
        if "data-at" in values
    ]
    assert heights == ["height:0.0%", "height:33.3%", "height:66.7%", "height:100.0%"]


def test_controls_wait_for_the_script_and_have_names():
    page = page_of(stepper_of_runs(list(chapter_three())))
    (controls,) = [one for one in page.of("div") if one.get("role") == "group"]
    assert controls["style"] == "display:none", "cleaning takes a bare `hidden` away"
    assert controls["aria-label"]
    assert [one["data-go"] for one in page.of("button")] == ["first", "back", "forward", "last"]
    assert {"First", "Back", "Forward", "Last"} <= set(page.texts)
    (slider,) = page.of("input")
    assert (slider["type"], slider["max"], slider["aria-label"]) == ("range", "4", "Step")
    (said,) = page.of("output")
    assert said["aria-live"] == "polite"


def test_what_cleaning_takes_away_is_not_needed():
    """JupyterLab's cleaning keeps tables, classes and plain styles, and drops script and style."""
    page = page_of(stepper_of_runs(list(chapter_three()), apart=True))
    kept = "|".join(page.texts)
    for text in ("Run 2 fetches z", "AddV2 from w, 2", "15", "5 to 6", "8 B, the peak"):
        assert text in kept
    assert not page.of("svg"), "its texts would stand around without it"


def test_nothing_is_loaded_from_elsewhere():
    source = stepper_of_runs(list(chapter_three()))._repr_html_()
    assert not re.search(r"https?:|//[a-z]|url\(|@import|\bsrc=|\bhref=", source)


def test_hostile_names_and_values_stay_text():
    name = "a" * 3000
    attack = '"><script>alert(1)</script>\u202e'
    engine.constant(attack, name=name)
    page = page_of(stepper_of_runs(f"{name}:0", graph=engine.get_default_graph()))
    assert len(page.of("script")) == 1
    assert any("alert(1)" in text for text in page.texts)
    assert max(len(text) for text in page.texts) < 400


def test_a_long_table_has_a_window_of_its_own_and_a_very_long_one_is_cut():
    value = engine.constant(0.5, name="start")
    for _ in range(40):
        value = engine.sin(value)
    assert [one for one in page_of(stepper_of_runs(value)).of("div") if one.get("tabindex") == "0"]
    loop = engine.while_loop(lambda i: i < 60, lambda i: i + 1, [engine.constant(0)])
    page = page_of(stepper_of_runs(loop))
    assert len(page.rows()) == MOST_ROWS
    assert re.search(r"\d+ more steps of this run are counted, but not drawn", " ".join(page.texts))


def test_the_slider_ends_with_the_last_row_that_is_drawn():
    loop = engine.while_loop(lambda i: i < 60, lambda i: i + 1, [engine.constant(0)])
    (slider,) = page_of(stepper_of_runs(loop)).of("input")
    assert slider["max"] == str(MOST_ROWS)


def test_one_step_needs_no_controls():
    page = page_of(stepper_of_runs(engine.constant(1, name="one")))
    assert len(page.rows()) == 1
    assert not page.of("button")


def test_a_failing_node_is_marked_and_its_error_shown():
    x = engine.placeholder(engine.float32, [], name="x")
    page = page_of(stepper_of_runs(x * 2.0))
    assert page.rows()[-1]["data-mark"] == "fails"
    assert "InvalidArgumentError" in " ".join(page.texts)


def test_each_method_is_a_group_with_its_passes():
    x = engine.placeholder(engine.float64, [3], name="x")
    stepper = stepper_of_ways(engine.reduce_sum(x * x, name="y"), x, {x: [1.0, 2.0, 3.0]})
    text = "".join(page_of(stepper).texts)
    for heading in (
        "numerical: 4 passes \u2192\u2192\u2192\u2192",
        "symbolic: 0 passes",
        "forward mode: 3 passes \u2192\u2192\u2192",
        "reverse mode: 2 passes \u2192\u2190",
    ):
        assert heading in text
    assert len(page_of(stepper).rows()) == 4 + 6 + 0 + 3 + 2
    assert "numerical 4, numerical (central) 6, symbolic 0, forward mode 3, reverse mode 2" in repr(
        stepper
    )


def test_many_passes_are_counted_and_not_all_drawn():
    x = engine.placeholder(engine.float64, [60], name="x")
    stepper = stepper_of_ways(engine.reduce_sum(x), x, {x: [0.5] * 60})
    numeric = stepper.strip.groups[0]
    assert len(numeric.rows) == MOST_PASSES
    assert "61 passes" in numeric.heading
    assert "21 more passes" in numeric.detail


def test_it_speaks_chinese():
    with using("zh_CN"):
        texts = " ".join(page_of(stepper_of_runs(list(chapter_three()))).texts)
    assert "求值次数" in texts
    assert "Evaluated" not in texts


def test_the_same_run_gives_the_same_page_twice():
    y, z = chapter_three()
    assert stepper_of_runs([y, z])._repr_html_() == stepper_of_runs([y, z])._repr_html_()


def test_a_hundred_nodes_are_a_hundred_steps():
    value = engine.placeholder(engine.float32, [10], name="x")
    feeds = {value: [0.5] * 10}
    for number in range(100):
        value = engine.sin(value, name=f"h{number}")
    source = stepper_of_runs(value, feeds)._repr_html_()
    assert source.count("data-step=") == 100


def shown_by_trace(*arguments, **named) -> Strip:
    with mock.patch("IPython.display.display") as display:
        assert notebook.trace(*arguments, **named) is None
    (stepper,), _named = display.call_args
    return stepper.strip


def test_trace_takes_the_default_session_of_that_graph():
    tf = notebook.tf
    with tf.Graph().as_default():
        v = tf.Variable(1.0, name="v")
        with tf.Session() as session:
            session.run(v.assign(5.0))
            inside = shown_by_trace(v * 2.0)
            with tf.Graph().as_default():
                w = tf.Variable(1.0, name="w") * 2.0
            elsewhere = shown_by_trace(w)
        outside = shown_by_trace(v * 2.0)
    last = [strip.rows[-1].cells[2].text for strip in (inside, outside, elsewhere)]
    assert last == ["10.0", "2.0", "2.0"]


def test_trace_by_shows_the_ways_and_apart_shows_runs():
    tf = notebook.tf
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [], name="x")
        ways = shown_by_trace(x * x, {x: 3.0}, by=[x])
        runs = shown_by_trace([x * 2.0, x * 3.0], {x: 3.0}, apart=True)
    assert [len(group.rows) for group in ways.groups] == [2, 2, 0, 1, 2]
    assert len(runs.groups) == 2
