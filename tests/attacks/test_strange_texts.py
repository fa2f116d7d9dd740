"""Text of an answer that a terminal would obey, a log would believe, or no file can hold."""

from __future__ import annotations

import base64
import json

import pytest

from grader import engine as tf
from grader import judging
from grader.classroom.course.result import Result
from grader.cleaning import UNSAFE, cleaned, encodable, printable
from grader.evidence import Other, Raised, collect, decode
from grader.evidence.encoding import to_bytes
from grader.exercises import find
from grader.judging.judge import LONGEST_REASON

TEXTS = (
    *(
        "\ud800",
        "\udfff",
        "a\udc80b",
        "\ud83d",
        "\x00",
        "\x07",
        "\x08\x08\x08",
        "\r99 of 99 points",
    ),
    *(
        "\x1b[2J",
        "\x1b[31mred",
        "\x1b]0;title\x07",
        "\x1b]8;;https://example.org\x1b\\link",
        "\x1bP$q",
        "\x1bc",
    ),
    *(
        "\x7f",
        "\x80",
        "\x9b31m",
        "\x9d0;title",
        "\x85next line",
        "\u2028",
        "\u2029",
        "\u202egpj",
        "\u202a",
    ),
    *("\u2066", "\u2069", "\u061c", "\u200e\u200f", "\u200b", "\ufeff", "\U000e0041"),
)
# The fields of evidence that hold text, as the kernel sends them.
FIELDS = {
    "a class": lambda text: {"raised": text, "message": "", "line": "", "function": ""},
    "a message": lambda text: {"raised": "E", "message": text, "line": "", "function": ""},
    "a line": lambda text: {"raised": "E", "message": "", "line": text, "function": ""},
    "a function": lambda text: {"raised": "E", "message": "", "line": "", "function": text},
    "a type": lambda text: {"other": text, "text": ""},
    "a representation": lambda text: {"other": "", "text": text},
    "a value": lambda text: text,
    "a key": lambda text: {"dict": [[text, 1]]},
    "an array": lambda text: {"strings": [text], "shape": [1]},
    "a tensor": lambda text: {
        "tensor": text, "graph": 0, "dtype": text, "shape": None, "variable": False
    },
    "an operation": lambda text: {"operation": text, "graph": 0, "type": text},
}  # fmt: skip
VALUES = {"a value", "a key", "an array"}  # which a verdict shows as `repr` does
ONE_LINE = {"a class", "a line", "a function", "a type", "a tensor", "an operation"}

ALL = "".join(TEXTS) + "\nann: 99 of 99 points."
OF_A_NAME = ascii(
    "".join(text for text in TEXTS if text.isascii() or text > "\ue000").replace("\x00", "")
)
ANSWERS = {
    "a message": "def double(x):\n    raise ValueError(TEXT)",
    "a class": f"def double(x):\n    raise type({OF_A_NAME}, (ValueError,), {{}})",
    "a value": "def double(x):\n    return TEXT",
    "a key": "def double(x):\n    return {TEXT: 1}",
    "a representation": "class Odd:\n    __repr__ = lambda self: TEXT\ndouble = lambda x: Odd()",
    "an output": "from IPython.display import display\n"
    "display({'text/plain': TEXT}, raw=True)\nprint(TEXT.encode('ascii', 'replace'))\nraise ValueError(TEXT)",
    "a type": f"double = type({OF_A_NAME}, (), {{}})()",
}


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_it_is_replaced(text):
    assert not UNSAFE.search(cleaned(text)) and "?" in cleaned(text)
    assert printable(f"{text}\n\t").isprintable()
    encodable(text).encode()


def test_what_is_text_stays():
    text = "Zoë O'Neill 李伟　(2)\n\tx = 1  # ½ \N{FAMILY}\N{ZERO WIDTH JOINER}"
    assert cleaned(text) == encodable(text) == text


@pytest.mark.parametrize("field", FIELDS)
def test_no_field_of_evidence_brings_it_in(field):
    for text in (*TEXTS, "a\nb"):
        document = {"result": FIELDS[field](text), "graphs": []}
        told = repr_of(decode(to_bytes(document)).result)
        told.encode()
        assert field in VALUES or not UNSAFE.search(told)
        assert "\n" not in told or field not in ONE_LINE


def repr_of(value):
    """All text in a value, as it is."""
    if isinstance(value, Raised):
        return f"{value.type}{value.message}{value.line}{value.function}"
    if isinstance(value, Other):
        return value.type + value.text
    if isinstance(value, dict):
        return "".join(value)
    return getattr(value, "name", None) or "".join(value)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("way", ANSWERS)
def test_an_answer_is_graded_and_told_in_one_line(toy_grader, way):
    result = toy_grader.grade_cells(double=f"TEXT = {ALL!a}\n{ANSWERS[way]}")
    assert (result.status, result.points) == ("graded", 2)
    result.executed.encode()
    assert result.message.isprintable() and all(flag.isprintable() for flag in result.flags)
    message = result.verdicts[0].message
    assert not UNSAFE.search(message)
    json.dumps(result.to_json(), ensure_ascii=False).encode()


def test_a_result_has_no_line_of_its_own_in_a_log():
    about = {"student": "ann", "chapter": "c", "notebook": "n", "status": "graded", "points": 0}
    result = Result(**about, max_points=1, seconds=0, message=ALL, executed="", flags=(ALL,))
    assert result.message.isprintable() and result.flags[0].isprintable()


def verdict_on(exercise, function):
    exercise = find(exercise)
    challenge = judging.draw(exercise, b"seed")
    return judging.judge(exercise, challenge, collect(challenge, [function], tf))


IN_A_GRAPH = {
    "a number": lambda text: tf.string_to_number(text),
    "a message": lambda text: tf.check_numerics(float("nan"), text),
}


@pytest.mark.parametrize("place", IN_A_GRAPH)
def test_no_text_in_a_graph_is_told_as_it_is(place):
    def transfer(source, target, amount):
        return IN_A_GRAPH[place](ALL.encode("utf-8", "replace").decode()) + amount

    verdict = verdict_on("graphs/transfer", transfer)
    told = [verdict.message, verdict.reason, *(str(case.got) for case in verdict.cases)]
    assert "InvalidArgumentError" in verdict.message
    assert all(text.isprintable() for text in told)


def test_no_name_in_a_graph_is_told_as_it_is():
    """Of nodes that no engine makes, but a kernel may send."""
    graph = tf.GraphDef()
    graph.node.add(name="a", op="Identity", input=["x\x1b[2J\nann: 99 of 99 points"])
    graph.node[0].attr["T"].type = 1
    exercise = find("graphs/transfer")
    challenge = judging.draw(exercise, b"seed")
    evidence = json.loads(collect(challenge, [lambda *three: three[2] + 1.0], tf))
    packed = base64.b64encode(graph.SerializeToString()).decode()
    for one in evidence["graphs"]:
        one.update(graph_def=packed, variables=[])
    verdict = judging.judge(exercise, challenge, to_bytes(evidence))
    assert "Unknown input node" in verdict.message
    assert verdict.message.isprintable()


@pytest.mark.parametrize("value", ["x" * 2_000_000, b"\0" * 2_000_000], ids=["text", "bytes"])
def test_a_verdict_does_not_quote_megabytes(value):
    verdict = verdict_on("graphs/transfer", lambda *three: value)
    assert verdict.points == 0 and "should return a tensor" in verdict.message
    assert len(verdict.message) < LONGEST_REASON + 100
