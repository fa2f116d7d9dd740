"""Says how a wrong answer differs from the right one, where it does so in the same way everywhere.

Only where no known mistake fits. A relation between values is named when it explains every case that does
not hold, no case contradicts it, enough different numbers support it, and no other relation explains them as
well. A statement about form (an empty list, a node instead of its value) is about the first wrong case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.evidence import OperationRef, Other, Raised, TensorRef
from grader.judging import numeric_relations, relation_sentences
from grader.judging.agreement import agree
from grader.judging.numeric_relations import Pair
from grader.judging.relation_sentences import Clause, clause
from grader.judging.rerun import describe


def relation(
    expected: Sequence[Any], got: Sequence[Any], holds: Sequence[bool], choice: bool = False
) -> Clause | None:
    """A clause such as "your values are the negatives of the right ones", or None.

    expected, got: an observation for each case. holds: whether they agree. choice: see `Exercise.choice`.
    """
    wrong = [
        pair
        for pair, right in zip(zip(expected, got, strict=True), holds, strict=True)
        if not right
    ]
    if not wrong or any(isinstance(part, Raised) for pair in wrong for part in pair):
        return None
    kept = [one for one, right in zip(expected, holds, strict=True) if right]
    relations = OF_FORM if choice else (*OF_VALUES, *OF_FORM)
    found = [told for find in relations if (told := find(wrong, kept))]
    return found[0] if len(found) == 1 else None if found else _of_another_kind(wrong)


# ------------------------------------------------------------------------ relations of structure


def _each(find: Callable[[Any, Any], bool], told: str) -> Callable[..., Clause | None]:
    """The relation that holds when `find(expected, got)` does in every case that is wrong."""

    def holds(wrong: Sequence[Pair], kept: Sequence[Any]) -> Clause | None:
        return clause(told) if all(find(expected, got) for expected, got in wrong) else None

    return holds


def _first(find: Callable[[Any, Any], bool], told: str) -> Callable[..., Clause | None]:
    """What is true of the first case that is wrong."""

    def holds(wrong: Sequence[Pair], kept: Sequence[Any]) -> Clause | None:
        return clause(told) if find(*wrong[0]) else None

    return holds


def _either(*kinds: Callable[..., Clause | None]) -> Callable[..., Clause | None]:
    """The first of these relations that holds: the others say less."""

    def holds(wrong: Sequence[Pair], kept: Sequence[Any]) -> Clause | None:
        return next((told for kind in kinds if (told := kind(wrong, kept))), None)

    return holds


def _somewhere(find: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """`find`, or lists, or dictionaries with the same keys, whose parts agree or fulfil it."""

    def deep(expected: Any, got: Any) -> bool:
        if find(expected, got):
            return True
        if (
            isinstance(expected, Mapping)
            and isinstance(got, Mapping)
            and expected.keys() == got.keys()
        ):
            expected, got = list(expected.values()), [got[key] for key in expected]
        if not (isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple))):
            return False
        if len(expected) != len(got) or not got:
            return False
        parts = list(zip(expected, got, strict=True))
        wrong = [pair for pair in parts if not agree(*pair)]
        return bool(wrong) and all(deep(*pair) for pair in wrong)

    return deep


def _is_sequence(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _array(value: Any) -> np.ndarray | None:
    """A rectangular array of numbers; None for anything else."""
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array if array.dtype.kind in "iuf" else None


def _transposed(expected: Any, got: Any) -> bool:
    one, other = _array(expected), _array(got)
    if one is None or other is None or one.ndim != 2 or 1 in one.shape:
        return False
    return other.shape == one.T.shape and agree(one.T, other)


def _sequences(expected: Any, got: Any, least: int) -> bool:
    """Two sequences; in the expected one, values that differ, and not from zero only, show their places."""
    if not (_is_sequence(expected) and _is_sequence(got) and len(expected) >= least):
        return False
    return len({repr(one) for one in expected if _is_sequence(one) or one}) >= max(2, least - 1)


def _reversed(expected: Any, got: Any) -> bool:
    if isinstance(expected, tuple):
        return False  # a shape, whose sizes have an order of their own
    if not _sequences(expected, got, 2) or agree(list(expected), list(got)):
        return False  # a case may compare more strictly than this: then it is not the order that is wrong
    return agree(list(expected)[::-1], list(got))


def _permuted(expected: Any, got: Any) -> bool:
    if _reversed(expected, got):
        return True
    if not _sequences(expected, got, 3) or len(expected) != len(got):
        return False
    if agree(list(expected), list(got)):
        return False
    left = list(got)
    for one in expected:
        place = next((n for n, other in enumerate(left) if agree(one, other)), None)
        if place is None:
            return False
        del left[place]
    return True


def _late(expected: Any, got: Any) -> bool:
    alike = _sequences(expected, got, 4) and len(expected) == len(got)
    return alike and agree(list(expected)[:-1], list(got)[1:])


def _early(expected: Any, got: Any) -> bool:
    return _late(got, expected)


def _without_last(expected: Any, got: Any) -> bool:
    if not _sequences(expected, got, 3) or any(one is None for one in expected):
        return False
    return agree(list(expected)[:-1], list(got))


def _without_first(expected: Any, got: Any) -> bool:
    return _sequences(expected, got, 3) and agree(list(expected)[1:], list(got))


def _one_more(expected: Any, got: Any) -> bool:
    return _sequences(expected, got, 2) and agree(list(expected), list(got)[:-1])


def _in_another_form(wrong: Sequence[Pair], kept: Sequence[Any]) -> Clause | None:
    for expected, got in wrong:
        one, other = list(numeric_relations.leaves(expected)), list(numeric_relations.leaves(got))
        if _has_dictionary(expected) and _has_dictionary(got):  # the keys may be what is wrong
            return None
        if (
            None in one
            or not one
            or numeric_relations.form(expected) == numeric_relations.form(got)
            or not agree(one, other)
        ):
            return None
    expected, got = wrong[0]
    if describe(expected) != describe(got):
        return clause(relation_sentences.OTHER_FORM, found=describe(got), wanted=describe(expected))
    parts = [describe(part) for part in got]
    strange = [
        told
        for told, one, other in zip(parts, expected, got, strict=True)
        if numeric_relations.form(one) != numeric_relations.form(other)
    ]
    if len(strange) == len(parts) and len(set(parts)) == 1:
        return clause(relation_sentences.EACH_IN_OTHER_FORM, found=parts[0])
    return (
        clause(relation_sentences.ONE_IN_OTHER_FORM, found=strange[0])
        if len(strange) == 1
        else None
    )


def _has_dictionary(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_has_dictionary, value))
    return isinstance(value, dict)


def _only_first(expected: Any, got: Any) -> bool:
    return _sequences(expected, expected, 2) and (
        agree(expected[0], got) or agree(expected[:1], got)
    )


def _all_for_last(expected: Any, got: Any) -> bool:
    return not _is_sequence(expected) and _sequences(got, got, 2) and agree(expected, got[-1])


def _members(value: Any) -> list[Any] | None:
    """What a dictionary, or a list of strings, contains."""
    if isinstance(value, dict):
        return [list(item) for item in value.items()]
    if isinstance(value, (list, tuple, set, frozenset)) and value:
        return list(value) if all(_text(part) is not None for part in value) else None
    return [] if isinstance(value, (list, tuple)) else None


def _without_order(expected: Any, got: Any) -> bool:
    return isinstance(got, (set, frozenset)) and _is_sequence(expected)


def _repeated(expected: Any, got: Any) -> bool:
    one, other = _members(expected), _members(got)
    if isinstance(got, dict) or not one or not other or len(one) >= len(other):
        return False
    return set(map(_text, one)) == set(map(_text, other))


def _some_more(expected: Any, got: Any) -> bool:
    return _part_of(expected, got) and not _one_more(expected, got)


def _part_missing(expected: Any, got: Any) -> bool:
    return _part_of(got, expected) and not _without_order(expected, got)


def _part_of(smaller: Any, larger: Any) -> bool:
    """Whether all members of one are members of the other, which has more."""
    few, many = _members(smaller), _members(larger)
    if not few or not many or len(few) >= len(many):
        return False
    return all(any(agree(part, other) for other in many) for part in few)


def _empty(expected: Any, got: Any) -> bool:
    asked = isinstance(expected, np.ndarray) or bool(expected)
    return isinstance(got, (list, tuple, dict)) and not got and asked


def _of_another_kind(wrong: Sequence[Pair]) -> Clause | None:
    """The last resort: the exercise asks for a list, and the answer is a number."""
    expected, got = wrong[0]
    if isinstance(got, Other) or _kind(expected) != _kind(got):
        return clause(relation_sentences.KIND, expected=describe(expected), found=describe(got))
    strange = _other_in(got)
    return clause(relation_sentences.OTHER_INSIDE, found=describe(strange)) if strange else None


def _other_in(value: Any) -> Other | None:
    """The first part of an observation that is not a plain value: a generator in a list."""
    if isinstance(value, Other):
        return value
    parts = value if isinstance(value, (list, tuple)) else ()
    return next((found for part in parts if (found := _other_in(part))), None)


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return "dictionary"
    if isinstance(value, (str, bytes)):
        return "string"
    if _is_sequence(value) or isinstance(value, (set, frozenset)):
        return "sequence"
    if isinstance(value, (bool, np.bool_)):
        return "truth value"
    return (
        "number" if isinstance(value, (int, float, np.number, np.ndarray)) else type(value).__name__
    )


def _nothing(wrong: Sequence[Pair], kept: Sequence[Any]) -> Clause | None:
    expected, got = wrong[0]
    return clause(relation_sentences.NOTHING) if got is None and expected is not None else None


def _not_run(expected: Any, got: Any) -> bool:
    values = (bool, int, float, str, bytes, np.ndarray, np.generic)
    return isinstance(expected, values) and isinstance(got, (TensorRef, OperationRef))


def _node_for_name(expected: Any, got: Any) -> bool:
    if _is_sequence(expected) and _is_sequence(got):
        return len(got) > 0 and all(_node_for_name(name, got[0]) for name in expected)
    return _text(expected) is not None and isinstance(got, (TensorRef, OperationRef))


def _text(value: Any) -> str | None:
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    return value if isinstance(value, str) else None


def _output_number(expected: Any, got: Any) -> bool:
    if isinstance(expected, dict) and isinstance(got, dict) and expected:
        return agree({f"{_text(key)}:0": value for key, value in expected.items()}, got)
    one, other = _text(expected), _text(got)
    return one is not None and other is not None and f"{one}:0" == other


def _no_output_number(expected: Any, got: Any) -> bool:
    return _output_number(got, expected)


def _an_operation(expected: Any, got: Any) -> bool:
    return (
        isinstance(expected, TensorRef)
        and isinstance(got, OperationRef)
        and expected.name.partition(":")[0] == got.name
    )


def _string_of_number(expected: Any, got: Any) -> bool:
    text = _text(got)
    if text is None or isinstance(expected, (bool, str, bytes)):
        return False
    try:
        return agree(expected, type(expected)(text))
    except (TypeError, ValueError):
        return False


# Between values, of which some may agree by chance.
OF_VALUES: tuple[Callable[..., Clause | None], ...] = (
    numeric_relations.negative,
    numeric_relations.factor,
    numeric_relations.offset,
    numeric_relations.constant,
    _each(_somewhere(_transposed), relation_sentences.TRANSPOSED),
    _either(
        _each(_somewhere(_reversed), relation_sentences.REVERSED),
        _each(_somewhere(_permuted), relation_sentences.PERMUTED),
    ),
    _each(_somewhere(_late), relation_sentences.LATE),
    _each(_somewhere(_early), relation_sentences.EARLY),
)
# Of structure and type.
OF_FORM: tuple[Callable[..., Clause | None], ...] = (
    _either(
        _each(_somewhere(_without_last), relation_sentences.WITHOUT_LAST),
        _each(_somewhere(_without_first), relation_sentences.WITHOUT_FIRST),
        _each(_somewhere(_only_first), relation_sentences.ONLY_FIRST),
        _first(_part_missing, relation_sentences.SOME_MISSING),
    ),
    _each(_somewhere(_one_more), relation_sentences.ONE_MORE),
    _in_another_form,
    _nothing,
    _each(_somewhere(_all_for_last), relation_sentences.ALL_FOR_LAST),
    _either(
        _first(_without_order, relation_sentences.WITHOUT_ORDER),
        _first(_repeated, relation_sentences.REPEATED),
        _first(_some_more, relation_sentences.SOME_MORE),
    ),
    _first(_empty, relation_sentences.EMPTY),
    _either(
        _first(_node_for_name, relation_sentences.NODE_FOR_NAME),
        _first(_not_run, relation_sentences.NOT_RUN),
        _first(_somewhere(_not_run), relation_sentences.NODES_INSIDE),
    ),
    _each(_somewhere(_output_number), relation_sentences.OUTPUT_NUMBER),
    _each(_somewhere(_no_output_number), relation_sentences.NO_OUTPUT_NUMBER),
    _each(_somewhere(_an_operation), relation_sentences.AN_OPERATION),
    _each(_somewhere(_string_of_number), relation_sentences.STRING),
)
