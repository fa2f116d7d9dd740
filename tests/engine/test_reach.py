"""The engine is small: what neither the course nor a program of tests/programs reaches is not in it.

Whoever adds an operation or a name adds the cell, the answer or the program that needs it.
"""

from __future__ import annotations

import pytest

from grader.engine.registry import TABLE
from tests.engine import reach

# Reasons to be there all the same. A row that is reached, or that is no longer there, has to go.
OPERATIONS: dict[str, str] = {
    "Add ParallelDynamicStitch SoftplusGrad TensorArraySizeV3": (
        "reached functions and rules apply them to other types and sizes than the programs have"
    ),
    "Conj ConjugateTranspose": "what rules of differentiation do to complex numbers",
    "OnesLike": "one row, in graphs that older code has built",
    "RefExit RefIdentity RefMerge RefNextIteration": (
        "branches and loops that pass on a variable itself, made by the same lines as the others"
    ),
}
# "flags.*" stands for all names below `tf.flags`.
NAMES: dict[str, str] = {
    "complex64 complex128 int16 uint16 uint32 uint64 resource variant DType": (
        "rows of the one table of element types; graphs and files may hold any of them"
    ),
    "AttrValue Event GPUOptions GraphOptions MetaGraphDef NodeDef OptimizerOptions RunMetadata "
    "SessionLog SummaryMetadata summary.Event train.CheckpointState train.ClusterSpec train.FeatureList "
    "train.FeatureLists train.SaverDef train.SequenceExample train.ServerDef": (
        "messages that other messages contain, or that files hold"
    ),
    "errors.* limits.*": "errors of a run have the classes and codes of the files; the judge's bounds",
    "flags.* app.flags.* logging.*": "a family of one file each, of which programs reach some",
    "bitwise.* debugging.* manip queue io.gfile.*": (
        "second spellings of what has a reached one, and their namespaces"
    ),
    "Dimension VariableScope ReaderBase IndexedSlicesValue": "classes of what reached functions return",
    "Assert conj math.conj identity_n broadcast_static_shape colocate_with make_tensor_proto": (
        "rules of differentiation and of variables call them"
    ),
    "NoGradient NotDifferentiable register_tensor_conversion_function get_seed random.get_seed": (
        "the other half of a reached pair, one line each"
    ),
    "arg_max arg_min compat.as_str_any compat.v1 VERSION initializers.identity initializers.lecun_normal "
    "initializers.lecun_uniform summary.merge": "one line each, beside a reached one",
    "train.assert_global_step train.export_meta_graph train.get_checkpoint_mtimes train.input_producer "
    "train.limit_epochs train.remove_checkpoint train.update_checkpoint_state": (
        "parts of reached functions that TensorFlow makes public, too"
    ),
}


def reasons(table: dict[str, str]) -> dict[str, str]:
    """Name -> reason, of a table whose keys are several names."""
    return {name: reason for names, reason in table.items() for name in names.split()}


@pytest.mark.sampled(0, ci=0)  # every right answer is judged: eight minutes
def test_every_operation_is_reached():
    reached = reach.operations_of_programs()
    reached |= reach.operations_of_answers()
    reached |= reach.operations_of_notebooks()
    assert len(reached & set(TABLE)) > 150, "the recorder works"
    assert set(TABLE) - reached == set(reasons(OPERATIONS))


def test_every_public_name_is_reached():
    """By its own spelling, or by another one for the same object (`tf.exp` for `tf.math.exp`)."""
    names, written = reach.public_names(), reach.written_names()
    assert len(written & set(names)) > 250, "the reader works"
    reached = {id(names[name]) for name in written & set(names)}
    unreached = {name for name, value in names.items() if id(value) not in reached}
    allowed = reasons(NAMES)
    families = tuple(name.removesuffix("*") for name in allowed if name.endswith(".*"))
    rest = {name for name in unreached if not f"{name}.".startswith(families)}
    assert rest == {name for name in allowed if not name.endswith(".*")}
