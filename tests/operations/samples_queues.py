"""Queues, one operation at a time; tests/engine/queues/ looks at what several runs do."""

from __future__ import annotations

from typing import Any

import numpy as np

from .sampling import Sample, f32, ints, output_of, sample, strings

HANDLE = "a handle is an object of the runtime"
WAITS = "an empty queue would be waited for"

KINDS: dict[str, dict[str, Any]] = {
    "FIFOQueueV2": {},
    "PaddingFIFOQueueV2": {},
    "RandomShuffleQueueV2": {"min_after_dequeue": 2, "seed": 3, "seed2": 4},
}


def queue(kind: str = "FIFOQueueV2", **attributes: Any) -> Any:
    """The handle of a queue of float vectors and texts."""
    given = {"component_types": ["float32", "string"], "shapes": [[2], []], **attributes}
    return output_of(kind, **given)[0]


SAMPLES: dict[str, list[Sample]] = {
    **{
        kind: [
            sample(component_types=["float32", "string"], shapes=[[2], []], **more, _values=HANDLE),
            sample(
                component_types=["int32"], shapes=[[]], capacity=5, shared_name="q", _values=HANDLE
            ),
            sample(component_types=["int32"], shapes="none"),
        ]
        for kind, more in KINDS.items()
    },
    "QueueEnqueueV2": [
        sample(handle=queue(), components=[f32(2), np.array(b"a", object)]),
        sample(handle=queue(), components=[f32(3), np.array(b"a", object)]),  # another shape
        sample(handle=queue(), components=[f32(2)]),
        sample(handle=queue(), components=[]),
    ],
    "QueueEnqueueManyV2": [
        sample(handle=queue(), components=[f32(3, 2), strings("a", "b", "c")]),
        sample(handle=queue(), components=[f32(0, 2), strings()]),
        sample(handle=queue(), components=[f32(3, 2), strings("a", "b")]),  # not as many
    ],
    "QueueDequeueV2": [
        sample(handle=queue(kind), component_types=types, _values=WAITS)
        for kind in KINDS
        for types in (["float32", "string"], ["float32"])
    ],
    **{
        op_type: [
            sample(
                handle=queue(kind), n=ints(3), component_types=["float32", "string"], _values=WAITS
            )
            for kind in KINDS
        ]
        + [
            sample(handle=queue(), n=ints(0), component_types=["float32", "string"]),
            sample(handle=queue(), n=ints(-1), component_types=["float32", "string"]),
        ]
        for op_type in ("QueueDequeueManyV2", "QueueDequeueUpToV2")
    },
    "QueueSizeV2": [sample(handle=queue(kind)) for kind in KINDS],
    "QueueCloseV2": [sample(handle=queue()), sample(handle=queue(), cancel_pending_enqueues=True)],
}
