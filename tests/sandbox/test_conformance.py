"""A forked shell shows what a Jupyter kernel shows: nbclient with a real kernel is the oracle."""

from __future__ import annotations

import asyncio
import copy
import os
import re
from tempfile import gettempdir

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from grader.sandbox import ChapterFiles, Limits, find_isolation
from grader.sandbox.session_kinds import open_session
from tests.exercises.running import run_notebook

# One notebook for all of them, in this order: later cells see what earlier ones did.
CELLS = {
    "a value": "6 * 7",
    "nothing": "x = 1",
    "a semicolon": "42;",
    "text": "print('one'); print('two', end='')",
    "text on both streams": (
        "import sys\nprint('out')\nprint('err', file=sys.stderr)\nprint('out again')"
    ),
    "text and a value": "print('before')\n'value'",
    "carriage returns": "print('10%\\r20%\\r30%')",
    "backspaces": "print('abc\\b\\b')",
    "no text but bytes": "sys.stdout.write(b'x')",
    "long text": "print('x' * 100_000)",
    "letters": "print('größer 数 🙂')",
    "lone surrogates": "print(ascii('\\ud800'))",
    "an error": "1 / 0",
    "an error in a function": "def f(n):\n    return [1, 2][n]\nf(7)",
    "a chained error": (
        "try:\n    {}['a']\nexcept KeyError as error:\n    raise ValueError('no a') from error"
    ),
    "a syntax error": "for x in\n    pass",
    "an indentation error": "def f():\nreturn 1",
    "an error's note": "error = ValueError('x'); error.add_note('look here'); raise error",
    "an error without text": "raise KeyError",
    "an exception group": "raise ExceptionGroup('two', [ValueError(1), TypeError(2)])",
    "the program's end": "sys.exit(3)",
    "an interrupt raised by oneself": "raise KeyboardInterrupt",
    "input": "input('name? ')",
    "a password": "import getpass\ngetpass.getpass()",
    "rich output": (
        "class R:\n"
        "    def _repr_html_(self): return '<b>r</b>'\n"
        "    def __repr__(self): return 'r'\n"
        "R()"
    ),
    "many forms": (
        "class M:\n    def _repr_mimebundle_(self, include=None, exclude=None):\n"
        "        return {'text/plain': 'm', 'application/json': {'a': [1]}}, {'text/plain': {'k': 1}}\nM()"
    ),
    "a broken repr": "class B:\n    def __repr__(self): raise ValueError('no repr')\nB()",
    "display": (
        "from IPython.display import display, HTML, Markdown, Image, Latex\n"
        "display(1, HTML('<i>h</i>'))"
    ),
    "display of nothing": "display()",
    "mark-up": "display(Markdown('*m*'), Latex('$x$'))",
    "a picture of bytes": "Image(data=bytes.fromhex('89504e470d0a1a0a') + b'0' * 50, format='png')",
    "a display that is updated": "handle = display('old', display_id='here'); handle.update('new')",
    "two displays of one name": "display('a', display_id='same'); display('b', display_id='same')",
    "output cleared": (
        "from IPython.display import clear_output\nprint('gone'); clear_output(); print('stays')"
    ),
    "output cleared later": "print('gone'); clear_output(wait=True); print('stays')",
    "output cleared for nothing": "print('stays'); clear_output(wait=True)",
    "an awaited value": "import asyncio\nawait asyncio.sleep(0, 'slept')",
    "an async function": "async def g():\n    await asyncio.sleep(0.01)\n    return 5\nawait g()",
    "an async loop": (
        "async def h():\n    for i in range(3):\n        yield i\nasync for i in h(): print(i)"
    ),
    "a task left running": "task = asyncio.ensure_future(g()); 'made'",
    "and what it gave": "await task",
    "a second loop": "coroutine = g()\ntry: asyncio.run(coroutine)\nfinally: coroutine.close()",
    "line magic": "%who_ls int",
    "an unknown magic": "%nosuchmagic",
    "cell magic": "%%capture kept\nprint('hidden')",
    "what was captured": "kept.stdout",
    "a shell line": "!echo from a shell",
    "a shell line's value": "lines = !printf 'a\\nb\\n'\nlines",
    "a shell cell": "%%sh\necho cell; echo wrong >&2",
    "a failing shell cell": "%%sh\nexit 3",
    "a file written": "%%writefile note.txt\nkept",
    "help": "len?",
    "a warning": "import warnings\nwarnings.warn('old')",
    "logging": "import logging\nlogging.getLogger('mine').warning('careful')",
    "a thread": (
        "import threading\n"
        "t = threading.Thread(target=lambda: print('thread')); t.start(); t.join()"
    ),
    "history": "_, __, In[1], Out[1]",
    "the last value": "7\n_i",
    "names": "__name__, __doc__, sorted(n for n in dir() if n.startswith('__'))",
    "where it is": (
        "import os\n"
        "[p for p in sys.path if p == '' or 'lib' in p], sys.argv[0][-21:], sys.flags.interactive"
    ),
    "kind of streams": "sys.stdout.encoding, sys.stdout.isatty(), sys.stdin.read()",
    "a figure": (
        "import matplotlib.pyplot as plt\nfigure, axes = plt.subplots(figsize=(1, 1))\naxes.plot([1, 2]);"
    ),
    "a figure shown": "plt.plot([1]); plt.show(); print('after')",
    "inline figures": "%matplotlib inline\nplt.plot([2]);",
    "an array": "import numpy as np\nnp.arange(6).reshape(2, 3)",
    "pretty values": "{'b': list(range(40)), 'a': {1, 2, 3}}",
    "several values": (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "InteractiveShell.ast_node_interactivity = 'all'\n"
        "1\n"
        "2"
    ),
    "widgets without a front end": (
        "from ipykernel.comm import Comm\nComm(target_name='x').comm_id != ''"
    ),
    "a pickle of one's own class": (
        "import pickle\nclass P: pass\ntype(pickle.loads(pickle.dumps(P()))).__name__"
    ),
    "the source of one's own function": "import inspect\ninspect.getsource(f)",
    "signals": "import signal\nsignal.getsignal(signal.SIGINT) is signal.default_int_handler",
    "recursion": "def deep(): return deep()\ntry: deep()\nexcept RecursionError: print('too deep')",
    "a generator of texts": "for i in range(300): print(i, flush=True)",
    "an object's address left out": "object",
    "an empty cell": "",
    "a comment": "# nothing",
    "the count": "len(In)",
}

# Where a kernel's outcome depends on the moment, ours does not: this is shown.
OURS = {
    "a subprocess": (
        "import subprocess\nsubprocess.run(['echo', 'from a process']).returncode",
        [("stream", "from a process\n"), ("execute_result", "0")],
    ),
    "text from C": (
        "import ctypes; _ = ctypes.CDLL(None).puts(b'from C')",
        [("stream", "from C\n")],
    ),
    "a forked process": (
        "import multiprocessing\nhow = multiprocessing.get_context('fork')\n"
        "p = how.Process(target=print, args=('child',)); p.start(); p.join(); p.exitcode",
        [("stream", "child\n"), ("execute_result", "0")],
    ),
    "exit ends nothing": ("exit()", []),
    "and the next cell runs": ("'here'", [("execute_result", "'here'")]),
    "a display made here": ("later = display('old', display_id=True)", [("display_data", "'new'")]),
    "and updated there": ("later.update('new')", []),
    "a debugger": ("breakpoint()", []),
}


@pytest.fixture(scope="module")
def oracle(tmp_path_factory):
    """What a real kernel showed, cell by cell."""
    notebook = new_notebook(cells=[new_code_cell(source) for source in CELLS.values()])
    folder = tmp_path_factory.mktemp("oracle")
    run_notebook(notebook, folder, _environment(), allow_errors=True, coalesce_streams=True)
    return dict(zip(CELLS, notebook.cells, strict=True))


@pytest.fixture(scope="module")
def forked():
    """What the forked shell showed."""

    return dict(zip(CELLS, asyncio.run(run(CELLS.values())), strict=True))


async def run(sources):
    async with open_session(
        find_isolation(), Limits(), ChapterFiles(), "engine", "forked"
    ) as session:
        return [await session.run(source) for source in sources]


def _environment():
    # With this variable ipykernel does not look after what others write to its file descriptors.
    here = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    return here | {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}


def plain(outputs):
    """Outputs without what differs from process to process."""
    text = copy.deepcopy([dict(output) for output in outputs])
    for output in text:
        if output["output_type"] == "error":
            lines = [_neutral(line) for line in output["traceback"]]
            # A frame of our own stream stands where a frame of ipykernel's would.
            output["traceback"] = [
                line for line in lines if "streams.py" not in line and "iostream.py" not in line
            ]
        if "text" in output:
            output["text"] = _neutral(output["text"])
        if "data" in output:
            output["data"] = dict(output["data"])
            if "image/png" in output["data"]:
                output["data"]["image/png"] = output["data"]["image/png"].strip()[:1000]
        if "metadata" in output:
            output["metadata"] = dict(output["metadata"])
    return text


def _neutral(text):
    text = re.sub(r"0x[0-9a-f]+", "0x0", text)
    text = re.sub(rf"(/tmp|{re.escape(gettempdir())})/ipykernel_\d+/", "/tmp/ipykernel_1/", text)
    return re.sub(r"File (\S*/)?(\S+\.py)", r"File \2", text)


@pytest.mark.slow
@pytest.mark.parametrize("name", CELLS)
def test_a_cell_shows_what_it_shows_in_a_kernel(oracle, forked, name):
    assert plain(forked[name].outputs) == plain(oracle[name].outputs)
    if CELLS[name].strip():
        assert forked[name].execution_count == oracle[name].execution_count


def test_what_is_left_to_chance_in_a_kernel():
    done = asyncio.run(run([source for source, _ in OURS.values()]))
    shown = {
        name: [(output.output_type, _first(output)) for output in one.outputs]
        for name, one in zip(OURS, done, strict=True)
    }
    assert shown == {name: expected for name, (_, expected) in OURS.items()}


def _first(output):
    if output.output_type == "stream":
        return output.text
    return output.ename if output.output_type == "error" else output.data["text/plain"]
