"""Learning rates that change with the step: functions of a step tensor, as in `tf.train`.

The formulas are those of TensorFlow's documentation; `cosine_decay_restarts` is Loshchilov and
Hutter's SGDR (arXiv:1608.03983), the linear ones are Bello et al.'s (arXiv:1709.07417).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from grader.engine.control.case import case
from grader.engine.control.cond import cond
from grader.engine.core import dtypes
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import name_scope
from grader.engine.ops.math import functions as m
from grader.engine.ops.math.choices import where_v2
from grader.engine.random.random import random_normal

# fmt: off
__all__ = [
    "cosine_decay", "cosine_decay_restarts", "exponential_decay", "inverse_time_decay",
    "linear_cosine_decay", "natural_exp_decay", "noisy_linear_cosine_decay", "piecewise_constant",
    "piecewise_constant_decay", "polynomial_decay",
]
# fmt: on


@contextmanager
def _schedule(name: str | None, default: str, rate: Any, *numbers: Any) -> Iterator[list[Any]]:
    """Opens a scope; yields [its name, the rate as a tensor, the other numbers in the rate's type]."""
    with name_scope(name or default) as scope:
        rate = convert_to_tensor(rate, name="initial_learning_rate")
        yield [scope, rate, *(m.cast(number, rate.dtype) for number in numbers)]


def exponential_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """`learning_rate * decay_rate ** (step / decay_steps)`; staircase: whole periods only."""
    numbers = (learning_rate, decay_steps, decay_rate, global_step)
    with _schedule(name, "ExponentialDecay", *numbers) as (scope, start, steps, decay, step):
        periods = m.floor(step / steps) if staircase else step / steps
        return m.multiply(start, m.pow(decay, periods), name=scope)


def natural_exp_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """`learning_rate * exp(-decay_rate * step / decay_steps)`."""
    decay = m.exp(m.negative(decay_rate))
    return exponential_decay(learning_rate, global_step, decay_steps, decay, staircase, name)


def inverse_time_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """`learning_rate / (1 + decay_rate * step / decay_steps)`."""
    numbers = (learning_rate, decay_steps, decay_rate, global_step)
    with _schedule(name, "InverseTimeDecay", *numbers) as (scope, start, steps, decay, step):
        periods = m.floor(step / steps) if staircase else step / steps
        one = m.cast(constant(1), start.dtype)
        return m.divide(start, m.add(one, m.multiply(decay, periods)), name=scope)


def polynomial_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    end_learning_rate: Any = 0.0001,
    power: Any = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Any:
    """From one rate to another along a polynomial; cycle: starts again, each time for longer."""
    numbers = (learning_rate, end_learning_rate, power, global_step, decay_steps)
    with _schedule(name, "PolynomialDecay", *numbers) as (scope, start, end, power, step, steps):
        if cycle:
            cycles = where_v2(m.equal(step, 0), 1.0, m.ceil(step / decay_steps))
            steps = m.multiply(steps, cycles)
        else:
            step = m.minimum(step, steps)
        done = m.divide(step, steps)
        return m.add(m.multiply(start - end, m.pow(1 - done, power)), end, name=scope)


def cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    alpha: Any = 0.0,
    name: str | None = None,
) -> Any:
    """Down along half a cosine, to `alpha` times the rate."""
    numbers = (learning_rate, decay_steps, global_step)
    with _schedule(name, "CosineDecay", *numbers) as (_, start, steps, step):
        done = m.minimum(step, steps) / steps
        decayed = (1 - alpha) * _cosine(done) + alpha
        return m.multiply(start, decayed)


def _cosine(done: Any) -> Any:
    return 0.5 * (1.0 + m.cos(constant(math.pi) * done))


def cosine_decay_restarts(
    learning_rate: Any,
    global_step: Any,
    first_decay_steps: Any,
    t_mul: Any = 2.0,
    m_mul: Any = 1.0,
    alpha: Any = 0.0,
    name: str | None = None,
) -> Any:
    """Repeated cosine decay, each `t_mul` times as long as the last and from `m_mul` times as high."""
    numbers = (learning_rate, first_decay_steps, alpha, t_mul, m_mul, global_step)
    with _schedule(name, "SGDRDecay", *numbers) as (scope, start, steps, alpha, t, height, step):
        done = step / steps

        def equally_long() -> Any:
            restarts = m.floor(done)
            return restarts, done - restarts

        def longer_and_longer() -> Any:
            restarts = m.floor(m.log(1.0 - done * (1.0 - t)) / m.log(t))
            before = (1.0 - t**restarts) / (1.0 - t)
            return restarts, (done - before) / t**restarts

        restarts, here = cond(m.equal(t, 1.0), equally_long, longer_and_longer)
        height = height**restarts
        cosine = 0.5 * height * (1.0 + m.cos(constant(math.pi) * here))
        return m.multiply(start, (1 - alpha) * cosine + alpha, name=scope)


def linear_cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    num_periods: Any = 0.5,
    alpha: Any = 0.0,
    beta: Any = 0.001,
    name: str | None = None,
) -> Any:
    """A falling line times a cosine of `num_periods` periods."""
    numbers = (learning_rate, decay_steps, num_periods, alpha, beta, global_step)
    default = "LinearCosineDecay"
    with _schedule(name, default, *numbers) as (scope, start, steps, periods, alpha, beta, step):
        step = m.minimum(step, steps)
        linear = (steps - step) / steps
        return _linear_cosine(scope, start, steps, step, periods, alpha, beta, linear)


def _linear_cosine(
    scope: str, start: Any, steps: Any, step: Any, periods: Any, alpha: Any, beta: Any, linear: Any
) -> Any:
    done = step / steps
    cosine = _cosine(2.0 * periods * done)
    return m.multiply(start, (alpha + linear) * cosine + beta, name=scope)


def noisy_linear_cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    initial_variance: Any = 1.0,
    variance_decay: Any = 0.55,
    num_periods: Any = 0.5,
    alpha: Any = 0.0,
    beta: Any = 0.001,
    name: str | None = None,
) -> Any:
    """Linear cosine decay with noise of decaying variance on the line."""
    numbers = (learning_rate, decay_steps, initial_variance, variance_decay, num_periods)
    with _schedule(name, "NoisyLinearCosineDecay", *numbers, alpha, beta, global_step) as given:
        scope, start, steps, variance, decay, periods, alpha, beta, step = given
        step = m.minimum(step, steps)
        linear = (steps - step) / steps
        deviation = m.sqrt(variance / m.pow(1.0 + step, decay))
        linear = linear + random_normal(linear.shape, stddev=deviation)
        return _linear_cosine(scope, start, steps, step, periods, alpha, beta, linear)


def piecewise_constant(
    x: Any, boundaries: Sequence[Any], values: Sequence[Any], name: str | None = None
) -> Any:
    """`values[0]` up to `boundaries[0]`, `values[1]` up to `boundaries[1]`, and so on.

    Raises ValueError for types that differ, or unless there is one value more than boundaries.
    """
    limits = [convert_to_tensor(limit) for limit in boundaries]
    levels = [convert_to_tensor(value) for value in values]
    x = convert_to_tensor(x)
    wanted = x.dtype.base_dtype
    for index, limit in enumerate(limits):
        found = limit.dtype.base_dtype
        if found != wanted:
            if (found, wanted) != (dtypes.int32, dtypes.int64):
                raise ValueError(f"Boundaries ({found}) must have the same dtype as x ({wanted}).")
            limits[index] = m.cast(limit, wanted)
    for level in levels[1:]:
        if level.dtype.base_dtype != levels[0].dtype.base_dtype:
            raise ValueError(
                f"Values must have elements all with the same dtype ({levels[0].dtype.base_dtype} "
                f"vs {level.dtype.base_dtype})."
            )
    if len(limits) != len(levels) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    with name_scope(name or "PiecewiseConstant"):
        choices = [(x <= limits[0], _always(levels[0])), (x > limits[-1], _always(levels[-1]))]
        for low, high, level in zip(limits[:-1], limits[1:], levels[1:-1], strict=True):
            choices.append(((x > low) & (x <= high), _always(level)))
        return case(choices, _always(levels[0]), exclusive=True)


def _always(value: Any) -> Any:
    return lambda: value


piecewise_constant_decay = piecewise_constant
