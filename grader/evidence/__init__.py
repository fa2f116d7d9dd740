"""Turns an answer into bounded bytes; runs in the student's kernel."""

from grader.evidence.collect import (
    challenge_from_bytes,
    challenge_to_bytes,
    collect,
    collect_from,
)
from grader.evidence.data import (
    OF_PROBES,
    Challenge,
    Evidence,
    GraphData,
    GraphRef,
    OperationRef,
    Other,
    Raised,
    TensorRef,
    VariableData,
)
from grader.evidence.encoding import EvidenceError, decode

__all__ = [
    "OF_PROBES",
    "Challenge",
    "Evidence",
    "EvidenceError",
    "GraphData",
    "GraphRef",
    "OperationRef",
    "Other",
    "Raised",
    "TensorRef",
    "VariableData",
    "challenge_from_bytes",
    "challenge_to_bytes",
    "collect",
    "collect_from",
    "decode",
]
