"""For all tests: TensorFlow's plain kernels.

oneDNN's end the process where a raw gradient meets folded constants, and round as the processor likes.
"""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
