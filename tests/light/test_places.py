"""What Binder and Codespaces are told names what is there; the services themselves cannot be tried here."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from grader.cli import lab

ROOT = Path(__file__).resolve().parent.parent.parent


def options_exist(command: str) -> None:
    """Fails for an option of `grader lab` that it does not have."""
    known = {name for option in lab.command.params for name in option.opts}
    for words in re.findall(r"grader lab([^&\n]*)", command):
        assert set(re.findall(r"--[a-z-]+", words)) <= known, words


def test_binder_gets_what_a_reader_needs():
    folder = ROOT / "binder"
    (included,) = re.findall(r"(?m)^-r (.+)$", (folder / "requirements.txt").read_text())
    assert (folder / included).resolve() == ROOT / "setup" / "light.lock"
    python = (folder / "runtime.txt").read_text().strip()
    assert re.fullmatch(r"python-3\.1[1-4]", python)
    program = folder / "postBuild"
    assert os.access(program, os.X_OK) and program.read_text().startswith("#!/bin/sh\n")
    options_exist(program.read_text())


def test_codespaces_make_the_light_kind_and_the_copies():
    told = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    command = told["postCreateCommand"]
    (target,) = re.findall(r"make ([a-z-]+) LIGHT=1", command)
    assert re.search(rf"(?m)^{target}:.*\n\t@sh setup/run --kind", (ROOT / "Makefile").read_text())
    options_exist(command)
    (page,) = told["customizations"]["codespaces"]["openFiles"]
    assert (ROOT / page.replace("work/", "notebooks/")).is_file()
