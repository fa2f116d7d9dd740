"""For all tests: TensorFlow's plain kernels, and no trace of their checks.

oneDNN's end the process where a raw gradient meets folded constants, and round as the processor likes.
"""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
# The checks of a test are nobody's progress.
os.environ.setdefault("GRADER_PROGRESS", os.devnull)
