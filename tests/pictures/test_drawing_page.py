"""A drawing as it is shown: alive, still, told, in both themes, with names that mean harm."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import nbformat
import pytest
from nbconvert import HTMLExporter

from grader import engine as tf
from grader.languages import using
from grader.pictures import graph_picture, scopes_picture
from grader.pictures.drawing import KINDS, LARGEST, Edge, Node, drawn, flat, nested
from grader.pictures.nodes import nodes_picture

SVG = "{http://www.w3.org/2000/svg}"
# JupyterLab's text and page in its light and its dark theme, mixed where they are transparent.
THEMES = {"light": ((33, 33, 33), (255, 255, 255)), "dark": ((225, 225, 225), (17, 17, 17))}
HOSTILE = [
    "</script><script>alert(1)</script>",
    "</title></svg><img src=x onerror=alert(1)>",
    '" onload="alert(1)" x="',
    "&lt;b&gt;",
    "]]><!--",
    "\u202egnp.exe\u2066\u200b",
    "a\x00b\x1bc\nd",
    "\ud800",
    "\uffff\ufdd0",
    "__proto__",
    "x" * 10_000,
    "/" * 500,
    "",
]


class Seen(HTMLParser):
    """What a page holds: its tags, and the attributes of its images."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.images = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag == "img":
            self.images.append(dict(attributes))


@pytest.fixture(scope="module")
def training():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        with tf.name_scope("net"):
            for _ in range(2):
                with tf.name_scope("layer"):
                    w = tf.Variable(tf.random_normal([3, 3]), name="w")
                    x = tf.nn.relu(tf.matmul(x, w))
        tf.train.MomentumOptimizer(0.1, 0.9).minimize(tf.reduce_mean(x, name="loss"))
    return graph_picture(graph)


def shown(svg):
    """The items and the frames of a drawing that are seen at first, by their first text."""
    found = {"data-item": [], "data-frame": []}
    for element in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        for key in found.keys() & element.attrib.keys():
            if element.attrib.get("display") != "none":
                found[key].append(element.find(f"{SVG}text").text)
    return found["data-item"], found["data-frame"]


def test_without_scripts_it_is_one_image_that_is_told(training):
    page = Seen(training.html)
    assert page.tags == ["div", "div", "img", "script"]
    (image,) = page.images
    kind, _, data = image["src"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(data).decode() == training.svg
    assert image["alt"].startswith("A graph of ")


def test_nothing_comes_from_the_network_and_nothing_can_be_meant_twice(training):
    text = training.html + training.svg
    assert set(re.findall(r"https?://[\w./]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\sid=|url\(|<style|@import", text)


def test_two_makings_of_one_graph_are_alike():
    def make():
        with tf.Graph().as_default() as graph, tf.name_scope("a"):
            tf.add(tf.constant(1.0), tf.constant(2.0))
        return graph_picture(graph)

    assert make() == make()


def test_gradients_are_a_box_of_their_own(training):
    items, frames = shown(training.svg)
    assert "\u25b8 gradients/" in items + [name.replace("\u25be", "\u25b8") for name in frames]
    assert any(f">{KINDS[kind].label}<" in training.svg for kind in ("gradients", "gradient"))


def test_a_closed_scope_shows_what_is_in_it_when_one_points_at_it():
    with tf.Graph().as_default():
        with tf.name_scope("many"):
            last = tf.add_n([tf.constant(float(number)) for number in range(20)])
        picture = scopes_picture(last)
    assert shown(picture.svg) == (["\u25b8 many/"], [])
    titles = [
        group.find(f"{SVG}title").text
        for group in ElementTree.fromstring(picture.svg).iter(f"{SVG}g")
        if "data-frame" in group.attrib
    ]
    assert titles[0].splitlines()[:2] == ["the scope many/", "many/Const (Const)"]
    assert titles[0].endswith("and 9 more")


def test_three_hundred_nodes_are_drawn_closed_and_open_by_scope():
    nodes = [Node(f"s{n % 9}/n{n}", "Add", "operation", "") for n in range(300)]
    items, frames = shown(drawn(nested(nodes), []).svg)
    assert items == [f"\u25b8 s{number}/" for number in range(9)]
    assert frames == []


def test_however_much_there_is_it_can_be_shown():
    """Scopes that all need each other: far more lines than a page can hold."""
    nodes = [Node(f"s{n % 30}/t{n % 7}/n{n}", "Add", "operation", "x" * 500) for n in range(3000)]
    edges = [
        Edge((n * k) % (n + 1), n + 1, "(3, 3)", False) for n in range(1, 2999) for k in (7, 31)
    ]
    picture = drawn(nested(nodes), edges)
    assert len(picture.html) <= LARGEST
    assert len(shown(picture.svg)[0]) == 30


@pytest.mark.parametrize("make", [nested, flat])
def test_names_that_mean_harm_are_only_names(make):
    nodes = [
        Node(f"{name}/{scope}", name, "operation", f"{name}\n{name}")
        for name in HOSTILE
        for scope in ("a", "b")
    ]
    picture = drawn(make(nodes), [])
    root = ElementTree.fromstring(picture.svg)
    allowed = {f"{SVG}{tag}" for tag in ("svg", "g", "title", "rect", "text", "path")}
    assert {element.tag for element in root.iter()} <= allowed
    assert not any(key.startswith("on") for element in root.iter() for key in element.attrib)
    assert Seen(picture.html).tags == ["div", "div", "img", "script"]
    assert picture.html.count("</script>") == 1
    assert float(root.attrib["width"]) < 20_000
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00]", picture.svg + picture.alternative)


def test_a_readers_own_node_may_have_any_name():
    class Own:
        name, kind, inputs = HOSTILE[0], HOSTILE[7], ()

    assert "&lt;/script&gt;" in nodes_picture([Own()]).svg


def test_a_page_of_nbconvert_holds_it_whole(training):
    output = nbformat.v4.new_output("display_data", {"text/html": training.html})
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=[output])])
    page, _ = HTMLExporter(template_name="lab").from_notebook_node(notebook)
    assert training.html[training.html.index("<script>") :] in page
    assert Seen(training.html).images[0]["src"] in {image["src"] for image in Seen(page).images}


def test_a_drawing_in_chinese():
    with using("zh_CN"):
        picture = scopes_picture_of_one_sum()
    assert "\u4f5c\u7528\u57df" in picture.svg
    assert picture.alternative != scopes_picture_of_one_sum().alternative


def scopes_picture_of_one_sum():
    with tf.Graph().as_default(), tf.name_scope("sums"):
        return scopes_picture(tf.add(tf.constant(1.0), tf.constant(2.0)))


def colour(text):
    return tuple(int(text[start : start + 2], 16) for start in (1, 3, 5))


def over(front, opacity, back):
    return tuple(opacity * a + (1 - opacity) * b for a, b in zip(front, back, strict=True))


def contrast(one, other):
    """The contrast ratio of WCAG 2.1."""

    def luminance(rgb):
        parts = [value / 255 for value in rgb]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lower, higher = sorted((luminance(one), luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_text_and_shapes_stand_out(kind, theme, training):
    assert 'fill-opacity="0.3" stroke="currentColor" stroke-opacity="0.8"' in training.svg
    text, page = THEMES[theme]
    for around in ("scope", "gradients"):
        back = over(colour(KINDS[around].colour), 3 * 0.08, page)  # three boxes deep
        inside = over(colour(KINDS[kind].colour), 0.3, back)
        assert contrast(text, inside) >= 4.5
        assert contrast(over(text, 0.8, back), back) >= 3
    if kind in ("scope", "gradients", "group"):  # the border of the open box
        assert contrast(colour(KINDS[kind].colour), page) >= 3


def test_every_kind_has_its_own_shape_or_is_a_box():
    outlines = [kind.outline for kind in KINDS.values() if kind.outline != "stack"]
    assert len(outlines) == len(set(outlines))
    assert len({kind.colour for kind in KINDS.values() if kind.outline == "stack"}) == 3
