"""Code that reaches for the grader is told to the instructor; honest code is not."""

from __future__ import annotations

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from grader.classroom.course.plan import chapter_plans
from grader.classroom.grading.suspicious_code import MAX_FLAGS, MAX_SOURCE, flags_of
from grader.exercises.answers import answers
from grader.languages import using
from grader.places import DATA, SOLUTIONS

CHAPTERS = sorted({path.parent.name for path in SOLUTIONS.glob("*/*.ipynb")})


def flagged(plan, *sources):
    return flags_of(new_notebook(cells=[new_code_cell(source) for source in sources]), plan)


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_nothing_is_noticed_in_solutions_and_right_answers(chapter):
    for plan in chapter_plans(chapter, SOLUTIONS, DATA):
        path = SOLUTIONS / chapter / f"{plan.notebook}.ipynb"
        assert flags_of(nbformat.read(path, 4), plan) == []
        right = [one.source for one in answers(chapter) if one.right]
        assert flagged(plan, *right) == []


NOTICED = {
    "import socket": "the network",
    "from urllib import request": "the network",
    "import sqlite3 as s": "the gradebook",
    "__import__('subprocess').run('id')": "other processes",
    "!cat /etc/passwd": "runs a program",
    "%%bash\nls ..": "runs a program",
    "%sx ls": "runs a program",
    "open('../../../gradebook.db')": "mentions",
    "open('/proc/1/environ')": "mentions '/proc/'",
    "import os\nos._exit(0)": "ends the kernel",
    "import os\nos.posix_spawn('/bin/id', ['id'], {})": "starts processes",
    "from os import posix_spawnp\nposix_spawnp('id', ['id'], {})": "starts processes",
    "import os\nos.spawnlp(os.P_WAIT, 'id', 'id')": "starts processes",
    "import os as o\no.forkpty()": "starts processes",
    "from os import kill as k\nk(1, 9)": "sends signals",
    "check: int = 3": "replaces check",
    "(check, x) = 1, 2": "replaces check",
    "from os import getcwd as check": "replaces check",
    "class check: pass": "replaces check",
    "def f():\n    global check\n    check = 1": "replaces check",
    "import numpy\nnumpy.testing.assert_allclose = print": "numpy.testing.assert_allclose",
    "setattr(np, 'allclose', print)": "numpy.allclose",
    "import grader.judging.judge": "belongs to the grader",
    "from grader import evidence": "belongs to the grader",
    "f.__code__ = g": "__code__",
    "get_ipython().kernel.session": "IPython (kernel)",
    "shell.ast_transformers.append(x)": "ast_transformers",
    "del sys.modules['grader']": "changes sys.modules",
    "sys.modules['grader.evidence.probes.watching'].is_open = print": "grader.evidence",
    "import sys as s\ns.modules['grader' + '.judging']": "grader.judging",
    "import sys\nfor one in sys.modules.values(): pass": "searches sys.modules",
    "from sys import modules as m\nm[name]": "searches sys.modules",
    "from importlib import import_module as get\nget(f'grader.{x}')": "computed name",
    "import importlib\nimportlib.import_module('grader.' + 'inside')": "grader.inside",
    "import importlib\nimportlib.import_module(name)": "computed name",
    "__import__('g' + 'c')": "Python itself",
    "import grader\ngetattr(grader, 'evidence')": "package `grader`",
    "import grader as g\nvars(g)['evidence']": "package `grader`",
    "import grader.notebook\ngrader.evidence.probes": "package `grader`",
    "tf.Session.__init__.__closure__": "__closure__",
    "f.__closure__[0].cell_contents": "__closure__",
    "tf.Session.run = print": "tf.Session.run",
    "from grader.notebook import tf\ntf.py_func = print": "tf.py_func",
    "setattr(tf.Session, 'run', print)": "tf.Session.run",
}


@pytest.mark.parametrize("source", NOTICED)
def test_what_reaches_for_the_grader_is_noticed(plan, source):
    (flag, *_) = flagged(plan, source) or ["nothing"]
    assert NOTICED[source] in flag


HARMLESS = (
    "%matplotlib inline\nimport numpy as np\nnp.random.seed(1)",
    "checked = check",
    "def f():\n    check = 1\n    return check",
    "import os\nopen(os.path.join('..', '..', 'data', 'x.csv'))",
    "# import socket, /proc/1, gradebook.db",
    "self.kernel = 3; conv.kernel = tf.ones([3])",
    "import sys\n'tensorflow' in sys.modules, sys.modules[__name__], sys.modules['numpy']",
    "import importlib\nimportlib.import_module('matplotlib.pyplot')",
    "import grader.notebook\ngrader.notebook.check, grader.engine.Session",
    "print('the grader. evidence of it: grader.notebook')",
    "x = 'a' + 'b' + str(3) + f'{x}'",
)


@pytest.mark.parametrize("source", HARMLESS)
def test_what_only_looks_like_it_is_not(plan, source):
    assert flagged(plan, source) == []


@pytest.mark.parametrize(
    "source",
    ["(" * 5000, "x = " + "[" * 900 + "]" * 900, "a" + ".b" * 20000, "\0", "1 +" * 20000 + "1"],
)
def test_no_code_is_too_strange_to_be_read(plan, source):
    assert isinstance(flagged(plan, source), list)


def test_flags_and_work_are_bounded(plan):
    many = "\n".join(f"import socket as s{n}\nnumpy.x{n} = 1" for n in range(500))
    assert len(flagged(plan, many)) == MAX_FLAGS + 1
    (flag,) = flagged(plan, "x = 1\n" * MAX_SOURCE)
    assert "too much code to look through" in flag


def test_a_worker_words_each_flag_in_the_language_of_its_class(plan):
    """And what the chapter itself does is excused in each, though it is looked for only once."""
    assert flagged(plan, "import socket") == ["a cell imports socket: the network: 'import socket'"]
    with using("zh_CN"):
        (flag,) = flagged(plan, "import socket")
    assert flag == "有个单元格导入了 socket：网络：'import socket'"
