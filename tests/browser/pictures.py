"""docs/pictures/ from the screenshots that the browser tests have left: `make pictures`.

Each is made smaller (a palette of 256 colours), and must then be below MAX_BYTES. Beside it is kept, as text,
what of the course it shows: tests/test_pictures.py tells when a picture is behind the course.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = Path(os.environ.get("SCREENSHOTS", ROOT / "screenshots"))
PICTURES = ROOT / "docs" / "pictures"
MAX_BYTES = 200_000
# The screenshots that README.md and docs/ show.
CHOSEN = ("check", "show", "trace", "progress", "feedback", "report")


def main() -> int:
    """Copies what is there; 1 where one is missing or too large."""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    PICTURES.mkdir(exist_ok=True)
    wrong = 0
    for name in CHOSEN:
        source, target = SCREENSHOTS / f"{name}.png", PICTURES / f"{name}.png"
        if not source.is_file():
            print(f"{name}: there is no {source}; run: make browser-test", file=sys.stderr)
            wrong = 1
            continue
        with Image.open(source) as picture:
            small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
        small.save(target, optimize=True)
        shutil.copyfile(source.with_suffix(".txt"), target.with_suffix(".txt"))
        size = target.stat().st_size
        print(f"{target.relative_to(ROOT)}: {size / 1000:.0f} kB")
        if size > MAX_BYTES:
            print(f"{name} is larger than {MAX_BYTES / 1000:.0f} kB", file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
