"""The nodes of a saver: those that write variables to a checkpoint, and those that restore them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from grader.engine.core.device import DeviceSpec
from grader.engine.graph.build import apply
from grader.engine.graph.convert import constant, convert_to_tensor
from grader.engine.graph.graph import (
    Tensor,
    colocate_with,
    control_dependencies,
    device,
    name_scope,
)
from grader.engine.ops.common.basic import group
from grader.engine.variables.assignment import assign
from grader.engine.variables.variables import Variable


def by_name(variables: Any) -> dict[str, Any]:
    """Name -> variable. Raises TypeError for anything but variables, ValueError for a name twice."""
    if isinstance(variables, Mapping):
        return dict(variables)
    if not isinstance(variables, (list, tuple, set)):
        raise TypeError(f"Variables to save should be passed in a dict or a list. Got {variables}")
    found: dict[str, Any] = {}
    for variable in sorted(variables, key=lambda one: one.name):
        if not _is_variable(variable):
            raise TypeError(f"Variable to save is not a Variable: {variable}")
        name = variable.op.name
        if name in found:
            raise ValueError(f"At least two variables have the same name: {name}")
        found[name] = variable
    return found


def _is_variable(item: Any) -> bool:
    return isinstance(item, Variable) or (
        isinstance(item, Tensor) and item.op.type in ("VariableV2", "Variable", "TemporaryVariable")
    )


class Saved(NamedTuple):
    """A variable in a checkpoint: its name and part there, what is read, and its reference."""

    name: str
    part: str
    value: Any
    reference: Tensor


def references(named: Mapping[str, Any]) -> list[Saved]:
    """What is saved, sorted by name."""
    found: list[Saved] = []
    for name in sorted(named, key=str):
        if not isinstance(name, str):
            raise TypeError(
                "names_to_saveables must be a dict mapping string names to trackable operations. "
                f"Name is not a string: {name}"
            )
        reference = convert_to_tensor(named[name], as_ref=True)
        if not _is_variable(reference):
            raise TypeError(
                "names_to_saveables must be a dict mapping string names to Tensors/Variables. Not "
                f"a variable: {reference}"
            )
        if any(reference is known.reference for known in found):
            raise ValueError(f"The same saveable will be restored with two names: {name}")
        found.append(Saved(name, "", reference, reference))
    return found


def save_nodes(filename: Tensor, variables: Sequence[Saved]) -> Tensor:
    """Adds the nodes that write the variables; returns the file's name, known once they are written."""
    saved = apply(
        "SaveV2",
        prefix=filename,
        tensor_names=[one.name for one in variables],
        shape_and_slices=[one.part for one in variables],
        tensors=[one.value for one in variables],
        dtypes=[one.reference.dtype.base_dtype for one in variables],
    )
    with (
        name_scope("control_dependency") as scope,
        colocate_with(filename),
        control_dependencies([saved]),
    ):
        return apply("Identity", scope, input=filename)


def restore_nodes(
    filename: Tensor, variables: Sequence[Saved], reshape: bool, name: str = "restore_all"
) -> Any:
    """Adds the nodes that read the variables' values and assign them."""
    with device("/cpu:0"):
        values = apply(
            "RestoreV2",
            prefix=filename,
            tensor_names=[one.name for one in variables],
            shape_and_slices=[one.part for one in variables],
            dtypes=[one.reference.dtype.base_dtype for one in variables],
        )
    assigned = []
    for (*_, reference), value in zip(variables, values, strict=True):
        shape = reference.shape
        known = shape.is_fully_defined()
        if reshape:
            sizes = np.array(shape.sizes, np.int32) if known else apply("Shape", input=reference)
            value = apply("Reshape", tensor=value, shape=sizes)
        assigned.append(assign(reference, value, validate_shape=known and not reshape).op)
    return group(*assigned, name=name)


def sharded_nodes(filename: Tensor, variables: Sequence[Saved], reshape: bool) -> Any:
    """One part of the checkpoint for each device, merged at the end."""
    groups: dict[str, list[Saved]] = {}
    for one in variables:
        place = DeviceSpec.from_string(one.reference.device).to_string()
        groups.setdefault(place, []).append(one)
    places = sorted(groups)
    hosts = {
        place: DeviceSpec(device_type="CPU", device_index=0).over(DeviceSpec.from_string(place))
        for place in places
    }
    with device("CPU:"):
        remote = apply("StaticRegexFullMatch", input=filename, pattern="^s3://.*")
        suffixes = constant(".part"), constant(os.path.normpath("_temp/part"))
        suffix = apply("Select", condition=remote, t=suffixes[0], e=suffixes[1])
        temporary = apply("StringJoin", inputs=[filename, suffix])
    number = constant(len(places), name="num_shards")
    parts, written = [], []
    for shard, place in enumerate(places):
        with device(hosts[place].to_string()):
            parts.append(
                apply("ShardedFilename", basename=temporary, shard=shard, num_shards=number)
            )
            written.append(save_nodes(parts[-1], groups[place]))
    with control_dependencies([one.op for one in written]), device(hosts[places[-1]].to_string()):
        merged = apply("MergeV2Checkpoints", checkpoint_prefixes=parts, destination_prefix=filename)
        with control_dependencies([merged]):
            saved = apply("Identity", input=filename)
    restored = []
    for place in places:
        with device(place):
            restored.append(restore_nodes(filename, groups[place], reshape, "restore_shard"))
    return saved, group(*restored, name="restore_all")
