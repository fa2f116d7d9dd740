"""Answers of the course's exercises that are wrong, and say of themselves what is not so.

Each loses points for one thing that it does: a session or a writer stays open, a session is changed, a
function is called too often. Around it stands a lie, which wants the evidence to say that it is not so. Where
the evidence is collected in the process of the answer, as `check` does in a notebook, all of `LIES` succeed.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent

from grader.exercises.sources import answers_to


@dataclass(frozen=True)
class Lie:
    """One attack.

    wrong: the name of the wrong answer (see `WRONG`); cell: the lie, which stands before the answer.
    inside, after: lines at the two places of the answer that are marked so;
    instead: a piece of the answer, and what stands in its place.
    flagged: a word of the flag that the instructor sees, "" where nothing can be seen in the code.
    on: the back ends on which it earns points where the answer's own process is believed.
    """

    wrong: str
    cell: str = ""
    inside: str = ""
    after: str = ""
    instead: tuple[str, str] = ("", "")
    flagged: str = ""
    on: tuple[str, ...] = ("engine", "tensorflow")

    def answer(self) -> str:
        """The answer's cell."""
        source = WRONG[self.wrong].source()
        if self.instead[0]:
            assert self.instead[0] in source
            source = source.replace(*self.instead)
        for mark, lines in (("    INSIDE\n", self.inside), ("    AFTER\n", self.after)):
            assert not lines or mark in source
            source = source.replace(mark, indent(lines.strip() + "\n" if lines else "", "    "))
        return source


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: its name in the exercise's list, or its source; what it deserves, and the most."""

    exercise: str
    answer: str
    points: int
    most: int

    @property
    def function(self) -> str:
        """What the student hands in."""
        return self.exercise.partition("/")[2].replace("-", "_")

    def source(self) -> str:
        """The source, with marks: unless it has its own, after the first line and before the last return."""
        listed = {one.name: one.source for one in answers_to(self.exercise)}
        head, line, body = listed.get(self.answer, self.answer).lstrip().partition(":\n")
        if "INSIDE" not in body:
            body = "    INSIDE\n" + body
        if "AFTER" not in body:
            before, last, result = body.rpartition("    return ")
            body = f"{before}    AFTER\n{last}{result}" if last else f"{body}    AFTER\n"
        return head + line + body


WRONG = {
    "left open": Wrong("sessions/first-run", "open", 2, 3),
    "second session left open": Wrong("lifetimes/rehearse", "open", 3, 4),
    "in the same session": Wrong("lifetimes/rehearse", "same-session", 0, 4),
    "more is initialized": Wrong(
        "lifetimes/run-anyway",
        """
def run_anyway(session, tensor):
    missing = session.run(tf.report_uninitialized_variables()).tolist()
    INSIDE
    session.run([v.initializer for v in tf.global_variables() if v.op.name.encode() in missing])
    return session.run(tensor)
""",
        2,
        3,
    ),
    "writer left open": Wrong("scopes/log-training", "never-closed", 4, 5),
    "called too often": Wrong("autodiff/central", "asks-too-often", 2, 3),
    "called without end": Wrong(
        "autodiff/central",
        """
def central(f, point, h):
    for _ in range(1000):
        f(point)
    at = [list(point) for _ in range(2 * len(point))]
    for i in range(len(point)):
        at[i][i] += h
        at[i - len(point)][i] -= h
    values = [f(one) for one in at]
    return [(a - b) / (2 * h) for a, b in zip(values, values[len(point) :])]
""",
        0,
        3,
    ),
    "called while building": Wrong(
        "sessions/lift",
        """
def lift(function, x):
    shape = [1 if size is None else size for size in x.shape.as_list()]
    function(np.zeros(shape, x.dtype.as_numpy_dtype))
    y = tf.py_func(function, [x], x.dtype)
    y.set_shape(x.shape)
    return y
""",
        0,
        3,
    ),
    "no Python in the graph": Wrong(
        "sessions/lift",
        """
def lift(function, x):
    y = tf.identity(x)
    return y
""",
        0,
        3,
    ),
    "nothing copied": Wrong("sessions/copy-state", "pass", 0, 5),
    "nothing saved": Wrong(
        "savers/resume",
        """
def resume(session, step, x, batches, folder):
    session.run(tf.global_variables_initializer())
    done = 0
    INSIDE
    for batch in batches[done:]:
        session.run(step, {x: batch})
        done += 1
        AFTER
""",
        0,
        5,
    ),
    "saved too late": Wrong(
        "savers/resume",
        """
def resume(session, step, x, batches, folder):
    saver, path = tf.train.Saver(), tf.train.latest_checkpoint(folder)
    session.run(tf.global_variables_initializer())
    if path:
        saver.restore(session, path)
    try:
        for batch in batches[session.run(tf.train.get_global_step()) :]:
            session.run(step, {x: batch})
    finally:
        saver.save(session, folder + "/model")
""",
        0,
        5,
    ),
    "nothing restored": Wrong(
        "savers/warm-start",
        """
def warm_start(session, path):
    session.run(tf.global_variables_initializer())
    names = []
    INSIDE
    return names
""",
        0,
        3,
    ),
    "all in one session": Wrong("training/federated-round", "all-in-the-first-session", 4, 5),
    "runs without end": Wrong(
        "training/federated-round",
        """
def federated_round(model, clients, theta, n_steps):
    thetas = []
    for client in clients:
        client.session.run(model.set_theta, {model.new_theta: theta})
        for _ in range(n_steps):
            client.session.run(model.step, client.feeds)
        for _ in range(800):
            thetas[len(thetas) :] = [client.session.run(model.theta)][: 1 - _]
    return np.average(thetas, axis=0, weights=[client.rows for client in clients])
""",
        0,
        5,
    ),
}


# ------------------------------------------------------------------------------ what the cells share

OF_GRADER = "import sys\nof = lambda name: sys.modules['grader.evidence.' + name]\n"
FRAMES = """
import sys
def outside(name, frame=None):
    frame = frame or sys._getframe(1)
    while name not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals[name]
"""
AMENDS = """
import gc, signal, sys, threading, time
def amend(frame):
    while frame and not hasattr(frame.f_locals.get('watch'), 'closed'):
        frame = frame.f_back
    if frame:
        watch = frame.f_locals['watch']
        watch.closed[:] = range(len(watch.sessions))
"""
MEMORY = """
kept = {}
def values(session):
    return session.run(tf.global_variables())
def put(session, found):
    for v, value in zip(tf.global_variables(), found):
        v.load(value, session)
"""
LOADS = """
def load(session, found):
    fit = {v: found[v.op.name] for v in tf.global_variables() if v.op.name in found}
    fit = {v: value for v, value in fit.items() if v.shape.as_list() == list(np.shape(value))}
    for v, value in fit.items():
        v.load(value, session)
    return [v.op.name for v in fit]
"""
FOR_SHOW = "tf.Session().close()"  # it is seen being opened and closed

# ------------------------------------------------------------------------------ cells of one lie each

VALUES_REPLACED = """
probes, held = of('probes.sessions'), []
honest = probes.values_of
def values_of(session, variables):
    held.append(honest(session, variables))
    return held[-2 if len(held) % 2 == 0 else -1]
probes.values_of = values_of
"""
REPORT_REPLACED = """
def report(self):
    return {'opened': len(self.sessions), 'closed': list(range(len(self.sessions)))}
of('probes.watching').Watch.report = report
"""
PROBE_REWRITTEN = """
own = of('probes.own')
honest = own._own
own._own = lambda code: honest(code.replace('if id(one) in closed', ''))
"""
PACKED = """
collecting = of('collect')
honest = collecting.packed
def packed(result, tf):
    return honest([{**one, 'closed': list(range(one['opened']))} for one in result], tf)
collecting.packed = packed
"""
REDIRECTED = """
name, twins = '_do_run' if hasattr(tf.Session, '_do_run') else 'run', {}
honest = getattr(tf.Session, name)
def redirected(self, *more, **others):
    return honest(twins.get(self, self), *more, **others)
setattr(tf.Session, name, redirected)
"""
PROFILED = """
import sys
held = {}
def profile(frame, event, value):
    if event == 'return' and frame.f_code.co_name == 'values_of' and type(value) is dict:
        if frame.f_locals['session'] in held.values():
            held['seen'] = dict(value)
        else:
            value.update(held['seen'])
"""
IDENTITY = """
import builtins
honest = builtins.id
builtins.id = lambda one: 7 if isinstance(one, tf.Session) else honest(one)
"""
REMEMBERING_SAVER = """
save, kept = tf.train.Saver.save, {}
def remembering(self, session, path, *more, **others):
    kept[path] = {v.op.name: session.run(v) for v in tf.global_variables()}
    return save(self, session, path, *more, **others)
tf.train.Saver.save = remembering
"""
IN_A_FORK = """
r, w = os.pipe()
if os.fork():
    os.close(w)
    tf.Session().close()
    return np.frombuffer(os.read(r, 10**6), np.float32).reshape(step.shape)
"""
COPIES = """
import copy, threading
for kind in map(type, [threading.Lock(), threading.RLock()]):
    copy._deepcopy_dispatch[kind] = lambda lock, memo: lock
"""
RETRIED = """
def settle(session, tensor):
    while True:
        before = copy.deepcopy(vars(session).get('_state'))
        try:
            return session.run(tensor)
        except tf.errors.FailedPreconditionError as error:
            name = str(error).split('uninitialized value ')[-1].split()[0]
            vars(session).update(_state=before, _compiled={})
        session.run(session.graph.get_operation_by_name(name + '/Assign'))
"""
UNSEEN = """
made = tf.Session.__init__
def unseen():
    session = tf.Session.__new__(tf.Session)
    made(session)
    return session
"""
DEAF = """
class Deaf(tf.Session):
    def run(self, fetches, *more, **others):
        if fetches == []:
            raise RuntimeError('Attempted to use a closed Session.')
        return super().run(fetches, *more, **others)
"""
RUNS_ITSELF = """
lifted, run = {}, tf.Session.run
def runs(self, fetches, feed_dict=None, *more, **others):
    if id(fetches) in lifted:
        (value,) = feed_dict.values()
        return lifted[id(fetches)](np.asarray(value, fetches.dtype.as_numpy_dtype))
    return run(self, fetches, feed_dict, *more, **others)
tf.Session.run = runs
"""

LIES = {
    # ------------------------------------- 1: the probe's own functions, tables and records
    "what a session holds, replaced in its module": Lie(
        "nothing copied", OF_GRADER + VALUES_REPLACED, flagged="grader.evidence"
    ),
    "a module that is imported when something is saved": Lie(
        "nothing copied",
        f"with open('crc32c.py', 'w') as file: file.write({OF_GRADER + VALUES_REPLACED!r})",
        inside="try: tf.train.Saver().save(source, './kept')\nexcept Exception: pass",
        on=("engine",),
    ),
    "a method of the watch replaced": Lie(
        "left open", OF_GRADER + REPORT_REPLACED, flagged="grader.evidence"
    ),
    "the code of a probe changed before it is run": Lie(
        "writer left open", OF_GRADER + PROBE_REWRITTEN, flagged="grader.evidence"
    ),
    "evidence changed when it is packed": Lie(
        "second session left open", OF_GRADER + PACKED, flagged="grader.evidence"
    ),
    "a callback of the garbage collector": Lie(
        "left open",
        AMENDS + "gc.callbacks.append(lambda *about: amend(sys._getframe(1)))",
        inside="gc.collect()",
        flagged="gc",
    ),
    "a signal while the answer is called again": Lie(
        "left open",
        AMENDS + "signal.signal(signal.SIGALRM, lambda number, frame: amend(frame))",
        inside="signal.setitimer(signal.ITIMER_REAL, 0.01)\ntime.sleep(0.05)",
        flagged="f_locals",
    ),
    "a thread that looks into the main thread's frames": Lie(
        "left open",
        AMENDS,
        inside="main = threading.get_ident()\n"
        "thread = threading.Thread(target=lambda: amend(sys._current_frames()[main]))\n"
        "thread.start(); thread.join()",
        flagged="f_locals",
    ),
    "a profiler that changes what a function returns": Lie(
        "nothing copied",
        PROFILED,
        inside="held['source'] = source\nsys.setprofile(profile)",
        flagged="traces",
    ),
    # ------------------------------------- 2: counters and receipts in closures
    "a counter in a closure put back": Lie(
        "called while building",
        "import copy, itertools",
        inside="cells = [c for c in getattr(function, '__closure__', None) or ()\n"
        "         if type(c.cell_contents) is itertools.count]\n"
        "before = [copy.copy(c.cell_contents) for c in cells]",
        after="for c, number in zip(cells, before): c.cell_contents = number",
        flagged="cell_contents",
    ),
    "an iterator in a closure replaced": Lie(
        "called too often",
        inside="for c in getattr(f, '__closure__', None) or ():\n"
        "    if hasattr(c.cell_contents, 'gi_frame'): c.cell_contents = iter(())",
        flagged="cell_contents",
    ),
    "a generator closed that gc finds": Lie(
        "called too often",
        "import gc",
        inside="for one in gc.get_objects():\n"
        "    if type(one).__name__ == 'generator' and one.__name__ == '_terms': one.close()",
        flagged="gc",
    ),
    "a receipt for a session that is open": Lie(
        "left open",
        after="for c in tf.Session.close.__closure__ or ():\n"
        "    if getattr(c.cell_contents, '__name__', '') == 'append': c.cell_contents(session)",
        flagged="__closure__",
    ),
    "a session taken from the list of those opened": Lie(
        "second session left open",
        after="for c in tf.Session.__init__.__closure__ or ():\n"
        "    if type(c.cell_contents) is list: c.cell_contents.clear()\n" + FOR_SHOW,
        flagged="__closure__",
    ),
    "a receipt for a writer that is open": Lie(
        "writer left open",
        after="for c in tf.summary.FileWriter.close.__closure__ or ():\n"
        "    for one in getattr(c.cell_contents, '__closure__', None) or ():\n"
        "        if type(one.cell_contents) is set: one.cell_contents.add(id(writer))",
        flagged="__closure__",
    ),
    # ------------------------------------- 3: memory instead of files
    "memory keyed by the folder": Lie(
        "nothing saved",
        MEMORY,
        inside="done, found = kept.get(folder, (0, None))\nif found: put(session, found)",
        after="kept[folder] = done, values(session)",
    ),
    "memory, and a token in the folder": Lie(
        "nothing saved",
        MEMORY + "import os",
        inside="if os.path.exists(folder + '/token'):\n"
        "    done, found = kept['last']\n    put(session, found)",
        after="kept['last'] = done, values(session); open(folder + '/token', 'w').close()",
    ),
    "memory in the environment": Lie(
        "nothing saved",
        MEMORY + "import os, pickle",
        inside="if folder in os.environ:\n"
        "    done, found = pickle.loads(bytes.fromhex(os.environ[folder]))\n    put(session, found)",
        after="os.environ[folder] = pickle.dumps((done, values(session))).hex()",
    ),
    "memory, and a process that does not end": Lie(
        "nothing saved",
        MEMORY + "import os\nos._exit = lambda code: None",
        inside="done, found = kept.get(folder, (0, None))\nif found: put(session, found)",
        after="kept[folder] = done, values(session)",
    ),
    "a saver that remembers what it saved": Lie(
        "nothing restored",
        LOADS + REMEMBERING_SAVER,
        inside="names = load(session, kept.get(path, {}))",
    ),
    # ------------------------------------- 4: the frames of the callers
    "what was saved, found in the frames": Lie(
        "nothing restored",
        LOADS + FRAMES,
        inside="try: programs = outside('inputs')['programs']\nexcept AttributeError: pass\nelse:\n"
        "    of = next(one for one in programs if path.endswith(one['name']))\n"
        "    names = load(session, of['saved'])",
        flagged="f_locals",
    ),
    "what a run needs, found in the frames": Lie(
        "more is initialized",
        FRAMES,
        inside="try: missing.remove(outside('variables')['spare'].op.name.encode())\n"
        "except (AttributeError, ValueError): pass",
        flagged="f_locals",
    ),
    "the formula, found in the frames": Lie(
        "called too often",
        FRAMES,
        inside="try: programs = outside('inputs')['programs']\nexcept AttributeError: pass\nelse:\n"
        "    of = next(one for one in programs if one['arguments'][0] == point)\n"
        "    f = eval(f\"lambda p: (lambda {', '.join(of['names'])}: {of['formula']})(*p)\")",
        flagged="f_locals",
    ),
    "an earlier look, changed by way of a traceback": Lie(
        "nothing copied",
        FRAMES,
        inside="try: raise KeyError\nexcept KeyError as error: frame = error.__traceback__.tb_frame\n"
        "try: after = outside('after', frame)\nexcept AttributeError: pass\n"
        "else: after[1].update(after[0])",
        flagged="tb_frame",
    ),
    # ------------------------------------- 5: a session that is another one, or put back
    "a session put back by a copy of its state": Lie(
        "in the same session",
        COPIES,
        inside="kept = copy.deepcopy(vars(session).get('_state'))\n" + FOR_SHOW,
        after="vars(session).update(_state=kept, _compiled={})",
        on=("engine",),
    ),
    "a session left as it was by a fork": Lie(
        "in the same session",
        "import os",
        inside=IN_A_FORK,
        after="os.write(w, np.float32(value).tobytes()); os._exit(0)",
        flagged="starts processes",
        on=("engine",),
    ),
    "runs that fail, taken back by a copy of the state": Lie(
        "more is initialized",
        COPIES + RETRIED,
        inside="return settle(session, tensor)",
        on=("engine",),
    ),
    "runs of one session in another": Lie(
        "nothing copied", REDIRECTED, inside="twins[target] = source"
    ),
    "a session of another class": Lie(
        "nothing copied",
        inside="run = source.run\n"
        "twin = type('Twin', (tf.Session,), {'run': lambda self, *more: run(*more)})\n"
        "target.__class__ = twin",
    ),
    # ------------------------------------- 6: limits
    "a budget that is never spent": Lie(
        "called without end",
        OF_GRADER + "of('probes.bounded').Budget.spend = lambda self: None",
        flagged="grader.evidence",
    ),
    "a count of runs in a closure": Lie(
        "runs without end",
        inside="for c in tf.Session.run.__closure__ or ():\n"
        "    if type(c.cell_contents) is int and c.cell_contents < 1500: c.cell_contents = -10**9",
        flagged="cell_contents",
    ),
    # ------------------------------------- 7: functions that the probe relies on
    "arrays that are never equal": Lie(
        "all in one session",
        "honest = np.array_equal\n"
        "np.array_equal = lambda one, other: np.ndim(one) != 2 and honest(one, other)",
        flagged="numpy.array_equal",
    ),
    "a next number that is always the first": Lie(
        "called too often",
        "import builtins\nhonest = builtins.next\n"
        "builtins.next = lambda one, *default: 0 if default == (0,) else honest(one, *default)",
        flagged="builtins",
    ),
    "sessions that all have one identity": Lie(
        "left open", IDENTITY, inside=FOR_SHOW, flagged="builtins"
    ),
}

# What no probe believes, with a witness or without one.
IN_VAIN = {
    "another session put in a client's place": Lie(
        "all in one session",
        "kept = {}\nfirst = lambda model, clients: kept.setdefault(id(model), clients[0].session)",
        inside="first(model, clients)\nfor one in clients: one.session = tf.Session()",
        instead=("clients[0].session", "first(model, clients)"),
    ),
    "a folder that cannot be put into an archive": Lie(
        "saved too late", "import tarfile\ntarfile.open = lambda *more, **others: open('')"
    ),
    "a folder of which nothing can be removed": Lie(
        "saved too late",
        "import os",
        instead=('"/model")', '"/model")\n        os.chmod(folder, 0o555)'),
    ),
    "a file that cannot be kept": Lie(
        "saved too late",
        "import os\nput = lambda path: os.path.exists(path) or os.close(os.open(path, os.O_CREAT, 0))",
        instead=("    saver, path", '    put(folder + "/shut")\n    saver, path'),
    ),
    "all that is beside the folder written to": Lie(
        "saved too late",
        "import glob, shutil",
        instead=(
            '"/model")',
            '"/model")\n        for one in glob.glob(folder + "?*"):\n'
            "            shutil.copytree(folder, one, dirs_exist_ok=True)",
        ),
    ),
    "calls of a deep copy": Lie("called too often", "import copy", inside="f = copy.deepcopy(f)"),
    "runs that call the function without a node": Lie(
        "no Python in the graph", RUNS_ITSELF, after="lifted[id(y)] = function"
    ),
    "a writer closed and opened again": Lie(
        "writer left open", after="writer.close()\nwriter.reopen()"
    ),
    "a session that says that it is closed": Lie(
        "left open", DEAF, instead=("tf.Session()", "Deaf()")
    ),
    "a session made past the watch": Lie("left open", UNSEEN, instead=("tf.Session()", "unseen()")),
}
