"""Reads the answers to an exercise: right and wrong ones, as students write them.

They are in `answers.py` in the exercise's folder. It is data, not a module to import, and consists of
blocks: a line that names the answer, then the source of the exercise's solution cell (`tf` and `np` are
given). The first right answer is the reference.

    # %% right assign-add
    def account(start):
        amount = tf.placeholder(tf.float32, shape=())
        balance = tf.Variable(start, dtype=tf.float32)
        return amount, balance, tf.assign_add(balance, amount)

    # %% wrong forgets mistake=forgets-the-sum like=assign-add
    # says: `balance + amount` computes the sum and drops it when the run ends. To keep it, assign it to
    #     the variable.
    # -     return amount, balance, tf.assign_add(balance, amount)
    # +     return amount, balance, balance + amount

`mistake=` is what the verdict calls the answer. The first answer with a mistake carries the sentence that
explains it (`says`), and is what the judge compares others with. `like=` names an answer from which
this one differs in a few lines, and `from=` an answer that this one extends: that source comes first.

A block of comments lists mutants that may get full points and variants that do not apply (see `mutation/`),
each with the reason. It is about one right answer, or with `*` about all; `...` stands for any text:

    # %% exempt with-powers
    # constant: return x ** 2.0 -> return x ** 2
    # variant: own-graph
    #     the reason
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from grader.exercises.own import folder_of

HEAD = re.compile(
    r"(?P<kind>right|wrong|exempt) (?P<name>\S+)(?: mistake=(?P<mistake>\S+))?"
    r"(?: (?P<way>like|from)=(?P<base>\S+))?"
)
FILE = "answers.py"


@dataclass(frozen=True)
class Answer:
    """One answer to `exercise`. `misconception` is the mistake that the verdict should name.

    says: the sentence that explains the mistake, with the first answer that makes it; else "".
    """

    exercise: str
    right: bool
    name: str
    misconception: str | None
    source: str
    says: str = ""


@dataclass(frozen=True)
class Exemption:
    """A mutant or variant of right answers to `exercise` that is not as the tests expect, and why.

    answer: the name of the right answer, or "*" for all of them.
    pattern: the mutant's key, or "variant: NAME"; "..." stands for any text.
    """

    exercise: str
    answer: str
    pattern: str
    reason: str

    @property
    def of_variants(self) -> bool:
        """Whether this is about variants, not about mutants."""
        return self.pattern.startswith("variant: ")

    def covers(self, answer: str, key: str) -> bool:
        """Whether this is about the mutant or variant `key` of that answer."""
        parts = map(re.escape, self.pattern.split("..."))
        return self.answer in ("*", answer) and bool(re.fullmatch(".*".join(parts), key))


@cache
def answers_to(exercise: str) -> tuple[Answer, ...]:
    """The answers to "graphs/polynomial", in the order of its file.

    Raises LookupError for an exercise without a file; ValueError for a block that cannot be read, for a
    name that another answer has, and for a mistake that no answer, or more than one, explains.
    """
    answers: dict[str, Answer] = {}
    for head, body in _blocks(exercise):
        fields = _fields(exercise, head)
        if fields["kind"] == "exempt":
            continue
        answer = _answer(exercise, fields, body, answers)
        if answer.name in answers:
            raise ValueError(f"{exercise}: two answers are called {answer.name!r}")
        answers[answer.name] = answer
    made = {answer.misconception for answer in answers.values()} - {None}
    explained = [str(answer.misconception) for answer in answers.values() if answer.says]
    if sorted(explained) != sorted(str(mistake) for mistake in made):
        raise ValueError(
            f"{exercise}: each mistake needs the line `# says: ...` in the first answer that makes it; "
            f"found {made}, explained are {explained}"
        )
    return tuple(answers.values())


def judged_with(exercise: str) -> tuple[Answer, tuple[Answer, ...]]:
    """What the judge uses: the reference, and the answers that explain a mistake. Tests use the others."""
    listed = answers_to(exercise)
    reference = next(answer for answer in listed if answer.right)
    return reference, tuple(answer for answer in listed if answer.says)


@cache
def exemptions(exercise: str) -> tuple[Exemption, ...]:
    """The exemptions of "graphs/polynomial", in the order of its file.

    Raises ValueError for a line that is no comment, and for patterns that no reason follows.
    """
    listed, patterns, reason = [], list[str](), list[str]()
    for head, body in _blocks(exercise):
        fields = _fields(exercise, head)
        if fields["kind"] != "exempt":
            continue
        for line in [*body.strip().splitlines(), "# "]:
            if not line.startswith("# "):
                raise ValueError(f"{head!r}: expected a comment, found {line!r}")
            if line.startswith("#     "):
                reason.append(line[6:])
                continue
            if reason:
                why = " ".join(reason)
                listed += [Exemption(exercise, fields["name"], text, why) for text in patterns]
                patterns, reason = [], []
            patterns.append(line[2:])
        if patterns != [""]:
            raise ValueError(f"{head!r}: no reason follows {patterns[:-1]}")
        patterns = []
    return tuple(listed)


def _blocks(exercise: str) -> Iterator[tuple[str, str]]:
    """The heads and bodies of the blocks of an exercise's file."""
    file = folder_of(exercise).joinpath(FILE)
    if not file.is_file():
        raise LookupError(f"there are no answers to {exercise!r}: no file {FILE} in its folder")
    parts = re.split(r"(?m)^# %% (.*)\n", file.read_text(encoding="utf-8"))[1:]
    return zip(parts[::2], parts[1::2], strict=True)


def _fields(exercise: str, head: str) -> Mapping[str, str]:
    """What a block's first line says. Raises ValueError if it cannot be read."""
    match = HEAD.fullmatch(head.strip())
    if match is None:
        raise ValueError(
            f"{exercise}: cannot read the head {head!r}; write `# %% right NAME` or "
            "`# %% wrong NAME mistake=MISTAKE`, perhaps with `like=NAME` or `from=NAME`"
        )
    return match.groupdict()


def _answer(
    exercise: str, fields: Mapping[str, str], body: str, above: Mapping[str, Answer]
) -> Answer:
    name, base = fields["name"], fields["base"]
    if base and base not in above:
        raise ValueError(f"{exercise}: {name} builds upon {base}, which does not stand above it")
    says, body = _explained(body)
    if fields["way"] == "like":
        source = patched(above[base].source, body.splitlines(), f"{exercise}: {name}")
    elif base:
        source = above[base].source + "\n\n" + body.strip() + "\n"
    else:
        source = body.strip() + "\n"
    return Answer(exercise, fields["kind"] == "right", name, fields["mistake"], source, says)


def _explained(body: str) -> tuple[str, str]:
    """The sentence after `# says: ` at the beginning of a block, or "", and what follows it."""
    match = re.match(r"# says: (.*\n(?:#     .*\n)*)", body)
    if match is None:
        return "", body
    return " ".join(match[1].replace("\n#     ", "\n").split("\n")).strip(), body[match.end() :]


def patched(source: str, patch: Sequence[str], where: str) -> str:
    """The source with the lines of `patch` replaced: after each group of `# - old` come `# + new`.

    Raises ValueError where the old lines do not stand in the source exactly once.
    """
    lines = source.splitlines()
    hunks: list[tuple[list[str], list[str]]] = []
    for line in filter(str.strip, patch):
        sign, text = line[:3], line[4:]
        if sign not in ("# -", "# +") or (sign == "# +" and not hunks):
            raise ValueError(
                f"{where}: expected `# - old line`, then `# + new line`, found {line!r}"
            )
        if sign == "# -" and (not hunks or hunks[-1][1]):
            hunks.append(([], []))
        hunks[-1][sign == "# +"].append(text)
    changes = []
    for old, new in hunks:
        places = [
            place
            for place in range(len(lines) - len(old) + 1)
            if lines[place : place + len(old)] == old
        ]
        if len(places) != 1:
            raise ValueError(
                f"{where}: the lines {old} stand {len(places)} times in the answer that it is like; "
                "they should stand there once"
            )
        changes.append((places[0], len(old), new))
    for place, count, new in sorted(changes, reverse=True):
        lines[place : place + count] = new
    return "\n".join(lines) + "\n"
