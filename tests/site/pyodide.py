"""As much of a release of Pyodide as package registries have: npm's part, and packages in Python alone."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PINNED = ROOT / "deploy" / "site" / "pyodide.json"
CONSTANTS = ROOT / ".site" / "jupyterlite_pyodide_kernel" / "constants.py"
ANYWHERE = ("--only-binary", ":all:", "--platform", "any", "--implementation", "py")
PYTHON = ("--python-version", "3.14")


def version() -> str:
    """The release that the kernel is made for."""
    found = re.search(r'PYODIDE_VERSION = "([^"]+)"', CONSTANTS.read_text(encoding="utf-8"))
    assert found
    return found[1]


def part_of_pyodide(folder: Path) -> Path:
    """Makes such a folder. Its lock names what is there, and what is not as it was."""
    folder.mkdir()
    sys.path.insert(0, str(ROOT / "deploy" / "site"))
    from packages import install_tools

    install_tools(ROOT / ".site")
    npm = ("npm", "pack", "--silent", f"pyodide@{version()}")
    name = subprocess.run(
        npm, cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()
    with tarfile.open(folder / name) as archive:
        archive.extractall(folder, filter="data")
    place = folder / "package"
    lock = json.loads(PINNED.read_text(encoding="utf-8"))
    pure = {k: one for k, one in lock["packages"].items() if "-none-any" in one["file_name"]}
    wanted = [f"{name}=={one['version']}" for name, one in pure.items()]
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", place)
    subprocess.run([*pip, *ANYWHERE, *PYTHON, *wanted], check=True)
    for name, one in pure.items():
        start = f"{name}-{one['version']}-".replace("-", "_")
        file = next(
            p for p in place.glob("*.whl") if p.name.replace("-", "_").lower().startswith(start)
        )
        one["file_name"] = file.name
        one["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    (place / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return place
