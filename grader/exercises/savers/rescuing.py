"""The exercise on the format of records: what is whole in a damaged file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader import engine as tf
from grader.engine.data.checksums import masked_crc, plain_crc
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.savers.evidence import outcomes
from grader.exercises.savers.recording import MAX_RECORDS, NAME
from grader.exercises.sessions.evidence import numbers
from grader.judging import Case, Exercise, Misconception, records_of

HEAD = 12  # bytes before the data of a record: its length, and the length's checksum
FOOT = 4  # bytes after it: the data's checksum


def _draw(rng: np.random.Generator) -> Challenge:
    files = [_flipped(rng), _cut_off(rng), _lost(rng)]
    return Challenge("savers/write-file", {"calls": files})


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


def _flipped(rng: np.random.Generator) -> bytes:
    """A file of five, in which one bit of one record's data is wrong: of the third or the fourth."""
    frames = [bytearray(_framed(record)) for record in _records(rng, 5)]
    damaged = frames[int(rng.integers(2, 4))]
    place = int(rng.integers(HEAD, len(damaged) - FOOT))
    damaged[place] ^= 1 << int(rng.integers(8))
    return b"".join(frames)


def _cut_off(rng: np.random.Generator) -> bytes:
    """A file of four, the first damaged, that ends in the middle of the last one's data."""
    frames = [bytearray(_framed(record)) for record in _records(rng, 4)]
    frames[0][HEAD] ^= 1 << int(rng.integers(8))
    return b"".join(frames)[: -FOOT - int(rng.integers(2, 7))]


def _lost(rng: np.random.Generator) -> bytes:
    """A file of six whose fourth record has a wrong length: what follows cannot be found."""
    frames = [bytearray(_framed(record)) for record in _records(rng, 6)]
    frames[1][-1] ^= 1 << int(rng.integers(8))
    frames[3][0] ^= 1 << int(rng.integers(3))
    return b"".join(frames)


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    return [_read(report) for report in outcomes(evidence, 3, "files")]


def _read(report: Any) -> Any:
    if isinstance(report["value"], Raised):
        return report["value"]
    records = records_of(report["files"], NAME)
    return records if isinstance(records, Raised) else records[:MAX_RECORDS]


Rescue = Callable[[str, bytes], None]
Crc = Callable[[bytes], int]


def _walk(data: bytes, crc: Crc) -> Iterator[tuple[bytes, bytes, bool]]:
    """Each record of a file: its frame, its data, and whether the data is whole."""
    at = 0
    while at + HEAD <= len(data):
        length = data[at : at + 8]
        if crc(length) != int.from_bytes(data[at + 8 : at + HEAD], "little"):
            return
        end = at + HEAD + int.from_bytes(length, "little")
        record, stored = data[at + HEAD : end], data[end : end + FOOT]
        yield data[at : end + FOOT], record, crc(record) == int.from_bytes(stored, "little")
        at = end + FOOT


def _answer(
    *, crc: Crc = masked_crc, checks: bool = True, stops: bool = False, framed: bool = False
) -> Callable[[], Rescue]:
    """An answer; framed: whether it writes the frames along; stops: at the first damage."""

    def rescue(path: str, data: bytes) -> None:
        with tf.python_io.TFRecordWriter(path) as writer:
            for frame, record, whole in _walk(data, crc):
                if whole or not checks:
                    writer.write(frame if framed else record)
                elif stops:
                    return

    return lambda: rescue


RESCUE = Exercise(
    id="savers/rescue",
    title="Rescue what is whole in a damaged file",
    answers=("rescue",),
    cases=(
        Case("a file with one damaged record in the middle", 1, visible=True, gate=True),
        Case(
            "a file that is cut off",
            1,
            advice="In the second file the first record is damaged, and the last one ends too early. "
            "Neither belongs in the new file; those between do.",
        ),
        Case(
            "a file in which a length is damaged",
            1,
            advice="In the third file a length is wrong, which its own checksum tells. Nobody "
            "knows where the next record begins, so stop there and keep what you have.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_answer(),
    misconceptions=(
        Misconception(
            "checks-nothing",
            _answer(checks=False),
            "a damaged record is in your new file, too. The four bytes after the data are its "
            "checksum: compare them with the checksum that you compute.",
        ),
        Misconception(
            "stops-at-the-first",
            _answer(stops=True),
            "you stop at the first damaged record, as `tf_record_iterator` does. The records behind it are "
            "whole, and their place is known: skip only the damaged one.",
        ),
        Misconception(
            "forgets-the-mask",
            _answer(crc=plain_crc),
            "no record is in your file: for you the checksums never fit. The file stores them *masked*: "
            "turned to the right by 15 bits, plus 0xa282ead8. And every number stands with its lowest "
            "byte first.",
        ),
        Misconception(
            "frames-twice",
            _answer(framed=True),
            "you write length and checksums as data. The writer adds them itself: give it the data "
            "alone.",
        ),
    ),
    hints=(
        "A record of n bytes of data takes n + 16 bytes in the file. What are the other 16, and where do "
        "they stand?",
        "At position `at`: 8 bytes of length, 4 of its checksum, the data, 4 of the data's checksum. "
        "`int.from_bytes(data[at:at + 8], 'little')` is the length. The next record begins at "
        "at + 16 + length.",
        "while at + 12 <= len(data): read the length, and stop if its checksum is wrong; "
        "record = data[at + 12:at + 12 + length]; stored = data[at + 12 + length:at + 16 + length]; "
        "write the record if masked(record) equals the stored number; at += 16 + length.",
    ),
)
