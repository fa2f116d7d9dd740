"""How fast the machine is at this moment: a fixed loop in Python, timed beside what is measured.

A machine that others share changes its speed while one measures, by a factor of two or more.
"""

from __future__ import annotations

import time


def fixed_loop() -> float:
    """Seconds for a million multiplications."""
    start = time.perf_counter()
    sum(number * number for number in range(1_000_000))
    return time.perf_counter() - start
