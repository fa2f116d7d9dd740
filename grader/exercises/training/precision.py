"""The exercise on half precision: gradients too small for float16, and the loss scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised, TensorRef
from grader.exercises.sessions.evidence import reports
from grader.judging import Case, Exercise, Misconception, Rerun, WrongAnswer, describe
from grader.languages import _

# Half precision keeps about three digits.
TOLERANCE = 0.02


def _draw(rng: np.random.Generator) -> Challenge:
    """2**-26 is less than float16 holds: at once, or only on the way to a gradient that it holds."""
    programs, feeds = [], []
    for low, high in ((0.3, 0.9), (1000, 3000)):
        size = int(rng.integers(3, 5))
        a = (rng.uniform(low, high, size) * rng.choice([-1, 1], size)).astype(np.float16)
        programs.append(
            {"a": a, "shrink": [2.0**-13] * 2, "scale": 2.0 ** int(rng.integers(12, 15))}
        )
        w = rng.uniform(0.5, 1.5, size).astype(np.float16)
        feeds.append((w, np.float16(rng.uniform(low, high) / 2)))
    return Challenge("training/small-gradients", {"programs": programs}, {"feeds": feeds})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    seen, kinds = [], []
    found = reports(evidence, 2, "result", "xs")
    for report, feeds in zip(found, challenge.hidden["feeds"], strict=True):
        result = report["result"]
        if isinstance(result, Raised):
            return [result] * 3
        if not isinstance(result, list | tuple) or len(result) != 2:
            raise WrongAnswer(
                _("expected a list of two gradients, but safe_gradients returns {found}").format(
                    found=describe(result)
                )
            )
        for part in result:
            if not isinstance(part, TensorRef):
                raise WrongAnswer(
                    _("expected a list of tensors, but it holds {found}").format(
                        found=describe(part)
                    )
                )
            if not part.dtype.startswith("float"):
                raise WrongAnswer(
                    _("expected float32 gradients, but one of them is {found}").format(
                        found=part.dtype
                    )
                )
        rerun = Rerun(evidence, result[0].graph)
        rerun.initialize()
        seen.append(rerun.run(list(result), dict(zip(report["xs"], feeds, strict=True))))
        kinds.append([part.dtype for part in result])
    return [*seen, kinds]


def _about(expected: Any, got: Any) -> bool:
    """Whether every gradient is within `TOLERANCE` of the expected one's largest entry."""
    if isinstance(expected, Raised) or isinstance(got, Raised):
        return isinstance(expected, Raised) and isinstance(got, Raised)
    return len(expected) == len(got) and all(
        np.shape(one) == np.shape(other)
        and np.allclose(other, one, rtol=0, atol=TOLERANCE * np.abs(one).max(), equal_nan=True)
        for one, other in zip(expected, got, strict=True)
    )


def _safe(
    *,
    scales: bool = True,
    unscale: Callable[[Any, float], Any] = lambda g, scale: tf.cast(g, tf.float32) / scale,
) -> Callable[[], Callable[..., Any]]:
    """scales: whether the loss is multiplied; unscale: what is done with each gradient after it."""

    def safe_gradients(loss: Any, xs: list[Any], scale: float) -> list[Any]:
        gradients = tf.gradients(loss * scale if scales else loss, xs)
        return [unscale(gradient, scale) for gradient in gradients]

    return lambda: safe_gradients


SAFE_GRADIENTS = Exercise(
    id="training/safe-gradients",
    title="Gradients too small for float16",
    answers=("safe_gradients",),
    cases=(
        Case("gradients that float16 cannot hold", 1, True, gate=True, agree=_about),
        Case("gradients that float16 can hold, but not what they are made from", 1, agree=_about),
        Case(
            "the gradients are float32",
            1,
            advice="The values are right, but your gradients are not float32: cast them.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_safe(),
    misconceptions=(
        Misconception(
            "underflows",
            _safe(scales=False, unscale=lambda g, scale: tf.cast(g, tf.float32)),
            "your gradients are zero: they underflow on their way back through the graph. What is "
            "zero stays zero, whatever you do with it later. Multiply the loss by the "
            "scale before `tf.gradients` sees it.",
        ),
        Misconception(
            "unscales-in-half-precision",
            _safe(unscale=lambda g, scale: tf.cast(g / scale, tf.float32)),
            "you scale the loss, and then divide while the gradients are still float16: they underflow "
            "again. Cast to float32 first, divide then.",
        ),
        Misconception(
            "never-unscales",
            _safe(unscale=lambda g, scale: tf.cast(g, tf.float32)),
            "your gradients are too large by the scale: divide by it after the cast to float32.",
        ),
        Misconception(
            "scales-twice",
            _safe(unscale=lambda g, scale: tf.cast(g, tf.float32) * scale),
            "you multiply by the scale twice. Multiply the loss, and divide the gradients.",
        ),
    ),
    hints=(
        "The derivative of (scale * loss) is scale times the derivative of the loss. On the way back every "
        "number is larger by this factor.",
        "Three steps in this order: gradients of loss * scale, cast to tf.float32, divide by the scale.",
        "return [tf.cast(g, tf.float32) / scale for g in tf.gradients(loss * scale, xs)]",
    ),
)
