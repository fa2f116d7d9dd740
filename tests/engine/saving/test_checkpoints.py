"""Checkpoints, the saver and meta graphs: the same nodes, files and errors as TensorFlow's.

What one back end wrote the other restores, for every type; the files are equal byte for byte.
"""

from __future__ import annotations

import os
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes

from grader.engine.core import dtypes
from grader.engine.saving.bundle import Bundle, write_bundle
from tests.engine.comparing import assert_same_graph, assert_same_outcome, played

TYPES = [*(f"int{n}" for n in (8, 16, 32, 64)), *(f"uint{n}" for n in (8, 16, 32, 64))]
TYPES += ["float16", "float32", "float64", "complex64", "complex128", "bool", "bfloat16"]
NAMES = st.text("abz/_é0", min_size=1, max_size=12)


@st.composite
def arrays(draw: Any) -> np.ndarray:
    dtype = draw(st.sampled_from(TYPES))
    shape = draw(array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3))
    count = int(np.prod(shape))
    numbers = np.array([draw(st.integers(0, 100)) for _ in range(count)], np.int64)
    return numbers.astype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype).reshape(shape)


def contents(prefix: str) -> list[bytes]:
    found = []
    for path in (f"{prefix}.index", f"{prefix}.data-00000-of-00001"):
        with open(path, "rb") as file:
            found.append(file.read())
    return found


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(values=st.dictionaries(NAMES, arrays(), min_size=1, max_size=40))
def test_files_are_tensorflows_and_each_reads_the_others(tf, tmp_path_factory, values):
    folder = str(tmp_path_factory.mktemp("checkpoint"))
    typed = [(name, value, dtypes.as_dtype(value.dtype)) for name, value in values.items()]
    write_bundle(f"{folder}/ours", typed)
    with tf.Graph().as_default(), tf.Session() as session:
        tensors = [tf.constant(value) for value in values.values()]
        slices = [""] * len(values)
        session.run(tf.raw_ops.SaveV2(
            prefix=f"{folder}/theirs", tensor_names=list(values), shape_and_slices=slices,
            tensors=tensors,
        ))  # fmt: skip
    assert contents(f"{folder}/ours") == contents(f"{folder}/theirs")
    bundle, reader = Bundle(f"{folder}/theirs"), tf.train.load_checkpoint(f"{folder}/ours")
    for name, value in values.items():
        # Without its dtype, NumPy would take bytes for a string of its own, and drop zeros at the end.
        ours, theirs = bundle.read(name), np.asarray(reader.get_tensor(name), value.dtype)
        assert ours.dtype == value.dtype and ours.shape == value.shape
        assert np.array_equal(ours, value) and np.array_equal(theirs, value)


def test_an_index_of_many_blocks(tf, tmp_path):
    values = {f"layer/{i:05}/kernel": np.float32([i]) for i in range(9000)}
    values |= {f"long {'x' * 4000} {i}": np.int64(i).reshape(()) for i in range(100)}
    write_bundle(f"{tmp_path}/m", [(n, v, dtypes.as_dtype(v.dtype)) for n, v in values.items()])
    reader = tf.train.load_checkpoint(f"{tmp_path}/m")
    assert (
        len(reader.get_variable_to_shape_map())
        == len(values)
        == len(Bundle(f"{tmp_path}/m").entries)
    )
    assert all(reader.get_tensor(name) == values[name] for name in list(values)[::700])


# ------------------------------------------------------------------------------- the saver's nodes


def some_savers(tf: Any) -> None:
    a, b = tf.Variable([1.0, 2.0], name="a"), tf.Variable(3, name="b")
    tf.train.Saver()
    tf.train.Saver({"x": a})
    tf.train.Saver([b], restore_sequentially=True, name="foo", reshape=True, filename="kept")
    with tf.name_scope("inner"):
        tf.train.Saver([b, a], max_to_keep=None)


def savers_on_devices(tf: Any) -> None:
    with tf.device("/job:ps/task:0"):
        tf.Variable([1.0, 2.0], name="a")
    with tf.device("/job:worker/gpu:1"):
        tf.Variable(3, name="b")
    tf.train.Saver()
    tf.train.Saver([tf.Variable(3, name="c", validate_shape=False)])


@pytest.mark.parametrize("build", [some_savers, savers_on_devices])
def test_the_savers_nodes(tf, engine, build):
    assert_same_graph(tf, engine, build)


# ---------------------------------------------------------------------------- programs, both ways


def save_five(tf: Any, where: str = "kept/m", **options: Any) -> Any:
    v, step = tf.Variable(1.0, name="v"), tf.Variable(7, name="step")
    saver = tf.train.Saver([v], **options)
    os.makedirs("kept")
    with tf.Session() as session:
        session.run([v.initializer, step.initializer])
        paths = [saver.save(session, where, global_step=i) for i in range(3)]
        paths.append(saver.save(session, where, global_step=step))
        paths.append(saver.save(session, where, global_step=np.int64(12), write_meta_graph=False))
    return paths, saver.last_checkpoints, tf.train.latest_checkpoint("kept")


def save_here(tf: Any, **options: Any) -> Any:
    return save_five(tf, os.path.join(os.getcwd(), "kept", "m"), **options)


def recovered(tf: Any) -> Any:
    paths, *_ = save_five(tf)
    saver = tf.train.Saver()
    saver.recover_last_checkpoints([*paths[2:], "kept/absent"])
    state = tf.train.get_checkpoint_state("kept")
    tf.train.remove_checkpoint(paths[0])
    exist = [tf.train.checkpoint_exists(path) for path in paths]
    tf.train.update_checkpoint_state("kept", paths[1], latest_filename="other")
    reader = tf.train.NewCheckpointReader(paths[1])
    return [
        *(saver.last_checkpoints, state.model_checkpoint_path, exist),
        len(tf.train.get_checkpoint_mtimes([*paths, "absent"])),
        tf.train.latest_checkpoint("kept", "other"),
        *(tf.train.latest_checkpoint("nowhere"), tf.train.list_variables("kept")),
        *(tf.train.load_variable("kept", "v"), reader.has_tensor("w"), reader.get_tensor("v")),
        reader.get_variable_to_shape_map(),
        repr(reader.get_variable_to_dtype_map()),
    ]


def error(number: int) -> Any:
    def program(tf: Any) -> Any:
        v = tf.Variable([1.0, 2.0], name="v")
        saver = tf.train.Saver()
        with tf.Session() as session:
            session.run(v.initializer)
            saver.save(session, "./x", global_step=1)
            return ERRORS[number](tf, saver, session, v)

    return program


def restored_into(tf: Any, value: Any, name: str) -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        tf.Variable(value, name=name)
        tf.train.Saver().restore(session, "./x-1")


ERRORS = [
    lambda tf, saver, session, v: saver.save(session, "no/such/folder/x"),
    lambda tf, saver, session, v: saver.save(session, "new/x"),
    lambda tf, saver, session, v: saver.save(session, "checkpoint"),
    lambda tf, saver, session, v: saver.save(None, "x"),
    lambda tf, saver, session, v: saver.save(session, "x", latest_filename="a/b"),
    lambda tf, saver, session, v: saver.restore(session, "absent"),
    lambda tf, saver, session, v: saver.restore(session, None),
    lambda tf, saver, session, v: restored_into(tf, [1.0, 2.0], "other"),
    lambda tf, saver, session, v: restored_into(tf, [1.0, 2.0, 3.0], "v"),
    lambda tf, saver, session, v: restored_into(tf, [1, 2], "v"),
    lambda tf, saver, session, v: tf.train.Saver([tf.constant(1)]),
    lambda tf, saver, session, v: tf.train.Saver({"a": tf.constant(1)}),
    lambda tf, saver, session, v: tf.train.Saver({"a": v, "b": v}),
    lambda tf, saver, session, v: tf.train.Saver({1: v}),
    lambda tf, saver, session, v: tf.train.Saver([v, v]),
    lambda tf, saver, session, v: tf.train.Saver(v),
    lambda tf, saver, session, v: tf.train.Saver([v.read_value()]),
    lambda tf, saver, session, v: tf.train.Saver([]),
    lambda tf, saver, session, v: tf.train.Saver([], allow_empty=True).save(session, "e"),
    lambda tf, saver, session, v: tf.train.Saver([v], defer_build=True),
    lambda tf, saver, session, v: tf.train.Saver(defer_build=True).save(session, "d"),
    lambda tf, saver, session, v: tf.train.list_variables("absent"),
    lambda tf, saver, session, v: tf.train.load_variable("x-1", "absent"),
    lambda tf, saver, session, v: tf.train.import_meta_graph("absent.meta"),
]
PROGRAMS = {
    "five": save_five,
    "absolute": save_here,
    "two kept": lambda tf: save_five(tf, max_to_keep=2),
    "one kept, and one now and then": lambda tf: save_five(
        tf, max_to_keep=1, keep_checkpoint_every_n_hours=1e-9
    ),
    "all kept": lambda tf: save_five(tf, max_to_keep=None),
    "padded": lambda tf: save_five(tf, pad_step_number=True),
    "relative": lambda tf: save_here(tf, save_relative_paths=True),
    "recovered": recovered,
    **{f"error {number}": error(number) for number in range(len(ERRORS))},
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_leave_the_same_files_and_results(tf, engine, tmp_path, name):
    expected = played(tf, PROGRAMS[name], tmp_path / "theirs")
    assert played(engine, PROGRAMS[name], tmp_path / "ours") == expected


# ------------------------------------------------------------------------- what is no checkpoint


def made_files(tf: Any) -> None:
    """A checkpoint, its copies with something wrong, and other files, in this folder."""
    v = tf.Variable([1.0, 2.0], name="v")
    with tf.Session() as session:
        session.run(v.initializer)
        tf.train.Saver().save(session, "./m")
    index, data = contents("m")
    os.makedirs("directory.index")
    for name, bad in {
        "text": b"no checkpoint\n" * 9, "short": b"hi", "nothing": b"", "cut.index": index[:-10],
        "foreign.index": b"hello" * 40, "no data.index": index, "empty.index": b"",
        "flipped index.index": index[:10] + b"?" + index[11:], "cut data.index": index,
        "cut data.data-00000-of-00001": data[:-2], "flipped.index": index,
        "flipped.data-00000-of-00001": data[:2] + b"?" + data[3:],
    }.items():  # fmt: skip
        with open(name, "wb") as file:
            file.write(bad)


FOREIGN = (
    "m.meta", "m.index", "m.data-00000-of-00001", "checkpoint", ".", "text", "short", "nothing",
    "cut", "foreign", "no data", "empty", "directory", "flipped index", "cut data", "flipped",
    "m.met?", "absent",
)  # fmt: skip


def refusals(tf: Any) -> Any:
    made_files(tf)
    found = []
    with tf.Session() as session:
        for path in FOREIGN:
            try:
                tf.train.Saver().restore(session, path)
            except Exception as error:
                text = getattr(error, "message", str(error))
                at = text.find("Unable to open table file")
                found.append(
                    (path, type(error).__name__, text[at:].split("\n")[0] if at >= 0 else "")
                )
    return found


def test_other_files_are_refused_as_by_tensorflow(tf, engine, tmp_path):
    expected = played(tf, refusals, tmp_path / "theirs")
    assert expected[0].count("DataLossError") == 13
    assert played(engine, refusals, tmp_path / "ours")[0] == expected[0]


# ------------------------------------------------------------------------------------ meta graphs


def training(tf: Any) -> Any:
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    w = tf.Variable(np.ones((3, 1), np.float32), name="w")
    tf.Variable([7, 8], name="counts", trainable=False)
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1), name="loss")
    tf.train.AdamOptimizer(0.1).minimize(loss, name="train")
    for item in (x, loss):
        tf.add_to_collection("ends", item)
    tf.add_to_collection("numbers", 3)
    tf.add_to_collection("names", "x")
    tf.add_to_collection("objects", object())
    return tf.train.Saver()


def go_on(tf: Any, scope: str | None) -> Any:
    before = f"{scope}/" if scope else ""
    feeds = {f"{before}x:0": np.arange(6, dtype=np.float32).reshape(2, 3)}
    with tf.Graph().as_default() as graph, tf.Session(graph=graph) as session:
        saver = tf.train.import_meta_graph("m.meta", import_scope=scope)
        saver.restore(session, "./m")
        losses = []
        for _ in range(3):
            losses.append(session.run([f"{before}loss:0", f"{before}train"], feeds)[0])
        names = [
            [v.name for v in tf.global_variables()],
            [v.name for v in tf.trainable_variables()],
        ]
        items = [
            repr(item) for key in ("ends", "numbers", "names") for item in tf.get_collection(key)
        ]
        saver.save(session, "./again")
        keys = sorted(set(graph.get_all_collection_keys()) - {"while_context", "cond_context"})
        return np.round(losses, 5), names, items, keys, tf.train.list_variables("./again")


@pytest.mark.parametrize("scope", [None, "sub"])
def test_training_goes_on_where_the_other_stopped(tf, engine, tmp_path, scope):
    results = []
    for number, (writer, reader) in enumerate(
        [(tf, tf), (tf, engine), (engine, tf), (engine, engine)]
    ):

        def program(_: Any, writer: Any = writer, reader: Any = reader) -> Any:
            saver = training(writer)
            with writer.Session() as session:
                session.run(writer.global_variables_initializer())
                saver.save(session, "./m")
            return go_on(reader, scope)

        results.append(played(writer, program, tmp_path / str(number)))
    assert "Error" not in results[0][0][:30]
    assert results[1:] == results[:1] * 3


def written_graphs(tf: Any) -> Any:
    with tf.device("/cpu:0"):
        x = tf.placeholder(tf.float32, [2], name="x")
        tf.add(x, tf.Variable([1.0, 2.0], name="v"), name="y")
    meta = tf.train.export_meta_graph(clear_devices=True)
    with tf.Graph().as_default() as graph:
        tf.train.import_meta_graph(meta, import_scope="there", clear_devices=True)
        names = [(op.name, op.device) for op in graph.get_operations()]
    return [
        *(names, meta.graph_def.SerializeToString(deterministic=True)),
        {key: value.SerializeToString() for key, value in sorted(meta.collection_def.items())},
        tf.train.write_graph(tf.get_default_graph(), "d/e", "g.pbtxt"),
        tf.train.write_graph(tf.get_default_graph().as_graph_def(), "d", "g.pb", as_text=False),
        open("d/e/g.pbtxt").read(),
    ]


def test_graphs_as_messages_and_files(tf, engine, tmp_path):
    expected = played(tf, written_graphs, tmp_path / "theirs")
    assert played(engine, written_graphs, tmp_path / "ours") == expected


@pytest.mark.parametrize(
    "given",
    [{"export_scope": "a"}, {"clear_extraneous_savers": True}, {"strip_default_attrs": True}],
)
def test_what_is_left_out_is_named(engine, given):
    (name,) = given
    with engine.Graph().as_default(), pytest.raises(NotImplementedError, match=name):
        engine.train.export_meta_graph(**given)


def test_a_saver_writes_one_file(engine):
    with engine.Graph().as_default(), pytest.raises(NotImplementedError, match="sharded"):
        engine.train.Saver([engine.Variable(1.0)], sharded=True)


def test_a_saver_is_made_from_a_saver_def(tf, engine, tmp_path):
    def play(m: Any) -> Any:
        weights = m.Variable([1.0, 2.0], name="weights")
        made = m.train.Saver().saver_def
        copy = m.train.SaverDef()
        copy.CopyFrom(made)
        copy.max_to_keep = 2
        saver = m.train.Saver(saver_def=copy)
        with m.Session() as session:
            session.run(weights.initializer)
            path = saver.save(session, str(tmp_path / "model"), write_meta_graph=False)
            session.run(weights.assign([0.0, 0.0]))
            saver.restore(session, path)
            restored = session.run(weights)
        return isinstance(made, m.train.SaverDef), m.train.SaverDef.V1, str(made), restored

    assert_same_outcome(tf, engine, play)
