"""`grader upgrade-class`. Slow imports are inside the functions."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from grader.cleaning import printable
from grader.cli import common
from grader.languages import _, ngettext


@click.command("upgrade-class")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--chapters", default="", metavar="01,05", help="Upgrade these chapters.")
@click.option("--all", "everything", is_flag=True, help="Upgrade all chapters, and the index.")
@common.friendly
def command(folder: Path, chapters: str, everything: bool) -> None:
    """Show what the course's newer version would change in the class in FOLDER; change nothing.

    A class's sources stay as they were when it was made. With --chapters or --all, they become the
    course's present ones; what you have edited in them stays, also where the course has changed the
    same cell: such cells are named, and the course's version is put into .grader/upgrade/. The old
    sources are kept in .grader/before-upgrade/.

    \b
    Example: grader upgrade-class ~/class
             grader upgrade-class ~/class --chapters 05
    Exit codes: 0 all well; 1 a chapter could not be merged.
    """
    from grader.authoring.upgrading import BESIDE, upgrade, upgrades
    from grader.class_file import chosen_chapters
    from grader.classroom.nbgrader.course import open_course
    from grader.classroom.publishing.class_release import course_version

    screen = common.console()
    course = open_course(folder)
    found = upgrades(course)
    wanted = [one for one in re.split(r"[,\s]+", chapters) if one]
    known = [one.chapter for one in found]
    chosen = known if everything else chosen_chapters(wanted, known) if wanted else []
    screen.print(
        _("The course is of version {version}.").format(version=course_version()), markup=False
    )
    left, done = [], []
    for one in found:
        if chosen and one.chapter not in chosen:
            continue
        for line in _told(one):
            screen.print(printable(line), markup=False)
        if not chosen or not one.is_needed:
            continue
        kept = upgrade(course, one)
        if one.conflicts or one.blocked:
            told = _("    the course's version is in {folder}")
            screen.print(told.format(folder=course.root / BESIDE / one.chapter), markup=False)
        if kept is None:
            left.append(one.chapter)
            continue
        done.append(one.chapter)
        told = _("    upgraded; what it was is in {folder}").format(folder=kept)
        screen.print(told, markup=False)
    here = shlex.quote(str(folder))
    if done:
        told = _("Next: {command}").format(command=f"grader release --course {here}")
        screen.print(told, markup=False)
    elif not chosen and any(one.is_needed for one in found):
        told = _("Nothing has been changed. To upgrade: {command}")
        screen.print(told.format(command=f"grader upgrade-class {here} --all"), markup=False)
    if left:
        raise SystemExit(1)


def _told(one: Any) -> Iterator[str]:
    """What an upgrade of a chapter would change, in lines."""
    changes = one.differences
    told = (
        _("{chapter}: made from {version}")
        if one.known
        else _("{chapter}: made from {version}, which is not at hand: what differs counts as yours")
    )
    if not changes and not one.is_needed:
        told = _("{chapter}: as in the course")
    yield told.format(chapter=one.chapter, version=one.version)
    if changes.texts:
        told = ngettext(
            "    {count} cell of text or code", "    {count} cells of text or code", changes.texts
        )
        yield told.format(count=changes.texts)
    lists = (
        (_("    more: {names}"), changes.more),
        (_("    no longer there: {names}"), changes.less),
        (_("    other tests: {names}"), changes.tests),
        (_("    other files: {names}"), changes.files),
    )
    for text, names in lists:
        if names:
            yield text.format(names=", ".join(names))
    for name, (before, after) in changes.points.items():
        told = _("    points of {name}: {before:g}, then {after:g}")
        yield told.format(name=name, before=before, after=after)
    for name, count in one.judges.items():
        told = ngettext(
            "    another judge of {name} already: `grader autograde` will judge {count} submission again",
            "    another judge of {name} already: `grader autograde` will judge {count} submissions again",
            count,
        )
        yield told.format(name=name, count=count)
    if one.kept:
        told = ngettext(
            "    yours stays: {count} cell or file that you have edited",
            "    yours stay: {count} cells or files that you have edited",
            one.kept,
        )
        yield told.format(count=one.kept)
    for conflict in one.conflicts:
        yield _("    yours stays, though the course has changed it, too: {what}").format(
            what=conflict
        )
    for why in one.blocked:
        yield _("    cannot be merged, and stays as it is: {why}").format(why=why)
