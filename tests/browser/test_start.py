"""How soon a reader sees the index: from `make lab`'s second start to the page's first heading."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.lab import ROOT, copy_course, grader_lab

SECONDS = 5.0
TRIES = 3
# Processes that want to run, for each core: above it the time says nothing of the course.
BUSY = 2
# What `make lab` does before: the set-up looks whether .venv is ready (it builds nothing here).
LOOK = (
    "import sys; sys.path.insert(0, 'setup'); from pathlib import Path; "
    "from environment import *; print(state_of(Layout(Path.cwd()), None))"
)


def start(page, checkout, home):
    """Seconds until the index can be read."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", LOOK], cwd=ROOT, check=True, capture_output=True)
    with grader_lab(checkout, home, Path(checkout).parent / "lab.log") as lab:
        page.goto(lab.address("/lab/tree/index.ipynb"))
        expect(page.locator(".jp-RenderedMarkdown h1").first).to_be_visible()
        took = time.monotonic() - began
        page.goto("about:blank")  # or it asks a server that has gone
        return took


@pytest.mark.skipif(
    os.getloadavg()[0] > BUSY * os.cpu_count(), reason="others keep this machine busy"
)
def test_the_index_is_there_within_five_seconds(page, tmp_path):
    checkout = copy_course(tmp_path / "course")
    start(page, checkout, tmp_path / "home")
    # On a machine that does other things as well, the best of a few says what the course needs.
    times = []
    while len(times) < TRIES and not any(seconds < SECONDS for seconds in times):
        times.append(start(page, checkout, tmp_path / "home"))
    assert min(times) < SECONDS, times
