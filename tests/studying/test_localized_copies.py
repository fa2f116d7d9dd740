"""Working copies in the reader's language: given in it, and going over without losing anything."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import nbformat
import pytest
from hypothesis import HealthCheck, given, settings
from nbgrader.utils import compute_checksum

from grader import progress
from grader.studying import merging
from grader.studying.copies import MANIFEST, language_of, update_copies
from grader.studying.localized_copies import LocalizedCourse
from grader.studying.resetting import reset
from tests.studying.chapter import MINE, NAME, STUB, answer, beside, edit, sources, text
from tests.studying.test_merging import CHANGES, changed

STUB_ZH = STUB.replace("YOUR CODE HERE", "在这里写你的代码")
CHINESE = text({"intro": "什么也没有计算。", "end": "继续。"}, stub=STUB_ZH)


@pytest.fixture
def places(place, tmp_path):
    """The course in English and in Chinese, and the folder of the working copies."""
    release, work = place
    chinese = tmp_path / "chinese"
    (chinese / NAME).parent.mkdir(parents=True)
    (chinese / NAME).write_text(CHINESE)
    (release / "other.ipynb").write_text(text())
    return release, work, chinese


def told(places, wanted="zh_CN", asked=False):
    release, work, chinese = places
    said: list[str] = []
    update_copies(
        release, work, said.append, {}, LocalizedCourse({"zh_CN": chinese}, wanted, asked)
    )
    return said


def test_what_is_there_in_the_readers_language_is_given_in_it(places):
    release, work, chinese = places
    assert told(places) == []
    assert (work / NAME).read_bytes() == (chinese / NAME).read_bytes()
    assert (work / "other.ipynb").read_bytes() == (release / "other.ipynb").read_bytes()
    assert (language_of(work, NAME), language_of(work, "other.ipynb")) == ("zh_CN", "en")
    assert told(places) == [] and told(places, asked=True) == []


def test_an_untouched_copy_follows_the_readers_language(places):
    release, work, chinese = places
    told(places, "en")
    assert (work / NAME).read_bytes() == (release / NAME).read_bytes()
    (said,) = told(places)
    assert NAME in said and "language" in said
    assert (work / NAME).read_bytes() == (chinese / NAME).read_bytes()
    assert told(places) == [] and beside(work) == set()


def test_a_copy_with_work_in_it_stays_until_the_language_is_asked_for(places):
    _, work, _ = places
    told(places, "en")

    def change(cells, notebook):
        answer(cells, notebook)
        cells["example"].source = "x = tf.constant(9.0)  # mine"
        notebook.cells.insert(2, nbformat.v4.new_code_cell("print('mine')", id="own"))
        notebook.cells.append(notebook.cells.pop(0))

    mine = edit(work / NAME, change)
    assert told(places) == []
    assert (work / NAME).read_bytes() == mine and language_of(work, NAME) == "en"
    (said,) = told(places, asked=True)
    assert "is unchanged" in said and language_of(work, NAME) == "zh_CN"
    before = nbformat.reads(mine.decode(), as_version=4)
    after = nbformat.read(work / NAME, as_version=4)
    assert [cell.id for cell in after.cells] == [cell.id for cell in before.cells]
    by_id = {cell.id: cell for cell in after.cells}
    assert by_id["answer"].source == MINE and by_id["answer"].outputs[0].text == "done\n"
    assert by_id["example"].source == "x = tf.constant(9.0)  # mine"
    assert by_id["intro"].source == "什么也没有计算。" and by_id["end"].source == "继续。"
    assert by_id["check"] == {cell.id: cell for cell in before.cells}["check"]


def test_an_unanswered_answer_cell_is_known_as_unanswered_in_the_new_language(places):
    _, work, _ = places
    told(places, "en")
    edit(work / NAME, lambda cells, notebook: cells["example"].update(source="x = 1"))
    told(places, asked=True)
    notebook = nbformat.read(work / NAME, as_version=4)
    (cell,) = [cell for cell in notebook.cells if cell.id == "answer"]
    assert cell.source == STUB_ZH
    assert cell.metadata.nbgrader.checksum == compute_checksum(cell)
    assert not merging.holds_answers(notebook)


def test_the_readers_record_is_one_for_both_languages(places):
    _, work, _ = places
    told(places, "en")
    progress.record("graphs/polynomial", 2, work)
    progress.record_prediction("graphs/additions", True, work)
    before = (work / progress.FILE).read_bytes()
    for language in ("zh_CN", "en"):
        told(places, language, asked=True)
        assert language_of(work, NAME) == language
        assert (work / progress.FILE).read_bytes() == before


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(CHANGES)
def test_there_and_back_again_is_where_the_reader_was(changes):
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder) / name for name in ("notebooks", "work", "chinese")]
        release, work, chinese = places
        for place, words in ((release, text()), (chinese, CHINESE)):
            (place / NAME).parent.mkdir(parents=True)
            (place / NAME).write_text(words)
        told(places, "en")
        changed(work / NAME, changes, "reader")
        mine = merging.to_bytes(merging.parse((work / NAME).read_bytes()))
        words = sources(work / NAME)
        told(places, "zh_CN", asked=True)
        course = set(sources(release / NAME))
        pairs = zip(words, sources(work / NAME), strict=True)
        assert all(before in course for before, after in pairs if before != after)
        told(places, "en", asked=True)
        assert merging.to_bytes(merging.parse((work / NAME).read_bytes())) == mine
        assert [path.name for path in (work / NAME).parent.iterdir()] == [Path(NAME).name]


def test_an_update_reaches_a_chinese_copy_with_its_answers(places):
    _, work, chinese = places
    told(places)
    edit(work / NAME, answer)
    (chinese / NAME).write_text(text({"intro": "构建时不计算。", "end": "继续。"}, stub=STUB_ZH))
    (said,) = told(places)
    assert "new version" in said
    found = sources(work / NAME)
    assert "构建时不计算。" in found and MINE in found and language_of(work, NAME) == "zh_CN"


def test_a_copy_with_an_update_beside_it_waits(places):
    release, work, _ = places
    told(places, "en")
    edit(work / NAME, lambda cells, notebook: cells["intro"].update(source="Mine."))
    (release / NAME).write_text(text({"intro": "New."}))
    said = told(places, asked=True)
    assert "same cells" in said[0] and "until" in said[1]
    assert language_of(work, NAME) == "en" and "Mine." in sources(work / NAME)


@pytest.mark.parametrize("named", [["--lang", "zh_CN", "lab"], ["lab", "--lang", "zh_CN"]])
def test_the_command_gives_the_language_of_the_environment_and_moves_work_when_told(
    place, monkeypatch, named
):
    from click.testing import CliRunner

    from grader import places
    from grader.cli import main

    release, work = place
    monkeypatch.setattr(places, "ROOT", release.parent)
    monkeypatch.setattr(places, "NOTEBOOKS", release)
    monkeypatch.setattr(places, "TRANSLATIONS", release.parent / "translations")
    monkeypatch.setattr(os, "execv", lambda program, arguments: None)
    monkeypatch.setenv("GRADER_LANG", "zh_CN")
    monkeypatch.chdir(release.parent)
    folder = release.parent / "translations" / "zh_CN"
    for name in (NAME.replace(".ipynb", ".md"), f"notebooks/{NAME}"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(CHINESE if name.endswith("ipynb") else "")

    def run(*words):
        done = CliRunner().invoke(main, [*words, "--no-browser"], catch_exceptions=False)
        assert done.exit_code == 0, done.output

    run("lab")
    assert language_of(work, NAME) == "zh_CN"
    mine = edit(work / NAME, answer)
    monkeypatch.setenv("GRADER_LANG", "en")
    run("lab")
    assert (work / NAME).read_bytes() == mine
    run("lab", "--lang", "fr_FR")  # which the course has not: no wish for English
    assert (work / NAME).read_bytes() == mine
    run("--lang", "en", "lab")
    assert "Nothing is computed." in sources(work / NAME) and MINE in sources(work / NAME)
    monkeypatch.setenv("GRADER_LANG", "en")
    run(*named)
    assert "什么也没有计算。" in sources(work / NAME) and MINE in sources(work / NAME)


def test_without_a_manifest_the_language_is_seen_from_the_cells(places):
    _, work, _ = places
    for language in ("zh_CN", "en"):
        told(places, language, asked=True)
        edit(work / NAME, answer)
        mine = sources(work / NAME)
        (work / MANIFEST).unlink()
        told(places, "zh_CN" if language == "en" else "en")
        assert language_of(work, NAME) == language
        assert sources(work / NAME) == mine


def test_a_manifest_from_before_there_were_languages_is_english(places):
    _, work, _ = places
    told(places, "en")
    mine = edit(work / NAME, answer)
    manifest = json.loads((work / MANIFEST).read_text())
    for entry in manifest["files"].values():
        del entry["language"]
    (work / MANIFEST).write_text(json.dumps(manifest))
    assert told(places) == []
    assert language_of(work, NAME) == "en" and (work / NAME).read_bytes() == mine


def test_a_chapter_whose_translation_is_gone_goes_on_in_english(places):
    _, work, chinese = places
    told(places)
    edit(work / NAME, answer)
    (chinese / NAME).unlink()
    told(places)
    assert MINE in sources(work / NAME) and language_of(work, NAME) == "en"


def test_a_reset_gives_the_answer_cell_in_the_copys_language(places):
    release, work, chinese = places
    told(places)
    edit(work / NAME, answer)
    done = reset(
        "graphs/polynomial", release, work, pytest.fail, LocalizedCourse({"zh_CN": chinese})
    )
    assert done.changed and done.kept.read_text() == MINE + "\n"
    assert STUB_ZH in sources(work / NAME)
