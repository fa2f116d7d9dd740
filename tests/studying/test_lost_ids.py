"""A copy whose cells lost their ids, or got new ones, and then an update of the course."""

from __future__ import annotations

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from tests.studying.chapter import MINE, NAME, beside, sources, text, told

CHECK = 'check("graphs/polynomial", polynomial)'
OLD = {"intro": "Nothing is computed.", "end": "Go on."}
NEW = {"intro": "Nothing at all is computed.", "end": "Go on."}


def dropped(document):
    """As an editor of an older format writes it."""
    document["nbformat_minor"] = 4
    for cell in document["cells"]:
        del cell["id"]


def missing(document):
    """As a program that does not know of ids writes it."""
    for cell in document["cells"]:
        del cell["id"]


def renewed(document):
    for number, cell in enumerate(document["cells"]):
        cell["id"] = f"new-{number}"


def as_colab(document):
    dropped(document)
    document["nbformat_minor"] = 0
    document["metadata"]["colab"] = {"provenance": []}
    for number, cell in enumerate(document["cells"]):
        cell["metadata"]["id"] = f"AbC{number}"


def most(document):
    for cell in document["cells"][:-1]:
        cell["id"] = f"again-{cell['id']}"


def with_nbgraders_metadata(document):
    renewed(document)
    for cell in document["cells"]:
        cell["metadata"].pop("nbgrader", None)


LOSSES = (dropped, missing, renewed, as_colab, most, with_nbgraders_metadata)
losses = pytest.mark.parametrize("lose", LOSSES, ids=lambda one: one.__name__)


def lose_ids(path, lose, change=lambda cells: None):
    """The reader changes the cells of a copy, and their ids are lost."""
    document = json.loads(path.read_text())
    change(document["cells"])
    lose(document)
    path.write_text(json.dumps(document))


def own(source):
    return json.loads(json.dumps(new_code_cell(source, id="own")))


def as_the_course(path, release):
    """Whether ids and metadata are those of the course again."""
    mine, theirs = (nbformat.read(one, as_version=4).cells for one in (path, release / NAME))
    known = {cell.id: cell.metadata.get("nbgrader") for cell in mine}
    return all(known.get(cell.id) == cell.metadata.get("nbgrader") for cell in theirs)


@losses
def test_what_the_reader_did_not_touch_is_replaced_where_it_stands(place, lose):
    release, work = place
    told(release, work)
    lose_ids(work / NAME, lose)
    (release / NAME).write_text(text(NEW, extra=[new_markdown_cell("New.", id="new")]))
    told(release, work)
    assert sources(work / NAME) == sources(release / NAME)
    assert as_the_course(work / NAME, release)
    assert told(release, work) == []


@losses
def test_what_the_reader_wrote_stays_in_its_place(place, lose):
    release, work = place
    told(release, work)

    def write(cells):
        cells[2]["source"] = MINE
        cells[1]["source"] = "x = tf.constant(3.0)  # mine"
        cells.insert(3, own("print(polynomial)"))

    lose_ids(work / NAME, lose, write)
    (release / NAME).write_text(text(NEW, extra=[new_markdown_cell("New.", id="new")]))
    said = told(release, work)
    found = sources(work / NAME)
    assert "carried over" in said[0], said
    assert found[0] == NEW["intro"] and OLD["intro"] not in found
    assert found.count(CHECK) == 1 and found.index("New.") == found.index(CHECK) + 1
    if lose is not with_nbgraders_metadata:  # then nobody knows whose the second of two cells is
        assert found[1:5] == [
            "x = tf.constant(3.0)  # mine",
            MINE,
            "print(polynomial)",
            CHECK,
        ]
        assert as_the_course(work / NAME, release)
    assert {MINE, "x = tf.constant(3.0)  # mine", "print(polynomial)"} <= set(found)
    assert told(release, work) == []


@losses
def test_where_both_changed_a_cell_the_copy_stays(place, lose):
    release, work = place
    told(release, work)

    def write(cells):
        cells[0]["source"] = "I say: nothing."

    lose_ids(work / NAME, lose, write)
    before = (work / NAME).read_bytes()
    (release / NAME).write_text(text(NEW))
    told(release, work)
    assert (work / NAME).read_bytes() == before
    assert beside(work) == {"graphs.updated.ipynb"}


def test_an_answer_goes_back_to_its_cell_where_the_metadata_is_lost_too(place):
    release, work = place
    told(release, work)

    def write(cells):
        cells[2]["source"] = MINE

    lose_ids(work / NAME, with_nbgraders_metadata, write)
    (release / NAME).write_text(text(NEW))
    told(release, work)
    assert sources(work / NAME) == [NEW["intro"], "x = tf.constant(2.0)", MINE, CHECK, "Go on."]
    assert as_the_course(work / NAME, release)


def test_cells_that_are_alike_are_told_apart_by_their_order(place):
    release, work = place
    twins = [new_code_cell("session.run(x)", id=f"twin-{number}") for number in range(3)]
    (release / NAME).write_text(text(extra=twins))
    told(release, work)
    lose_ids(work / NAME, dropped)
    twins[1].source = "session.run(y)"
    (release / NAME).write_text(text(extra=twins))
    told(release, work)
    assert sources(work / NAME) == sources(release / NAME)


@pytest.mark.parametrize("lose", [dropped, renewed])
def test_a_check_is_never_replaced_by_what_stands_in_its_place(place, lose):
    release, work = place
    told(release, work)

    def write(cells):
        cells[3] = own("print('no check')")

    lose_ids(work / NAME, lose, write)
    (release / NAME).write_text(text(NEW))
    told(release, work)
    found = sources(work / NAME)
    assert CHECK in found and "print('no check')" in found


def test_a_cell_that_was_cut_and_pasted_elsewhere_is_merged_as_before(place):
    release, work = place
    told(release, work)

    def move(cells):
        cells.insert(0, cells.pop(1))
        cells[0]["id"] = "pasted"

    lose_ids(work / NAME, lambda document: None, move)
    (release / NAME).write_text(text({"end": "Go on and on."}))
    told(release, work)
    found = sources(work / NAME)
    assert found[0] == "x = tf.constant(2.0)" and found[-1] == "Go on and on."
    assert found.count("x = tf.constant(2.0)") == 1


def test_without_a_manifest_a_copy_without_ids_is_recognized_too(place):
    release, work = place
    told(release, work)

    def write(cells):
        cells[2]["source"] = MINE

    lose_ids(work / NAME, dropped, write)
    (work / ".grader/copies.json").unlink()
    said = told(release, work)
    found = sources(work / NAME)
    assert MINE in found and found.count(OLD["intro"]) == 1, said
