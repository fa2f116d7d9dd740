"""TensorFlow as a notebook gets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

LOOK = """
import gc, json, os, sys
from grader.back_end import load

tf = load()
found = {"name": tf.__name__, "keras": "keras" in sys.modules, "graphs": not tf.executing_eagerly()}
found["dense"] = tf.keras.layers.Dense.__module__.split(".")[0] if "keras" in sys.argv else None
found["variable"] = os.environ.get("TF_USE_LEGACY_KERAS")
found["frozen"], found["collects"] = gc.get_freeze_count(), gc.isenabled()
print(json.dumps(found))
"""


def looked(*words: str, **variables: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *words],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return json.loads(done.stdout)


@pytest.mark.slow
def test_tensorflow_comes_without_keras_which_is_there_when_used():
    found = looked("keras", GRADER_BACKEND="tensorflow")
    assert found.pop("frozen") > 100_000
    assert found == {
        "name": "tensorflow.compat.v1",
        "keras": False,
        "graphs": True,
        "dense": "keras",
        "variable": None,
        "collects": True,
    }


@pytest.mark.slow
def test_a_readers_own_setting_for_keras_is_kept():
    assert looked(GRADER_BACKEND="tensorflow", TF_USE_LEGACY_KERAS="0")["variable"] == "0"


def test_the_engine_is_chosen_by_a_variable():
    found = looked(GRADER_BACKEND="engine")
    assert (found["name"], found["graphs"]) == ("grader.engine", True)


UNUSED = """
import gc
from grader.notebook import CheckFailed, check, tf

def uninitialized(session, variables):
    return [v.name for v in variables if not tf.is_variable_initialized(v)]

try:
    check("sessions/uninitialized", uninitialized)
except CheckFailed:
    gc.collect()
print("now the reader's own")
own = tf.is_variable_initialized(tf.Variable(1.0))
del own
gc.collect()
"""


@pytest.mark.slow
def test_only_a_readers_own_cells_are_told_of_what_they_never_use():
    done = subprocess.run(
        [sys.executable, "-c", UNUSED],
        env=os.environ | {"GRADER_BACKEND": "tensorflow"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    checked, own = done.stdout.split("now the reader's own")
    assert "never used" not in checked
    assert "never used" in own


def test_the_release_that_the_course_is_for_is_that_of_its_package():
    from importlib.metadata import version

    from grader import back_end

    assert back_end.release_wanted() == version("tensorflow")


@pytest.mark.parametrize(
    ("found", "chosen", "name"),
    [
        ("2.19.0", "", "grader.engine"),
        ("2.22.1", "", "grader.engine"),
        ("2.21.3", "", "tensorflow"),
        ("2.19.0", "tensorflow", "tensorflow"),
        (None, "", "tensorflow"),  # a variant such as tensorflow-cpu
    ],
)
def test_a_tensorflow_of_another_release_gives_way_to_the_engine(
    found, chosen, name, monkeypatch, capsys
):
    """Colab brings a TensorFlow of its own."""
    from importlib.metadata import PackageNotFoundError

    from grader import back_end

    def version(package):
        if found is None:
            raise PackageNotFoundError(package)
        return found

    monkeypatch.setenv("GRADER_BACKEND", chosen)
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    monkeypatch.setattr(back_end.importlib.metadata, "version", version)
    monkeypatch.setattr(back_end, "release_wanted", lambda: "2.21.0")
    monkeypatch.setattr(back_end, "tensorflow", lambda: type(sys)("tensorflow"))
    assert back_end.load().__name__ == name
    told = capsys.readouterr().out
    assert (f"TensorFlow {found} is here" in told) is (name == "grader.engine")
