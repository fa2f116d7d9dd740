"""Write the lock files and environment.yml from pyproject.toml (`make lock`).

requirements.lock is for the Pythons that TensorFlow has packages for, on Linux and macOS, and light.lock,
with the same releases of what a reader needs, for Python 3.11 to 3.14 on any system: uv resolves for all of
them at once, with environment markers where they differ, and lists the hash of every file of each release.
Pins that still fit are kept; `make lock UPGRADE=1` takes the newest releases. It names no package index.

setup/hub.lock and setup/students.lock are for a hub (deploy/jupyterhub/) and are not part of `make
setup`: JupyterHub with all that it needs, and what students' servers need. They hold the same releases.
Nor are setup/site.lock, for `make site`, and setup/wasm.lock, for `make wasm-test`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from backend import needed, project  # beside this file
from environment import without_tensorflow

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "setup" / "requirements.lock"
LIGHT = ROOT / "setup" / "light.lock"
HUB = ROOT / "setup" / "hub.lock"
STUDENTS = ROOT / "setup" / "students.lock"
ALONE = ("site", "wasm")  # extras with a lock of their own
CONDA = ROOT / "environment.yml"
CONDA_PYTHON = "3.12"

# The newest Pythons: of a reader (setup/run has it, too), and of the rest.
NEWEST_LIGHT = 14
NEWEST_WHOLE = (without_tensorflow(ROOT) or (3, NEWEST_LIGHT + 1))[1] - 1
HEADER = """\
# Written by `make lock` from pyproject.toml; not edited by hand.
# Every package for Python 3.11 to 3.{newest}, with the hashes of all its files.
"""

CONDA_TEXT = f"""\
# For conda and mamba, the same pins as `make setup`. Written by `make lock`.
#   conda env create -f environment.yml && conda activate tf-graph-course
#   pip install --no-deps --no-build-isolation -e .
name: tf-graph-course
channels:
  - conda-forge
dependencies:
  - python={CONDA_PYTHON}
  - pip
  - pip:
      - --require-hashes
      - -r setup/requirements.lock
"""


def pip_setting(name: str) -> str | None:
    """A setting of pip on this machine (uv reads none of pip's), or None."""
    answer = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", f"global.{name}"],
        capture_output=True,
        text=True,
    )
    return os.environ.get("PIP_" + name.upper().replace("-", "_")) or answer.stdout.strip() or None


def resolve(uv: Path, upgrade: bool, target: Path, *what: str | Path, wanted: str = "") -> str:
    """A lock file's text. Raises CalledProcessError where the requirements cannot be met.

    what: uv's arguments, "-" among them for the requirements in `wanted`.
    """
    environment = dict(os.environ)
    if index := pip_setting("index-url"):
        environment.setdefault("UV_DEFAULT_INDEX", index)
    command = [
        *(uv, "pip", "compile", *what),
        *("--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"),
        *("--no-annotate", "--no-header", "--no-emit-find-links", "--quiet"),
        *("--output-file", target),
    ]
    command += ["--upgrade"] * upgrade
    subprocess.run(command, cwd=ROOT, env=environment, check=True, input=wanted, text=True)
    header = HEADER.format(newest=NEWEST_LIGHT if target == LIGHT else NEWEST_WHOLE)
    return header + target.read_text(encoding="utf-8").removeprefix(header)


def extras(*names: str) -> list[str]:
    """uv's options for some of the project's extras."""
    return [word for name in names for word in ("--extra", name)]


def write_locks(uv: Path, upgrade: bool) -> None:
    """All lock files, each with the releases of the one before."""
    names = ("lab", "tensorflow", "class", "zh", "test", "build")
    LOCK.write_text(resolve(uv, upgrade, LOCK, "pyproject.toml", *extras(*names)))
    reader = ("pyproject.toml", *extras("lab", "zh", "build"), "--constraint", LOCK)
    LIGHT.write_text(resolve(uv, upgrade, LIGHT, *reader))
    extra = project()["optional-dependencies"]
    same = ("-", "--constraint", LOCK)
    HUB.write_text(resolve(uv, upgrade, HUB, *same, wanted="\n".join(extra["hub"])))
    same += ("--constraint", HUB)
    students = "\n".join([*needed(), *extra["hub"]])
    STUDENTS.write_text(resolve(uv, upgrade, STUDENTS, *same, wanted=students))
    for name in ALONE:
        target, wanted = ROOT / "setup" / f"{name}.lock", "\n".join(extra[name])
        target.write_text(resolve(uv, upgrade, target, "-", "--constraint", LOCK, wanted=wanted))


def main() -> int:
    """Write the files; the answer is uv's exit code."""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, "uv"]
        subprocess.run(pip, check=True)
        try:
            write_locks(Path(folder) / "bin" / "uv", bool(os.environ.get("UPGRADE")))
        except subprocess.CalledProcessError as error:
            return error.returncode
    CONDA.write_text(CONDA_TEXT)
    print(f"Wrote setup/*.lock and {CONDA.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
