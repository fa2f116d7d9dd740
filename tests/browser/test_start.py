"""How soon a reader sees the index: from `make lab`'s second start to the page's first heading."""

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import expect

from tests.browser.lab import ROOT, copy_course, free_port, grader_lab

# The goal is GOAL; measured beside other work, on two cores, were 5.3 to 6.0 s, of which JupyterLab's
# own server takes 2.2 and its page 3. What fails is a start that is clearly slower than that.
GOAL = 5.0
SECONDS = 8.0
TRIES = 3
# The share of the machine that others may have meanwhile; with more, the time says nothing of us.
OTHERS = 0.1
# What `make lab` does before: the set-up looks whether .venv is ready (it builds nothing here).
LOOK = (
    "import sys; sys.path.insert(0, 'setup'); from pathlib import Path; "
    "from environment import *; print(state_of(Layout(Path.cwd()), None))"
)


def used_by_all():
    """Processor seconds that the machine has spent on anything."""
    times = psutil.cpu_times()
    return sum(times) - times.idle - getattr(times, "iowait", 0.0)


def used_by_us():
    """Processor seconds of this test: of itself, its browser and its servers."""
    total = 0.0
    for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
        try:
            total += sum(process.cpu_times()[:4])
        except psutil.Error:
            continue
    return total


def start(page, checkout, home, port):
    """Seconds until the index can be read, and the share of the machine that others had."""
    began, all_before, ours_before = time.monotonic(), used_by_all(), used_by_us()
    subprocess.run([sys.executable, "-c", LOOK], cwd=ROOT, check=True, capture_output=True)
    with grader_lab(checkout, home, Path(checkout).parent / "lab.log", PORT=port) as lab:
        page.goto(lab.address("/lab/tree/index.ipynb"))
        expect(page.locator(".jp-RenderedMarkdown h1").first).to_be_visible()
        took = time.monotonic() - began
        foreign = (used_by_all() - all_before) - (used_by_us() - ours_before)
        page.goto("about:blank")  # or it asks a server that has gone
    return took, max(foreign, 0.0) / (took * psutil.cpu_count())


def test_the_index_is_soon_there(page, tmp_path, screenshots):
    checkout = copy_course(tmp_path / "course")
    # A reader has one port, so the browser still knows most of what the first start showed.
    given = (page, checkout, tmp_path / "home", str(free_port()))
    start(*given)
    tried = []
    while len(tried) < TRIES and not any(seconds < GOAL for seconds, _ in tried):
        tried.append(start(*given))
    seconds, others = min(tried)
    said = f"{seconds:.1f} s (goal: {GOAL:g} s), others had {others:.0%} of the machine"
    screenshots.mkdir(exist_ok=True)
    (screenshots / "start.txt").write_text(said + "\n")
    if seconds >= SECONDS and others > OTHERS:
        pytest.skip(said)
    assert seconds < SECONDS, tried
