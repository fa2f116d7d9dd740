"""Servers: containers of state that outlive sessions and are shared by several.

TensorFlow's servers listen on a port. The engine's live in one process and open no port: the address is
just a name by which sessions find the server.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from grader.engine.core.absent import lacking
from grader.engine.core.device import DeviceSpec
from grader.engine.core.errors import InternalError, NotFoundError, UnknownError
from grader.engine.core.messages import ClusterDef
from grader.engine.runtime.resources import Containers

__all__ = ["ClusterSpec", "Server", "ServerDef"]

Tasks = dict[int, str]


class ClusterSpec:
    """The jobs of a cluster: `{"ps": ["host:2222"], "worker": ["host:2223", "host:2224"]}`.

    A job's tasks may also be a dictionary from task index to address. Raises TypeError otherwise.
    """

    def __init__(self, cluster: Any):
        if isinstance(cluster, ClusterSpec):
            cluster = cluster.as_dict()
        if isinstance(cluster, ClusterDef):
            cluster = {job.name: dict(job.tasks) for job in cluster.job}
        if not isinstance(cluster, Mapping):
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network "
                "addresses, or a `ClusterDef` protocol buffer"
            )
        self._jobs: dict[str, Tasks] = {job: _tasks(job, cluster[job]) for job in sorted(cluster)}

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._jobs)

    def task_indices(self, job_name: str) -> list[int]:
        """The indices of a job's tasks, in order."""
        return sorted(self._job(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of one task. Raises ValueError if there is none."""
        job = self._job(job_name)
        if task_index not in job:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return job[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of a job's tasks, None for missing indices."""
        job = self._job(job_name)
        return [job.get(index) for index in range(max(job, default=-1) + 1)]

    def as_dict(self) -> dict[str, Any]:
        """Job names to lists of addresses (to dictionaries if an index is missing)."""
        return {
            name: list(self.job_tasks(name)) if None not in self.job_tasks(name) else dict(job)
            for name, job in self._jobs.items()
        }

    def as_cluster_def(self) -> ClusterDef:
        """The cluster as a protocol buffer."""
        message = ClusterDef()
        for name, tasks in self._jobs.items():
            message.job.add(name=name).tasks.update(tasks)
        return message

    def _job(self, name: str) -> Tasks:
        if name not in self._jobs:
            raise ValueError(f"No such job in cluster: {name!r}")
        return self._jobs[name]

    def __repr__(self) -> str:
        return f"ClusterSpec({self.as_dict()})"

    __getattr__ = lacking("tf.train.ClusterSpec", "num_tasks")


def _tasks(job: str, tasks: Any) -> Tasks:
    if isinstance(tasks, (list, tuple)):
        tasks = dict(enumerate(tasks))
    if not isinstance(tasks, Mapping):
        raise TypeError(
            f"The tasks for job {job!r} must be a list or a dictionary from integers to strings."
        )
    for index, address in tasks.items():
        if not isinstance(address, str):
            raise TypeError(f"Task address must be bytes or unicode string, got {address!r}")
        if not isinstance(index, int):
            raise TypeError("Task keys must be integers.")
    return dict(tasks)


class ServerDef(NamedTuple):
    """The definition of a server: its cluster and its place in it."""

    cluster: ClusterDef
    job_name: str
    task_index: int
    protocol: str = "grpc"


_servers: dict[str, Server] = {}
_lock = threading.Lock()
_ports = itertools.count(42_001)


class Server:
    """One task of a cluster, as `tf.train.Server`. Its containers live until the process ends.

    server_or_cluster_def: a ServerDef, ClusterSpec, ClusterDef, or a dictionary of jobs. Port 0
    means any free one. Raises ValueError without a job name if there are several, InternalError for a
    task that the cluster does not have.
    """

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: Any = None,
        start: bool = True,
    ):
        given = server_or_cluster_def
        if isinstance(given, ServerDef):
            cluster = ClusterSpec(given.cluster)
            job_name = given.job_name if job_name is None else job_name
            task_index = given.task_index if task_index is None else task_index
        else:
            try:
                cluster = ClusterSpec(given)
            except TypeError:
                raise TypeError(
                    "Could not convert `server_or_cluster_def` to a `tf.train.ServerDef` or "
                    "`tf.train.ClusterSpec`."
                ) from None
        if job_name is None:
            if len(cluster.jobs) != 1:
                raise ValueError("Must specify an explicit `job_name`.")
            job_name = cluster.jobs[0]
        if task_index is None:
            indices = cluster.task_indices(job_name)
            if len(indices) != 1:
                raise ValueError("Must specify an explicit `task_index`.")
            task_index = indices[0]
        self._def = ServerDef(cluster.as_cluster_def(), job_name, task_index, protocol or "grpc")
        if job_name not in cluster.jobs:
            raise InternalError(None, None, f'Job "{job_name}" was not defined in cluster')
        if task_index not in cluster.task_indices(job_name):
            raise InternalError(
                None, None, f'Task {task_index} was not defined in job "{job_name}"'
            )
        self._cluster, self.job_name, self.task_index = cluster, job_name, task_index
        self.containers = Containers()
        self.resets = 0
        self._open()

    def _open(self) -> None:
        address = self._cluster.task_address(self.job_name, self.task_index)
        with _lock:
            if address.endswith(":0"):
                address = f"{address[:-1]}{next(_ports)}"
            if address in _servers:
                raise UnknownError(
                    None,
                    None,
                    f"Could not start gRPC server\nA server listens at {address} already: take "
                    "another port (0 is any free one).",
                )
            _servers[address] = self
        self._address = address

    @property
    def target(self) -> str:
        """The target for sessions that run on this server."""
        return f"{self._def.protocol}://{self._address}"

    def start(self) -> None:
        """Does nothing: the engine's servers always run."""

    def join(self) -> None:
        """Waits until the server shuts down, which never happens."""
        while True:
            time.sleep(3600)

    @classmethod
    def create_local_server(cls, config: Any = None, start: bool = True) -> Server:
        """A server in a cluster by itself, on any free port."""
        return cls({"localhost": ["localhost:0"]}, protocol="grpc", config=config, start=start)

    def tasks(self) -> list[Server]:
        """The servers of the cluster that run in this process, this one first."""
        found = [self]
        for job in self._cluster.jobs:
            for index in self._cluster.task_indices(job):
                other = _servers.get(self._cluster.task_address(job, index))
                if other is not None and other is not self:
                    found.append(other)
        return found

    def containers_of(self, device: str) -> Containers:
        """The containers for operations on this device: its task's, or this server's."""
        spec = DeviceSpec.from_string(device) if device else DeviceSpec()
        if spec.job is not None:
            for server in self.tasks():
                if spec.job == server.job_name and spec.task in (None, server.task_index):
                    return server.containers
        return self.containers

    def reset(self, names: Sequence[str] | None) -> None:
        """Clears containers (the default one if none is named) and ends all sessions."""
        for server in self.tasks():
            server.containers.clear(["" if name == "localhost" else name for name in names or [""]])
            server.resets += 1


def server_at(target: str) -> Server:
    """The server with this target. Raises NotFoundError if there is none."""
    _, separator, address = target.partition("://")
    if not separator:
        raise NotFoundError(
            None,
            None,
            f'No session factory registered for the given session options: {{target: "{target}"}}\n'
            "Leave the target empty, or give that of a tf.train.Server.",
        )
    if address not in _servers:
        raise NotFoundError(
            None,
            None,
            f"No server listens at {target} in this process: the engine's servers serve the "
            "sessions of their own process only.",
        )
    return _servers[address]
