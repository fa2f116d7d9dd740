"""What is handed in beside a notebook helps it as in JupyterLab; nobody else sees or gains anything."""

from __future__ import annotations

import asyncio
import base64

import nbformat
import pytest

from grader.classroom.course.side_files import LeftOut, SideFiles
from grader.sandbox import KERNELS, Limits, find_isolation
from grader.sandbox.isolation import _probe_landlock
from grader.sandbox.session_kinds import open_session
from tests import layers

pytestmark = pytest.mark.sandbox

TWICE = b"def twice(x):\n    return 2 * x\n"
WAYS = [
    *((way, kernels) for way in ("auto", "none") for kernels in KERNELS),
    ("landlock", "forked"),
]
FILES = (
    ("helper.py", TWICE),
    ("pkg/__init__.py", b"from pkg.inner import half\n"),
    ("pkg/inner.py", b"from helper import twice\nhalf = lambda x: x / twice(1)\n"),
    ("sub/table.csv", b"1,2\n"),
)


def side(*files):
    """These files beside the notebook."""
    return SideFiles(tuple((name, text.encode()) for name, text in files))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("way", "kernels"), WAYS)
def test_every_kind_of_sandbox_has_them_as_jupyterlab_has(way, kernels):
    if way == "landlock" and _probe_landlock()[0] is None:
        layers.lacking(_probe_landlock()[1])
    cells = [
        "from helper import twice\nfrom pkg import half\nprint(twice(21), half(8.0))",
        "print(open('sub/table.csv').read(), end='')",
        # A notebook that writes what it wrote before, and hands it in with itself.
        "open('sub/table.csv', 'w').write('3'); open('sub/new.csv', 'w').close()\n"
        "import os; os.remove('helper.py')\nprint(sorted(os.listdir('sub')))",
    ]

    async def work():
        isolation, limits = find_isolation(way), Limits(cell_seconds=10)
        async with open_session(isolation, limits, None, "engine", kernels, FILES) as session:
            return [await session.run(cell) for cell in cells]

    runs = asyncio.run(work())
    shown = ["".join(one.get("text", str(one)) for one in run.outputs) for run in runs]
    assert shown == ["42 4.0\n", "1,2\n", "['new.csv', 'table.csv']\n"]


@pytest.mark.slow
def test_an_answer_that_lies_beside_the_notebook_gets_its_points(toy_grader):
    notebook = toy_grader.notebook(double="from helper import twice as double")
    given = (("factor.csv", "2"), ("helper.py", "x = float(open('factor.csv').read())\n"))
    code = given[1][1] + "def twice(n):\n    return n * x\n"
    assert toy_grader.grade(notebook).points == 2
    result = toy_grader.grade(notebook, side(given[0], ("helper.py", code)))
    assert (result.points, result.flags) == (4, ())


@pytest.mark.slow
def test_what_was_left_out_is_said_to_the_student_and_is_no_markup(toy_grader):
    names = ("<b>*x*</b>`$.so", "numpy.py")
    left_out = (LeftOut("kind", 7, names[:1]), LeftOut("module", 1, names[1:]))
    result = toy_grader.grade(toy_grader.notebook(), SideFiles((), left_out))
    assert result.points == 4
    assert "<b>*x*</b>`$.so and 6 more (only .py, .csv and .txt files" in result.message
    first = nbformat.reads(result.executed, as_version=4).cells[0]
    assert first.cell_type == "markdown" and r"\<b\>\*x\*\<\/b\>\`\$\.so" in first.source


@pytest.mark.slow
def test_a_module_that_patches_the_collection_of_evidence_is_flagged_and_gains_nothing(toy_grader):
    patching = (
        "import sys\nours = [m for n, m in list(sys.modules.items()) if n.startswith('grader.ev')]\n"
        "for m in ours:\n    for n, v in list(vars(m).items()):\n"
        "        if callable(v) and n in ('collect_from', 'published', 'bounded', 'plain'):\n"
        "            setattr(m, n, lambda *a, **k: b'')\n"
    )
    wrong = toy_grader.notebook(double="import helper\ndef double(x): return x * x")
    result = toy_grader.grade(wrong, side(("helper.py", patching)))
    assert result.verdicts[0].points == 0
    assert any(flag.startswith("the file helper.py searches sys.modules") for flag in result.flags)


CANARY = "SIDE-CANARY-"
LOOK = """# look
import ctypes, importlib, os, re
found = []
try: import helper; found.append('imported')
except ImportError: pass
for root in ('.', '/course', '/launch', '/tmp', '/dev/shm', os.path.expanduser('~')):
    for folder, _, files in os.walk(root):
        if 'site-packages' in folder: continue  # a checkout in /tmp: scipy has a helper.py, too
        found += [os.path.join(folder, name) for name in files if name in {'helper.py', 'helper.txt'}]
found += [p for p in map(os.readlink, ['/proc/self/fd/' + n for n in os.listdir('/proc/self/fd')[:-1]])
          if 'memfd' in p]
wanted = re.compile(rb'SIDE-CANARY-[0-9]{8}|%s[A-Za-z0-9+/]{8}')
for line in open('/proc/self/maps'):
    span, rights, *_ = line.split()
    first, last = (int(x, 16) for x in span.split('-'))
    if rights.startswith('rw') and last - first < 2**27 and '[v' not in line:
        found += wanted.findall(ctypes.string_at(first, last - first))
print('found', sorted(set(map(str, found)))[:9])
"""


@pytest.mark.slow
def test_nobody_else_sees_them_not_even_in_memory(toy_grader, output_of):
    """The template hands them on and never reads them: what it has read, all later submissions have."""
    packed = base64.b64encode(CANARY.encode()).decode().rstrip("=")
    secret = "".join(f"# {CANARY}{number:08}\n" for number in range(31415926, 31415926 + 5000))
    files = side(("helper.py", secret + "f = 1"), ("helper.txt", CANARY + "27182818"))
    cell = LOOK.replace("%s", packed)
    own = toy_grader.grade(
        toy_grader.notebook(first=f"{cell}kept = open('helper.py').read()", last=cell), files
    )
    assert "'./helper.py', './helper.txt', '/course/notebooks/" in output_of(own, "# look")
    last = nbformat.reads(own.executed, as_version=4).cells[-1].outputs[0].text
    assert "'./helper.txt'" in last and "b'SIDE-CANARY-31" in last  # the look finds what is there
    for _ in range(2):
        other = toy_grader.grade(toy_grader.notebook(first=cell))
        assert "found []" in output_of(other, "# look")
