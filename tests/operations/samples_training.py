"""The optimizers' steps, dense and sparse."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.training.steps import METHODS

from .sampling import Sample, f16, f32, f64, ints, sample, variable

# Values that make each formula work on something: accumulators are positive, decay is below one.
NUMBERS = {
    "alpha": 0.1, "lr": 0.1, "rho": 0.9, "momentum": 0.8, "epsilon": 1e-3, "beta1": 0.9,
    "beta2": 0.99, "beta1_power": 0.81, "beta2_power": 0.95,
}  # fmt: skip
MAKE = {np.float32: f32, np.float64: f64, np.float16: f16}


def step(method: str, dtype: Any, *shape: int, rows: Any = None, **changed: Any) -> Sample:
    """One step; rows: the indices of a sparse gradient."""
    variables, others, _, _ = METHODS[method]
    make = MAKE[dtype]
    arguments: dict[str, Any] = {
        name: variable(make(*shape, signed=name in ("var", "m", "mom"))) for name in variables
    }
    for name in others:
        if name not in ("grad", "delta"):
            arguments[name] = dtype(NUMBERS[name])
        elif rows is None:
            arguments[name] = make(*shape)
        else:
            arguments["grad"] = make(len(rows), *shape[1:])
            arguments["indices"] = ints(rows)
    return sample(**{**arguments, **changed})


SAMPLES: dict[str, list[Sample]] = {}
for _method, (_, _others, _flags, _sparse) in METHODS.items():
    _grad = "delta" if "delta" in _others else "grad"
    SAMPLES[f"Apply{_method}"] = [
        step(_method, np.float32, 3, 2),
        step(_method, np.float32, use_locking=True),
        step(_method, np.float64, 4),
        step(_method, np.float16, 2, _tolerance=4e-3),
        step(_method, np.float32, 0, 2),
        *(step(_method, np.float32, 3, **{name: not value}) for name, value in _flags.items()),
        step(_method, np.float32, 3, **{_grad: f32(4)}),  # not the variable's shape
        step(_method, np.float32, 3, **{_grad: f64(3)}),  # not the variable's type
        step(_method, np.float32, 3, **{_others[0]: f32(3, 3)}),  # no scalar, no gradient
    ]
    if _sparse:
        SAMPLES[f"SparseApply{_method}"] = [
            step(_method, np.float32, 4, 2, rows=[2, 0]),
            step(_method, np.float64, 5, rows=[1, 4, 3]),
            step(_method, np.float32, 4, 2, rows=[1, 3, 1]),  # one row twice: one after the other
            step(_method, np.float32, 4, 2, rows=[]),
            *(
                step(_method, np.float32, 4, rows=[0, 3], **{name: not value})
                for name, value in _flags.items()
            ),
            step(_method, np.float32, 4, 2, rows=[4]),  # no such row
            step(_method, np.float32, 4, 2, rows=[1], grad=f32(2, 2)),
            step(_method, np.float32, 4, 2, rows=[1], grad=f32(1, 3)),
        ]
