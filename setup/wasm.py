"""Put a Python for WebAssembly, and what the course needs there, into .wasm/ (`make wasm-test`).

.wasm/host holds the runtime (setup/wasm.lock), .wasm/guest the packages that its Python imports, of the
releases in setup/light.lock. Both come from the package index by pip; nothing else of the set-up needs them.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".wasm"
LOCK = ROOT / "setup" / "wasm.lock"
LIGHT = ROOT / "setup" / "light.lock"
# What the course needs and the guest lacks, as far as it is Python alone; tests/wasm/standins/ has the rest.
PURE = ("absl-py", "click", "markdown-it-py", "mdurl", "opt-einsum", "protobuf", "pygments", "rich")
# A wheel for any system: protobuf has one without C.
ANYWHERE = ("--only-binary", ":all:", "--platform", "any", "--implementation", "py")


def entries(lock: Path, names: tuple[str, ...]) -> str:
    """The entries of a lock file for these packages, with their hashes."""
    found = re.split(r"(?m)^(?=[a-z0-9])", lock.read_text(encoding="utf-8"))
    return "".join(one for one in found if one.partition("==")[0] in names)


def install(requirements: str, target: Path, *options: str) -> None:
    """Puts packages into a folder of their own, checked against their hashes."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write(requirements)
        file.flush()
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        wanted = ("--no-deps", "--require-hashes", "-r", file.name, "--target", str(target))
        subprocess.run([*pip, *options, *wanted], check=True)


def prepare() -> None:
    """Installs both, unless they are there."""
    host, guest = LOCK.read_text(encoding="utf-8"), entries(LIGHT, PURE)
    done = FOLDER / "installed"
    if done.is_file() and done.read_text(encoding="utf-8") == host + guest:
        return
    for name in ("host", "guest"):
        shutil.rmtree(FOLDER / name, ignore_errors=True)
    install(host, FOLDER / "host")
    install(guest, FOLDER / "guest", *ANYWHERE, "--python-version", "3.15")
    done.write_text(host + guest, encoding="utf-8")


def main() -> int:
    """Install; pip's own words say what went wrong."""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "cache").mkdir(
        mode=0o700, exist_ok=True
    )  # the runtime uses none that others may read
    try:
        prepare()
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
