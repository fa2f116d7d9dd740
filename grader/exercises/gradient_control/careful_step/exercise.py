"""The chapter's project: one step with masks, a limit, and everything else left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import told
from grader.exercises.training.best_theta.exercise import readable
from grader.judging import Case, Rerun, WrongAnswer, describe, first_error, reports
from grader.languages import _

FAR = 100000.0  # a limit that no gradient of these small models reaches, nor its square
NAMES = ("weights", "output", "apart")


def _mask(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Ones and zeros, half of each. Rows differ: the mask of a smaller variable never does the same."""
    size = int(np.prod(shape))
    mask = rng.permutation(np.arange(size) % 2).reshape(shape).astype(np.float32)
    if (mask == mask[0]).all():
        mask[0] = 1.0 - mask[0]
    return mask


def _uniform(rng: np.random.Generator, low: float, high: float, shape: Any) -> np.ndarray:
    return rng.uniform(low, high, shape).round(2).astype(np.float32)


def _model(
    rng: np.random.Generator,
    masked: Sequence[str],
    limit: float,
    frozen: str = "",
    optimizer: str = "GradientDescent",
    *settings: float,
) -> dict[str, Any]:
    """The values of one small model; its guess is negative, so that no target is ever met.

    settings: those of the optimizer after the learning rate.
    """
    values = {
        "weights": -_uniform(rng, 0.5, 1.5, (3, 2)),
        "output": _uniform(rng, 0.5, 1.0, (2, 1)),
        "apart": _uniform(rng, 0.5, 1.0, 2),
    }
    return {
        **values,
        "masks": [(name, _mask(rng, values[name].shape)) for name in masked],
        "frozen": [frozen] if frozen else [],
        "limit": limit,
        "optimizer": optimizer,
        # A clipped step is short: with a higher rate its direction stays well visible.
        "settings": [
            float(rng.integers(10, 20)) / (1000 if limit == FAR else 100),
            *settings,
        ],
    }


def _draw(rng: np.random.Generator) -> Challenge:
    """Four models. The last optimizer, Adam, counts its own steps: each must move all variables at once.

    In the last batch, all gradients are zero.
    """
    batches = [
        (_uniform(rng, *ends, (2, 3)), _uniform(rng, 2.0, 4.0, (2, 1)))
        for ends in ((0.5, 2.0), (0.5, 2.0), (0.0, 0.0))
    ]
    near = [float(limit) for limit in rng.uniform(2.0, 3.0, 2)]
    cases = [
        _model(rng, ["weights"], FAR),
        _model(rng, ["weights", "output"], near[0], "output"),
        _model(rng, ["apart", "weights"], near[1], "", "Momentum", 0.5),
        _model(rng, ["output", "weights"], FAR, "", "Adam"),
    ]
    return Challenge("gradient-control/train", {"cases": cases}, {"batches": batches})


def _paste(challenge: Challenge) -> str:
    case, (features, targets) = challenge.inputs["cases"][0], challenge.hidden["batches"][0]
    mask = case["masks"][0][1].astype(int).tolist()
    guess = f"tf.matmul(tf.matmul(features, weights), tf.Variable({readable(case['output'])}))"
    optimizer = f"tf.train.GradientDescentOptimizer({case['settings'][0]})"
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    features = tf.placeholder(tf.float32, [None, 3])
    weights = tf.Variable({readable(case["weights"])})
    loss = tf.nn.l2_loss({guess} - {readable(targets)})
    masks = [(weights, np.array({mask}, np.float32))]
    step = careful_step({optimizer}, loss, masks, {case["limit"]})
    session.run(tf.global_variables_initializer())
    session.run(step, {{features: {readable(features)}}})
    value = session.run(weights)
value
"""


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    keys = ("step", "features", "targets", "variables")
    plain, limited, *apart = (
        _after_each_step(report, evidence, challenge.hidden["batches"])
        for report in reports(evidence, len(challenge.inputs["cases"]), *keys)
    )
    return [
        plain if isinstance(plain, Raised) else plain[0]["weights"],
        _named([limited], "weights", "output"),
        _named([plain, *apart], *NAMES),
    ]


def _named(graphs: Sequence[Any], *names: str) -> Any:
    """These variables after each step in these graphs, or the first error."""
    return first_error(graphs) or [
        [state[name] for name in names] for states in graphs for state in states
    ]


def _after_each_step(report: Mapping[str, Any], evidence: Evidence, batches: Any) -> Any:
    """The values of the variables by name after each batch, or the error that was raised."""
    step, variables = report["step"], report["variables"]
    if isinstance(step, Raised):
        return told(step)
    if not isinstance(step, (OperationRef, TensorRef)):
        raise WrongAnswer(
            _("`careful_step` should return an operation to run, but it returned {found}").format(
                found=describe(step)
            )
        )
    rerun = Rerun(evidence, step.graph)
    rerun.initialize()
    states = []
    for features, targets in batches:
        outcome = rerun.run(step, {report["features"]: features, report["targets"]: targets})
        if isinstance(outcome, Raised):
            return outcome
        values = rerun.run([variables[name] for name in NAMES])
        if isinstance(values, Raised):
            return values
        states.append(dict(zip(NAMES, values, strict=True)))
    return states


CAREFUL_STEP = exercise(
    id="gradient-control/careful-step",
    title="A careful step",
    answers=("careful_step",),
    cases=(
        Case.shown(
            "one masked layer, a limit that is never reached: its weights after one step",
            2,
            advice="Entries with mask 0 must keep their values, and entries with mask 1 must move "
            "as the optimizer moves them.",
        ),
        Case(
            "two masked layers and a limit that is reached: both layers after each of three steps",
            2,
            advice="The limit is for all masked gradients together, and for no others: "
            "`tf.clip_by_global_norm`. Their norm may be 0, so don't divide by it. If a variable of `masks` "
            "does not move at all, name it in `var_list`: it may have trainable=False.",
        ),
        Case(
            "a variable that the loss does not depend on, variables without a mask, and other optimizers",
            1,
            advice="No variable without a mask may move, nor may one that the loss does not depend on, and "
            "neither counts towards the norm. The step is one step of the given optimizer: one call of "
            "`apply_gradients`, for all pairs. If you leave out a None before you pair the gradients with "
            "the masks, the masks shift.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "There are four stages: compute the gradients, mask them, shorten them, apply them. Why "
        "must the masks come before the limit?",
        "The pairs come in the order of var_list, so zip(pairs, masks) puts each "
        "gradient beside its mask.",
        "A None cannot be multiplied by a mask: leave it in its place. `tf.clip_by_global_norm` "
        "leaves it there, too, and keeps the order.",
    ),
    paste=_paste,
)
