"""`tf.print` and `tf.Print`: the same output as TensorFlow's."""

from __future__ import annotations

from typing import Any


def test_printing_is_tensorflows(tf: Any, engine: Any, capfd: Any) -> None:
    def program(tf: Any) -> Any:
        x = tf.constant([[1.5, 2, 3, 4], [5, 6, 7, 8]])
        shown = [
            tf.Print(x, [x, tf.constant(["a", "b\n"])], message="M: ", summarize=3),
            tf.print("x is", x, {"k": tf.constant("text"), "l": [3, "d"]}, summarize=1),
            tf.print(tf.constant("alone"), tf.range(9), sep="|", end="!\n"),
        ]
        capfd.readouterr()
        with tf.Session() as session:
            for one in shown:
                session.run(one)
        return capfd.readouterr().err

    with tf.Graph().as_default():
        expected = program(tf)
    assert "M: " in expected
    with engine.Graph().as_default():
        assert program(engine) == expected
