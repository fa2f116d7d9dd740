"""docs/pictures/ from the screenshots that the browser tests have left: `make pictures`.

Each is made smaller (a palette of 256 colours), and must then be below MAX_BYTES.
"""

import os
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = Path(os.environ.get("SCREENSHOTS", ROOT / "screenshots"))
PICTURES = ROOT / "docs" / "pictures"
MAX_BYTES = 200_000
# The screenshots that README.md and docs/ show.
CHOSEN = (
    *("check", "check-dark", "show", "show-dark", "trace", "trace-dark"),
    *("progress", "feedback", "formgrader", "report", "report-dark", "tensorboard"),
)


def main() -> int:
    """Copies what is there; 1 where one is missing or too large."""
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
        size = target.stat().st_size
        print(f"{target.relative_to(ROOT)}: {size / 1000:.0f} kB")
        if size > MAX_BYTES:
            print(f"{name} is larger than {MAX_BYTES / 1000:.0f} kB", file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
