"""The libraries behind NumPy: the threads of matrix products, and the memory of large arrays."""

from __future__ import annotations

import functools
import importlib
import os
import sys

NAMES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

# OpenBLAS starts its threads when NumPy is imported, and that takes as long as the rest of NumPy.
if "numpy" not in sys.modules and not any(name in os.environ for name in NAMES):
    os.environ[NAMES[0]] = "1"
    importlib.import_module("numpy")
    del os.environ[NAMES[0]]


@functools.cache
def use_one_thread() -> None:
    """Keeps matrix products in one thread, unless the environment says how many.

    The threads of OpenBLAS wait for each other in a loop: where other processes need the cores, a product
    takes up to ten times longer with two threads than with one. And one thread adds in the same order on
    every machine.
    """
    if not any(name in os.environ for name in NAMES):
        import threadpoolctl  # here, since it is not needed to import the engine

        threadpoolctl.ThreadpoolController().limit(limits=1, user_api="blas")


@functools.cache
def keep_memory() -> None:
    """Keeps the memory of large arrays for the next ones.

    The C library returns it to the system, and to get it back takes longer than most kernels, unless a larger
    array was freed before (M_MMAP_THRESHOLD in mallopt(3): it grows to at most 32 MiB).
    """
    import numpy as np  # here, since its first import decides how many threads there are

    np.empty(2**25 - 2**13, np.uint8)
