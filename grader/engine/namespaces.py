"""`tf.math`, `tf.linalg`, `tf.nn` and the like: the functions under their second names.

The names of `tf` itself are what the engine's `__init__.py` imports: each file's `__all__`.
"""

from __future__ import annotations

from typing import Any

from grader.engine.control import assertions
from grader.engine.core.absent import Namespace
from grader.engine.graph import random_seed
from grader.engine.linalg import matrices as linear
from grader.engine.nn import (
    bias,
    candidate_sampling,
    convolution,
    dropout,
    embedding,
    losses,
    moments,
    normalization,
    pooling,
    softmax,
    top_k,
)
from grader.engine.ops.arrays import (
    diagonals,
    gathering,
    permutations,
    repetition,
    segments,
    shapes,
)
from grader.engine.ops.math import (
    activations,
    arithmetic,
    checks,
    comparisons,
    division,
    powers,
    trigonometry,
)
from grader.engine.ops.products import einsum, matmul, tensordot
from grader.engine.ops.reductions import cumulative, extremes, norms, sums
from grader.engine.ops.strings import string_join, string_to_number
from grader.engine.queues import kinds
from grader.engine.queues.queue import QueueBase
from grader.engine.random import random as random_numbers
from grader.engine.variables import initializers as first_values
from grader.engine.variables import variable_lists

__all__ = [
    "bitwise", "debugging", "initializers", "linalg", "manip", "math", "nn", "queue", "random", "strings",
]  # fmt: skip


def namespace(title: str, *entries: Any, **renamed: Any) -> Namespace:
    """A namespace with functions of modules, `(module, "name name ...")`, and renamed functions."""
    found = {name: getattr(module, name) for module, names in entries for name in names.split()}
    return Namespace(title, **found, **renamed)


math = namespace(
    "tf.math",
    (activations, "erf log_sigmoid sigmoid softplus softsign"),
    (
        arithmetic,
        "abs add add_n ceil conj floor maximum minimum multiply negative polyval rint "
        "round scalar_mul sign squared_difference subtract",
    ),
    (
        comparisons,
        "equal greater greater_equal is_finite is_inf is_nan less less_equal logical_and "
        "logical_not logical_or logical_xor not_equal",
    ),
    (division, "divide floordiv floormod mod reciprocal truediv"),
    (powers, "exp expm1 log log1p pow rsqrt sqrt square xlogy"),
    (trigonometry, "acos acosh asin asinh atan atan2 atanh cos cosh sin sinh tan tanh"),
    (cumulative, "cumprod cumsum"),
    (extremes, "argmax argmin reduce_max reduce_min"),
    (norms, "l2_normalize"),
    (
        sums,
        "count_nonzero reduce_all reduce_any reduce_logsumexp reduce_mean reduce_prod reduce_sum",
    ),
    (segments, "unsorted_segment_sum"),
    (permutations, "invert_permutation"),
    (softmax, "log_softmax softmax"),
    (top_k, "in_top_k top_k"),
    divide_no_nan=division.div_no_nan,
)
linalg = namespace(
    "tf.linalg",
    (einsum, "einsum"),
    (matmul, "matmul"),
    (tensordot, "tensordot"),
    (norms, "l2_normalize norm"),
    (diagonals, "eye tensor_diag"),
    (linear, "cholesky cholesky_solve qr svd"),
    (permutations, "matrix_transpose"),
    det=linear.matrix_determinant,
    inv=linear.matrix_inverse,
    solve=linear.matrix_solve,
    transpose=permutations.matrix_transpose,
)
NN = (
    bias, candidate_sampling, convolution, dropout, embedding, losses, moments,
    normalization, pooling, softmax, top_k,
)  # fmt: skip
nn = namespace(
    "tf.nn",
    (activations, "elu leaky_relu relu relu6 selu sigmoid softplus softsign"),
    (trigonometry, "tanh"),
    (norms, "l2_loss l2_normalize"),
    *[(module, " ".join(module.__all__)) for module in NN],
    avg_pool2d=pooling.avg_pool,
)
strings = namespace("tf.strings", join=string_join, to_number=string_to_number)
bitwise = namespace(
    "tf.bitwise",
    (comparisons, "bitwise_and bitwise_or bitwise_xor invert"),
)
manip = namespace(
    "tf.manip",
    (gathering, "gather_nd"),
    (permutations, "reverse roll"),
    (repetition, "tile"),
    (shapes, "reshape"),
)
random = namespace(
    "tf.random",
    (random_numbers, "multinomial truncated_normal"),
    (random_seed, "get_seed set_random_seed"),
    (candidate_sampling, "log_uniform_candidate_sampler"),
    normal=random_numbers.random_normal,
    shuffle=random_numbers.random_shuffle,
    uniform=random_numbers.random_uniform,
)
queue = namespace(
    "tf.queue",
    (kinds, "FIFOQueue PaddingFIFOQueue RandomShuffleQueue"),
    QueueBase=QueueBase,
)
debugging = namespace(
    "tf.debugging",
    (assertions, " ".join(assertions.__all__)),
    (checks, "check_numerics"),
    (comparisons, "is_finite is_inf is_nan"),
)
MADE = {name: getattr(first_values, name) for name in first_values.__all__}
initializers = namespace(
    "tf.initializers",
    (first_values, "he_normal he_uniform lecun_normal lecun_uniform"),
    **{name.removesuffix("_initializer"): made for name, made in MADE.items()},
    identity=first_values.Identity,
    global_variables=variable_lists.global_variables_initializer,
    local_variables=variable_lists.local_variables_initializer,
    variables=variable_lists.variables_initializer,
)
