"""Samples of the operations that read and write files, of summaries, of examples in records."""

from __future__ import annotations

import tempfile
from typing import Any

import numpy as np

from grader.engine.core.schema import BytesList, Example, Feature, Features, FloatList, Int64List

from .sampling import Sample, f16, f32, f64, integers, ints, output_of, sample, strings

FOLDER = tempfile.mkdtemp()


def example(**features: list) -> bytes:
    """A serialized tf.train.Example."""
    kinds = {
        bytes: (BytesList, "bytes_list"),
        float: (FloatList, "float_list"),
        int: (Int64List, "int64_list"),
    }
    made = {}
    for name, values in features.items():
        kind, field = kinds[type(values[0])] if values else (None, "")
        made[name] = Feature(**{field: kind(value=values)}) if kind else Feature()
    return Example(features=Features(feature=made)).SerializeToString()


def parsing(serialized: np.ndarray, names: tuple = ()) -> object:
    """A sample of ParseExampleV2: a of two numbers, f with a default."""
    return sample(
        serialized=serialized,
        names=strings(*names),
        sparse_keys=strings(),
        dense_keys=strings("a", "f"),
        ragged_keys=strings(),
        dense_defaults=[ints([], np.int64), np.float32(0.5)],
        num_sparse=0,
        sparse_types=[],
        ragged_value_types=[],
        ragged_split_types=[],
        dense_shapes=[[2], []],
    )


BATCH = strings(
    example(a=[1, 2], f=[1.5]),
    example(a=[3, 4]),
    example(a=[5, 6], f=[2.5], more=[b"not looked at"]),
)
PICTURES = "images are compressed in another way; test_summaries compares their pixels"


HANDLE = "a handle is an object of the runtime"
WAITS = "an empty queue would be waited for"
READERS: dict[str, dict[str, object]] = {
    "TextLineReaderV2": {"skip_header_lines": 1},
    "TFRecordReaderV2": {"compression_type": b"ZLIB"},
}


def reading(kind: str) -> Sample:
    """A sample of a read: the reader gets a queue without names."""
    handle = output_of(kind, **READERS[kind])[0]
    queue = output_of("FIFOQueueV2", component_types=["string"], shapes=[[]])[0]
    return sample(reader_handle=handle, queue_handle=queue, _values=WAITS)


def text(value: bytes) -> np.ndarray:
    return np.array(value, object)


def checkpoint(prefix: str, names: str, **more: Any) -> Sample:
    """A sample that saves or restores tensors whose names have one letter each."""
    return sample(
        prefix=text(f"{FOLDER}/{prefix}".encode()),
        tensor_names=strings(*names),
        shape_and_slices=strings(*[""] * len(names)),
        **more,
    )


SAMPLES = {
    "SaveV2": [
        checkpoint("saved", "ab", tensors=[f32(2, 3), integers(2)]),
        checkpoint("saved", "ab", tensors=[f32(2, 3)]),
        checkpoint("saved", "aa", tensors=[f32(2), f32(2)]),
    ],
    "RestoreV2": [
        checkpoint("saved", "ba", dtypes=["int32", "float32"]),
        checkpoint("saved", "a", dtypes=["int32"]),
        checkpoint("nowhere", "a", dtypes=["int32"]),
        checkpoint("saved", "ab", dtypes=["int32"]),
    ],
    **{
        kind: [
            sample(**options, _values=HANDLE),
            sample(**options, shared_name="r", container="c", _values=HANDLE),
        ]
        for kind, options in READERS.items()
    },
    "ReaderReadV2": list(map(reading, READERS)),
    "DecodeCSV": [
        sample(records=records, record_defaults=defaults, **more)
        for records, defaults, more in (
            # tests/engine/data/test_readers.py has many more.
            (strings("1,a,", '-2,"b,c",3'), [ints([0]), strings("d"), f32(1)], {}),
            (text(b"4;NA"), [ints(1, np.int64), f64(1)], {"field_delim": ";", "na_value": "NA"}),
            (np.empty((0, 2), object), [ints([0])], {}),
        )
    ],
    "DecodeRaw": [
        sample(bytes=strings("abcd", "efgh"), out_type="int16"),
        sample(bytes=strings("abcd", "efgh"), out_type="float32", little_endian=False),
        sample(bytes=text(b"abc"), out_type="uint8"),
        sample(bytes=strings("ab", "c"), out_type="uint8"),
        sample(bytes=strings("abc"), out_type="int64"),
        sample(bytes=strings("", ""), out_type="complex64"),
        sample(bytes=np.empty((0, 2), object), out_type="uint8"),
        sample(bytes=strings(b"\x00\x01"), out_type="bool"),
        sample(bytes=strings("ab"), out_type="string"),
    ],
    "ScalarSummary": [
        sample(tags=strings("a", "b"), values=f32(2)),
        sample(tags=text(b"a"), values=ints(3)),
        sample(tags=text(b"a"), values=f16()),
        sample(tags=strings("a", "b"), values=f32(1)),
        sample(tags=text(b"a"), values=np.float32(np.inf)),
    ],
    "HistogramSummary": [
        sample(tag=text(b"h"), values=values)
        for values in (
            *(f32(50), f64(3, 4), ints([1, -2, 0, 7]), np.zeros(0, np.float32)),
            np.float64([0, -0.0, 1e-12, 1e-13, -1e-12, 1e20, -1e300, 1e300, 1.1e-12]),
            *(np.float32([1, np.nan]), np.float32([-np.inf]), np.zeros(5, np.uint8)),
        )
    ]
    + [sample(tag=strings("h"), values=f32(3))],
    "ImageSummary": [
        sample(tag=text(b"i"), tensor=f32(1, 2, 2, 3), _values=PICTURES),
        sample(tag=text(b"i"), tensor=f32(1, 2, 2, 2)),
        sample(tag=text(b"i"), tensor=f32(2, 2)),
        sample(tag=text(b"i"), tensor=f32(1, 0, 2, 1)),
    ],
    "MergeSummary": [
        sample(
            inputs=[
                text(b"\n\x08\n\x01a\x15\x00\x00\x80?"),
                strings(b"\n\x08\n\x01b\x15\x00\x00\x80?"),
            ]
        ),
        sample(inputs=[text(b"\n\x08\n\x01a\x15\x00\x00\x80?")] * 2),
        sample(inputs=[text(b"\n\x7f")]),
    ],
    "ParseExampleV2": [
        parsing(BATCH),
        parsing(text(BATCH[0])),
        parsing(np.empty(0, object)),
        parsing(strings(example(f=[1.0])), names=("first",)),
        parsing(strings(example(a=[1, 2, 3]))),
        parsing(strings(example(a=[1.0, 2.0]))),
        parsing(strings(example(a=[1, 2], f=[]))),
        parsing(strings(example(a=[1, 2], f=[1.0, 2.0]))),
        parsing(strings(b"nonsense")),
        parsing(BATCH.reshape(3, 1)),
    ],
}
