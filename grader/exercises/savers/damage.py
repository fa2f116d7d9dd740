"""Record files in which a bit is wrong, or which end too soon."""

from __future__ import annotations

import numpy as np

from grader.engine.data.checksums import masked_crc
from grader.judging import different

# Bytes before the data of a record (its length, and the length's checksum), and after it (its checksum).
HEAD, FOOT = 12, 4


def new_records(rng: np.random.Generator, count: int) -> list[bytes]:
    """Different records of a few bytes each."""
    houses = zip(different(rng, count, 100, 999), rng.integers(0, 9, count), strict=True)
    return [b"house %d" % number + b"!" * int(more) for number, more in houses]


def framed(record: bytes) -> bytearray:
    """The record as it is in a file: its length and its data, each followed by its masked checksum."""
    parts = len(record).to_bytes(8, "little"), record
    return bytearray(b"".join(part + masked_crc(part).to_bytes(4, "little") for part in parts))


def damaged(
    rng: np.random.Generator, records: list[bytes], number: int, place: int
) -> list[bytearray]:
    """The records as they are in a file; of one of them, one bit in this place is wrong."""
    frames = list(map(framed, records))
    frames[number][place] ^= 1 << int(rng.integers(8))
    return frames


def ending(rng: np.random.Generator, where: str) -> bytes:
    """A file of five, the first damaged, one long, one empty; it ends in the last, or with an empty one."""
    records = new_records(rng, 5)
    # A checksum whose last byte is 0 would be the same number without it.
    while framed(records[4])[-1] == 0:
        records[4] += b"!"
    records[1] *= 40  # a length of two bytes
    records[2] = b""
    *frames, last = damaged(rng, records, 0, HEAD)
    kept = {"data": len(last) - FOOT - 3, "checksum": len(last) - 1, "head": HEAD - 1}
    return b"".join([*frames, last[: kept[where]] if where in kept else framed(b"")])
