"""The formgrader's page of a submission: nothing that a student wrote runs, loads, or passes for a button."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest
import stub_grading as stub
import toy_catalogue as toys
from hard_notebooks import BURDENS
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from nbgrader.api import Gradebook
from scripts import HTML, OTHER, PASSING, RUN, cells_of
from test_cleaning import CUT, Reader
from traitlets.config import Config

from grader.classroom.nbgrader.course import open_course
from grader.classroom.pages.cleaning import BOX
from grader.classroom.pages.formgrader import MAX_NOTEBOOK, STUDENTS, not_the_instructors, page_of
from tests.browser.lab import free_port

NONCE = "known-to-nobody"
RESOURCES = {
    "assignment_id": "07-toys",
    "notebook_id": "toys",
    "submission_id": "abc",
    "index": 0,
    "total": 1,
    "base_url": "https://ours",
    "student": '<b onclick="x">',
    "last_name": "",
    "first_name": "",
    "notebook_path": "autograded/ann/07-toys/toys.ipynb",
    "metadata": {"name": "toys", "path": ""},
    "nonce": NONCE,
}
SCRIPT = re.compile(rf'<script nonce="{NONCE}"[^<>]*>.*?</script>', re.DOTALL)
STYLES = re.compile(r"<style>.*?</style>|<link rel=\"stylesheet\"[^<>]*/>", re.DOTALL)


def answer(text="my words", **about):
    """The written answer, which a person grades."""
    managed = {"grade": True, "solution": True, "grade_id": "why", "points": 3.0} | about
    return new_markdown_cell(text, metadata={"nbgrader": managed})


@pytest.fixture
def shown(tmp_path):
    """The page of cells: shown(*cells)."""

    def page(*cells):
        path = tmp_path / "toys.ipynb"
        # Not by nbformat, which would mend or refuse some of them.
        about = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
        path.write_text(json.dumps(about))
        return page_of(str(path), Config(), RESOURCES)

    return page


def without_our_own(page):
    """The page without the scripts and styles that are the formgrader's."""
    return STYLES.sub("", SCRIPT.sub("", page))


def controls(page):
    """The form's parts: buttons, and boxes by their ids."""
    return page.count("<button"), re.findall(r'<(?:input|textarea)[^<>]* id="([^"]*)"', page)


FORM = (3, ["why", "why_extra_credit", "why-comment"])


@pytest.mark.sampled(4, ci=16)
@pytest.mark.parametrize("name", [*HTML, *OTHER])
def test_nothing_runs_or_loads_and_the_form_stays(name, shown):
    page = shown(*cells_of(name), answer(HTML.get(name, "my words")), new_markdown_cell("The end."))
    assert Reader(without_our_own(page)).wrong == []
    assert controls(page) == FORM
    assert "The end." in page or name in ("policy", "namespaces", "comment", "raw text")


@pytest.mark.parametrize("name", PASSING)
def test_nothing_passes_for_a_part_of_the_form(name, shown):
    page = shown(answer(PASSING[name]))
    part = page.partition('<div class="of-a-stranger">')[2].partition("<textarea")[0]
    assert not re.search(r'class="[^"]*(credit|cell|score|tabbable|navbar|modal)', part), part
    assert not re.search(r'(id|name)="why', part), part
    assert not re.search(r"position|z-index|data-|formgrader|\.html|//127", part), part
    assert controls(page) == FORM and BOX in page


def test_neither_do_tags_counts_pictures_and_raw_cells(shown):
    picture = new_output("display_data", {"image/png": "aGVsbG8="})
    picture.metadata = {"image/png": {"width": '1" class="full-credit" id="why'}}
    cell = new_code_cell(
        "1", outputs=[picture], metadata={"tags": ["x full-credit", "nbgrader_cell"]}
    )
    cell.execution_count = '<i class="full-credit">1</i>'
    raw = {"cell_type": "raw", "metadata": {}, "source": '<i class="full-credit">', "id": "raw"}
    page = shown(answer(), cell, raw)
    assert len(re.findall('class="[^"]*full-credit', without_our_own(page))) == 1
    assert controls(page) == FORM


def test_names_are_text(shown):
    page = without_our_own(shown(answer(grade_id='why" onfocus="x')))
    assert "&lt;b onclick" in page and Reader(page).wrong == []


def test_pictures_of_ours_keep_their_arrows_and_their_colours(shown):
    drawing = (
        '<svg role="img" aria-labelledby="t"><desc id="t">a graph</desc><marker id="m"></marker>'
        '<path class="grader-edge" marker-end="url(#m)"></path></svg><a href="#m">a</a>'
    )
    output = new_output("display_data", {"text/html": drawing, "text/plain": "t"})
    said = new_output("stream", text="\x1b[31mred\x1b[0m")
    page = shown(
        new_code_cell("x = 1", outputs=[output, said]), answer("$a^2$ [index](../index.ipynb)")
    )
    for part in (
        'aria-labelledby="in-t"',
        'id="in-t"',
        'id="in-m"',
        'marker-end="url(#in-m)"',
        'href="#in-m"',
        'class="grader-edge"',
        'class="ansi-red-fg"',
        '<span class="n">x</span>',
        "<msup>",
    ):
        assert part in page, part
    assert CUT not in page
    assert CUT in shown(new_markdown_cell(HTML["script"]))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "name", ["nested brackets", "200,000 blanks in a line", "<img 250,000 times"]
)
def test_a_hard_notebook_keeps_its_boxes_within_the_limit(name, shown, limits):
    limits(seconds=0.3)
    page = shown(*BURDENS[name](), answer("[" * 50_000))
    assert "This page is shortened." in page and "0.3 seconds of processor time" in page
    assert "The name above opens the notebook itself." in page
    assert controls(page) == FORM and len(page) < 500_000


def test_what_is_no_notebook_gets_a_plain_page(tmp_path):
    path = tmp_path / "toys.ipynb"
    for data, told in ((b"{not json", "cannot be read"), (b"[" * 100_000, "cannot be read")):
        path.write_bytes(data)
        assert told in page_of(str(path), Config(), RESOURCES)
    with path.open("wb") as file:
        file.truncate(MAX_NOTEBOOK + 1)
    assert "longer than 64 MB" in page_of(str(path), Config(), RESOURCES)
    path.unlink()
    path.symlink_to("/etc/passwd")
    page = page_of(str(path), Config(), RESOURCES)
    assert "is a link" in page and "root" not in page and "<script" not in page


def test_only_folders_of_the_instructors_may_bring_a_configuration(tmp_path):
    mine = tmp_path / "class"
    mine.mkdir()
    (mine / "nbgrader_config.py").write_text("c = get_config()")
    assert not_the_instructors(mine, STUDENTS) == ""
    for name in ("submitted/mallory/07-toys", "autograded/mallory/07-toys", "feedback/m/c"):
        folder = mine / name
        folder.mkdir(parents=True)
        assert "students' files" in not_the_instructors(folder, STUDENTS)
        (tmp_path / "short").unlink(missing_ok=True)
        (tmp_path / "short").symlink_to(folder)
        assert "students' files" in not_the_instructors(tmp_path / "short", STUDENTS)
    (mine / "nbgrader_config.py").chmod(0o666)
    assert "everybody may write" in not_the_instructors(mine, STUDENTS)
    (mine / "nbgrader_config.py").chmod(0o644)
    mine.chmod(0o777)
    assert "everybody may write" in not_the_instructors(mine, STUDENTS)
    assert "there is no" in not_the_instructors(tmp_path / "nowhere", STUDENTS)


@pytest.mark.parametrize(
    "name",
    [
        "class",
        pytest.param(
            "class/nbgrader_config.py",
            marks=pytest.mark.skipif(os.geteuid() != 0, reason="needs root"),  # to give it away
        ),
    ],
)
def test_of_a_link_the_owner_of_what_it_names_counts(name, tmp_path, monkeypatch):
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "nbgrader_config.py").touch()
    (tmp_path / "mine").symlink_to(tmp_path / "class")
    assert not_the_instructors(tmp_path / "mine", STUDENTS) == ""
    if os.geteuid() == 0:
        os.chown(tmp_path / name, 12345, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert "belongs to someone else" in not_the_instructors(tmp_path / "mine", STUDENTS)


# ---------------------------------------------------------------------------------- a real server

EXTENSION = "nbgrader.server_extensions.formgrader"


class Server:
    """A Jupyter server with the formgrader, as its instructor asks it."""

    def __init__(self, root: Path, home: Path):
        self.url, self.log = f"http://127.0.0.1:{free_port()}", (home / "log").open("w+")
        ours = ("JUPYTER", "NBGRADER")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyter_server", "--allow-root", "--no-browser"),
                f"--port={self.url.rpartition(':')[2]}",
                f"--ServerApp.root_dir={root}",
                f"--ServerApp.jpserver_extensions={{'{EXTENSION}': True}}",
                "--IdentityProvider.token=known",
            ],
            cwd=root,
            env={
                **kept,
                "HOME": str(home),
                "JUPYTER_CONFIG_DIR": str(home),
                "JUPYTER_PREFER_ENV_PATH": "0",
                "PYTHONPATH": str(Path(__file__).parents[3]),
            },
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def get(self, path: str, **headers: str):
        """(status, headers, body) of an address."""
        headers = {"Authorization": "token known"} | headers
        try:
            answer = urllib.request.urlopen(
                urllib.request.Request(self.url + path, headers=headers), timeout=60
            )
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.headers, answer.read().decode()

    def wait(self) -> None:
        """Returns when it answers."""
        while self.process.poll() is None:
            try:
                self.get("/api/status")
                return
            except OSError:
                continue
        self.log.seek(0)
        raise RuntimeError(self.log.read()[-2000:])

    def stop(self) -> None:
        """Ends it."""
        self.process.terminate()
        self.process.wait(timeout=20)
        self.log.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server for a graded class of one, mallory, whose files attack; and her submission's id."""
    root = tmp_path_factory.mktemp("served") / "class"
    stub.write_class(root, 0)
    (root / "nbgrader_config.py").write_text(stub.CONFIG)
    plan = open_course(root).plans(toys.CHAPTER)[0]
    notebook = nbformat.reads(plan.release, as_version=4)
    notebook.cells += cells_of("script")
    stub.hand_in(root, "mallory", nbformat.writes(notebook))
    beside = root / "submitted" / "mallory" / toys.CHAPTER
    (beside / "page.html").write_text(HTML["script"])
    (beside / "nbgrader_config.py").write_text("open('ran', 'w')")
    stub.run_class(root, 1)
    directory = open_course(root).directory(toys.CHAPTER)
    with Gradebook(directory.db_url) as book:
        name = book.find_submission_notebook("toys", toys.CHAPTER, "mallory").id
    home = tmp_path_factory.mktemp("home")
    server = Server(root, home)
    try:
        server.wait()
        yield server, root, name
    finally:
        server.stop()


@pytest.mark.slow
def test_the_server_answers_with_a_clean_page_and_a_policy(served):
    server, _, name = served
    status, headers, page = server.get(f"/formgrader/submissions/{name}/")
    policies = headers.get_all("Content-Security-Policy")
    nonces = re.findall(r"script-src 'nonce-([^']{16,})'", " ".join(policies))
    assert status == 200 and len(nonces) == 1
    assert "default-src 'none'" in policies[-1] and "frame-ancestors" in policies[0]
    assert set(re.findall(r'<script nonce="([^"]*)"', page)) == set(nonces)
    assert RUN not in page and CUT in page
    assert 'id="why-comment"' in page and "points, drawn with" in page
    again = server.get(f"/formgrader/submissions/{name}/")[1]
    assert nonces[0] not in str(again)
    assert server.get(f"/formgrader/submissions/{name}/", Authorization="")[0] in (
        401,
        403,
        404,
    ) or (
        "Password or token" in server.get(f"/formgrader/submissions/{name}/", Authorization="")[2]
    )
    assert server.get("/formgrader/submissions/nobody/")[0] == 404


@pytest.mark.slow
def test_a_server_that_has_read_no_configuration_of_ours_cleans_when_it_has(served, tmp_path):
    """Until then, the formgrader is nbgrader's own."""
    _, root, name = served
    plain = shutil.copytree(root, tmp_path / "plain")
    (plain / "nbgrader_config.py").write_text("c = get_config()\n")
    (tmp_path / "home").mkdir()
    server, pages = Server(plain, tmp_path / "home"), []
    try:
        server.wait()
        for _ in range(2):
            pages.append(server.get(f"/formgrader/submissions/{name}/")[2])
            assert server.get(f"/formgrader/?path={root}")[0] == 200
    finally:
        server.stop()
    assert [(RUN in page, CUT in page) for page in pages] == [(True, False), (False, True)]


@pytest.mark.slow
def test_the_server_answers_others_while_a_page_is_slow(served):
    server, root, name = served
    path = root / "autograded" / "mallory" / toys.CHAPTER / "toys.ipynb"
    before, notebook = path.read_text(), nbformat.read(path, as_version=4)
    notebook.cells += BURDENS["nested brackets"]()
    nbformat.write(notebook, path)
    try:
        with ThreadPoolExecutor(1) as asking:
            page, answers = asking.submit(server.get, f"/formgrader/submissions/{name}/"), 0
            while not page.done():
                answers += server.get("/api/status")[0] == 200
        assert "This page is shortened." in page.result()[2]
        assert answers > 10
    finally:
        path.write_text(before)


@pytest.mark.slow
def test_a_file_beside_the_notebook_is_saved_and_not_shown(served):
    server, _, name = served
    status, headers, page = server.get(f"/formgrader/submissions/{name}/page.html")
    assert status == 200 and page == HTML["script"]
    assert "sandbox" in headers.get_all("Content-Security-Policy")[-1]
    assert headers["Content-Disposition"] == "attachment"
    assert headers["X-Content-Type-Options"] == "nosniff"
    answered = server.get(f"/formgrader/api/comments?submission_id={name}")
    assert answered[0] == 200 and "sandbox" in answered[1].get_all("Content-Security-Policy")[-1]


@pytest.mark.slow
def test_a_link_to_a_students_folder_runs_no_configuration(served):
    server, root, _ = served
    for folder in ("submitted", "autograded"):
        assert (root / folder / "mallory" / toys.CHAPTER / "nbgrader_config.py").exists()
        status, _, _ = server.get(f"/formgrader/?path={folder}/mallory/{toys.CHAPTER}")
        assert status == 403
    assert not list(root.rglob("ran"))
    assert server.get(f"/formgrader/?path={root}")[0] == 200
