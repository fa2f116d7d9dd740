"""What the probes of chapter 07 share: folders, and models whose variables are saved."""

from __future__ import annotations

import contextlib
import copy
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.files import attempt_in, elsewhere, files_in
from grader.evidence.probes.general import needs_function
from grader.evidence.probes.table import probe
from grader.evidence.probes.watching import new_graph, started_again, watched

# The graph is kept beside every checkpoint, and the last one's path in `checkpoint`: the judge
# reads the tensors alone.
NOT_NEEDED = (".meta", "checkpoint")


@contextlib.contextmanager
def called_in_folder(
    tf: Any, answer: Callable[..., Any], again: bool = False
) -> Iterator[tuple[Any, str]]:
    """A function that calls the answer, and a folder for it (see `elsewhere`), which is gone afterwards.

    again: whether each call is one of a program that was started again.
    """
    with elsewhere() as folder:

        def call(*arguments: Any) -> Any:
            program = started_again(answer) if again else contextlib.nullcontext(answer)
            with program as function, watched(tf):
                return attempt_in(folder, function, *arguments)

        yield call, folder


def variables_of(tf: Any, values: dict[str, Any], frozen: list[str]) -> dict[str, Any]:
    """Variables with these initial values, by name; the `frozen` ones are not trainable."""
    return {
        name: tf.Variable(value, name=name, trainable=name not in frozen)
        for name, value in values.items()
    }


@probe("savers/write-file")
@bounded
def write_file(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> Any:
    """Calls `answer(path, things)` twice with each of the same things; returns the files that it wrote."""
    function = needs_function(answers[0])
    reports = []
    for things in copy.deepcopy(inputs["calls"]):
        with new_graph(tf), called_in_folder(tf, function) as (call, folder):
            for _again in range(2):
                value = call(os.path.join(folder, "out.tfrecord"), things)
                reports.append({"value": value, "files": files_in(folder)})
                shutil.rmtree(folder)
                os.mkdir(folder)
    return reports
