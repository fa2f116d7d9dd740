"""The reference engine: TensorFlow's graph mode in NumPy, under TensorFlow's names.

    from grader import engine as tf

gives a module whose public names, signatures, defaults and errors are a subset of those of
`tensorflow.compat.v1` with v2 behaviour off. Its rooms, each of which imports only those before it:

- `core`: types, shapes, errors and other values that know no graph
- `registry.py`: the table of operations, and how an entry is written
- `graph`: operations and tensors, and how Python values become them
- `runtime`: from fetches and feeds to a plan, and running it in a session
- `ops`: the entries of the table, by family, with the functions that make their nodes
- `control`: branches, loops, tensor arrays, assertions
- `linalg`, `random`: two more families
- `autodiff`: reverse and forward differentiation
- `nn`, `data`: neural networks; files, records and parsing
- `variables`, `queues`, `training`, `saving`: what is built from operations

The public names are those in each file's `__all__`. docs/engine.md leads through the files.
"""

import sys as _sys

import grader.engine.core.blas as _blas
from grader.engine import app, metrics, table, train
from grader.engine.autodiff.custom_gradient import *
from grader.engine.autodiff.hessians import *
from grader.engine.autodiff.registered import *
from grader.engine.autodiff.reverse import *
from grader.engine.control.assertions import *
from grader.engine.control.cond import *
from grader.engine.control.map_fn import *
from grader.engine.control.tensor_arrays import *
from grader.engine.control.while_loop import *
from grader.engine.core import errors, flags, limits, logging
from grader.engine.core import text as _text
from grader.engine.core.absent import Namespace as _Namespace
from grader.engine.core.absent import absent as _absent
from grader.engine.core.dtypes import *
from grader.engine.core.errors import OpError
from grader.engine.core.keys import GraphKeys
from grader.engine.core.messages import *
from grader.engine.core.protos import make_ndarray, make_tensor_proto
from grader.engine.core.shapes import Dimension, TensorShape
from grader.engine.data.csv_lines import *
from grader.engine.data.examples import *
from grader.engine.data.gfile import gfile
from grader.engine.data.raw_bytes import *
from grader.engine.data.readers import *
from grader.engine.data.records import python_io
from grader.engine.graph import graph_util
from grader.engine.graph.constants import constant_value as get_static_value
from grader.engine.graph.convert import (
    constant,
    convert_to_tensor,
    is_tensor,
    register_tensor_conversion_function,
)
from grader.engine.graph.graph import *
from grader.engine.graph.importer import import_graph_def
from grader.engine.graph.random_seed import *
from grader.engine.linalg.matrices import *
from grader.engine.namespaces import *
from grader.engine.ops.arrays.brackets import *
from grader.engine.ops.arrays.concatenation import *
from grader.engine.ops.arrays.creation import *
from grader.engine.ops.arrays.diagonals import *
from grader.engine.ops.arrays.gathering import *
from grader.engine.ops.arrays.indexed_slices import *
from grader.engine.ops.arrays.patches import *
from grader.engine.ops.arrays.permutations import *
from grader.engine.ops.arrays.repetition import *
from grader.engine.ops.arrays.scatters import *
from grader.engine.ops.arrays.segments import *
from grader.engine.ops.arrays.shapes import *
from grader.engine.ops.arrays.slices import *
from grader.engine.ops.arrays.splits import *
from grader.engine.ops.common.basic import *
from grader.engine.ops.math.activations import *
from grader.engine.ops.math.arithmetic import *
from grader.engine.ops.math.casts import *
from grader.engine.ops.math.checks import *
from grader.engine.ops.math.clip import *
from grader.engine.ops.math.comparisons import *
from grader.engine.ops.math.division import *
from grader.engine.ops.math.powers import *
from grader.engine.ops.math.trigonometry import *
from grader.engine.ops.math.where import *
from grader.engine.ops.printing import *
from grader.engine.ops.products.einsum import *
from grader.engine.ops.products.matmul import *
from grader.engine.ops.products.tensordot import *
from grader.engine.ops.py_func import *
from grader.engine.ops.reductions.cumulative import *
from grader.engine.ops.reductions.extremes import *
from grader.engine.ops.reductions.norms import *
from grader.engine.ops.reductions.sums import *
from grader.engine.ops.strings import *
from grader.engine.queues.kinds import *
from grader.engine.queues.queue import *
from grader.engine.random.random import *
from grader.engine.runtime.session import InteractiveSession, Session
from grader.engine.saving.events import summary
from grader.engine.saving.io import io
from grader.engine.training import losses
from grader.engine.variables.assignment import *
from grader.engine.variables.initializers import *
from grader.engine.variables.scatter_updates import *
from grader.engine.variables.variable_lists import *
from grader.engine.variables.variable_scope import *
from grader.engine.variables.variables import *

__version__ = VERSION = "2.21.0"


def disable_v2_behavior() -> None:
    """Does nothing: the engine is always in graph mode."""


def executing_eagerly() -> "bool":  # type: ignore[valid-type]
    """False: nothing runs until a session runs it."""
    return False


# So are the others that TensorFlow 2 would switch: variables are reference variables, `==` on tensors
# compares identity, and branches and loops are nodes of the graph.
disable_eager_execution = disable_resource_variables = disable_v2_behavior
disable_tensor_equality = disable_control_flow_v2 = disable_v2_behavior
control_flow_v2_enabled = resource_variables_enabled = executing_eagerly


def tables_initializer(name: str = "init_all_tables") -> Operation:
    """An operation that initializes the graph's lookup tables; the engine has none."""
    return no_op(name=name)


initialize_all_tables = initializers.tables_initializer = tables_initializer
compat = _Namespace(
    "tf.compat",
    v1=_sys.modules[__name__],
    **{name: getattr(_text, name) for name in _text.__all__},
)
Variable._take_operators()

# Importing a room binds its name here, where TensorFlow has no such name or another thing.
_ROOMS = "autodiff control core data graph ops queues runtime saving training variables"
for _name in f"{_ROOMS} namespaces registry table".split():
    globals().pop(_name, None)
for _module in (app, graph_util, logging, losses):
    vars(_module)["__getattr__"] = _absent(f"tf.{_module.__name__.rpartition('.')[2]}")
__getattr__ = _absent("tf")
