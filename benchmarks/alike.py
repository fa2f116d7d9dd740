"""How many copies the report shows as alike, and how many answers that are so by chance, by exercise.

    python benchmarks/alike.py                      # all exercises, about five minutes
    python benchmarks/alike.py --chapter 01-graphs

A class of the right answers listed for an exercise, written in different ways. A copy is a variant of one
of them (renamed, with keywords for positions, wrapped ...), as the mutation room makes them.
"""

from __future__ import annotations

import argparse
from itertools import combinations

from grader import engine
from grader.classroom.report.alike import pairs
from grader.exercises import CHAPTERS, chapter_exercises, find
from grader.exercises.answers import answers_to
from grader.mutation.variants import variants


def counted(identity: str) -> tuple[int, int, int, int]:
    """(copies found, copies, pairs shown of independent answers, such pairs)."""
    right = [answer for answer in answers_to(identity) if answer.right]
    name, found, copies = find(identity).answers[0], 0, 0
    for one in right:
        others = {other.name: other.source for other in right if other is not one}
        for _kind, source in variants(one.source, name, engine):
            shown = pairs({**others, "mine": one.source, "copy": source})
            copies += 1
            found += any({pair.one, pair.other} == {"mine", "copy"} for pair in shown)
    by_chance = len(pairs({answer.name: answer.source for answer in right}))
    return found, copies, by_chance, len(list(combinations(right, 2)))


def main() -> None:
    """Prints a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chapter", choices=CHAPTERS, help="Only this one.")
    given = parser.parse_args()
    print("| exercise | copies found | shown by chance |\n|---|---|---|")
    whole = [0, 0, 0, 0]
    for chapter in [given.chapter] if given.chapter else CHAPTERS:
        for identity in chapter_exercises(chapter):
            row = counted(identity)
            whole = [before + now for before, now in zip(whole, row, strict=True)]
            print(f"| {identity} | {row[0]} of {row[1]} | {row[2]} of {row[3]} |", flush=True)
    found, copies, shown, independent = whole
    print(f"\nCopies found: {100 * found / max(1, copies):.1f} % of {copies}.")
    print(f"Independent pairs shown: {100 * shown / max(1, independent):.1f} % of {independent}.")


if __name__ == "__main__":
    main()
