"""Event files, the logs that TensorBoard shows; and the namespace `tf.summary`."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from typing import Any, SupportsInt

from grader.engine.core import logging
from grader.engine.core.absent import Namespace
from grader.engine.core.messages import (
    Event,
    GraphDef,
    MetaGraphDef,
    RunMetadata,
    Summary,
    TaggedRunMetadata,
)
from grader.engine.data import summaries
from grader.engine.data.gfile import PathLike, as_path
from grader.engine.data.records import TFRecordWriter, tf_record_iterator
from grader.engine.graph.graph import Graph
from grader.engine.saving.meta_graphs import export_meta_graph

Step = SupportsInt | None


class FileWriter:
    """Writes events to a new file in `logdir`, which is created if needed. Thread-safe.

    graph: written first. max_queue and flush_secs have no effect: events are written at once.
    """

    def __init__(
        self,
        logdir: PathLike,
        graph: Graph | None = None,
        max_queue: int = 10,
        flush_secs: int = 120,
        graph_def: GraphDef | None = None,
        filename_suffix: str | None = None,
        session: Any = None,
    ):
        self._logdir = as_path(logdir)
        self._suffix = filename_suffix or ""
        self._lock = threading.RLock()
        self._writer: TFRecordWriter | None = None
        self._closed = False
        self._run_tags: set[str] = set()
        self._described: set[str] = set()
        os.makedirs(self._logdir, exist_ok=True)
        if graph is not None or graph_def is not None:
            self.add_graph(graph, graph_def=graph_def)
            if isinstance(graph, Graph):
                definition = graph.as_graph_def(add_shapes=True)
                self.add_meta_graph(
                    export_meta_graph(graph=graph, graph_def=definition, collection_list=[])
                )

    def get_logdir(self) -> str:
        """The folder."""
        return self._logdir

    def add_event(self, event: Event) -> None:
        """Appends an Event; does nothing after `close`."""
        with self._lock:
            if self._closed:
                logging.warning(
                    "Attempting to use a closed FileWriter. The operation will be a noop unless the "
                    "FileWriter is explicitly reopened."
                )
                return
            if self._writer is None:
                import socket  # here: 5 ms that a process without a log saves

                host = socket.gethostname()
                name = f"events.out.tfevents.{int(time.time()):010d}.{host}{self._suffix}"
                self._writer = TFRecordWriter(os.path.join(self._logdir, name))
                first = Event(wall_time=time.time(), file_version="brain.Event:2")
                first.source_metadata.writer = "tensorflow.core.util.events_writer"
                self._writer.write(first.SerializeToString())
            self._writer.write(event.SerializeToString())

    def _add(self, step: Step, **what: Any) -> None:
        event = Event(wall_time=time.time(), **what)
        if step is not None:
            event.step = int(step)
        self.add_event(event)

    def add_summary(self, summary: Summary | bytes, global_step: Step = None) -> None:
        """Appends a Summary, or the bytes of one, for a step."""
        data = summary if isinstance(summary, bytes) else summary.SerializeToString()
        own = Summary.FromString(data)
        for value in own.value:
            if not value.HasField("metadata"):
                continue
            if value.tag in self._described:  # TensorBoard needs the description once
                value.ClearField("metadata")
            elif value.metadata.plugin_data.plugin_name:
                self._described.add(value.tag)
        self._add(global_step, summary=own)

    def add_graph(
        self,
        graph: Graph | GraphDef | None,
        global_step: Step = None,
        graph_def: GraphDef | None = None,
    ) -> None:
        """Appends a graph; ValueError if there is none, TypeError if it is not a Graph."""
        if graph is None and graph_def is None:
            raise ValueError("The argument `graph` must be provided.")
        if isinstance(graph, Graph):
            graph_def = graph.as_graph_def(add_shapes=True)
        elif hasattr(graph, "node"):
            logging.warning("Passing a `GraphDef` to the SummaryWriter is deprecated.")
            graph_def = graph
        if graph_def is None or not hasattr(graph_def, "node"):
            raise TypeError(
                "The passed graph must be an instance of `Graph` or the deprecated `GraphDef`"
            )
        self._add(global_step, graph_def=graph_def.SerializeToString())

    def add_meta_graph(self, meta_graph_def: MetaGraphDef, global_step: Step = None) -> None:
        """Appends a MetaGraphDef."""
        if type(meta_graph_def).__name__ != MetaGraphDef.__name__:
            raise TypeError(f"meta_graph_def must be type MetaGraphDef, saw type: {meta_graph_def}")
        self._add(global_step, meta_graph_def=meta_graph_def.SerializeToString())

    def add_run_metadata(
        self, run_metadata: RunMetadata, tag: str, global_step: Step = None
    ) -> None:
        """Appends the RunMetadata of a run; ValueError for a tag that is used already."""
        if tag in self._run_tags:
            raise ValueError("The provided tag was already used for this event type")
        self._run_tags.add(tag)
        tagged = TaggedRunMetadata(tag=tag, run_metadata=run_metadata.SerializeToString())
        self._add(global_step, tagged_run_metadata=tagged)

    def flush(self) -> None:
        """Makes the events written so far visible to readers."""
        with self._lock:
            if self._writer is not None:
                self._writer.flush()

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._closed = True
            if self._writer is not None:
                self._writer.close()
                self._writer = None

    def reopen(self) -> None:
        """Accepts events again after `close`, in a new file."""
        self._closed = False

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


def summary_iterator(path: PathLike) -> Iterator[Event]:
    """The events in a file; DataLossError if it is damaged."""
    return map(Event.FromString, tf_record_iterator(path))


summary = Namespace(
    "tf.summary", Event=Event, FileWriter=FileWriter, Summary=Summary,
    histogram=summaries.histogram_summary, image=summaries.image_summary, merge=summaries.merge,
    merge_all=summaries.merge_all, scalar=summaries.scalar_summary,
)  # fmt: skip
