"""What is drawn: nodes and edges, and the kinds of nodes, with a shape and a colour each."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from grader.languages import N_, _

HEIGHT = 34.0
CHARACTER_WIDTH = 7.2  # pixels of one character of the bold 12 px monospace of names
INITIAL_VALUE = N_("initial value")  # the label of the line from there to its variable
LONGEST_NAME = 40  # characters of a name that are drawn; hovering tells all of it


@dataclass(frozen=True)
class Kind:
    """How one kind of node is drawn, and what the legend calls it.

    outline: a shape of `outlines.py`. colour: of the palette of M. Okabe and K. Ito, which readers
    who are colour-blind can tell apart; it fills the shape, whose line has the colour of the text.
    """

    label: str
    outline: str
    colour: str


KINDS = {
    "constant": Kind(N_("constant"), "pill", "#999999"),
    "placeholder": Kind(N_("placeholder"), "slanted", "#56B4E9"),
    "variable": Kind(N_("variable"), "double", "#E69F00"),
    "operation": Kind(N_("operation"), "rounded", "#009E73"),
    "stateful": Kind(N_("changes a state"), "hexagon", "#CC79A7"),
    "gradient": Kind(N_("gradient"), "narrowing", "#D55E00"),
    "update": Kind(N_("update by an optimizer"), "arrow", "#F0E442"),
    "scope": Kind(N_("scope"), "stack", "#0072B2"),
    "gradients": Kind(N_("scope of gradients"), "stack", "#D55E00"),
    "group": Kind(N_("made one after the other"), "stack", "#777777"),
}


@dataclass(frozen=True)
class Node:
    """One drawn node: the operation's name, its op type, its kind, and what hovering shows."""

    name: str
    type: str
    kind: str
    details: str


@dataclass(frozen=True)
class Edge:
    """From node `source` to node `target` (positions in the list of nodes), `times` over.

    label: the shape of what goes that way as TensorFlow prints it, "(?, 3)"; "": not known.
    """

    source: int
    target: int
    label: str
    control: bool
    times: int = 1


def label_text(edge: Edge) -> str:
    """The label of an edge, in the reader's language."""
    return _(INITIAL_VALUE) if edge.label == INITIAL_VALUE else edge.label


def readable(text: str, longest: int = LONGEST_NAME) -> str:
    """`text` made safe for a drawing: one line of at most `longest` characters.

    Invisible characters, those that change the direction of writing, and those that XML forbids
    become U+FFFD; of a longer text the beginning and the end are kept.
    """
    if len(text) > longest:
        half = (longest - 1) // 2
        text = f"{text[:half]}\u2026{text[-half:]}"
    return "".join("\ufffd" if _unseen(character) else character for character in text)


def _unseen(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def width_of(text: str, character: float = CHARACTER_WIDTH) -> float:
    """The width in pixels that `text` needs; Chinese characters take twice as much as Latin ones."""
    wide = sum(unicodedata.east_asian_width(one) in "WF" for one in text)
    return character * (len(text) + 0.75 * wide)
