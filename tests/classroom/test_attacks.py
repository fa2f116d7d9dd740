"""What a student's process tries, and what it gets."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_output

import grader
from grader.classroom.places import ROOT

WRONG = "def double(x):\n    return 5 * x"

FORGERIES = {
    "check replaced": "def check(*anything): return 100",
    "check replaced in its module": (
        "import grader.notebook\ngrader.notebook.check = lambda *a: 100\n"
        "import builtins; builtins.check = grader.notebook.check"
    ),
    "equal to everything": (
        "class Any:\n"
        "    def __eq__(self, other): return True\n"
        "    def __ne__(self, other): return False\n"
        "    def __hash__(self): return 0\n"
        "    def __float__(self): return 4.0\n"
        "    def __array__(self, *a, **k): raise TypeError\n"
        "def double(x): return Any()"
    ),
    "int that equals everything": (
        "class Any(int):\n"
        "    def __eq__(self, other): return True\n"
        "    def __sub__(self, other): return 0\n"
        "def double(x): return Any(5 * x)"
    ),
    "printed points": (
        "print('2.0'); print('100')\n"
        "from IPython.display import display\n"
        "display({'text/plain': '2', 'text/html': '<b>2 of 2 points</b>'}, raw=True)\n100"
    ),
    "evidence displayed beforehand": (
        "from IPython.display import display\n"
        "display({'application/vnd.grader.evidence': 'e30='}, raw=True)"
    ),
    "publish replaced": (
        "import base64, json\nimport grader.evidence.answering as a\n"
        "def publish(names, challenge):\n"
        "    from IPython.display import display\n"
        "    forged = json.dumps({'result': [1, 2], 'graphs': [], 'points': 2, 'full': True})\n"
        "    display({a.MIME: base64.b64encode(forged.encode()).decode()}, raw=True)\n"
        "a.publish = publish"
    ),
    "publish twice": (
        "import grader.evidence.answering as a\nold = a.publish\n"
        "def publish(*args):\n    old(*args); old(*args)\na.publish = publish"
    ),
    "numpy patched": (
        "import numpy as np\nnp.allclose = np.array_equal = lambda *a, **k: True\n"
        "np.testing.assert_allclose = lambda *a, **k: None"
    ),
    "seed and judge looked for": (
        "import gc, sys\n"
        "found = [o for o in gc.get_objects() if type(o).__name__ in ('Exercise', 'Verdict')]\n"
        "if found or 'grader.judging' in sys.modules:\n"
        "    def double(x): return 2 * x"
    ),
    "judge imported": (
        "try:\n    import grader.exercises, grader.judging\n"
        "    def double(x): return 2 * x\nexcept ImportError: pass"
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_wrong_answer_stays_wrong_whatever_the_notebook_does(desk, name):
    result = desk.grade_cells(double=WRONG, between=FORGERIES[name])
    assert result.status == "graded"
    assert [verdict.points for verdict in result.verdicts] == [0, 2 if "publish" not in name else 0]


def test_a_forged_output_in_the_submitted_file_is_dropped(desk, output_of):
    notebook = desk.notebook(double=WRONG)
    for cell in notebook.cells:
        if cell.id == "double":
            cell.source = "100"
            cell.outputs = [new_output("execute_result", {"text/plain": "100"})]
    result = desk.grade(notebook)
    assert result.verdicts[0].points == 0
    assert "100" not in output_of(result, "double")
    assert any("test cell 'double' was edited" in flag for flag in result.flags)


ENDINGS = {
    "os._exit": ("import os; os._exit(0)", "the kernel died"),
    "kill -9": ("import os; os.kill(os.getpid(), 9)", "the kernel died"),
    "segmentation fault": ("import ctypes; ctypes.string_at(0)", "the kernel died"),
    "a loop that ignores interrupts": (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",
        "did not stop when interrupted",
    ),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_who_kills_the_kernel_loses_the_rest_and_is_told_why(desk, output_of, name):
    source, reason = ENDINGS[name]
    notebook = desk.notebook()
    notebook.cells.insert(3, new_code_cell(source))  # between the two exercises
    result = desk.grade(notebook)
    assert result.status == "graded"
    assert [verdict.points for verdict in result.verdicts] == [2, 0]
    assert "could not be judged" in result.verdicts[1].message
    assert reason in result.verdicts[1].message + " ".join(result.limits)
    assert "could not be judged" in output_of(result, "half")


CONTAINED = {
    "endless loop": ("while True: pass", "took longer than 4 seconds"),
    "sleep": ("import time; time.sleep(1000)", "took longer than 4 seconds"),
    "memory": ("x = bytearray(2**33)", "MemoryError"),
    "fork bomb": (
        "import os\nn = 0\ntry:\n    while True:\n        if os.fork() == 0:\n"
        "            import time; time.sleep(100); os._exit(0)\n        n += 1\n"
        "except OSError as error: print(n < 100, error)",
        "True",
    ),
    "full disk": (
        "try:\n  for i in range(100):\n    open(f'/tmp/{i}', 'wb').write(bytes(10**8))\n"
        "except OSError as error: print(error)",
        "No space left",
    ),
    "much output": ("for i in range(300000): print('all work and no play', i)", "was dropped"),
    "many displays": ("for i in range(5000): display(i)", "was dropped"),
    "kill -9 of all others": ("import os; os.kill(-1, 9)", ""),
    "exit": ("exit()", ""),
    "sys.exit": ("import sys; sys.exit(1)", "SystemExit"),
    "deep recursion": ("def f(): return f()\nf()", "RecursionError"),
    "input": ("input('name? ')", "StdinNotImplementedError"),
}


@pytest.mark.parametrize("name", CONTAINED)
def test_what_one_cell_does_does_not_cost_the_exercises_around_it(desk, output_of, name):
    source, told = CONTAINED[name]
    result = desk.grade_cells(between=source)
    assert [verdict.points for verdict in result.verdicts] == [2, 2]
    assert told in output_of(result, source.splitlines()[0])
    assert len(result.executed) < 3_000_000


HONEST = {
    "text on stderr": "import sys; print('note', file=sys.stderr)",
    "warnings": "import warnings; warnings.warn('old')",
    "a session left open": "s = tf.InteractiveSession()",
    "the graph reset": "tf.reset_default_graph()",
    "the graph finalized": "tf.get_default_graph().finalize()",
    "common names taken": "list = dict = display = base64 = get_ipython = globals = 3",
    "an error": "1 / 0",
}


@pytest.mark.parametrize("name", HONEST)
def test_odd_but_right_submissions_keep_full_points(desk, name):
    result = desk.grade_cells(between=HONEST[name])
    assert result.points == result.max_points == 4


def test_an_answer_that_prints_warns_and_leaves_sessions_open_keeps_full_points(desk):
    loud = (
        "def double(x):\n    import sys, warnings\n    print('working', file=sys.stderr)\n"
        "    warnings.warn('slow'); tf.InteractiveSession()\n    return x * 2"
    )
    assert desk.grade_cells(double=loud).points == 4


def test_an_answer_that_never_ends_costs_only_itself(desk):
    result = desk.grade_cells(double="def double(x):\n    while True: pass")
    assert [verdict.points for verdict in result.verdicts] == [0, 2]
    assert "your answer took longer than 4 seconds" in result.verdicts[0].message
    assert result.limits


# ------------------------------------------------------------------------------------- isolation


def run_cell(desk, output_of, source: str) -> str:
    """What a student's cell prints."""
    return output_of(desk.grade_cells(first=source), source.splitlines()[0])


def test_the_course_secrets_cannot_be_read(desk, output_of, tmp_path, monkeypatch):
    canary = tmp_path / "gradebook.db"
    canary.write_text("canary")
    home = Path.home()
    paths = [
        canary,
        tmp_path,
        home / ".bashrc",
        home / ".ssh",
        ROOT / "solutions",
        ROOT / "nbgrader_config.py",
        ROOT / "tests",
        Path(grader.__file__).parent / "exercises",
        Path(grader.__file__).parent / "judging",
        Path("/course/grader/exercises"),
        Path("/course/grader/judging"),
        Path("/course/grader/classroom"),
        Path("/etc/shadow"),
        Path("/proc/1/environ"),
        Path("/proc/1/root/etc/hostname"),
    ]
    source = (
        f"# paths\nfor path in {[str(path) for path in paths]!r}:\n"
        "    import os\n    try:\n        os.listdir(path); print('LISTED', path)\n"
        "    except OSError: pass\n"
        "    try:\n        print('READ', path, len(open(path, 'rb').read(10)))\n"
        "    except OSError: pass\n"
    )
    printed = run_cell(desk, output_of, source)
    allowed = {f"READ {path}" for path in ("/proc/1/environ",)}
    read = [line for line in printed.splitlines() if line.rsplit(" ", 1)[0] not in allowed]
    assert read == []


def test_the_solution_is_found_nowhere_in_the_sandbox(desk, output_of):
    source = (
        "# search\nimport os\nfound = []\n"
        "for root in ('/course', '/launch', '/home', '/tmp', '/run', '/etc', os.getcwd()):\n"
        "    for folder, _, files in os.walk(root):\n"
        "        for name in files:\n"
        "            path = os.path.join(folder, name)\n"
        "            if '/site-packages/' in path or '/lib/python' in path: continue\n"
        "            try: text = open(path, 'rb').read()\n"
        "            except OSError: continue\n"
        "            if b'SECRET-MODEL' in text or b'Misconception(' in text: found.append(path)\n"
        "print('found', found)"
    )
    assert "found []" in run_cell(desk, output_of, source)


def test_the_environment_is_not_inherited(desk, output_of, monkeypatch):
    monkeypatch.setenv("CANARY_TOKEN", "canary-7311")
    source = (
        "# env\nimport os, glob\nprint(dict(os.environ))\n"
        "for path in glob.glob('/proc/*/environ') + glob.glob('/proc/*/cmdline'):\n"
        "    try: print(open(path).read())\n"
        "    except OSError: pass"
    )
    assert "canary-7311" not in run_cell(desk, output_of, source)


def test_there_is_no_network_not_even_the_loopback_of_this_machine(desk, output_of):
    with socket.create_server(("127.0.0.1", 0)) as server:
        reached = threading.Event()

        def accept() -> None:
            try:
                server.accept()
                reached.set()
            except OSError:
                pass

        threading.Thread(target=accept, daemon=True).start()
        port = server.getsockname()[1]
        source = (
            f"# net\nimport socket\nfor address in (('127.0.0.1', {port}), ('1.1.1.1', 53)):\n"
            "    try: socket.create_connection(address, timeout=1); print('CONNECTED', address)\n"
            "    except OSError as error: print('refused', error)"
        )
        printed = run_cell(desk, output_of, source)
    assert (
        "CONNECTED" not in printed
        and printed.count("refused [Errno") + printed.count("[Errno 101]") >= 2
    )
    assert not reached.is_set()


def test_nothing_outside_can_be_written(desk, output_of, tmp_path):
    places = [str(tmp_path), "/usr", "/course", "/course/grader", "/etc", "/", "/dev", "/launch"]
    source = (
        f"# write\nimport os\nfor place in {places!r}:\n"
        "    try: open(os.path.join(place, 'planted'), 'w'); print('WROTE', place)\n"
        "    except OSError: pass"
    )
    assert "WROTE" not in run_cell(desk, output_of, source)
    assert not any(tmp_path.iterdir())


def test_no_process_of_a_submission_lives_on(desk, output_of):
    nap = f"time.sleep({4711 + os.getpid()})"  # no other test's, on this machine
    source = (
        "# daemon\nimport subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; {nap}'],"
        " start_new_session=True)\nprint('started')"
    )
    assert "started" in run_cell(desk, output_of, source)
    alive = [path for path in Path("/proc").glob("[0-9]*/cmdline") if nap.encode() in _read(path)]
    assert alive == []


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_students_own_no_privilege(desk, output_of):
    source = (
        "# rights\nimport os, subprocess\nprint('uid', os.getuid())\n"
        "lines = open('/proc/self/status').read().splitlines()\n"
        "print([line.split()[1] for line in lines if line.startswith(('CapEff', 'NoNewPrivs'))])\n"
        "print('unshare', subprocess.run(['unshare', '-Urm', 'true'], capture_output=True).returncode)"
    )
    printed = run_cell(desk, output_of, source)
    assert "['0000000000000000', '1']" in printed
    assert f"uid {os.getuid()}" not in printed or os.getuid() != 0
    assert "unshare 0" not in printed
