"""The exercise on the format of records: what is whole in a damaged file."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence
from grader.exercises.definition import exercise
from grader.exercises.savers.damage import HEAD, damaged, ending, framed, new_records
from grader.judging import Case, outcomes, written


def _draw(rng: np.random.Generator) -> Challenge:
    records = new_records(rng, 5)
    shown = damaged(rng, records, 2, HEAD + int(rng.integers(len(records[2]))))
    ends = [ending(rng, where) for where in ("data", "checksum", "head", "empty record")]
    alone = damaged(rng, new_records(rng, 1), 0, HEAD)
    astray = damaged(rng, new_records(rng, 6), 1, -1)
    astray[3][0] += len(astray[4])  # this wrong length leads to the sixth record
    # The length is right, but its checksum is not.
    lost = damaged(rng, new_records(rng, 4), 2, 8 + int(rng.integers(4)))
    files = [b"".join(shown), *ends, *(b"".join(frames) for frames in (alone, astray, lost))]
    return Challenge("savers/write-file", {"calls": files, "shown": records})


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, again, *others = map(written, outcomes(evidence, 16, "files"))
    return [first, [again, *others[:10]], others[10:]]


def _paste(challenge: Challenge) -> str:
    records, data = challenge.inputs["shown"], challenge.inputs["calls"][0]
    whole = enumerate(b"".join(map(framed, records)))
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
