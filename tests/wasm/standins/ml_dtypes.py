"""Stands for ml_dtypes, which Pyodide has and this Python has not.

No exercise and no lesson uses bfloat16: the engine only needs a type that nothing else has.
"""

import numpy as np

bfloat16 = np.longdouble
finfo = np.finfo
