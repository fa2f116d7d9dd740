"""For the tests of this room: a chapter that several processes look at is run by one of them."""

import pytest

from tests.exercises import running


@pytest.fixture(autouse=True, scope="session")
def _shared_runs(request, tmp_path_factory):
    if hasattr(request.config, "workerinput"):
        running.SHARED = tmp_path_factory.getbasetemp().parent / "chapters"
