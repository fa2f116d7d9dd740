"""What `check`, `replay` and `hint` show of an answer that was wrong."""

from __future__ import annotations

import pytest

from grader import notebook
from grader.replaying import evaluated

NAME = "graphs/polynomial"


@pytest.fixture
def shown(monkeypatch):
    """What a notebook would display, as plain text."""
    texts = []
    monkeypatch.setattr(notebook, "_display", lambda html, text: texts.append(text))
    for memory in (notebook._checked, notebook._mistakes, notebook._hints_shown):
        memory.clear()
    return texts


def without_five(x, y):
    return 2 * x * x * y - y


def checked(answer):
    with pytest.raises(notebook.CheckFailed) as failure:
        notebook.check(NAME, answer)
    return str(failure.value)


def test_the_code_below_the_table_gives_what_the_table_says(shown):
    told = checked(without_five)
    assert told == f"{NAME}: 0 of 2 points; the reason is above."
    (table,) = shown
    got = float(table.partition(", got ")[2].partition(")")[0])
    code = table.partition("for a cell of your own:\n")[2]
    lines = "\n".join(line[6:] for line in code.splitlines())
    names = {"tf": notebook.tf, "polynomial": without_five}
    assert evaluated(lines, names) == got


def test_replay_gives_the_case_of_the_last_check(shown):
    checked(without_five)
    case = notebook.replay(NAME)
    assert float(case.expected) - case.got == 5
    assert f"got: {case.got:g}" in str(case) and case.code in str(case)
    assert case.runs == 1
    page = case.steps._repr_html_()
    assert "mul" in page and "step" in page


def test_replay_shows_what_an_answer_raises(shown):
    def runs_it(x, y):
        with notebook.tf.Session() as session:
            return session.run(x * y)

    checked(runs_it)
    case = notebook.replay(NAME)
    assert "InvalidArgumentError" in str(case) and isinstance(case.got, Exception)


def test_replay_before_a_check_says_what_to_do(shown):
    with pytest.raises(notebook.CheckFailed, match=r"run check\(.*, polynomial\) first"):
        notebook.replay(NAME)


def test_hints_begin_with_the_named_mistake_and_end_once(shown):
    checked(without_five)
    shown.clear()
    for _ in range(4):
        notebook.hint(NAME)
    mistake, first = shown[0].split("\n")
    assert "the last term, + 5, is missing" in mistake
    hints = [text.partition(":")[0] for text in (first, *shown[1:3])]
    assert hints == [f"Hint {n} of 3" for n in (1, 2, 3)]
    assert shown[3].startswith("No more hints") and shown[3].count(NAME) == 1


def test_after_the_last_hint_replay_is_named_only_where_a_case_can_be_replayed(shown, monkeypatch):
    name = "training/make-cell"
    monkeypatch.setattr(notebook, "_hints_shown", {name: 3})
    notebook.hint(name)
    assert shown[-1] == "No more hints: You have seen all 3."


def test_a_hint_has_the_colon_of_its_language(shown, monkeypatch):
    monkeypatch.setenv("GRADER_LANG", "zh_CN")
    notebook.hint(NAME)
    assert shown[0].startswith("提示 1 / 3：")


def test_a_mistake_without_a_name_leaves_the_hints_as_they_are(shown):
    checked(without_five)
    checked(lambda x, y: x)
    shown.clear()
    notebook.hint(NAME)
    assert shown[0].startswith("Hint 1 of 3")


def test_a_hint_shows_code_as_code(monkeypatch):
    pages = []
    monkeypatch.setattr(notebook, "_display", lambda html, text: pages.append(html))
    monkeypatch.setattr(notebook, "_hints_shown", {"graphs/transfer": 1})
    notebook.hint("graphs/transfer")
    assert "<code>with tf.control_dependencies([...]):</code>" in pages[0] and "`" not in pages[0]


@pytest.mark.parametrize("code", ["x = 1", "x = 1\nwith a:\n    pass"])
def test_code_whose_last_line_is_no_value_is_an_error(code):
    with pytest.raises(SyntaxError, match="no expression"):
        evaluated(code, {})
