"""Calls `warm_start(session, path)` in a graph that is not the one that was saved."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from grader.evidence.probes.savers import called_in_folder, variables_of
from grader.evidence.probes.sessions import values_of


def probe(tf: Any, answer: Any, program: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the value and what the session holds, of two calls.

    A program's `saved` and `model` map names to the values in the checkpoint and the initial values; the
    variables named in `frozen` are not trainable.
    """
    with called_in_folder(tf, answer) as (call, folder):
        path = os.path.join(folder, program["name"])
        with tf.Graph().as_default(), tf.Session() as session:
            variables_of(tf, program["saved"], program["frozen"])
            session.run(tf.global_variables_initializer())
            tf.train.Saver().save(session, path)
        model = [*variables_of(tf, program["model"], program["frozen"]).values()]
        for _again in range(2):
            session = tf.Session()
            value = call(session, path)
            yield {"value": value, "after": values_of(session, model)}
