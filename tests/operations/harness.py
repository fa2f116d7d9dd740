"""One sample played on TensorFlow and on the engine, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from typing import Any

import numpy as np
from tensorflow.python.framework import op_def_library, op_def_registry

from grader import engine
from grader.engine.autodiff.forward import tangents
from grader.engine.core.messages import TensorProto
from grader.engine.graph.build import apply
from tests.engine.comparing import nodes_of, static
from tests.operations.sampling import OutputAt, OutputOf, Sample, VariableOf
from tests.properties.back_ends import engine_session, tensorflow_session, tf
from tests.properties.compare import NO_KERNEL, ROUNDING, numbers_equal


@dataclass(frozen=True)
class BackEnd:
    """How a module makes operations and sessions."""

    module: Any
    session: Callable[[Any], Any]
    make: Callable[..., Any]


def _raw(op_type: str, **arguments: Any) -> Any:
    """TensorFlow's operation; what the sample leaves out of the attributes has its default."""
    for attribute in op_def_registry.get(op_type).attr:
        if attribute.HasField("default_value") and attribute.type in DEFAULTS:
            arguments.setdefault(attribute.name, DEFAULTS[attribute.type](attribute.default_value))
    for name, value in arguments.items():
        if isinstance(value, TensorProto):  # the same message, of TensorFlow's own class
            arguments[name] = tf.make_tensor_proto(0).FromString(value.SerializeToString())
    return op_def_library.apply_op(op_type, **arguments)


DEFAULTS: dict[str, Callable[[Any], Any]] = {
    "bool": lambda value: value.b,
    "int": lambda value: value.i,
    "float": lambda value: value.f,
    "string": lambda value: value.s,
    "list(int)": lambda value: list(value.list.i),
    "shape": lambda value: value.shape,
    "tensor": lambda value: value.tensor,
}


def _session(graph: Any) -> Any:
    """A bounded session, as those that grade; files can only be opened in another."""
    opens_files = any(operation.definition.files for operation in graph.get_operations())
    return engine.Session(graph=graph) if opens_files else engine_session(graph)


TENSORFLOW = BackEnd(tf, tensorflow_session, _raw)
ENGINE = BackEnd(engine, _session, apply)


@dataclass
class Played:
    """One sample built in a graph of its own."""

    graph: Any
    inputs: list[Any]
    outputs: list[Any]
    operation: Any
    error: BaseException | None = None
    feeds: Any = None


def is_tensor(value: Any) -> bool:
    """Whether an argument of a sample is an input."""
    if isinstance(value, list):
        return bool(value) and all(is_tensor(item) for item in value)
    return isinstance(value, (np.ndarray, np.generic, VariableOf, OutputAt))


def build(back_end: BackEnd, op_type: str, sample: Sample, known: str = "values") -> Played:
    """The operation in a new graph. known: what is known of the inputs: values, rank, or nothing."""
    graph = back_end.module.Graph()
    played = Played(graph, [], [], None, feeds={})
    others: dict[OutputOf, Any] = {}
    with graph.as_default():
        graph.seed = 7

        def place(value: Any) -> Any:
            if isinstance(value, list):
                return [place(item) for item in value]
            if isinstance(value, OutputAt):
                if value.made not in others:
                    back_end.make(value.made.op_type, **places(value.made.arguments))
                    others[value.made] = graph.get_operations()[-1]
                return others[value.made].outputs[value.index]
            if isinstance(value, VariableOf):
                made = back_end.module.Variable(value.value, use_resource=False, name="var")
                return made._ref()
            if known == "values":
                tensor = back_end.module.constant(value)
            else:
                shape = [None] * value.ndim if known == "rank" else None
                dtype = "string" if value.dtype == object else value.dtype
                tensor = back_end.module.placeholder(dtype, shape)
                played.feeds[tensor] = value
            played.inputs.append(tensor)
            return tensor

        def places(arguments: dict[str, Any]) -> dict[str, Any]:
            for name, value in arguments.items():
                # Both back ends would refuse it, and their refusals would count as agreement.
                if is_dataclass(value) and not is_tensor(value):
                    raise AssertionError(f"{name}: {value!r} is neither an input nor an attribute")
            return {
                name: place(value) if is_tensor(value) else value
                for name, value in arguments.items()
            }

        arguments = places(sample.arguments)
        try:
            back_end.make(op_type, **arguments)
        except Exception as error:
            played.error = error
            return played
        played.operation = graph.get_operations()[-1]
        played.outputs = list(played.operation.outputs)
    return played


def differences(op_type: str, sample: Sample) -> Iterator[str]:
    """Where the two back ends differ on a sample, as sentences."""
    theirs, ours = (build(one, op_type, sample) for one in (TENSORFLOW, ENGINE))
    if theirs.error or ours.error:
        if type(theirs.error).__name__ != type(ours.error).__name__:
            yield f"building: expected {theirs.error!r}, got {ours.error!r}"
        return
    if "_nodes" not in sample.without:
        yield from node_differences("node", theirs.graph, ours.graph)
    if "_shapes" not in sample.without:
        for known in ("rank", "nothing"):
            one, other = (build(end, op_type, sample, known) for end in (TENSORFLOW, ENGINE))
            if type(one.error).__name__ != type(other.error).__name__:
                yield f"inputs of known {known}: expected {one.error!r}, got {other.error!r}"
            elif not one.error and static(one.graph) != static(other.graph):
                yield (
                    f"static shapes, inputs of known {known}: expected {static(one.graph)[-3:]}, "
                    f"got {static(other.graph)[-3:]}"
                )
            elif not one.error and known == "nothing":
                yield from _differences_without_shapes(op_type, one, other, sample)
    if "_values" in sample.without:
        return
    expected, got = _run(TENSORFLOW, theirs, theirs.outputs), _run(ENGINE, ours, ours.outputs)
    yield from _value_differences("value", expected, got, sample)
    if isinstance(expected, BaseException) or isinstance(got, BaseException):
        return
    if "_gradients" not in sample.without:
        yield from _gradient_differences(theirs, ours, sample)


# Op type -> why the nodes of gradients are not compared where no shapes are known.
DIFFERENT = {
    "Einsum": "TensorFlow takes labels from a Python set, in any order",
    "Exit": "only loops that while_loop made have gradients",
    "RefExit": "only loops that while_loop made have gradients",
    "StackPushV2": "stacks are made by gradients",
}


def _differences_without_shapes(
    op_type: str, theirs: Played, ours: Played, sample: Sample
) -> Iterator[str]:
    """Values, and the nodes of gradients, where nothing is known of the inputs before the run."""
    if "_values" not in sample.without:
        values = _run(TENSORFLOW, theirs, theirs.outputs), _run(ENGINE, ours, ours.outputs)
        yield from _value_differences("value, shapes unknown before", *values, sample)
    if {"_nodes", "_gradients", "_gradient_nodes"} & set(sample.without) or op_type in DIFFERENT:
        return
    found: list[Any] = []
    for end, played in ((TENSORFLOW, theirs), (ENGINE, ours)):
        ys, xs = (
            [tensor for tensor in tensors if tensor.dtype.is_floating]
            for tensors in (played.outputs, played.inputs)
        )
        if not ys or not xs:
            return
        with played.graph.as_default():
            try:
                found.append([one is None for one in end.module.gradients(ys, xs)])
            except Exception as error:
                found.append(type(error).__name__)
    if found[0] != found[1]:
        yield f"gradients, shapes unknown before: expected {found[0]}, got {found[1]}"
    elif isinstance(found[0], list):
        yield from node_differences("gradient, shapes unknown before", theirs.graph, ours.graph)


def node_differences(what: str, one: Any, other: Any) -> Iterator[str]:
    for expected, got in zip(nodes_of(one), nodes_of(other), strict=False):
        if expected != got:
            yield f"{what}: expected {expected}, got {got}"
            return
    counts = len(one.get_operations()), len(other.get_operations())
    if counts[0] != counts[1]:
        longer = (one if counts[0] > counts[1] else other).get_operations()
        yield f"{what}s: expected {counts[0]}, got {counts[1]}: {longer[min(counts)].name}"
    elif static(one) != static(other):
        yield f"{what}: expected {static(one)[-3:]}, got {static(other)[-3:]}"


def _run(back_end: BackEnd, played: Played, fetches: list[Any]) -> Any:
    with played.graph.as_default():
        initialize = back_end.module.global_variables_initializer()
        with back_end.session(played.graph) as session:
            try:
                session.run(initialize)
                variables = [v._ref() for v in back_end.module.global_variables()]
                target = fetches or played.operation
                return [*(session.run(target, played.feeds) or []), *session.run(variables)]
            except Exception as error:
                return error


def _value_differences(what: str, expected: Any, got: Any, sample: Sample) -> Iterator[str]:
    if isinstance(expected, BaseException) or isinstance(got, BaseException):
        if isinstance(expected, BaseException) and NO_KERNEL in str(expected):
            return
        if type(expected).__name__ != type(got).__name__:
            yield f"{what}: expected {expected!r}, got {got!r}"
        return
    for index, (one, other) in enumerate(zip(expected, got, strict=True)):
        if one is None or other is None:
            if one is not other:
                yield f"{what} {index}: expected {one!r}, got {other!r}"
            continue
        one, other = np.asarray(one), np.asarray(other)
        if one.dtype != other.dtype or one.shape != other.shape:
            yield (
                f"{what} {index}: expected {one.dtype}{one.shape}, got {other.dtype}{other.shape}"
            )
        elif not _close(one, other, sample):
            yield f"{what} {index}: expected {one!r}, got {other!r}"


def _close(one: np.ndarray, other: np.ndarray, sample: Sample) -> bool:
    if sample.tolerance is None or one.dtype.name not in ROUNDING:
        return numbers_equal(one, other)
    scale = float(np.max(np.abs(one), initial=0.0, where=np.isfinite(one)))
    return bool(np.allclose(other, one, sample.tolerance, sample.tolerance * scale, equal_nan=True))


def _is_real(tensor: Any) -> bool:
    return bool(tensor.dtype.is_floating) and not tensor.dtype._is_ref_dtype


def _weights(tensors: list[Any], seed: int) -> list[np.ndarray]:
    random = np.random.default_rng(seed)
    return [
        random.uniform(0.5, 1.5, [int(n) for n in tensor.shape]).astype(
            tensor.dtype.base_dtype.as_numpy_dtype
        )
        for tensor in tensors
    ]


def _gradients(back_end: BackEnd, played: Played, ys: list[Any], xs: list[Any], seed: int) -> Any:
    """Adds the gradients of the weighted ys to the graph; the error where there are none."""
    with played.graph.as_default():
        try:
            weights = [back_end.module.constant(weight) for weight in _weights(ys, seed)]
            found = back_end.module.gradients(ys, xs, grad_ys=weights)
            return [
                None if one is None else back_end.module.convert_to_tensor(one) for one in found
            ]
        except Exception as error:
            return error


def _gradient_differences(theirs: Played, ours: Played, sample: Sample) -> Iterator[str]:
    places = [i for i, tensor in enumerate(theirs.inputs) if _is_real(tensor)]
    outs = [i for i, tensor in enumerate(theirs.outputs) if _is_real(tensor)]
    known = all(tensor.shape.is_fully_defined() for tensor in theirs.outputs)
    if not places or not outs or not known:
        return
    found = []
    for end, played in ((TENSORFLOW, theirs), (ENGINE, ours)):
        xs = [played.inputs[i] for i in places]
        ys = [played.outputs[i] for i in outs]
        found.append(_gradients(end, played, ys, xs, 1))
    expected, got = found
    if isinstance(expected, Exception) or isinstance(got, Exception):
        if type(expected).__name__ != type(got).__name__:
            yield f"gradients: expected {expected!r}, got {got!r}"
        return
    if [one is None for one in expected] != [one is None for one in got]:
        yield f"gradients: expected {expected}, got {got}"
        return
    if "_gradient_nodes" not in sample.without:
        yield from node_differences("gradient node", theirs.graph, ours.graph)
    there = [one for one in expected if one is not None]
    here = [one for one in got if one is not None]
    if not there:
        return
    values = _run(TENSORFLOW, theirs, there)
    yield from _value_differences("gradient", values, _run(ENGINE, ours, here), sample)
    if isinstance(values, BaseException):
        return
    if "_tangents" not in sample.without:
        full = iter(values)
        by_input = [None if one is None else next(full) for one in expected]
        yield from _tangent_differences(ours, places, outs, by_input)
    if "_second" not in sample.without and all(t.shape.is_fully_defined() for t in there):
        yield from _second_differences(theirs, ours, places, there, here, sample)


def _second_differences(
    theirs: Played, ours: Played, places: list[int], there: Any, here: Any, sample: Sample
) -> Iterator[str]:
    expected = _gradients(TENSORFLOW, theirs, there, [theirs.inputs[i] for i in places], 2)
    got = _gradients(ENGINE, ours, here, [ours.inputs[i] for i in places], 2)
    if isinstance(expected, Exception) or isinstance(got, Exception):
        if type(expected).__name__ != type(got).__name__:
            yield f"second gradients: expected {expected!r}, got {got!r}"
        return
    if [one is None for one in expected] != [one is None for one in got]:
        yield f"second gradients: expected {expected}, got {got}"
        return
    there, here = ([one for one in side if one is not None] for side in (expected, got))
    if there:
        values = _run(TENSORFLOW, theirs, there), _run(ENGINE, ours, here)
        yield from _value_differences("second gradient", *values, sample)


def _tangent_differences(
    ours: Played, places: list[int], outs: list[int], gradients: list[Any]
) -> Iterator[str]:
    """<weights, J direction> of the engine's tangents is <J^T weights, direction> of TensorFlow."""
    xs = [ours.inputs[i] for i in places]
    ys = [ours.outputs[i] for i in outs]
    directions = _weights(xs, 3)
    with ours.graph.as_default():
        try:
            found = tangents(ys, xs, [engine.constant(one) for one in directions])
        except Exception as error:
            yield f"tangents: {error!r}"
            return
    fetches = [one for one in found if one is not None]
    values = _run(ENGINE, ours, fetches) if fetches else []
    if isinstance(values, BaseException):
        yield f"tangents: {values!r}"
        return
    rest = iter(values)
    forward = backward = scale = 0.0
    for weight, one in zip(_weights(ys, 1), found, strict=True):
        if one is not None:
            product = weight.astype(np.float64) * next(rest)
            forward, scale = forward + product.sum(), scale + np.abs(product).sum()
    for direction, gradient in zip(directions, gradients, strict=True):
        if gradient is not None:
            product = direction.astype(np.float64) * gradient
            backward, scale = backward + product.sum(), scale + np.abs(product).sum()
    half = any(tensor.dtype.base_dtype.name == "float16" for tensor in [*xs, *ys])
    if np.isfinite(backward) and not abs(forward - backward) <= (2e-2 if half else 1e-4) * max(
        scale, 1e-3
    ):
        yield f"tangents: weighted sum {forward}, TensorFlow's gradients give {backward}"
