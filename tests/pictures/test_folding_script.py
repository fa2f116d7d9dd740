"""The page's script places a drawing as `placing.py` does, whichever boxes are open."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from grader import engine as tf
from grader.pictures import drawing
from grader.pictures.drawing.layout import laid_out
from grader.pictures.drawing.page import data_of
from grader.pictures.drawing.parts import Edge, Node
from grader.pictures.drawing.placing import place
from grader.pictures.drawing.svg import beyond, label_places, wire_path
from grader.pictures.drawing.tree import nested
from grader.pictures.graph import parts_of

SCRIPT = Path(drawing.__file__).with_name("folding.js")
# Reads [data, [open boxes], [open boxes] ...] and writes what it places for each.
ASKING = """
const [data, ...states] = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(states.map((open) => {
  const placed = place(data, new Set(open));
  return {
    rects: placed.rects, size: [placed.width, placed.height],
    wires: placed.wires.map((wire) => [wire.source, wire.target, !!wire.control, wire.stations]),
    paths: placed.wires.map(wirePath),
    labels: labelPlaces(placed.wires, data.to.label_character),
    beyond: beyond(
      labelPlaces(placed.wires, data.to.label_character), placed.width, data.to.label_character),
  };
})));
"""


def training():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        with tf.name_scope("net"):
            for _ in range(2):
                with tf.name_scope("layer"):
                    w = tf.Variable(tf.random_normal([3, 3]), name="w")
                    x = tf.nn.relu(tf.matmul(x, w))
        tf.train.MomentumOptimizer(0.1, 0.9).minimize(tf.reduce_mean(x))
    return parts_of(graph)


def looping():
    names = ["a/1", "b/1", "a/2", "b/2", "c", "c/d/1", "c/d/2", "c/e/1", "c/e/2"]
    pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 7), (7, 6), (8, 5), (6, 0), (3, 8), (1, 3)]
    edges = [Edge(a, b, "(2, ?)" if a % 2 else "", a % 3 == 0, 1 + b % 2) for a, b in pairs]
    return [Node(name, "Add", "operation", "") for name in names], edges


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
@pytest.mark.parametrize("made", [training, looping])
def test_the_script_places_as_python_does(made):
    nodes, edges = made()
    layout = laid_out(nested(nodes), edges)
    boxes = layout.tree.openable()
    states = [[], boxes, *([box] for box in boxes), boxes[::2], boxes[1:]]
    given = json.dumps([data_of(layout, frozenset()), *states])
    program = SCRIPT.read_text(encoding="utf-8") + ASKING
    done = subprocess.run(
        ["node", "-e", program], input=given, capture_output=True, text=True, check=True
    )
    assert len(boxes) > 3
    for opened, told in zip(states, json.loads(done.stdout), strict=True):
        placement = place(layout, frozenset(opened))
        assert {int(item): rect for item, rect in told["rects"].items()} == {
            item: pytest.approx([rect.x, rect.y, rect.width, rect.height])
            for item, rect in placement.rects.items()
        }
        assert told["size"] == pytest.approx([placement.width, placement.height])
        assert told["wires"] == [
            [wire.source, wire.target, wire.control, [pytest.approx(s) for s in wire.stations]]
            for wire in placement.wires
        ]
        # Half a tenth of a pixel is rounded up by one and to the even tenth by the other.
        lengths = [len(wire_path(wire)) for wire in placement.wires]
        assert [len(path) for path in told["paths"]] == lengths
        assert [text for text, _, _ in told["labels"]] == [
            text for text, _, _ in label_places(placement)
        ]
        for (_, x, y), (_, other_x, other_y) in zip(
            told["labels"], label_places(placement), strict=True
        ):
            assert (x, y) == pytest.approx((other_x, other_y))
        assert told["beyond"] == pytest.approx(beyond(placement))
