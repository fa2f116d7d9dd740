"""An exercise's own probe: code that a challenge brings, for a question that the others cannot put."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import CodeType
from typing import Any

from grader.evidence.probes.bounded import bounded
from grader.evidence.probes.general import snapshots_of
from grader.evidence.probes.table import PROBES, Probe
from grader.evidence.probes.watching import new_graph


def probe_of(challenge_probe: str) -> Probe:
    """The probe that a challenge names or brings."""
    return PROBES.get(challenge_probe) or _own(challenge_probe)


@cache
def _compiled(code: str) -> CodeType:
    return compile(code, "probe.py", "exec")


def _own(code: str) -> Probe:
    """The probe that calls `probe(tf, answer, program)` of this code for each of the challenge's programs.

    Each call has a new graph. It returns one report, or yields several. The code's functions are new for each
    challenge, so nobody can have changed them.
    """
    names: dict[str, Any] = {"__name__": __name__}
    exec(_compiled(code), names)

    @bounded
    def asked(tf: Any, answers: tuple[Any, ...], inputs: dict[str, Any]) -> list[Any]:
        answer = snapshots_of(answers[0])
        reports: list[Any] = []
        for program in inputs["programs"]:
            with new_graph(tf):
                report = names["probe"](tf, answer, program)
                reports += report if isinstance(report, Iterator) else [report]
        return reports

    return asked
