"""Checkpoints that come and go: what a saver leaves in a folder."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from grader.languages import _, listed, sentences
from grader.pictures.drawing.display import Picture
from grader.pictures.moving.animation import Frame, animation
from grader.pictures.moving.shapes import HELD, KEPT, OPEN, box, moved, text

CARD, GAP, HIGH = 76.0, 12.0, 58.0
LEFT, TOP = 20.0, 44.0
MOST_SAVES = 12


def checkpoints_picture(session: Any, saver: Any, saves: int, each: Any = None) -> Picture:
    """Which checkpoints are in a folder after each of `saves` saves, numbered from 1.

    session, saver: of TensorFlow or of the engine; the saver has saved nothing yet. each: what the
    session runs before each save. The files are in a temporary folder, and gone at the end.
    Raises ValueError for more than 12 saves.
    """
    if not 0 < saves <= MOST_SAVES:
        raise ValueError(
            _("{count} checkpoints cannot be drawn; 1 to {most} can").format(
                count=saves, most=MOST_SAVES
            )
        )
    frames: list[Frame] = []
    before: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1, saves + 1):
            if each is not None:
                session.run(each)
            saver.save(session, f"{folder}/model", global_step=number)
            there = sorted(
                int(path.stem.rpartition("-")[2]) for path in Path(folder).glob("*.index")
            )
            latest = _latest(Path(folder))
            said = _said(number, there, [one for one in before if one not in there], latest)
            frames.append(Frame(_cards(number, there, before, latest, saves), said))
            before = there
    title = _("What is in the folder after each save")
    return animation(title, "", frames, (2 * LEFT + saves * (CARD + GAP), TOP + HIGH + 34))


def _latest(folder: Path) -> int:
    """The checkpoint that the file `checkpoint` names, as `latest_checkpoint` reads it."""
    first = (folder / "checkpoint").read_text(encoding="utf-8").splitlines()[0]
    return int(first.rstrip('"').rpartition("-")[2])


def _said(number: int, there: list[int], gone: list[int], latest: int) -> str:
    told = [_("Save {number}: model-{number} is written.").format(number=number)]
    if gone:
        names = listed(f"model-{one}" for one in gone)
        told.append(_("Deleted: {names}.").format(names=names))
    names = listed(f"model-{one}" for one in there)
    told.append(_("In the folder: {names}.").format(names=names))
    told.append(_("The latest is {name}.").format(name=f"model-{latest}"))
    return sentences(told)


def _cards(number: int, there: list[int], before: list[int], latest: int, saves: int) -> str:
    parts = [text(LEFT, 24, f"\u25b6 save({number})", "start", 13, ' font-weight="bold"')]
    for one in range(1, saves + 1):
        x = LEFT + (one - 1) * (CARD + GAP)
        middle = x + CARD / 2
        if one not in there:
            word = _("deleted") if one <= number else ""
            parts.append(box(x, TOP, CARD, HIGH, OPEN))
            if word:
                parts.append(text(middle, TOP + HIGH - 7, word, size=11))
            if one in before:
                parts.append(
                    f'<path d="M{x:.0f} {TOP:.0f}l{CARD:.0f} {HIGH:.0f}m0 -{HIGH:.0f}l-{CARD:.0f} '
                    f'{HIGH:.0f}" stroke="currentColor" stroke-opacity="0.5"/>'
                )
            continue
        drawn = box(x, TOP, CARD, HIGH, KEPT if one == latest else HELD)
        drawn += text(middle, TOP + 26, f"model-{one}", more=' font-weight="bold"')
        drawn += text(middle, TOP + 44, _("kept"), size=11)
        parts.append(moved(drawn, 0, -40) if one == number else drawn)
        if one == latest:
            parts.append(text(middle, TOP + HIGH + 20, "\u2191 " + _("latest"), size=12))
    return "".join(parts)
