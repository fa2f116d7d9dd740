"""Samples of the operations on strings."""

from __future__ import annotations

import numpy as np

from .sampling import bools, f32, f64, integers, ints, sample, strings


def text(value: str) -> np.ndarray:
    return np.array(value.encode(), object)


def table(*rows: str) -> np.ndarray:
    return np.array([[one.encode() for one in row.split(",")] for row in rows], object)


WORDS = strings("Hello world", "", " a\tb ", "Äpfel")
SAMPLES = {
    "AsString": [
        sample(input=f32(2, 2)),
        sample(input=f64(2), precision=2, width=8, fill="0"),
        sample(input=f64(2), scientific=True),
        sample(input=f64(2), shortest=True),
        sample(input=integers(3)),
        sample(input=bools(3)),
        sample(input=ints([1]), precision=2),
    ],
    "StringJoin": [
        sample(inputs=[strings("a", "b"), strings("c", "d")], separator="-"),
        sample(inputs=[text("x"), strings("c", "d")]),
        sample(inputs=[strings("a"), strings("c", "d")], _shapes="checked in the run"),
    ],
    "StringLength": [sample(input=WORDS), sample(input=WORDS, unit="UTF8_CHAR")],
    "StringSplit": [
        sample(input=WORDS, delimiter=text(" \t")),
        sample(input=WORDS, delimiter=text(" "), skip_empty=False),
        sample(input=strings("abc"), delimiter=text("")),
        sample(input=strings(), delimiter=text("")),
        sample(input=text("a b"), delimiter=text(" ")),
    ],
    "StringSplitV2": [
        sample(input=WORDS, sep=text("")),
        sample(input=strings("a,,b,c"), sep=text(","), maxsplit=2),
        sample(input=strings("a--b-c", "", "x--"), sep=text("--")),
    ],
    "Substr": [
        sample(input=WORDS, pos=ints([1, 0, -2, 0]), len=ints([3, 1, 9, 2])),
        sample(input=WORDS, pos=ints([1, 0, -2, 0]), len=ints([3, 1, 9, 2]), unit="UTF8_CHAR"),
        sample(input=strings("abc", "defg"), pos=ints(-2, np.int64), len=ints(1, np.int64)),
        sample(input=text("abc"), pos=ints([0, 1]), len=ints([1, 5])),
        sample(input=text("abc"), pos=ints(5), len=ints(1)),
        sample(input=text("abc"), pos=ints([0]), len=ints(1)),
    ],
    "ReduceJoin": [
        sample(inputs=table("a,b", "c,d"), reduction_indices=ints([0, 1])),
        sample(inputs=table("a,b", "c,d"), reduction_indices=ints([1, 0]), separator="-"),
        sample(inputs=table("a,b", "c,d"), reduction_indices=ints(-1), keep_dims=True),
        sample(inputs=table("a,b", "c,d"), reduction_indices=ints([])),
        sample(inputs=table("a,b"), reduction_indices=ints([2])),
        sample(inputs=table("a,b"), reduction_indices=ints([0, -2])),
    ],
    "StringUpper": [sample(input=WORDS), sample(input=WORDS, encoding="utf-8")],
    "StringLower": [sample(input=WORDS), sample(input=WORDS, encoding="utf-8")],
    "StringStrip": [sample(input=WORDS)],
    "RegexReplace": [
        sample(input=WORDS, pattern=text("l+(o)"), rewrite=text(r"<\1\0>")),
        sample(input=WORDS, pattern=text("("), rewrite=text("x")),
        sample(input=strings("aaa"), pattern=text("a"), rewrite=text("b"), replace_global=False),
    ],
    "StaticRegexReplace": [
        sample(input=WORDS, pattern="[aeiou]", rewrite="."),
        sample(input=strings("aaa"), pattern="a", rewrite="b", replace_global=False),
    ],
    "RegexFullMatch": [sample(input=WORDS, pattern=text("H.*d"))],
    "StaticRegexFullMatch": [
        sample(input=WORDS, pattern=".*"),
        sample(input=WORDS, pattern="[a-z]+"),
        sample(input=strings("s3://a", "a/s3://"), pattern="^s3://.*"),
        sample(input=text("aab"), pattern="a*"),
    ],
    "StringToNumber": [
        sample(string_tensor=strings("1.5", " -2 ", "1e3", "inf", "0x10")),
        sample(string_tensor=strings("15", "-7"), out_type="int32"),
        sample(string_tensor=strings("1.5"), out_type="float64"),
        sample(string_tensor=strings("abc")),
        sample(string_tensor=strings("99999999999"), out_type="int32"),
        sample(string_tensor=strings("1_0")),
    ],
    "StringToHashBucketFast": [
        sample(
            input=strings(
                *("x" * n + "yz" for n in (0, 1, 3, 8, 15, 20, 31, 40, 62, 63, 100, 126, 300))
            ),
            num_buckets=1 << 40,
        ),
        sample(input=strings("a"), num_buckets=0),
    ],
    "StringToHashBucket": [
        sample(string_tensor=strings("", "a", "hello world"), num_buckets=1 << 40)
    ],
    "EncodeBase64": [sample(input=WORDS), sample(input=strings("a", "ab", "abc"), pad=True)],
    "DecodeBase64": [
        sample(input=strings("aGVsbG8_Pg", "YQ==", "")),
        sample(input=strings("a*")),
    ],
}
