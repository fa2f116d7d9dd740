"""What a notebook needs in a browser, where Python has no environment and no terminal (deploy/site/)."""

from __future__ import annotations

import base64
import html
import io
import os
import sys
import zipfile
from pathlib import Path

from grader.languages import VARIABLE, _, available, tag

ARCHIVE = "graphs-work.zip"


def settle(folder: Path) -> None:
    """Chooses the language of a notebook in `folder`: the lessons of each are in a folder of its name."""
    if sys.platform != "emscripten":
        return
    found = next((name for name in reversed(folder.parts) if name in available()), None)
    if found:
        os.environ.setdefault(VARIABLE, found)


def archive(folder: Path) -> bytes:
    """The notebooks of all chapters in `folder`, as a class takes them: CHAPTER/NOTEBOOK."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(folder.glob("[0-9]*/*.ipynb")):
            file.write(path, path.relative_to(folder).as_posix())
    return packed.getvalue()


class Download:
    """A link to an archive that is in the page itself."""

    def __init__(self, data: bytes):
        self.data = data

    def __repr__(self) -> str:
        return _("{name}: {size} kB").format(name=ARCHIVE, size=len(self.data) // 1000 + 1)

    def _repr_html_(self) -> str:
        packed = base64.b64encode(self.data).decode("ascii")
        told = html.escape(_("Download {name}").format(name=ARCHIVE))
        saved = f'download="{ARCHIVE}" href="data:application/zip;base64,{packed}"'
        return f'<a lang="{tag()}" {saved}>{told}</a>'


def download_work(folder: Path | None = None) -> Download:
    """A link that saves the reader's notebooks; to be run in the index. Save them first."""
    place = folder or Path.cwd()
    settle(place)
    return Download(archive(place))
