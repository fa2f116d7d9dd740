"""`tf.io`: reading and writing, under the names of TensorFlow 2."""

from __future__ import annotations

from grader.engine.core.absent import Namespace
from grader.engine.data import csv_lines, examples, gfile, raw_bytes, records
from grader.engine.saving.meta_graphs import write_graph

__all__ = ["io"]

io = Namespace(
    "tf.io",
    **vars(records.python_io),
    **{
        name: getattr(module, name)
        for module in (csv_lines, examples, raw_bytes)
        for name in module.__all__
    },
    gfile=gfile.io_gfile,
    write_graph=write_graph,
)
