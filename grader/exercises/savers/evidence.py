"""Reading what the probes of this chapter report, which may be hostile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.evidence import Evidence, Other
from grader.exercises.sessions.evidence import reports
from grader.judging import WrongAnswer
from grader.languages import _


def outcomes(evidence: Evidence, count: int, *keys: str) -> list[Mapping[str, Any]]:
    """`reports` with these keys and "value", what the function returned.

    Raises WrongAnswer for a generator: calling it has done nothing.
    """
    found = reports(evidence, count, "value", *keys)
    for report in found:
        refuse_generator(report["value"])
    return found


def refuse_generator(value: Any) -> None:
    """Raises WrongAnswer when a function returned a generator."""
    if isinstance(value, Other) and value.type == "generator":
        raise WrongAnswer(
            _(
                "your function has a `yield` in it, so calling it runs nothing and returns a "
                "generator; use `return`, or no return at all"
            )
        )
