"""Tests in a real browser: collected only when they are asked for (`make browser-test`).

They take minutes and need a Chromium; `make test` does neither.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Where screenshots go; kept after the run, ignored by git.
SCREENSHOTS = Path(os.environ.get("SCREENSHOTS", ROOT / "screenshots"))
# For whatever a page does by itself; a busy machine may take long for it.
MILLISECONDS = 30_000
SIZE = {"width": 1200, "height": 800}


def pytest_ignore_collect(collection_path, config):
    """True where nobody named this folder, or a file in it, on the command line."""
    asked = [Path(argument.partition("::")[0]).resolve() for argument in config.args]
    return None if any(path == HERE or HERE in path.parents for path in asked) else True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    setattr(item, f"report_{report.when}", report)
    return report


@pytest.fixture(scope="session")
def browser():
    """Debian's or Playwright's Chromium, headless, that speaks with this machine alone."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=MILLISECONDS)
    found = subprocess.run(
        [sys.executable, ROOT / "setup" / "browser.py"], capture_output=True, text=True
    )
    if found.returncode:
        pytest.exit(found.stderr.strip(), returncode=1)
    flags = [
        *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
        *("--disable-component-update", "--disable-sync", "--force-color-profile=srgb"),
        # Whatever a page asks the network for, it gets nothing; the tests say that it asked.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *localhost",
    ]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium's own sandbox refuses to work for root
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=found.stdout.strip(), args=flags)
        yield one
        one.close()


@pytest.fixture
def open_page(browser, request):
    """Opens pages that are watched: open_page(dark=True, **options of Browser.new_context).

    At the end of the test nothing may have been wrong in any of them. A test that fails leaves a
    screenshot of each page.
    """
    from tests.browser.watching import Watch

    watch, contexts = Watch(), []

    def open_one(dark=False, **options):
        settings = {"viewport": SIZE, "color_scheme": "dark" if dark else "light"} | options
        context = browser.new_context(**settings)
        context.set_default_timeout(MILLISECONDS)
        watch.attach(context)
        contexts.append(context)
        return context.new_page()

    yield open_one
    failed = getattr(request.node, "report_call", None)
    name = re.sub(r"\W+", "-", request.node.name).strip("-")
    for context in contexts:
        if failed is not None and failed.failed:
            SCREENSHOTS.mkdir(exist_ok=True)
            for number, page in enumerate(context.pages):
                page.screenshot(path=SCREENSHOTS / f"failed-{name}-{number}.png")
        context.close()
    assert watch.trouble() == []


@pytest.fixture
def page(open_page):
    """One watched page, for a reader who likes it light."""
    return open_page()


@pytest.fixture(scope="session")
def screenshots():
    """The folder that is kept."""
    return SCREENSHOTS


@pytest.fixture(scope="session")
def picture():
    """picture(page or locator, "name") keeps a screenshot, and of a page its words."""
    from tests.browser.words import shown_words

    SCREENSHOTS.mkdir(exist_ok=True)

    def keep(what, name, **options):
        what.screenshot(path=SCREENSHOTS / f"{name}.png", **options)
        if hasattr(what, "goto"):
            (SCREENSHOTS / f"{name}.txt").write_text(shown_words(what), encoding="utf-8")

    return keep


@pytest.fixture(scope="session")
def checkout(tmp_path_factory):
    """A copy of the course."""
    from tests.browser.lab import copy_course

    return copy_course(tmp_path_factory.mktemp("reader") / "course")


@pytest.fixture(scope="session")
def lab(checkout):
    """`grader lab` in the copy, on the reference engine. The reader has solved nothing yet.

    Beside each working copy lies another with all its solutions: solved-1-recipes.ipynb.
    """
    from tests.browser.lab import grader_lab

    home = checkout.parent / "home"
    log = checkout.parent / "lab.log"
    with grader_lab(checkout, home, log, GRADER_BACKEND="engine") as running:
        for source in sorted((checkout / "solutions").glob("[0-9]*/*.ipynb")):
            target = running.folder / source.parent.name / f"solved-{source.name}"
            target.write_bytes(source.read_bytes())
        yield running


@pytest.fixture(scope="session")
def class_folder(checkout):
    """A graded class of twelve: what `make demo` leaves, made on the reference engine."""
    from tests.browser.lab import environment

    folder = checkout.parent / "class"
    command = [sys.executable, "-m", "grader.cli", "demo", "--students", "12", "--out", folder]
    done = subprocess.run(
        [*command, "--chapter", "01-graphs", "--backend", "engine", "--cell-seconds", "5"],
        cwd=checkout,
        env=environment(checkout.parent / "instructor", checkout),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder
