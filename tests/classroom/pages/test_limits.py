"""Whatever a notebook holds, there is a page of it within the limits, and the next page is as ever."""

from __future__ import annotations

import time

import pytest
from hard_notebooks import BURDENS
from making_pages import exporter, page_of
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from grader.classroom.pages.maker import PAGES, PagesFailed
from tests import layers

CUT = "This page is shortened."
HONEST = (
    new_markdown_cell("An *answer* with $a^2$.", id="one"),
    new_code_cell("x = 1", id="two", outputs=[new_output("stream", text="said\n")]),
)


def judged(score=1.0):
    """A graded cell with the judge's table, and an answer with a comment."""
    about = {"grade": True, "solution": False, "locked": True, "grade_id": "check_a"}
    output = new_output("execute_result", {"text/html": "<table><td>the judge</td></table>"})
    about |= {"schema_version": 3, "score": score, "points": 2.0}
    check = new_code_cell("check('a', a)", outputs=[output], metadata={"nbgrader": about})
    about = about | {"grade_id": "a", "solution": True, "locked": False, "comment": "Well done"}
    return [check, new_markdown_cell("my words", metadata={"nbgrader": about})]


@pytest.mark.slow
@pytest.mark.parametrize("name", BURDENS)
def test_no_notebook_keeps_this_process_busy(name, limits):
    limits(seconds=0.5)
    before = page_of(*HONEST)
    cells, begun = BURDENS[name](), time.process_time()
    page = page_of(*cells, *judged())
    assert time.process_time() - begun < 3
    assert "Score: 1.5 / 2.0" in page
    assert "the judge" in page and "Well done" in page
    assert page_of(*HONEST) == before


@pytest.mark.sampled(2, ci=12)
@pytest.mark.parametrize(
    "name",
    [
        "100,000 lines of one blank in code",
        "200,000 blanks in a line",
        "nested brackets",
        "7 MB of ANSI codes",
        "<img 250,000 times in Markdown",
        "a chosen language",
    ],
)
def test_a_page_past_the_limit_says_so_and_keeps_points_and_comments(name, limits):
    limits(seconds=0.3)
    page = page_of(*BURDENS[name](), *judged())
    assert CUT in page and "0.3 seconds of processor time" in page
    assert "Score: 1.0 / 2.0" in page and "the judge" in page and "Well done" in page
    assert "my words" not in page
    assert len(page) < 500_000


@pytest.mark.slow
def test_memory_and_length_have_limits_too(limits):
    long = new_code_cell("1", outputs=[new_output("stream", text="<" * 2_000_000)])
    limits(size=2**20)
    assert "it is longer than 1 MB" in page_of(long)
    limits(memory=200 * 2**20)
    wide = new_code_cell("1", outputs=[new_output("stream", text="<" * 30_000_000)])
    assert "it takes more than 200 MB of memory" in page_of(wide)
    limits()
    assert CUT not in page_of(long)


def test_where_even_the_judges_part_is_too_much_there_is_a_plain_page(limits):
    limits(size=1000)
    page = page_of(*HONEST)
    assert page.startswith("<!DOCTYPE html>")
    assert "Score: 1.5 of 2" in page and "it is longer than 0 MB" in page
    assert "answer" not in page


@pytest.mark.parametrize(
    "metadata",
    [
        {"language": ["a"]},
        {"language_info": {"name": "no such language"}},
        {"language_info": {"name": "a", "pygments_lexer": "../../etc/passwd"}},
        {"language_info": {"name": "a", "version": "x" * 1_000_000}},
        {"widgets": {"application/vnd.jupyter.widget-state+json": {"state": "</script>"}}},
        {"title": "<script>alert(1)</script>"},
    ],
    ids=["language", "unknown", "path", "long", "widgets", "title"],
)
def test_odd_metadata_costs_no_page(metadata):
    page = page_of(*HONEST, *judged(), metadata=metadata)
    assert "Score: 1.5 / 2.0" in page and "the judge" in page


def test_a_value_that_is_nested_too_deeply_to_be_copied_is_left_out():
    value = 1
    for _ in range(900):
        value = [value]
    output = new_output("display_data", {"text/plain": "shown"})
    output.data["application/json"] = value
    page = page_of(new_code_cell("1", outputs=[output]), *judged())
    assert CUT not in page and "shown" in page and "the judge" in page


# --------------------------------------------------------------------------------- the process


@pytest.fixture
def misbehaving():
    """An exporter whose Markdown filter does what the cell says."""
    return exporter(filters={"markdown2html": "filters.misbehaving"})


def told(deed, made_by):
    """The page of a cell that asks for a deed."""
    return page_of(new_markdown_cell(deed), made_by=made_by)


def test_each_page_is_made_in_a_process_of_its_own(misbehaving):
    for name in ("ann", "bob"):
        assert f"<p>['{name}']</p>" in told(f"remember {name}", misbehaving)


def test_it_reaches_no_network_and_writes_nothing(misbehaving, tmp_path):
    kept = tmp_path / "kept"
    kept.write_text("a secret")
    for deed in ("connect", "socket", f"write {tmp_path / 'new'}", f"write {kept}"):
        assert "<p>refused: " in told(deed, misbehaving), deed
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert kept.read_text() == "a secret"


def test_it_reads_and_removes_nothing_of_the_course(misbehaving, tmp_path):
    from grader.inside import system

    if not system.landlock_version():
        # Where nobody looks at skipped tests, a failure must not be one.
        layers.lacking("this kernel has no Landlock")
    (tmp_path / "gradebook.db").write_text("a secret")
    for deed in (
        f"read {tmp_path / 'gradebook.db'}",
        f"list {tmp_path}",
        f"remove {tmp_path / 'gradebook.db'}",
        "read /etc/passwd",
        "list /root",
    ):
        assert "<p>refused: Permission denied" in told(deed, misbehaving), deed


@pytest.mark.slow
def test_one_that_waits_fills_memory_or_ends_costs_its_page_alone(
    misbehaving, limits, caplog, monkeypatch
):
    # A test that runs nbgrader's applications in this process may leave its log disabled, or quieter.
    monkeypatch.setattr(misbehaving.log, "disabled", False)
    caplog.set_level("WARNING", misbehaving.log.name)
    told("fill", misbehaving)
    told("end", misbehaving)
    limits(waiting=1.0)
    told("sleep", misbehaving)
    reasons = [one.message.partition(": ")[2] for one in caplog.records]
    assert reasons[0] == "it takes more than 1024 MB of memory"
    assert "exit code 9" in reasons[1]
    assert reasons[2] == "it takes more than 1 seconds"
    limits()
    assert "<p>nothing</p>" in told("and now", misbehaving)


@pytest.mark.slow
def test_a_process_that_was_killed_is_started_again():
    before = page_of(*HONEST)
    PAGES.child.process.kill()
    PAGES.child.process.wait()
    assert page_of(*HONEST) == before


@pytest.mark.slow
def test_a_process_that_was_closed_is_started_again():
    before = page_of(*HONEST)
    PAGES.close()
    assert PAGES.child is None
    assert page_of(*HONEST) == before


def test_settings_that_no_page_can_be_made_with_are_not_a_students_fault():
    unknown = exporter(filters={"markdown2html": "filters.no_such_filter"})
    with pytest.raises(PagesFailed, match="no_such_filter"):
        page_of(*HONEST, made_by=unknown)


def test_settings_that_live_in_this_process_alone_are_left_out():
    config = exporter().config
    config.HTMLExporterTest.function = lambda: 1
    assert "said" in page_of(*HONEST, made_by=type(exporter())(config=config))
