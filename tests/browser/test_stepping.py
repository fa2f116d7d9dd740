"""What a run does, step by step: the stepper of `trace` by mouse and keys, and the drawings of `show`."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import nameless_pictures, violations
from tests.browser.lab import DARK, LIGHT
from tests.browser.reading import open_notebook, theme

NOTEBOOK = {
    "cells": [],
    "metadata": {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
    },
    "nbformat": 4,
    "nbformat_minor": 5,
}
BUILD = """
from grader.notebook import tf, show, trace
w = tf.constant(3, name="w")
x = tf.add(w, 2, name="x")
y = tf.add(x, 5, name="y")
z = tf.multiply(x, 3, name="z")
"""
TRAIN = """
tf.reset_default_graph()
inputs = tf.placeholder(tf.float32, [None, 3], name="inputs")
with tf.name_scope("model"):
    weights = tf.Variable(tf.ones([3, 1]), name="weights")
    outputs = tf.matmul(inputs, weights, name="outputs")
with tf.name_scope("loss"):
    loss = tf.reduce_mean(tf.square(outputs), name="mse")
training = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
"""


@pytest.fixture
def notebook(page, lab):
    """A new notebook with four cells: build, trace; build, show."""
    import nbformat

    sources = (BUILD, "trace([y, z], apart=True)", TRAIN, "show(training)")
    whole = nbformat.from_dict(NOTEBOOK)
    whole.cells = [nbformat.v4.new_code_cell(source.strip()) for source in sources]
    nbformat.write(whole, lab.folder / "stepping.ipynb")
    opened = open_notebook(page, lab, "stepping.ipynb")
    opened.run_all()
    return opened


def test_a_run_is_stepped_forward_and_back(page, notebook, picture):
    trace = page.locator(".grader-trace")
    expect(trace).to_have_attribute("data-ready", "yes")
    controls = trace.get_by_role("group").first
    first, back, forward, last = (
        controls.get_by_role("button", name=name) for name in ("First", "Back", "Forward", "Last")
    )
    sentence = trace.locator("output")
    expect(last).to_have_attribute("aria-disabled", "true")
    first.click()
    expect(sentence).to_contain_text(re.compile(r"Step \d+ of \d+"))
    begin = sentence.inner_text()
    expect(first).to_have_attribute("aria-disabled", "true")
    # By keys: the button has the focus.
    forward.focus()
    page.keyboard.press("Enter")
    expect(sentence).not_to_have_text(begin)
    later = sentence.inner_text()
    page.keyboard.press("Space")
    expect(sentence).not_to_have_text(later)
    back.focus()
    page.keyboard.press("Enter")
    expect(sentence).to_have_text(later)
    expect(trace.locator("tr[aria-current=step]")).to_have_count(1)
    # The slider: arrow keys, Home and End.
    slider = controls.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(sentence).to_have_text(begin)
    page.keyboard.press("ArrowRight")
    expect(sentence).to_have_text(later)
    expect(slider).to_have_attribute("aria-valuetext", later)
    page.keyboard.press("End")
    expect(last).to_have_attribute("aria-disabled", "true")
    for _ in range(3):
        back.click()
    trace.scroll_into_view_if_needed()
    for name, colours in (("trace", LIGHT), ("trace-dark", DARK)):
        theme(page, colours)
        assert violations(page, ".grader-trace") == []
        picture(page, name)
    assert nameless_pictures(page, ".grader-trace") == []


def test_w_and_x_run_twice_in_two_evals(page, notebook):
    """What the stepper tells for two evals, read from its sentences as a screen reader says them."""
    trace = page.locator(".grader-trace")
    trace.get_by_role("button", name="First").first.click()
    sentence, said = trace.locator("output"), []
    forward = trace.get_by_role("button", name="Forward").first
    for _ in range(50):
        said.append(sentence.inner_text())
        if forward.get_attribute("aria-disabled") == "true":
            break
        forward.click()
        expect(sentence).not_to_have_text(said[-1])
    assert len([one for one in said if re.search(r": x \(Add", one)]) == 2
    assert len([one for one in said if re.search(r": y \(Add", one)]) == 1


def test_scopes_of_a_drawing_open_and_close_by_keys(page, notebook, picture):
    drawing = page.get_by_label(re.compile(r"^A graph of \d+ nodes")).first
    expect(drawing).to_be_visible()
    shut = page.get_by_role("button", name="Close all").first
    shut.click()
    scope = drawing.get_by_role("button", name="the scope model/")
    expect(scope).to_have_attribute("aria-expanded", "false")
    closed = float(drawing.get_attribute("height"))
    scope.focus()
    page.keyboard.press("Enter")
    expect(scope).to_have_attribute("aria-expanded", "true")
    # What is inside now has its place: the drawing has become larger, and names the nodes.
    assert float(drawing.get_attribute("height")) > closed
    expect(drawing.get_by_role("img", name=re.compile("outputs")).first).to_be_visible()
    drawing.scroll_into_view_if_needed()
    for name, colours in (("show", LIGHT), ("show-dark", DARK)):
        theme(page, colours)
        assert violations(page, ".jp-OutputArea-output") == []
        picture(page, name)
    scope.focus()
    page.keyboard.press("Space")
    expect(scope).to_have_attribute("aria-expanded", "false")
    assert float(drawing.get_attribute("height")) == closed
