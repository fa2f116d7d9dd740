"""The exercises on files of records: writing Examples, and saving what is whole in a damaged file."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from grader import engine as tf
from grader.evidence import Challenge, Evidence, Raised
from grader.exercises.savers.evidence import outcomes
from grader.exercises.sessions.evidence import numbers
from grader.judging import Case, Exercise, Misconception, Unreadable, records_of

NAME = "out.tfrecord"
MAX_RECORDS = 100
TOWNS = ("Zürich", "Kraków", "Göteborg", "İzmir", "Málaga", "Tromsø", "São Paulo", "Brașov")
# Not every word in them has a capital letter.
LONG_TOWNS = ("Alcalá de Henares", "Châlons-en-Champagne", "Mülheim an der Ruhr")

# ------------------------------------------------------------------------------ writing Examples

House = dict[str, Any]
Writer = Callable[[str, list[House]], None]


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
) -> list[House]:
    """widths: how many features each has. ranks: its place among the ids, and among the towns."""
    towns = sorted(towns)
    ids = sorted(numbers(rng, len(widths), 1000, 9999))
    return [
        {
            "id": ids[rank],
            "town": towns[rank],
            "features": [number + 0.5 for number in numbers(rng, width, 1, 400)],
        }
        for width, rank in zip(widths, ranks, strict=True)
    ]


def _observe_houses(evidence: Evidence, challenge: Challenge) -> list[Any]:
    first, second = [_read(report) for report in outcomes(evidence, 2, "files")]
    return [first, second]


def _read(report: Any) -> Any:
    if isinstance(report["value"], Raised):
        return report["value"]
    records = records_of(report["files"], NAME)
    try:
        return records if isinstance(records, Raised) else list(map(_parsed, records[:MAX_RECORDS]))
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


def _bytes(*values: bytes) -> Any:
    return tf.train.Feature(bytes_list=tf.train.BytesList(value=values))


def _ints(*values: int) -> Any:
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def _floats(*values: float) -> Any:
    return tf.train.Feature(float_list=tf.train.FloatList(value=values))


def _example(house: House) -> dict[str, Any]:
    return {
        "id": _ints(house["id"]),
        "town": _bytes(house["town"].encode()),
        "features": _floats(*house["features"]),
    }


def _id_as_float(house: House) -> dict[str, Any]:
    return {**_example(house), "id": _floats(house["id"])}


def _everything_as_text(house: House) -> dict[str, Any]:
    return {name: _bytes(str(value).encode()) for name, value in house.items()}


def _latin_town(house: House) -> dict[str, Any]:
    return {**_example(house), "town": _bytes(house["town"].encode("latin-1", "replace"))}


def _a_byte_for_each_entry(house: House) -> dict[str, Any]:
    return {**_example(house), "town": _bytes(*(bytes([byte]) for byte in house["town"].encode()))}


def _first_number_only(house: House) -> dict[str, Any]:
    return {**_example(house), "features": _floats(house["features"][0])}


def _a_feature_for_each_number(house: House) -> dict[str, Any]:
    whole = _example(house)
    del whole["features"]
    numbered = {f"features{n}": _floats(value) for n, value in enumerate(house["features"])}
    return {**whole, **numbered}


def _writes(example: Callable[[House], dict[str, Any]]) -> Callable[[], Writer]:
    def write_houses(path: str, houses: list[House]) -> None:
        with tf.python_io.TFRecordWriter(path) as writer:
            for house in houses:
                features = tf.train.Features(feature=example(house))
                writer.write(tf.train.Example(features=features).SerializeToString())

    return lambda: write_houses


def _writes_json() -> Writer:
    def write_houses(path: str, houses: list[House]) -> None:
        with tf.python_io.TFRecordWriter(path) as writer:
            for house in houses:
                writer.write(json.dumps(house).encode())

    return write_houses


def _overwrites() -> Writer:
    def write_houses(path: str, houses: list[House]) -> None:
        for house in houses:
            _writes(_example)()(path, [house])

    return write_houses


def _never_closes() -> Writer:
    kept = []  # or Python would close them

    def write_houses(path: str, houses: list[House]) -> None:
        writer = tf.python_io.TFRecordWriter(path)
        kept.append(writer)
        for house in houses:
            features = tf.train.Features(feature=_example(house))
            writer.write(tf.train.Example(features=features).SerializeToString())

    return write_houses


def _one_example_for_all() -> Writer:
    def write_houses(path: str, houses: list[House]) -> None:
        kept = tf.train.Features()
        with tf.python_io.TFRecordWriter(path) as writer:
            for house in houses:
                for name, values in _example(house).items():
                    kept.feature[name].MergeFrom(values)
                writer.write(tf.train.Example(features=kept).SerializeToString())

    return write_houses


EXAMPLES = Exercise(
    id="savers/write-houses",
    title="Write Examples into a file of records",
    answers=("write_houses",),
    cases=(
        Case(
            "the records in a file of two houses",
            1,
            visible=True,
            gate=True,
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
            "be 0 or negative, `features` may have any length, and a dictionary's keys any order.",
        ),
    ),
    draw=_draw_houses,
    observe=_observe_houses,
    reference=_writes(_example),
    misconceptions=(
        Misconception(
            "id-as-float",
            _writes(_id_as_float),
            "you store the id as a float. A float32 has 24 significant bits, and large ids would be "
            "rounded: whole numbers belong in an Int64List.",
        ),
        Misconception(
            "everything-as-text",
            _writes(_everything_as_text),
            "you store everything as text. Whoever reads it must guess how to convert it back. An Example "
            "can hold three kinds of lists: Int64List, FloatList and BytesList.",
        ),
        Misconception(
            "writes-no-examples",
            _writes_json,
            "your records are not Examples but other bytes, such as JSON. A record may be any bytes, but "
            "`tf.parse_example` reads only Examples: write `example.SerializeToString()`.",
        ),
        Misconception(
            "town-in-latin-1",
            _writes(_latin_town),
            "your town is not in UTF-8: in Latin-1, for example, `ü` is one byte instead of two. Write "
            "`house['town'].encode()`.",
        ),
        Misconception(
            "a-byte-for-each-entry",
            _writes(_a_byte_for_each_entry),
            "each byte of the town is an entry of its own. A BytesList is a list of byte strings: give "
            "it one, in brackets, `value=[house['town'].encode()]`.",
        ),
        Misconception(
            "first-number-only",
            _writes(_first_number_only),
            "only the first of the features is in the file. A FloatList is a list: give it all of them.",
        ),
        Misconception(
            "a-feature-for-each-number",
            _writes(_a_feature_for_each_number),
            "you made a separate feature for each number. All numbers of `features` belong in one "
            "FloatList under the name `features`.",
        ),
        Misconception(
            "a-new-file-for-each-house",
            _overwrites,
            "you open the file again for each house, and opening it for writing empties it: only "
            "the last house is left. Open one writer, and write all records with it.",
        ),
        Misconception(
            "one-example-for-all",
            _one_example_for_all,
            "your second record contains the first house, too: you append to the lists of one Example. "
            "Make a new Example for each house.",
        ),
        Misconception(
            "never-closed",
            _never_closes,
            "your file is empty: a writer keeps records in memory until it is closed. Write in a `with` "
            "block, or call `close()` at the end.",
        ),
    ),
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
