"""TensorBoard below a cell: a real one is started, asked over HTTP, and stopped."""

from __future__ import annotations

import json
import time
import urllib.parse
import urllib.request

import pytest

from grader import engine as tf
from grader.pictures import board


@pytest.fixture
def logs(tmp_path):
    """A folder with one run: five points of a curve, and a graph."""
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [], name="x")
        summary = tf.summary.scalar("loss", x)
        with tf.summary.FileWriter(tmp_path / "run", session.graph) as writer:
            for number in range(5):
                writer.add_summary(session.run(summary, {x: 2.0 * number}), 10 * number)
    return tmp_path


@pytest.fixture
def running(logs):
    server = board.Board(logs)
    yield server
    server.stop()


def asked(server, route, **query):
    address = f"{server.url}data/plugin/{route}?{urllib.parse.urlencode(query)}"
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.read().decode()


@pytest.mark.slow
def test_it_shows_the_curve_and_the_graph_and_stops(running):
    until = time.monotonic() + 20
    while not json.loads(asked(running, "scalars/tags")) and time.monotonic() < until:
        time.sleep(0.1)
    points = json.loads(asked(running, "scalars/scalars", run="run", tag="loss"))
    assert [point[1:] for point in points] == [[10 * n, 2.0 * n] for n in range(5)]
    assert 'op: "Placeholder"' in asked(running, "graphs/graph", run="run", conceptual="false")
    assert running.is_running
    running.stop()
    assert not running.is_running


def test_without_jupyterlab_nothing_is_started(monkeypatch, capsys):
    monkeypatch.delenv(board.IN_JUPYTER, raising=False)
    monkeypatch.setattr(board, "Board", None)
    board.tensorboard("logs/relu")
    assert "tensorboard --logdir logs/relu" in capsys.readouterr().out


def test_in_jupyterlab_a_folder_has_one_server(monkeypatch, tmp_path):
    class Fake:
        is_running = True

        def __init__(self, logdir):
            started.append(logdir)

    started, shown = [], []
    monkeypatch.setenv(board.IN_JUPYTER, "chapter.ipynb")
    monkeypatch.setattr(board, "Board", Fake)
    monkeypatch.setattr(board, "_boards", {})
    monkeypatch.setattr("IPython.display.display", shown.append)
    board.tensorboard(tmp_path)
    board.tensorboard(str(tmp_path))
    assert started == [str(tmp_path)]
    assert shown[0] is shown[1]


def test_a_server_that_does_not_start_is_told_in_a_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv(board.IN_JUPYTER, "chapter.ipynb")
    monkeypatch.setattr(board, "_boards", {})
    monkeypatch.setattr(board, "PROGRAM", "raise SystemExit('no plugin is there')")
    board.tensorboard(tmp_path)
    said = capsys.readouterr().out
    assert "no plugin is there" in said
    assert f"tensorboard --logdir {tmp_path}" in said
