"""Asks an answer: draws what it is given, has it build, runs what it built, refuses what is none of that.

A `Builder` is the line in which a student calls the function that an exercise asks for. What is then asked
is a question: a function of a session, in which everything has the name that it has in that line.

    ACCOUNT = Builder("amount, balance, deposit = account(start)")

    def deposits(run, amounts):
        run.initialize()
        return [run("deposit", amount=number) for number in amounts]

`built.ask(deposits, [3.0, 4.0])` runs it on the student's graph, and `ACCOUNT.paste(...)` writes down
the same question as code. Where an answer acts in its own process, `reports.py` reads what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from grader.evidence import (
    Challenge,
    Evidence,
    GraphRef,
    OperationRef,
    Raised,
    TensorRef,
    VariableData,
)
from grader.judging.agreement import agree
from grader.judging.drawing import Argument
from grader.judging.exercise import WrongAnswer
from grader.judging.reports import reports
from grader.judging.rerun import Node, Rerun, describe, expect_returned_tensor, expect_tensor
from grader.languages import N_, _

Part = TensorRef | OperationRef
THINGS = {
    2: N_("your function should return two things, ({names}), but it returned {found}"),
    3: N_("your function should return three things, ({names}), but it returned {found}"),
}

# --------------------------------------------------------------------------------------- questions


class Session:
    """A new session on an answer's graph. After an initializer that failed, each run has its error."""

    def __init__(self, rerun: Rerun, names: Mapping[str, Part]):
        self.rerun, self.names = rerun, names
        self.failed: Raised | None = None

    def initialize(self) -> None:
        """Runs the initializer of all variables."""
        outcome = self.rerun.initialize()
        self.failed = outcome if isinstance(outcome, Raised) else None

    def __call__(self, *fetches: str, **feeds: Any) -> Any:
        """The value of what is called so, the list of several values, or an error; with these values fed."""
        if self.failed:
            return self.failed
        nodes = [self.names[name] for name in fetches]
        fed: dict[Node, Any] = {}
        for name, value in feeds.items():
            node: Any = self.names[name]
            fed |= zip(node, value, strict=True) if isinstance(node, list) else {node: value}
        return self.rerun.run(nodes if len(nodes) > 1 else nodes[0], fed)

    def on(self, other: Built) -> Session:
        """The same session, in which everything is called as in another call's line."""
        return Session(self.rerun, other.names)


class _Writing(Session):
    """Writes down, as code, what is run in it."""

    def __init__(self) -> None:
        self.lines: list[_Code] = []

    def initialize(self) -> None:
        self.lines.append(_Code("session.run(tf.global_variables_initializer())"))

    def __call__(self, *fetches: str, **feeds: Any) -> _Code:
        names = f"[{', '.join(fetches)}]" if len(fetches) > 1 else fetches[0]
        fed = ", ".join(f"{name}: {_written(value)}" for name, value in feeds.items())
        self.lines.append(
            _Code(f"session.run({names}, {{{fed}}})" if fed else f"session.run({names})")
        )
        return self.lines[-1]


class _Code(str):
    __slots__ = ()
    __repr__ = str.__str__


# -------------------------------------------------------------------------------- what an answer built


@dataclass(frozen=True)
class Built:
    """What came of one call: `result`, an error or tensors, which have names as the arguments have."""

    builder: Builder
    evidence: Evidence
    report: Mapping[str, Any]

    @property
    def result(self) -> Any:
        """What the call returned, or the error that it raised."""
        return self.report["result"]

    @cached_property
    def parts(self) -> dict[str, Part]:
        """What the call returned, by name. Raises WrongAnswer for anything but tensors and `operations`."""
        names, found = self.builder.returns, self.result
        if len(names) == 1:
            return {names[0]: self._only_part(found)}
        if not isinstance(found, (list, tuple)) or len(found) != len(names):
            raise WrongAnswer(
                _(THINGS[len(names)]).format(names=", ".join(names), found=describe(found))
            )
        return {name: self._part(part, name) for name, part in zip(names, found, strict=True)}

    def _only_part(self, found: Any) -> Part:
        if self.builder.operations and not isinstance(found, Part):
            raise WrongAnswer(
                _(
                    "your function should return one operation or tensor, but it returned {found}"
                ).format(found=describe(found))
            )
        return (
            found if self.builder.operations else expect_returned_tensor(found, self.builder.call)
        )

    def _part(self, part: Any, name: str) -> Part:
        if name not in self.builder.operations:
            what = _("the {name} that your function returns").format(name=name)
            return expect_tensor(part, what, part=True)
        if isinstance(part, Part):
            return part
        raise WrongAnswer(
            _("`{name}` should be an operation of the graph, but it is {found}").format(
                name=name, found=describe(part, part=True)
            )
        )

    @property
    def names(self) -> dict[str, Part]:
        """The arguments and the parts, by name."""
        return {
            **dict(zip(self.builder.takes, self.report["arguments"], strict=True)),
            **self.parts,
        }

    @property
    def again(self) -> Built:
        """What came of the second call in the same graph, with the same arguments."""
        return replace(self, report={**self.report, "result": self.report["again"]})

    @property
    def variables(self) -> list[VariableData]:
        """The variables of the graph: their names, and whether an optimizer would train them."""
        return list(self.session().rerun.data.variables)

    @property
    def dtypes(self) -> list[str]:
        """The dtypes of the parts that are tensors."""
        return [part.dtype for part in self.parts.values() if isinstance(part, TensorRef)]

    @property
    def elsewhere(self) -> list[str]:
        """The names of the parts that are not in the graph in which the function was called."""
        graph = self.report["graph"]
        return [name for name, part in self.parts.items() if GraphRef(part.graph) != graph]

    def refuse_elsewhere(self) -> None:
        """Raises WrongAnswer if a part is in another graph.

        What feeds the arguments would feed placeholders with the same names, too.
        """
        for name in self.elsewhere:
            if len(self.parts) == 1:
                text = _("what {function} returns is in a different graph from its arguments")
                raise WrongAnswer(text.format(function=self.builder.function))
            text = _(
                "your function should build in the default graph, but the {name} that it returns is in "
                "another graph"
            )
            raise WrongAnswer(text.format(name=name))

    def session(self) -> Session:
        """A new session on the graph of what was returned."""
        return Session(Rerun(self.evidence, [*self.parts.values()][-1].graph), self.names)

    def ask(self, question: Callable[..., Any], *about: Any) -> Any:
        """The answer to a question in a new session, or the error of the call."""
        return self.result if isinstance(self.result, Raised) else question(self.session(), *about)

    def in_any_order(
        self, orders: Sequence[int], question: Callable[..., Any], *about: Any, part: str = ""
    ) -> Iterator[Any]:
        """The answer to a question in each of the orders in which a part, or the last one, may be run."""
        node = self.parts[part or self.builder.returns[-1]]
        for rerun in self.session().rerun.in_other_orders(node, orders):
            yield question(Session(rerun, self.names), *about)

    def same_in_any_order(
        self, orders: Sequence[int], question: Callable[..., Any], *about: Any, part: str = ""
    ) -> bool:
        """Whether the orders that the graph leaves open all give the same answer to a question."""
        first, *others = self.in_any_order(orders, question, *about, part=part)
        return all(agree(first, other) for other in others)

    def ask_in_any_order(
        self, orders: Sequence[int], question: Callable[..., Any], *about: Any
    ) -> list[Any]:
        """The different answers to a question, in the orders that the graph leaves open (see `Rerun`).

        The error of the call is the only answer.
        """
        if isinstance(self.result, Raised):
            return [self.result]
        found: list[Any] = []
        for outcome in self.in_any_order(orders, question, *about):
            if isinstance(outcome, list):  # several values may have several shapes
                outcome = [np.asarray(one).tolist() for one in outcome]
            elif not isinstance(outcome, Raised):
                outcome = np.asarray(outcome).tolist()
            if outcome not in found:
                found.append(outcome)
        return found

    def ancestors(self, name: str) -> list[Any]:
        """The operations that a run of a part needs."""
        part = self.parts[name]
        return Rerun(self.evidence, part.graph).ancestors(part)

    def refuse_unused(self, result: str, source: str) -> None:
        """Raises WrongAnswer if a run of one part does not need another, in the same graph."""
        operation = self.parts[source].name.partition(":")[0]
        try:
            needed = self.ancestors(result)
        except (LookupError, ValueError):
            return  # there is no such node, and the evidence is forged
        if not any(one.name == operation for one in needed):
            raise WrongAnswer(
                _(
                    "your `{result}` does not use the `{source}` that you return, so feeding it has no "
                    "effect. Return the placeholder itself"
                ).format(result=result, source=source)
            )


@dataclass(frozen=True)
class Builder:
    """How a student calls the function of an exercise that builds: "after = transfer(source, amount)".

    probe: which one calls it; a chapter's own can end calls that do not end by themselves.
    operations: the names of those things returned that may be operations, since only their run matters.
    """

    line: str
    probe: str = "build"
    operations: Sequence[str] = ()

    @property
    def call(self) -> str:
        """The call alone: "transfer(source, amount)"."""
        return self.line.partition(" = ")[2]

    @property
    def function(self) -> str:
        """The function's name."""
        return self.call.partition("(")[0]

    @property
    def takes(self) -> list[str]:
        """The names of the arguments."""
        return self.call.partition("(")[2].rstrip(")").split(", ")

    @property
    def returns(self) -> list[str]:
        """The names of what the function returns: tensors, or one."""
        return self.line.partition(" = ")[0].split(", ")

    def challenge(
        self,
        builds: Sequence[Sequence[Any]],
        again: Sequence[int] = (),
        graphs: Sequence[int] = (),
        crowded: Sequence[int] = (),
        **hidden: Any,
    ) -> Challenge:
        """Calls the function with these arguments, in a new graph each time.

        builds: the arguments of each call: plain values, a `placeholder`, a `variable`, a list of these.
        again: the numbers of the calls after which it is called once more in that graph.
        graphs: how many calls, one after the other, share a graph.
        crowded: the numbers of the graphs that have a variable before the first call.
        """
        described = [
            [_described(*pair) for pair in zip(self.takes, arguments, strict=True)]
            for arguments in builds
        ]
        inputs = {"builds": described, "again": list(again)}
        if graphs:
            inputs |= {"graphs": list(graphs), "crowded": list(crowded)}
        return Challenge(self.probe, inputs, hidden)

    def built(self, evidence: Evidence, count: int, in_graph: bool = False) -> list[Built]:
        """What came of each call. Raises WrongAnswer if one returned anything but the tensors.

        in_graph: whether they must also be in the graph in which the function was called.
        """
        keys = ("arguments", "result", "graph", "again")
        calls = [Built(self, evidence, report) for report in reports(evidence, count, *keys)]
        for call in calls:
            if not isinstance(call.result, Raised):
                call.parts  # noqa: B018
                if in_graph:
                    call.refuse_elsewhere()
        return calls

    def refuse_the_same(self, calls: Iterable[Built]) -> None:
        """Raises WrongAnswer if two calls gave the same tensor: then the second built nothing.

        One call may return a tensor under two names.
        """
        places = [
            place
            for call in calls
            if not isinstance(call.result, Raised)
            for place in {(part.graph, part.name) for part in call.parts.values()}
        ]
        if len(set(places)) < len(places):
            raise WrongAnswer(
                _(
                    "{function} returns the same tensor in two calls; the function should make new nodes "
                    "every time"
                ).format(function=self.function)
            )

    def paste(self, challenge: Challenge, question: Callable[..., Any], *about: Any) -> str:
        """Code that makes the first call and asks a question."""
        given = list(zip(self.takes, challenge.inputs["builds"][0], strict=True))
        arguments = [repr(one["value"]) if "value" in one else name for name, one in given]
        run = _Writing()
        answer = question(run, *about)
        shown_as = "values" if isinstance(answer, list) else "value"
        lines = [
            *(f"{name} = {_made(one)}" for name, one in given if "value" not in one),
            f"{', '.join(self.returns)} = {self.function}({', '.join(arguments)})",
            *_in_order(run.lines, answer, shown_as),
        ]
        body = "".join(f"    {line}\n" for line in lines)
        return f"with tf.Graph().as_default(), tf.Session() as session:\n{body}{shown_as}\n"


def _described(name: str, argument: Any) -> Any:
    if argument and isinstance(argument, list) and all(isinstance(one, dict) for one in argument):
        return [_described(f"{name}{number}", one) for number, one in enumerate(argument, start=1)]
    return {"name": name, **argument} if isinstance(argument, dict) else {"value": argument}


def _in_order(runs: list[_Code], answer: Any, name: str) -> list[str]:
    """The runs as lines, in the order in which they were asked for; the last line is what is shown."""
    shown = answer if isinstance(answer, list) else [answer]
    silent = [run for run in runs if not any(run is one for one in shown)]
    if all(run is other for run, other in zip(runs, [*silent, *shown], strict=False)):
        return [*silent, f"{name} = {answer!r}"]
    numbers = {id(one): number for number, one in enumerate(shown, start=1)}
    lines = [f"value{numbers[id(run)]} = {run}" if id(run) in numbers else run for run in runs]
    return [*lines, f"{name} = [{', '.join(f'value{number}' for number in numbers.values())}]"]


def _made(argument: Argument) -> str:
    """The code that makes an argument."""
    if "variable" in argument:
        return f"tf.Variable({np.asarray(argument['variable']).tolist()})"
    return f"tf.placeholder(tf.{argument['placeholder']}, {argument['shape']})"


def _written(value: Any) -> str:
    """A value that is fed, as code; an array as a list, which is flat where its nesting would be deep."""
    if not isinstance(value, np.ndarray):
        return repr(value)
    if value.ndim < 3:
        return repr(value.tolist())
    return f"np.reshape({value.ravel().tolist()}, {list(value.shape)})"
