"""The layers of the tests: what the daily run keeps, and that a slow test cannot hide in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import layers

ROOT = Path(__file__).parent.parent
QUICK = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

SAMPLE = """
import time
import pytest

def test_plain(): pass

@pytest.mark.slow
def test_slow(): pass

@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", range(20))
def test_some(case): pass

@pytest.mark.sampled(1, ci=0.25)
@pytest.mark.parametrize("case", range(20))
def test_many(case): pass

@pytest.mark.scaled
def test_both(): pass

@pytest.mark.sampled(1, of="chapters", ci=3)
@pytest.mark.parametrize("chapter", ["01-graphs", "02-sessions", "03-lifetimes", "04-training",
    "05-autodiff", "06-gradient-control", "07-savers", "08-scopes", "09-kernels", "10-build-an-engine"])
def test_chapter(chapter): pass
"""

LONG = """
import time
import pytest

def test_long(): time.sleep(0.5)

@pytest.mark.takes_long("it sleeps")
def test_excused(): time.sleep(0.5)

@pytest.mark.sampled(1)
@pytest.mark.parametrize("case", range(2))
def test_sampled(case): time.sleep(0.5)
"""


def run(folder: Path, text: str, *arguments: str, **environment: str) -> tuple[int, str]:
    """Runs pytest with the layers' plugin on a file of tests; its exit code and what it printed."""
    (folder / "conftest.py").write_text(
        "from tests import layers\n"
        f"layers.LIMIT = {environment.pop('LIMIT', '5')}\n"
        "def pytest_configure(config): config.pluginmanager.register(layers.Times())\n"
        "def pytest_collection_modifyitems(config, items): layers.choose(config, items)\n"
    )
    (folder / "test_it.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA", *arguments, folder],
        cwd=folder,
        env={**os.environ, **QUICK, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def passed(text: str) -> set[str]:
    return {line.partition("::")[2] for line in text.splitlines() if line.startswith("PASSED")}


@pytest.mark.slow
def test_the_layers_together_are_everything(tmp_path):
    _, daily = run(tmp_path, SAMPLE, LAYER="daily")
    _, ci = run(tmp_path, SAMPLE, LAYER="ci")
    _, whole = run(tmp_path, SAMPLE, LAYER="whole")
    many = {f"test_many[{case}]" for case in range(20)}
    chapters = {name for name in passed(whole) if "chapter" in name}
    assert passed(daily) | passed(ci) | many | chapters == passed(whole)
    assert passed(ci) & chapters == {"test_chapter[04-training]", "test_chapter[07-savers]"}
    assert passed(daily) & passed(ci) == {"test_both"}
    assert "test_slow" in passed(ci)
    assert {name for name in passed(daily) if "chapter" in name} == {"test_chapter[01-graphs]"}
    some = {name for name in passed(daily) if name.startswith("test_some")}
    assert some == {"test_some[0]", "test_some[6]", "test_some[13]"}
    assert {name for name in passed(daily) if name in many} == {"test_many[0]"}
    assert {name for name in passed(ci) if name in many} == {
        f"test_many[{case}]" for case in (4, 8, 12, 16)
    }


@pytest.mark.slow
@pytest.mark.parametrize("layer", ["daily", "ci"])
def test_a_seed_changes_nothing_about_which_tests_run(tmp_path, layer):
    names = [passed(run(tmp_path, SAMPLE, LAYER=layer, SEED=seed)[1]) for seed in ("a", "b")]
    assert names[0] == names[1] != set()


def test_a_part_reaches_through_all_cases():
    assert layers.spread(range(10), 3) == [0, 3, 6]
    assert layers.spread(range(10), 0.2) == [0, 5]
    assert layers.spread(range(3), 0.1) == [0]
    assert layers.spread(range(3), 7) == [0, 1, 2]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("layer", ["daily", "ci", "all"])
def test_a_daily_test_that_takes_too_long_is_named_and_fails_nothing(tmp_path, layer):
    code, text = run(tmp_path, LONG, LAYER=layer, LIMIT="0.02")
    assert code == 0, text
    assert ("make them smaller or mark them" in text) == (layer == "daily")
    assert text.count("test_excused") == (layer != "ci")  # not among those that took too long


def test_an_unknown_layer_is_refused(tmp_path):
    code, text = run(tmp_path, LONG, LAYER="weekly")
    assert code != 0
    assert "LAYER=weekly is no layer" in text
