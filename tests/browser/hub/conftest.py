"""A class on a real JupyterHub: collected only when asked for (`make hub-test`, as root)."""

import os
from pathlib import Path

import pytest

from tests.browser.hub import ngshare
from tests.browser.hub.making import hub_for

HERE = Path(__file__).resolve().parent
TEACHER, HELPER, ANN, BEN = [f"hubtest-{name}" for name in ("teacher", "helper", "ann", "ben")]


def pytest_ignore_collect(collection_path, config):
    """True where nobody named this folder, or a file in it, on the command line."""
    asked = [Path(argument.partition("::")[0]).resolve() for argument in config.args]
    return None if any(path == HERE or HERE in path.parents for path in asked) else True


@pytest.fixture(scope="session")
def hub(tmp_path_factory):
    """A hub with an instructor, another grader and two students, each with an origin of their own.

    It also has ngshare, which only test_ngshare.py uses.
    """
    if os.geteuid() != 0:
        pytest.exit("make hub-test makes users and runs a hub: as root, best in a container", 1)
    made = hub_for(
        tmp_path_factory.mktemp("hub"),
        TEACHER,
        {ANN: ("Ann", "Ng"), BEN: ("Ben", "Li")},
        graders=[HELPER],
        others=[ngshare.USER],
        local=ngshare.service(TEACHER),
        before=ngshare.install,
    )
    with made as one:
        yield one
