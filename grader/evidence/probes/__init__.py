"""The probes, one module per family; importing the package fills the table."""

from grader.evidence.probes import (
    autodiff,
    build_an_engine,
    build_an_engine_files,
    build_an_engine_graphs,
    general,
    gradient_control,
    graphs,
    kernels,
    lifetimes,
    savers,
    scopes,
    sessions,
    training,
)
from grader.evidence.probes.table import PROBES, attempt, probe

__all__ = [
    "PROBES",
    "attempt",
    "autodiff",
    "build_an_engine",
    "build_an_engine_files",
    "build_an_engine_graphs",
    "general",
    "gradient_control",
    "graphs",
    "kernels",
    "lifetimes",
    "probe",
    "savers",
    "scopes",
    "sessions",
    "training",
]
