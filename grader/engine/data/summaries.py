"""The functions of `tf.summary` that add summaries to the graph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tensorboard.compat.proto import summary_pb2

from grader.engine.core import dtypes as d
from grader.engine.core import logging
from grader.engine.core.keys import GraphKeys
from grader.engine.graph.build import apply
from grader.engine.graph.convert import convert_to_tensor
from grader.engine.graph.graph import add_to_collections, get_collection, name_scope


def clean_tag(name: str | None) -> str | None:
    """A name that graphs and TensorBoard accept, made from `name`."""
    if name is None:
        return None
    clean = re.sub(r"[^-/\w\.]", "_", name).lstrip("/")
    if clean != name:
        logging.info("Summary name %s is illegal; using %s instead.", name, clean)
    return clean


@contextmanager
def summary_scope(name: str, family: str | None, values: Any) -> Iterator[tuple[str, str]]:
    """The tag of a summary and the name of its operation; `family` comes before both."""
    name, family = clean_tag(name) or "", clean_tag(family)
    with name_scope(name if family is None else f"{family}/{name}", None, values) as scope:
        tag = scope.rstrip("/")
        yield (tag if family is None else f"{family}/{tag}"), scope


def collect(summary: Any, collections: Sequence[str] | None, default: Sequence[str]) -> Any:
    """Adds the summary to the given collections, or by default to those that `merge_all` reads."""
    add_to_collections(default if collections is None else collections, summary)
    return summary


_STANDARD = [GraphKeys.SUMMARIES]


def scalar_summary(name: str, tensor: Any, collections: Any = None, family: Any = None) -> Any:
    """A summary of one real number."""
    with summary_scope(name, family, [tensor]) as (tag, scope):
        made = apply("ScalarSummary", scope, tags=tag, values=tensor)
    return collect(made, collections, _STANDARD)


def histogram_summary(name: str, values: Any, collections: Any = None, family: Any = None) -> Any:
    """A summary of how the values are distributed."""
    with summary_scope(name, family, [values]) as (tag, scope):
        made = apply("HistogramSummary", scope, tag=tag, values=values)
    return collect(made, collections, _STANDARD)


def image_summary(
    name: str, tensor: Any, max_outputs: int = 3, collections: Any = None, family: Any = None
) -> Any:
    """A summary of images (batch, height, width, 1, 3 or 4 channels)."""
    with summary_scope(name, family, [tensor]) as (tag, scope):
        made = apply("ImageSummary", scope, tag=tag, tensor=tensor, max_images=max_outputs)
    return collect(made, collections, _STANDARD)


def audio_summary(
    name: str,
    tensor: Any,
    sample_rate: Any,
    max_outputs: int = 3,
    collections: Any = None,
    family: Any = None,
) -> Any:
    """A summary of sounds (batch, frames) or (batch, frames, channels), `sample_rate` frames a second."""
    with summary_scope(name, family, [tensor]) as (tag, scope):
        rate = convert_to_tensor(sample_rate, d.float32, "sample_rate")
        made = apply(
            "AudioSummaryV2",
            scope,
            tag=tag,
            tensor=tensor,
            sample_rate=rate,
            max_outputs=max_outputs,
        )
    return collect(made, collections, _STANDARD)


def tensor_summary(
    name: str,
    tensor: Any,
    summary_description: str | None = None,
    collections: Any = None,
    summary_metadata: Any = None,
    family: Any = None,
    display_name: str | None = None,
) -> Any:
    """A summary that keeps a tensor unchanged; the metadata name the plugin that displays it."""
    metadata = summary_metadata or summary_pb2.SummaryMetadata()
    if summary_description is not None:
        metadata.summary_description = summary_description
    if display_name is not None:
        metadata.display_name = display_name
    with summary_scope(name, family, [tensor]) as (tag, scope):
        made = apply(
            "TensorSummaryV2",
            scope,
            tag=tag,
            tensor=tensor,
            serialized_summary_metadata=metadata.SerializeToString(),
        )
    return collect(made, collections, _STANDARD)


def text_summary(name: str, tensor: Any, collections: Any = None) -> Any:
    """A summary of strings, which TensorBoard shows as Markdown; ValueError for numbers."""
    if tensor.dtype != d.string:
        raise ValueError(f"Expected tensor {tensor.name} to have dtype string, got {tensor.dtype}")
    metadata = summary_pb2.SummaryMetadata()
    metadata.plugin_data.plugin_name = "text"
    return tensor_summary(name, tensor, collections=collections, summary_metadata=metadata)


def merge(inputs: Any, collections: Any = None, name: str | None = None) -> Any:
    """One summary that merges several."""
    name = clean_tag(name)
    with name_scope(name, "Merge", inputs):
        made = apply("MergeSummary", name, inputs=list(inputs))
    return collect(made, collections, [])


def merge_all(
    key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None
) -> Any:
    """One summary that merges all in a collection; None if there are none."""
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None
