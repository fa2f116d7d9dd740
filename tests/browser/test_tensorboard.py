"""Chapter 08's logs in a real TensorBoard, opened from the notebook: the curve and the graph."""

import re

from playwright.sync_api import expect

from tests.browser.lab import DARK, LIGHT
from tests.browser.reading import open_notebook, theme

SECONDS = 60_000


def test_logs_of_chapter_08_are_seen_in_tensorboard(page, lab, picture):
    notebook = open_notebook(page, lab, "08-scopes/solved-3-names-at-work.ipynb")
    notebook.run_all()
    frame = page.locator("iframe[title=TensorBoard]")
    expect(frame).to_be_visible(timeout=SECONDS)
    address = frame.get_attribute("src")
    assert re.match(r"http://(localhost|127\.0\.0\.1):\d+/", address)
    inside = page.frame_locator("iframe[title=TensorBoard]")
    theme(page, LIGHT)
    frame.scroll_into_view_if_needed()
    # The row below the curve: it comes with the curve's data.
    expect(inside.locator("body")).to_contain_text("Smoothed", timeout=SECONDS)
    expect(inside.locator("body")).to_contain_text("190", timeout=SECONDS)
    page.wait_for_timeout(2000)  # for the pictures: the curve is a canvas, drawn a moment later
    picture(page, "tensorboard")
    theme(page, DARK)
    picture(page, "tensorboard-dark")

    board = page.context.new_page()
    board.goto(f"{address}#scalars")
    expect(board.get_by_text("loss").first).to_be_visible(timeout=SECONDS)
    expect(board.locator("vz-line-chart2, line-chart").first).to_be_visible(timeout=SECONDS)
    picture(board, "tensorboard-scalars")
    board.goto(f"{address}#graphs")
    board.reload()
    expect(board.locator("svg g.node").first).to_be_visible(timeout=SECONDS)
    assert board.locator("svg g.node text", has_text="model").count() > 0
    picture(board, "tensorboard-graph")
