"""Says why points are missing: what the answer's code raised, or the advice of the first wrong case."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from grader.evidence import OF_PROBES, Raised
from grader.judging.exercise import Case
from grader.judging.files import Unreadable
from grader.judging.rerun import FailedRun
from grader.judging.verdict import CaseResult
from grader.languages import ENGLISH, N_, _, language

# The end of a message's first line that only announces the next ones: "Originally defined at:".
ANNOUNCEMENT = re.compile(r"(?<=[.?!]) [^.?!]*:$")
# What TensorFlow says of a tensor that Python takes for a value, by the beginning of its message; it goes on
# to recommend Eager execution.
SYMBOLIC = (
    (
        "Using a symbolic `tf.Tensor` as a Python `bool`",
        N_(
            "a tensor has no value while the graph is being built, so Python cannot branch on it. "
            "`tf.where` and `tf.cond` choose when the graph runs"
        ),
    ),
    (
        "Iterating over a symbolic `tf.Tensor`",
        N_(
            "a tensor has no value while the graph is being built, so Python cannot loop over it. "
            "`tf.unstack` gives its parts, if their number is known"
        ),
    ),
)
# What TensorFlow says of a number of another type where it wants integers.
OF_INTEGERS = "not in list of allowed values: int"
# And of an integer tensor beside one of floats.
BESIDE_FLOATS = re.compile(r"has type int32 that does not match type float\d+ ")
BEGINS_WITH_A_WORD = re.compile(r"^(a|[a-z]{2,})(?! =)[ ,:']")
# A graph's PyFunc node where its function is not known.
LEFT_BEHIND = re.compile(r"callback pyfunc_\d+ is not found")
ENDS = tuple(".?!\N{HORIZONTAL ELLIPSIS}\N{IDEOGRAPHIC FULL STOP}\N{FULLWIDTH QUESTION MARK}")


def reason_of(
    cases: Sequence[Case],
    results: Sequence[CaseResult],
    expected: Sequence[Any],
    got: Sequence[Any],
) -> str:
    """Why points are missing: a sentence about the first case that does not hold."""
    for case, result, wanted, observation in zip(cases, results, expected, got, strict=True):
        if result.holds:
            continue
        if isinstance(observation, Raised) and not isinstance(observation, Unreadable):
            if _unanswered(observation):
                return sentence(told(observation))
            return sentence(
                _("{case}: {reason}").format(case=_begin(case), reason=told(observation))
            )
        if (error := _error_within(observation)) and not _error_within(wanted):
            return advised(sentence(told(error)), cases, results)
        if case.advice:
            return _(case.advice)
        if case.visible:
            return sentence(
                _("{case}: expected {expected}, got {got}").format(
                    case=_begin(case), expected=result.expected, got=result.got
                )
            )
        return _("this failed: {case}.").format(case=_(case.label))
    return _("an earlier case failed.")


def _begin(case: Case) -> str:
    """A case's label, up to its own colon if it has one: another colon follows."""
    return re.split(r": |：", _(case.label))[0]


def advised(clause: str, cases: Sequence[Case], results: Sequence[CaseResult]) -> str:
    """What was found, and the advice of the first case that does not hold: what to do about it."""
    pairs = zip(cases, results, strict=True)
    advice = next((case.advice for case, result in pairs if not result.holds), "")
    if not advice:
        return clause
    return _("{idea} {advice}").format(idea=capitalized(clause), advice=_(advice))


def _error_within(observation: Any) -> Raised | None:
    """The first exception of the student's code in an observation of several runs."""
    if isinstance(observation, Raised):
        return None if isinstance(observation, Unreadable) else observation
    if isinstance(observation, dict):
        observation = list(observation.values())
    if not isinstance(observation, list | tuple):
        return None
    return next(filter(None, map(_error_within, observation)), None)


def _unanswered(error: Raised) -> bool:
    """Whether the exception is the one that stands in a cell without an answer."""
    return error.type == "NotImplementedError" and not error.message.strip()


def told(error: Raised) -> str:
    """An exception of the student's code as a clause."""
    message = error.message.strip().splitlines()
    if _unanswered(error):
        if error.function.isidentifier():
            return _(
                "`{name}` still raises NotImplementedError: your answer goes in place of that line"
            ).format(name=error.function)
        return _("there is no answer yet, and your code still raises NotImplementedError")
    if error.type == "NotAFunction":
        return _(
            "{reason}. If another cell uses its name, run the cell with your answer again"
        ).format(reason=_reason(message))
    if message and LEFT_BEHIND.search(message[0]):
        return _(
            "your graph is run in another process, which does not have your Python functions. Use "
            "TensorFlow's own operations instead of `tf.py_func`"
        )
    if error.type in OF_PROBES:
        return _reason(message)
    line = error.line.strip()
    if "^" in line and message and OF_INTEGERS in message[0]:
        return _(
            "your code raised {error} (at the line `{line}`): `^` is not a power but an operation on "
            "the bits of integers. Write `x * x` or `x ** 2`"
        ).format(error=error.type, line=line)
    if not message:
        told = (
            _("your code raised {error} without a message (at the line `{line}`)")
            if line
            else _("your code raised {error} without a message")
        )
        return told.format(error=error.type, line=line)
    if isinstance(error, FailedRun):
        return _("a run of your graph raised {error}: {reason}").format(
            error=error.type, reason=_reason(message)
        )
    told = (
        _("your code raised {error} (at the line `{line}`): {reason}")
        if line
        else _("your code raised {error}: {reason}")
    )
    return told.format(error=error.type, line=line, reason=_reason(message))


def _reason(message: Sequence[str]) -> str:
    """The first line of an exception's message, or what it means in a graph."""
    for beginning, meaning in SYMBOLIC:
        if message[0].startswith(beginning):
            return _(meaning)
    reason = ANNOUNCEMENT.sub("", message[0]).rstrip(".。:;, ")
    if BESIDE_FLOATS.search(reason):
        return _(
            "{reason}. For example, `tf.constant(5)` is an int32, but `tf.constant(5.0)` is a float32"
        ).format(reason=reason)
    return reason


def sentence(clause: object) -> str:
    """A clause with its full stop, if it has no end of its own: it may quote a question."""
    text = str(clause)
    return text if text.endswith(ENDS) else _("{reason}.").format(reason=text)


def capitalized(reason: str) -> str:
    """The reason with a capital letter, if it begins with a word; a name such as x or to_x stays.

    In Chinese, where it may start with any name, it is unchanged.
    """
    if language() == ENGLISH and BEGINS_WITH_A_WORD.match(reason):
        return reason[:1].upper() + reason[1:]
    return reason
