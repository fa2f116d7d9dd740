"""`tf.Print`: the same output as TensorFlow's."""

from __future__ import annotations

from typing import Any


def printed(tf: Any, capfd: Any) -> str:
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant([[1.5, 2, 3, 4], [5, 6, 7, 8]])
        texts = tf.constant(["a", "b\n"])
        lines = [
            tf.Print(x, [x, texts, tf.reduce_sum(x) / 3], message="M: ", summarize=3),
            tf.Print(x, [x, True], summarize=-1),
            tf.Print(x, [x], "twice", first_n=2),
        ]
        capfd.readouterr()
        for _ in range(3):
            for line in lines:
                session.run(line)
        return capfd.readouterr().err


def test_printing_is_tensorflows(tf: Any, engine: Any, capfd: Any) -> None:
    expected = printed(tf, capfd)
    assert "M: " in expected
    assert printed(engine, capfd) == expected
