"""The report of a class: seconds to read the gradebook and write the page and its tables.

    python benchmarks/report.py                 # 1,000 students of chapter 01; aim: under 10 s

The class is the one of the report's tests: results drawn by lot, entered as grading enters them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import warnings
from pathlib import Path

from grader.classroom.report import write_report

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "classroom" / "toys"))


def main() -> None:
    """Prints the seconds that `grader report` takes, after its imports."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=1000)
    count = parser.parse_args().students
    import simulated_class as simulated

    with tempfile.TemporaryDirectory(prefix="grader-benchmark-") as name:
        group = simulated.simulate(Path(name) / "class", count)
        started = time.monotonic()
        page, *_ = write_report(group.course, simulated.CHAPTER)
        seconds = time.monotonic() - started
        size = page.stat().st_size / 1e6
        print(f"Report on {count} students: {seconds:.1f} s; the page has {size:.1f} MB.")


if __name__ == "__main__":
    main()
