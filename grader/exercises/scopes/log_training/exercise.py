"""The chapter's project: a training run that leaves a log for TensorBoard."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, WrongAnswer, all_closed, outcomes
from grader.judging.files import READING_FAILS, events_of, scalar_of
from grader.languages import _


def _draw(rng: np.random.Generator) -> Challenge:
    # The first run ends at a batch that is logged, the second one just before.
    sizes = 10 * int(rng.integers(2, 4)) + 1, 20
    return Challenge("scopes/log-training", {"programs": [_run(rng, size) for size in sizes]})


def _run(rng: np.random.Generator, batches: int) -> dict[str, Any]:
    """A small model, and batches from a line with noise: the loss differs from batch to batch."""
    rows = rng.uniform(-1.0, 1.0, (batches, 4, 2))
    targets = rows @ rng.uniform(2.0, 4.0, (2, 1)) + rng.uniform(-0.5, 0.5, (batches, 4, 1))
    return {
        "weights": rng.uniform(-3.0, -1.0, (2, 1)),
        "batches": [[*pair] for pair in zip(rows, targets, strict=True)],
    }


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    both = outcomes(evidence, 2, "files", "after", "opened", "closed", "nodes")
    logs = [_log(one) for one in both]
    (steps, values, graph, closed), (*others, other_graph, other_closed) = logs
    if steps == [] and not any(".tfevents." in name for name in both[0]["files"]):
        raise WrongAnswer(
            _("there is no log in `folder` after a call: give `folder` to the FileWriter")
        )
    after = [report["after"] for report in both]
    return [steps, after, [values, *others], [graph, other_graph], closed and other_closed]


def _log(report: Any) -> list[Any]:
    """The logged steps, the logged losses, and whether the model's graph is there and the writer closed."""
    if isinstance(report["value"], Raised):
        return [report["value"]] * 3 + [all_closed(report)]
    points, nodes, by_writer = [], set(), 0  # 1: a FileWriter wrote, and not something else
    try:
        for event in events_of(report["files"]):
            by_writer |= bool(event.source_metadata.writer)
            points += [
                (event.step, scalar_of(one)) for one in event.summary.value if one.tag == "loss"
            ]
            if event.HasField("graph_def"):
                nodes |= {node.name for node in tf.GraphDef.FromString(event.graph_def).node}
    except READING_FAILS as error:
        told = _("the log that you wrote cannot be read")
        return [Raised(type(error).__name__, told)] * 3 + [all_closed(report)]
    points.sort(key=lambda point: point[0])
    steps, losses = ([point[place] for point in points] for place in (0, 1))
    wanted = report["nodes"]
    complete = isinstance(wanted, list) and bool(wanted) and set(wanted) <= nodes
    return [steps, losses, complete, all_closed(report, by_writer)]


LOG_TRAINING = exercise(
    id="scopes/log-training",
    title="A training run with a log",
    answers=("log_training",),
    cases=(
        Case.shown(
            "the steps at which the loss is logged",
            1,
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
