"""The chapter's project: a training run that leaves a log for TensorBoard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Other, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, all_closed, draw_key, reports
from grader.judging.files import on_disk
from grader.languages import _

TAG = "loss"
MAX_EVENTS = 10_000


def _draw(rng: np.random.Generator) -> Challenge:
    # The first run ends at a batch that is logged, the second one just before.
    sizes = 10 * int(rng.integers(2, 4)) + 1, 20
    runs = [_run(rng, size) for size in sizes]
    return Challenge(
        "scopes/log-training", {"runs": [{**run, "key": draw_key(rng)} for run in runs]}
    )


def _run(rng: np.random.Generator, batches: int) -> dict[str, Any]:
    """A small model, and batches from a line with noise: the loss differs from batch to batch."""
    slope = rng.uniform(2.0, 4.0, 2)
    pairs = []
    for _each in range(batches):
        rows = rng.uniform(-1.0, 1.0, (4, 2)).round(3)
        noise = rng.uniform(-0.5, 0.5, 4)
        pairs.append([rows, (rows @ slope + noise).round(3)[:, None]])
    return {
        "weights": rng.uniform(-3.0, -1.0, (2, 1)).round(3),
        "bias": float(rng.uniform(1.0, 2.0).__round__(3)),
        "learning rate": 0.05,
        "batches": pairs,
    }


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    both = reports(evidence, 2, "result", "files", "after", "opened", "closed", "nodes")
    first, second = map(_read, both)
    steps, values, graph, _written = first
    if steps == [] and not any(".tfevents." in name for name in both[0]["files"]):
        raise WrongAnswer(
            _("there is no log in `folder` after a call: give `folder` to the FileWriter")
        )
    other_steps, other_values, other_graph, _written = second
    keys = [run["key"] for run in challenge.inputs["runs"]]
    return [
        steps,
        [report["after"] for report in both],
        [values, other_steps, other_values],
        [graph, other_graph],
        all(
            all_closed(report, key, read[3])
            for report, key, read in zip(both, keys, (first, second), strict=True)
        ),
    ]


def _read(report: Any) -> tuple[Any, Any, Any, int]:
    """The logged steps, the logged losses, whether the model's graph is there, and whether a FileWriter wrote
    (1) or the events were written by other means (0)."""
    result = report["result"]
    if isinstance(result, Raised):
        return result, result, result, 0
    if isinstance(result, Other) and result.type == "generator":
        raise WrongAnswer(
            _("{function} is a generator: a function with `yield` runs nothing when called").format(
                function="log_training"
            )
        )
    points, nodes, by_writer = [], set(), 0
    try:
        for event in _events(report["files"]):
            by_writer |= bool(event.source_metadata.writer)
            for one in event.summary.value:
                if one.tag == TAG:
                    points.append((int(event.step), float(_number(one))))
            if event.HasField("graph_def"):
                nodes |= {node.name for node in tf.GraphDef.FromString(event.graph_def).node}
    except (tf.errors.OpError, DecodeError, ValueError, TypeError, OSError) as error:
        bad = Raised(type(error).__name__, _("the log that you wrote cannot be read"))
        return bad, bad, bad, 0
    points.sort(key=lambda point: point[0])
    wanted = report["nodes"]
    complete = isinstance(wanted, list) and bool(wanted) and set(wanted) <= nodes
    return [step for step, _ in points], [value for _, value in points], complete, by_writer


def _events(files: Any) -> Iterator[Any]:
    """The events in every event file, at most `MAX_EVENTS`."""
    with on_disk(files) as folder:
        read = 0
        for path in sorted(Path(folder).rglob("*.tfevents.*")):
            for event in tf.train.summary_iterator(str(path)):
                read += 1
                if read > MAX_EVENTS:
                    raise ValueError(f"more than {MAX_EVENTS} events")
                yield event


def _number(one: Any) -> float:
    """A scalar, in either of the two ways in which summaries hold one."""
    if one.WhichOneof("value") == "tensor":
        return float(np.asarray(tf.make_ndarray(one.tensor)).reshape(-1)[0])
    return one.simple_value


LOG_TRAINING = exercise(
    id="scopes/log-training",
    title="A training run with a log",
    answers=("log_training",),
    cases=(
        Case(
            "the steps at which the loss is logged",
            1,
            visible=True,
            gate=True,
            advice="The log in `folder` should have one point for each of the mini-batches 0, 10, 20 and so "
            "on: its step is the mini-batch's number, its tag is `loss`.",
        ),
        Case(
            "the model after training: every mini-batch was used once",
            1,
            gate=True,
            advice="The weights are not those after one training step per mini-batch. Run the training "
            "step for every feed, and log at every tenth.",
        ),
        Case(
            "the logged losses, and the log of a second run",
            1,
            advice="The steps are right, but the logged numbers are not: at each of these steps, log the "
            "loss of that mini-batch before it is used for training. A second run gets a log of its own.",
        ),
        Case(
            "the graph is in the log",
            1,
            advice="TensorBoard would have no graph to show: give the writer `session.graph`.",
        ),
        Case(
            "the writer is closed",
            1,
            advice="Your writer is still open. What it holds back may never reach the disk: close it, or "
            "open it in a `with` statement.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "Three things: a summary operation (once), a writer for the folder, and a loop over "
        "enumerate(feeds).",
        "`tf.summary.scalar` takes the tag and the tensor, `tf.summary.FileWriter` the folder and "
        "the graph. A `with` block closes the writer.",
        "You train on every batch, but log only every tenth. The loss to log is the one before the update: "
        "fetch the summary first, or in the same run. With which feed?",
    ),
)
