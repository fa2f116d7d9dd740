"""Computes formulas with dual numbers `Dual(value, slope)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.evidence.probes.autodiff import evaluate
from grader.evidence.probes.table import WrongResult, attempt
from grader.languages import _

STAYS_IN_THE_KERNEL = "the answer is a class whose objects compute"


def probe(tf: Any, answer: Any, program: Any) -> Any:
    """Returns {"result": [value, slope], "names": the same of the numbers that went in}, or an error."""
    return attempt(_computed, answer, *program)


def _computed(kind: Any, formula: str, names: Mapping[str, Any]) -> dict[str, Any]:
    duals = {name: kind(value, slope) for name, (value, slope) in names.items()}
    result = evaluate(formula, duals)
    if not (hasattr(result, "value") and hasattr(result, "slope")):
        raise WrongResult(
            _(
                "the result of a calculation should be a Dual, with a value and a slope, but "
                "it is of type {type}"
            ).format(type=type(result).__name__)
        )
    after = {name: [one.value, one.slope] for name, one in duals.items()}
    return {"result": [result.value, result.slope], "names": after}
