"""The table's entries, one module a family, and the functions that users call beside them.

Importing this package fills the table and gives tensors their operators.
"""

# ruff: isort: off
# The entries ...
from grader.engine.ops import arrays, basic, blocks, control, counting, elementwise, files, fourier
from grader.engine.ops import gradient_ops, linear_algebra, operators, printing, products, queues
from grader.engine.ops import random, reductions, scattering, script, segments, special, state
from grader.engine.ops import state_parts, stores, strided, strings, summaries, text, training
from grader.engine.ops import examples, sparse
from grader.engine.ops import nn_candidates, nn_convolution, nn_losses, nn_normalisation, nn_pooling

# ... and the rules of differentiation that refer to them.
from grader.engine.ops import forward_rules, linear_algebra_rules, reverse_arrays
from grader.engine.ops import reverse_elementwise, reverse_gathering, reverse_products
from grader.engine.ops import reverse_reductions, special_rules
