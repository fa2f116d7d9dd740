"""The chapter's project: one step with masks, a limit, and everything else left alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, OperationRef, Raised, TensorRef
from grader.exercises.gradient_control.evidence import told
from grader.exercises.sessions.evidence import reports
from grader.exercises.training.fitting import readable
from grader.judging import Case, Exercise, Misconception, Rerun, WrongAnswer, describe
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
    """Four models. The last optimizer, Adam, counts its own steps: each must move all variables at once."""
    batches = [
        (
            _uniform(rng, 0.5, 2.0, (2, 3)),
            _uniform(rng, 2.0, 4.0, (2, 1)),
        )
        for _ in range(2)
    ]
    near = [float(limit) for limit in rng.uniform(2.0, 3.0, 2)]
    cases = [
        _model(rng, ["weights"], FAR),
        _model(rng, ["weights", "output"], near[0], "output"),
        _model(rng, ["apart", "weights"], near[1], "", "Momentum", 0.5),
        _model(rng, ["output", "weights"], FAR, "", "Adam"),
    ]
    return Challenge("gradient_control/train", {"cases": cases}, {"batches": batches})


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
    plain, *others = (
        _after_each_step(report, evidence, challenge.hidden["batches"])
        for report in reports(evidence, len(challenge.inputs["cases"]), *keys)
    )
    limited, apart = others[:1], others[1:]
    return [
        plain if isinstance(plain, Raised) else plain[0]["weights"],
        _named(limited, "weights", "output"),
        _named([plain, *apart], *NAMES),
    ]


def _named(graphs: Sequence[Any], *names: str) -> Any:
    """These variables after each step in these graphs, or the first error."""
    failed = next((states for states in graphs if isinstance(states, Raised)), None)
    if failed is not None:
        return failed
    return [[state[name] for name in names] for states in graphs for state in states]


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


def _masked(pairs: Any, masks: Any) -> list[Any]:
    """The pairs of gradients and variables, each gradient times its variable's mask."""
    return [
        (None if gradient is None else gradient * mask, variable)
        for (gradient, variable), (_, mask) in zip(pairs, masks, strict=True)
    ]


def _clipped(pairs: Any, limit: float) -> list[Any]:
    """The pairs, with the gradients shortened together."""
    short, _ = tf.clip_by_global_norm([gradient for gradient, _ in pairs], limit)
    return [(gradient, variable) for gradient, (_, variable) in zip(short, pairs, strict=True)]


def _careful() -> Callable[..., Any]:
    def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
        pairs = optimizer.compute_gradients(loss, [variable for variable, _ in masks])
        return optimizer.apply_gradients(_clipped(_masked(pairs, masks), limit))

    return careful_step


def _clips_first() -> Callable[..., Any]:
    def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
        pairs = optimizer.compute_gradients(loss, [variable for variable, _ in masks])
        return optimizer.apply_gradients(_masked(_clipped(pairs, limit), masks))

    return careful_step


def _each_alone() -> Callable[..., Any]:
    def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
        pairs = optimizer.compute_gradients(loss, [variable for variable, _ in masks])
        return optimizer.apply_gradients(
            (None if gradient is None else tf.clip_by_norm(gradient, limit), variable)
            for gradient, variable in _masked(pairs, masks)
        )

    return careful_step


def _each_number_alone() -> Callable[..., Any]:
    def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
        pairs = optimizer.compute_gradients(loss, [variable for variable, _ in masks])
        return optimizer.apply_gradients(
            (None if gradient is None else tf.clip_by_value(gradient, -limit, limit), variable)
            for gradient, variable in _masked(pairs, masks)
        )

    return careful_step


def _forgets_the_root() -> Callable[..., Any]:
    def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
        pairs = optimizer.compute_gradients(loss, [variable for variable, _ in masks])
        masked = [pair for pair in _masked(pairs, masks) if pair[0] is not None]
        squared = tf.square(tf.global_norm([gradient for gradient, _ in masked]))
        scale = limit / tf.maximum(squared, limit)
        return optimizer.apply_gradients([(one * scale, variable) for one, variable in masked])

    return careful_step


def _never_clips() -> Callable[..., Any]:
    def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
        pairs = optimizer.compute_gradients(loss, [variable for variable, _ in masks])
        return optimizer.apply_gradients(_masked(pairs, masks))

    return careful_step


def _stretches() -> Callable[..., Any]:
    def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
        pairs = optimizer.compute_gradients(loss, [variable for variable, _ in masks])
        masked = [pair for pair in _masked(pairs, masks) if pair[0] is not None]
        scale = limit / tf.global_norm([gradient for gradient, _ in masked])
        return optimizer.apply_gradients([(one * scale, variable) for one, variable in masked])

    return careful_step


def _trains_the_trainable(all_of_them: bool) -> Callable[[], Callable[..., Any]]:
    """Without a `var_list`: those with a mask, or all of them."""

    def build() -> Callable[..., Any]:
        def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
            pairs = []
            for gradient, variable in optimizer.compute_gradients(loss):
                found = [mask for known, mask in masks if known is variable]
                if gradient is not None and (found or all_of_them):
                    pairs.append((gradient * found[0] if found else gradient, variable))
            return optimizer.apply_gradients(_clipped(pairs, limit))

        return careful_step

    return build


def _trains_everything() -> Callable[..., Any]:
    def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
        pairs = []
        for gradient, variable in optimizer.compute_gradients(loss, tf.global_variables()):
            found = [mask for known, mask in masks if known is variable]
            used = found and gradient is not None
            pairs.append((gradient * found[0] if used else gradient, variable))
        return optimizer.apply_gradients(_clipped(pairs, limit))

    return careful_step


def _multiplies_the_weights(
    change: Callable[..., Any] = lambda pairs, masks, limit: _clipped(pairs, limit),
) -> Callable[[], Callable[..., Any]]:
    """Multiplies the variables by their masks after a step with gradients changed by `change`."""

    def build() -> Callable[..., Any]:
        def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
            pairs = optimizer.compute_gradients(loss, [variable for variable, _ in masks])
            with tf.control_dependencies([optimizer.apply_gradients(change(pairs, masks, limit))]):
                return tf.group(
                    *[tf.assign(variable, variable.read_value() * mask) for variable, mask in masks]
                )

        return careful_step

    return build


def _stumbles_over_none() -> Callable[..., Any]:
    def careful_step(optimizer: Any, loss: Any, masks: Any, limit: float) -> Any:
        pairs = optimizer.compute_gradients(loss, [variable for variable, _ in masks])
        masked = [
            (gradient * mask, variable)
            for (gradient, variable), (_, mask) in zip(pairs, masks, strict=True)
        ]
        return optimizer.apply_gradients(_clipped(masked, limit))

    return careful_step


CAREFUL_STEP = Exercise(
    id="gradient_control/careful_step",
    title="A careful step",
    answers=("careful_step",),
    cases=(
        Case(
            "one masked layer, a limit that is never reached: its weights after one step",
            2,
            True,
            True,
            advice="Entries with mask 0 must keep their values, and entries with mask 1 must move "
            "as the optimizer moves them.",
        ),
        Case(
            "two masked layers and a limit that is reached: both layers after each of two steps",
            2,
            advice="The limit is for all masked gradients together, and for no others: "
            "`tf.clip_by_global_norm`. If a variable of `masks` does not move at all, name it in `var_list`: "
            "it may have trainable=False.",
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
    reference=_careful,
    misconceptions=(
        Misconception(
            "trains-everything",
            _trains_everything,
            "the masked entries are right, but variables that are not in `masks` are trained, too, and "
            "they count towards the norm. Name only the variables of `masks` in `var_list`.",
        ),
        Misconception(
            "trains-the-trainable",
            _trains_the_trainable(all_of_them=True),
            "without `var_list` you get the trainable variables: some that are not in `masks` move, and one "
            "in `masks`, with trainable=False, does not. Pass the variables in `masks` as `var_list`.",
        ),
        Misconception(
            "leaves-the-frozen-out",
            _trains_the_trainable(all_of_them=False),
            "without `var_list` you get only the trainable variables, so one in `masks`, with "
            "trainable=False, does not move. Pass the variables in `masks` as `var_list`.",
        ),
        Misconception(
            "never-shortens",
            _never_clips,
            "you don't shorten the gradients. Where their global norm is greater than `limit`, "
            "`tf.clip_by_global_norm` makes it `limit`.",
        ),
        Misconception(
            "stretches-the-short",
            _stretches,
            "you scale the gradients to a global norm of exactly `limit`, even when they are short. "
            "Gradients whose global norm is below `limit` stay as they are.",
        ),
        Misconception(
            "multiplies-the-weights",
            _multiplies_the_weights(),
            "you multiply the variables by their masks, so the entries with mask 0 become zero. They "
            "should keep their values: multiply the gradients.",
        ),
        Misconception(
            "multiplies-both",
            _multiplies_the_weights(
                lambda pairs, masks, limit: _clipped(_masked(pairs, masks), limit)
            ),
            "your gradients are right, but you also multiply the variables by their masks, so the entries "
            "with mask 0 become zero. They should keep their values.",
        ),
        Misconception(
            "multiplies-without-limit",
            _multiplies_the_weights(lambda pairs, masks, limit: pairs),
            "you multiply the variables by their masks, so the entries with mask 0 become zero, and nothing "
            "limits the gradients. Multiply the gradients by the masks, then shorten them.",
        ),
        Misconception(
            "clips-before-the-mask",
            _clips_first,
            "you clip first and mask afterwards, so the gradients of entries that do not move count in "
            "the norm, and the others are shortened too much. Mask first: the limit is for the masked "
            "gradients.",
        ),
        Misconception(
            "each-alone",
            _each_alone,
            "you shorten each gradient by itself, which changes their common direction. "
            "The limit is for all of them together: `tf.clip_by_global_norm`.",
        ),
        Misconception(
            "each-number-alone",
            _each_number_alone,
            "you limit each number by itself, which changes the direction of the gradient. The limit is "
            "for the global norm: `tf.clip_by_global_norm`.",
        ),
        Misconception(
            "forgets-the-root",
            _forgets_the_root,
            "you shorten too much. The norm is the root of the sum of the squares: the root is missing.",
        ),
        Misconception(
            "stumbles-over-none",
            _stumbles_over_none,
            "no path leads from one of the masked variables to the loss. Its gradient is "
            "None, and None cannot be multiplied: leave such an entry as it is. Both the "
            "clipping and `apply_gradients` accept None.",
        ),
    ),
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
