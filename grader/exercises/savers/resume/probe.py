"""Calls `resume(session, step, x, batches, folder)` repeatedly, like a program that is started again."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.evidence.probes.files import elsewhere
from grader.evidence.probes.savers import called_in_folder
from grader.evidence.probes.sessions import values_of
from grader.evidence.probes.watching import keep_from_feeds, new_graph


class PowerCut(Exception):
    """What interrupts the training in `resume`."""


@dataclass
class Meter:
    """Counts the steps that a model takes; at step number `cut`, from 0, the power fails."""

    cut: int | None = None
    folder: str = ""
    calls: int = 0
    left: bytes | None = None  # in memory: what lies in a folder, an answer could write to

    def __call__(self, value: Any) -> Any:
        self.calls += 1
        if self.calls - 1 == self.cut:
            self.left = b""
            # What cannot be read is lost: only an answer that wants to harm can cause an error.
            with contextlib.suppress(OSError, MemoryError, tarfile.TarError):
                archive = io.BytesIO()
                with tarfile.open(fileobj=archive, mode="w") as tar:
                    tar.add(self.folder, ".")
                self.left = archive.getvalue()
            raise PowerCut("the power failed in the middle of a batch")
        return value

    def undo_later_writing(self) -> None:
        """What was done with the folder after the power failed, by a `finally` for example, is undone.

        Raises OSError if something in it cannot be removed.
        """
        if self.left is not None and os.path.lexists(self.folder):
            shutil.rmtree(self.folder)
        if self.left:
            with tarfile.open(fileobj=io.BytesIO(self.left)) as tar:
                tar.extractall(self.folder, filter="fully_trusted")


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields, for each call, how many batches reached the model, and what the session held at its end.

    Each call has a new graph of the same model, a fresh session and another working directory; the folder is
    the program's. A program's `cuts` says for each call at which of its batches the power fails, or None;
    what the call writes after that is lost.
    """
    with called_in_folder(tf, answer, again=True) as (call, folder):
        initial = np.float32(program["theta"])
        for cut in program["cuts"]:
            with elsewhere(), new_graph(tf):
                meter, session = Meter(cut, folder), tf.Session()
                x = tf.placeholder(tf.float32, initial.shape, name="x")
                seen = tf.py_func(meter, [x], tf.float32)
                seen.set_shape(initial.shape)
                theta = tf.Variable(initial, name="theta")
                optimizer = tf.train.MomentumOptimizer(program["rate"], program["momentum"])
                # The gradient of half the squared distance: to differentiate in each graph takes longer.
                gradients = [(theta - seen, theta)]
                step = optimizer.apply_gradients(gradients, tf.train.get_or_create_global_step())
                keep_from_feeds(seen)
                value = call(
                    session,
                    step,
                    x,
                    list(np.asarray(program["batches"], np.float32).copy()),
                    folder,
                )
                meter.undo_later_writing()
                after = values_of(session, tf.global_variables())
                yield {"value": value, "batches": meter.calls, "after": after}
