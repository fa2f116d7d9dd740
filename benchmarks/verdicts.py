"""How strong the judges are: mutants, variants, and the explanations that wrong answers get.

    python benchmarks/verdicts.py [--draws 3] [--only graphs] [--jobs 2] [--write]
    python benchmarks/verdicts.py --reasons [--others 10] [--list FILE] [--only graphs] [--jobs 2] [--write]

For each exercise, with the listed answers on the engine:

mutants     right answers with one mistake: how many were tried, lost points (rejected), and got all of
            them for a listed reason (explained)
variants    right answers written in another way; how many lost a point for a listed reason (excused)
open        mutants that got full points, and variants that lost one, without a reason: holes
wrong       listed wrong answers; how many of them match a listed misconception, and how many of the
            others get an explanation: their error, a relation to the right values, or a case's advice

--write writes docs/verdicts.md; with --only, its other rows stay. --jobs is the number of
exercises tried at the same time.

--reasons tries no mutants; it shows how the listed wrong answers that match no misconception are explained:

error, relation, mutant, advice
            the kind of explanation; "none" shows only the expected value and the student's
changed     relations and mutants that differ in some other draw, so that one of the two is false

--list writes every relation and mutant that is used into a file, for reading; --write writes docs/reasons.md.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from grader import engine
from grader.authoring.mutating import DIED, REJECTED, all_mutants, all_variants, tried
from grader.evidence import collect_from
from grader.exercises import CHAPTERS, chapter_exercises
from grader.exercises.answers import Answer, answers
from grader.exercises.catalogue import chapter_of, find
from grader.judging import MUTANTS, Exercise, Verdict, draw, judge, relation_sentences

DOCS = Path(__file__).parents[1] / "docs"
PAGE, REASONS_PAGE = DOCS / "verdicts.md", DOCS / "reasons.md"
INTRODUCTION = """\
# How strong the judges are

Judges are tested with answers that nobody wrote: every listed right answer is changed by one small
mistake at a time (a *mutant*, which must lose points) and rewritten in other ways (a *variant*, which
must not). [instructors.md](instructors.md#an-exercise-of-your-own) explains how to test an
exercise of your own. `tests/mutation/` tries some with each commit; `make mutants` tries all.

The table is written by `python benchmarks/verdicts.py --write`, on the engine:

- *mutants*, *rejected*: how many were tried, each with {draws} draws, and how many lost points in all of
  them. *variants*: other ways to write the right answers.
- *explained*: mutants that got full points, for a reason given beside the answers: each does the same as
  the right answer, or uses a freedom that the question leaves. *excused*: variants that lost a point, for a
  reason given there, too: each says something else. *open*: those without a reason. These are holes.
- *wrong*, *named*, *told*: the listed wrong answers; those that match a misconception of the
  exercise; and how many of the others get an explanation: what their code raised, how their values
  differ from the right ones, or the advice of the case that does not hold.

"""
REASONS = """\
# How feedback explains a wrong answer

Most mistakes that students make are listed with their exercise, as misconceptions. Some of the wrong answers
that the tests judge (each exercise's `answers.py`) match none of them. This page counts those by the kind of
explanation they get. It is written by `python benchmarks/verdicts.py --reasons --write`, on the engine:

- *error*: what their code raised, or why their graph cannot be observed.
- *relation*: how their values differ from the right ones in the same way in every case ("one step late").
- *mutant*: they behave exactly like a right answer with one small mistake ("a mean instead of a sum").
- *advice*: a sentence about the case that does not hold. *none*: only the expected value and theirs.
- *share*: how many of them get an explanation.
- *changed*: answers whose relation or mutant differs in at least one of {others} other draws. There
  should be none: one of the two explanations would be false.

"""
REASON_HEADS = (
    *("exercise", "wrong", "named", "unnamed"),
    *("error", "relation", "mutant", "advice", "none", "share", "changed"),
)
HEADS = (
    *("exercise", "mutants", "rejected", "explained", "variants", "excused"),
    *("open", "wrong", "named", "told"),
)


def main() -> None:
    """Tries every exercise and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=3, help="how many challenges each answer gets")
    parser.add_argument("--only", default="", help="exercises whose id begins with this")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    parser.add_argument("--reasons", action="store_true", help="how wrong answers are explained")
    parser.add_argument("--others", type=int, default=10, help="how many other draws to compare")
    parser.add_argument("--list", type=Path, help="file for the relations and mutants used")
    parser.add_argument("--jobs", type=int, default=2, help="exercises tried at the same time")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs, get_context("fork")) as pool:
        if options.reasons:
            reasons(options, pool)
            return
        rows = []
        work = partial(row, seeds=[str(number) for number in range(options.draws)])
        for one in pool.map(work, chosen(options.only)):
            rows.append(one)
            print(line(one), flush=True)
    print(line(total(rows, HEADS)))
    if options.write:
        write(PAGE, INTRODUCTION.format(draws=options.draws), HEADS, rows)


def chosen(prefix: str) -> list[str]:
    """The exercises whose identity begins with `prefix`."""
    return [
        identity
        for chapter in CHAPTERS
        for identity in chapter_exercises(chapter)
        if identity.startswith(prefix)
    ]


def wrong_answers(identity: str) -> list[Answer]:
    """The listed wrong answers to an exercise."""
    listed = answers(chapter_of(identity) or "")
    return [one for one in listed if one.exercise == identity and not one.right]


def row(identity: str, seeds: list[str]) -> list:
    """The numbers of one exercise, in the order of `HEADS`."""
    exercise = find(identity)
    count: Counter[str] = Counter()
    for kind, cases in (
        ("mutants", all_mutants(identity)),
        ("variants", all_variants(identity, engine)),
    ):
        for trial in tried(identity, cases, seeds, engine):
            count[kind] += 1
            if trial.as_expected:
                count["rejected"] += kind == "mutants" and trial.fate in (REJECTED, DIED)
            elif trial.exemption:
                count["explained" if kind == "mutants" else "excused"] += 1
            else:
                count["open"] += 1
    for answer in wrong_answers(identity):
        verdict = verdict_on(exercise, answer)
        count["wrong"] += 1
        count["named"] += verdict.misconception is not None
        count["told"] += verdict.misconception is None and has_reason(exercise, verdict)
    return [identity, *(count[head] for head in HEADS[1:])]


def reasons(options: argparse.Namespace, pool: Executor) -> None:
    """Counts the reasons of all exercises, prints the table, and writes what is asked for."""
    rows, told = [], []
    work = partial(reasons_of, others=options.others)
    for one, used in pool.map(work, chosen(options.only)):
        rows.append(one)
        told += used
        print(line(one), flush=True)
    print(line(total(rows, REASON_HEADS)))
    if options.list:
        options.list.write_text("\n".join(told) + "\n", encoding="utf-8")
    if options.write:
        text = REASONS.format(others=options.others)
        write(REASONS_PAGE, text, REASON_HEADS, rows)


def reasons_of(identity: str, others: int) -> tuple[list, list[str]]:
    """The counts of one exercise, and the relations and mutants that explain its wrong answers."""
    exercise, count, told = find(identity), Counter[str](), []
    for answer in wrong_answers(identity):
        verdict = verdict_on(exercise, answer)
        kind, reason = reason_of(exercise, verdict)
        count[kind] += 1
        if kind in ("relation", "mutant"):
            told.append(f"{identity} {answer.name} -> {verdict.message}")
            seeds = [b"other %d" % number for number in range(others)]
            found = {reason_of(exercise, verdict_on(exercise, answer, seed)) for seed in seeds}
            if found - {(kind, reason)}:
                count["changed"] += 1
                told[-1] += f"   CHANGES: {sorted(found - {(kind, reason)})}"
    count["wrong"] = len(wrong_answers(identity))
    count["unnamed"] = count["wrong"] - count["named"]
    return with_share([identity, *(count[head] for head in REASON_HEADS[1:])]), told


def with_share(row: list) -> list:
    """The row of counts, in the order of `REASON_HEADS`, with the share that it makes."""
    none, unnamed = (row[REASON_HEADS.index(head)] for head in ("none", "unnamed"))
    row[REASON_HEADS.index("share")] = f"{1 - none / unnamed:.0%}" if unnamed else ""
    return row


def reason_of(exercise: Exercise, verdict: Verdict) -> tuple[str, str]:
    """The kind of the reason that a message gives, and the sentence without its numbers."""
    if verdict.misconception:
        return "named", verdict.misconception
    reason = verdict.message.partition(": ")[2]
    for sentence in MUTANTS.values():
        if reason[1:].startswith(sentence[1:]):
            return "mutant", sentence
    for sentence in (one for key, one in vars(relation_sentences).items() if key.isupper()):
        if isinstance(sentence, str):
            pattern = re.sub(r"\\{\w+\\}", ".*", re.escape(sentence[1:]))
            if re.match(pattern, reason[1:], re.DOTALL):
                return "relation", sentence
    if reason in [case.advice for case in exercise.cases if case.advice]:
        return "advice", reason
    return ("error" if has_reason(exercise, verdict) else "none"), ""


def verdict_on(exercise: Exercise, answer: Answer, seed: bytes = b"0") -> Verdict:
    """The verdict on a listed answer, for one draw."""
    import numpy as np

    challenge = draw(exercise, seed)
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


def total(rows: list[list], heads: Sequence[str]) -> list:
    """The last row of a table: the sums of its columns, but for the share."""
    sums: list = ["all"]
    for place, head in enumerate(heads[1:], 1):
        sums.append(0 if head == "share" else sum(int(row[place]) for row in rows))
    return with_share(sums) if "share" in heads else sums


def write(page: Path, introduction: str, heads: Sequence[str], rows: list[list]) -> None:
    """Writes a page with a table: the rows given, and for the other exercises those that it had."""
    found = {}
    if page.exists():
        for text in page.read_text(encoding="utf-8").splitlines():
            if text.startswith("| "):
                identity, *cells = text.strip("| ").split(" | ")
                found[identity] = [identity, *cells]
    found |= {row[0]: row for row in rows}
    rows = [found[identity] for identity in chosen("") if identity in found]
    table = [line(list(one)) for one in (heads, ["---"] * len(heads), *rows, total(rows, heads))]
    page.write_text(introduction + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
