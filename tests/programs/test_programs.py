"""Each program gives on the engine what it gives on TensorFlow.

Numbers may differ by rounding, which training carries along: to 1e-4 (relative, and of the largest
element), where a program does not say why it needs more (`TOLERANCE`). All else must be equal.
"""

from __future__ import annotations

import importlib
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).parent
HELPERS = {"__init__", "conftest", "test_programs"}
PROGRAMS = sorted({path.stem for path in HERE.glob("*.py")} - HELPERS)


def played(module: Any, name: str, folder: Path) -> tuple[dict[str, Any], float]:
    """What the program `name` returns on a back end, and how near the other must come.

    A thread has its own stack of default graphs: what a failed program leaves open is gone with it.
    """
    program = importlib.import_module(f"tests.programs.{name}")
    folder.mkdir()
    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(program.run, module, str(folder)).result()
    return found, getattr(program, "TOLERANCE", 1e-4)


def leaves(value: Any, path: str = "") -> dict[str, Any]:
    """The arrays and plain values of nested lists and dictionaries, by their path."""
    if isinstance(value, dict):
        items: Any = value.items()
    elif isinstance(value, (list, tuple)):
        items = enumerate(value)
    else:
        return {path: value}
    found = {f"{path}/#": (type(value).__name__, len(value))}
    for key, item in items:
        found |= leaves(item, f"{path}/{key}")
    return found


def assert_near(got: Any, expected: Any, tolerance: float) -> None:
    """The same values in the same structure; floats within the tolerance, their types as well."""
    got, expected = leaves(got), leaves(expected)
    assert list(got) == list(expected)
    for path, right in expected.items():
        mine = got[path]
        if not isinstance(right, (float, complex, np.ndarray, np.generic)):
            assert mine == right, path
            continue
        assert type(mine) is type(right), path
        right, mine = np.asarray(right), np.asarray(mine)
        assert (mine.dtype, mine.shape) == (right.dtype, right.shape), path
        if right.dtype.kind not in "fc":
            np.testing.assert_array_equal(mine, right, err_msg=path)
            continue
        finite = np.abs(right[np.isfinite(right)])
        scale = float(finite.max()) if finite.size else 0.0
        np.testing.assert_allclose(
            mine, right, rtol=tolerance, atol=tolerance * scale + 1e-7, err_msg=path
        )


def test_there_are_programs_of_many_kinds():
    assert len(PROGRAMS) >= 20


@pytest.mark.sampled(4, ci=0.5)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_gives_the_same_on_both(name: str, tf: Any, engine: Any, tmp_path: Path) -> None:
    expected, tolerance = played(tf, name, tmp_path / "tensorflow")
    got, _ = played(engine, name, tmp_path / "engine")
    assert_near(got, expected, tolerance)


def main(back_end: str, *names: str) -> None:
    """python -m tests.programs.test_programs tf|engine|both NAME ...: how far programs come."""
    import tempfile
    import time

    from grader import engine
    from tests.properties.back_ends import tf

    pairs = {"tf": (tf, tf), "engine": (engine, engine), "both": (tf, engine)}
    for name in names or PROGRAMS:
        with tempfile.TemporaryDirectory() as temporary:
            seconds, found, near = [], [], 0.0
            try:
                for number, module in enumerate(pairs[back_end]):
                    start = time.perf_counter()
                    values, near = played(module, name, Path(temporary) / str(number))
                    seconds.append(f"{time.perf_counter() - start:.2f} s")
                    found.append(values)
                assert_near(found[1], found[0], near)
                print(f"{name:24}", *seconds, flush=True)
            except Exception as error:
                print(f"{name:24} {type(error).__name__}: {str(error)[:600]}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
