"""The pictures that move: by buttons, keys and mouse, in both themes; still for those who want it."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.axe import nameless_pictures, violations
from tests.browser.lab import DARK, LIGHT
from tests.browser.reading import open_notebook, theme
from tests.browser.test_stepping import NOTEBOOK

QUEUE = """
from grader.notebook import tf, show
from grader.pictures import checkpoints_picture, dual_number_picture, gradient_picture
from grader.pictures import queue_picture, values_picture
tf.reset_default_graph()
line = tf.FIFOQueue(3, [tf.float32], shapes=[()], name="line")
fill, take = line.enqueue_many([[1.5, 2.5]], name="fill"), line.dequeue(name="take")
show(queue_picture(line, [fill, take, take, take]))
"""
VALUES = """
x = tf.placeholder(tf.float32, [], name="x")
a = tf.sin(x, name="a")
y = tf.add(a, tf.cos(a, name="b"), name="y")
show(values_picture(y, {x: 1.0}))
"""
GRADIENT = "show(gradient_picture(y, [x], {x: 1.0}))"
CHECKPOINTS = """
w = tf.Variable(0.0, name="w")
with tf.Session() as session:
    session.run(w.initializer)
    show(checkpoints_picture(session, tf.train.Saver(max_to_keep=2), 4))
"""
DUAL = "show(dual_number_picture(tf.multiply(x, tf.sin(x), name='f'), x, -3.0, 3.0))"


@pytest.fixture
def animations(page, lab):
    """The five pictures of a notebook, in which every cell has run."""
    whole = nbformat.from_dict(NOTEBOOK)
    sources = (QUEUE, VALUES, GRADIENT, CHECKPOINTS, DUAL)
    whole.cells = [nbformat.v4.new_code_cell(source.strip()) for source in sources]
    nbformat.write(whole, lab.folder / "moving.ipynb")
    open_notebook(page, lab, "moving.ipynb").run_all()
    found = page.locator(".grader-animation")
    expect(found).to_have_count(5)
    for number in range(5):
        expect(found.nth(number)).to_have_attribute("data-ready", "yes")
    return [found.nth(number) for number in range(5)]


def shown(animation):
    """The numbers of the frames that can be seen: always one."""
    (number,) = animation.locator("svg > g[data-frame]:not([display=none])").evaluate_all(
        "frames => frames.map(frame => Number(frame.dataset.frame))"
    )
    return number


def test_every_picture_moves_by_keys_says_its_steps_and_is_readable(page, animations, picture):
    for animation in animations:
        say, slider = animation.locator("output"), animation.get_by_role("slider")
        slider.focus()
        page.keyboard.press("Home")
        assert shown(animation) == 0
        first = say.inner_text()
        page.keyboard.press("ArrowRight")
        assert shown(animation) == 1
        expect(say).not_to_have_text(first)
        second = say.inner_text()
        expect(slider).to_have_attribute("aria-valuetext", second)
        expect(animation.locator("svg")).to_have_attribute("aria-label", second)
        animation.get_by_role("button", name="Back").focus()
        page.keyboard.press("Enter")
        expect(say).to_have_text(first)
        expect(animation.get_by_role("button", name="First")).to_have_attribute(
            "aria-disabled", "true"
        )
        animation.get_by_role("button", name="Last").click()
        assert shown(animation) == animation.locator("svg > g[data-frame]").count() - 1
        animation.get_by_role("button", name="Back").click()
    for name, colours in (("moving", LIGHT), ("moving-dark", DARK)):
        theme(page, colours)
        assert violations(page, ".grader-animation") == []
        for number, animation in enumerate(animations):
            animation.scroll_into_view_if_needed()
            picture(page, f"{name}-{number}")
    assert nameless_pictures(page, ".grader-animation") == []


def test_it_plays_to_its_end_and_glides_only_where_motion_is_wanted(page, animations):
    animation = animations[0]
    last = animation.locator("svg > g[data-frame]").count() - 1
    animation.get_by_role("button", name="First").click()
    moving = "svg => svg.getAnimations({subtree: true}).length"
    animation.get_by_role("button", name="Forward").click()
    assert animation.locator("svg").evaluate(moving) > 0
    animation.get_by_role("button", name="Play").click()
    expect(animation.get_by_role("button", name="Pause")).to_be_visible()
    expect(animation.locator("output")).to_have_attribute(
        "aria-live", "off"
    )  # not every step aloud
    expect(animation.get_by_role("button", name="Play")).to_be_visible()  # it has come to its end
    expect(animation.locator("output")).to_have_attribute("aria-live", "polite")
    assert shown(animation) == last
    page.emulate_media(reduced_motion="reduce")
    expect(animation.get_by_role("button", name="Play")).to_be_hidden()
    animation.get_by_role("button", name="First").click()
    animation.get_by_role("button", name="Forward").click()
    assert animation.locator("svg").evaluate(moving) == 0


def test_a_dual_number_follows_the_mouse(page, animations):
    animation = animations[4]
    animation.scroll_into_view_if_needed()
    box = animation.locator("svg").bounding_box()
    middle = box["y"] + box["height"] / 3
    page.mouse.move(box["x"] + box["width"] * 0.2, middle)
    page.mouse.down()
    before = animation.locator("output").inner_text()
    page.mouse.move(box["x"] + box["width"] * 0.7, middle, steps=4)
    page.mouse.up()
    expect(animation.locator("output")).not_to_have_text(before)
    expect(animation.locator("output")).to_have_text(re.compile("In goes 1\\."))
    page.mouse.move(box["x"], middle)  # the button is up
    expect(animation.locator("output")).to_have_text(re.compile("In goes 1\\."))
