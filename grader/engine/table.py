"""Fills the table of operations: importing it imports every module with entries or rules.

Entries first, then the rules of differentiation that refer to them.
"""

# ruff: isort: off
# ruff: noqa: F401
import grader.engine.ops.common.basic
import grader.engine.ops.math.casts
import grader.engine.ops.math.arithmetic
import grader.engine.ops.math.division
import grader.engine.ops.math.powers
import grader.engine.ops.math.trigonometry
import grader.engine.ops.math.activations
import grader.engine.ops.math.comparisons
import grader.engine.ops.math.where
import grader.engine.ops.math.checks
import grader.engine.ops.arrays.concatenation
import grader.engine.ops.arrays.creation
import grader.engine.ops.arrays.diagonals
import grader.engine.ops.arrays.patches
import grader.engine.ops.arrays.permutations
import grader.engine.ops.arrays.repetition
import grader.engine.ops.arrays.scatters
import grader.engine.ops.arrays.segments
import grader.engine.ops.arrays.gathering
import grader.engine.ops.arrays.shapes
import grader.engine.ops.arrays.slices
import grader.engine.ops.arrays.splits
import grader.engine.ops.reductions.sums
import grader.engine.ops.reductions.extremes
import grader.engine.ops.reductions.cumulative
import grader.engine.ops.reductions.norms
import grader.engine.ops.products.matmul
import grader.engine.ops.products.einsum
import grader.engine.ops.math.operators
import grader.engine.ops.strings
import grader.engine.ops.printing
import grader.engine.ops.py_func
import grader.engine.control.entries
import grader.engine.control.stacks
import grader.engine.control.tensor_array_entries
import grader.engine.linalg.matrices
import grader.engine.random.random
import grader.engine.nn.bias
import grader.engine.nn.candidate_sampling
import grader.engine.nn.convolution
import grader.engine.nn.softmax
import grader.engine.nn.top_k
import grader.engine.nn.pooling
import grader.engine.data.csv_lines
import grader.engine.data.examples
import grader.engine.data.raw_bytes
import grader.engine.data.readers
import grader.engine.data.summaries
import grader.engine.variables.assignment
import grader.engine.variables.scatter_updates
import grader.engine.queues.kinds
import grader.engine.training.optimizers
import grader.engine.saving.saver_operations

import grader.engine.control.gradients
import grader.engine.control.tangents
