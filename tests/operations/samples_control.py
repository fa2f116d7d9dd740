"""Samples of control flow, printing, stacks and tensor arrays, one operation at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from .sampling import Sample, bools, f32, f64, ints, output_of, sample, strings, variable

TRUE, FALSE = np.array(True), np.array(False)
DEAD = "one of the outputs has no value"
LOOP = "outside of a loop its output has no value to fetch"
HANDLE = "a handle cannot be fetched"
OUTSIDE = "only within a loop do TensorFlow's rules make nodes"
FLOW = "the flow's number means nothing"


def _array(size: int = 2, **attributes: Any) -> Any:
    return output_of("TensorArrayV3", size=ints(size), **{"dtype": "float32", **attributes})


def _written(value: Any, size: int = 2, **attributes: Any) -> tuple[Any, Any]:
    """An array's handle, and the flow after its elements were set to the rows of `value`."""
    array = _array(size, **attributes)
    scattered = output_of(
        "TensorArrayScatterV3",
        handle=array[0],
        indices=ints(range(len(value))),
        value=value,
        flow_in=array[1],
    )
    return array[0], scattered[0]


def _on(value: Any, *, size: int = 2, attrs: Any = None, **rest: Any) -> Sample:
    handle, flow = _written(value, size, **(attrs or {}))
    return sample(
        handle=handle, flow_in=flow, _shapes="handles are not fed", _gradients=FLOW, **rest
    )


def _alone(size: int = 2, **rest: Any) -> Sample:
    array = _array(size, **rest.pop("attrs", {}))
    return sample(handle=array[0], flow_in=array[1], _gradients=FLOW, **rest)


STACK = output_of("StackV2", max_size=ints(-1), elem_type="float32")
FULL = output_of("StackV2", max_size=ints(0), elem_type="float32")

SAMPLES: dict[str, list[Sample]] = {
    "Print": [
        sample(input=f32(2, 3), data=[f32(2), strings("a")], message="values: ", summarize=-1),
        sample(input=ints([1, 2]), data=[], first_n=0),
    ],
    "Switch": [
        sample(data=f32(2), pred=TRUE, _values=DEAD),
        sample(data=strings("a", "b"), pred=FALSE, _values=DEAD),
        sample(data=f32(2), pred=bools(1)),
    ],
    "RefSwitch": [sample(data=variable(f32(2)), pred=TRUE, _values=DEAD)],
    "Merge": [
        sample(inputs=[f32(2)], _gradients=OUTSIDE),
        sample(inputs=[output_of("Switch", data=f32(2), pred=FALSE)[0], f32(3)], _values=DEAD),
        sample(inputs=[f32(2, 1), f32(2, 3)], _values="which one comes first is left open"),
        sample(inputs=[f32(2), f64(2)]),
    ],
    "RefMerge": [sample(inputs=[variable(f32(2))])],
    "Enter": [
        sample(data=f32(2), frame_name="f", _values=LOOP),
        sample(data=f32(2), frame_name="f", is_constant=True, _values=LOOP),
        sample(data=ints([1]), frame_name="", parallel_iterations=3, _values=LOOP),
    ],
    "RefEnter": [
        sample(data=variable(f32(2)), frame_name="f", _values=LOOP),
    ],
    "Exit": [sample(data=f32(2), _values=LOOP)],
    "RefExit": [sample(data=variable(f32(2)), _values=LOOP)],
    "NextIteration": [sample(data=f32(2), _values=LOOP)],
    "RefNextIteration": [sample(data=variable(f32(2)), _values=LOOP)],
    "RefIdentity": [sample(input=variable(f32(2, 3)))],
    "LoopCond": [sample(input=TRUE), sample(input=bools(2)), sample(input=f32())],
    "ControlTrigger": [sample()],
    # ------------------------------------------------------------------- checks and messages
    "Assert": [
        sample(condition=TRUE, data=[f32(2), ints(3)]),
        sample(condition=FALSE, data=[f32(2, 2), strings("a")], summarize=1),
        sample(condition=bools(2), data=[f32(2)]),
        sample(condition=TRUE, data=[]),
    ],
    # ------------------------------------------------------------------- stacks
    "StackV2": [sample(max_size=ints(3), elem_type="float32", stack_name="s", _values=HANDLE)],
    "StackPushV2": [
        sample(handle=STACK[0], elem=f32(2, 3), _gradients="only loops push"),
        sample(handle=FULL[0], elem=f32(2), swap_memory=True),
    ],
    "StackPopV2": [sample(handle=STACK[0], elem_type="float32")],
    # ------------------------------------------------------------------- tensor arrays
    "TensorArrayV3": [
        sample(size=ints(3), dtype="float32", _values=HANDLE),
        sample(
            size=ints(3),
            dtype="string",
            element_shape=[2, None],
            dynamic_size=True,
            clear_after_read=False,
            identical_element_shapes=True,
            tensor_array_name="t",
            _values=HANDLE,
        ),
    ],
    "TensorArrayGradV3": [
        sample(handle=(_a := _array())[0], flow_in=_a[1], source="g", _values=HANDLE)
    ],
    "TensorArrayWriteV3": [
        _alone(index=ints(1), value=f32(2, 3)),
        _alone(index=ints(5), value=f32(2), attrs={"dynamic_size": True}),
        _alone(index=ints(2), value=f32(2)),
        _alone(index=ints(-1), value=f32(2)),
        _alone(index=ints(0), value=f64(2)),
        _alone(index=ints(0), value=f32(2), attrs={"element_shape": [3]}),
    ],
    "TensorArrayReadV3": [
        _on(f32(2, 3), index=ints(1), dtype="float32"),
        _on(f32(1, 3), index=ints(1), dtype="float32", attrs={"element_shape": [3]}),
        _on(f32(1, 3), index=ints(1), dtype="float32"),
        _on(f32(2, 3), index=ints(2), dtype="float32"),
        _on(f32(2, 3), index=ints(1), dtype="float64"),
    ],
    "TensorArrayGatherV3": [
        _on(f32(2, 3), indices=ints([1, 0]), dtype="float32", element_shape=[3]),
        _on(f32(2, 3), indices=ints([0]), dtype="float32"),
        _on(f32(0, 3), indices=ints([]), dtype="float32", element_shape=[3], size=0),
        _on(f32(0, 3), indices=ints([]), dtype="float32", size=0),
        _on(f32(2, 3), indices=ints([0, 0]), dtype="float32"),
    ],
    "TensorArrayScatterV3": [
        _alone(indices=ints([1, 0]), value=f32(2, 3)),
        _alone(indices=ints([1]), value=f32(2, 3)),
        _alone(indices=ints([1, 1]), value=f32(2, 3)),
        _alone(indices=ints([3]), value=f32(1, 3)),
    ],
    "TensorArraySizeV3": [_alone(), _alone(0)],
}
