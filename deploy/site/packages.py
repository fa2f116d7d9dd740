"""What the site's Python is made of: the tools that build it, the wheels it offers, and Pyodide's lock.

    python deploy/site/packages.py FOLDER    writes pyodide.json from FOLDER/pyodide-lock.json

pyodide.json has what the course needs of a release of Pyodide: name, release and hash of each package.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LOCK = ROOT / "setup" / "site.lock"
LIGHT = ROOT / "setup" / "light.lock"
PINNED = HERE / "pyodide.json"
LOCK_NAME = "pyodide-lock.json"
# What Pyodide brings: for the notebooks, and for its kernel.
NOTEBOOKS = ("crc32c", "igraph", "matplotlib", "ml-dtypes", "numpy", "protobuf", "threadpoolctl")
KERNEL = ("ipython", "jedi", "micropip")
# What it does not: packages in Python alone, of the course's releases, which the site offers itself.
OURS = ("absl-py", "opt-einsum")
OF_KERNEL = ("comm",)
COURSE = "tf-graph-course"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
ANYWHERE = ("--only-binary", ":all:", "--platform", "any", "--implementation", "py")


def install_tools(folder: Path) -> Path:
    """JupyterLite and its kernel in a folder of their own."""
    done, wanted = folder / "installed", LOCK.read_text(encoding="utf-8")
    if not done.is_file() or done.read_text(encoding="utf-8") != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        options = ("--quiet", "--no-deps", "--require-hashes", "-r", LOCK, "--target", folder)
        subprocess.run([*PIP, "install", *options], check=True)
        done.write_text(wanted, encoding="utf-8")
    return folder


def gather_wheels(folder: Path) -> list[Path]:
    """The course's wheel and the others that the site offers, in `folder`."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build = ("--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ".")
    subprocess.run([*PIP, "wheel", *build], check=True, cwd=ROOT)
    entries = re.split(r"(?m)^(?=[a-z0-9])", LIGHT.read_text(encoding="utf-8"))
    wanted = folder / "wanted.txt"
    names = (*OURS, *OF_KERNEL)
    wanted.write_text("".join(one for one in entries if one.partition("==")[0] in names), "utf-8")
    options = ("--quiet", "--no-deps", "--require-hashes", "-r", wanted, "--dest", folder)
    subprocess.run([*PIP, "download", *ANYWHERE, *options], check=True)
    wanted.unlink()
    wheels = sorted(folder.glob("*.whl"))
    for wheel in wheels:
        wheel.chmod(0o644)  # a host may run as somebody else
    return wheels


def lock(pyodide: dict[str, Any], base: str, wheels: Iterable[Path], ours: str) -> dict[str, Any]:
    """Pyodide's lock with our wheels in it: what a cell imports is then loaded from one place or the other.

    base, ours: where the files of either are, as addresses that end in "/".
    """
    packages = {
        name: one | {"file_name": base + one["file_name"]}
        for name, one in pyodide["packages"].items()
    }
    for wheel in wheels:
        name, release = wheel.name.split("-")[:2]
        name = normal(name)
        packages[name] = {
            "name": name,
            "version": release,
            "file_name": ours + wheel.name,
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "install_dir": "site",
            "package_type": "package",
            "unvendored_tests": False,
            "imports": ["grader"] if name == COURSE else [],
            "depends": [*NOTEBOOKS, *OURS] if name == COURSE else [],
        }
    return pyodide | {"packages": packages}


def normal(name: str) -> str:
    """A package's name as locks write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(packages: dict[str, Any], names: Iterable[str]) -> set[str]:
    """The packages, and all that they need."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = normal(waiting.pop())
        if name not in found:
            found.add(name)
            waiting += packages[name]["depends"]
    return found


def main() -> int:
    """Write pyodide.json."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="with a release of Pyodide, or npm's part of it")
    whole = json.loads((parser.parse_args().folder / LOCK_NAME).read_text(encoding="utf-8"))
    kept = sorted(needed(whole["packages"], (*NOTEBOOKS, *KERNEL)))
    whole["packages"] = {name: whole["packages"][name] for name in kept}
    PINNED.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
