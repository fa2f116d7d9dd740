"""How strong the judges are: mutants, variants, and the reasons that wrong answers are told.

    python benchmarks/verdicts.py [--draws 1] [--only graphs] [--write]

For each exercise, with the answers of grader/exercises/answers/ on the engine:

mutants     right answers with one mistake: how many were tried, lost points, and are exempt with a reason
open        mutants that got full points, and variants that lost one, without a reason: holes
variants    right answers written in another way
wrong       listed wrong answers; how many of them a listed misconception names, and how many of the
            others are told a reason: an error of theirs, a relation to the right values, or a case's advice

--write writes docs/verdicts.md. It takes a quarter of an hour for the whole course.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from grader import engine
from grader.authoring.mutating import DIED, REJECTED, all_mutants, all_variants, tried
from grader.evidence import collect_from
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import Answer, answers
from grader.judging import Exercise, Verdict, draw, judge

PAGE = Path(__file__).parents[1] / "docs" / "verdicts.md"
INTRODUCTION = """\
# How strong the judges are

A judge is tried by answers that nobody wrote: every listed right answer is changed by one small
mistake at a time (a *mutant*, which must lose points) and written in other ways (a *variant*, which
must keep them). [instructors.md](instructors.md#an-exercise-of-your-own) says how to try an
exercise of your own. `tests/mutation/` tries some with each commit; `make mutants` tries all.

The table comes from `python benchmarks/verdicts.py --write`, on the engine:

- *mutants*, *rejected*, *exempt*: how many were tried, how many lost points, and how many may keep
  them, for a reason that stands beside the answers (the mutant does the same, or uses a freedom
  that the text leaves).
- *variants*: other ways to write the right answers. *open*: mutants that got full points and
  variants that lost one, without a reason. These are holes.
- *wrong*, *named*, *told*: the listed wrong answers; those that a misconception of the exercise
  names; and those of the others that are told a reason: what their code raised, how their values
  differ from the right ones, or the advice of the case that does not hold.

"""
HEADS = ("exercise", "mutants", "rejected", "exempt", "variants", "open", "wrong", "named", "told")


def main() -> None:
    """Tries every exercise and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=1, help="how many questions each is asked")
    parser.add_argument("--only", default="", help="exercises whose identity begins so")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    options = parser.parse_args()
    rows = []
    for identity, exercise, listed in chosen(options.only):
        rows.append(row(identity, exercise, listed, [str(n) for n in range(options.draws)]))
        print(line(rows[-1]), flush=True)
    total = ["all", *(sum(one[place] for one in rows) for place in range(1, len(HEADS)))]
    print(line(total))
    if options.write:
        write([*rows, total])


def chosen(prefix: str) -> Iterator[tuple[str, Exercise, list[Answer]]]:
    """The exercises whose identity begins with `prefix`, with their listed answers."""
    for chapter in CHAPTERS:
        for identity, exercise in chapter_exercises(chapter).items():
            if identity.startswith(prefix):
                listed = [one for one in answers(chapter) if one.exercise == identity]
                yield identity, exercise, listed


def row(identity: str, exercise: Exercise, listed: list[Answer], seeds: list[str]) -> list:
    """The numbers of one exercise, in the order of `HEADS`."""
    count: Counter[str] = Counter()
    for kind, cases in (
        ("mutants", all_mutants(identity)),
        ("variants", all_variants(identity, engine)),
    ):
        for trial in tried(identity, cases, seeds, engine):
            count[kind] += 1
            if trial.as_expected:
                count["rejected"] += kind == "mutants" and trial.fate in (REJECTED, DIED)
            else:
                count["exempt" if trial.exemption else "open"] += 1
    for answer in listed:
        if not answer.right:
            verdict = verdict_on(exercise, answer)
            count["wrong"] += 1
            count["named"] += verdict.misconception is not None
            count["told"] += verdict.misconception is None and has_reason(exercise, verdict)
    return [identity, *(count[head] for head in HEADS[1:])]


def verdict_on(exercise: Exercise, answer: Answer) -> Verdict:
    """The verdict on a listed answer, for one draw."""
    import numpy as np

    challenge = draw(exercise, b"0")
    with engine.Graph().as_default():
        namespace = {"tf": engine, "np": np}
        exec(answer.source, namespace)
        data = collect_from(namespace, exercise.answers, challenge, engine)
    return judge(exercise, challenge, data)


def has_reason(exercise: Exercise, verdict: Verdict) -> bool:
    """Whether the message says more than what a case expected and what came."""
    _, _, reason = verdict.message.partition(": ")
    bare = ("this does not hold", *(f"{case.label}: expected" for case in exercise.cases))
    return not reason.startswith(bare)


def line(row: list) -> str:
    """A row of the table in Markdown."""
    return "| " + " | ".join(str(part) for part in row) + " |"


def write(rows: list[list]) -> None:
    """Writes the page."""
    table = [line(list(HEADS)), line(["---"] * len(HEADS)), *(line(row) for row in rows)]
    PAGE.write_text(INTRODUCTION + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
