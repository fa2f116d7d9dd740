"""A mutant that hangs, fills the memory or ends its process costs only itself."""

from __future__ import annotations

import os
import time

import pytest

from grader import engine
from grader.authoring.mutating import DIED, FULL, REJECTED, contained, tried
from grader.exercises.answers import answers


def work(case: str) -> str:
    """Does what the case says."""
    if case == "hangs":
        while True:
            pass
    if case == "waits":
        time.sleep(1000)
    if case == "ends":
        os._exit(0)
    if case == "kills itself":
        os.kill(os.getpid(), 9)
    if case == "eats memory":
        return f"{len(bytearray(2**33))} bytes"
    return case


@pytest.mark.slow
def test_each_case_has_its_result_or_none(monkeypatch):
    monkeypatch.setattr("grader.authoring.mutating.WAITING", 4)
    cases = ["a", "hangs", "b", "ends", "kills itself", "eats memory", "c", "waits", "d"]
    found = list(contained(work, cases, 0.2))
    assert found == ["a", None, "b", None, None, None, "c", None, "d"]


def test_what_a_case_prints_and_writes_is_gone(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)

    def prints(case: str) -> str:
        print("noise")
        os.write(2, b"noise")
        with open("left behind", "w") as file:
            file.write(case)
        return case

    assert list(contained(prints, ["a", "b"], 1)) == ["a", "b"]
    assert list(tmp_path.iterdir()) == []
    assert capfd.readouterr() == ("", "")


SOURCES = {
    "right": "def polynomial(x, y): return 2 * x * x * y - y + 5",
    "wrong": "def polynomial(x, y): return 2 * x * x * y - y + 6",
    "endless": "def polynomial(x, y):\n    while True:\n        pass",
    "broken": "def polynomial(x, y): return 2 *",
}


def test_a_case_is_judged_as_a_student_s_answer():
    cases = [("one", key, source) for key, source in SOURCES.items()]
    trials = list(tried("graphs/polynomial", cases, ["0", "1"], engine))
    assert [trial.fate for trial in trials] == [FULL, REJECTED, DIED, REJECTED]
    assert [trial.as_expected for trial in trials] == [False, True, True, True]


def test_a_right_answer_that_is_not_accepted_ends_the_trial(monkeypatch):
    wrong = [answer for answer in answers("01-graphs") if not answer.right]
    monkeypatch.setattr("grader.authoring.mutating.right_answers", lambda identity: wrong[:1])
    with pytest.raises(RuntimeError, match="squares-the-product is rejected"):
        list(tried("graphs/polynomial", [("one", "x", SOURCES["right"])], ["0"], engine))
