"""Compares a reader's guesses with what came. Nothing here raises because of what a reader wrote.

`predict` keeps the guesses of a prediction until `compare` knows the answers. What counts is the last
guess before the answer was first shown; later ones are compared, and change nothing.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.languages import N_, _, tag

# Unless `compare` is told otherwise, numbers agree to three digits, and two integers only if equal.
WITHIN = 1e-3
# What differs by less than this is rounding around zero.
ZERO = 1e-9
# Values with more elements, or deeper lists, are no guesses.
MAX_ELEMENTS, MAX_DEPTH = 1000, 8
MAX_TEXT = 80
# Guesses in words, where the result is True, False or None.
IN_WORDS = {
    "true": True,
    "yes": True,
    "是": True,
    "false": False,
    "no": False,
    "否": False,
    "none": None,
}
MAX_NAME = 100

# A sign and a word, so that nothing depends on colour.
STATES = {
    "right": N_("\N{CHECK MARK} right"),
    "different": N_("\N{NOT EQUAL TO} different"),
    "open": N_("\N{WHITE CIRCLE} no guess"),
    "strange": N_("\N{WHITE CIRCLE} cannot be compared"),
}
TITLES = (N_("question"), N_("your guess"), N_("result"), N_("comparison"))
CELL = "padding:0.25em 0.8em;text-align:left;border-bottom:1px solid currentColor"
BADGES = {"right": "color:#fff;background:#1b7f4b;border-radius:3px;padding:0.1em 0.5em"}


class _Open(Exception):
    """There is no guess, or only a part of one."""


class _Strange(Exception):
    """A value that is no number, string, truth value, None or list of these."""


@dataclass(frozen=True)
class Guess:
    """A value as it was when it was given: plain, where it can be compared, and as text.

    state: "plain", "open" or "strange".
    """

    state: str
    text: str
    value: Any = None

    @classmethod
    def of(cls, value: Any) -> Guess:
        """Never raises, though an odd object can make anything of a look at it."""
        try:
            simple = plain(value)
            return cls("plain", text_of(simple), simple)
        except _Open:
            return NO_GUESS
        except Exception:
            return cls("strange", _clean(f"<{type(value).__name__}>")[:MAX_TEXT])


NO_GUESS = Guess("open", "")


@dataclass(frozen=True)
class Row:
    """One question of a prediction: its keyword, both values as text, and one of STATES."""

    keyword: str
    guess: str
    came: str
    state: str


@dataclass(frozen=True)
class Comparison:
    """A prediction and what came of it.

    counted: whether the guess that counts was right; None where none counts.
    known: whether `predict` has run in this kernel.
    late: whether the answer had been shown before this guess was made.
    astray: keywords of guesses for which there is no question.
    """

    name: str
    rows: tuple[Row, ...]
    counted: bool | None = None
    known: bool = True
    late: bool = False
    astray: tuple[str, ...] = ()

    @property
    def made(self) -> bool:
        """Whether there is a guess that could be compared."""
        return any(row.state in ("right", "different") for row in self.rows)

    @property
    def right(self) -> bool:
        """Whether every guess that was made is right, and one was."""
        return self.made and all(row.state != "different" for row in self.rows)


class Memory:
    """The predictions of one kernel."""

    def __init__(self) -> None:
        self.guesses: dict[str, dict[str, Guess]] = {}
        self.shown: set[str] = set()  # their answers came before a guess
        self.counted: dict[str, bool] = {}

    def predict(self, name: Any, guesses: Mapping[str, Any], others: Sequence[Any] = ()) -> str:
        """Keeps the guesses; returns one line on what to do next. others: guesses without a keyword."""
        kept = {keyword: Guess.of(value) for keyword, value in guesses.items()}
        self.guesses[name_of(name)] = kept
        strange = [keyword for keyword, guess in kept.items() if guess.state == "strange"]
        missing = [keyword for keyword, guess in kept.items() if guess.state == "open"]
        if strange:
            return _(
                "{keywords}: a guess is a number, a string, True or False, or a list of these."
            ).format(keywords=_names(strange))
        if others and len(missing) == len(kept):
            return _("Write the guess after the keyword and `=`, in place of the dots.")
        if len(missing) == len(kept):
            return _("No guess yet: replace the dots and run this cell again, or just go on.")
        if missing:
            return _("Noted, without {keywords}. Run the next cell to see the result.").format(
                keywords=_names(missing)
            )
        return _("Noted. Run the next cell to see the result.")

    def compare(
        self,
        name: Any,
        came: Mapping[str, Any],
        within: Any = None,
        record: Callable[[str, bool], bool | None] | None = None,
    ) -> Comparison:
        """Compares the guesses kept under `name` with what came.

        record(name, right): notes a first guess for good, and returns whether the one noted first
        was right, which may be an older one.
        """
        name = name_of(name)
        guesses = self.guesses.get(name, {})
        rows = tuple(
            _row(keyword, guesses.get(keyword, NO_GUESS), Guess.of(value), _tolerance(within))
            for keyword, value in came.items()
        )
        astray = tuple(
            keyword for keyword, one in guesses.items() if keyword not in came and one != NO_GUESS
        )
        found = Comparison(name, rows, known=name in self.guesses, astray=astray)
        if not found.made:
            self.shown.add(name)
            return found
        late = name in self.shown
        if name not in self.counted and not late:
            noted = record(name, found.right) if record else None
            self.counted[name] = found.right if noted is None else noted
        return Comparison(name, rows, self.counted.get(name), late=late, astray=astray)


def name_of(name: Any) -> str:
    """The name of a prediction as a short string, whatever was given as one."""
    return _clean(name)[:MAX_NAME] if isinstance(name, str) else ""


# ---------------------------------------------------------------------------------- comparing values


def plain(value: Any) -> Any:
    """A value as Python's own numbers, strings, truth values, None, and lists of these.

    Raises _Open where it contains `...`, and _Strange for any other value.
    """
    budget = [MAX_ELEMENTS]

    def convert(value: Any, depth: int) -> Any:
        budget[0] -= 1
        if budget[0] < 0 or depth > MAX_DEPTH:
            raise _Strange
        if value is ...:
            raise _Open
        if isinstance(value, np.ndarray):
            if value.size > MAX_ELEMENTS:
                raise _Strange
            return convert(value.tolist(), depth)
        for kind, simple in SIMPLE:
            if isinstance(value, kind):
                return simple(value)
        if isinstance(value, (list, tuple, range)):
            if len(value) > MAX_ELEMENTS:
                raise _Strange
            return [convert(one, depth + 1) for one in value]
        raise _Strange

    return convert(value, 0)


# In this order: True is an integer, too, for Python.
SIMPLE: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (type(None), lambda value: None),
    ((bool, np.bool_), bool),
    ((int, np.integer), int),
    ((float, np.floating), float),
    ((complex, np.complexfloating), complex),
    (str, str),
    (bytes, lambda value: value.decode("utf-8", "replace")),
)


def agree(guess: Any, came: Any, within: float | None = None) -> bool:
    """Whether a plain guess agrees with a plain value.

    within: how far numbers may be apart, relative to what came.
    """
    if isinstance(guess, list) and isinstance(came, list):
        return len(guess) == len(came) and all(
            agree(one, other, within) for one, other in zip(guess, came, strict=True)
        )
    if isinstance(guess, str) and (came is None or isinstance(came, bool)):
        return IN_WORDS.get(guess.strip().casefold(), guess) is came
    if isinstance(guess, str) and isinstance(came, str):
        return guess.strip().casefold() == came.strip().casefold()
    numbers = (int, float, complex)
    kinds = (type(guess), type(came))
    if not all(kind in numbers for kind in kinds) or (within is None and kinds == (int, int)):
        return kinds[0] is kinds[1] and bool(guess == came)
    try:
        if guess == came or (guess != guess and came != came):  # both are NaN
            return True
        return bool(abs(guess - came) <= max((within or WITHIN) * abs(came), ZERO)) and (
            math.isfinite(abs(came))
        )
    except OverflowError:  # an integer too large for a float
        return False


def _row(keyword: str, guess: Guess, came: Guess, within: float | None) -> Row:
    """The row of a question."""
    if "open" in (guess.state, came.state):
        state = "open"
    elif "strange" in (guess.state, came.state):
        state = "strange"
    else:
        state = "right" if agree(guess.value, came.value, within) else "different"
    return Row(keyword, guess.text, came.text, state)


def _tolerance(within: Any) -> float | None:
    """`within` where it is a tolerance, else None."""
    try:
        value = float(within)
    except Exception:
        return None
    return value if 0 < value < math.inf else None


def text_of(value: Any) -> str:
    """A plain value as short text, numbers with six digits."""
    text = _clean(_text(value))
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 2] + " \N{HORIZONTAL ELLIPSIS}"


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_text, value)) + "]"
    if isinstance(value, (float, complex)):
        return f"{value:.6g}"
    return repr(value)


def _clean(text: str) -> str:
    """Text that any output can hold: half letters become question marks."""
    return text.encode("utf-8", "replace").decode()


# ------------------------------------------------------------------------------------- what is shown


def message(found: Comparison) -> str:
    """What a comparison says below its table."""
    if found.astray:
        astray = _("Nothing here is called {keywords}: use the keywords of the table.")
        return f"{_message(found)} {astray.format(keywords=_names([*found.astray]))}"
    return _message(found)


def _message(found: Comparison) -> str:
    if not found.made:
        if not found.known:
            return _(
                "No guess: the cell with predict(...) has not been run. The table shows the result."
            )
        return _("No guess this time. The table shows the result.")
    if found.right and any(row.state != "right" for row in found.rows):
        now = _("What you predicted is right.")
    elif found.right:
        now = _("You predicted it.")
    else:
        now = _("Not what you predicted. Take a moment: what explains the difference?")
    if found.counted is None and found.late:
        return f"{now} " + _("(Not counted, because the result had already been shown.)")
    if found.counted is None or found.counted == found.right:
        return now
    if found.counted:
        return f"{now} " + _(
            "(What counts is your guess before you saw the result, which was right.)"
        )
    return f"{now} " + _(
        "(What counts is your guess before you saw the result, which was not right.)"
    )


def to_text(found: Comparison) -> str:
    """The comparison as plain text, a line for each question."""
    lines = [
        _("{state}: {keyword} (your guess: {guess}; result: {came})").format(
            state=_(STATES[row.state]),
            keyword=_names([row.keyword]),
            guess=row.guess,
            came=row.came,
        )
        if row.guess
        else _("{state}: {keyword} (result: {came})").format(
            state=_(STATES[row.state]), keyword=_names([row.keyword]), came=row.came
        )
        for row in found.rows
    ]
    return "\n".join([*lines, message(found)])


def to_html(found: Comparison) -> str:
    """The comparison as a self-contained table in the page's own colours."""
    head = "".join(
        f'<th scope="col" style="{CELL};white-space:nowrap">{_(title)}</th>' for title in TITLES
    )
    rows = "".join(map(_row_html, found.rows))
    return (
        f'<div class="grader-prediction" lang="{tag()}">'
        f'<table style="border-collapse:collapse;margin:0.5em 0"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table><div>{html.escape(message(found))}</div></div>"
    )


def _row_html(row: Row) -> str:
    name = f"<code>{html.escape(_names([row.keyword]))}</code>"
    state = f'<span style="{BADGES.get(row.state, "")}">{_(STATES[row.state])}</span>'
    return (
        f'<tr><th scope="row" style="{CELL};font-weight:normal">{name}</th>'
        f'<td style="{CELL}">{_code(row.guess)}</td><td style="{CELL}">{_code(row.came)}</td>'
        f'<td style="{CELL};white-space:nowrap">{state}</td></tr>'
    )


def _names(keywords: list[str]) -> str:
    return _clean(", ".join(keywords))[:MAX_TEXT]


def _code(text: str) -> str:
    return f"<code>{html.escape(text)}</code>" if text else "\N{EN DASH}"
