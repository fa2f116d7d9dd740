"""What one cell does costs at most the answers after it, never the next submission or this machine."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from tempfile import mkdtemp

import nbformat
import psutil
import pytest
from burdens import BURDENS
from nbformat.v4 import new_code_cell

from grader.sandbox import bubblewrap

pytestmark = pytest.mark.sandbox
PARAMETERS = [
    pytest.param(name, marks=[pytest.mark.long_attack] if one.long else [])
    for name, one in BURDENS.items()
]


OWN = f"grader-{os.getpid()}-"  # other gradings may run on this machine


def traces() -> tuple[set[int], set[str]]:
    """The processes below this one, and the folders in which submissions of this one ran."""
    below = {one.pid for one in psutil.Process().children(recursive=True) if _lives(one)}
    return below, {str(path) for path in Path("/tmp").glob(f"{OWN}*")}


def left_since(before: tuple[set[int], set[str]]) -> list[object]:
    """What is there more than before; what is about to end is given the time."""
    deadline = time.monotonic() + 10
    while True:
        processes, folders = (now - then for now, then in zip(traces(), before, strict=True))
        if not (processes or folders) or time.monotonic() > deadline:
            return [*processes, *folders]
        time.sleep(0.02)


def _lives(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


@pytest.fixture(scope="module")
def warm(toy_grader):
    """Whatever is kept between submissions is there by now."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bubblewrap, "scratch_folder", lambda: Path(mkdtemp("", OWN, "/tmp")))
        assert toy_grader.grade_cells().points == 4
        yield toy_grader


@pytest.mark.sampled(0, ci=0.5)
@pytest.mark.parametrize("name", PARAMETERS)
def test_a_burden_is_contained(warm, name):
    burden, limits = BURDENS[name], warm.settings.limits
    before = traces()
    notebook = warm.notebook()
    notebook.cells.insert(3, new_code_cell(burden.cell.strip("\n"), id="burden"))
    started = time.monotonic()
    result = warm.grade(notebook)
    took = time.monotonic() - started
    # Never for a person: that would be an attack on the instructor's time.
    assert result.status == "graded", result.message
    first, second = (verdict.points for verdict in result.verdicts)
    assert first == 2, "what was judged before stays"
    if burden.ends is not None:
        assert second == (0 if burden.ends else 2), result.verdicts[1].message
    if second == 0:
        assert "could not be judged" in result.verdicts[1].message or result.flags or result.limits
    shown = nbformat.reads(result.executed, as_version=4)
    output = "".join(str(cell.outputs) for cell in shown.cells if cell.id == "burden")
    told = output + result.verdicts[1].message + " ".join(result.limits)
    assert not burden.told or any(text in told for text in burden.told), told[-2000:]
    assert "HELD" not in output
    assert len(result.executed) < 8_000_000
    assert took < 3 * (limits.cell_seconds + limits.grace_seconds) + 20
    assert not left_since(before)
    assert warm.grade_cells().points == 4, "the next submission is graded as ever"


@pytest.mark.slow
def test_an_answer_that_never_ends_costs_only_itself(toy_grader):
    result = toy_grader.grade_cells(double="def double(x):\n    while True: pass")
    assert [verdict.points for verdict in result.verdicts] == [0, 2]
    assert "your answer took longer than 4 seconds" in result.verdicts[0].message
    assert result.limits
