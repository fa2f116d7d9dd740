"""Samples: what an operation of the table is tried with, on TensorFlow and on the engine.

A module `samples_<part>.py` of this folder holds `SAMPLES`, from an op type to its samples:

    SAMPLES = {
        "MatMul": [
            sample(a=f32(2, 3), b=f32(3, 4)),
            sample(a=f32(3, 2), b=f32(3, 4), transpose_a=True),
            sample(a=f32(2, 3), b=f32(2, 4)),                      # must raise, as TensorFlow does
        ],
        "Sum": [sample(input=f32(2, 3), reduction_indices=ints(1), keep_dims=True)],
        "ConcatV2": [sample(values=[f32(2, 3), f32(1, 3)], axis=ints(0))],
        "AssignAdd": [sample(ref=variable(f32(3)), value=f32(3))],
        "RandomUniform": [sample(shape=ints([2, 3]), dtype="float32", seed=1, seed2=2)],
    }

The keywords are the names of the table and of TensorFlow's registry of operations (`reduction_indices`,
where `tf.raw_ops` may say `axis`). NumPy arrays (and lists of them) become tensors, `variable(array)`
an initialized variable's reference, `output_of("StackV2", ...)` what another operation makes (one
operation for one such object, wherever it stands in the sample); all else is an attribute (types by
name: "float32").

The harness (test_table.py) compares the node, the static shapes (of constants, of placeholders of known
rank, of unknown rank), the values (also where only the run knows the shapes), the gradients of all
floating-point inputs (nodes, those for unknown shapes as well; None pattern, values, and those of second
order), and checks the tangents against TensorFlow's gradients. What cannot be compared for a sample is
switched off by a keyword with a leading underscore, and a reason:

    sample(..., _values="unseeded random numbers")     _values, _gradients, _gradient_nodes,
                                                       _second, _tangents, _shapes, _nodes
    sample(..., _tolerance=1e-3)                       relative, instead of the type's rounding
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

SWITCHES = ("_values", "_gradients", "_gradient_nodes", "_second", "_tangents", "_shapes", "_nodes")


@dataclass(frozen=True)
class Sample:
    """Arguments of one call of an operation, and what is not compared (switch -> reason)."""

    arguments: dict[str, Any]
    without: dict[str, str] = field(default_factory=dict)
    tolerance: float | None = None


def without_rules(one: Sample) -> Sample:
    """The sample of an operation that the engine does not differentiate, though TensorFlow does."""
    reason = "the engine has no such rule (docs/decisions.md)"
    return replace(one, without={**one.without, "_gradients": reason, "_tangents": reason})


@dataclass(frozen=True)
class VariableOf:
    """Stands for the reference of a variable that holds `value`."""

    value: np.ndarray


@dataclass(frozen=True, eq=False)
class OutputOf:
    """Stands for an output of another operation."""

    op_type: str
    arguments: dict[str, Any]

    def __getitem__(self, index: int) -> OutputAt:
        return OutputAt(self, index)


@dataclass(frozen=True)
class OutputAt:
    """Stands for one of its outputs."""

    made: OutputOf
    index: int


def output_of(op_type: str, **arguments: Any) -> OutputOf:
    """The outputs of another operation: `output_of("TensorArrayV3", size=...)[1]`."""
    return OutputOf(op_type, arguments)


def sample(*, _tolerance: float | None = None, **arguments: Any) -> Sample:
    """One sample; see the module's text."""
    without = {name: arguments.pop(name) for name in SWITCHES if name in arguments}
    if not all(isinstance(reason, str) and len(reason) > 8 for reason in without.values()):
        raise ValueError("a switch needs its reason, as a sentence")
    return Sample(arguments, without, _tolerance)


def variable(value: np.ndarray) -> VariableOf:
    """An initialized variable that holds `value`; its reference is the input."""
    return VariableOf(value)


_random = np.random.default_rng(20260)


def all_samples() -> dict[str, list[Sample]]:
    """The samples of all operations, by op type: those of every `samples_*.py` of this folder.

    Each file draws its numbers from a start of its own, so that they do not depend on the others.
    """
    global _random
    found: dict[str, list[Sample]] = {}
    for file in sorted(Path(__file__).parent.glob("samples_*.py")):
        _random = np.random.default_rng(list(file.stem.encode()))
        module = importlib.import_module(f"tests.operations.{file.stem}")
        for op_type, these in module.SAMPLES.items():
            found.setdefault(op_type, []).extend(these)
    return found


def floats(*shape: int, low: float = 0.3, high: float = 1.7, signed: bool = True) -> np.ndarray:
    """Numbers away from zero (and so from most functions' kinks), of both signs or positive."""
    numbers = _random.uniform(low, high, shape)
    return numbers * _random.choice([-1.0, 1.0], shape) if signed else numbers


def f32(*shape: int, **how: Any) -> np.ndarray:
    """float32 numbers of this shape; keywords: low, high, signed."""
    return np.asarray(floats(*shape, **how), np.float32)


def f64(*shape: int, **how: Any) -> np.ndarray:
    """float64 numbers of this shape."""
    return np.asarray(floats(*shape, **how), np.float64)


def f16(*shape: int, **how: Any) -> np.ndarray:
    """float16 numbers of this shape."""
    return np.asarray(floats(*shape, **how), np.float16)


def c64(*shape: int, **how: Any) -> np.ndarray:
    """complex64 numbers of this shape."""
    return np.asarray(floats(*shape, **how) + 1j * floats(*shape, **how), np.complex64)


def ints(value: Any, dtype: Any = np.int32) -> np.ndarray:
    """The given integers."""
    return np.asarray(value, dtype)


def integers(*shape: int, low: int = 0, high: int = 10, dtype: Any = np.int32) -> np.ndarray:
    """Random integers from low to high - 1."""
    return _random.integers(low, high, shape).astype(dtype)


def bools(*shape: int) -> np.ndarray:
    """Random truth values."""
    return _random.integers(0, 2, shape).astype(bool)


def strings(*values: Any) -> np.ndarray:
    """A vector of texts (bytes); `strings()[()]`-like scalars by np.array(b"x", object)."""
    return np.array([v if isinstance(v, bytes) else v.encode() for v in values], object)
