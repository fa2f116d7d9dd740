"""From an empty folder to the first check, with this Python: `python first_check.py WHEEL`.

It installs the wheel and JupyterLab from the package index into an environment of their own, opens the
course with `grader lab`, runs the first lesson in a kernel, checks a wrong and a right answer, and asks for
the progress. Its last line tells the packages, the megabytes and the seconds: of the clock, and of a
processor (only these mean something on a busy machine). Any Python runs it: it imports nothing that the
wheel does not bring.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

# What the wheel needs without a front end, and how large it is; run by the new environment's Python.
COUNT = """
import re
from importlib.metadata import distribution
found, left = {}, ["tf-graph-course"]
while left:
    one = distribution(left.pop())
    if one.name not in found:
        found[one.name] = sum(file.locate().stat().st_size for file in one.files if file.locate().is_file())
        left += [re.match(r"[\\w.-]+", line)[0] for line in one.requires or [] if "extra ==" not in line
                 and not ("platform_system" in line or "sys_platform" in line)]
print(len(found) - 1, round(sum(found.values()) / 1e6))
"""
WRONG = 'check("graphs/polynomial", lambda x, y: 2 * x * x * y)'
RIGHT = 'check("graphs/polynomial", lambda x, y: 2 * x * x * y - y + 5)'
# The first lesson in a kernel, and three cells more; prints what those three show as text.
CELLS = f"""
import sys, time, nbclient, nbformat
path = sys.argv[1]
notebook = nbformat.read(path, 4)
more = [{WRONG!r}, {RIGHT!r}, "from grader.notebook import progress; progress()"]
notebook.cells += [nbformat.v4.new_code_cell(source) for source in more]
client = nbclient.NotebookClient(notebook, allow_errors=True, resources={{"metadata": {{"path": "."}}}})
client.execute()
for cell in notebook.cells:
    for output in cell.get("outputs", []):
        known = "YOUR CODE HERE" in cell.source or output.get("ename") in ("CheckFailed", "NameError")
        known = known or "raises-exception" in cell.metadata.get("tags", [])
        if output.output_type == "error" and not known:
            sys.exit(f"in the cell\\n{{cell.source}}\\n{{output.ename}}: {{output.evalue}}")
for cell in notebook.cells[-3:]:
    print("".join(one.get("data", {{}}).get("text/plain", one.get("evalue", "")) for one in cell.outputs))
    print("----")
"""


def run(*command: object, folder: Path) -> str:
    """The output of a command; ends the program where the command fails."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("GRADER")
    }
    for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"):
        environment.pop(name, None)
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**environment, "GRADER_LANG": "en", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=1800,
    )
    if done.returncode:
        sys.exit(f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def free_port() -> int:
    """One that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def worked() -> float:
    """The seconds that a processor has worked for our children; 0 on Windows."""
    times = os.times()
    return times.children_user + times.children_system


@contextlib.contextmanager
def lab(python: Path, folder: Path) -> Iterator[str]:
    """`grader lab` in a folder, and its address while it runs."""
    command = [python, "-m", "grader.cli", "lab", "--no-browser", "--port", str(free_port())]
    log = folder.parent / "lab.txt"
    with log.open("w", encoding="utf-8") as text:
        server = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": "", "GRADER_LANG": "en"},
            stdout=text,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
    try:
        for _ in range(600):
            said = log.read_text(encoding="utf-8", errors="replace")
            if found := re.search(r"http://127\.0\.0\.1:\S+", said):
                yield found[0]
                return
            if server.poll() is not None:
                break
            time.sleep(0.2)
        sys.exit(f"grader lab does not answer:\n{said}")
    finally:
        server.terminate()
        server.wait(60)


def first_check(wheel: Path, place: Path) -> str:
    """Goes the whole way in a folder; the line about it."""
    run(sys.executable, "-m", "venv", "here", folder=place)
    python = place / "here" / ("Scripts" if os.name == "nt" else "bin") / "python"
    started, before = time.monotonic(), worked()
    run(python, "-m", "pip", "install", "--quiet", f"{wheel}[lab]", folder=place)
    installed = time.monotonic() - started
    course = place / "course"
    course.mkdir()
    with lab(python, course) as address:
        page = urllib.request.urlopen(address, timeout=60).read().decode()
        if "JupyterLab" not in page:
            sys.exit(f"{address} is not JupyterLab: {page[:500]}")
    (lesson, *_) = sorted(course.glob("01-*/*.ipynb"))
    told = run(python, "-c", CELLS, lesson.name, folder=lesson.parent).split("----\n")
    seconds, busy = time.monotonic() - started, worked() - before
    for said, wanted in zip(told, ("0 of 2 points", "2 of 2 points", "2 of "), strict=False):
        if wanted not in said:
            sys.exit(f"expected {wanted!r} in what a cell shows:\n{said}")
    if "2 of 2" not in run(python, "-m", "grader.cli", "progress", "01-graphs", folder=course):
        sys.exit("grader progress does not count the solved exercise")
    fewest, small = run(python, "-c", COUNT, folder=place).split()
    names = run(python, "-m", "pip", "list", "--format=freeze", folder=place).split()
    packages = [name for name in names if not re.match("(pip|setuptools|tf-graph-course)==", name)]
    folder = next((place / "here").glob("[Ll]ib/**/site-packages"))
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    return (
        f"Python {sys.version_info[0]}.{sys.version_info[1]}: {fewest} packages, {small} MB; "
        f"with JupyterLab {len(packages)}, {size:.0f} MB; {installed:.0f} s to install them, "
        f"{seconds:.0f} s to the first check ({busy:.0f} s of a processor)"
    )


def main() -> None:
    """Go the way."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("wheel", type=Path, help="what `make wheel` has built")
    wheel = parser.parse_args().wheel.resolve()
    with tempfile.TemporaryDirectory(prefix="first-") as folder:
        print(first_check(wheel, Path(folder)))


if __name__ == "__main__":
    main()
