"""Which Chromium the browser tests take, and the sentence where there is none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "setup" / "browser.py"


def look(home, *words, **variables):
    """Runs the script for a user with that home and nothing on PATH but what `variables` say."""
    environment = {"HOME": str(home), "PATH": str(home / "bin"), "SYSTEMROOT": ""} | variables
    return subprocess.run(
        [sys.executable, SCRIPT, *words], env=environment, capture_output=True, text=True
    )


def program(path, text="exit 0"):
    """A program that can be started."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("words", [(), ("--install",)], ids=["found", "no apt-get"])
def test_where_there_is_none_a_sentence_says_how_to_get_one(tmp_path, words):
    done = look(tmp_path, *words)
    assert done.returncode == 1 and done.stdout == ""
    assert "apt-get install chromium" in done.stderr
    assert "playwright install chromium" in done.stderr


def test_the_one_on_path_is_taken(tmp_path):
    chromium = program(tmp_path / "bin" / "chromium")
    done = look(tmp_path)
    assert (done.returncode, done.stdout.strip()) == (0, str(chromium))


def test_one_that_does_not_start_is_passed_over(tmp_path):
    program(tmp_path / "bin" / "chromium-browser", "echo 'needs the snap' >&2; exit 1")
    kept = program(tmp_path / ".cache/ms-playwright/chromium-1200/chrome-linux64/chrome")
    assert look(tmp_path).stdout.strip() == str(kept)


def test_the_newest_that_playwright_keeps_is_taken(tmp_path):
    folder = tmp_path / "browsers"
    for number in (1100, 1200):
        newest = program(folder / f"chromium-{number}" / "chrome-linux" / "chrome")
    done = look(tmp_path, PLAYWRIGHT_BROWSERS_PATH=str(folder))
    assert done.stdout.strip() == str(newest)


def test_who_names_one_gets_that_or_none(tmp_path):
    program(tmp_path / "bin" / "chromium")
    mine = program(tmp_path / "mine")
    assert look(tmp_path, CHROMIUM=str(mine)).stdout.strip() == str(mine)
    assert look(tmp_path, CHROMIUM=str(tmp_path / "missing")).returncode == 1


def test_ci_runs_the_browser_tests():
    script = SCRIPT.parent.parent / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make browser-test" in script.read_text()
