"""The toy chapter and a desk to grade it at."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("toys")))

from toy_desk import desk, judge, output_of, plan, settings  # noqa: F401 (fixtures)
