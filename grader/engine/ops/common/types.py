"""Sets of element types that the table's attributes allow, as in TensorFlow's op registry."""

from __future__ import annotations

from grader.engine.core import dtypes as d

FLOATS = d.FLOATING
INTEGERS = d.INTEGERS
COMPLEX = d.COMPLEX
NUMBERS = d.NUMBERS
SIGNED = frozenset([d.int8, d.int16, d.int32, d.int64])
REAL = FLOATS | INTEGERS
ANALYTIC = FLOATS | COMPLEX  # what exp, sin and the like are defined on
WITH_SIGN = FLOATS | SIGNED | COMPLEX
INDEX = frozenset([d.int32, d.int64])
SHORT_INDEX = INDEX | {d.int16}
