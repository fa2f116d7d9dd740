"""Reading the files that the probes of this chapter report, which may be hostile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.judging import WrongAnswer, checkpoint_values, on_disk

MAX_CHECKPOINTS = 20


def checkpoints(files: Any) -> dict[str, Any]:
    """What each checkpoint among the files holds, by its path in the folder: {tensor name: array}.

    A checkpoint that cannot be read is a `Raised`. Raises WrongAnswer for more than 20 of them.
    """
    with on_disk(files):
        pass  # what is no dict of files is refused here
    assert isinstance(files, Mapping)
    prefixes = [name.removesuffix(".index") for name in files if name.endswith(".index")]
    if len(prefixes) > MAX_CHECKPOINTS:
        raise WrongAnswer(
            f"your code left {len(prefixes)} checkpoints, many more than were asked for"
        )
    return {prefix: checkpoint_values(files, prefix) for prefix in prefixes}
