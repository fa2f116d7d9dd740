"""The operations of control flow: Switch, Merge, Enter, Exit, NextIteration and the rest.

A value that never arrives (the side of a `Switch` that is not taken) is *dead*, and so is everything
computed from it or after it; a `Merge` passes on the one input that is alive. Loops run in frames:
`Enter` brings a value into a frame, `NextIteration` takes it to the frame's next iteration, `Exit` out
of the frame. How a run does this is in runtime/plan.py; cond.py and while_loop.py build branches
and loops from these operations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.core.errors import AbortedError, KernelFailure, invalid
from grader.engine.ops.common.inference import infer
from grader.engine.registry import (
    any_type,
    define,
    flag,
    nothing,
    number,
    plain,
    same_shape,
    string,
)
from grader.engine.runtime.resources import DEAD


def _switch(node: Any, data: Any, pred: Any) -> tuple[Any, Any]:
    if np.shape(pred) != ():
        raise invalid(f"The second input must be a scalar, but it has shape {list(np.shape(pred))}")
    return (DEAD, data) if pred else (data, DEAD)


def _merge(node: Any, *values: Any) -> tuple[Any, Any]:
    alive = [index for index, value in enumerate(values) if value is not DEAD]
    if len(alive) > 1:
        raise KernelFailure(AbortedError, "Merge has more than one input that is alive")
    return values[alive[0]], np.int32(alive[0])


def _merged(c: Any) -> Any:
    first, others = c.shape(0), [c.shape(index) for index in range(1, c.count)]
    if first is None or any(other is None or len(other) != len(first) for other in others):
        return [None, ()]
    same = zip(first, *others, strict=True)
    return [tuple(sizes[0] if len(set(sizes)) == 1 else None for sizes in same), ()]


def _entered(c: Any) -> Any:
    # A variable keeps its shape in all iterations.
    constant = c.attr("is_constant") or c.op.inputs[0].dtype._is_ref_dtype
    return c.shape(0) if constant else None


def _scalar_condition(c: Any) -> Any:
    if c.shape(1 if c.count > 1 else 0) not in (None, ()):
        raise ValueError(
            f"Shape must be rank 0 but is rank {len(c.shape(1 if c.count > 1 else 0))}"
        )
    return [c.shape(0), c.shape(0)] if c.count > 1 else ()


for _prefix, _T, _N in (("", "T", "N * T"), ("Ref", "Ref(T)", "N * Ref(T)")):
    define(
        _prefix + "Switch",
        f"data: {_T}, pred: bool -> output_false: {_T}, output_true: {_T}",
        T=any_type(),
        shape=infer(_scalar_condition),
        kernel=_switch,
    )
    define(
        _prefix + "Merge",
        f"inputs: {_N} -> output: {_T}, value_index: int32",
        T=any_type(),
        N=number(minimum=1),
        shape=infer(_merged),
        kernel=_merge,
    )
    define(
        _prefix + "Enter",
        f"data: {_T} -> output: {_T}",
        T=any_type(),
        frame_name=string(),
        is_constant=flag(False),
        parallel_iterations=number(10),
        shape=infer(_entered),
        kernel=plain(lambda value: value),
    )
    for _type in ("Exit", "NextIteration"):
        define(
            _prefix + _type,
            f"data: {_T} -> output: {_T}",
            T=any_type(),
            shape=same_shape,
            kernel=plain(lambda value: value),
        )
define(
    "RefIdentity",
    "input: Ref(T) -> output: Ref(T)",
    T=any_type(),
    shape=same_shape,
    kernel=plain(lambda value: value),
)
define(
    "LoopCond",
    "input: bool -> output: bool",
    shape=infer(_scalar_condition),
    kernel=plain(lambda value: value),
)
define("ControlTrigger", "->", shape=nothing, kernel=lambda node: None)
