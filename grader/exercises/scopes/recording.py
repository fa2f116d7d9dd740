"""The chapter's project: a training run that leaves a log for TensorBoard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Other, Raised
from grader.exercises.sessions.evidence import all_closed, draw_key, reports
from grader.judging import Case, Exercise, Misconception, WrongAnswer
from grader.judging.files import on_disk
from grader.languages import _

TAG = "loss"
MAX_EVENTS = 10_000


def _draw(rng: np.random.Generator) -> Challenge:
    # The first run ends at a batch that is logged, the second one just before.
    sizes = 10 * int(rng.integers(2, 4)) + 1, 20
    runs = [_run(rng, size) for size in sizes]
    return Challenge("scopes/log", {"runs": [{**run, "key": draw_key(rng)} for run in runs]})


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


def _logging(
    every: Callable[[int], bool] = lambda number: number % 10 == 0,
    *,
    step: Callable[[int], int | None] = lambda number: number,
    train_first: bool = False,
    graph: bool = True,
    close: bool = True,
    op_in_loop: bool = False,
    first_feed: bool = False,
    tag: str = TAG,
) -> Callable[[], Any]:
    """The reference, or an answer with one mistake in it.

    every: whether to log at a batch's number; step: what the event carries as its step; train_first: the loss
    is measured after the batch was trained; graph: whether the graph is written; close: whether the
    writer is closed; op_in_loop: the summary operation is made anew each time;
    first_feed: the loss is always that of the first batch; tag: what the curve is called.
    """

    def answer() -> Callable[..., Any]:
        def log_training(
            folder: str, session: Any, training_step: Any, loss: Any, feeds: Any
        ) -> None:
            summary = tf.summary.scalar(tag, loss)
            writer = tf.summary.FileWriter(folder, session.graph if graph else None)
            for number, feed in enumerate(feeds):
                if train_first:
                    session.run(training_step, feed)
                if every(number):
                    if op_in_loop and number:
                        summary = tf.summary.scalar(TAG, loss)
                    text = session.run(summary, feeds[0] if first_feed else feed)
                    writer.add_summary(text, step(number))
                if not train_first:
                    session.run(training_step, feed)
            if close:
                writer.close()
            else:
                writer.flush()

        return log_training

    return answer


def _training_only(when_it_logs: bool) -> Callable[[], Callable[..., Any]]:
    def log_training(folder: str, session: Any, training_step: Any, loss: Any, feeds: Any) -> None:
        summary = tf.summary.scalar(TAG, loss)
        with tf.summary.FileWriter(folder, session.graph) as writer:
            for number, feed in enumerate(feeds):
                logs = number % 10 == 0
                if logs:
                    writer.add_summary(session.run(summary, feed), number)
                if logs is when_it_logs:
                    session.run(training_step, feed)

    return lambda: log_training


def _closing_the_session() -> Callable[..., Any]:
    right = _logging()()

    def log_training(folder: str, session: Any, training_step: Any, loss: Any, feeds: Any) -> None:
        with session:
            right(folder, session, training_step, loss, feeds)

    return log_training


LOG = Exercise(
    id="scopes/log",
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
    reference=_logging(),
    misconceptions=(
        Misconception(
            "logs-every-batch",
            _logging(lambda number: True),
            "you log at every mini-batch. Writing costs time, and a thousand points say no more than a "
            "hundred: log where `number % 10 == 0`.",
        ),
        Misconception(
            "no-step",
            _logging(step=lambda number: None),
            "your summaries carry no step, so all of them are at 0 and the curve is a vertical "
            "line. The second argument of `add_summary` is the step.",
        ),
        Misconception(
            "numbers-the-points",
            _logging(step=lambda number: number // 10),
            "your steps count the points: 0, 1, 2 and so on. The step of a point is the number of its "
            "mini-batch: 0, 10, 20.",
        ),
        Misconception(
            "counts-from-one",
            _logging(lambda number: number % 10 == 9),
            "you log the tenth batch, whose number is 9. Numbers begin at 0: log at 0, 10, 20 and so on.",
        ),
        Misconception(
            "measures-after-the-step",
            _logging(train_first=True),
            "you measure the loss after the model has been trained on the same mini-batch, so it looks too "
            "good. Log first, then train.",
        ),
        Misconception(
            "always-the-first-feed",
            _logging(first_feed=True),
            "you log the loss of the first mini-batch every time. Run the summary with the feed of the "
            "mini-batch that you train on next.",
        ),
        Misconception(
            "new-operation-each-time",
            _logging(op_in_loop=True),
            "you call `tf.summary.scalar` inside the loop. Every call creates a new node with a new name, so "
            "the points end up on curves `loss`, `loss_1`, `loss_2`. Create it once, before the loop.",
        ),
        Misconception(
            "another-tag",
            _logging(tag="another"),
            "your curve has another tag. It is made from the first argument of `tf.summary.scalar` and the "
            'name scopes that are open; here it must be `"loss"`, whatever the tensor is called.',
        ),
        Misconception(
            "no-graph",
            _logging(graph=False),
            "your log has a curve, but no graph. Give it to the writer: "
            "`tf.summary.FileWriter(folder, session.graph)`.",
        ),
        Misconception(
            "never-closed",
            _logging(close=False),
            "your writer is never closed, so what it still holds may never reach the disk. Call `close()`, "
            "or open it in a `with` statement.",
        ),
        Misconception(
            "closes-the-session",
            _closing_the_session,
            "your function closes the session, which belongs to the caller. Leave it open: whoever calls "
            "you still needs the trained weights.",
        ),
        Misconception(
            "trains-only-when-it-logs",
            _training_only(True),
            "you train only on the mini-batches that you log. The training step belongs in the loop, "
            "outside the `if`.",
        ),
        Misconception(
            "does-not-train-when-it-logs",
            _training_only(False),
            "you leave out the training step at the mini-batches that you log. Run it for every feed: it "
            "belongs in the loop, outside the `if` and the `else`.",
        ),
    ),
    hints=(
        "Three things: a summary operation (once), a writer for the folder, and a loop over "
        "enumerate(feeds).",
        "`tf.summary.scalar` takes the tag and the tensor, `tf.summary.FileWriter` the folder and "
        "the graph. A `with` block closes the writer.",
        "You train on every batch, but log only every tenth. The loss to log is the one before the update: "
        "fetch the summary first, or in the same run. With which feed?",
    ),
)
