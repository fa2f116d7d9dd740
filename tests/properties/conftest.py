"""The random programs of a seed are the same, whatever else the process has imported."""

from __future__ import annotations

import pytest
from hypothesis.internal.cache import LRUCache
from hypothesis.internal.conjecture import providers


@pytest.fixture(autouse=True, scope="package")
def no_constants_from_other_modules():
    """Hypothesis mixes the constants of all imported modules of a project into what it draws.

    So which programs are drawn would depend on the other tests that a worker happens to run.
    """
    nothing = providers.Constants()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(providers, "_get_local_constants", lambda: nothing)
        patch.setattr(providers, "CONSTANTS_CACHE", LRUCache(1024))
        yield
