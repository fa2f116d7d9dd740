"""Write the lock files and environment.yml from pyproject.toml (`make lock`).

One file for Python 3.11 to 3.13 on Linux and macOS: uv resolves for all of them at once, with
environment markers where they differ, and lists the hash of every file of each release. Pins that
still fit are kept; `make lock UPGRADE=1` takes the newest releases. It names no package index.

setup/hub.lock and setup/students.lock are for a hub (deploy/jupyterhub/) and are not part of `make
setup`: JupyterHub with all that it needs, and what students' servers need. They hold the same releases.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from students_package import needed  # beside this file

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "setup" / "requirements.lock"
HUB = ROOT / "setup" / "hub.lock"
STUDENTS = ROOT / "setup" / "students.lock"
CONDA = ROOT / "environment.yml"
CONDA_PYTHON = "3.12"

HEADER = """\
# Written by `make lock` from pyproject.toml; not edited by hand.
# Every package for Python 3.11 to 3.13, with the hashes of all its files.
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
    text = target.read_text()
    return text if text.startswith(HEADER) else HEADER + text


def write_locks(uv: Path, upgrade: bool) -> None:
    """All lock files, each with the releases of the one before."""
    extras = ("--extra", "test", "--extra", "build")
    LOCK.write_text(resolve(uv, upgrade, LOCK, "pyproject.toml", *extras))
    hub = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    same = ("-", "--constraint", LOCK)
    HUB.write_text(resolve(uv, upgrade, HUB, *same, wanted="\n".join(hub["hub"])))
    same += ("--constraint", HUB)
    students = "\n".join([*needed(), *hub["hub"]])
    STUDENTS.write_text(resolve(uv, upgrade, STUDENTS, *same, wanted=students))


def main() -> int:
    """Write both files; the answer is uv's exit code."""
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
