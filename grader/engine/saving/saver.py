"""`tf.train.Saver`: writes variables to checkpoints, restores them, and keeps the latest."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.engine.core import errors, logging
from grader.engine.core.absent import lacking, left_out
from grader.engine.core.keys import GraphKeys
from grader.engine.core.messages import SaverDef
from grader.engine.data.gfile import PathLike, as_path
from grader.engine.graph.build import apply
from grader.engine.graph.graph import get_collection, get_default_graph, name_scope
from grader.engine.graph.scopes import within_scope
from grader.engine.ops.common.public import TensorLike
from grader.engine.runtime.session import BaseSession
from grader.engine.saving.checkpoints import (
    checkpoint_exists,
    get_checkpoint_mtimes,
    meta_graph_filename,
    remove_checkpoint,
    update_checkpoint_state,
)
from grader.engine.saving.meta_graphs import export_meta_graph
from grader.engine.saving.saver_operations import (
    by_name,
    references_of,
    restore_nodes,
    save_nodes,
)
from grader.engine.variables.variables import Variable

__all__ = ["Saver", "SaverDef"]

SaverDef = SaverDef
HOUR = 3600.0  # seconds


class Saver:
    """Writes variables to checkpoints and restores them, as `tf.train.Saver`.

    var_list: variables, or a dict from the names in checkpoints; all if None. max_to_keep: older
    checkpoints are deleted, except one every keep_checkpoint_every_n_hours.
    Raises ValueError if there is nothing to save (unless allow_empty), or for two of one name.
    """

    __getattr__ = lacking("tf.train.Saver", "as_saver_def from_proto set_last_checkpoints to_proto")

    def __init__(
        self,
        var_list: Sequence[Variable] | Mapping[str, Variable] | None = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: SaverDef | None = None,
        builder: Any = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: int = SaverDef.V2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ):
        if defer_build and var_list:
            raise ValueError(
                "If `var_list` is provided then build cannot be deferred. Either set "
                "defer_build=False or var_list=None."
            )
        self._var_list = var_list
        left_out("tf.train.Saver", sharded=sharded or None)
        self._reshape, self._max_to_keep = reshape, max_to_keep
        self._keep_every = keep_checkpoint_every_n_hours
        self._name, self._filename = name, filename
        self.saver_def: Any = saver_def
        self._allow_empty, self._is_empty, self._is_built = allow_empty, False, False
        self._pad_step_number = pad_step_number
        self._save_relative_paths = save_relative_paths
        self._last_checkpoints: list[tuple[str, float]] = []
        self._to_delete: list[tuple[str, float]] = []
        if not defer_build:
            self.build()

    def build(self) -> None:
        """Adds the nodes, if `defer_build` postponed that."""
        if self._is_built:
            return
        self._is_built = True
        if self.saver_def is None:
            if self._var_list is None:
                self._var_list = get_collection(GraphKeys.GLOBAL_VARIABLES) + get_collection(
                    GraphKeys.SAVEABLE_OBJECTS
                )
            self._is_empty = not self._var_list
            if self._is_empty:
                if self._allow_empty:
                    return
                raise ValueError("No variables to save")
            self.saver_def = self._nodes()
        elif self._name:
            self.saver_def = _within(self.saver_def, self._name)
        for field in ("save_tensor_name", "restore_op_name"):
            if not getattr(self.saver_def, field, ""):
                raise ValueError(f"saver_def must specify the {field}: {self.saver_def}")
        self._keep_next = time.time() + self.saver_def.keep_checkpoint_every_n_hours * HOUR

    def _nodes(self) -> SaverDef:
        variables = references_of(by_name(self._var_list))
        with name_scope(self._name, "save", [reference.op for reference in variables.values()]):
            filename = apply(
                "PlaceholderWithDefault", "filename", input=self._filename or "model", shape=()
            )
            filename = apply("PlaceholderWithDefault", "Const", input=filename, shape=())
            saved = save_nodes(filename, variables)
            restored = restore_nodes(filename, variables, self._reshape)
        return SaverDef(
            filename_tensor_name=filename.name,
            save_tensor_name=saved.name,
            restore_op_name=restored.name,
            max_to_keep=self._max_to_keep or 0,
            keep_checkpoint_every_n_hours=self._keep_every,
            version=SaverDef.V2,
        )

    # -- saving and restoring

    def save(
        self,
        sess: BaseSession,
        save_path: PathLike,
        global_step: int | TensorLike | None = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str | None:
        """Writes a checkpoint `save_path-step` and the graph beside it; returns its path.

        Raises ValueError if the folder does not exist, FailedPreconditionError for variables that
        are not initialized.
        """
        if not self._is_built:
            raise RuntimeError("`build()` should be called before save if defer_build==True")
        latest_filename = latest_filename or "checkpoint"
        if os.path.split(latest_filename)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        path = base = as_path(save_path)
        if global_step is not None:
            if not isinstance(global_step, (int, np.integer)):
                global_step = int(sess.run(global_step))
            path = f"{base}-{global_step:08d}" if self._pad_step_number else f"{base}-{global_step}"
        elif os.path.basename(base) == latest_filename:
            raise ValueError(
                f"'latest_filename' collides with 'save_path': '{latest_filename}' and '{base}'"
            )
        if not isinstance(sess, BaseSession):
            raise TypeError(f"'sess' must be a Session; {sess}")
        if not self._is_empty:
            self._write(sess, path, latest_filename, meta_graph_suffix, write_state)
        if write_meta_graph:
            with sess.graph.as_default():
                self.export_meta_graph(
                    meta_graph_filename(path, meta_graph_suffix),
                    strip_default_attrs=strip_default_attrs,
                )
        return None if self._is_empty else path

    def _write(
        self, sess: BaseSession, path: str, latest: str, suffix: str, write_state: bool
    ) -> None:
        definition = self.saver_def
        folder = os.path.dirname(path)
        try:
            sess.run(definition.save_tensor_name, {definition.filename_tensor_name: path})
            if not write_state:
                return
            self._record(path)
            update_checkpoint_state(
                folder,
                path,
                self.last_checkpoints,
                latest,
                save_relative_paths=self._save_relative_paths,
            )
        except (errors.FailedPreconditionError, errors.NotFoundError):
            if folder and not os.path.isdir(folder):
                raise ValueError(f"Parent directory of {path} doesn't exist, can't save.") from None
            raise
        if self._to_delete:
            old, when = self._to_delete.pop(0)
            if when > self._keep_next:
                self._keep_next += definition.keep_checkpoint_every_n_hours * HOUR
            else:
                remove_checkpoint(old, definition.version, suffix)

    def _record(self, path: str) -> None:
        most = self.saver_def.max_to_keep
        if not most:
            return
        self._last_checkpoints = [item for item in self._last_checkpoints if item[0] != path]
        self._last_checkpoints.append((path, time.time()))
        if len(self._last_checkpoints) > most:
            self._to_delete.append(self._last_checkpoints.pop(0))

    def restore(self, sess: BaseSession, save_path: PathLike) -> None:
        """Sets the variables to their values in a checkpoint; they need no initializer then.

        Raises ValueError if there is no checkpoint, NotFoundError for a variable that is not in it,
        InvalidArgumentError for one of another shape or type.
        """
        if self._is_empty:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = as_path(save_path)
        if not checkpoint_exists(path):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {path}")
        logging.info("Restoring parameters from %s", path)
        try:
            sess.run(self.saver_def.restore_op_name, {self.saver_def.filename_tensor_name: path})
        except errors.NotFoundError as error:
            raise _restoring_failed(
                error, "a Variable name or other graph key that is missing"
            ) from None
        except errors.InvalidArgumentError as error:
            raise _restoring_failed(
                error, "a mismatch between the current graph and the graph"
            ) from None

    # -- checkpoints and messages

    @property
    def last_checkpoints(self) -> list[str]:
        """The paths of the checkpoints that are kept, the oldest first."""
        return [path for path, _ in self._last_checkpoints]

    def set_last_checkpoints_with_time(
        self, last_checkpoints_with_time: list[tuple[str, float]]
    ) -> None:
        """Sets the checkpoints that exist, with their times in seconds since 1970."""
        self._last_checkpoints = list(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: list[str]) -> None:
        """Sets the checkpoints of an earlier run, those that still exist."""
        times = [(path, get_checkpoint_mtimes([path])) for path in checkpoint_paths]
        self.set_last_checkpoints_with_time([(path, when[0]) for path, when in times if when])

    def export_meta_graph(
        self,
        filename: PathLike | None = None,
        collection_list: Sequence[str] | None = None,
        as_text: bool = False,
        export_scope: str | None = None,
        clear_devices: bool = False,
        clear_extraneous_savers: bool = False,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> Any:
        """The default graph with this saver as a MetaGraphDef; written to a file if one is named."""
        return export_meta_graph(
            filename=filename,
            graph_def=get_default_graph().as_graph_def(add_shapes=True),
            saver_def=self.saver_def,
            collection_list=collection_list,
            as_text=as_text,
            export_scope=export_scope,
            clear_devices=clear_devices,
            clear_extraneous_savers=clear_extraneous_savers,
            strip_default_attrs=strip_default_attrs,
        )


def _restoring_failed(error: errors.OpError, why: str) -> errors.OpError:
    return type(error)(
        error.node_def,
        error.op,
        f"Restoring from checkpoint failed. This is most likely due to {why} from the checkpoint. "
        "Please ensure that you have not altered the graph expected based on the checkpoint. Original "
        f"error:\n\n{error.message}",
    )


def _within(saver_def: SaverDef, scope: str) -> SaverDef:
    """A SaverDef for a graph that was imported into a scope."""
    copy = SaverDef.FromString(saver_def.SerializeToString())
    for field in ("filename_tensor_name", "save_tensor_name", "restore_op_name"):
        setattr(copy, field, within_scope(getattr(saver_def, field), scope))
    return copy
