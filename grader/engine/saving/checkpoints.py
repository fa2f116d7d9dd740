"""Finding checkpoints, and reading them without a graph.

The file `checkpoint` in their folder says which is the latest. The format of their own files: `bundle.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress

import numpy as np
from google.protobuf import text_format

from grader.engine.core import dtypes, logging
from grader.engine.core.errors import UnimplementedError
from grader.engine.core.schema import CheckpointState
from grader.engine.data.gfile import PathLike, as_path, matching
from grader.engine.saving.bundle import Bundle, write_atomically

# fmt: off
__all__ = [
    "NewCheckpointReader", "checkpoint_exists", "get_checkpoint_mtimes", "get_checkpoint_state",
    "latest_checkpoint", "list_variables", "load_checkpoint", "load_variable", "remove_checkpoint",
    "update_checkpoint_state",
]
# fmt: on


def state_path(folder: str, latest_filename: str | None) -> str:
    """The file that says which checkpoint of a folder is the latest."""
    return os.path.join(folder, latest_filename or "checkpoint")


def update_checkpoint_state(
    save_dir: PathLike,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
    save_relative_paths: bool = False,
) -> None:
    """Writes the file `checkpoint` of a folder; paths are kept relative if the folder's is.

    Raises RuntimeError for a checkpoint with the same path as that file.
    """
    save_dir = as_path(save_dir)
    paths = list(all_model_checkpoint_paths or [])
    if not paths or paths[-1] != model_checkpoint_path:
        paths.append(model_checkpoint_path)
    if all_model_checkpoint_timestamps and len(all_model_checkpoint_timestamps) != len(paths):
        raise ValueError(
            "Checkpoint timestamps, if provided, must match checkpoint paths (got paths "
            f"{paths} and timestamps {all_model_checkpoint_timestamps})"
        )

    def shown(path: str) -> str:
        relative = os.path.isabs(path) if save_relative_paths else not os.path.isabs(path)
        if relative and (save_relative_paths or not os.path.isabs(save_dir)):
            return os.path.relpath(path, save_dir or ".")
        return path

    state = CheckpointState(
        model_checkpoint_path=shown(model_checkpoint_path),
        all_model_checkpoint_paths=[shown(path) for path in paths],
        all_model_checkpoint_timestamps=all_model_checkpoint_timestamps,
        last_preserved_timestamp=last_preserved_timestamp,
    )
    path = state_path(save_dir, latest_filename)
    if path == state.model_checkpoint_path:
        raise RuntimeError(
            f"Save path '{model_checkpoint_path}' conflicts with path used for checkpoint state.  "
            "Please use a different save path."
        )
    write_atomically(path, [text_format.MessageToString(state).encode()])


def get_checkpoint_state(
    checkpoint_dir: PathLike, latest_filename: str | None = None
) -> CheckpointState | None:
    """What the file `checkpoint` of a folder says (a CheckpointState), or None.

    Raises ValueError for a file that names no checkpoint; one that cannot be read is ignored.
    """
    try:
        checkpoint_dir = as_path(checkpoint_dir)
    except UnimplementedError:  # another file system
        return None
    path = state_path(checkpoint_dir, latest_filename)
    try:
        with open(path, "rb") as file:
            state = text_format.Merge(file.read().decode(), CheckpointState())
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, text_format.ParseError) as error:
        logging.warning("%s: %s", type(error).__name__, error)
        logging.warning("%s: Checkpoint ignored", path)
        return None
    if not state.model_checkpoint_path:
        raise ValueError(f"Invalid checkpoint state loaded from {checkpoint_dir}")
    state.model_checkpoint_path = os.path.join(checkpoint_dir, state.model_checkpoint_path)
    state.all_model_checkpoint_paths[:] = [
        os.path.join(checkpoint_dir, path) for path in state.all_model_checkpoint_paths
    ]
    return state


def latest_checkpoint(checkpoint_dir: PathLike, latest_filename: str | None = None) -> str | None:
    """The path of the latest checkpoint of a folder, or None."""
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is None:
        return None
    if checkpoint_exists(state.model_checkpoint_path):
        return state.model_checkpoint_path
    logging.error("Couldn't match files for checkpoint %s", state.model_checkpoint_path)
    return None


def checkpoint_exists(checkpoint_prefix: PathLike) -> bool:
    """Whether there is a checkpoint of this path."""
    prefix = as_path(checkpoint_prefix)
    return bool(matching(f"{prefix}.index") or matching(prefix))


def get_checkpoint_mtimes(checkpoint_prefixes: Sequence[str]) -> list[float]:
    """When the checkpoints were written, in seconds; those that do not exist are left out."""
    files = [matching(f"{prefix}.index") or matching(prefix) for prefix in checkpoint_prefixes]
    return [os.stat(paths[0]).st_mtime_ns / 1e9 for paths in files if paths]


def remove_checkpoint(
    checkpoint_prefix: str, checkpoint_format_version: int = 2, meta_graph_suffix: str = "meta"
) -> None:
    """Removes the files of a checkpoint, if they exist."""
    for pattern in (
        meta_graph_filename(checkpoint_prefix, meta_graph_suffix),
        f"{checkpoint_prefix}.index",
        f"{checkpoint_prefix}.data-?????-of-?????",
    ):
        for path in matching(pattern):
            with suppress(FileNotFoundError):
                os.unlink(path)


def meta_graph_filename(checkpoint_filename: str, meta_graph_suffix: str = "meta") -> str:
    """The file that holds the graph, beside a checkpoint."""
    return re.sub(r"-[\d\?]+-of-\d+$", "", checkpoint_filename) + f".{meta_graph_suffix}"


class NewCheckpointReader:
    """Reads a checkpoint. Raises NotFoundError if there is none, DataLossError for a damaged one."""

    def __init__(self, filepattern: PathLike):
        self._bundle = Bundle(as_path(filepattern))

    def has_tensor(self, tensor_str: str) -> bool:
        """Whether the checkpoint holds a tensor of this name."""
        return tensor_str in self._bundle.entries

    def get_tensor(self, tensor_str: str) -> np.ndarray | np.generic:
        """The value of a tensor: an array, or its only element where it has no dimensions."""
        value = self._bundle.read(tensor_str)
        return value[()] if value.ndim == 0 else np.array(value)

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """Names and shapes."""
        return {name: self._bundle.shape(name) for name in self._bundle.entries}

    def get_variable_to_dtype_map(self) -> dict[str, dtypes.DType]:
        """Names and types."""
        return {name: self._bundle.dtype(name) for name in self._bundle.entries}


def load_checkpoint(ckpt_dir_or_file: PathLike) -> NewCheckpointReader:
    """A reader of a checkpoint, or of the latest in a folder; ValueError if that has none."""
    path = as_path(ckpt_dir_or_file)
    if os.path.isdir(path):
        latest = latest_checkpoint(path)
        if latest is None:
            raise ValueError(
                f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}"
            )
        path = latest
    return NewCheckpointReader(path)


def load_variable(ckpt_dir_or_file: PathLike, name: str) -> np.ndarray | np.generic:
    """The value of a variable in a checkpoint."""
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file: PathLike) -> list[tuple[str, list[int]]]:
    """The names and shapes in a checkpoint, by name."""
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())
