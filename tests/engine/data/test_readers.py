"""Readers and decode_csv: the same nodes, records and errors as TensorFlow's."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader import engine as grader_engine
from tests.engine.comparing import assert_same_graph, assert_same_outcome, first_line
from tests.layers import scaled

FILES = {
    "lines": b"one\ntwo\r\nthree",
    "more": b"x,1\n\n\r\n,2\n",
    "returns": b"a\rb\n\r",
    "empty": b"",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A folder with files of several kinds."""
    place = tmp_path_factory.mktemp("files")
    for name, data in FILES.items():
        (place / name).write_bytes(data)
    for name, options in (("records", None), ("packed", "GZIP")):
        with grader_engine.python_io.TFRecordWriter(place / name, options) as writer:
            for record in (b"a", b"", b"ccc"):
                writer.write(record)
    whole = (place / "records").read_bytes()
    (place / "damaged").write_bytes(whole[:-3] + b"XYZ")
    return place


READERS = {
    "lines": (lambda m: m.TextLineReader(), "lines empty more returns"),
    "lines after a header": (lambda m: m.TextLineReader(1, name="r"), "lines empty more"),
    "lines after a long header": (lambda m: m.TextLineReader(skip_header_lines=9), "lines more"),
    "a missing file": (lambda m: m.TextLineReader(), "nothing lines"),
    "records": (lambda m: m.TFRecordReader(), "records empty records"),
    "damaged records": (lambda m: m.TFRecordReader(), "damaged records"),
    "no records": (lambda m: m.TFRecordReader("r"), "lines records"),
    "packed records": (
        lambda m: m.TFRecordReader(options=m.python_io.TFRecordOptions(2)),
        "packed packed",
    ),
}


def all_read(m: Any, make: Any, names: list[str]) -> Any:
    """What runs give until two of them fail."""
    queue = m.FIFOQueue(9, m.string, name="names")
    fill, close = queue.enqueue_many([names]), queue.close()
    read = make(m).read(queue)
    found: list[Any] = []
    with m.Session() as session:
        session.run(fill)
        session.run(close)
        while sum(one[0] == "failed" for one in found) < 2 and len(found) < 40:
            try:
                found.append(["read", *session.run(list(read))])
            except m.errors.OpError as error:
                # TensorFlow counts the process's queues in their names.
                says = first_line(error).partition("names' is closed")
                found.append(["failed", type(error).__name__, says[1:] if says[1] else says[0]])
    return [str(one) for one in found]


@pytest.mark.parametrize(("make", "names"), READERS.values(), ids=READERS)
def test_a_reader_returns_the_same_records(tf, engine, folder, make, names):
    paths = [str(folder / name) for name in names.split()]
    assert_same_outcome(tf, engine, lambda m: all_read(m, make, paths))


def test_a_reader_has_the_nodes_of_tensorflow(tf, engine):
    def build(m: Any) -> Any:
        queue = m.FIFOQueue(9, m.string)
        for make, _ in READERS.values():
            reader = make(m)
            reader.read(queue, name="read")
            reader.read(queue.queue_ref)

    assert_same_graph(tf, engine, build)


WRONG = {
    "numbers": lambda m: (m.FIFOQueue(3, m.int32), [1]),
    "pairs": lambda m: (m.FIFOQueue(3, [m.string, m.string]), [["a"], ["b"]]),
    "vectors": lambda m: (m.FIFOQueue(3, m.string), [[["a", "b"]]]),
}


@pytest.mark.parametrize("make", WRONG.values(), ids=WRONG)
def test_a_queue_of_anything_but_names_is_refused(tf, engine, make):
    def play(m: Any) -> Any:
        queue, values = make(m)
        fill = queue.enqueue_many(values if isinstance(values[0], list) else [values])
        read = m.TextLineReader().read(queue)
        with m.Session() as session:
            session.run(fill)
            session.run(read)

    assert_same_outcome(tf, engine, play)


def test_a_run_that_waits_for_a_name_ends_with_the_session():
    """The other runs, which wait for the first, end too."""
    with grader_engine.Graph().as_default():
        queue = grader_engine.FIFOQueue(3, grader_engine.string)
        read = grader_engine.TextLineReader().read(queue)
        session = grader_engine.Session()
        errors: list[str] = []

        def run() -> None:
            try:
                session.run(read)
            except grader_engine.errors.OpError as error:
                errors.append(type(error).__name__)

        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
        threads[0].join(0.3)
        session.run(queue.close(cancel_pending_enqueues=True))
        for thread in threads:
            thread.join(20)
        assert errors == ["OutOfRangeError"] * 3


def test_a_bounded_run_opens_no_file(folder):
    """Neither do the handles of others pass for a reader."""
    m = grader_engine
    with m.Graph().as_default() as graph:
        queue = m.FIFOQueue(3, m.string)
        fill = queue.enqueue([str(folder / "lines")])
        for reader in (m.TextLineReader(), m.TFRecordReader()):
            reader.read(queue)
        reads = [op for op in graph.get_operations() if op.type.startswith("ReaderRead")]
        wrong = m.ReaderBase(queue.queue_ref).read(queue).key
        with m.limits.bounded(), m.Session() as session:
            session.run(fill)
            for read in reads:
                with pytest.raises(m.errors.PermissionDeniedError, match="opens files"):
                    session.run(read)
        refused = pytest.raises(m.errors.InvalidArgumentError, match="not that of a reader")
        with m.Session() as session, refused:
            session.run(wrong)


# ------------------------------------------------------------------------------------ decode_csv

LINES = {
    "columns": (["1,a,2.5", "-3,b,inf"], [[0], [""], [0.5]], {}),
    "defaults": ([",,", "4,,"], [[7], ["x"], 0.5], {}),
    "required": (["1,", ",2"], [[1], [0]], {}),
    "a required field is missing": (["1,2", ",2"], [[], [0]], {"types": ["int32", "int32"]}),
    "quotes": (['"a,b",1', '"say ""x""",2', '"",3'], [["d"], [0]], {}),
    "quotes are text": (['"a",1'], [[""], [0]], {"use_quote_delim": False}),
    "another delimiter": (["1;2", "3;4"], [[0], [0]], {"field_delim": ";"}),
    "a missing value": (["NA,2", "3,NA"], [[8], [9]], {"na_value": "NA"}),
    "chosen columns": (["1,2,3,4"], [[0], [0]], {"select_cols": [1, 3]}),
    "chosen columns out of order": (["1,2"], [[0], [0]], {"select_cols": [1, 0]}),
    "chosen columns before the first": (["1,2"], [[0]], {"select_cols": [-1]}),
    "too few chosen columns": (["1,2"], [[0], [0]], {"select_cols": [1]}),
    "chosen columns beyond the last": (["1,2"], [[0]], {"select_cols": [5]}),
    "no number": (["1", "one"], [[0]], {}),
    "no real number": (["1.5x"], [[0.5]], {}),
    "spaces": ([" 1 , 2.5 "], [[0], [0.5]], {}),
    "too large": (["3000000000"], [[0]], {}),
    "too many fields": (["1,2,3"], [[0], [0]], {}),
    "too few fields": (["1"], [[0], [0]], {}),
    "one line": ("1,2", [[0], [0]], {}),
    "a matrix": ([["1", "2"], ["3", ""]], [[5]], {}),
    "two defaults": (["1"], [[0, 1]], {}),
    "a default of two dimensions": (["1"], [[[0]]], {}),
    "truth values": (["1"], [[True]], {}),
    "no lines": ([], [[0]], {}),
    "a long delimiter": (["1"], [[0]], {"field_delim": "::"}),
    "a quote inside": (['a"b'], [[""]], {}),
    "an open quote": (['"ab'], [[""]], {}),
    "text after a quote": (['"a"b,c'], [[""], [""]], {}),
    "ends of lines": (["\n1,\r\n2\n"], [[0], [0]], {}),
    "named": (["1"], [[0]], {"name": "columns"}),
}


@pytest.mark.parametrize(("lines", "defaults", "more"), LINES.values(), ids=LINES)
def test_decode_csv_gives_the_same_columns_and_errors(tf, engine, lines, defaults, more):
    more = dict(more)
    types = more.pop("types", None)

    def build(m: Any) -> Any:
        wanted = (
            [m.constant(d, t) for d, t in zip(defaults, types, strict=True)] if types else defaults
        )
        texts = m.constant(lines, m.string)
        return m.decode_csv(texts, wanted, **more)

    def play(m: Any) -> Any:
        columns = build(m)
        with m.Session() as session:
            return session.run(columns)

    assert_same_graph(tf, engine, build)
    assert_same_outcome(tf, engine, play, words=True)


@settings(max_examples=scaled(60, 600), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.text(alphabet='ab1.,;"\n\r \x00', max_size=12),
    st.lists(st.sampled_from(["", 0, 0.5]), min_size=1, max_size=3),
    st.booleans(),
)
def test_any_line_is_split_as_by_tensorflow(tf, engine, line, defaults, quotes):
    def play(m: Any) -> Any:
        columns = m.decode_csv([line], [[one] for one in defaults], use_quote_delim=quotes)
        with m.Session() as session:
            return session.run(columns)

    assert_same_outcome(tf, engine, play)
