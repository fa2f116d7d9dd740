"""The two modules under comparison, and their sessions.

TensorFlow's are small: one thread each, no graph rewriting. The engine's are bounded, as those that grade.
"""

from __future__ import annotations

from typing import Any

from grader import engine
from grader.back_end import tensorflow
from grader.engine.core import limits

tf = tensorflow()

# Grappler would cost most of the time, and replaces nodes by others that round differently.
CONFIG = tf.ConfigProto(inter_op_parallelism_threads=1, intra_op_parallelism_threads=1)
CONFIG.graph_options.rewrite_options.disable_meta_optimizer = True
# Without it, the runtime's own folding of constants drops the control inputs of what it folds: a run
# that waits for a placeholder would succeed though nobody feeds it. With Grappler, as in a session of
# a user's, it fails.
CONFIG.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0


def tensorflow_session(graph: Any) -> Any:
    """A TensorFlow session that runs the graph as it was written."""
    return tf.Session(graph=graph, config=CONFIG)


def engine_session(graph: Any) -> Any:
    """A session of the engine with the limits of the judge."""
    with limits.bounded():
        return engine.Session(graph=graph)
