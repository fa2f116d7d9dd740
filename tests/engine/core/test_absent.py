"""What the engine leaves out says so by name; docs/decisions.md lists it."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader import engine

DECISIONS = Path(engine.__file__).parents[2] / "docs" / "decisions.md"
# fmt: off
LEFT_OUT = [
    "data", "data.Dataset", "nn.rnn_cell", "nn.dynamic_rnn", "nn.static_rnn", "image", "image.resize",
    "layers", "layers.dense", "keras", "estimator", "contrib", "train.MonitoredTrainingSession",
    "train.SessionRunHook", "lookup", "lookup.StaticHashTable", "function",
    "enable_control_flow_v2", "strings.ngrams", "linalg.expm", "nn.lrn", "nn.conv1d", "SparseTensor",
    "case", "metrics.mean_per_class_accuracy", "losses.cosine_distance", "debugging.assert_rank",
    "queue.PriorityQueue", "graph_util.remove_training_nodes", "app.walk",
]
# fmt: on


def reached(name: str) -> object:
    found: object = engine
    for part in name.split("."):
        found = getattr(found, part)
    return found


@pytest.mark.parametrize("name", LEFT_OUT)
def test_a_name_that_is_left_out_is_named_by_the_error(name):
    first = name.split(".")[0]  # of tf.data.Dataset, tf.data is missing already
    first = name if hasattr(engine, first) else first
    with pytest.raises(
        AttributeError, match=rf"^tf\.{re.escape(first)} is not part of the ref"
    ) as e:
        reached(name)
    assert "GRADER_BACKEND=tensorflow" in str(e.value)


@pytest.mark.parametrize(
    "part", ["tf.data", "tf.nn.rnn_cell", "tf.layers", "tf.image", "tf.lookup"]
)
def test_the_decisions_name_what_is_left_out(part):
    assert f"`{part}`" in DECISIONS.read_text(encoding="utf-8")


def test_a_missing_name_is_missing_in_every_way():
    assert not hasattr(engine, "data")
    assert getattr(engine.nn, "rnn_cell", None) is None
    with pytest.raises(ImportError):
        importlib.import_module("grader.engine.layers")
    with pytest.raises(AttributeError, match="no attribute '__wrapped__'"):
        engine.train.__wrapped__
    from grader.engine import data  # a room of the engine, which is not tf.data

    assert data.__name__ == "grader.engine.data"


def test_a_message_of_the_library_is_shown_as_tensorflow_shows_it():
    shown = subprocess.run(
        [sys.executable, "-c", "from grader import engine as tf; tf.logging.set_verbosity('INFO'); "
         "tf.logging.info('%s is back', 'a'); tf.logging.debug('no')"],
        capture_output=True, text=True, check=True, cwd=DECISIONS.parents[1],
    )  # fmt: skip
    assert shown.stderr == "INFO:tensorflow:a is back\n"
