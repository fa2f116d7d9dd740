"""The same class on a Dask cluster: the same grades, also when a worker is killed on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import stub_grading as stub
import toy_catalogue as toys
from distributed import Client, LocalCluster

from grader.classroom.workers import cluster as clusters
from grader.errors import CourseError

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """Two workers of one thread, on this machine."""
    paths = [str(ROOT), str(Path(stub.__file__).parent), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        with LocalCluster(2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
            yield made


@pytest.mark.sampled(0, ci=0)
def test_a_cluster_gives_the_same_as_this_machine(cluster, tmp_path):
    here, there = (stub.write_class(tmp_path / name, 20) for name in ("here", "there"))
    first = stub.run_class(here, pages=True)
    second = stub.run_class(there, pages=True, on=cluster.scheduler_address)
    assert {n: r.to_json() for n, r in first.items()} == {n: r.to_json() for n, r in second.items()}
    assert stub.contents(here) == stub.contents(there)


@pytest.mark.sampled(0, ci=0)
def test_a_worker_of_the_cluster_that_is_killed_loses_nothing(cluster, tmp_path, monkeypatch):
    root = stub.write_class(tmp_path / "class", 20)
    killed: list[int] = []
    keep = clusters.ClusterPool._outcome

    def answer(self, task, future, troubles):
        if not killed:
            with Client(cluster, set_as_default=False) as client:
                killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)
        return keep(self, task, future, troubles)

    monkeypatch.setattr(clusters.ClusterPool, "_outcome", answer)
    results = stub.run_class(root, on=cluster.scheduler_address)
    assert killed and len(results) == 20
    assert {one.status for one in results.values()} <= {"graded", "rejected"}
    other = stub.write_class(tmp_path / "other", 20)
    stub.run_class(other)
    assert stub.only_grades(stub.contents(root)) == stub.only_grades(stub.contents(other))


@pytest.mark.sampled(0, ci=0)
def test_a_submission_that_kills_its_process_is_for_a_person(cluster, tmp_path):
    root = stub.write_class(tmp_path / "class", 3)
    path = root / "submitted" / "student01" / toys.CHAPTER / "toys.ipynb"
    path.write_text(path.read_text().replace("from grader.notebook import tf, check", "die"))
    results = stub.run_class(root, on=cluster.scheduler_address)
    assert [results[name].status for name in sorted(results)] == ["graded", "failed", "graded"]
    assert "2 workers were lost" in results["student01"].message


def test_no_cluster_is_said(tmp_path, monkeypatch):
    root = stub.write_class(tmp_path / "class", 1)
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 0.5)
    with pytest.raises(CourseError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        stub.run_class(root, on="tcp://127.0.0.1:9")
