"""The table's entries, one module a family, and the functions that users call beside them.

Importing this package fills the table and gives tensors their operators.
"""

# ruff: isort: off
from grader.engine.ops import (  # the entries, then the rules that refer to them
    arrays, basic, control, elementwise, operators, printing, products, queues, random, reductions, script, state, stores, strided, text, training,
    linear_algebra, scattering, segments, special, blocks, fourier,
    gradient_ops, reverse_elementwise, reverse_arrays, reverse_products, forward_rules, linear_algebra_rules, special_rules,
)  # fmt: skip

# fmt: off
__all__ = [
    "arrays", "basic", "blocks", "control", "elementwise", "forward_rules", "fourier", "linear_algebra",
    "linear_algebra_rules", "operators", "printing", "products", "queues", "reductions",
    "reverse_arrays", "reverse_elementwise", "reverse_products", "gradient_ops", "scattering", "script", "segments", "special", "special_rules", "state",
    "stores", "strided", "text", "training",
]
# fmt: on
