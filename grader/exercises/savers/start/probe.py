"""Calls `start(session, saver, folder)` twice, each time with a fresh session."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from grader.evidence.probes.savers import called_in_folder
from grader.evidence.probes.sessions import put, values_of


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the value of each call, and what its session holds then.

    A program's `saved` lists [step, theta, taken] of the checkpoints in the folder, the oldest first, all
    with its `name`; its `nearby` lists others, in the working directory. Its `notes` are the names of text
    files in the folder.
    """
    with called_in_folder(tf, answer, again=True) as (call, folder):
        theta = tf.Variable(np.float32(program["initial"]), name="theta")
        taken = tf.Variable(7, name="taken", trainable=False)
        earlier, session = tf.train.Saver(max_to_keep=10, name="earlier"), tf.Session()
        places = [(folder, one) for one in program["saved"]]
        for place, (step, *values) in places + [(os.getcwd(), one) for one in program["nearby"]]:
            for file in Path(
                place
            ).iterdir():  # an hour older: an answer may ask which of two is newer
                os.utime(file, (then := file.stat().st_mtime - 3600, then))
            put(session, dict(zip([theta, taken], values, strict=True)))
            earlier.save(
                session, os.path.join(place, program["name"]), step, write_meta_graph=False
            )
        for note in program["notes"]:
            Path(folder, note).write_text("There is no checkpoint here.\n", encoding="utf-8")
        saver = tf.train.Saver()
        for _again in range(2):
            session = tf.Session()
            value = call(session, saver, folder)
            yield {"value": value, "after": values_of(session, [theta, taken])}
