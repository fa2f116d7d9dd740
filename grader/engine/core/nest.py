"""Nested structures of values: sequences, dictionaries and their views, attrs objects, as in tf.nest.

A composite value (an IndexedSlices) counts as the structure of its tensors: its class has
`_components()` and `_rebuilt(components)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MappingView, Sequence
from typing import Any


def leaves(values: Iterable[Any]) -> Iterator[Any]:
    """The leaves of nested lists and tuples; other structures count as leaves."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from leaves(value)
        else:
            yield value


def is_nested(value: Any) -> bool:
    """Whether a value contains others."""
    if isinstance(value, (list, tuple, dict)) or hasattr(value, "_components"):
        return True
    if isinstance(value, (str, bytes, bytearray)):
        return False
    return isinstance(value, (Sequence, Mapping, MappingView)) or is_attrs(value)


def is_attrs(value: Any) -> bool:
    """Whether a value's class was made by attrs."""
    return hasattr(type(value), "__attrs_attrs__")


def fields(value: Any) -> list[Any]:
    """The values of the fields of an object whose class was made by attrs."""
    return [getattr(value, field.name) for field in type(value).__attrs_attrs__]


def _parts(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [value[key] for key in sorted(value)]
    if hasattr(value, "_components"):
        return list(value._components())
    return fields(value) if is_attrs(value) else list(value)


def flatten(structure: Any) -> list[Any]:
    """The leaves of a structure, those of dictionaries in the order of the sorted keys."""
    if not is_nested(structure):
        return [structure]
    return [leaf for part in _parts(structure) for leaf in flatten(part)]


def pack(structure: Any, flat: list[Any]) -> Any:
    """The same structure with the leaves replaced by those in `flat`."""
    leaves = iter(flat)
    packed = _packed(structure, leaves)
    left = list(leaves)
    if left:
        raise ValueError(
            f"Could not pack sequence. Structure had {len(flatten(structure))} atoms, but "
            f"flat_sequence had {len(flat)} items.  Structure: {structure}, flat_sequence: {flat}."
        )
    return packed


def _packed(structure: Any, leaves: Iterator[Any]) -> Any:
    if not is_nested(structure):
        return next(leaves)
    parts = [_packed(part, leaves) for part in _parts(structure)]
    if isinstance(structure, Mapping):
        by_key = dict(zip(sorted(structure), parts, strict=True))
        return type(structure)((key, by_key[key]) for key in structure)  # type: ignore[call-arg]
    if hasattr(structure, "_components"):
        return structure._rebuilt(parts)
    return like(structure, parts)


def like(sequence: Any, parts: list[Any]) -> Any:
    """A sequence or attrs object of the same class with these parts; a list for a dictionary's view."""
    if hasattr(sequence, "_fields") or is_attrs(sequence):
        return type(sequence)(*parts)
    return parts if isinstance(sequence, MappingView) else type(sequence)(parts)


def over(function: Callable[..., Any], *structures: Any) -> Any:
    """Applies `function` to corresponding leaves; returns the results in the first structure."""
    flat = [flatten(structure) for structure in structures]
    return pack(structures[0], [function(*leaves) for leaves in zip(*flat, strict=True)])


def same(one: Any, other: Any) -> None:
    """Raises ValueError when two structures differ in form, TypeError when only in their classes."""
    kind = ValueError if _differ(one, other) else None if _same_classes(one, other) else TypeError
    if kind is not None:
        shown = [f"type={type(value).__name__} str={value}" for value in (one, other)]
        raise kind(
            "The two structures don't have the same nested structure.\n\n"
            f"First structure: {shown[0]}\n\nSecond structure: {shown[1]}"
        )


def _differ(one: Any, other: Any) -> bool:
    if not (is_nested(one) and is_nested(other)):
        return is_nested(one) or is_nested(other)
    parts, others = _parts(one), _parts(other)
    if isinstance(one, Mapping) and isinstance(other, Mapping) and set(one) != set(other):
        return True
    return len(parts) != len(others) or any(map(_differ, parts, others))


def _same_classes(one: Any, other: Any) -> bool:
    if not is_nested(one):
        return True
    alike = isinstance(one, Mapping) and isinstance(other, Mapping)
    return (alike or type(one) is type(other)) and all(
        map(_same_classes, _parts(one), _parts(other))
    )
