"""What counts for a probe cannot be left out by feeding what it gives."""

from __future__ import annotations

import numpy as np
import pytest

from grader.evidence.probes.watching import keep_from_feeds
from tests.exercises.answering import BACK_ENDS, module_of


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_neither_an_instrument_nor_what_follows_from_it_is_fed(back_end):
    tf, counted = module_of(back_end), []
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [])
        seen = tf.py_func(lambda value: counted.append(1) or np.float32(value), [x], tf.float32)
        after = tf.square(seen + 1.0)
        keep_from_feeds(seen)
        for tensor in (seen, after.op.inputs[0], after):
            with pytest.raises(ValueError, match="fe"):
                session.run(after, {x: 1.0, tensor: 1.0})
        assert not counted and session.run(after, {x: 1.0}) == 4 and counted == [1]
