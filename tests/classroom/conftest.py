"""The toy chapter and a grader for it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("toys")))

from toy_grader import judge, output_of, plan, settings, toy_grader  # noqa: F401 (fixtures)
