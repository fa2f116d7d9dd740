"""The exercise on the format of records: what is whole in a damaged file."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.data.checksums import masked_crc
from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.judging import Case, different, outcomes, written

# Bytes before the data of a record (its length, and the length's checksum), and after it (its checksum).
HEAD, FOOT = 12, 4


def _draw(rng: np.random.Generator) -> Challenge:
    records = _records(rng, 5)
    shown = _damaged(rng, records, 2, HEAD + int(rng.integers(len(records[2]))))
    ends = [_ending(rng, where) for where in ("data", "checksum", "head", "empty record")]
    alone = _damaged(rng, _records(rng, 1), 0, HEAD)
    astray = _damaged(rng, _records(rng, 6), 1, -1)
    astray[3][0] += len(astray[4])  # this wrong length leads to the sixth record
    # The length is right, but its checksum is not.
    lost = _damaged(rng, _records(rng, 4), 2, 8 + int(rng.integers(4)))
    files = [b"".join(shown), *ends, *(b"".join(frames) for frames in (alone, astray, lost))]
    return Challenge("savers/write-file", {"calls": files, "shown": records})


def _records(rng: np.random.Generator, count: int) -> list[bytes]:
    houses = zip(different(rng, count, 100, 999), rng.integers(0, 9, count), strict=True)
    return [b"house %d" % number + b"!" * int(more) for number, more in houses]


def _framed(record: bytes) -> bytearray:
    parts = len(record).to_bytes(8, "little"), record
    return bytearray(b"".join(part + masked_crc(part).to_bytes(4, "little") for part in parts))


def _damaged(
    rng: np.random.Generator, records: list[bytes], number: int, place: int
) -> list[bytearray]:
    """The records as they are in a file; of one of them, one bit in this place is wrong."""
    frames = list(map(_framed, records))
    frames[number][place] ^= 1 << int(rng.integers(8))
    return frames


def _ending(rng: np.random.Generator, where: str) -> bytes:
    """A file of five, the first damaged, one long, one empty; it ends in the last, or with an empty one."""
    records = _records(rng, 5)
    # A checksum whose last byte is 0 would be the same number without it.
    while _framed(records[4])[-1] == 0:
        records[4] += b"!"
    records[1] *= 40  # a length of two bytes
    records[2] = b""
    *frames, last = _damaged(rng, records, 0, HEAD)
    kept = {"data": len(last) - FOOT - 3, "checksum": len(last) - 1, "head": HEAD - 1}
    return b"".join([*frames, last[: kept[where]] if where in kept else _framed(b"")])


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, *others = map(written, outcomes(evidence, 16, "files")[::2])
    return [first, others[:5], others[5:]]


def _paste(challenge: Challenge) -> str:
    records, data = challenge.inputs["shown"], challenge.inputs["calls"][0]
    whole = enumerate(b"".join(map(_framed, records)))
    place, bit = next((at, byte ^ data[at]) for at, byte in whole if byte != data[at])
    return f"""
import tempfile
with tempfile.TemporaryDirectory() as folder:
    with tf.python_io.TFRecordWriter(folder + "/whole") as writer:
        for record in {records}:
            writer.write(record)
    data = bytearray(open(folder + "/whole", "rb").read())
    data[{place}] ^= {bit}
    rescue(folder + "/rescued", bytes(data))
    records = list(tf.python_io.tf_record_iterator(folder + "/rescued"))
records
"""


RESCUE = exercise(
    id="savers/rescue",
    title="Rescue what is intact in a damaged file",
    answers=("rescue",),
    cases=(
        Case.shown(
            "a file with one damaged record in the middle",
            1,
            advice="The file called `path` should be a record file, as a `TFRecordWriter` writes it, with "
            "all records except the damaged one, in order. A record's checksum is that of its data alone, "
            "masked, lowest byte first.",
        ),
        Case(
            "files that are cut off in a record's data, in its checksum or in its length's checksum, one "
            "that ends with an empty record, and one without an intact record",
            1,
            advice="In each of these files, the first record is damaged; where a file is cut off, its last "
            "record is incomplete. Leave these out, and keep all other records: long ones, and empty ones "
            "too, even at the end of the file. If no record is intact, the new file is empty.",
        ),
        Case(
            "files in which a length does not match its checksum",
            1,
            advice="In these files, a length or its checksum is wrong. Nobody knows where the next record "
            "begins, so stop there and keep what you have.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    hints=(
        "A record of n bytes of data takes n + 16 bytes in the file. What are the other 16, and "
        "where are they?",
        "From position `pos` on: 8 bytes for the length, 4 for its checksum, the data, 4 for the data's "
        "checksum. `int.from_bytes(data[pos:pos + 8], 'little')` is the length. The next record begins at "
        "pos + 16 + length.",
        "If the data is damaged, skip the record; if the length is damaged, end the loop. Compare with the "
        "masked checksum, as in the text above.",
    ),
    paste=_paste,
)
