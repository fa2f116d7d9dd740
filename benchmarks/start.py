"""How soon a reader sees the index: from `make lab`'s start to the page's first heading.

    python benchmarks/start.py              # a first start, then three; aim: under 5 s from the second

Needs a Chromium (`make browser-test` says how to get one). The course is a copy in a temporary
folder; the browser keeps what it has seen, as a reader's does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser.lab import copy_course, free_port, grader_lab  # noqa: E402

FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-component-update"]
# What `make lab` does before: the set-up looks whether .venv is ready (it builds nothing here).
LOOK = (
    "import sys; sys.path.insert(0, 'setup'); from pathlib import Path; "
    "from environment import *; print(state_of(Layout(Path.cwd()), None))"
)


def start(page: Any, checkout: Path, home: Path, port: str) -> tuple[float, float]:
    """Seconds until the server answers, and until the index can be read."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", LOOK], cwd=ROOT, check=True, capture_output=True)
    with grader_lab(checkout, home, Path(checkout).parent / "lab.log", PORT=port) as lab:
        answered = time.monotonic() - began
        page.goto(lab.address("/lab/tree/index.ipynb"))
        expect(page.locator(".jp-RenderedMarkdown h1").first).to_be_visible(timeout=60_000)
        took = time.monotonic() - began
        page.goto("about:blank")  # or it asks a server that has gone
    return answered, took


def main() -> None:
    """Prints the seconds of each start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=4)
    count = parser.parse_args().starts
    found = subprocess.run(
        [sys.executable, ROOT / "setup" / "browser.py"], capture_output=True, text=True
    )
    if found.returncode:
        raise SystemExit(found.stderr.strip())
    flags = FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with tempfile.TemporaryDirectory(prefix="grader-benchmark-") as name, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found.stdout.strip(), args=flags)
        page = browser.new_page()
        given = (page, copy_course(Path(name) / "course"), Path(name) / "home", str(free_port()))
        for number in range(count):
            answered, took = start(*given)
            title = "first start" if number == 0 else "again"
            print(f"{title}: the server after {answered:.1f} s, the index after {took:.1f} s")
        browser.close()


if __name__ == "__main__":
    main()
