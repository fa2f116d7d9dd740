"""What is known of an exercise's mistakes, so that the judge need not find it out: `measured.json`.

`grader.authoring` writes the file, which has two parts:

- `passes`, the pass matrix: for each mistake a character for each case (see `Misconception.passes`);
- `mutants`: right answers with one small mistake that has a name (a name of `judging/mutants.py`), as source,
  with the right answer that was changed and the mutant's key (see `mutation/`). Which can be named is
  measured, not chosen.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from grader.exercises.own import folder_of

FILE = "measured.json"
MUTANT = "mutant "  # before the names of mutants in the pass matrix


class NamedMutant(NamedTuple):
    """A right answer with one small mistake. answer: the name of the right answer; key: the mutant's."""

    name: str
    answer: str
    key: str
    source: str


class Measured(NamedTuple):
    """The contents of the file."""

    passes: Mapping[str, str] = {}
    mutants: tuple[NamedMutant, ...] = ()


@cache
def measured(exercise: str) -> Measured:
    """What is known of "graphs/polynomial"; nothing if it has no file."""
    file = folder_of(exercise).joinpath(FILE)
    if not file.is_file():
        return Measured()
    content = json.loads(file.read_text(encoding="utf-8"))
    mutants = tuple(NamedMutant(**mutant) for mutant in content["mutants"])
    return Measured(content["passes"], mutants)
