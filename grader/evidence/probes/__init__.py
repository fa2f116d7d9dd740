"""The probes, one module a family; importing this fills the table."""

from grader.evidence.probes import (
    general,
    gradient_control,
    graphs,
    kernels,
    lifetimes,
    sessions,
    training,
)
from grader.evidence.probes.table import PROBES, attempt, probe

__all__ = [
    "PROBES",
    "attempt",
    "general",
    "gradient_control",
    "graphs",
    "kernels",
    "lifetimes",
    "probe",
    "sessions",
    "training",
]
