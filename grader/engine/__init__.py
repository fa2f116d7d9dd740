"""The reference engine: TensorFlow's graph mode in NumPy, under TensorFlow's names.

    from grader import engine as tf

gives a module whose public names, signatures, defaults and errors are a subset of those of
`tensorflow.compat.v1` with v2 behaviour off. Read it in this order: `graph` (nodes and scopes),
`registry` and `ops/` (the one table of operations), `build` (from a call to a node), `compiling`,
`plan` and `session` (running), `state` (what outlives a run), `importer` and `limits` (graphs from
elsewhere), `gradients` (going back).
"""

import sys as _sys
from contextlib import contextmanager as _contextmanager
from types import SimpleNamespace as _SimpleNamespace

from grader.engine import (
    app,
    errors,
    flags,
    graph_util,
    limits,
    logging,
    losses,
    metrics,
    test,
    train,
)
from grader.engine import checks as _checks
from grader.engine import initializers as _initializers
from grader.engine.checks import *
from grader.engine.confusion import *
from grader.engine.constants import constant_value as get_static_value
from grader.engine.control_flow import *
from grader.engine.convert import (
    constant,
    convert_to_tensor,
    is_tensor,
    register_tensor_conversion_function,
)
from grader.engine.custom_gradient import *
from grader.engine.dtypes import (
    DType,
    as_dtype,
    bfloat16,
    bool,
    complex64,
    complex128,
    double,
    float16,
    float32,
    float64,
    half,
    int8,
    int16,
    int32,
    int64,
    resource,
    string,
    uint8,
    uint16,
    uint32,
    uint64,
    variant,
)
from grader.engine.errors import OpError
from grader.engine.files.disk import gfile
from grader.engine.files.events import summary
from grader.engine.files.io import io
from grader.engine.files.records import python_io
from grader.engine.gradients import *
from grader.engine.graph import (
    Graph,
    Operation,
    Tensor,
    add_to_collection,
    add_to_collections,
    colocate_with,
    container,
    control_dependencies,
    device,
    get_collection,
    get_collection_ref,
    get_default_graph,
    get_default_session,
    name_scope,
    reset_default_graph,
)
from grader.engine.hessians import *
from grader.engine.importer import import_graph_def
from grader.engine.indexed_slices import *
from grader.engine.initializers import *
from grader.engine.keys import GraphKeys
from grader.engine.messages import *
from grader.engine.ops.api_arrays import *
from grader.engine.ops.api_choices import *
from grader.engine.ops.api_clip import *
from grader.engine.ops.api_linear_algebra import *
from grader.engine.ops.api_making import *
from grader.engine.ops.api_math import *
from grader.engine.ops.api_more_arrays import *
from grader.engine.ops.api_products import *
from grader.engine.ops.api_queues import *
from grader.engine.ops.api_reductions import *
from grader.engine.ops.api_shapes import *
from grader.engine.ops.basic import *
from grader.engine.ops.blocks import *
from grader.engine.ops.counting import *
from grader.engine.ops.examples import *
from grader.engine.ops.files import *
from grader.engine.ops.fourier import *
from grader.engine.ops.indexing import *
from grader.engine.ops.namespaces import *
from grader.engine.ops.printing import *
from grader.engine.ops.printing import tf_print as print
from grader.engine.ops.random import *
from grader.engine.ops.scattering import *
from grader.engine.ops.script import *
from grader.engine.ops.segments import *
from grader.engine.ops.special import *
from grader.engine.ops.state import *
from grader.engine.ops.state_parts import *
from grader.engine.ops.strings import *
from grader.engine.ops.text import *
from grader.engine.protos import make_ndarray, make_tensor_proto
from grader.engine.random_seed import *
from grader.engine.registered import *
from grader.engine.session import InteractiveSession, Session
from grader.engine.shapes import Dimension, TensorShape
from grader.engine.sparse import *
from grader.engine.templates import *
from grader.engine.tensor_arrays import *
from grader.engine.variable_creators import *
from grader.engine.variable_lists import *
from grader.engine.variable_scope import *
from grader.engine.variables import *
from grader.engine.while_loop import *

__version__ = VERSION = "2.21.0"


def disable_v2_behavior() -> None:
    """Does nothing: the engine is graph mode from the start."""


def disable_eager_execution() -> None:
    """Does nothing: the engine is graph mode from the start."""


def disable_resource_variables() -> None:
    """Does nothing: the engine's variables are reference variables from the start."""


def disable_tensor_equality() -> None:
    """Does nothing: `==` on tensors is identity from the start."""


def disable_control_flow_v2() -> None:
    """Does nothing: the engine has no other control flow."""


def control_flow_v2_enabled() -> "bool":  # type: ignore[valid-type]
    """False: branches and loops are nodes of the graph."""
    return False


def resource_variables_enabled() -> "bool":  # type: ignore[valid-type]
    """False: variables are reference variables."""
    return False


@_contextmanager
def init_scope():  # type: ignore[no-untyped-def]
    """Leaves control dependencies, branches and loops, as initial values do."""
    with control_dependencies(None):
        yield


def tables_initializer(name: str = "init_all_tables") -> Operation:
    """An operation that initialises the lookup tables of the graph, of which there are none."""
    return no_op(name=name)


initialize_all_tables = tables_initializer


def executing_eagerly() -> "bool":  # type: ignore[valid-type]
    """False: nothing runs before a session runs it."""
    return False


queue = _SimpleNamespace(
    FIFOQueue=FIFOQueue,
    PaddingFIFOQueue=PaddingFIFOQueue,
    PriorityQueue=PriorityQueue,
    QueueBase=QueueBase,
    RandomShuffleQueue=RandomShuffleQueue,
)
initializers = _SimpleNamespace(
    constant=constant_initializer,
    glorot_normal=glorot_normal_initializer,
    glorot_uniform=glorot_uniform_initializer,
    he_normal=_initializers.he_normal,
    he_uniform=_initializers.he_uniform,
    identity=_initializers.Identity,
    lecun_normal=_initializers.lecun_normal,
    lecun_uniform=_initializers.lecun_uniform,
    orthogonal=orthogonal_initializer,
    random_normal=random_normal_initializer,
    random_uniform=random_uniform_initializer,
    truncated_normal=truncated_normal_initializer,
    uniform_unit_scaling=uniform_unit_scaling_initializer,
    variance_scaling=variance_scaling_initializer,
    global_variables=global_variables_initializer,
    local_variables=local_variables_initializer,
    ones=ones_initializer,
    variables=variables_initializer,
    zeros=zeros_initializer,
)
debugging = _SimpleNamespace(
    **{name: getattr(_checks, name) for name in _checks.__all__ if name != "case"}
)
for _name in ("bincount", "invert_permutation", "is_non_decreasing", "is_strictly_increasing"):
    setattr(math, _name, globals()[_name])
for _name in ("check_numerics", "is_finite", "is_inf", "is_nan"):
    setattr(debugging, _name, globals()[_name])
initializers.tables_initializer = tables_initializer
compat = _SimpleNamespace(v1=_sys.modules[__name__])
Variable._take_operators()
