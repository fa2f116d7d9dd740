"""Ways to damage bytes and graphs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.engine import make_tensor_proto
from grader.engine.core.messages import GraphDef
from grader.engine.registry import TABLE

OPS = sorted(TABLE)
NUMBERS = (
    0, 1, -1, 2, 3, 7, -2, 64, 10**3, 10**6, 10**9, 2**31 - 1, 2**31, -(2**31), 2**62, -(2**63),
)  # fmt: skip
TYPES = (0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 14, 19, 20, 23, 101, 103, 107, 110, 99)
SHAPES: tuple[tuple[int, ...], ...] = (
    (), (0,), (1,), (2,), (5,), (2, 3), (3, 3), (0, 4), (1, 2, 3), (2,) * 5,
)  # fmt: skip
ARRAYS = ("int32", "int64", "float32", "float64", "bool", "float16", "complex64", "uint8", "object")


def damage_bytes(data: bytes, luck: random.Random, other: bytes = b"") -> bytes:
    """Flips, removes, inserts, repeats, splices and cuts off bytes."""
    damaged = bytearray(data)
    for _ in range(luck.randint(1, 4)):
        damaged = damaged or bytearray(b"\x00")
        place = luck.randrange(len(damaged))
        kind = luck.randrange(8)
        if kind <= 1:
            damaged[place] ^= 1 << luck.randrange(8)
        elif kind == 2:
            del damaged[place : place + luck.randint(1, 8)]
        elif kind == 3:
            damaged[place:place] = luck.randbytes(luck.randint(1, 4))
        elif kind == 4:
            damaged[place:place] = damaged[place : place + luck.randint(1, 40)]
        elif kind == 5:
            damaged[place : place + 4] = luck.choice((b"\xff" * 4, b"\x00" * 4, b"\x7f" * 4))
        elif kind == 6 and other:
            start = luck.randrange(len(other))
            damaged[place : place + luck.randint(0, 20)] = other[
                start : start + luck.randint(1, 60)
            ]
        else:
            del damaged[max(place, len(damaged) - luck.randint(1, 64)) :]
    return bytes(damaged)


def joined(messages: Sequence[GraphDef]) -> GraphDef:
    """Graphs side by side in one, under names of their own."""
    whole = GraphDef()
    for number, message in enumerate(messages):
        for node in message.node:
            copy = whole.node.add()
            copy.CopyFrom(node)
            copy.name = f"g{number}/{node.name}"
            copy.input[:] = [
                f"^g{number}/{text[1:]}" if text.startswith("^") else f"g{number}/{text}"
                for text in node.input
            ]
    return whole


def damage_graph(message: GraphDef, luck: random.Random) -> GraphDef:
    """A copy in which one to three fields are not what they were."""
    changed = GraphDef()
    changed.CopyFrom(message)
    for _ in range(luck.choice((1, 1, 2, 3))):
        damage = luck.choice(DAMAGES)
        damage(changed, luck.choice(changed.node), luck.choice(changed.node), luck)
    return changed


def _input(graph: Any, node: Any, other: Any, luck: random.Random) -> None:
    name = luck.choice((other.name, f"{other.name}:1", f"^{other.name}", node.name, "", "none"))
    if node.input and luck.randrange(4):
        node.input[luck.randrange(len(node.input))] = name
    else:
        node.input.append(name)


def _operation(graph: Any, node: Any, other: Any, luck: random.Random) -> None:
    node.op = luck.choice((other.op, luck.choice(OPS)))


def _attribute(graph: Any, node: Any, other: Any, luck: random.Random) -> None:
    if not node.attr:
        return
    name = luck.choice(sorted(node.attr))
    if luck.randrange(3) and other.attr:
        node.attr[name].CopyFrom(other.attr[luck.choice(sorted(other.attr))])
    else:
        del node.attr[name]


def _number(graph: Any, node: Any, other: Any, luck: random.Random) -> None:
    for name in sorted(node.attr):
        value = node.attr[name]
        kind = value.WhichOneof("value")
        if kind == "i":
            value.i = luck.choice(NUMBERS)
        elif kind == "type" and not luck.randrange(3):
            value.type = luck.choice(TYPES)
        elif kind == "b" and luck.randrange(2):
            value.b = not value.b
        elif kind == "f":
            value.f = luck.choice((0.0, -1.0, 1e30, float("nan"), float("inf")))
        elif kind == "s" and luck.randrange(2):
            value.s = luck.choice((b"", b"SAME", b"VALID", b"a" * 1000, b"\xff\xfe", value.s * 2))
        elif kind == "shape":
            _dimensions(value.shape, luck)
        elif kind == "list":
            _items(value.list, luck)


def _dimensions(shape: Any, luck: random.Random) -> None:
    if shape.dim and luck.randrange(2):
        luck.choice(shape.dim).size = luck.choice(NUMBERS)
    elif luck.randrange(4):
        shape.dim.add(size=luck.choice(NUMBERS))
    else:
        shape.unknown_rank = not shape.unknown_rank


def _items(items: Any, luck: random.Random) -> None:
    if items.i:
        items.i[luck.randrange(len(items.i))] = luck.choice(NUMBERS)
    elif items.type:
        items.type[luck.randrange(len(items.type))] = luck.choice(TYPES)
    elif items.shape:
        _dimensions(luck.choice(items.shape), luck)
    elif luck.randrange(2):
        items.i.extend([luck.choice(NUMBERS)] * luck.choice((1, 4, 100)))


def _constants(graph: Any) -> list[Any]:
    return [node for node in graph.node if node.op == "Const" and "value" in node.attr]


def _new_constant(graph: Any, node: Any, other: Any, luck: random.Random) -> None:
    """Another value of the same type, or of any type: what kernels do not expect."""
    found = _constants(graph)
    if not found:
        return
    node = luck.choice(found)
    old = node.attr["value"].tensor
    names = {1: "float32", 2: "float64", 3: "int32", 7: "object", 9: "int64", 10: "bool"}
    dtype = names.get(old.dtype) if luck.randrange(4) else luck.choice(ARRAYS)
    if dtype is None:
        return
    shape = tuple(dim.size for dim in old.tensor_shape.dim) if luck.randrange(2) else None
    array = _array(dtype, luck.choice(SHAPES) if shape is None or len(shape) > 6 else shape, luck)
    proto = make_tensor_proto(array)
    node.attr["value"].tensor.CopyFrom(proto)
    node.attr["dtype"].type = proto.dtype


def _array(dtype: str, shape: tuple[int, ...], luck: random.Random) -> Any:
    count = int(np.prod(shape, dtype=object)) if all(0 <= n <= 100 for n in shape) else 0
    if count > 1000 or min(shape, default=0) < 0 or (count == 0 and 0 not in shape):
        shape, count = (2,), 2
    if dtype == "object":
        texts = [
            luck.choice((b"", b"a", b"1.5", b"\xff", b"x" * 300, b"-", b"a,b"))
            for _ in range(count)
        ]
        return np.array(texts, object).reshape(shape)
    pool: Sequence[Any] = NUMBERS
    if dtype.startswith(("float", "complex")):
        pool = (0.0, -0.0, 1.0, -1.0, 0.5, 3e38, -1e-40, float("nan"), float("inf"), float("-inf"))
    with np.errstate(all="ignore"):
        values = np.array(
            [luck.choice(pool) for _ in range(count)], object if pool is NUMBERS else None
        )
        if dtype.startswith(("int", "uint")):
            limits = np.iinfo(dtype)
            values = np.array([max(limits.min, min(limits.max, int(v))) for v in values], dtype)
        return np.asarray(values).astype(dtype).reshape(shape)


def _lying_constant(graph: Any, node: Any, other: Any, luck: random.Random) -> None:
    """A shape that does not fit the content: a few bytes that say that they are many."""
    found = _constants(graph)
    if not found:
        return
    tensor = luck.choice(found).attr["value"].tensor
    kind = luck.randrange(4)
    if kind == 0:
        tensor.tensor_shape.dim.add(size=luck.choice(NUMBERS))
    elif kind == 1 and tensor.tensor_shape.dim:
        luck.choice(tensor.tensor_shape.dim).size = luck.choice(NUMBERS)
    elif kind == 2:
        tensor.tensor_content = tensor.tensor_content[: luck.randrange(20)]
    else:
        tensor.ClearField("tensor_content")
        tensor.int_val[:] = [max(-(2**31), min(2**31 - 1, luck.choice(NUMBERS)))]
        tensor.float_val[:] = [1.0]


def _node(graph: Any, node: Any, other: Any, luck: random.Random) -> None:
    kind = luck.randrange(5)
    if kind == 0:
        copy = graph.node.add()
        copy.CopyFrom(node)
        copy.name = luck.choice((node.name, f"{node.name}_again"))
    elif kind == 1:
        node.name = luck.choice(("", "a b", "^x", "x:0", other.name, "y" * 500))
    elif kind == 2:
        node.device = luck.choice(("/cpu:0", "/gpu:7", "nonsense", "/job:x/task:99999999999"))
    elif kind == 3:
        graph.library.function.add().signature.name = "f"
    else:
        inputs = list(node.input)
        luck.shuffle(inputs)
        node.input[:] = inputs


def _endless(graph: Any, node: Any, other: Any, luck: random.Random) -> None:
    """A loop whose condition another value decides, or whose end leads elsewhere."""
    kinds = ("LoopCond", "Merge", "NextIteration", "Switch", "Enter", "Exit")
    found = [one for one in graph.node if one.op in kinds and one.input]
    if found:
        one = luck.choice(found)
        one.input[luck.randrange(len(one.input))] = luck.choice(
            (other.name, luck.choice(found).name)
        )


DAMAGES: tuple[Callable[[Any, Any, Any, random.Random], None], ...] = (
    *(_input, _operation, _attribute, _number, _number, _new_constant, _new_constant),
    *(_new_constant, _lying_constant, _node, _endless),
)
