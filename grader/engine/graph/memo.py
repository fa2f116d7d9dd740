"""Questions about a tensor that are answered by asking the same about what it is computed from.

A graph has far more paths than tensors, and may be hostile: without a memo, one that fits on a page takes
longer than anybody waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from grader.engine.graph.nodes import Tensor

T = TypeVar("T")

DEEPEST, MOST = 64, 2000  # tensors upstream: in one chain, and in all


class _Memo(threading.local):
    """The results so far while one query is answered: each tensor is visited once, so loops end."""

    depth = 0

    def __init__(self) -> None:
        self.answers: dict[tuple[Callable[..., Any], Tensor], Any] = {}


_memo = _Memo()


def memoized(function: Callable[[Tensor], T | None]) -> Callable[[Tensor], T | None]:
    """Remembers a recursive function's results for one query; None where it would visit too many tensors."""

    def ask(tensor: Tensor) -> T | None:
        answers = _memo.answers = _memo.answers if _memo.depth else {}
        key = function, tensor
        if key in answers or len(answers) > MOST or _memo.depth > DEEPEST:
            return answers.get(key)
        answers[key] = None
        _memo.depth += 1
        try:
            answers[key] = function(tensor)
        finally:
            _memo.depth -= 1
        return answers[key]

    return ask
