"""The exercise on writing Examples into a file of records."""

from __future__ import annotations

from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.definition import exercise
from grader.judging import Case, Unreadable, different, outcomes, written

TOWNS = ("Zürich", "Kraków", "Göteborg", "İzmir", "Málaga", "Tromsø", "São Paulo", "Brașov")
# Not every word in them has a capital letter.
LONG_TOWNS = ("Alcalá de Henares", "Châlons-en-Champagne", "Mülheim an der Ruhr")


def _draw_houses(rng: np.random.Generator) -> Challenge:
    # In the second file: a large id, a zero, a negative number, lists of other lengths, another order, a
    # town of several words. Whoever sorts the houses by anything never has them in the right order in both.
    towns = list(map(str, rng.permutation(TOWNS)))
    first = _houses(rng, [2, 2], [1, 0], towns[:2])
    second = _houses(rng, [4, 1, 3], [1, 0, 2], [*towns[2:4], str(rng.choice(LONG_TOWNS))])
    second[0]["id"] += 3_000_000_000
    second[0]["features"][1:3] = [-2.5, 0.0]
    second[1] = dict(reversed(second[1].items()))
    return Challenge("savers/write-file", {"calls": [first, second]})


def _houses(
    rng: np.random.Generator, widths: list[int], ranks: list[int], towns: list[str]
) -> list[dict[str, Any]]:
    """widths: how many features each has. ranks: its place among the ids, and among the towns."""
    ids, towns = sorted(different(rng, len(widths), 1000, 9999)), sorted(towns)
    return [
        {
            "id": ids[rank],
            "town": towns[rank],
            "features": [number + 0.5 for number in different(rng, width, 1, 400)],
        }
        for width, rank in zip(widths, ranks, strict=True)
    ]


def _observe_houses(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, _again, second, again = [_read(report) for report in outcomes(evidence, 4, "files")]
    return [first, second if isinstance(second, Raised) else [second, again]]


def _read(report: Any) -> Any:
    records = written(report)
    try:
        return records if isinstance(records, Raised) else list(map(_parsed, records))
    except DecodeError as error:
        return Unreadable(type(error).__name__, str(error))


def _parsed(record: bytes) -> Any:
    """An Example as {feature: {kind: values}}, where a kind is "int64_list".

    Raises DecodeError for one that is none.
    """
    example = tf.train.Example.FromString(record)
    return {
        name: {kind.name: list(values.value) for kind, values in feature.ListFields()}
        for name, feature in sorted(example.features.feature.items())
    }


def _paste_houses(challenge: Challenge) -> str:
    houses = challenge.inputs["calls"][0]
    return f"""
import tempfile
with tempfile.TemporaryDirectory() as folder:
    write_houses(folder + "/houses", {houses})
    records = list(tf.python_io.tf_record_iterator(folder + "/houses"))
features = [tf.train.Example.FromString(record).features.feature for record in records]
[{{name: {{kind.name: list(values.value) for kind, values in one[name].ListFields()}} for name in one}}
 for one in features]
""".strip()


EXAMPLES = exercise(
    id="savers/write-houses",
    title="Write Examples into a file of records",
    answers=("write_houses",),
    cases=(
        Case.shown(
            "the records in a file of two houses",
            1,
            advice="The file called `path` should contain one record per house, in the order of `houses`: an "
            "Example with three features and no others. `id` is one integer in an Int64List, `town` is one "
            "byte string in UTF-8, in a BytesList, and `features` holds all the floats, in a FloatList.",
        ),
        Case(
            "another file: a large id, a town of several words, other lengths, a zero, a negative number, "
            "keys in another order",
            1,
            advice="With other houses, the records are wrong. They should be in the order of `houses`, "
            "whatever the ids are. The name of a town is written unchanged. An id may be large, a number may "
            "be 0 or negative, `features` may have any length, and a dictionary's keys any order. "
            "Leave the houses as they are: the same ones are written again, in a second call.",
        ),
    ),
    draw=_draw_houses,
    observe=_observe_houses,
    hints=(
        "Three steps: each value becomes a Feature, the Features become an Example, the Example becomes "
        "bytes.",
        "`tf.train.Feature(int64_list=tf.train.Int64List(value=[house['id']]))` is the first one. "
        "A string must become bytes first: `encode()`.",
        "`tf.train.Features` takes a dictionary, and an Example takes the Features. One writer "
        "stays open for all houses; it writes the bytes of `SerializeToString()`.",
    ),
    paste=_paste_houses,
)
