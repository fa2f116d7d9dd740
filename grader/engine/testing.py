"""The class behind `tf.test.TestCase`: unit tests with sessions and with assertions about arrays.

It is imported when it is first used, since absl's test case takes a while to import.
"""

from __future__ import annotations

import math
import random
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any
from unittest import mock

import numpy as np
from absl.testing import absltest
from tensorboard.compat.proto.config_pb2 import ConfigProto

from grader.engine.core.errors import OpError
from grader.engine.graph.default_graph import get_default_session, reset_default_graph
from grader.engine.graph.nodes import Tensor
from grader.engine.graph.random_seed import set_random_seed
from grader.engine.runtime.session import Session
from grader.engine.variables.variables import Variable

__all__ = ["TestCase", "main", "mock"]

SEED = 87654321  # of the graph, of NumPy and of Python at the start of each test


# ruff: noqa: PT009, PT028 (the class calls its own assertions; test_session is no test)


class TestCase(absltest.TestCase):
    """A unit test: each test method begins with an empty default graph and the same seeds."""

    _folder: str | None = None
    _cached: tuple[Session, Any] | None = None  # the session, and what it was asked with

    def setUp(self) -> None:
        super().setUp()
        self._close_cached()
        random.seed(SEED)
        np.random.seed(SEED)  # noqa: NPY002
        reset_default_graph()
        set_random_seed(SEED)
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")

    def tearDown(self) -> None:
        self._close_cached()
        super().tearDown()

    def _close_cached(self) -> None:
        if self._cached is not None:
            self._cached[0].close()
            self._cached = None

    def get_temp_dir(self) -> str:
        """A folder for this test."""
        self._folder = self._folder or tempfile.mkdtemp()
        return self._folder

    # -- sessions

    @contextmanager
    def session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Session]:
        """A new session, the default one inside the block."""
        with _made(graph, config) as session, _on_device(session, use_gpu, force_gpu):
            yield session

    @contextmanager
    def cached_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Session]:
        """The session of this test, the default one inside the block; closed after the test."""
        session, first = self._reused(graph, config)
        for name, value in {"graph": graph, "config": config}.items():
            if first[name] is not value:
                raise ValueError(
                    f"The {name} used to get the cached session is different than the one that was "
                    "used to create the session. Maybe create a new session with self.session()"
                )
        default = session.graph.as_default(), session.as_default()
        with default[0], default[1], _on_device(session, use_gpu, force_gpu):
            yield session

    @contextmanager
    def test_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Session]:
        """The session of this test; with a graph of its own, a new one."""
        if graph is not None:
            with self.session(graph, config, use_gpu, force_gpu) as session:
                yield session
            return
        _, first = self._reused(graph, config)
        with self.cached_session(first["graph"], first["config"], use_gpu, force_gpu) as session:
            yield session

    def _reused(self, graph: Any, config: Any) -> tuple[Session, dict[str, Any]]:
        if self._cached is None:
            self._cached = _made(graph, config), {"graph": graph, "config": config}
        return self._cached

    def evaluate(self, tensors: Any) -> Any:
        """The values of tensors, in the structure in which they are given."""
        session = get_default_session()
        if session is not None:
            return session.run(tensors)
        with self.test_session() as session:
            return session.run(tensors)

    def _array(self, value: Any) -> np.ndarray:
        found = self.evaluate(value) if _is_tensor(value) else value
        if isinstance(found, np.ndarray):
            return found
        try:
            return np.array(found)
        except ValueError as error:
            if "inhomogeneous shape" not in str(error):
                raise
            return np.array(found, object)

    def _arrays(self, a: Any, b: Any) -> tuple[np.ndarray, np.ndarray]:
        """Both as arrays; two tensors are evaluated in one run."""
        if _is_tensor(a) and _is_tensor(b):
            a, b = self.evaluate((a, b))
        return self._array(a), self._array(b)

    # -- assertions about numbers and arrays

    def assertNear(self, f1: Any, f2: Any, err: float, msg: str | None = None) -> None:
        """Two numbers differ by at most `err`."""
        f1, f2 = np.squeeze(f1), np.squeeze(f2)
        if f1 != f2:
            off, more = math.fabs(f1 - f2), "" if msg is None else f" ({msg})"
            text = f"{f1:f} != {f2:f} +/- {err:f} (difference: {off:g}){more}"
            self.assertTrue(off <= err, text)

    def assertArrayNear(self, farray1: Any, farray2: Any, err: float, msg: Any = None) -> None:
        """The numbers of two lists differ by at most `err`."""
        self.assertEqual(len(farray1), len(farray2), msg=msg)
        for one, other in zip(farray1, farray2, strict=True):
            self.assertNear(float(one), float(other), err, msg=msg)

    def assertAllClose(
        self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: Any = None
    ) -> None:
        """Arrays, or structures of them, are equal within `atol + rtol * abs(b)`."""
        self._all_close(a, b, rtol, atol, "", msg or "")

    def _all_close(self, a: Any, b: Any, rtol: float, atol: float, path: str, msg: str) -> None:
        a, b = (one._asdict() if hasattr(one, "_asdict") else one for one in (a, b))
        if isinstance(a, Mapping) != isinstance(b, Mapping):
            raise ValueError(f"Can't compare dict to non-dict, a{path} vs b{path}. {msg}")
        if isinstance(a, Mapping):
            keys = f"a{path} has keys {a.keys()}, but b{path} has keys {b.keys()}. {msg}"
            self.assertCountEqual(a.keys(), b.keys(), msg=f"mismatched keys: {keys}")
            for key in a:
                self._all_close(a[key], b[key], rtol, atol, f"{path}[{key}]", msg)
            return
        text = f"Mismatched value: a{path} is different from b{path}. {msg}"
        if not isinstance(a, (list, tuple)):
            self._close(*self._arrays(a, b), rtol, atol, text)
            return
        try:
            self._close(*self._arrays(a, b), rtol, atol, text)
        except (ValueError, TypeError, NotImplementedError):
            if len(a) != len(b):
                sizes = f"a{path} has {len(a)} items, but b{path} has {len(b)} items. {msg}"
                raise ValueError(f"Mismatched length: {sizes}") from None
            for index, (one, other) in enumerate(zip(a, b, strict=True)):
                self._all_close(one, other, rtol, atol, f"{path}[{index}]", msg)

    def _close(self, a: np.ndarray, b: np.ndarray, rtol: float, atol: float, msg: str) -> None:
        shapes = f"Shape mismatch: expected {a.shape}, got {b.shape}"
        small = a.shape != b.shape and (b.ndim <= 3 or b.size < 500)
        self.assertEqual(
            a.shape, b.shape, f"{shapes} with contents {b}." if small else f"{shapes}."
        )
        a, b = (one.astype(np.float32) if one.dtype.name == "bfloat16" else one for one in (a, b))
        np.testing.assert_allclose(a, b, rtol, atol, err_msg=msg, equal_nan=True)

    def assertNotAllClose(self, a: Any, b: Any, *tolerances: float, **more: Any) -> None:
        """At least one element is not close."""
        try:
            self.assertAllClose(a, b, *tolerances, **more)
        except AssertionError:
            return
        raise AssertionError(f"The two values are close at all elements. {more.get('msg') or ''}")

    def assertAllEqual(self, a: Any, b: Any, msg: Any = None) -> None:
        """Arrays are equal; NaN equals NaN."""
        msg = msg or ""
        a, b = self._arrays(a, b)
        shapes = f"Shape mismatch: expected {a.shape}, got {b.shape}."
        small = b.ndim <= 3 or b.size < 500
        text = f"{shapes} Contents: {b!r}. \n{msg}." if small else f"{shapes} {msg}"
        self.assertEqual(a.shape, b.shape, text)
        kinds = {a.dtype.kind, b.dtype.kind}
        if len(kinds) > 1 and kinds <= set("USO"):  # texts, and the same as bytes
            a, b = (
                np.array([i.encode() if isinstance(i, str) else i for i in one.flat])
                for one in (a, b)
            )
        np.testing.assert_array_equal(a, b, err_msg=msg)

    def assertNotAllEqual(self, a: Any, b: Any, msg: Any = None) -> None:
        """At least one element differs."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        raise AssertionError(f"The two values are equal at all elements. {msg or ''}")

    def assertShapeEqual(self, input_a: Any, input_b: Any, msg: Any = None) -> None:
        """Arrays or tensors have the same (static) shape."""
        for name, one in (("input_a", input_a), ("input_b", input_b)):
            if not isinstance(one, (np.ndarray, np.generic, Tensor)):
                raise TypeError(
                    f"{name} must be a Numpy ndarray, Numpy scalar, or a Tensor."
                    f"Instead received {type(one)}"
                )
        one, other = (
            given.shape.as_list() if isinstance(given, Tensor) else given.shape
            for given in (input_a, input_b)
        )
        self.assertAllEqual(one, other, msg=msg)

    # -- assertions about errors

    @contextmanager
    def assertRaisesWithPredicateMatch(  # type: ignore[override]
        self, exception_type: Any, expected_err_re_or_predicate: Any
    ) -> Iterator[None]:
        """The block raises an error for which the function holds, or in which the pattern occurs."""

        def matches(error: Exception) -> Any:
            if callable(expected_err_re_or_predicate):
                return expected_err_re_or_predicate(error)
            text = error.message if isinstance(error, OpError) else str(error)
            if isinstance(error, OpError) and error.op is not None:
                text += f"\nCaused by: {error.op.name}"
            return re.search(expected_err_re_or_predicate, text)

        try:
            yield
            self.fail(exception_type.__name__ + " not raised")
        except Exception as error:
            if not isinstance(error, exception_type) or not matches(error):
                raise AssertionError(f"Exception of type {type(error)}: {error}") from error

    def assertRaisesOpError(self, expected_err_re_or_predicate: Any) -> Any:
        """The block raises such an error of a run."""
        return self.assertRaisesWithPredicateMatch(OpError, expected_err_re_or_predicate)


def _is_tensor(value: Any) -> bool:
    return isinstance(value, (Tensor, Variable))


def _made(graph: Any, config: Any) -> Session:
    return Session("", graph, config or ConfigProto(allow_soft_placement=True))


def _on_device(session: Session, use_gpu: bool, force_gpu: bool) -> Any:
    if use_gpu and not force_gpu:
        return nullcontext()
    return session.graph.device("/device:GPU:0" if force_gpu else "/device:CPU:0")


def main(argv: Any = None) -> Any:
    """Runs the unit tests of the program."""
    return absltest.main(argv=argv)
