"""What a reader has reached: it outlives kernels, meets other notebooks, and never stops a check."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader import notebook, progress
from grader.cli import main
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.catalogue import chapter_of

ROOT = Path(__file__).parents[1]
FIRST, SECOND = list(chapter_exercises(CHAPTERS[0]).values())[:2]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv(progress.FOLDER_VARIABLE, raising=False)
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    return tmp_path


def records(folder):
    text = (folder / progress.FILE).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


def test_the_checks_of_tests_leave_no_trace():
    assert os.environ[progress.FOLDER_VARIABLE], "tests/conftest.py sets it"


def test_the_best_points_and_the_last_time_are_kept(folder):
    for points in (1, 2, 0.5):
        progress.record("graphs/copies", points, folder)
    written = [
        {"exercise": "graphs/copies", "points": 1, "time": "2030-05-06T07:08:09+00:00"},
        {"exercise": "graphs/copies", "points": 0, "time": "2031-05-06T07:08:09+00:00"},
    ]
    with (folder / progress.FILE).open("a") as file:
        file.writelines(json.dumps(line) + "\n" for line in written)
    found = progress.read(folder)
    assert found == {"graphs/copies": progress.Best(2, datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC))}


def test_the_same_check_again_and_again_fills_no_disk(folder):
    for _ in range(50):
        progress.record("graphs/copies", 1, folder)
    assert len(records(folder)) <= 2  # a minute may end in between
    progress.record("graphs/copies", 2, folder)
    assert records(folder)[-1]["points"] == 2


@pytest.mark.slow
def test_notebooks_at_once_lose_nothing(folder):
    code = (
        "import sys\nfrom pathlib import Path\nfrom grader import progress\nsys.stdin.read()\n"
        "for number in range(200):\n"
        "    progress.record(f'{sys.argv[1]}/{number}', number, Path(sys.argv[2]))\n"
    )
    others = [
        subprocess.Popen(
            [sys.executable, "-c", code, name, str(folder)], stdin=subprocess.PIPE, cwd=ROOT
        )
        for name in ("one", "other")
    ]
    for process in others:
        process.stdin.close()  # both start now
    assert [process.wait(60) for process in others] == [0, 0]
    expected = {f"{name}/{number}": number for name in ("one", "other") for number in range(200)}
    assert {name: best.points for name, best in progress.read(folder).items()} == expected


DAMAGES = {
    "cut off in the middle of a line": b'{"exercise": "graphs/chain", "poi',
    "not text": bytes(range(256)) * 20,
    "other json": b'[1, 2]\n"x"\nnull\n{"exercise": 3}\n{"time": {}}\n',
    "impossible points": b'{"exercise": "a", "points": 1e999, "time": "2030-05-06T07:08:09+00:00"}\n'
    b'{"exercise": "a", "points": -1, "time": "2030-05-06T07:08:09+00:00"}\n'
    b'{"exercise": "a", "points": 1' + b"0" * 400 + b', "time": "2030-05-06T07:08:09+00:00"}\n',
    "impossible times": b'{"exercise": "a", "points": 1, "time": "yesterday"}\n'
    b'{"exercise": "a", "points": 1, "time": "2030-05-06"}\n',
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_line_costs_only_itself(folder, damage):
    progress.record("graphs/copies", 1, folder)
    with (folder / progress.FILE).open("ab") as file:
        file.write(damage)
    progress.record("graphs/polynomial", 2, folder)
    found = progress.read(folder)
    assert {name: best.points for name, best in found.items()} == {
        "graphs/copies": 1,
        "graphs/polynomial": 2,
    }


def _no_folder(folder):
    (folder / ".grader").write_text("a file where a folder should be")


def _file_is_folder(folder):
    (folder / progress.FILE).mkdir(parents=True)


def _pipe(folder):
    (folder / ".grader").mkdir()
    os.mkfifo(folder / progress.FILE)


def _gone(folder):
    folder.rmdir()


@pytest.mark.parametrize("spoil", [_no_folder, _file_is_folder, _pipe, _gone])
def test_without_a_trace_a_check_is_still_a_check(folder, spoil, monkeypatch, capsys):
    spoil(folder)
    monkeypatch.setattr(notebook, "_started_in", folder)
    with pytest.raises(notebook.CheckFailed, match=f"{FIRST.id}: 0 of"):
        notebook.check(FIRST.id, *[None for _ in FIRST.answers])
    assert "not yet tried" in _shown(capsys, monkeypatch)


def test_an_unwritable_folder_is_no_error(folder, monkeypatch):
    def refuse(*_):
        raise PermissionError("read-only")

    monkeypatch.setattr(os, "open", refuse)  # permissions do not bind root
    progress.record("graphs/copies", 1, folder)
    assert progress.read(folder) == {}


def _shown(capsys, monkeypatch, chapter=""):
    seen = []
    monkeypatch.setattr(notebook, "_display", lambda html, text: seen.append((html, text)))
    notebook.progress(chapter)
    ((html, text),) = seen
    assert re.sub("<[^>]*>", "", html).split()[:1] == text.split()[:1]
    return text


@pytest.mark.parametrize("place", [".", CHAPTERS[0], CHAPTERS[1]])
def test_index_and_chapters_share_one_trace(folder, place, monkeypatch, capsys):
    (folder / place).mkdir(exist_ok=True)
    monkeypatch.setattr(notebook, "_started_in", folder / CHAPTERS[0])
    with pytest.raises(notebook.CheckFailed):
        notebook.check(FIRST.id, *[None for _ in FIRST.answers])
    monkeypatch.setattr(notebook, "_started_in", folder / place)
    assert f"{progress.STATES['tried']}: {FIRST.id}" in _shown(capsys, monkeypatch)


def test_a_grading_run_leaves_no_trace(folder, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    progress.record("graphs/copies", 1, folder)
    assert list(folder.iterdir()) == []


def solve(folder, *exercises):
    for exercise in exercises:
        progress.record(exercise.id, exercise.points, folder)


def test_what_is_next_is_the_first_that_is_not_solved(folder):
    solve(folder, FIRST)
    progress.record(SECOND.id, SECOND.points / 2, folder)
    notebooks = progress.lessons_with_checks(ROOT / "notebooks")
    chapters = progress.course(progress.read(folder), notebooks=notebooks)
    coming = progress.next_up(chapters)[1]
    assert coming.id == SECOND.id
    assert [one.state for one in chapters[0].exercises[:3]] == ["solved", "tried", "open"]
    assert chapters[0].points == FIRST.points + SECOND.points / 2 and chapters[0].solved == 1
    assert f'href="../{coming.notebook}"' in progress.to_html(chapters, "../")
    assert (ROOT / "notebooks" / coming.notebook).is_file()


def test_every_exercise_has_a_lesson():
    found = progress.lessons_with_checks(ROOT / "notebooks")
    exercises = [name for chapter in CHAPTERS for name in chapter_exercises(chapter)]
    assert [name for name in found if "/" in name] == exercises
    assert all(found[name].startswith(chapter_of(name)) for name in exercises)


def test_a_lesson_that_cannot_be_read_has_no_exercises(folder):
    (folder / CHAPTERS[0]).mkdir()
    (folder / CHAPTERS[0] / "1-a.ipynb").write_bytes(b"\xff")
    (folder / CHAPTERS[0] / "2-b.ipynb").mkdir()
    (coming,) = progress.next_up(progress.of_reader(folder))[1:]
    assert coming.notebook == f"{CHAPTERS[0]}/1-a.ipynb"
    assert progress.of_reader(folder)[1].exercises[0].notebook == CHAPTERS[1]


def test_all_solved_is_said(folder):
    for chapter in CHAPTERS:
        solve(folder, *chapter_exercises(chapter).values())
    chapters = progress.course(progress.read(folder))
    assert progress.to_text(chapters).startswith("Every exercise with a check is solved.")
    assert all(one.points == one.max_points for one in chapters)


def test_an_exercise_that_lost_points_counts_no_more_than_it_has(folder):
    progress.record(FIRST.id, FIRST.points + 5, folder)
    one = progress.course(progress.read(folder))[0].exercises[0]
    assert one.points == FIRST.points and one.state == "solved"


def test_a_chapter_that_does_not_exist_is_said():
    with pytest.raises(notebook.CheckFailed, match="no chapter 'graphs'; available: 01-graphs"):
        notebook.progress("graphs")


def test_the_command_shows_the_same(folder):
    solve(folder, FIRST)
    shown = CliRunner().invoke(main, ["progress", "--root", str(folder / CHAPTERS[0])]).output
    assert "there is no folder" in " ".join(shown.split())
    shown = CliRunner().invoke(main, ["progress", CHAPTERS[0], "--root", str(folder)])
    assert shown.exit_code == 0
    row = next(line for line in shown.output.splitlines() if FIRST.id in line)
    assert "solved" in row and f"{FIRST.points:g} of {FIRST.points:g}" in row
    assert f"Next: {SECOND.id}" in shown.output
    assert CHAPTERS[1] not in shown.output
    wrong = CliRunner().invoke(main, ["progress", "99-none"])
    assert wrong.exit_code == 2 and "no chapter '99-none'" in " ".join(wrong.output.split())
