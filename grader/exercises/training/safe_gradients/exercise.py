"""The exercise on half precision: gradients too small for float16, and the loss scale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.definition import exercise
from grader.exercises.training.best_theta.exercise import readable
from grader.exercises.training.errors import explained
from grader.judging import (
    Case,
    Rerun,
    WrongAnswer,
    describe,
    expect_tensor,
    first_error,
    reports,
)
from grader.languages import _

# Half precision keeps about three digits.
TOLERANCE = 0.02


def _draw(rng: np.random.Generator) -> Challenge:
    """Five losses, each with a scale of its own, so that no fixed scale does for all.

    2**-26 is less than float16 holds: at once, or only on the way to a gradient that it holds. The gradients
    of the third loss for w need no scale, and one of 16 and more makes them infinite. Those of the fourth
    stay zero with any scale below 2**15, the largest that float16 holds. The fifth has the scale 1, and
    only one gradient is asked for.
    """
    programs, feeds = [], []
    first, second = (float(scale) for scale in 2 ** rng.choice([12, 13, 14], 2, replace=False))
    for low, high, factors, scale in (
        (0.3, 0.9, 2, first),
        (1000, 3000, 2, second),
        (5000, 8000, 0, 2.0),
        (2, 2, 3, 2.0**15),
        (0.3, 0.9, 0, 1.0),
    ):
        size = int(rng.integers(3, 5))
        a = rng.uniform(low, high, size) * rng.choice([-1, 1], size)
        shrink = [2.0**-13] * factors
        if shrink:
            w, v = rng.uniform(0.5, 1.5, size).round(1), round(rng.uniform(low, high) / 2, 1)
        else:
            w, v = rng.uniform(0.1, 0.3, size).round(1), round(rng.uniform(0.5, 1.5), 1)
        a = a.round(2).astype(np.float16)
        count = 1 if scale == 1 else 2
        programs.append({"a": a, "shrink": shrink, "scale": scale, "count": count})
        feeds.append((w.astype(np.float16), np.float16(v)))
    # A smaller scale leaves too few digits of this one.
    programs[0]["a"][0] = np.float16(0.35)
    return Challenge("training/safe-gradients", {"programs": programs}, {"feeds": feeds})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    seen: list[Any] = []
    kinds: list[Any] = []
    programs, feeds = challenge.inputs["programs"], challenge.hidden["feeds"]
    found = reports(evidence, len(programs), "result", "xs", "w", "v")
    for report, program, (w, v) in zip(found, programs, feeds, strict=True):
        if isinstance(report["result"], Raised):
            error = explained(report["result"], {})
            return [seen[0] if seen else error, error, error]
        gradients = _gradients(report, program["count"])
        rerun = Rerun(evidence, gradients[0].graph)
        rerun.initialize()
        seen.append(rerun.run(gradients, {report["w"]: w, report["v"]: v}))
        kinds.append([part.dtype for part in gradients])
    others = list(map(_enlarged, seen[1:], programs[1:]))
    return [seen[0], first_error(others) or [part for one in others for part in one], kinds]


def _gradients(report: Mapping[str, Any], count: int) -> list[TensorRef]:
    """The gradients that a call returned. Raises WrongAnswer for anything else."""
    result = report["result"]
    # One too many is the result of another call, or a wrong value.
    if not isinstance(result, list | tuple) or not count <= len(result) <= 2:
        raise WrongAnswer(
            _("expected a list of two gradients, but safe_gradients returns {found}").format(
                found=describe(result)
            )
        )
    if any(part is None for part in result):
        raise WrongAnswer(
            _(
                "one of your gradients is None: your loss does not depend on that tensor. Take "
                "the gradients with respect to the `xs` themselves, not to new casts of them"
            )
        )
    if len(report["xs"]) != count:
        raise WrongAnswer(_("your function changes the list `xs`, but its caller still needs it"))
    return [expect_tensor(part, _("each gradient"), part=True) for part in result]


def _enlarged(gradients: Any, program: dict[str, Any]) -> Any:
    """The gradients without the program's factors: the smallest would agree with zero."""
    if isinstance(gradients, Raised) or any(map(_is_text, gradients)):
        return gradients
    return [np.float64(part) / np.prod(program["shrink"]) for part in gradients]


def _paste(challenge: Challenge) -> str:
    program, (w, v) = challenge.inputs["programs"][0], challenge.hidden["feeds"][0]
    a = readable(program["a"])
    return f"""
with tf.Graph().as_default(), tf.Session() as session:
    w, v = tf.placeholder(tf.float16, [{len(a)}]), tf.placeholder(tf.float16, [])
    loss = (tf.reduce_sum(w * {a}) + v * v) * 2.0**-13 * 2.0**-13
    gradients = safe_gradients(loss, [w, v], {program["scale"]})
    value = session.run(gradients, {{w: {readable(w)}, v: {readable(v)}}})
value
"""


def _about(expected: Any, got: Any) -> bool:
    """Whether every gradient is within `TOLERANCE` of the expected one's largest finite entry."""
    if isinstance(expected, Raised) or isinstance(got, Raised):
        return isinstance(expected, Raised) and isinstance(got, Raised)
    return len(expected) == len(got) and all(
        np.shape(one) == np.shape(other)
        and not _is_text(other)
        and np.allclose(other, one, rtol=0, atol=TOLERANCE * _largest(one), equal_nan=True)
        for one, other in zip(expected, got, strict=True)
    )


def _is_text(value: Any) -> bool:
    return np.asarray(value).dtype.kind in "OSU"


def _largest(values: Any) -> float:
    return float(np.abs(np.where(np.isfinite(values), values, 0)).max(initial=0))


SAFE_GRADIENTS = exercise(
    id="training/safe-gradients",
    title="Gradients too small for float16",
    answers=("safe_gradients",),
    cases=(
        Case.shown(
            "gradients that float16 cannot hold",
            1,
            agree=_about,
            advice="Return one gradient for each of the `xs`, in three steps: take the gradients of the "
            "loss times `scale`; cast them to float32; only then divide them by `scale`.",
        ),
        Case(
            "gradients that underflow only on the way, large ones, and scales from 1 to 32,768",
            1,
            gate=True,
            agree=_about,
            advice="Your gradients are only right for some losses and scales. Multiply the loss by the "
            "`scale` you are given, whatever its size, cast each gradient to float32, and then divide by the "
            "same `scale`.",
        ),
        Case(
            "the gradients are float32",
            1,
            advice="The values are right, but your gradients are not float32: cast them.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "The derivative of (scale * loss) is scale times the derivative of the loss. Every number "
        "in the backward pass is larger by this factor.",
        "So take the gradients of the scaled loss: float16 can hold those. Afterwards you have to "
        "take the scale out again.",
        "The order matters: a division in float16 would lose what the scale has saved. "
        "`tf.cast` turns a tensor into float32.",
    ),
    paste=_paste,
)
