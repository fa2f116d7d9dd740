"""`tf.io`: reading and writing, under the names of TensorFlow 2."""

from __future__ import annotations

from types import SimpleNamespace

from grader.engine.data import csv_lines, examples, files, gfile, records
from grader.engine.saving.meta_graph_export import write_graph

__all__ = ["io"]

io = SimpleNamespace(
    **vars(records.python_io),
    **{
        name: getattr(module, name)
        for module in (csv_lines, examples, files)
        for name in module.__all__
    },
    gfile=gfile.io_gfile,
    write_graph=write_graph,
)
