"""The exercise that repairs a copy-and-paste bug: three ReLUs, each with its own weights and bias."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.scopes.evidence import graphs, value
from grader.judging import Builder, Case, placeholder

RELUS = 3
BUILD = Builder("output = three_relus(X, weights, biases)")


def _draw_repair(rng: np.random.Generator) -> Challenge:
    call = [placeholder([None, 2]), [placeholder([2, 1])] * RELUS, [placeholder()] * RELUS]
    feeds = [_feeds(rng), _feeds(rng), _feeds(rng, 0.001)]
    return BUILD.challenge([call] * 3, graphs=[2, 1], feeds=feeds)


def _feeds(rng: np.random.Generator, scale: float = 1.0) -> dict[str, Any]:
    """Numbers for X, the weights and the biases, in which every slip is seen.

    Each z is negative in a row and positive in another one, and their sum is negative in one; with a scale
    of 0.001 they are between -1 and 1. No other choice of weights and biases for the three gives the same
    output.
    """
    signs = np.array([[1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
    rows = np.array([[1.0, 5.0], [6.0, 1.0], [-5.0, 1.0]])
    while True:
        weights = rng.choice(np.arange(10, 40), (RELUS, 2), replace=False) * signs
        biases = rng.choice(np.arange(1, 9), RELUS, replace=False).astype(float)
        each = np.maximum((rows @ weights.T)[:, :, None] + biases, 0.0)  # (rows, weights, biases)
        each = each.reshape(len(rows), RELUS**2)
        chosen = combinations_with_replacement(range(RELUS**2), RELUS)
        outputs = Counter(tuple(each[:, list(places)].sum(axis=1)) for places in chosen)
        negative = min((rows @ weights.T + biases).sum(axis=1)) < 0
        if outputs[tuple(each[:, :: RELUS + 1].sum(axis=1))] == 1 and negative:
            matrices = list(weights.reshape(RELUS, 2, 1) * scale)
            return {"X": rows, "weights": matrices, "biases": (biases * scale).tolist()}


def _paste_repair(challenge: Challenge) -> str:
    rows, weights, biases = challenge.hidden["feeds"][0].values()
    each = ", ".join(f"tf.constant({matrix.tolist()})" for matrix in weights)
    return f"""\
with tf.Graph().as_default(), tf.Session() as session:
    X = tf.constant({rows.tolist()})
    weights = [{each}]
    biases = [{", ".join(f"tf.constant({number})" for number in biases)}]
    value = session.run(three_relus(X, weights, biases))
value"""


def _observe_repair(evidence: Evidence, challenge: Challenge) -> list[Any]:
    (run, (first, second)), (other_run, (third,)) = graphs(BUILD, evidence, challenge)
    shown, *hidden = challenge.hidden["feeds"]
    later = [value(run, first, **hidden[0]), value(run, second, **hidden[1])]
    later.append(value(other_run, third, **hidden[0]))
    return [value(run, first, **shown), later]


THREE_RELUS = exercise(
    id="scopes/three-relus",
    title="Repair the three ReLUs",
    answers=("three_relus",),
    cases=(
        Case.shown(
            "the output for three rows",
            1,
            advice="The output is one tensor, the sum of three ReLUs. ReLU number i is relu(X w_i + b_i): "
            "the larger of 0 and X w_i + b_i, with its own weights and its own bias.",
        ),
        Case(
            "the output for other numbers, from a second call in the same graph, and from one in another",
            1,
            advice="Your function works once. It should use the X, the weights and the biases it is given, "
            "in every call.",
        ),
    ),
    draw=_draw_repair,
    observe=_observe_repair,
    hints=(
        "There are two slips. Look in the picture for nodes from which no arrow leaves.",
        "One ReLU is built from another ReLU's z, and one z takes another one's bias.",
        "In each slip a number was not changed after pasting. A loop over `zip(weights, biases)` "
        "leaves no number to forget.",
    ),
    paste=_paste_repair,
)
