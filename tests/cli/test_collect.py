"""`grader collect`: archives in, submissions out, and a list of what was not collected."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli.collect import command

ANNA, BEN = "smithanna_77_4242_1-Recipes-1.ipynb", "oezben_78_4243_1-recipes.ipynb"


@pytest.fixture
def collect(tmp_path, monkeypatch):
    """collect(words, archives): the exit code and what was said, in a class folder of its own."""
    monkeypatch.setenv("COLUMNS", "300")
    (tmp_path / "class").mkdir()

    def run(*words: str, **archives: dict[str, str]):
        for name, files in archives.items():
            with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
                for file, text in files.items():
                    archive.writestr(file, text)
        paths = [str(tmp_path / f"{name}.zip") for name in archives]
        done = CliRunner().invoke(
            command, ["01-graphs", *paths, "--course", str(tmp_path / "class"), *words]
        )
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, done.output

    run.submitted = tmp_path / "class" / "submitted"
    return run


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.ipynb")
    }


def test_archives_are_collected_and_what_comes_later_with_force(collect):
    code, said = collect(a={ANNA: "anna"}, b={BEN: "ben"})
    assert code == 0 and "2 students collected" in said and "grader autograde 01-graphs" in said
    assert contents(collect.submitted) == {
        "smithanna/01-graphs/1-recipes.ipynb": "anna",
        "oezben/01-graphs/1-recipes.ipynb": "ben",
    }
    code, said = collect()  # again, from what was kept
    assert code == 0 and "0 students collected" in said
    later = {ANNA.replace("4242", "5000"): "later", BEN: "ben"}
    code, said = collect(a=later)  # another file of the same name
    assert code == 1 and "smithanna already has a submission" in said and "oezben a" not in said
    assert contents(collect.submitted)["smithanna/01-graphs/1-recipes.ipynb"] == "anna"
    code, said = collect("--force")
    assert code == 0 and "the newest" in said
    assert contents(collect.submitted)["smithanna/01-graphs/1-recipes.ipynb"] == "later"


def test_what_is_not_collected_is_listed_and_the_rest_is_there(collect):
    code, said = collect(a={ANNA: "anna", "1-recipes.ipynb": "whose?", "x_1_2_work.zip": "no zip"})
    assert code == 1
    assert "Not collected:" in said and "a.zip/x_1_2_work.zip: it is damaged" in said
    assert "'a/1-recipes.ipynb': neither its name nor its folder says whose it is" in said
    assert list(contents(collect.submitted)) == ["smithanna/01-graphs/1-recipes.ipynb"]


def test_a_folder_that_the_browser_unpacked_is_collected(collect, tmp_path):
    folder = tmp_path / "submissions"
    folder.mkdir()
    (folder / ANNA).write_text("anna")
    os.mkfifo(folder / "pipe")
    words = ["01-graphs", str(folder), "--course", str(tmp_path / "class")]
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 0, done.output
    assert list(contents(collect.submitted)) == ["smithanna/01-graphs/1-recipes.ipynb"]
    done = CliRunner().invoke(command, ["01-graphs", str(tmp_path), *words[2:]])
    assert done.exit_code == 2 and "contains the class" in done.output


def test_a_file_that_is_no_archive_is_named(collect, tmp_path):
    (tmp_path / "bad.zip").write_bytes(b"not found: 404")
    words = ["01-graphs", str(tmp_path / "bad.zip"), "--course", str(tmp_path / "class")]
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 1 and "bad.zip: it is damaged, or neither" in done.output


@pytest.mark.parametrize("archives", [{}, {"a": {"__MACOSX/._1-recipes.ipynb": ""}}])
def test_nothing_to_collect_is_said(collect, archives):
    code, said = collect(**archives)
    assert code == 2 and "nothing to collect in" in said


def test_a_file_or_a_chapter_that_is_not_there_is_said(collect, tmp_path):
    words = ["99-none", "--course", str(tmp_path)]
    assert "no chapter '99-none'" in CliRunner().invoke(command, words).output
    assert "does not exist" in CliRunner().invoke(command, [*words, "/nowhere.zip"]).output
