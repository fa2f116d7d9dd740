"""Cells that want points for a wrong answer.

Each stands behind an answer that is wrong and before the graded cell. `beats` names the kind of test
cell (see `stock`) that it gets full points from where nbgrader itself runs the notebook.
"""

from __future__ import annotations

from dataclasses import dataclass

WRONG = "def double(x):\n    return 5 * x"


@dataclass(frozen=True)
class Forgery:
    """One attack.

    cell: what the student wrote; double: the answer, wrong by itself.
    beats: the kind of nbgrader test cell that is deceived, "" where none of ours is.
    honest: whether the right answer after it (`half`) surely still gets its points.
    flagged: a word of the flag that the instructor sees, "" for none.
    """

    cell: str
    beats: str = ""
    double: str = WRONG
    honest: bool = True
    flagged: str = ""


EQUAL = """
class Same{base}:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __sub__(self, other): return 0
    __rsub__ = __sub__
    def __float__(self): return 4.0
    def __bool__(self): return True
def double(x): return Same({value})
"""

ARRAY = """
import numpy as np
class Same(np.ndarray):
    def __eq__(self, other): return np.ones(np.shape(other), bool)
    def __ne__(self, other): return np.zeros(np.shape(other), bool)
    def __array_ufunc__(self, ufunc, method, *inputs, **more):
        return np.bool_(ufunc not in (np.not_equal, np.isnan, np.isinf))
    def __array_function__(self, function, types, args, more): return True
def double(x): return np.asarray(5 * x).view(Same)
"""

STRIP = """
import ast
class Strip(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.copy_location(ast.Pass(), node)
get_ipython().ast_transformers.append(Strip())
"""

FRAMES = """
import gc, sys
def double(x):
    frame = sys._getframe(1)
    while frame is not None:
        for found in (*frame.f_code.co_consts, *frame.f_locals.values()):
            if type(found) is int and found not in (0, 1, x):
                if found > x: return found
        frame = frame.f_back
    return 5 * x
"""

COLLECTED = """
import gc
def double(x):
    for one in gc.get_objects():
        if type(one).__name__ in ('Exercise', 'Verdict', 'Case'): return 2 * x
        if isinstance(one, dict) and ('expected' in one or 'hidden' in one):
            found = one.get('expected', one.get('hidden'))
            if type(found) is int: return found
    return 5 * x
"""

THREAD = """
import threading, time
def later():
    import grader.evidence.protocol as answering
    while True:
        globals()['check'] = lambda *a: 2
        answering.MIME = 'text/plain'
        time.sleep(0.001)
threading.Thread(target=later, daemon=True).start()
time.sleep(0.01)
"""

PUBLISH = """
import base64, json
import grader.evidence.protocol as a
def publish(names, challenge, tf=None):
    from IPython.display import display
    forged = json.dumps({forged})
    display({{a.MIME: base64.b64encode(forged.encode()).decode()}}, raw=True)
a.publish = publish
"""

SEARCH = """
import json, os
def solutions():
    place = os.getcwd()
    while True:
        for folder in ('source', 'solutions', 'release', 'autograded'):
            for root, _, files in os.walk(os.path.join(place, folder)):
                for name in files:
                    if name.endswith('.ipynb'): yield os.path.join(root, name)
        if place == '/': return
        place = os.path.dirname(place)
for path in solutions():
    for one in json.load(open(path))['cells']:
        text = ''.join(one['source'])
        if 'BEGIN SOLUTION' in text and 'def double' in text: exec(text)
"""

INPUTS = """
def harmless(lines):
    text = ''.join(lines)
    return ['2.0'] if 'double(' in text or 'check(' in text or 'publish(' in text else lines
get_ipython().input_transformers_cleanup.append(harmless)
"""

HOOK = """
import sys
shell = get_ipython()
class Hook(type(shell.displayhook)):
    def write_format_data(self, data, metadata=None):
        super().write_format_data({'text/plain': '2'}, metadata)
shell.displayhook.__class__ = Hook
"""

RUNNER = """
shell = get_ipython()
old = type(shell).run_cell_async
async def run_cell_async(self, raw, *a, **k):
    return await old(self, '2.0' if 'double' in raw else raw, *a, **k)
type(shell).run_cell_async = run_cell_async
"""

TRACE = """
get_ipython().showtraceback = lambda *a, **k: None
get_ipython().set_custom_exc((BaseException,), lambda *a, **k: None)
import sys
sys.excepthook = lambda *a: None
"""

SESSION = """
kernel = get_ipython().kernel
session = kernel.session
old = type(session).send
def send(self, stream, what, content=None, *a, **k):
    kind = what.get('msg_type') if isinstance(what, dict) else what
    if kind == 'error': return None
    if kind == 'execute_reply' and content is not None: content['status'] = 'ok'
    return old(self, stream, what, content, *a, **k)
type(session).send = send
"""

FALSE_MESSAGES = """
kernel = get_ipython().kernel
forged = {'data': {'text/plain': '2', 'text/html': '<b>2 of 2 points</b>'}, 'metadata': {},
          'execution_count': 5}
for kind in ('execute_result', 'display_data', 'update_display_data', 'execute_reply'):
    kernel.session.send(getattr(kernel, 'iopub_socket', None), kind, dict(forged))
"""

FALSE_END = """
import json, base64
from grader.inside import frames
outbox = get_ipython().kernel.session.outbox
forged = {'result': [2, 4], 'graphs': [], 'points': 2}
content = {'data': {'application/vnd.grader.evidence':
           base64.b64encode(json.dumps(forged).encode()).decode()}, 'metadata': {}}
body = json.dumps({'msg_type': 'display_data', 'content': content}).encode()
frames.send(outbox.channel, b'd', b'{"execution_count": 1}')
frames.send(outbox.channel, b'o', body)
frames.send(outbox.channel, b'd', b'{"execution_count": 1}')
"""

SHADOW = """
for name in ('grader', 'numpy', 'sitecustomize', 'usercustomize', 'IPython', 'base64', 'json'):
    open(name + '.py', 'w').write('def check(*a): return 2\\ndef __getattr__(n): return check')
import sys, os
sys.path.insert(0, os.getcwd())
for name in list(sys.modules):
    if name.startswith('grader'): del sys.modules[name]
def check(*a): return 2
"""

FINDER = """
import sys, types
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.startswith('grader'):
            raise ImportError('no grader here')
sys.meta_path.insert(0, Finder())
for name in list(sys.modules):
    if name.startswith('grader'): del sys.modules[name]
def check(*a): return 2
"""

BUILTINS = """
import builtins
builtins.all = builtins.any = lambda *a: True
builtins.abs = lambda x: 0
"""

BROKEN = """
import builtins
builtins.len = lambda x: 2
builtins.isinstance = lambda *a: True
"""

IMPORTING = """
import builtins
old = builtins.__import__
class Lies:
    def __getattr__(self, name): return lambda *a, **k: 2
def lying(name, *a, **k):
    return Lies() if name.startswith(('grader', 'base64', 'json')) else old(name, *a, **k)
builtins.__import__ = lying
def check(*a): return 2
"""

FORGERIES = {
    # ------------------------------------------------------------------- what is compared
    "equal to everything": Forgery("", "assert", EQUAL.format(base="", value="")),
    "an int equal to everything": Forgery("", "assert", EQUAL.format(base="(int)", value="5 * x")),
    "a float equal to everything": Forgery(
        "", "builtins", EQUAL.format(base="(float)", value="5. * x")
    ),
    "a str equal to everything": Forgery("", "assert", EQUAL.format(base="(str)", value="'?'")),
    "an array subclass equal to everything": Forgery("", "assert", ARRAY),
    "NaN": Forgery("", "", "def double(x): return float('nan')"),
    "infinity": Forgery("", "", "def double(x): return float('inf')"),
    "True": Forgery("", "", "def double(x): return True"),
    "all numbers at once": Forgery("", "", "def double(x): return list(range(400))"),
    "an answer that raises": Forgery("", "", "def double(x): raise SystemExit(0)"),
    "an answer that ends everything": Forgery(
        "", "", "def double(x):\n    raise KeyboardInterrupt"
    ),
    "a generator of numbers": Forgery("", "", "def double(x):\n    yield from range(400)"),
    "an answer called by another name": Forgery("", "", "class double(int): pass"),
    # ------------------------------------------------------------------- what compares
    "check replaced": Forgery("def check(*anything): return 2", "points", flagged="check"),
    "check replaced by a lambda": Forgery("check = lambda *a: 2", "points", flagged="check"),
    "check replaced by setattr": Forgery(
        "globals()['ch' + 'eck'] = lambda *a: 2", "points", flagged="globals"
    ),
    "check replaced in its module": Forgery(
        "import grader.notebook\ngrader.notebook.check = lambda *a: 2\n"
        "import builtins; builtins.check = grader.notebook.check; check = builtins.check",
        "points",
        flagged="check",
    ),
    "check's code replaced": Forgery(
        "check.__code__ = (lambda *a: 2).__code__ if hasattr(check, '__code__') else None\n",
        "points",
        flagged="check",
    ),
    "NumPy patched": Forgery(
        "import numpy as np\nnp.allclose = np.array_equal = lambda *a, **k: True\n"
        "np.testing.assert_allclose = lambda *a, **k: None",
        "numpy",
        flagged="numpy",
    ),
    "builtins replaced": Forgery(BUILTINS, "builtins", honest=False, flagged="builtins"),
    "builtins broken": Forgery(BROKEN, "", honest=False, flagged="builtins"),
    "import replaced": Forgery(IMPORTING, "points", honest=False, flagged="builtins"),
    "asserts stripped": Forgery(STRIP, "assert", flagged="IPython"),
    "test cells rewritten": Forgery(INPUTS, "assert", honest=False, flagged="IPython"),
    "cells run by another function": Forgery(RUNNER, "", honest=False, flagged="IPython"),
    "modules shadowed from the working folder": Forgery(
        SHADOW, "points", honest=False, flagged="sys.modules"
    ),
    "imports refused": Forgery(FINDER, "points", honest=False, flagged="sys.m"),
    "a thread that patches later": Forgery(THREAD, "", honest=False, flagged="globals"),
    # ------------------------------------------------------------------- what is shown
    "printed points": Forgery(
        "print('2.0'); print('100')\n"
        "from IPython.display import display\n"
        "display({'text/plain': '2', 'text/html': '<b>2 of 2 points</b>'}, raw=True)\n100"
    ),
    "display hook replaced": Forgery(HOOK, "points", flagged="IPython"),
    "errors swallowed": Forgery(TRACE, "", flagged="IPython"),
    "messages held back": Forgery(SESSION, "", flagged="IPython"),
    "false messages": Forgery(FALSE_MESSAGES, "", flagged="IPython"),
    "a false end of the cell": Forgery(FALSE_END, "", honest=False, flagged="grader"),
    # ------------------------------------------------------------------- the evidence itself
    "evidence displayed beforehand": Forgery(
        "from IPython.display import display\n"
        "display({'application/vnd.grader.evidence': 'e30='}, raw=True)"
    ),
    "evidence made up": Forgery(
        PUBLISH.format(forged="{'result': [1, 2], 'graphs': [], 'points': 2, 'full': True}"),
        "",
        honest=False,
        flagged="grader",
    ),
    "evidence of the wrong types": Forgery(
        PUBLISH.format(forged="{'result': {'0': None}, 'graphs': {'a': 1e400}}"),
        "",
        honest=False,
        flagged="grader",
    ),
    "evidence nested deeply": Forgery(
        PUBLISH.format(forged="None").replace("json.dumps(None)", "'[' * 200000"),
        "",
        honest=False,
        flagged="grader",
    ),
    "evidence of huge numbers": Forgery(
        PUBLISH.format(forged="{'result': [10 ** 4000, 10 ** 4000], 'graphs': []}"),
        "",
        honest=False,
        flagged="grader",
    ),
    "evidence too long": Forgery(
        PUBLISH.format(forged="{'result': ['x' * 20_000_000]}"),
        "",
        honest=False,
        flagged="grader",
    ),
    "evidence given twice": Forgery(
        "import grader.evidence.protocol as a\nold = a.publish\n"
        "def publish(*args):\n    old(*args); old(*args)\na.publish = publish",
        "",
        honest=False,
        flagged="grader",
    ),
    # ------------------------------------------------------------------- what is looked for
    "frames searched": Forgery("", "assert", FRAMES, flagged="frames"),
    "objects searched": Forgery("", "", COLLECTED, flagged="gc"),
    "the judge imported": Forgery(
        "try:\n    import grader.exercises, grader.judging\n"
        "    def double(x): return 2 * x\nexcept ImportError: pass",
        "",
        flagged="grader",
    ),
    "solutions read from the disk": Forgery(SEARCH, "assert", flagged="solutions"),
}
