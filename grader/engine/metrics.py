"""`tf.metrics`: metrics that accumulate over many runs, each a pair (value, update operation).

Their counts are in local variables, also in the collection METRIC_VARIABLES, which
`tf.local_variables_initializer()` sets to zero.
"""

from grader.engine.core.absent import absent as _absent
from grader.engine.training.metrics import *

__getattr__ = _absent("tf.metrics")
