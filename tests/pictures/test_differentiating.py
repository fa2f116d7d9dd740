"""The four methods for graphs of either back end: what they give, and what was counted."""

from __future__ import annotations

import numpy as np
import pytest

from grader.pictures import derivative_of, formula_size
from tests.exercises.answering import BACK_ENDS, module_of

PASSES = {"numeric": 3, "symbolic": 0, "forward": 2, "reverse": 2}


@pytest.mark.parametrize("back_end", BACK_ENDS)
@pytest.mark.parametrize("method", PASSES)
def test_a_derivative_with_its_cost(method, back_end):
    tf = module_of(back_end)
    with tf.Graph().as_default() as graph:
        x, w = tf.placeholder(tf.float32, [], name="x"), tf.Variable(4.0, name="w")
        y = x * x * w + w
        nodes = len(graph.get_operations())
        found = derivative_of(method, y, [x, w], {x: 3.0})
        assert found.value == 40
        np.testing.assert_allclose(found.derivative, [24, 10], atol=0.05)
        assert found.cost.passes == PASSES[method]
        assert derivative_of(method, y, w, {x: 3.0}).derivative.shape == ()
        assert len(graph.get_operations()) == nodes, "the notebook's own graph is left alone"


@pytest.mark.parametrize("back_end", BACK_ENDS)
def test_the_size_of_a_formula_and_a_method_that_is_none(back_end):
    tf = module_of(back_end)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [])
        y = 4.0 * x * (1.0 - x)
        y = 4.0 * y * (1.0 - y)
        assert formula_size(y, x, simplify=True) * 3 < formula_size(y, x, simplify=False)
        with pytest.raises(ValueError, match="no method 'backward'; available: numeric"):
            derivative_of("backward", y, x, {x: 0.5})
