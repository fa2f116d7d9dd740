"""Four ways to differentiate the same graph, each with its cost.

    from grader.engine.autodiff.differentiation import numeric, symbolic, forward, reverse
    reverse(y, [x1, x2], {x1: 3.0, x2: 4.0})

Each returns a `Derivative`: the value of y, its derivative with respect to each x, and a `Cost` that was
counted during the runs, not computed from a formula.
"""

from grader.engine.autodiff.differentiation.cost import Cost, Derivative
from grader.engine.autodiff.differentiation.methods import forward, numeric, reverse
from grader.engine.autodiff.differentiation.symbolic import (
    SymbolicDerivative,
    symbolic,
    symbolic_graph,
)

# fmt: off
__all__ = [
    "Cost", "Derivative", "SymbolicDerivative", "forward", "numeric", "reverse", "symbolic",
    "symbolic_graph",
]
# fmt: on
