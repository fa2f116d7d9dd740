"""Build the course as a static site, which runs in the reader's browser (`make site`).

    python deploy/site/build.py [--out dist/site] [--pyodide FOLDER]

JupyterLite and its Pyodide kernel are made into a folder, with the lessons in all languages, the course's
wheel, and a page of each lesson. Pyodide and its compiled packages come from the address that they usually
come from or, with --pyodide, from a folder with a release of it, which is copied into the site.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(HERE)]

import packages  # noqa: E402 (beside this file)

OUT = ROOT / "dist" / "site"
TOOLS = ROOT / ".site"
KERNEL = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension"
# The address of Pyodide's files, as the kernel has it.
ADDRESS = "from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL as url; print(url)"


def build(out: Path, pyodide: Path | None, only: str) -> None:
    """Builds the whole site anew."""
    import lessons  # beside this file, too; nbconvert is slow to import

    tools = packages.install_tools(TOOLS)
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="site-") as place:
        lite = Path(place)
        wheels = packages.gather_wheels(lite / "pypi")
        lessons.copies(lite / "files")
        for name in ("jupyter-lite.json", "overrides.json"):
            shutil.copy(HERE / name, lite / name)
        if pyodide:
            (lite / "static").mkdir()
            shutil.copytree(pyodide, lite / "static" / "pyodide")
        jupyterlite(lite, out, tools)
        write_lock(out, pyodide, wheels, tools)
    # Their page sends everybody to JupyterLab; ours shows the lessons first.
    lessons.index(out)
    (out / "style.css").write_text(lessons.style(), encoding="utf-8")
    lessons.pages(out / "read", only)


def with_tools(tools: Path) -> dict[str, str]:
    """The environment in which Python finds JupyterLite."""
    return {
        **os.environ,
        "PYTHONPATH": str(tools),
        "JUPYTER_PATH": str(tools / "share" / "jupyter"),
    }


def jupyterlite(lite: Path, out: Path, tools: Path) -> None:
    """Lets JupyterLite make its part. What else is installed in this environment stays out of it."""
    settings = {
        "LiteBuildConfig": {
            "apps": ["lab"],
            "contents": ["files"],
            "federated_extensions": [str(tools / KERNEL)],
            "ignore_sys_prefix": True,
            "no_sourcemaps": True,
        }
    }
    (lite / "jupyter_lite_config.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core.app", "build", "--lite-dir", lite]
    done = subprocess.run(
        [*map(str, command), "--output-dir", str(out)],
        cwd=lite,
        env=with_tools(tools),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"JupyterLite stopped:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def write_lock(out: Path, pyodide: Path | None, wheels: list[Path], tools: Path) -> None:
    """The list of packages that a cell's imports load: Pyodide's, and ours."""
    if pyodide:
        found, base = pyodide / packages.LOCK_NAME, "../pyodide/"
    else:
        shown = [sys.executable, "-c", ADDRESS]
        done = subprocess.run(
            shown, env=with_tools(tools), capture_output=True, text=True, check=True
        )
        found, base = packages.PINNED, done.stdout.strip() + "/"
    whole = packages.lock(
        json.loads(found.read_text(encoding="utf-8")), base, wheels, "../../pypi/"
    )
    place = out / "static" / "pyodide-lock" / packages.LOCK_NAME
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(whole), encoding="utf-8")


def main() -> int:
    """Build it, and say where it is and how large."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=OUT, help="the site's folder, made anew")
    parser.add_argument("--pyodide", type=Path, help="a folder with a release of Pyodide")
    parser.add_argument("--only", default="", help="pages of this chapter alone (for a quick look)")
    given = parser.parse_args()
    if given.pyodide and not (given.pyodide / packages.LOCK_NAME).is_file():
        parser.error(f"{given.pyodide} is no release of Pyodide: it has no {packages.LOCK_NAME}")
    build(given.out.resolve(), given.pyodide and given.pyodide.resolve(), given.only)
    size = sum(path.stat().st_size for path in given.out.rglob("*") if path.is_file()) / 1e6
    print(f"{given.out}: {size:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
