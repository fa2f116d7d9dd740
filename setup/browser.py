"""Find the Chromium that the browser tests drive: print its path, or say in a sentence how to get one.

    python setup/browser.py              the path, or the sentence and code 1
    python setup/browser.py --install    if none is found and apt-get may be used: get Debian's

Standard library only. CHROMIUM=/path/to/chrome in the environment comes first.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# What the program is called on PATH, and where macOS keeps it.
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# The browsers that `playwright install chromium` keeps, newest last: folder and what is in it.
KEPT = (Path(".cache/ms-playwright"), Path("Library/Caches/ms-playwright"))
INSIDE = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*")

HOW = (
    "No Chromium was found for the browser tests. Debian and Ubuntu: apt-get install chromium; "
    "elsewhere: .venv/bin/playwright install chromium; or name one: CHROMIUM=/path/to/chrome."
)
SECONDS = 60.0


def candidates() -> Iterator[str]:
    """Programs that may be a Chromium, the best choice first."""
    named = os.environ.get("CHROMIUM")
    if named:
        yield named
        return  # who names one means that one
    yield from filter(None, map(shutil.which, NAMES))
    yield from filter(os.path.exists, PLACES)
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    folders = [Path(chosen)] if chosen else [Path.home() / kept for kept in KEPT]
    for folder in folders:
        for pattern in INSIDE:
            yield from map(str, sorted(folder.glob(f"chromium-*/{pattern}"), reverse=True))


def starts(program: str) -> bool:
    """Whether it runs at all (Ubuntu's chromium-browser may be a note that it is not there)."""
    try:
        answer = subprocess.run(
            [program, "--version"], capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def find() -> str | None:
    """The path of a Chromium that starts, or None."""
    return next(filter(starts, candidates()), None)


def install() -> None:
    """Debian's Chromium by apt-get, if this user may; a mirror that stumbles gets a second try."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    get = ["apt-get", "-qq", "-o", "Acquire::Retries=2"]
    wanted = ["install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"]
    for _ in range(2):
        subprocess.run([*get, "update"], env=environment, **quiet)  # type: ignore[call-overload]
        done = subprocess.run([*get, *wanted], env=environment, **quiet)  # type: ignore[call-overload]
        if done.returncode == 0:
            return


def main() -> int:
    """Print the path; 1 and the sentence on stderr if there is none."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--install", action="store_true", help="get Debian's, if none is found")
    wanted = parser.parse_args().install
    found = find()
    if found is None and wanted:
        print("Getting Debian's Chromium ...", file=sys.stderr, flush=True)
        install()
        found = find()
    print(found or HOW, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
