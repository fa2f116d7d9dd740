"""Pictures with frames: complete without a script, and what the script needs to show one at a time."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ElementTree

import pytest

from grader.classroom.pages.cleaning import cleaned
from grader.languages import using
from grader.pictures.moving.animation import MOST_FRAMES, Frame, animation
from grader.pictures.moving.shapes import moved, text
from tests.pictures.test_trace_page import Page

SVG = "{http://www.w3.org/2000/svg}"
FRAMES = [
    Frame(moved(text(10, 20, "one"), -30, 0), "First there is one."),
    Frame(text(10, 20, "two"), "Then <two> & more."),
    Frame(text(10, 20, "three"), "At the end, three."),
]


class Shown(Page):
    VOID = (*Page.VOID, "img")


@pytest.fixture(autouse=True)
def in_english():
    with using("en"):
        yield


def drawn(picture):
    return ElementTree.fromstring(picture.svg)


def image_in(html):
    (found,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    return base64.b64decode(found).decode()


def test_all_frames_are_in_the_drawing_and_one_is_shown():
    for still, shown in ((-1, "2"), (0, "0"), (1, "1")):
        picture = animation("Numbers", text(5, 5, "below"), FRAMES, (100, 50), still=still)
        frames = [one for one in drawn(picture).iter(f"{SVG}g") if "data-frame" in one.attrib]
        assert [one.get("data-frame") for one in frames] == ["0", "1", "2"]
        assert [one.get("data-frame") for one in frames if not one.get("display")] == [shown]
        assert image_in(picture.html) == picture.svg


def test_without_a_script_the_image_and_all_sentences_stay():
    """As on a page of feedback, where no script, button or slider is left."""
    picture = animation("Numbers", "", FRAMES, (100, 50))
    left = cleaned(picture.html, set())
    assert image_in(left) == picture.svg
    assert [word for word in ("<script", "<style", "<button", "<input") if word in left] == []
    page = Shown(left)
    told = "".join(page.texts)
    assert all(frame.said in told for frame in FRAMES)


def test_controls_wait_for_the_script_and_have_names():
    page = Shown(animation("Numbers", "", FRAMES, (100, 50)).html)
    (controls,) = [one for one in page.of("div") if one.get("role") == "group"]
    assert (controls["style"], controls["aria-label"]) == ("display:none", "Numbers")
    names = [one["data-go"] for one in page.of("button")]
    assert names == ["first", "back", "forward", "last", "play"]
    assert {"First", "Back", "Forward", "Last", "Play"} <= set(page.texts)
    (slider,) = page.of("input")
    assert (slider["type"], slider["max"], slider["aria-label"]) == ("range", "3", "Step")
    assert [one["aria-live"] for one in page.of("output")] == ["polite"]


def test_what_is_dragged_plays_nothing_and_keeps_its_sentences_folded():
    dragged = [Frame(frame.svg, frame.said, 10.0 * n) for n, frame in enumerate(FRAMES)]
    picture = animation("Numbers", "", dragged, (100, 50), hint="Drag it.")
    page = Shown(picture.html)
    assert "play" not in [one["data-go"] for one in page.of("button")]
    assert "Drag it." in page.texts
    assert page.of("details") == [{}]
    places = [one.get("data-at") for one in drawn(picture).iter() if one.get("data-at")]
    assert places == ["0.0", "10.0", "20.0"]


def test_a_reader_of_words_hears_every_step():
    assert animation("Numbers", "", FRAMES, (100, 50)).alternative.splitlines() == [
        "Numbers", *(frame.said for frame in FRAMES)
    ]  # fmt: skip


def test_it_comes_without_identifiers_and_loads_nothing():
    html = animation("Numbers", "", FRAMES, (100, 50)).html
    assert not re.search(r"\bid=|https?://(?!www\.w3\.org)|@import|url\(", html)
    # A script that is part of a page must not close itself.
    assert html.count("</script>") == html.count("<script>") == 1
    assert "prefers-reduced-motion" in html


def test_one_frame_needs_no_controls():
    assert "<button" not in animation("One", "", FRAMES[:1], (100, 50)).html


@pytest.mark.parametrize("count", [0, MOST_FRAMES + 1])
def test_too_few_and_too_many_are_refused(count):
    with pytest.raises(ValueError, match=f"{count} steps cannot be shown"):
        animation("Numbers", "", FRAMES[:1] * count, (100, 50))
