"""class.toml: what is read from it, and what is said about one that cannot be used."""

from __future__ import annotations

import pytest

from grader.class_file import (
    AS_IN_COURSE,
    FILE,
    GIVEN,
    given_to_students,
    read_class_file,
    read_given,
)
from grader.errors import CourseError


@pytest.fixture
def read(tmp_path):
    def reading(text: str):
        (tmp_path / FILE).write_text(text, encoding="utf-8")
        return read_class_file(tmp_path)

    return reading


def test_without_a_file_all_is_as_in_the_course(tmp_path):
    about = read_class_file(tmp_path)
    assert about.title == "" and about.has("01-graphs") and about.has("11-mine")


def test_chapters_may_be_called_by_number_or_name(read):
    about = read('title = "Graphen, Übung"\nchapters = ["autodiff", "01", "09-kernels"]')
    assert about.chapters == ("01-graphs", "05-autodiff", "09-kernels")
    assert about.has("05-autodiff") and not about.has("02-sessions") and about.has("")
    assert about.title == "Graphen, Übung"


def test_a_chapter_of_the_classs_own_is_known_by_its_source(read, tmp_path):
    (tmp_path / "source" / "11-mine").mkdir(parents=True)
    (tmp_path / "source" / "11-mine" / "mine.ipynb").write_text("{}")
    assert read('chapters = ["01", "mine"]').chapters == ("01-graphs", "11-mine")


def test_what_students_are_told_is_read_again_and_damage_says_nothing(read, tmp_path):
    about = read('chapters = ["01"]\nleft_out = ["graphs/chain"]\ntitle = "x"')
    (tmp_path / "01-graphs").mkdir()
    path = tmp_path / "01-graphs" / GIVEN
    path.write_text(given_to_students(about, {"graphs/chain": 3.0}))
    found = read_given(tmp_path)
    assert found.chapters == about.chapters and found.left_out == about.left_out
    for text in ("", "[1, 2]", '{"chapters": 3, "left_out": []}', "[" * 100_000, "\xff"):
        path.write_text(text, encoding="latin-1")
        assert read_given(tmp_path) == AS_IN_COURSE


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("titel = 'x'", "there is no key 'titel'; did you mean 'title'?"),
        ("zzz = 1", "there is no key 'zzz' (available: chapters"),
        ("title = 3", "title is 3; a line of text was expected"),
        ('title = "a\\nb"', "a line of text was expected"),
        ("chapters = '01'", "chapters is '01'; a list of texts"),
        ("chapters = [1, 5]", "a list of texts"),
        ("chapters = ['05-autodif']", "no chapter '05-autodif'; did you mean '05-autodiff'?"),
        ("chapters = ['sesions']", "did you mean '02-sessions'?"),
        ("chapters = ['']", "there is no chapter ''"),
        ("left_out = ['graphs/polynom']", "did you mean graphs/polynomial"),
        ("left_out = 'graphs/polynomial'", "a list of texts"),
        ("line = ['a']", "line is ['a']; a line of text"),
        ("logo = 3", "logo is 3; a line of text"),
        ("logo = 'none.png'", "logo: none.png cannot be read: No such file"),
        ("logo = '.'", "logo: . cannot be read: Is a directory"),
        ("logo = '../logo.png'", "logo: ../logo.png lies outside the class's folder"),
        ("logo = '/etc/passwd'", "lies outside the class's folder"),
        ("logo = 'class.toml'", "is none of the pictures that a page can show (PNG, JPEG"),
        ("logo = 'empty.png'", "logo: empty.png is empty or larger than 200 KB"),
        ("logo = 'large.png'", "is empty or larger than 200 KB"),
        ("[points]\n'graphs/polinomial' = 6", "did you mean graphs/polynomial"),
        ("[points]\n'graphs/polynomial' = '6'", "is '6'; a number from 0 on was expected"),
        ("[points]\n'graphs/polynomial' = -1", 'points."graphs/polynomial" is -1'),
        ("[points]\n'graphs/polynomial' = nan", "is nan; a number"),
        ("[points]\n'graphs/polynomial' = true", "is True; a number"),
        ("points = 6", 'a table with lines such as "graphs/polynomial" = 6 was expected'),
        ("title = ", "cannot be read: Invalid value"),
        ("title = 'a'\ntitle = 'b'", "cannot be read"),
    ],
)
def test_what_cannot_be_used_is_named_in_one_sentence(read, tmp_path, text, told):
    (tmp_path / "empty.png").touch()
    (tmp_path / "large.png").write_bytes(b"\x89PNG\r\n" + bytes(200_000))
    with pytest.raises(CourseError) as caught:
        read(text)
    assert told in str(caught.value) and FILE in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_another_encoding_and_a_folder_are_named(tmp_path):
    (tmp_path / FILE).write_bytes('title = "Übung"'.encode("latin-1"))
    with pytest.raises(CourseError, match="cannot be read"):
        read_class_file(tmp_path)
    (tmp_path / FILE).unlink()
    (tmp_path / FILE).mkdir()
    with pytest.raises(CourseError, match="cannot be read"):
        read_class_file(tmp_path)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n...", "image/png"),
        (b"\xff\xd8\xff\xe0...", "image/jpeg"),
        (b"GIF89a...", "image/gif"),
        (b"RIFF\x0a\x0b\x00\x00WEBPVP8", "image/webp"),
        (b"<svg viewBox='0 0 1 1'/>", "image/svg+xml"),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- mine -->\n<svg/>", "image/svg+xml"),
    ],
)
def test_a_logo_is_known_by_what_it_is_not_by_its_name(read, tmp_path, data, kind):
    (tmp_path / "logo.dat").write_bytes(data)
    logo = read('logo = "logo.dat"').logo
    assert (logo.kind, logo.data) == (kind, data)
    assert logo.name in ("logo.png", "logo.jpeg", "logo.gif", "logo.webp", "logo.svg")
