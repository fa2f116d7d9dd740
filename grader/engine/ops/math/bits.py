"""Operations on the bits of integers: tf.bitwise."""

from __future__ import annotations

from grader.engine.ops.common.public import public

bitwise_xor = public("BitwiseXor", "The bits that are set in exactly one of x and y.")
