"""Runs without branches, waiting or limits, compiled to one Python function.

In a small graph, the nodes take less time than a loop over them would. The plan of such a run is
therefore written as straight-line Python: `f = x*x*y + y + 2` becomes

    def run():
        a1 = a0 if a0.initialized else read(a0)      # x/read
        a4 = k2(a1.read(), a1.read())                # mul
        ...
        return (a7, )

where `a0` is the variable's cell and `k2` NumPy's function. An error is located by its line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, NamedTuple

import numpy as np

from grader.engine.core.errors import KernelFailure
from grader.engine.graph.graph import Tensor

FILE = "<a run of a graph>"
PASS_THROUGH = frozenset(["Identity", "StopGradient"])
MAX_ELEMENTS_PRECOMPUTED = 100_000  # of a constant expression that is evaluated at compile time

# Gradients compute by-products; those that nobody reads are not run. TensorFlow's graph rewriting
# removes such nodes, too.
REMOVED_IF_UNREAD = frozenset(
    ["AddV2", "BatchMatMulV2", "BroadcastGradientArgs", "Conv2DBackpropInput", "MatMul", "Mul"]
) | frozenset(["Neg", "RealDiv", "Reshape", "Shape", "Sum"])


def read_steps(steps: Sequence[Any], fetched: set[int], targets: set[Any]) -> list[Any]:
    """The steps, without those in REMOVED_IF_UNREAD whose results nobody reads.

    fetched: slots returned to the caller. targets: operations that the caller fetches.
    """
    wanted, kept = set(fetched), []
    for step in reversed(steps):
        operation = step.node.operation
        slots = step.writes or (step.write,)
        spare = operation.type in REMOVED_IF_UNREAD and operation not in targets
        if not spare or any(slot in wanted for slot in slots):
            wanted.update(step.reads)
            kept.append(step)
    return kept[::-1]


class StraightLine:
    """Writes the function. `a3` is the value in slot 3 of the plan."""

    def __init__(self, known: Mapping[int, Any], variables: set[int], fetched: Callable[..., Any]):
        self.variables = variables
        self.views: set[int] = set()
        self.names: dict[str, Any] = {f"a{slot}": value for slot, value in known.items()}
        self.names |= {
            "ndarray": np.ndarray,
            "asarray": np.asarray,
            "read": _read,
            "now": _now,
            "fetched": fetched,
        }
        self.lines: list[str] = []
        self.step_at: dict[int, Any] = {}

    def write(self, step: Any, *, forwards: bool, views: bool, takes_references: bool) -> None:
        """Adds the lines of one step of the plan.

        forwards: the step forwards a variable. views: it gives views of variables, or arrays.
        takes_references: its kernel takes variables, not values.
        """
        kernel, node = step.node.operation.definition.kernel, step.node
        number = len(self.step_at)
        kind = node.operation.type
        if kind == "NoOp" or (kind == "VariableV2" and self._bind(step)) or self._fold(step):
            return
        if views or (forwards and step.reads[0] in self.views):
            self.views.update(step.writes or [step.write])
        if kind in PASS_THROUGH and not forwards:
            self._line(step, f"a{step.write} = {self._value(step.reads[0])}")
        elif forwards and step.write in self.views:
            self._line(step, f"a{step.write} = a{step.reads[0]}")
        elif forwards:
            source = f"a{step.reads[0]}"
            self._line(
                step, f"a{step.write} = {source} if {source}.initialized else read({source})"
            )
        elif takes_references or views:
            self.names[f"k{number}"], self.names[f"n{number}"] = step.kernel, node
            inputs = "".join(f", a{slot}" for slot in step.reads)
            self._assign(step, number, f"k{number}(n{number}{inputs})")
        elif hasattr(kernel, "direct"):
            self.names[f"k{number}"] = kernel.direct
            inputs = ", ".join(self._value(slot) for slot in step.reads)
            self._assign(step, number, f"k{number}({inputs})")
        else:
            self.names[f"k{number}"], self.names[f"n{number}"] = kernel, node
            inputs = "".join(f", {self._value(slot)}" for slot in step.reads)
            self._assign(step, number, f"k{number}(n{number}{inputs})")
        dead = [f"a{slot}" for slot in step.dead if f"a{slot}" not in self.names]
        if dead:
            self._line(step, " = ".join([*dead, "None"]))

    def _bind(self, step: Any) -> bool:
        """Looks up a variable's cell, which stays the same for the lifetime of the session."""
        try:
            self.names[f"a{step.write}"] = step.kernel(step.node)
        except KernelFailure:
            return False
        return True

    def _fold(self, step: Any) -> bool:
        """Computes a result that depends only on constants, unless it is large or fails."""
        definition, node = step.node.operation.definition, step.node
        known = [self.names.get(f"a{slot}") for slot in step.reads]
        if definition.stateful or definition.files or not definition.importable:
            return False
        if not known or step.write < 0 or definition.work is not None:  # not metered here
            return False
        if any(
            not isinstance(one, np.ndarray) or one.size > MAX_ELEMENTS_PRECOMPUTED for one in known
        ):
            return False
        sizes = node.operation.outputs[0].shape
        if not sizes.is_fully_defined() or sizes.num_elements() > MAX_ELEMENTS_PRECOMPUTED:
            return False
        try:
            with np.errstate(all="ignore"):
                self.names[f"a{step.write}"] = node.tidy(definition.kernel(node, *known))
        except Exception:  # it will fail again in the run, where the error gets its name
            return False
        return True

    def _value(self, slot: int) -> str:
        if slot in self.views:
            return f"now(a{slot})"
        return f"a{slot}.read()" if slot in self.variables else f"a{slot}"

    def _assign(self, step: Any, number: int, call: str) -> None:
        outputs = step.node.operation.outputs
        if step.write >= 0:
            self._line(step, f"a{step.write} = {call}")
            self._tidy(step, number, step.write, outputs[0], 0)
        elif step.writes:
            targets = "".join(f"a{slot}, " for slot in step.writes)
            self._line(step, f"{targets}= {call}")
            for index, (slot, tensor) in enumerate(zip(step.writes, outputs, strict=True)):
                self._tidy(step, number, slot, tensor, index)
        else:
            self._line(step, call)

    def _tidy(self, step: Any, number: int, slot: int, tensor: Tensor, index: int) -> None:
        """Converts NumPy scalars to arrays; results of rank above 0 are arrays already."""
        if tensor.dtype._is_ref_dtype or (tensor.shape.rank or 0) > 0:
            return
        if isinstance(self.names[f"k{number}"], np.ufunc) and tensor.shape.rank == 0:
            self._line(step, f"a{slot} = asarray(a{slot})")
            return
        self.names[f"t{number}"] = step.node.tidy
        self._line(
            step, f"if a{slot}.__class__ is not ndarray: a{slot} = t{number}(a{slot}, {index})"
        )

    def _line(self, step: Any, text: str) -> None:
        self.lines.append(f"    {text}\n")
        self.step_at[len(self.lines) + 1] = step

    def finish(self, fed: Sequence[int], fetched: Sequence[tuple[int, bool]]) -> StraightRun:
        """The compiled run, from the feeds' values to the fetched ones."""
        arguments = ", ".join(f"a{slot}" for slot in fed)
        results = "".join(
            f"fetched(a{slot}, True), " if is_ref else f"a{slot}, " for slot, is_ref in fetched
        )
        source = f"def run({arguments}):\n{''.join(self.lines)}    return ({results})\n"
        exec(_compiled(source), self.names)
        return StraightRun(self.names["run"], self.names, self.step_at)


@lru_cache(maxsize=500)
def _compiled(source: str) -> CodeType:
    """The code of a run. Graphs of one structure have the same source: it names slots, not nodes."""
    return compile(source, FILE, "exec")


class StraightRun(NamedTuple):
    """The function, and what is needed to locate its errors."""

    function: Callable[..., tuple[Any, ...]]
    names: dict[str, Any]
    step_at: dict[int, Any]

    def failed(self, error: BaseException) -> tuple[Any, Exception] | None:
        """The step that raised the error, and the error with that kernel's message.

        None if no step raised it.
        """
        traceback = error.__traceback__
        while traceback is not None and traceback.tb_frame.f_code.co_filename != FILE:
            traceback = traceback.tb_next
        step = None if traceback is None else self.step_at.get(traceback.tb_lineno)
        if traceback is None or step is None:
            return None
        values = {**self.names, **traceback.tb_frame.f_locals}
        if not isinstance(error, KernelFailure):
            try:  # NumPy's message for incompatible shapes is not TensorFlow's
                step.kernel(step.node, *[values[f"a{slot}"] for slot in step.reads])
            except Exception as better:
                return step, better
        return step, error  # type: ignore[return-value]


def _read(cell: Any) -> Any:
    cell.read()  # raises if there is no value
    return cell


def _now(value: Any) -> Any:
    """What a view shows at this moment; an array as it is."""
    return value if value.__class__ is np.ndarray else value.read()
