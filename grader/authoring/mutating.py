"""Tries the judge of an exercise: mutants of right answers must lose points, variants must not.

What is tried is wrong on purpose: it may loop forever, fill the memory or end its process. It runs in child
processes with limits, several cases in one; a case that ends its process counts as rejected.
"""

from __future__ import annotations

import gc
import os
import resource
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

import numpy as np

from grader.evidence import Challenge, collect_from
from grader.exercises.answers import Answer, Exemption, answers, exemptions
from grader.exercises.catalogue import chapter_of, find
from grader.judging import Exercise, JudgeError, Known, draw, judge, known_of
from grader.mutation import mutants, variants

Case = TypeVar("Case")

FULL, REJECTED, DIED, UNREADABLE = "full points", "rejected", "died", "unreadable"
MEMORY = 2**31  # bytes that a child may use beyond what it has at its start
PATIENCE = 10  # times as long as the right answer may a mutant take ...
SECONDS = 0.7  # ... and at least this many seconds of processor time;
WAITING = 15  # seconds that a child which does nothing is waited for
FIRST = 60  # for a right answer itself, by which the others are measured;
GENEROUS = 7  # a variant gets this many, since a busy machine must not make a right answer fail


@dataclass(frozen=True)
class Trial:
    """One changed answer and what became of it.

    answer: the name of the right answer that was changed.
    key: the mutant's key, or "variant: NAME".
    fate: FULL, REJECTED, DIED (it ended its process or was too slow), or UNREADABLE (the judge could not
        read its evidence and would ask a person).
    seed: of the draw that decided.
    exemption: what the answers' file says about it, or None.
    """

    answer: str
    key: str
    source: str
    fate: str
    seed: str
    exemption: Exemption | None

    @property
    def as_expected(self) -> bool:
        """Whether a mutant lost points, or a variant kept them."""
        kept = self.fate == FULL
        return kept if self.key.startswith("variant: ") else self.fate in (REJECTED, DIED)


def right_answers(identity: str) -> list[Answer]:
    """The right answers to an exercise, in the order of their file."""
    find(identity)
    found = answers(chapter_of(identity) or "")
    return [answer for answer in found if answer.exercise == identity and answer.right]


@cache
def all_mutants(identity: str) -> list[tuple[str, str, str]]:
    """(answer, key, source) of all mutants of an exercise's right answers; each change of a line once."""
    name = find(identity).answers[0]
    found, seen = [], set()
    for answer in right_answers(identity):
        for mutant in mutants(answer.source, name):
            # Answers share lines; the whole answer's mistakes are tried once.
            if mutant.key not in seen:
                seen.add(mutant.key)
                found.append((answer.name, mutant.key, mutant.source))
    return found


def all_variants(identity: str, tf: Any) -> list[tuple[str, str, str]]:
    """(answer, key, source) of all variants of an exercise's right answers."""
    name = find(identity).answers[0]
    return [
        (answer.name, f"variant: {kind}", source)
        for answer in right_answers(identity)
        for kind, source in variants(answer.source, name, tf)
    ]


def tried(
    identity: str, cases: Sequence[tuple[str, str, str]], seeds: Sequence[str], tf: Any
) -> Iterator[Trial]:
    """What becomes of each case; the first draw in which it is not as it should be decides.

    Raises RuntimeError if a right answer itself does not get full points.
    """
    exercise = find(identity)
    for seed in seeds:
        _drawn(identity, seed)  # once, for all children
    base = _seconds(exercise, seeds[0], tf)
    least = GENEROUS if any(key.startswith("variant: ") for _, key, _ in cases) else SECONDS
    limit = max(least, PATIENCE * base) * len(seeds)

    def fate(case: tuple[str, str, str]) -> str:
        wanted = FULL if case[1].startswith("variant: ") else REJECTED
        for seed in seeds:
            result = judged(exercise, case[2], seed, tf)
            if result != wanted:
                break
        return f"{result}\0{seed}"

    for case, told in zip(cases, contained(fate, cases, limit), strict=True):
        result, _, seed = (told or f"{DIED}\0").partition("\0")
        answer, key, source = case
        known = (one for one in exemptions(identity) if one.covers(answer, key))
        yield Trial(answer, key, source, result, seed, next(known, None))


def judged(exercise: Exercise, source: str, seed: str, tf: Any) -> str:
    """FULL, REJECTED or UNREADABLE, for an answer's source and a draw."""
    challenge, right = _drawn(exercise.id, seed)
    try:
        with tf.Graph().as_default():
            namespace = {"tf": tf, "np": np}
            exec(source, namespace)
            data = collect_from(namespace, exercise.answers, challenge, tf)
        unnamed = replace(exercise, misconceptions=(), mutants=())
        verdict = judge(unnamed, challenge, data, right)
    except JudgeError:
        return UNREADABLE
    except Exception:
        return REJECTED
    return FULL if verdict.full else REJECTED


@cache
def _drawn(identity: str, seed: str) -> tuple[Challenge, Known]:
    """A challenge, and what the right answer shows for it."""
    exercise = find(identity)
    challenge = draw(exercise, seed.encode())
    return challenge, known_of(exercise, challenge, exercise.reference)


def _seconds(exercise: Exercise, seed: str, tf: Any) -> float:
    """The most processor time that a right answer takes. Raises RuntimeError if one is not accepted.

    They run in a child, too: a process in which TensorFlow has run a session cannot be forked.
    """
    right = right_answers(exercise.id)

    def timed(answer: Answer) -> str:
        start = time.process_time()
        return f"{judged(exercise, answer.source, seed, tf)}\0{time.process_time() - start}"

    most = 0.0
    for answer, told in zip(right, contained(timed, right, FIRST), strict=True):
        found, _, seconds = (told or DIED).partition("\0")
        if found != FULL:
            raise RuntimeError(
                f"{exercise.id}: the right answer {answer.name} is {found} for {seed!r}"
            )
        most = max(most, float(seconds))
    return most


# ------------------------------------------------------------------------------------ containing


def contained(
    work: Callable[[Case], str], cases: Sequence[Case], seconds: float
) -> Iterator[str | None]:
    """`work` of each case, done in child processes; None where a case ended its process.

    seconds: of processor time for one case; waiting may take five times as long and `WAITING`
        seconds more, since other processes may keep the machine busy.
    """
    number = 0
    while number < len(cases):
        for result in _child(work, cases[number:], seconds):
            number += 1
            yield result


def _child(
    work: Callable[[Case], str], cases: Sequence[Case], seconds: float
) -> Iterator[str | None]:
    """The results of one child process: of all cases, or until one ends it, which gives None."""
    results, end = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.close(results)
            _work_in_child(work, cases, seconds, end)
        finally:
            os._exit(1)
    os.close(end)
    left, data = len(cases), b""
    try:
        while left:
            while b"\n" not in data:
                ready, _, _ = select.select([results], [], [], 5 * seconds + WAITING)
                more = os.read(results, 65536) if ready else b""
                if not more:
                    yield None
                    return
                data += more
            line, _, data = data.partition(b"\n")
            left -= 1
            yield line.decode()
    finally:
        os.close(results)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _work_in_child(
    work: Callable[[Case], str], cases: Sequence[Case], seconds: float, end: int
) -> None:
    """Does the work under limits, and writes a line for each case."""
    gc.freeze()  # a collection would write to every object of the parent's, and so copy its memory
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.stdout = sys.stderr = os.fdopen(nothing, "w")
    with open("/proc/self/statm", encoding="utf-8") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**28, 2**28))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:  # no case finds the files of another
            os.chdir(folder)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            result = work(case)
            os.write(end, result.encode() + b"\n")
