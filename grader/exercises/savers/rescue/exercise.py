"""The exercise on the format of records: what is whole in a damaged file."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.engine.data.checksums import masked_crc
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.exercises.savers.evidence import outcomes
from grader.exercises.savers.write_houses.exercise import MAX_RECORDS, NAME
from grader.exercises.sessions.evidence import numbers
from grader.judging import Case, records_of

HEAD = 12  # bytes before the data of a record: its length, and the length's checksum
FOOT = 4  # bytes after it: the data's checksum


def _draw(rng: np.random.Generator) -> Challenge:
    shown, data = _flipped(rng)
    ends = [_ending(rng, where) for where in ("data", "checksum", "head", "empty record")]
    files = [data, *ends, _nothing_intact(rng), _led_astray(rng), _lost(rng)]
    return Challenge("savers/write-file", {"calls": files, "shown": shown})


def _records(rng: np.random.Generator, count: int) -> list[bytes]:
    records = [b"house %d" % number for number in numbers(rng, count, 100, 999)]
    return [
        record + b"!" * int(more)
        for record, more in zip(records, rng.integers(0, 9, count), strict=True)
    ]


def _framed(record: bytes) -> bytes:
    length = len(record).to_bytes(8, "little")
    return length + _checksum(length) + record + _checksum(record)


def _checksum(data: bytes) -> bytes:
    return masked_crc(data).to_bytes(4, "little")


def _flipped(rng: np.random.Generator) -> tuple[dict[str, Any], bytes]:
    """A file of five, in which one bit of one record's data is wrong: of the third or the fourth.

    Returns what `_paste` needs to make it again, and the file.
    """
    records = _records(rng, 5)
    frames = [_framed(record) for record in records]
    number = int(rng.integers(2, 4))
    place = int(rng.integers(HEAD, len(frames[number]) - FOOT))
    place += sum(map(len, frames[:number]))
    bit = 1 << int(rng.integers(8))
    data = bytearray(b"".join(frames))
    data[place] ^= bit
    return {"records": records, "place": place, "bit": bit}, bytes(data)


def _ending(rng: np.random.Generator, where: str) -> bytes:
    """A file of five, the first damaged, one long, one empty, that ends in the middle of the last one.

    where: in its data, in the checksum behind it, or in its head. Or the last one is whole, but an
    "empty record".
    """
    records = _records(rng, 5)
    # A checksum whose last byte is 0 would be the same number without it.
    while _framed(records[4])[-1] == 0:
        records[4] += b"!"
    records[1] *= 40  # a length of two bytes
    records[2] = b""
    frames = [bytearray(_framed(record)) for record in records]
    frames[0][HEAD] ^= 1 << int(rng.integers(8))
    if where == "empty record":
        return b"".join([*frames[:4], _framed(b"")])
    last = len(frames[4])
    kept = {"data": last - FOOT - 3, "checksum": last - 1, "head": HEAD - 1}
    return b"".join([*frames[:4], frames[4][: kept[where]]])


def _nothing_intact(rng: np.random.Generator) -> bytes:
    """A file of one, damaged."""
    frame = bytearray(_framed(_records(rng, 1)[0]))
    frame[HEAD] ^= 1 << int(rng.integers(8))
    return bytes(frame)


def _led_astray(rng: np.random.Generator) -> bytes:
    """A file of six whose fourth record has a wrong length, which leads to the sixth."""
    records = _records(rng, 6)
    frames = [bytearray(_framed(record)) for record in records]
    frames[1][-1] ^= 1 << int(rng.integers(8))
    frames[3][0] = len(records[3]) + len(frames[4])
    return b"".join(frames)


def _lost(rng: np.random.Generator) -> bytes:
    """A file of four whose third record has the right length, but a wrong checksum of it."""
    frames = [bytearray(_framed(record)) for record in _records(rng, 4)]
    frames[2][8 + int(rng.integers(4))] ^= 1 << int(rng.integers(8))
    return b"".join(frames)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, *others = [_read(report) for report in outcomes(evidence, 8, "files")]
    return [first, others[:5], others[5:]]


def _read(report: Any) -> Any:
    if isinstance(report["value"], Raised):
        return report["value"]
    records = records_of(report["files"], NAME)
    return records if isinstance(records, Raised) else records[:MAX_RECORDS]


def _paste(challenge: Challenge) -> str:
    shown = challenge.inputs["shown"]
    return f"""
import tempfile
with tempfile.TemporaryDirectory() as folder:
    with tf.python_io.TFRecordWriter(folder + "/whole") as writer:
        for record in {shown["records"]}:
            writer.write(record)
    data = bytearray(open(folder + "/whole", "rb").read())
    data[{shown["place"]}] ^= {shown["bit"]}
    rescue(folder + "/rescued", bytes(data))
    records = list(tf.python_io.tf_record_iterator(folder + "/rescued"))
records
""".strip()


RESCUE = exercise(
    id="savers/rescue",
    title="Rescue what is intact in a damaged file",
    answers=("rescue",),
    cases=(
        Case(
            "a file with one damaged record in the middle",
            1,
            visible=True,
            gate=True,
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
