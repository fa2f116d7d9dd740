"""Guesses are compared with what came, count once, and never stand in the reader's way."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from grader import notebook, predictions, progress
from grader.cli import main
from grader.exercises import CHAPTERS
from grader.languages import using
from tests.test_progress import DAMAGES, _file_is_folder, _gone, _no_folder, _pipe

ROOT = Path(__file__).parents[1]
NAME = "graphs/additions"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A reader's folder, with an empty record."""
    monkeypatch.delenv(progress.FOLDER_VARIABLE, raising=False)
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    monkeypatch.setattr(notebook, "_started_in", tmp_path)
    return tmp_path


@pytest.fixture
def shown(monkeypatch):
    """What `compare` displays, as (html, text); the kernel is a new one."""
    seen = []
    monkeypatch.setattr(notebook, "_display", lambda html, text: seen.append((html, text)))
    restart(monkeypatch)
    return seen


def restart(monkeypatch):
    monkeypatch.setattr(notebook, "_predictions", predictions.Memory())


def told(shown):
    """The text of the last comparison."""
    return shown[-1][1]


def kind(value):
    return type(value).__name__


def went(shown, guess, came, **more):
    """The state of one guess against what came."""
    notebook.predict(NAME, it=guess)
    notebook.compare(NAME, it=came, **more)
    (state,) = (state for state, text in predictions.STATES.items() if told(shown).startswith(text))
    return state


# --------------------------------------------------------------------------------- what agrees


AGREE = [
    (3, 3),
    (3.0, 3),
    (3, np.int64(3)),
    (0.667, 2 / 3),
    (1e-12, 0.0),
    (float("nan"), np.float32("nan")),
    (float("inf"), np.inf),
    (1j, np.complex64(1j)),
    (True, np.bool_(True)),
    ("yes", True),
    (" False", np.bool_(False)),
    (["no", "是"], [False, True]),
    (" Add ", "add"),
    ("add", np.str_("add")),
    ("add", b"add"),
    (None, None),
    ([1, 2], (1, 2)),
    ([1, [2.0, None]], [1, [2.0, None]]),
    (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
    (range(3), np.arange(3)),
    (5, np.array(5)),
    (10**400, 10**400),
]
DIFFER = [
    (3, 4),
    (1000, 1001),
    (0.66, 2 / 3),
    (0, 1e-6),
    (1, float("inf")),
    (float("inf"), 1.0),
    (float("nan"), 1.0),
    (10**400, 1.0),
    (1, True),
    (False, 0),
    ("1", 1),
    ("no", True),
    ("perhaps", False),
    (True, "yes"),
    ("add", "mul"),
    ([1, 2], [2, 1]),
    ([1, 2], [1, 2, 3]),
    (2, [2]),
    (None, 0),
]


@pytest.mark.parametrize(("guess", "came"), AGREE, ids=kind)
def test_these_agree(folder, shown, guess, came):
    assert went(shown, guess, came) == "right"


@pytest.mark.parametrize(("guess", "came"), DIFFER, ids=kind)
def test_these_differ(folder, shown, guess, came):
    assert went(shown, guess, came) == "different"


def test_an_estimate_may_be_further_off(folder, shown):
    assert went(shown, 95, 100) == "different"
    assert went(shown, 95, 100, within=0.1) == "right"
    assert went(shown, [1.0, 95], [1.05, 100], within=0.1) == "right"
    assert went(shown, 89, 100, within=0.1) == "different"
    assert went(shown, 0.66, 2 / 3, within="much") == "different"


# ------------------------------------------------------------------------------- what is shown


def test_the_table_has_each_question_with_guess_and_answer(folder, shown, capsys):
    notebook.predict(NAME, reads=1, adds=2, muls=...)
    assert capsys.readouterr().out == "Noted, without muls. Run the next cell to see the result.\n"
    notebook.compare(NAME, reads=2, adds=2, muls=7)
    html, text = shown[0]
    assert text.splitlines() == [
        "≠ different: reads (your guess: 1; result: 2)",
        "✓ right: adds (your guess: 2; result: 2)",
        "○ no guess: muls (result: 7)",
        "Not what you predicted. Take a moment: what explains the difference?",
    ]
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", html)
    assert [re.sub("<[^>]*>", "", cell) for cell in cells[4:8]] == [
        "reads",
        "1",
        "2",
        "≠ different",
    ]


@pytest.mark.parametrize(
    ("guesses", "line"),
    [
        ({"reads": ..., "adds": ...}, "No guess yet"),
        ({}, "No guess yet"),
        ({"reads": 1}, "Noted. Run the next cell"),
        ({"reads": 1, "adds": [1, ...]}, "Noted, without adds."),
        ({"reads": object()}, "reads: a guess is a number"),
        ((5,), "Write the guess after the keyword"),
    ],
)
def test_predict_says_in_one_line_what_to_do(folder, shown, capsys, guesses, line):
    if isinstance(guesses, tuple):
        notebook.predict(NAME, *guesses)
    else:
        notebook.predict(NAME, **guesses)
    out = capsys.readouterr().out
    assert out.startswith(line) and out.count("\n") == 1


def test_nothing_that_is_shown_is_markup_of_the_reader(folder, shown):
    went(shown, "<b>&", "<script>")
    assert "<b>" not in shown[0][0] and "<script>" not in shown[0][0]
    notebook.compare(NAME, **{"<i>": 1})
    assert "<i>" not in shown[1][0]


def test_long_values_are_cut(folder, shown):
    assert went(shown, "x" * 10**6, list(range(500))) == "different"
    assert len(told(shown)) < 400


def test_chinese_readers_read_chinese(folder, shown):
    with using("zh_CN"):
        notebook.predict(NAME, reads=1)
        notebook.compare(NAME, reads=1)
    assert "right" not in told(shown) and 'lang="zh-CN"' in shown[0][0].replace("'", '"')
    assert progress.read_predictions(folder) == {NAME: True}


# -------------------------------------------------------------------------- nothing ever raises


class Angry:
    """Raises, whatever is done with it."""

    def __getattribute__(self, name):
        raise RuntimeError(name)

    def __eq__(self, other):
        raise RuntimeError

    def __repr__(self):
        raise RuntimeError

    __hash__ = None


class AngryNumber(float):
    def __float__(self):
        raise RuntimeError

    __eq__ = __repr__ = __float__
    __hash__ = None


def endless():
    endless = []
    endless.append(endless)
    return endless


def deep():
    found = []
    for _ in range(5000):
        found = [found]
    return found


STRANGE = {
    "object": object,
    "angry": Angry,
    "angry number": AngryNumber,
    "type": lambda: int,
    "function": lambda: deep,
    "dictionary": lambda: {"a": 1},
    "endless list": endless,
    "deep list": deep,
    "large array": lambda: np.zeros(10**7),
    "objects": lambda: np.array([object(), Angry], dtype=object),
    "tensor": lambda: notebook.tf.constant(1.0),
    "variable": lambda: notebook.tf.Variable(1.0),
    "list of tensors": lambda: [notebook.tf.constant(1.0)],
    "generator": lambda: (n for n in range(3)),
}


@pytest.mark.parametrize("make", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("came", [2, None, object()], ids=kind)
def test_a_guess_can_be_anything(folder, shown, make, came):
    assert went(shown, make(), came) == "strange"
    assert progress.read_predictions(folder) == {}


@pytest.mark.parametrize(
    "guess", ["\ud800", 10**5000, "\x00", float("nan"), np.float16(1)], ids=kind
)
def test_odd_guesses_are_still_guesses(folder, shown, guess):
    assert went(shown, guess, 2) in ("different", "strange")
    told(shown).encode()


def test_a_name_can_be_anything(folder, shown):
    for name in (None, 3, "", "x" * 10**6, "\ud800", "nowhere/x", Angry()):
        notebook.predict(name, 5, it=1)
        notebook.compare(name, 5, it=1)
        assert told(shown).startswith("✓ right")


def test_keywords_may_be_missing_unknown_or_a_parameters_name(folder, shown):
    notebook.predict(NAME, read=1, name=2, self=3)
    notebook.compare(NAME, reads=1, name=2, self=3)
    assert [line[0] for line in told(shown).splitlines()[:3]] == ["○", "✓", "✓"]


def test_what_was_not_guessed_was_not_predicted(folder, shown):
    notebook.predict(NAME, reads=1, adds=...)
    notebook.compare(NAME, reads=1, adds=2)
    assert told(shown).endswith("What you predicted is right.")


def test_a_guess_that_cannot_be_compared_was_not_right(folder, shown):
    notebook.predict(NAME, reads=1, adds=ValueError)
    notebook.compare(NAME, reads=1, adds="ValueError")
    assert told(shown).endswith("What you predicted is right.")


def test_a_misspelt_keyword_is_named(folder, shown):
    notebook.predict(NAME, read=1, adds=2)
    notebook.compare(NAME, reads=1, adds=2)
    assert told(shown).endswith("Nothing here is called read: use the keywords of the table.")
    notebook.compare(NAME, reads=1, read=1, adds=2)
    assert told(shown).endswith("What you predicted is right.")


def test_predict_and_compare_work_alone(folder, shown):
    notebook.predict()
    notebook.compare()
    notebook.compare(NAME, reads=1)
    assert told(shown).endswith(
        "No guess: the cell with predict(...) has not been run. The table shows the result."
    )
    notebook.compare(NAME, reads=Angry())
    assert told(shown).startswith("○ no guess: reads (result: <Angry>)")


@pytest.mark.parametrize("spoil", [_no_folder, _file_is_folder, _pipe, _gone])
def test_without_a_record_a_comparison_is_still_one(folder, shown, spoil):
    spoil(folder)
    assert went(shown, 1, 2) == "different"
    assert went(shown, 2, 2) == "right"
    assert told(shown).endswith(
        "(What counts is your guess before you saw the result, which was not right.)"
    )


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_record_costs_only_its_own_lines(folder, shown, damage):
    went(shown, 1, 1)
    with (folder / progress.FILE).open("ab") as file:
        file.write(damage)
        file.write(b'\n{"prediction": ["graphs/x"], "right": true}\n{"prediction": "graphs/y"}\n')
        file.write(b'{"prediction": "graphs/z", "right": 1}\n"prediction"\n["prediction"]\n')
    notebook.predict("graphs/other", it=1)
    notebook.compare("graphs/other", it=2)
    assert progress.read_predictions(folder) == {NAME: True, "graphs/other": False}


def test_a_long_record_is_read_at_once(folder, shown):
    progress.record("graphs/copies", 1, folder)
    line = (folder / progress.FILE).read_bytes()
    with (folder / progress.FILE).open("ab") as file:
        file.write(line * (progress.MAX_BYTES // len(line) + 1))
    lines = progress._lines(folder)
    assert len(lines) > 100_000  # read in a tenth of a second, since few of them are parsed
    assert went(shown, 1, 1) == "right"


# --------------------------------------------------------------------------------- what counts


def test_the_first_guess_counts(folder, shown, monkeypatch):
    assert went(shown, 1, 2) == "different"
    assert went(shown, 2, 2) == "right"
    assert told(shown).endswith(
        "(What counts is your guess before you saw the result, which was not right.)"
    )
    restart(monkeypatch)
    assert went(shown, 2, 2) == "right"
    assert told(shown).endswith(
        "(What counts is your guess before you saw the result, which was not right.)"
    )
    assert progress.read_predictions(folder) == {NAME: False}
    assert (folder / progress.FILE).read_text().count(NAME) == 1


def test_a_right_first_guess_stays_right(folder, shown):
    assert went(shown, 2, 2) == "right"
    assert told(shown).endswith("You predicted it.")
    assert went(shown, 1, 2) == "different"
    assert told(shown).endswith(
        "(What counts is your guess before you saw the result, which was right.)"
    )
    assert progress.read_predictions(folder) == {NAME: True}


def test_a_guess_may_change_until_the_answer_is_there(folder, shown):
    notebook.predict(NAME, it=1)
    assert went(shown, 2, 2) == "right"
    assert progress.read_predictions(folder) == {NAME: True}


def test_a_guess_after_the_answer_does_not_count(folder, shown, monkeypatch):
    assert went(shown, ..., 2) == "open"
    assert went(shown, 2, 2) == "right"
    assert told(shown).endswith("(Not counted, because the result had already been shown.)")
    assert progress.read_predictions(folder) == {}
    restart(monkeypatch)  # another day, after a look through the whole chapter
    assert went(shown, 2, 2) == "right"
    assert progress.read_predictions(folder) == {NAME: True}


def test_a_prediction_is_right_if_all_its_guesses_are(folder, shown):
    notebook.predict("graphs/a", one=1, two=..., three=3)
    notebook.compare("graphs/a", one=1, two=2, three=3)
    notebook.predict("graphs/b", one=1, two=5)
    notebook.compare("graphs/b", one=1, two=2)
    assert progress.read_predictions(folder) == {"graphs/a": True, "graphs/b": False}


def test_grading_writes_nothing_and_counts_nothing(folder, shown, monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert went(shown, 1, 1) == "right"
    assert capsys.readouterr().out == "" and list(folder.iterdir()) == []
    monkeypatch.delenv("NBGRADER_EXECUTION")
    monkeypatch.setattr(notebook, "_judge_is_here", lambda: False)
    restart(monkeypatch)
    assert went(shown, 1, 1) == "right"
    assert list(folder.iterdir()) == []


def test_old_records_are_read_and_new_ones_do_not_disturb_checks(folder, shown):
    progress.record("graphs/copies", 1, folder)
    went(shown, 1, 1)
    assert list(progress.read(folder)) == ["graphs/copies"]
    assert progress.read_predictions(folder) == {NAME: True}


# -------------------------------------------------------------------------------- the reader's table


def test_index_and_command_count_the_predictions_of_each_chapter(folder, shown):
    for name, guess in (("graphs/a", 1), ("graphs/b", 2), ("build-an-engine/c", 1), ("x/y", 1)):
        notebook.predict(name, it=guess)
        notebook.compare(name, it=1)
    shown.clear()
    notebook.progress()
    html, text = shown[0]
    lines = {line.partition(":")[0]: line for line in text.splitlines() if line[:2].isdigit()}
    assert lines["01-graphs"].endswith("exercises solved, 1 of 2 predictions right")
    assert lines["10-build-an-engine"].endswith(", 1 of 1 predictions right")
    assert "predictions" not in lines["02-sessions"]
    assert html.count("predictions right") == 2
    run = CliRunner().invoke(main, ["progress", "--root", str(folder)], env={"COLUMNS": "200"})
    assert "1 of 2 predictions right" in " ".join(run.output.split())


def test_what_was_predicted_in_one_language_counts_in_the_other(folder, shown, monkeypatch):
    went(shown, 1, 1)
    restart(monkeypatch)
    with using("zh_CN"):
        notebook.predict("graphs/others", it=1)
        notebook.compare("graphs/others", it=2)
        notebook.progress()
    assert "2 个预测对了 1 个" in told(shown)
    notebook.progress()
    assert "1 of 2 predictions right" in told(shown)


def test_names_of_chapters_are_names_of_predictions():
    for chapter in CHAPTERS:
        (found,) = (one for one in progress.course({}, {f"{chapter[3:]}/x": True}) if one.predicted)
        assert found.chapter == chapter


def test_what_is_written_is_a_line_without_the_guess(folder, shown):
    went(shown, "my own words", "others")
    (line,) = (folder / progress.FILE).read_text().split("\n")[1:2]
    assert json.loads(line).keys() == {"prediction", "right", "time"}


def test_where_there_is_no_judge_predictions_still_compare(tmp_path):
    """In the rooms that a graded notebook, or a class, sees."""
    from grader.sandbox.mounts import rooms_shown

    for place in rooms_shown():
        link = tmp_path / "grader" / place.relative_to(ROOT / "grader")
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(place)
    code = (
        "from grader.notebook import compare, predict\n"
        f"predict({NAME!r}, it=1)\ncompare({NAME!r}, it=1)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "GRADER_BACKEND": "engine"}
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{code}"],
        env={**environment, "GRADER_LANG": "en"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert "You predicted it." in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["grader"]
