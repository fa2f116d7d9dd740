"""Operations on the bits of integers: tf.bitwise."""

from __future__ import annotations

from grader.engine.ops.common.public import public

bitwise_and = public("BitwiseAnd", "The bits that are set in both x and y.")
bitwise_or = public("BitwiseOr", "The bits that are set in x or y.")
bitwise_xor = public("BitwiseXor", "The bits that are set in exactly one of x and y.")
invert = public("Invert", "The bits that are not set in x.")
