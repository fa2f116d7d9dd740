"""Everything that can be found out about an exercise before students see it; `grader try` prints it.

Each step gives a `Finding`. The file of what is measured is written first, since verdicts depend on it;
TensorFlow comes last, since a process in which it has run a session cannot be forked.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from grader.authoring.mutating import all_mutants, all_variants, tried
from grader.authoring.named_mutants import certain
from grader.authoring.pass_matrix import pass_matrix, write
from grader.authoring.verdicts import judged
from grader.exercises.catalogue import find
from grader.exercises.definition import with_folder
from grader.exercises.measured import NamedMutant, measured
from grader.exercises.sources import Answer, answers_to, exemptions
from grader.judging import Exercise

RIGHT, WRONG, HINTS = 5, 6, 3  # an exercise has at least so many answers, and so many hints
MOST_NAMED = 12  # mistakes with a sentence: each costs time whenever a wrong answer is judged
# What students hand in who have not begun, or who hope: none may get full points, most no point at all.
UNBEGUN = ("raise NotImplementedError", "pass", "return None")
HOPEFUL = ("return 42", "return []", "return {}", "return arguments", "return arguments[0]")


@dataclass(frozen=True)
class Finding:
    """What a step found: a line that sums it up, and a line for each thing to mend."""

    step: str
    summary: str
    to_mend: list[str] = field(default_factory=list)


def findings(identity: str, draws: int, seed: str, only: str = "") -> Iterator[Finding]:
    """What each step finds out about an exercise, one after the other.

    draws: how many challenges each answer gets; mutants and variants get three at most.
    only: tries only mutants and variants whose key contains this.
    Raises LookupError for an exercise that does not exist, ValueError where its answers cannot be read.
    """
    from grader import engine

    exercise = find(identity)
    yield _complete(exercise)
    finding, exercise = _measured(exercise)
    yield finding
    seeds = [f"{seed} {number}" for number in range(draws)]
    try:
        yield _changed("mutants", exercise, all_mutants(identity), only, seeds[:3], engine)
        variants = all_variants(identity, engine)
        yield _changed("variants", exercise, variants, only, seeds[:3], engine)
    except RuntimeError as error:  # a right answer is not accepted; the verdict below says why
        yield Finding("mutants", "not tried", [str(error)])
    yield _verdicts("answers", exercise, seeds, engine)
    yield _hopeless(exercise, seeds[0], engine)
    if importlib.util.find_spec("tensorflow"):
        from grader.back_end import tensorflow

        yield _verdicts("TensorFlow", exercise, seeds[:1], tensorflow())


def _complete(exercise: Exercise) -> Finding:
    """Whether there is enough of everything."""
    listed = answers_to(exercise.id)
    right, named = sum(one.right for one in listed), len(exercise.misconceptions)
    wrong = len(listed) - right
    visible = sum(case.visible for case in exercise.cases)
    wanted = [
        (right < RIGHT, f"{right} right answers; write at least {RIGHT}, in different ways"),
        (wrong < WRONG, f"{wrong} wrong answers; write at least {WRONG}"),
        (named > MOST_NAMED, f"{named} mistakes have a sentence; keep the {MOST_NAMED} likeliest"),
        (named < 2, "no two mistakes have a sentence; write `# says: ...` in the likeliest"),
        (len(exercise.hints) != HINTS, f"{len(exercise.hints)} hints; write {HINTS}"),
        (visible != 1, f"{visible} visible cases; exactly one is shown with its values"),
        (not exercise.cases[0].gate, "the first case is no gate, without which the others earn"),
    ]
    summary = f"{right} right, {wrong} wrong, {named} with a sentence; {len(exercise.cases)} cases"
    return Finding("contents", summary, [text for holds, text in wanted if holds])


def _measured(exercise: Exercise) -> tuple[Finding, Exercise]:
    """Measures which mistakes can be told apart, and writes it down; the exercise that knows it."""
    before = measured(exercise.id)
    named = [
        NamedMutant(mutant.name, answer, mutant.key, mutant.source.strip() + "\n")
        for answer, mutant in certain(exercise)
    ]
    write(exercise.id, before.passes, named)
    write(exercise.id, pass_matrix(with_folder(exercise)), named)
    changed = "as it was" if measured(exercise.id) == before else "rewritten"
    summary = f"{len(named)} small mistakes can be named; measured.json is {changed}"
    return Finding("measured", summary), with_folder(exercise)


def _changed(
    step: str,
    exercise: Exercise,
    cases: list[tuple[str, str, str]],
    only: str,
    seeds: list[str],
    tf: Any,
) -> Finding:
    """What becomes of mutants, or of variants, of the right answers."""
    count: Counter[str] = Counter()
    to_mend = []
    idle = {one for one in exemptions(exercise.id) if one.of_variants is (step == "variants")}
    for trial in tried(exercise.id, [case for case in cases if only in case[1]], seeds, tf):
        count["exempt" if trial.exemption else trial.fate] += 1
        if trial.exemption and not trial.as_expected:
            idle.discard(trial.exemption)
        elif not trial.as_expected:
            to_mend.append(f"{trial.fate}: {trial.answer}: {trial.key}")
    summary = ", ".join(f"{number} {fate}" for fate, number in count.items()) or "none"
    if idle and not only:  # nothing to mend: another draw may need it
        told = sorted(f"{one.answer}: {one.pattern}" for one in idle)
        summary += f"; exempt without need in these draws: {'; '.join(told)}"
    return Finding(step, summary, to_mend)


def _verdicts(step: str, exercise: Exercise, seeds: list[str], tf: Any) -> Finding:
    """Whether each listed answer gets the points and the name that it deserves in each draw."""
    listed = answers_to(exercise.id)
    to_mend = [text for answer in listed if (text := _wrongly(exercise, answer, seeds, tf))]
    what = f"{len(seeds)} draws" if len(seeds) > 1 else "one draw"
    return Finding(step, f"{len(listed)} answers judged in {what} each", to_mend)


def _wrongly(exercise: Exercise, answer: Answer, seeds: list[str], tf: Any) -> str:
    """What is wrong with the verdicts on a listed answer, or ""."""
    kind = "right" if answer.right else "wrong"
    given = set()
    for seed in seeds:
        try:
            verdict = judged(exercise, answer.source, seed.encode(), tf)
        except Exception as error:
            return f"{answer.name} ({kind}) cannot be judged, draw {seed!r}: {error!r}"
        said = f"draw {seed!r}: {verdict.message}"
        if verdict.full is not answer.right:
            return f"{answer.name} ({kind}) gets {verdict.points:g} points, {said}"
        if verdict.misconception != answer.misconception:
            named, wanted = verdict.misconception or "nothing", answer.misconception or "nothing"
            return f"{answer.name} ({kind}) is called {named}, not {wanted}, {said}"
        given.add(verdict.points)
    if len(given) > 1:
        points = " or ".join(f"{one:g}" for one in sorted(given))
        return f"{answer.name} ({kind}) gets {points} points: it depends on the draw"
    return ""


def _hopeless(exercise: Exercise, seed: str, tf: Any) -> Finding:
    """Whether answers that were not begun earn nothing, and those that only hope not everything."""
    to_mend = []
    for body in (*UNBEGUN, *HOPEFUL):
        source = f"def {exercise.answers[0]}(*arguments):\n    {body}\n"
        verdict = judged(exercise, source, seed.encode(), tf, naming=False)
        if verdict.full or (body in UNBEGUN and verdict.points):
            to_mend.append(f"an answer that consists of `{body}` gets {verdict.points:g} points")
    return Finding("no answer", f"{len(UNBEGUN) + len(HOPEFUL)} answers that do nothing", to_mend)
