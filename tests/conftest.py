"""For all tests: TensorFlow's plain kernels, and which tests share a process.

oneDNN's end the process where a raw gradient meets folded constants, and round as the processor likes.
"""

import os
import signal
import sys

import pytest
from absl.logging import get_absl_handler

# Before nbformat, which others import: it saves each process of the tests a second.
import grader.classroom.nbgrader.patch_jsonschema  # noqa: F401
from grader.back_end import tensorflow
from tests import layers

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
# Where the tests were started in the background, Ctrl-C is ignored by all that they start, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# The checks of a test are nobody's progress.
os.environ.setdefault("GRADER_PROGRESS", os.devnull)
# Tests read English, whatever their machine speaks.
os.environ["GRADER_LANG"] = "en"


RECURSION = sys.getrecursionlimit()


@pytest.fixture(autouse=True)
def _as_before():
    """What a test changes of the whole process is gone after it.

    Commands set the language for their children; some answers raise the limit on recursion, which keeps
    deeply nested input from ending the process.
    """
    yield
    os.environ["GRADER_LANG"] = "en"
    sys.setrecursionlimit(RECURSION)


# Files that take minutes: first, so that no process is left alone with one of them at the end.
LONG = (
    "tests/classroom/runs/",
    "tests/test_setup.py",
    "tests/test_instructors_guide.py",
    "tests/properties/",
    "tests/exercises/",
    "tests/mutation/",
    "tests/classroom/",
    "tests/evidence/",
    "tests/light/",
    "tests/fuzzing/",
    "tests/attacks/",
)


MUTATION = "tests/mutation/test_mutants.py"
# Folders whose files share what is started once in a process: the template of a sandbox.
SHARING = ("tests/classroom/grading/", "tests/attacks/", "tests/sandbox/")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(layers.Times())
    # TensorFlow's log would hold pytest's stderr, and close it when nbgrader sets up its own.
    get_absl_handler().python_handler.stream = sys.__stderr__


def pytest_report_header():
    return f"layer: {layers.LAYER}; random cases are drawn with SEED={layers.seed()}"


def pytest_sessionstart(session):
    """Workers import TensorFlow at once, so that no single test is charged for it."""
    if hasattr(session.config, "workerinput") and layers.LAYER != "all":
        tensorflow()


def pytest_collection_modifyitems(config, items):
    def place(item):
        found = (n for n, prefix in enumerate(LONG) if item.nodeid.startswith(prefix))
        return next(found, len(LONG))

    for item in items:
        if item.nodeid.startswith(SHARING):
            item.add_marker(pytest.mark.takes_long("the first one starts a template"))
    layers.choose(config, items)
    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With `--dist loadfile`, a file stays in one worker, as its fixtures expect.

    But of tests/exercises each *chapter* stays in one worker: its notebook is run once there for all
    files that look at it. So does each chapter of the mutation tests, which take minutes in all.
    Folders that use the sandbox stay together, too: its template starts once.
    """
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByFileOrChapter(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            chapter = layers.chapter_of(nodeid)
            if file == MUTATION and chapter:
                return f"{MUTATION} {chapter}"
            if file.startswith("tests/exercises/") and chapter:
                return chapter
            return next(filter(file.startswith, SHARING), file)

    config.option.loadscopereorder = False  # as pytest_collection_modifyitems orders them
    return ByFileOrChapter(config, log)
