"""The chapter's project: one step with masks, a limit, and everything else left alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.exercises.gradient_control.evidence import case, fed, in_a_function, placeholder, told
from grader.judging import Case, Rerun, WrongAnswer, describe, part, reports, together
from grader.languages import _

FAR = 100000.0  # a limit that no gradient of these small models reaches, nor its square
# The variables of a model: two bounds of their values, and their shapes. Its guess is negative, so that no
# target is ever met.
VARIABLES = {
    "weights": (-1.5, -0.5, (3, 2)),
    "output": (0.5, 1.0, (2, 1)),
    "apart": (0.5, 1.0, (2,)),
}


def _mask(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Ones and zeros, half of each. Rows differ: the mask of a smaller variable never does the same."""
    size = int(np.prod(shape))
    mask = rng.permutation(np.arange(size) % 2).reshape(shape).astype(np.float32)
    if (mask == mask[0]).all():
        mask[0] = 1.0 - mask[0]
    return mask


def _uniform(rng: np.random.Generator, low: float, high: float, shape: tuple[int, ...]) -> Any:
    return rng.uniform(low, high, shape).round(2).tolist()


def _model(
    rng: np.random.Generator, masked: list[str], limit: float, optimizer: str, frozen: str = ""
) -> dict[str, Any]:
    """One small model. optimizer: the code that makes it, with a place for the learning rate."""
    lines = [placeholder("features", [None, 3]), placeholder("targets", [None, 1])]
    for name, bounds in VARIABLES.items():
        value = _uniform(rng, *bounds)
        lines.append(f"{name} = tf.Variable({value}, {name != frozen}, name='{name}')")
    masks = {name: _mask(rng, VARIABLES[name][2]).tolist() for name in masked}
    pairs = ", ".join(f"({name}, np.array({mask}, np.float32))" for name, mask in masks.items())
    # A clipped step is short: with a higher rate its direction stays well visible.
    rate = float(rng.integers(10, 20)) / (1000 if limit == FAR else 100)
    lines += [
        "loss = tf.nn.l2_loss(tf.matmul(tf.matmul(features, weights), output) - targets)",
        f"masks = [{pairs}]",
        f"optimizer = tf.train.{optimizer.format(rate)}",
    ]
    copies = "[(variable, mask.copy()) for variable, mask in masks]"
    before = f"careful_step(optimizer, loss, {copies}, {limit / 2})" if frozen else ""
    call = f"careful_step(optimizer, loss, masks, {limit})"
    return case(lines, call, reported=[*VARIABLES], before=before)


def _draw(rng: np.random.Generator) -> Challenge:
    """Four models. The last optimizer, Adam, counts its own steps: each must move all variables at once.

    In the last batch, all gradients are zero.
    """
    batches = [
        {"features:0": _uniform(rng, *ends, (2, 3)), "targets:0": _uniform(rng, 2.0, 4.0, (2, 1))}
        for ends in ((0.5, 2.0), (0.5, 2.0), (0.0, 0.0))
    ]
    near = [float(limit) for limit in rng.uniform(2.0, 3.0, 2)]
    cases = [
        _model(rng, ["weights"], FAR, "GradientDescentOptimizer({})"),
        _model(rng, ["weights", "output"], near[0], "GradientDescentOptimizer({})", "output"),
        _model(rng, ["apart", "weights"], near[1], "MomentumOptimizer({}, 0.5)"),
        _model(rng, ["output", "weights"], FAR, "AdamOptimizer({})"),
    ]
    return Challenge("gradient-control/call", {"cases": cases}, {"feeds": [batches]})


def _paste(challenge: Challenge) -> str:
    case = challenge.inputs["cases"][0]
    return in_a_function(
        [
            *case["lines"],
            f"step = {case['call']}",
            "session.run(tf.global_variables_initializer())",
            f"session.run(step, {fed(challenge)})",
            "return session.run(weights)",
        ]
    )


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    """Of one model alone, each observation is of that model."""
    plain, *others = (
        _after_each_step(report, evidence, challenge.hidden["feeds"][0])
        for report in reports(evidence, len(challenge.inputs["cases"]), "result", "made")
    )
    limited, *apart = others or [plain]
    return [
        part(plain, 0, 0),
        limited if isinstance(limited, Raised) else [state[:2] for state in limited],
        together([plain, *apart]),
    ]


def _after_each_step(report: Mapping[str, Any], evidence: Evidence, batches: Any) -> Any:
    """The values of the variables after each batch, or the error that was raised."""
    step = report["result"]
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
    for batch in batches:
        outcome = rerun.run(step, batch)
        if isinstance(outcome, Raised):
            return outcome
        states.append(rerun.run([report["made"][name] for name in VARIABLES]))
    return together(states)


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
    parts=("cases",),
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
