"""`tf.metrics`: measures that add up over many runs, each a pair (value, update operation).

What they have counted so far stands in local variables, listed as METRIC_VARIABLES too, which
`tf.local_variables_initializer()` sets to zero. This is a door: each line names where a part lives.
"""

from grader.engine.training.streaming.counts import *
from grader.engine.training.streaming.means import *
