"""The engine against TensorFlow on random programs.

The daily run tries a few hundred programs, others for each commit; `make test-all` a thousand more, always
the same; `HYPOTHESIS_PROFILE=deep` ten times as many.
"""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import assume, given

from grader import engine

from . import compare
from .back_ends import engine_session, tensorflow_session, tf
from .generate import programs
from .imports import import_differences
from .mistakes import mistaken_programs
from .profile import examples
from .programs import Built, Program, build, with_gradients
from .queues import queue_programs


def both(program: Program) -> tuple[Built, Built]:
    return build(program, tf), build(program, engine)


def require_none(differences: Iterable[str]) -> None:
    found = list(differences)
    assert not found, "\n".join(found[:12])


def check(program: Program) -> None:
    """The same graph, the same shapes, the same errors, the same values."""
    expected, got = both(program)
    require_none(compare.error_differences(expected, got))
    require_none(compare.graph_differences(expected, got))
    require_none(compare.static_differences(expected, got))
    require_none(
        compare.outcome_differences(program, expected, got, tensorflow_session, engine_session)
    )


@examples(80, 250)
@given(programs())
def test_a_program_gives_the_same_graph_shapes_and_values(program: Program) -> None:
    check(program)


@examples(40, 120)
@given(programs(max_statements=12))
def test_the_gradients_of_a_program_are_the_same(program: Program) -> None:
    """Their nodes, which of them are None, and their values."""
    # TensorFlow takes the labels that are added up in the order of a Python set of strings.
    assume(not any("ij->" in getattr(statement, "args", ()) for statement in program.statements))
    check(with_gradients(program))


@examples(60, 250)
@given(mistaken_programs())
def test_a_mistake_gives_the_same_error(program: Program) -> None:
    check(program)


@examples(40, 100)
@given(queue_programs())
def test_queues_keep_the_same_elements_in_every_session(program: Program) -> None:
    check(program)


@examples(40, 120)
@given(programs(max_statements=10))
def test_graphs_run_on_the_other_back_end_when_imported(program: Program) -> None:
    expected, got = both(program)
    require_none(import_differences(program, expected, got, tensorflow_session, engine_session))
