"""Damaged and hostile files: a clear error, soon, in bounded memory; graphs run in bounds open none."""

from __future__ import annotations

import gzip
import os
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest

from grader import engine
from grader.engine.core import dtypes
from grader.engine.core.errors import DataLossError, OpError, UnimplementedError
from grader.engine.core.schema import BundleEntryProto, BundleHeaderProto
from grader.engine.data.records import tf_record_iterator
from grader.engine.saving.bundle import Bundle, write_bundle
from grader.engine.saving.sstable import write_table

MEMORY = 32 * 2**20  # bytes that reading a file of a few kilobytes may take
SECONDS = 5.0


@pytest.fixture
def prefix(tmp_path: Any) -> str:
    values = {f"layer/{i}/kernel": np.full((3, i), i, np.float32) for i in range(40)}
    values["counts"] = np.arange(99)
    path = str(tmp_path / "model")
    tensors = [(name, value, dtypes.as_dtype(value.dtype)) for name, value in values.items()]
    write_bundle(path, tensors)
    return path


def read_all(prefix: str) -> Any:
    bundle = Bundle(prefix)
    return [bundle.read(name) for name in bundle.entries]


def refused(read: Any, *arguments: Any) -> bool:
    """Whether reading fails as it should; it may also succeed, within time and memory."""
    tracemalloc.start()
    start = time.monotonic()
    try:
        read(*arguments)
        return False
    except OpError as error:
        return str(error) != ""
    finally:
        assert time.monotonic() - start < SECONDS
        assert tracemalloc.get_traced_memory()[1] < MEMORY
        tracemalloc.stop()


def change(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


@pytest.mark.parametrize("ending", [".index", ".data-00000-of-00001"])
def test_every_truncated_checkpoint_is_refused(prefix, ending):
    with open(prefix + ending, "rb") as file:
        data = file.read()
    for size in range(0, len(data), max(1, len(data) // 60)):
        change(prefix + ending, data[:size])
        assert refused(read_all, prefix), size


@pytest.mark.sampled(1)
@pytest.mark.parametrize("ending", [".index", ".data-00000-of-00001"])
def test_every_flipped_bit_is_found(prefix, ending):
    """But for those in the padding of the footer, which nobody reads."""
    with open(prefix + ending, "rb") as file:
        data = file.read()
    random = np.random.default_rng(4)
    unread = range(len(data) - 48, len(data) - 8) if ending == ".index" else range(0)
    for _ in range(150):
        at = int(random.integers(len(data)))
        damaged = bytearray(data)
        damaged[at] ^= 1 << int(random.integers(8))
        change(prefix + ending, bytes(damaged))
        assert refused(read_all, prefix) or at in unread, at


def hostile(**fields: Any) -> bytes:
    """The index of a checkpoint whose only entry says `fields`."""
    sizes = fields.pop("sizes", [2])
    entry = BundleEntryProto(**{"dtype": 1, "size": 8, **fields})
    for size in sizes:
        entry.shape.dim.add(size=size)
    header = BundleHeaderProto(num_shards=1)
    items = {b"": header.SerializeToString(), b"v": entry.SerializeToString()}
    return write_table(items)


HOSTILE = [
    {"sizes": [2**40, 2**40], "size": 2**62},
    {"sizes": [2**62, 0], "size": 0},
    {"sizes": [-1], "size": 8},
    {"sizes": [1] * 70, "size": 4},
    {"size": 2**62, "sizes": [2**60]},
    {"size": 7},
    {"offset": -1},
    {"offset": 2**62},
    {"shard_id": 1},
    {"shard_id": -5},
    {"dtype": 99},
    {"dtype": 20},
    {"dtype": 7, "sizes": [2**40], "size": 2**41},
    {"dtype": 7, "sizes": [100], "size": 200},
    {"dtype": 7, "sizes": [2], "size": 6},
    {"crc32c": 1},
    {"slices": [b""]},
    {"slices": [b"\x0a\x02\x10\x02"]},
]


@pytest.mark.parametrize("fields", HOSTILE)
def test_an_entry_that_cannot_be(prefix, fields):
    change(f"{prefix}.index", hostile(**fields))
    assert refused(read_all, prefix)


def test_an_index_without_a_header_and_one_of_compressed_blocks(prefix):
    change(f"{prefix}.index", write_table({b"v": b""}))
    with pytest.raises(DataLossError):
        Bundle(prefix)
    from grader.engine.data.checksums import masked_crc

    block = b"\0\1\0v" + bytes(4) + b"\1\0\0\0"
    packed = block + b"\1" + masked_crc(block + b"\1").to_bytes(4, "little")
    footer = bytes([0, len(block)]) * 2
    change(f"{prefix}.index", packed + footer.ljust(40, b"\0") + write_table({})[-8:])
    with pytest.raises(UnimplementedError, match="compressed"):
        Bundle(prefix)


def test_a_small_file_that_unpacks_to_much_is_refused(tmp_path):
    path = str(tmp_path / "bomb")
    length = (2**40).to_bytes(8, "little")
    from grader.engine.data.checksums import masked_crc

    change(path, gzip.compress(length + masked_crc(length).to_bytes(4, "little") + bytes(2**27)))
    assert refused(lambda: list(tf_record_iterator(path, "GZIP")))


def test_a_state_file_of_nonsense_is_no_checkpoint(tmp_path):
    for text in (b"\xff\xfe", b"model_checkpoint_path: 3", b"{" * 5000):
        change(str(tmp_path / "checkpoint"), text)
        assert engine.train.latest_checkpoint(str(tmp_path)) is None


# ------------------------------------------------------------------------------ graphs in bounds


def test_an_imported_graph_opens_no_file_within_bounds(tmp_path):
    path = tmp_path / "secret"
    path.write_text("secret")
    with engine.Graph().as_default() as graph:
        engine.TextLineReader().read(engine.FIFOQueue(2, engine.string))
        engine.train.Saver([engine.Variable(1.0)], filename=str(path))
        message = graph.as_graph_def()
    files = [op.name for op in graph.get_operations() if op.definition.files]
    assert files
    with engine.limits.bounded(), engine.Graph().as_default(), engine.Session() as session:
        engine.import_graph_def(message, name="")
        for node in message.node:
            if node.op == "Assign" and not node.name.startswith("save"):
                session.run(node.name)
        for name in files:
            with pytest.raises(engine.errors.PermissionDeniedError, match="opens files"):
                session.run(name)
    assert os.listdir(tmp_path) == ["secret"]
    assert path.read_text() == "secret"
