"""The table's entries, one module a family, and the functions that users call beside them.

Importing this package fills the table and gives tensors their operators.
"""

from grader.engine.ops import (
    arrays,
    basic,
    elementwise,
    operators,
    products,
    queues,
    reductions,
    script,
    state,
    strided,
    text,
)

__all__ = [
    "arrays",
    "basic",
    "elementwise",
    "operators",
    "products",
    "queues",
    "reductions",
    "script",
    "state",
    "strided",
    "text",
]
