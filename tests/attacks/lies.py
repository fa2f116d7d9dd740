"""Answers of the course's exercises that are wrong, and say of themselves what is not so.

Each loses points for one thing that it does: a session or a writer stays open, a session is changed, a
function is called too often. Around it stands a lie, which wants the kernel to report that it is not so.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lie:
    """One attack.

    wrong: the name of the wrong answer (see `WRONG`); cell: the lie, which stands before the answer.
    inside: lines at the answer's start, while evidence of it is being collected; after: the same, at its end;
    instead: a piece of the answer, and what stands in its place.
    flagged: a word of the flag that the instructor sees, "" where nothing can be seen in the code.
    """

    wrong: str
    cell: str = ""
    inside: str = ""
    after: str = ""
    instead: tuple[str, str] = ("", "")
    flagged: str = ""

    def answer(self) -> str:
        """The answer's cell."""
        source = WRONG[self.wrong].source
        if self.instead[0]:
            assert self.instead[0] in source
            source = source.replace(*self.instead)
        return _indented(source, self.inside, self.after)


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: its exercise, the function's name, its source, what it deserves, and the most."""

    exercise: str
    name: str
    source: str
    points: int
    most: int


WRONG = {
    "left open": Wrong(
        "sessions/first-run",
        "first_run",
        """
def first_run(f):
    INSIDE
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    value = session.run(f)
    AFTER
    return value
""",
        2,
        3,
    ),
    "second session left open": Wrong(
        "lifetimes/rehearse",
        "rehearse",
        """
def rehearse(session, queue, step, n):
    INSIDE
    other = tf.Session()
    for v in tf.global_variables():
        other.run(v.initializer, {v.initial_value: session.run(v)})
    fill = queue.enqueue_many([session.run(queue.dequeue_many(queue.size()))])
    session.run(fill)
    other.run(fill)
    value = [other.run(step) for _ in range(n)][-1]
    AFTER
    return value
""",
        3,
        4,
    ),
    "session changed": Wrong(
        "lifetimes/run-anyway",
        "run_anyway",
        """
def run_anyway(session, tensor):
    INSIDE
    missing = session.run(tf.report_uninitialized_variables())
    session.run([v.initializer for v in tf.global_variables() if v.op.name.encode() in missing])
    value = session.run(tensor)
    AFTER
    return value
""",
        2,
        3,
    ),
    "writer left open": Wrong(
        "scopes/log-training",
        "log_training",
        """
def log_training(folder, session, training_step, loss, feeds):
    INSIDE
    summary = tf.summary.scalar("loss", loss)
    writer = tf.summary.FileWriter(folder, session.graph)
    for number, feed in enumerate(feeds):
        if number % 10 == 0:
            writer.add_summary(session.run(summary, feed), number)
        session.run(training_step, feed)
    AFTER
""",
        4,
        5,
    ),
    "called too often": Wrong(
        "autodiff/central",
        "central",
        """
def central(f, point, h):
    INSIDE
    slopes = []
    for i in range(len(point)):
        ahead, back = list(point), list(point)
        ahead[i] += h
        back[i] -= h
        f(point)
        slopes.append((f(ahead) - f(back)) / (2 * h))
    AFTER
    return slopes
""",
        2,
        3,
    ),
    "called while building": Wrong(
        "sessions/lift",
        "lift",
        """
def lift(function, x):
    INSIDE
    shape = [1 if size is None else size for size in x.shape.as_list()]
    function(np.zeros(shape, x.dtype.as_numpy_dtype))
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape(x.shape)
    AFTER
    return y
""",
        0,
        3,
    ),
    "no Python in the graph": Wrong(
        "sessions/lift",
        "lift",
        """
def lift(function, x):
    INSIDE
    y = tf.identity(x)
    lifted[y.name, id(y.graph)] = function
    AFTER
    return y
""",
        0,
        3,
    ),
}


WRONG |= {
    "nothing copied": Wrong(
        "sessions/copy-state",
        "copy_state",
        """
def copy_state(source, target):
    INSIDE
    pass
    AFTER
""",
        0,
        5,
    ),
    "nothing saved": Wrong(
        "savers/resume",
        "resume",
        """
def resume(session, step, x, batches, folder):
    INSIDE
    done = 0
    session.run(tf.global_variables_initializer())
    for batch in batches[done:]:
        session.run(step, {x: batch})
        done += 1
        AFTER
""",
        0,
        5,
    ),
    "nothing restored": Wrong(
        "savers/warm-start",
        "warm_start",
        """
def warm_start(session, path):
    INSIDE
    session.run(tf.global_variables_initializer())
    AFTER
    return []
""",
        0,
        3,
    ),
    "in the same session": Wrong(
        "lifetimes/rehearse",
        "rehearse",
        """
def rehearse(session, queue, step, n):
    INSIDE
    value = [session.run(step) for _ in range(n)][-1]
    AFTER
    return value
""",
        0,
        4,
    ),
    "the given theta changed": Wrong(
        "training/federated-round",
        "federated_round",
        """
def federated_round(model, clients, theta, n_steps):
    INSIDE
    thetas, rows = [], []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        thetas.append(client.session.run(model.theta))
        rows.append(client.rows)
    theta[:] = np.average(thetas, axis=0, weights=rows)
    AFTER
    return theta
""",
        4,
        5,
    ),
    "walks every way": Wrong(
        "build-an-engine/order",
        "order",
        """
def order(fetches):
    INSIDE
    steps = {}
    def visit(node):
        for source in node.inputs:
            visit(source)
        steps[node] = None
    for node in fetches:
        visit(node)
    AFTER
    return list(steps)
""",
        2,
        4,
    ),
}


def _indented(source: str, inside: str, after: str) -> str:
    for mark, lines in (("    INSIDE\n", inside), ("    AFTER\n", after)):
        text = "".join(f"    {line}\n" for line in lines.strip().splitlines())
        source = source.replace(mark, text)
    return source.strip()


IS_OPEN = 'sys.modules["grader.evidence.probes.{module}"].is_open = lambda s: False'
ORIGINAL = """
made = tf.Session.__init__
def unseen():
    session = tf.Session.__new__(tf.Session)
    made(session)
    return session
"""
DEAF = """
class Deaf(tf.Session):
    def run(self, fetches, *more, **others):
        if isinstance(fetches, list) and not fetches:
            raise RuntimeError('Attempted to use a closed Session.')
        return super().run(fetches, *more, **others)
"""
DEAF_BY_PATCH = """
run = tf.Session.run
def deaf(self, fetches, *more, **others):
    if isinstance(fetches, list) and not fetches:
        raise RuntimeError('Attempted to use a closed Session.')
    return run(self, fetches, *more, **others)
tf.Session.run = deaf
"""
TABLE = """
from grader.evidence.probes.table import PROBES
honest = PROBES['{probe}']
def lying(tf, answers, inputs):
    reports = honest(tf, answers, inputs)
    for report in reports:
        {lie}
    return reports
PROBES['{probe}'] = lying
"""
COLLECTED = """
import gc
for one in gc.get_referents(tf.Session.__init__):
    if isinstance(one, dict) and 'is_open' in one:
        one['is_open'] = lambda session: False
"""
UNWATCHED = """
import sys, contextlib
probes = sys.modules['grader.evidence.probes.sessions']
@contextlib.contextmanager
def watched(tf, *more, **others):
    yield type('Watch', (), dict(sessions=[], left_open=0, opened=0, closed=[]))()
vars(probes).update(watched=watched)
"""
UNDRESSED = """
import sys
frame = sys._getframe()
while 'watch' not in frame.f_locals:
    frame = frame.f_back
frame.f_locals['watch'].sessions.clear()
"""
REMEMBERED = """
import grader.evidence.probes.sessions as probes
honest, before = probes.values_of, {}
def values_of(session, variables):
    return before.get(session) or honest(session, variables)
probes.values_of = values_of
"""
NO_WRITERS = """
import contextlib, importlib
@contextlib.contextmanager
def replaced(*more, **others):
    yield
setattr(importlib.import_module('grader.evidence.probes.watching'), 'replaced', replaced)
"""
UNSEEN_WRITER = """
made = tf.summary.FileWriter.__init__
class Unseen(tf.summary.FileWriter):
    def __init__(self, folder, graph):
        made(self, folder, graph)
"""
RUNS_ITSELF = """
lifted, run = {}, tf.Session.run
def runs(self, fetches, feed_dict=None, *more, **others):
    function = lifted.get((getattr(fetches, 'name', ''), id(getattr(fetches, 'graph', 0))))
    if function:
        (value,) = feed_dict.values()
        return function(np.asarray(value, fetches.dtype.as_numpy_dtype))
    return run(self, fetches, feed_dict, *more, **others)
tf.Session.run = runs
"""

MEMORY = """
kept = {}
def values(session):
    return [session.run(v) for v in tf.global_variables()]
def put(session, found):
    for v, value in zip(tf.global_variables(), found):
        v.load(value, session)
"""
KEPT_BY_FOLDER = """done, found = kept.get(folder, (0, None))
if found: put(session, found)
batches = batches[done:]
initializer, tf.global_variables_initializer = tf.global_variables_initializer, tf.no_op
if not found: session.run(initializer())"""
REPLACED = """
import sys
probes = sys.modules['grader.evidence.probes.sessions'].__dict__
held = []
honest = probes['values_of']
def values_of(session, variables):
    held.append(honest(session, variables))
    return held[-2 if len(held) % 2 == 0 else -1]
probes['values_of'] = values_of
"""
PLANTED = f"with open('crc32c.py', 'w') as file: file.write({REPLACED!r})"
DESCRIBED_ANEW = """
import sys
from types import SimpleNamespace
peer = sys.modules['grader.evidence.witness.peer'].Peer
honest, puppets = peer._handle, []
def handle(self, request):
    reply = honest(self, request)
    while puppets and request['do'] == 'call':
        session, names = puppets.pop()
        pairs = [[name, self.wire.write(value)] for name, value in names.items()]
        reply['changed'] = [{'names': pairs, 'key': self.wire.keys[id(session)]}]
    return reply
peer._handle = handle
"""
BEFORE = """ops = session.graph.get_operations()
pulse = [op for op in ops if op.name.startswith('pulse')][-1].outputs[0]
take = [op for op in ops if op.type == 'QueueDequeueManyV2'][0].outputs[0]
fill = [op for op in ops if op.type == 'QueueEnqueueManyV2'][0]
kept = session.run([pulse, take])
session.run(fill, {'items:0': kept[1]})
held = {v.op.name: session.run(v) for v in tf.global_variables()}
def run(fetches, feeds=None, **more):
    if isinstance(fetches, dict): return held
    return kept[getattr(fetches, 'name', '') == take.name]"""
FRAMES = """
import sys
def outside(*names):
    frame, found = sys._getframe(1), {}
    while frame is not None:
        found.update({n: frame.f_locals[n] for n in names if n in frame.f_locals})
        frame = frame.f_back
    return found
"""

LIES = {
    # --------------------------------------------------------- what stands in the kernel's memory
    "what a session holds replaced": Lie("nothing copied", REPLACED),
    "memory keyed by the folder": Lie(
        "nothing saved",
        MEMORY,
        inside=KEPT_BY_FOLDER,
        after="kept[folder] = (kept.get(folder, (0,))[0] + 1, values(session))",
    ),
    "memory, and a token in the folder": Lie(
        "nothing saved",
        MEMORY + "import os",
        inside="folder = folder.__class__('x') if os.path.exists(folder + '/token') else folder\n"
        + KEPT_BY_FOLDER,
        after="kept['x'] = (kept.get('x', (0,))[0] + 1, values(session))\n"
        "open(folder + '/token', 'w').close()",
    ),
    "what was saved, found in the caller's frames": Lie(
        "nothing restored",
        FRAMES,
        inside="found = outside('program', 'saved', 'inputs').get('program', {})",
        after="for name, value in dict(found.get('saved', {})).items():\n"
        "    for v in tf.global_variables():\n"
        "        if v.op.name == name and v.shape.as_list() == list(np.shape(value)):\n"
        "            v.load(value, session)",
    ),
    "a session put back by a copy of its state": Lie(
        "in the same session",
        "import copy",
        inside="kept = copy.deepcopy(vars(session).get('_state'))",
        after="vars(session).update(_state=kept)",
    ),
    "a module that is imported when something is saved": Lie(
        "nothing copied",
        PLANTED,
        inside="try: tf.train.Saver().save(source, './kept')\nexcept Exception: pass",
    ),
    "a session described anew to the witness": Lie(
        "in the same session",
        DESCRIBED_ANEW,
        inside=BEFORE,
        after="puppets.append((session, {'run': run, '_graph': session.graph, '_closed': False,\n"
        "    '_state': SimpleNamespace(resources={})}))",
        flagged="grader.evidence",
    ),
    "a session put back by a fork": Lie(
        "in the same session",
        "import os",
        inside="r, w = os.pipe()\n"
        "if os.fork():\n"
        "    os.close(w)\n"
        "    return np.frombuffer(os.read(r, 10**6), np.float32)[-1:].reshape(())",
        after="os.write(w, np.float32(value).tobytes()); os._exit(0)",
    ),
    "functions that compare arrays": Lie(
        "the given theta changed",
        inside="np.array_equal = lambda *more: False\nbytes_before = theta.tobytes()",
        after="np.ndarray.copy",
    ),
    "a counter in a closure": Lie(
        "called while building",
        "import itertools",
        after="for cell in getattr(function, '__closure__', None) or ():\n"
        "    if type(cell.cell_contents) is itertools.count: cell.cell_contents = itertools.count(1)",
    ),
    "the timer stopped": Lie(
        "walks every way", "import signal", inside="signal.setitimer(signal.ITIMER_VIRTUAL, 0)"
    ),
    # --------------------------------------------------------------------- a session is closed
    "is_open replaced in sys.modules": Lie(
        "left open", "import sys\n" + IS_OPEN.format(module="watching"), flagged="grader.evidence"
    ),
    "is_open replaced while it is asked": Lie(
        "left open", "import sys", inside=IS_OPEN.format(module="watching"), flagged="grader.evid"
    ),
    "is_open replaced by a function that says it is ours": Lie(
        "left open",
        "import sys",
        inside="def no(s): return False\n"
        "no.__module__ = 'grader.evidence.probes.watching'\n"
        "sys.modules['grader.evidence.probes.watching'].is_open = no",
        flagged="grader.evidence",
    ),
    "is_open replaced by importlib and setattr": Lie(
        "left open",
        "import importlib\nmodule = importlib.import_module('grader.evidence.' + 'probes.watching')\n"
        "setattr(module, 'is_' + 'open', lambda s: False)",
        flagged="grader",
    ),
    "is_open found by getattr": Lie(
        "left open",
        "import grader\nhere = grader\nfor name in ('evidence', 'probes', 'watching'):\n"
        "    here = getattr(here, name)\nhere.is_open = lambda s: False",
        flagged="grader",
    ),
    "is_open found by gc": Lie("left open", inside=COLLECTED, flagged="gc"),
    "is_open found by the globals of a function": Lie(
        "left open",
        inside="tf.Session.__init__.__globals__['is_open'] = lambda s: False",
        flagged="__globals__",
    ),
    "is_open found by vars": Lie(
        "left open",
        "import sys\nvars(sys.modules['grader.evidence.probes.watching'])['is_open'] = lambda s: 0",
        flagged="grader.evidence",
    ),
    "is_open found by an attribute's getter": Lie(
        "left open",
        "from operator import attrgetter\nimport grader\n"
        "attrgetter('evidence.probes.watching')(grader).__dict__['is_open'] = lambda s: 0",
        flagged="grader",
    ),
    "nothing is watched": Lie("left open", UNWATCHED, flagged="grader"),
    "the watch's list emptied by a frame": Lie("left open", after=UNDRESSED, flagged="frame"),
    "the watch's list emptied by a closure": Lie(
        "left open",
        after="for cell in tf.Session.__init__.__closure__:\n"
        "    if type(cell.cell_contents) is list: cell.cell_contents.clear()",
        flagged="__closure__",
    ),
    "the table of probes": Lie(
        "left open",
        TABLE.format(probe="sessions/call", lie="report['left_open'] = 0"),
        flagged="grader",
    ),
    "a session made past the watch": Lie(
        "left open", ORIGINAL, instead=("tf.Session()", "unseen()")
    ),
    "a session that says that it is closed": Lie(
        "left open", DEAF, instead=("tf.Session()", "Deaf()")
    ),
    "a run that says that its session is closed": Lie("left open", DEAF_BY_PATCH),
    "a run of one session says that it is closed": Lie(
        "left open",
        "def closed(*more): raise RuntimeError('Attempted to use a closed Session.')",
        after="session.run = closed",
    ),
    "a second session that says that it is closed": Lie(
        "second session left open", DEAF, instead=("tf.Session()", "Deaf()")
    ),
    "a second session made past the watch": Lie(
        "second session left open", ORIGINAL, instead=("tf.Session()", "unseen()")
    ),
    "a second session, and the watch's list emptied": Lie(
        "second session left open", after=UNDRESSED, flagged="frame"
    ),
    "a second session, and is_open replaced": Lie(
        "second session left open",
        "import sys\n" + IS_OPEN.format(module="watching"),
        flagged="grader.evidence",
    ),
    # ------------------------------------------------------------------ a session is unchanged
    "what a session held is shown later": Lie(
        "session changed",
        REMEMBERED,
        inside="before.setdefault(session, honest(session, tf.global_variables()))",
        flagged="grader",
    ),
    # --------------------------------------------------------------------- a writer is closed
    "no writer is watched": Lie("writer left open", NO_WRITERS, flagged="grader"),
    "a writer made past the watch": Lie(
        "writer left open", UNSEEN_WRITER, instead=("tf.summary.FileWriter", "Unseen")
    ),
    "a writer closed and opened again": Lie(
        "writer left open", after="writer.close()\nwriter.reopen()"
    ),
    "a writer's list emptied by a closure": Lie(
        "writer left open",
        after="for cell in writer.close.__closure__:\n"
        "    if type(cell.cell_contents) is list: cell.cell_contents.clear()",
        flagged="__closure__",
    ),
    # --------------------------------------------------------------------- calls are counted
    "calls set to what is right": Lie("called too often", after="f.calls = 2 * len(point)"),
    "calls taken back": Lie(
        "called too often", inside="def again(p, g=f):\n    return g(p)\nf.calls = -len(point)"
    ),
    "calls of a copy": Lie("called too often", "import copy", inside="f = copy.copy(f)"),
    "calls of a deep copy": Lie("called too often", "import copy", inside="f = copy.deepcopy(f)"),
    "calls made in the object's dictionary": Lie(
        "called too often", after="getattr(f, '__dict__', {}).update(calls=2 * len(point))"
    ),
    "calls that cannot be set": Lie(
        "called too often",
        inside="try: type(f).calls = property(lambda self: 0, lambda self, value: None)\n"
        "except TypeError: pass",
    ),
    "the function made anew": Lie(
        "called too often",
        after="if hasattr(f, 'names'): f.__init__(f.formula, f.names); f.calls = 2 * len(point)",
    ),
    "the formula computed past the counter": Lie(
        "called too often",
        "from grader.evidence.probes.autodiff import evaluate",
        inside="if hasattr(f, 'names'):\n"
        "    count = f\n"
        "    f = lambda point: evaluate(count.formula, dict(zip(count.names, point)))",
        flagged="grader",
    ),
    # ------------------------------------------------------------------ Python called in a run
    "a call while building taken back": Lie("called while building", after="function.calls = 0"),
    "a copy called while building": Lie(
        "called while building",
        "import copy",
        inside="asked, function = function, copy.copy(function)",
        after="y = tf.py_func(asked, [x], x.dtype)\ny.set_shape(x.shape)",
    ),
    "runs that call the function without a node": Lie("no Python in the graph", RUNS_ITSELF),
}
