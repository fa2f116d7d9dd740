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

@pytest.mark.scaled
def test_both(): pass

@pytest.mark.sampled(1, of="chapters")
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
def test_both_layers_together_are_everything(tmp_path):
    _, daily = run(tmp_path, SAMPLE, LAYER="daily", SEED="a")
    _, rest = run(tmp_path, SAMPLE, LAYER="rest", SEED="a")
    _, everything = run(tmp_path, SAMPLE, LAYER="all")
    assert passed(daily) | passed(rest) == passed(everything)
    assert passed(daily) & passed(rest) == {"test_both"}
    assert "test_slow" in passed(rest)
    assert len([name for name in passed(daily) if name.startswith("test_some")]) == 3
    assert len([name for name in passed(daily) if name.startswith("test_chapter")]) == 1


@pytest.mark.slow
def test_the_sample_follows_the_seed(tmp_path):
    first, again, other = (
        passed(run(tmp_path, SAMPLE, LAYER="daily", SEED=seed)[1]) for seed in ("a", "a", "c")
    )
    assert first == again != other


def test_of_what_takes_longest_the_rest_keeps_a_share_that_follows_the_seed(monkeypatch):
    names = [f"tests/classroom/test_a.py::test_{n}" for n in range(31)] + ["tests/cli/test_b.py::b"]
    kept = []
    for seed in ("a", "a", "c"):
        monkeypatch.setattr(layers, "seed", lambda seed=seed: seed)
        kept.append(layers.of_this_commit(names))
    assert kept[0] == kept[1] != kept[2]
    assert {len(one) for one in kept} == {14} and all(names[-1] in one for one in kept)


@pytest.mark.parametrize("layer", ["daily", "rest", "all"])
def test_a_daily_test_that_takes_too_long_is_named_and_fails_nothing(tmp_path, layer):
    code, text = run(tmp_path, LONG, LAYER=layer, LIMIT="0.02")
    assert code == 0, text
    assert ("make them smaller or mark them" in text) == (layer == "daily")
    assert text.count("test_excused") == (layer != "rest")  # not among those that took too long


def test_an_unknown_layer_is_refused(tmp_path):
    code, text = run(tmp_path, LONG, LAYER="weekly")
    assert code != 0
    assert "LAYER=weekly is no layer" in text
