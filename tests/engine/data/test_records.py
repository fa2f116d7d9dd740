"""Files of records, examples in them, files and folders: the same results and errors on both."""

from __future__ import annotations

from inspect import signature
from operator import attrgetter
from typing import Any

import pytest

from grader import engine
from grader.back_end import tensorflow
from tests.engine.comparing import assert_same_graph, played


def records(tf: Any) -> Any:
    found = []
    for number, options in enumerate(
        (
            None,
            tf.python_io.TFRecordOptions("GZIP"),
            tf.python_io.TFRecordOptions(
                tf.python_io.TFRecordCompressionType.ZLIB, compression_level=9
            ),
        )
    ):
        with tf.python_io.TFRecordWriter(f"r{number}", options) as writer:
            writer.write(b"one")
            writer.flush()
            writer.write(b"")
            writer.write("zwölf" * 5000)
        found.append(list(tf.python_io.tf_record_iterator(f"r{number}", options)))
    with open("r0", "rb") as file:
        found.append(file.read())
    return found


def wrong(number: int) -> Any:
    def program(tf: Any) -> Any:
        io = tf.python_io
        whole = records(tf)[-1]
        changed = {
            0: whole[:15],
            1: whole[:-1],
            2: whole[:-4],
            3: whole[:3] + b"\x01" + whole[4:],
            4: whole[:13] + b"\0" + whole[14:],
            5: b"",
            6: whole,
        }.get(number)
        if changed is not None:
            with open("damaged", "wb") as file:
                file.write(changed)
            return list(io.tf_record_iterator("damaged", None if number < 6 else "GZIP"))
        writer = io.TFRecordWriter("closed")
        writer.close()
        writer.close()
        return {
            7: lambda: writer.write(b"x"),
            8: lambda: io.TFRecordOptions("foo"),
            9: lambda: io.TFRecordWriter("no/folder"),
            10: lambda: io.tf_record_iterator("absent"),
            11: lambda: io.TFRecordOptions.get_compression_type_string(io.TFRecordOptions("ZLIB")),
        }[number]()

    return program


def files(tf: Any) -> Any:
    g, found = tf.gfile, []
    for step in (
        *(lambda: g.Open("none").read(), lambda: g.ListDirectory("none"), lambda: g.Remove("none")),
        *(
            lambda: g.DeleteRecursively("none"),
            lambda: g.MakeDirs("q/w/e"),
            lambda: g.MakeDirs("q"),
        ),
        *(
            lambda: g.Open("c", "w").write("one\ntwö\n"),
            lambda: g.Open("w", "w").write("one\ntwö\n"),
        ),
        *(lambda: sorted(g.Glob("*")), lambda: g.IsDirectory("q")),
        *(lambda: g.Remove("q"), lambda: g.GFile("k", "z"), lambda: g.GFile("k", "w").read()),
        *(lambda: g.GFile("w", "r").write("a"), lambda: g.Open("no/x", "w").write("s")),
        *(lambda: sorted(g.Glob(["w", "q*"])), lambda: g.GFile("w").readline()),
        *(
            lambda: list(g.GFile("w")),
            lambda: g.GFile("w").read(3),
            lambda: g.GFile("w", "rb").read(3),
        ),
        *(lambda: g.Exists("c"), lambda: g.DeleteRecursively("q"), lambda: g.Remove("c")),
        lambda: sorted(tf.io.gfile.listdir(".")),
    ):
        try:
            found.append(step())
        except Exception as error:
            found.append((type(error).__name__, str(error)))
    return found


PROGRAMS = {
    "records": records,
    "files": files,
    **{f"wrong {number}": wrong(number) for number in range(12)},
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_files_and_results(tf, engine, tmp_path, name):
    expected = played(tf, PROGRAMS[name], tmp_path / "theirs")
    assert played(engine, PROGRAMS[name], tmp_path / "ours") == expected


@pytest.mark.parametrize("kind", [None, "GZIP", "ZLIB"])
def test_each_reads_the_others_records(tf, engine, tmp_path, kind):
    texts = [b"", b"x" * 70000, bytes(range(256))]
    for one, other in ((tf, engine), (engine, tf)):
        path = str(tmp_path / one.__name__)
        with one.python_io.TFRecordWriter(path, one.python_io.TFRecordOptions(kind)) as writer:
            for text in texts:
                writer.write(text)
        options = other.python_io.TFRecordOptions(kind)
        assert list(other.python_io.tf_record_iterator(path, options)) == texts


def test_a_file_cut_within_a_length_is_told(engine, tmp_path):
    path = str(tmp_path / "cut")
    with engine.python_io.TFRecordWriter(path) as writer:
        writer.write(b"whole")
    with open(path, "ab") as file:
        file.write(b"\x05\0\0")
    found = engine.python_io.tf_record_iterator(path)
    assert next(found) == b"whole"
    with pytest.raises(engine.errors.DataLossError, match="truncated record at 21"):
        next(found)


# --------------------------------------------------------------------------------------- examples


def an_example(tf: Any) -> bytes:
    feature = {
        "a": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2])),
        "f": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5])),
        "b": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"x", b"y"])),
    }
    return tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()


def some_features(tf: Any) -> dict[str, Any]:
    return {
        "z": tf.FixedLenFeature([], tf.float32, -1.0),
        "a": tf.FixedLenFeature([2], tf.int64),
        "b": tf.FixedLenFeature([2], tf.string),
        "f": tf.FixedLenFeature([1], tf.float32),
        "g h": tf.FixedLenFeature([], tf.int64, 7),
        "t": tf.FixedLenFeature([], tf.string, "q"),
    }


def parsing(tf: Any) -> list[Any]:
    # The bytes of a map of several entries have no order: both parse the engine's.
    one, features = an_example(engine), some_features(tf)
    both = tf.placeholder_with_default([one, one], [None])
    found = [
        tf.parse_example(both, features),
        tf.parse_single_example(one, features),
        tf.parse_example([one], features, name="named", example_names=["first"]),
    ]
    return [*found, tf.decode_raw(["ab", "cd"], tf.uint8)]


def test_examples_parsed_in_a_graph(tf, engine, tmp_path):
    assert_same_graph(tf, engine, parsing)

    def unknown_rank(module: Any) -> None:
        module.parse_single_example(module.placeholder(module.string), some_features(module))

    assert_same_graph(tf, engine, unknown_rank)

    def program(module: Any) -> Any:
        with module.Session() as session:
            return session.run(parsing(module))

    expected = played(tf, program, tmp_path / "theirs")
    assert "Error" not in expected[0]
    assert played(engine, program, tmp_path / "ours") == expected


MISTAKES = [
    lambda tf: None,
    lambda tf: {},
    lambda tf: {"a": 3},
    lambda tf: {"a": tf.FixedLenFeature(None, tf.int64)},
    lambda tf: {"a": tf.FixedLenFeature([None], tf.int64)},
    lambda tf: {"a": tf.FixedLenFeature([], None)},
    lambda tf: {"a": tf.FixedLenFeature([2], tf.int64, [1])},
    lambda tf: {"a": tf.FixedLenFeature([1], tf.int64)},
    lambda tf: {"a": tf.FixedLenFeature([2], tf.float32)},
    lambda tf: {"missing": tf.FixedLenFeature([1], tf.int64)},
]


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_wrong_features(tf, engine, tmp_path, number):
    def program(module: Any) -> Any:
        found = module.parse_example([an_example(module)], MISTAKES[number](module))
        with module.Session() as session:
            return session.run(found)

    expected, found = (
        played(module, program, tmp_path / name)[0] for module, name in ((tf, "a"), (engine, "b"))
    )
    assert "Error" in expected
    assert found[:80] == expected[:80]


def test_fed_texts_keep_their_zero_bytes(engine):
    with engine.Graph().as_default(), engine.Session() as session:
        texts = engine.placeholder(engine.string, [None])
        numbers = engine.decode_raw(texts, engine.uint8)
        assert session.run(numbers, {texts: [b"a\0\0", b"\0b\0"]}).tolist() == [
            [97, 0, 0],
            [0, 98, 0],
        ]


@pytest.mark.parametrize("space", ["gfile", "io.gfile"])
def test_the_functions_on_files_take_the_same_keywords(space):
    theirs, ours = (attrgetter(space)(tf) for tf in (tensorflow(), engine))
    names = {name for name in dir(theirs) if name in vars(ours) and not name.startswith("_")}
    for name in names - {"FastGFile", "GFile", "Open", "join"}:
        wanted, found = (list(signature(getattr(tf, name)).parameters) for tf in (theirs, ours))
        assert found == wanted, name
