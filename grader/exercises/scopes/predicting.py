"""The exercise on what a scope gives: a variable made, one found again, or a ValueError."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.evidence import Challenge, Evidence, Raised
from grader.judging import UNREADABLE, Case, Exercise, Misconception, WrongAnswer, describe
from grader.languages import _

SCOPES = ("layer", "encoder", "block", "tower", "stage", "net")
SHARED = ("weights", "bias", "threshold", "scale")
OWN = ("step", "count", "total")

Step = list[Any]

# ------------------------------------------------------------------------------------- programs


def _draw(rng: np.random.Generator) -> Challenge:
    """Three programs with the same words: one that is not begun in an empty graph meets the others."""
    scopes, shared = _words(rng, SCOPES, 3), _words(rng, SHARED, 2)
    own = str(rng.choice(OWN))
    programs = [program(rng, scopes, shared, own) for program in (_names, _reuse, _inherited)]
    return Challenge("scopes/programs", {"programs": programs})


def _words(rng: np.random.Generator, words: tuple[str, ...], count: int) -> list[str]:
    return [str(word) for word in rng.choice(words, count, replace=False)]


def _mixed(rng: np.random.Generator, parts: list[Any]) -> list[Any]:
    return [parts[int(place)] for place in rng.permutation(len(parts))]


def _names(rng: np.random.Generator, scopes: list[str], shared: list[str], own: str) -> list[Step]:
    """A scope opened three times: what get_variable finds, and where tf.Variable goes."""
    (outer, *_rest), (w, b) = scopes, shared
    both: list[Step] = [["get_variable", w], ["Variable", own]]
    blocks = (
        (None, both),
        (True, _mixed(rng, both)),
        # Something follows the error.
        (None, [*_mixed(rng, [["Variable", own], ["get_variable", w]]), ["get_variable", b]]),
    )
    program: list[Step] = []
    for reuse, asked in blocks:
        program += [["open", outer, reuse], *asked, ["close"]]
    return program


def _reuse(rng: np.random.Generator, scopes: list[str], shared: list[str], own: str) -> list[Step]:
    """What was never made, what was made by tf.Variable, what is asked for twice, and no scope at all."""
    (one, other, _rest), (w, b) = scopes, shared
    program: list[Step] = [["open", one, None], ["get_variable", w], ["Variable", own], ["close"]]
    absent: list[Step] = [["open", one, True], ["get_variable", b], ["get_variable", w], ["close"]]
    not_shared: list[Step] = [["open", one, True], ["get_variable", own], ["close"]]
    elsewhere: list[Step] = [["open", other, True], ["get_variable", w], ["close"]]
    again: list[Step] = [["open", one, False], ["get_variable", w], ["get_variable", b], ["close"]]
    outside: list[Step] = [["get_variable", w], ["Variable", own], ["get_variable", w]]
    # Asking in vain makes nothing: `absent` comes before `again`, and the last step closes nothing.
    made: list[Step] = [["open", one, True], ["get_variable", b], ["close"]]
    parts = [absent, *_mixed(rng, [not_shared, elsewhere, again]), made, outside]
    return sum(parts, program)


def _inherited(
    rng: np.random.Generator, scopes: list[str], shared: list[str], own: str
) -> list[Step]:
    """Scopes in scopes: reuse goes inwards, and False does not stop it."""
    (outer, inner, deep), (w, b) = scopes, shared

    def nested(*reuse: bool | None, asked: list[Step]) -> list[Step]:
        opened: list[Step] = [
            ["open", name, one] for name, one in zip((outer, inner, deep), reuse, strict=False)
        ]
        return opened + asked + [["close"] for _ in opened]

    ended: list[Step] = [["get_variable", w], ["close"]]
    make = nested(None, None, asked=[["get_variable", w], ["Variable", own]])
    blocks: list[list[Step]] = [
        nested(True, False, asked=[["get_variable", w], ["Variable", own]]),
        nested(True, None, asked=[["get_variable", w], ["get_variable", b]]),
        nested(None, True, False, asked=[["get_variable", b]]),
        [["open", outer, None], ["open", inner, True], *ended, ["get_variable", b], ["close"]],
    ]
    return sum(_mixed(rng, blocks), make)


def _paste(challenge: Challenge) -> str:
    lines = [""]
    for step in challenge.inputs["programs"][0]:
        lines[-1] += f"{step}, "
        if step == ["close"]:
            lines.append("")
    return "\n".join(["outcomes([", *(f"    {line.strip()}" for line in lines if line), "])"])


# ------------------------------------------------------------------------------------- observing


def _observe(evidence: Evidence, challenge: Challenge) -> list[Any]:
    result = evidence.result
    if not isinstance(result, list) or len(result) != 3:
        raise WrongAnswer(_(UNREADABLE))
    return [_told(part) for part in result]


def _told(result: Any) -> Any:
    if isinstance(result, Raised):
        return result
    if isinstance(result, np.ndarray):
        result = result.tolist()
    if not isinstance(result, (list, tuple)):
        raise WrongAnswer(
            _("expected a list of strings, but {function} returns {found}").format(
                function="outcomes", found=describe(result)
            )
        )
    return list(result)


# -------------------------------------------------------------------------------- ways to predict


@dataclass(frozen=True)
class Rules:
    """How scopes are believed to work; as they stand here, it is how they do.

    finds_silently: get_variable without reuse gives back what is there.
    makes_absent: reuse makes what is absent. takes_other_names: where tf.Variable has taken the name that
        get_variable wants, the node gets a number.
    inherits: reuse goes to the scopes inside. false_stops: reuse=False turns it off.
    everything_shared: tf.Variable obeys reuse, too, and can be found.
    numbers_all: get_variable follows the name scope, with its numbers.
    numbers_none: tf.Variable follows the variable scope, without numbers.
    numbers_never: no scope and no node gets a number at all.
    automatic: a scope without reuse has AUTO_REUSE.
    name_scopes: a program opens name scopes.
    goes_on: a program begins with what the programs before it have made.
    stops: a program ends at its first error.
    """

    finds_silently: bool = False
    makes_absent: bool = False
    takes_other_names: bool = True
    inherits: bool = True
    false_stops: bool = False
    everything_shared: bool = False
    numbers_all: bool = False
    numbers_none: bool = False
    numbers_never: bool = False
    automatic: bool = False
    name_scopes: bool = False
    goes_on: bool = False
    stops: bool = False


TRUE_RULES = Rules()


@dataclass(frozen=True)
class Scope:
    """An open scope: the prefix of its shared variables, of its nodes, and whether it reuses.

    automatic: whether it finds or makes, whatever `reuse` says.
    """

    shared: str = ""
    nodes: str = ""
    reuse: bool = False
    automatic: bool = False


def _outcomes(rules: Rules = TRUE_RULES) -> Callable[[], Any]:
    def answer() -> Callable[..., Any]:
        names: Counter[str] = Counter()
        made: dict[str, str] = {}  # what get_variable finds, and the name of its node

        def unique(name: str) -> str:
            names[name] += 1
            return name if names[name] == 1 or rules.numbers_never else f"{name}_{names[name] - 1}"

        def outcomes(program: list[Step]) -> list[str]:
            if not rules.goes_on:
                names.clear()
                made.clear()
            scopes = [Scope()]
            results = []
            for kind, *rest in program:
                here = scopes[-1]
                if kind == "open":
                    scopes.append(_opened(rules, here, unique, *rest))
                elif kind == "close":
                    scopes.pop()
                elif kind == "get_variable" or rules.everything_shared:
                    prefix = here.nodes if rules.numbers_all else here.shared
                    results.append(_asked(rules, here, prefix + rest[0], made, unique))
                    if rules.stops and results[-1] == "ValueError":
                        break
                else:
                    name = (here.shared if rules.numbers_none else here.nodes) + rest[0]
                    results.append(unique(name))
            return results

        return outcomes

    return answer


def _opened(
    rules: Rules, outer: Scope, unique: Callable[[str], str], name: str, reuse: bool | None
) -> Scope:
    nodes = unique(f"{outer.nodes}{name}") + "/"
    if rules.name_scopes:
        return Scope(nodes=nodes)
    inherited = outer.reuse and rules.inherits
    if rules.false_stops and reuse is False:
        inherited = False
    return Scope(
        f"{outer.shared}{name}/", nodes, bool(reuse) or inherited, rules.automatic and not reuse
    )


def _asked(
    rules: Rules, here: Scope, name: str, made: dict[str, str], unique: Callable[[str], str]
) -> str:
    """What get_variable gives: the name of a node, which is noted in `made`, or "ValueError"."""
    if here.reuse and name not in made and not (rules.makes_absent or here.automatic):
        return "ValueError"
    if not here.reuse and name in made and not (rules.finds_silently or here.automatic):
        return "ValueError"
    if name not in made:
        made[name] = unique(name) if rules.takes_other_names else name
    return made[name]


REUSE_MAKES = (
    "you let `reuse=True` create a variable. It only finds: a name that nobody created is a ValueError. "
    "Only AUTO_REUSE does both."
)

NUMBERED = (
    "you put the prefix of `get_variable` in front of the names of `tf.Variable`, too. Opening a scope again "
    "opens a new name scope, with a number: `layer_1/step`."
)

OUTCOMES = Exercise(
    id="scopes/outcomes",
    title="Made, found, or refused?",
    answers=("outcomes",),
    cases=(
        Case(
            "a scope that is opened again and again",
            1,
            visible=True,
            gate=True,
            advice="Return the full names, with their scopes. Each `open` opens one "
            "`tf.variable_scope(name, reuse=reuse)`, and with it a name scope. If the same name is opened "
            "again, the name scope gets a number, which `get_variable` ignores. Reuse ends when the scope "
            "is closed. Without reuse, asking for the same name twice is a ValueError.",
        ),
        Case(
            "asking for what is missing, and for what is already there",
            1,
            advice="Without reuse, `get_variable` creates a variable, and asking twice is a ValueError. With "
            "`reuse=True`, it finds what `get_variable` created under this name in this program; anything "
            "else is a ValueError. Outside all scopes there is no reuse, and names have no prefix.",
        ),
        Case(
            "scopes inside scopes",
            2,
            advice="A scope inside a scope has both names in its prefix. It reuses if it says so itself or "
            "a scope around it does. Once it is closed, the outer scope is as it was before. A name "
            "scope gets a number if its whole name, with the scopes around it, is taken.",
        ),
    ),
    draw=_draw,
    observe=_observe,
    reference=_outcomes(),
    misconceptions=(
        Misconception(
            "goes-on-in-one-graph",
            _outcomes(Rules(goes_on=True)),
            "the first program comes out right, but the next one finds the variables of the first. Each "
            "program starts with an empty graph: `with tf.Graph().as_default():` inside the function.",
        ),
        Misconception(
            "stops-at-the-first-error",
            _outcomes(Rules(stops=True)),
            "your program ends with its first ValueError, but it should go on after an error. Put the "
            "`try` around the one call that may fail, not around the loop.",
        ),
        Misconception(
            "finds-without-reuse",
            _outcomes(Rules(finds_silently=True)),
            "you let `get_variable` find a variable without `reuse`. Asking twice for the same name is "
            "a ValueError unless the scope reuses: nobody shares by accident.",
        ),
        Misconception(
            "reuse-makes-what-is-absent",
            _outcomes(Rules(makes_absent=True, takes_other_names=False)),
            REUSE_MAKES,
        ),
        Misconception("auto-reuse-for-true", _outcomes(Rules(makes_absent=True)), REUSE_MAKES),
        Misconception(
            "reuse-is-not-inherited",
            _outcomes(Rules(inherits=False)),
            "you look only at the innermost scope. Once reuse is True, it is True for all scopes inside, "
            "too.",
        ),
        Misconception(
            "false-stops-reuse",
            _outcomes(Rules(false_stops=True)),
            "you let `reuse=False` end the reuse of the scope around it. It does not: False means the same "
            "as None here, and an inherited True stays True.",
        ),
        Misconception(
            "a-variable-obeys-reuse",
            _outcomes(Rules(everything_shared=True)),
            "you treat `tf.Variable` like `get_variable`. It ignores reuse and always creates a new "
            "variable, which `get_variable` cannot find.",
        ),
        Misconception(
            "get-variable-gets-numbers",
            _outcomes(Rules(numbers_all=True)),
            "you put the number of the name scope (`layer_1`) in front of shared variables. `get_variable` "
            "uses the name of the variable scope, which gets no number; that is how it finds them again.",
        ),
        Misconception("a-variable-gets-no-number", _outcomes(Rules(numbers_none=True)), NUMBERED),
        Misconception("no-numbers-at-all", _outcomes(Rules(numbers_never=True)), NUMBERED),
        Misconception(
            "auto-reuse-for-none",
            _outcomes(Rules(automatic=True)),
            "you treat a scope without reuse like one with AUTO_REUSE. None and False do not mean that: to "
            "create the same variable twice is a ValueError.",
        ),
        Misconception(
            "name-scopes",
            _outcomes(Rules(name_scopes=True)),
            "your names are those that name scopes give: `get_variable` takes no notice of them. A program "
            "opens `tf.variable_scope(name, reuse=reuse)`.",
        ),
    ),
    hints=(
        "You may let TensorFlow answer: do what the program says, in a new graph, and catch each ValueError.",
        "A `with` block cannot begin at one step of the program and end at a later one. Keep the open "
        "scopes in a list: `__enter__()` opens one, and `__exit__(None, None, None)` closes the last.",
        "Only `get_variable` can refuse: put the `try` around this one call, so that the program "
        "goes on. The name to return is `variable.op.name`.",
    ),
    paste=_paste,
)
