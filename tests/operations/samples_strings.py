"""Samples of the operations on strings."""

from __future__ import annotations

import numpy as np

from .sampling import sample, strings


def text(value: str) -> np.ndarray:
    return np.array(value.encode(), object)


SAMPLES = {
    "StringJoin": [
        sample(inputs=[strings("a", "b"), strings("c", "d")], separator="-"),
        sample(inputs=[text("x"), strings("c", "d")]),
        sample(inputs=[strings("a"), strings("c", "d")], _shapes="checked in the run"),
    ],
    "StringToNumber": [
        sample(string_tensor=strings("1.5", " -2 ", "1e3", "inf", "0x10")),
        sample(string_tensor=strings("15", "-7"), out_type="int32"),
        sample(string_tensor=strings("1.5"), out_type="float64"),
        sample(string_tensor=strings("abc")),
        sample(string_tensor=strings("99999999999"), out_type="int32"),
        sample(string_tensor=strings("1_0")),
    ],
}
