"""What a student's process can see, reach and leave behind: nothing of anybody else's."""

from __future__ import annotations

import contextlib
import os
import socket
import sqlite3
import threading
from ast import literal_eval
from pathlib import Path

import nbformat
import pytest
import stock
from nbformat.v4 import new_code_cell
from reaches import ONLY_HERE, REACHES

import grader
from grader.languages import VARIABLE
from grader.places import ROOT
from grader.sandbox.bubblewrap import environment
from grader.sandbox.mounts import rooms_shown

pytestmark = pytest.mark.sandbox


def run_cell(toy_grader, output_of, source: str) -> str:
    """What a student's cell prints."""
    return output_of(toy_grader.grade_cells(first=source), source.splitlines()[0])


@pytest.mark.takes_long("the first in its file starts the template")
def test_the_course_secrets_cannot_be_read(toy_grader, output_of, tmp_path, monkeypatch):
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
    printed = run_cell(toy_grader, output_of, source)
    allowed = {f"READ {path}" for path in ("/proc/1/environ",)}
    read = [line for line in printed.splitlines() if line.rsplit(" ", 1)[0] not in allowed]
    assert read == []


def test_the_solution_is_found_nowhere_in_the_sandbox(toy_grader, output_of):
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
    assert "found []" in run_cell(toy_grader, output_of, source)


def test_the_environment_is_not_inherited(toy_grader, output_of, monkeypatch):
    monkeypatch.setenv("CANARY_TOKEN", "canary-7311")
    source = (
        "# env\nimport os, glob\nprint(dict(os.environ))\n"
        "for path in glob.glob('/proc/*/environ') + glob.glob('/proc/*/cmdline'):\n"
        "    try: print(open(path).read())\n"
        "    except OSError: pass"
    )
    assert "canary-7311" not in run_cell(toy_grader, output_of, source)


def test_of_the_environment_only_the_time_zone_and_the_language_are_told(monkeypatch):
    before = environment()
    for name in before:
        monkeypatch.setenv(name, "zh_TW.canary")
    changed = {name: value for name, value in environment().items() if value != before[name]}
    assert changed == {"TZ": "zh_TW.canary", VARIABLE: "zh_CN"}


def test_a_kernel_shares_nothing_with_the_grader_but_its_connections(toy_grader, output_of):
    """Sockets of its own are in its network namespace, and it has both ends of its pipes."""
    source = (
        "# shared\nimport os\nopened, own = [], open('/proc/net/unix').read().split()\n"
        "for name in os.listdir('/proc/self/fd'):\n"
        "    try: opened.append(os.readlink(f'/proc/self/fd/{name}'))\n"
        "    except OSError: pass\n"
        "own += ['/dev/null', 'eventpoll', *(one for one in opened if opened.count(one) > 1)]\n"
        "print([os.path.basename(one.partition(':')[0]) for one in opened\n"
        "       if one not in own and one.partition('[')[2].rstrip(']') not in own])"
    )
    shared = literal_eval(run_cell(toy_grader, output_of, source))
    if toy_grader.settings.kernels == "forked":
        assert shared == ["socket"] * 2
    else:
        assert set(shared) == {"socket", "log"}


def test_mountinfo_tells_the_paths_of_what_is_mounted_and_of_nothing_else(toy_grader, output_of):
    source = (
        "# mounts\nfor line in open('/proc/self/mountinfo'):\n"
        "    path, place = line.split()[3:5]\n"
        "    if place.startswith('/course/grader/'): print(path)"
    )
    told, shown = run_cell(toy_grader, output_of, source).split(), rooms_shown()
    # Such a path begins at the root of a file system, wherever that is mounted.
    ends = [sorted(Path(path).parts[-2:] for path in paths) for paths in (told, shown)]
    assert ends[0] == ends[1]


def test_there_is_no_network_not_even_the_loopback_of_this_machine(toy_grader, output_of):
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
        printed = run_cell(toy_grader, output_of, source)
    assert (
        "CONNECTED" not in printed
        and printed.count("refused [Errno") + printed.count("[Errno 101]") >= 2
    )
    assert not reached.is_set()


def test_nothing_outside_can_be_written(toy_grader, output_of, tmp_path):
    places = [str(tmp_path), "/usr", "/course", "/course/grader", "/etc", "/", "/dev", "/launch"]
    source = (
        f"# write\nimport os\nfor place in {places!r}:\n"
        "    try: open(os.path.join(place, 'planted'), 'w'); print('WROTE', place)\n"
        "    except OSError: pass"
    )
    assert "WROTE" not in run_cell(toy_grader, output_of, source)
    assert not any(tmp_path.iterdir())


def test_no_process_of_a_submission_lives_on(toy_grader, output_of):
    nap = f"time.sleep({4711 + os.getpid()})"  # no other test's, on this machine
    source = (
        "# daemon\nimport subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; {nap}'],"
        " start_new_session=True)\nprint('started')"
    )
    assert "started" in run_cell(toy_grader, output_of, source)
    alive = [path for path in Path("/proc").glob("[0-9]*/cmdline") if nap.encode() in _read(path)]
    assert alive == []


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_students_own_no_privilege(toy_grader, output_of):
    source = (
        "# rights\nimport os, subprocess\nprint('uid', os.getuid())\n"
        "lines = open('/proc/self/status').read().splitlines()\n"
        "print([line.split()[1] for line in lines if line.startswith(('CapEff', 'NoNewPrivs'))])\n"
        "print('unshare', subprocess.run(['unshare', '-Urm', 'true'], capture_output=True).returncode)"
    )
    printed = run_cell(toy_grader, output_of, source)
    assert "['0000000000000000', '1']" in printed
    assert f"uid {os.getuid()}" not in printed or os.getuid() != 0
    assert "unshare 0" not in printed


MARK = "left-7311"


def test_nothing_is_left_for_the_next_submission(toy_grader, output_of):
    places = (
        "('/tmp', '/var/tmp', '/dev/shm', '/dev/mqueue', '/run', '.', '..', '/launch', '/course')"
    )
    leaving = (
        "# leave\nimport os, sys, builtins, glob\n"
        f"for place in (*{places}, os.path.expanduser('~')):\n"
        f"    try: open(os.path.join(place, '{MARK}'), 'w').write('x'); print('wrote', place)\n"
        "    except OSError: pass\n"
        f"builtins.mark = os.environ['MARK'] = '{MARK}'\n"
        "import numpy, json; numpy.mark = json.mark = sys.mark = 'x'\n"
        "import grader.notebook as n; n.mark = n.tf.mark = 'x'"
    )
    looking = (
        "# look\nimport os, sys, builtins, glob, numpy, json, grader.notebook as n\n"
        f"found = [p for place in (*{places}, os.path.expanduser('~')) "
        f"for p in glob.glob(os.path.join(place, '*{MARK}*'))]\n"
        "found += [m for m in (builtins, numpy, json, sys, n, n.tf) if hasattr(m, 'mark')]\n"
        "found += [v for v in os.environ.values() if v == 'left-7311']\nprint('found', found)"
    )
    assert "wrote /tmp" in run_cell(toy_grader, output_of, leaving)
    assert "found []" in run_cell(toy_grader, output_of, looking)


@pytest.fixture
def world(tmp_path, monkeypatch):
    """A gradebook, a submission, sockets, shared memory: all that `reaches` is after."""
    monkeypatch.setenv("CANARY_TOKEN", "canary-7311")
    work = stock.course(tmp_path)
    (tmp_path / "stop").touch()
    with contextlib.closing(sqlite3.connect(tmp_path / "gradebook.db")) as book:
        book.execute("CREATE TABLE grade (points REAL)")
        book.execute("INSERT INTO grade VALUES (0)")
        book.commit()
    bob = tmp_path / "submitted" / "bob"
    bob.mkdir(parents=True)
    (bob / "hw.py").write_text("def double(x): return 2 * x")
    name = f"canary-{os.getpid()}"
    shared = Path("/dev/shm") / name
    shared.write_text("canary-7311")
    abstract = f"\0grader-{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as hidden,
        socket.socket(socket.AF_UNIX) as named,
    ):
        hidden.bind(abstract)
        named.bind(str(tmp_path / "s"))
        for one in (hidden, named):
            one.listen()
        about = {
            "folder": str(tmp_path),
            "port": server.getsockname()[1],
            "abstract": abstract,
            "pid": os.getpid(),
            "name": name,
            "host": socket.gethostname(),
        }
        yield work, tmp_path, about
    shared.unlink()


def fill(cell: str, about: dict[str, object]) -> str:
    """The cell with the world's own names in it."""
    for name, value in about.items():
        cell = cell.replace(f"{{{name}!r}}", repr(value)).replace(f"{{{name}}}", str(value))
    return cell


def points_in(folder: Path) -> float:
    """What the canary gradebook holds."""
    with contextlib.closing(sqlite3.connect(folder / "gradebook.db")) as book:
        return float(book.execute("SELECT points FROM grade").fetchone()[0])


def test_nothing_of_others_is_reached(toy_grader, world):
    _, folder, about = world
    tries = {**REACHES, **ONLY_HERE}
    notebook = toy_grader.notebook()
    for name, cell in tries.items():
        notebook.cells.append(new_code_cell(f"# {name}\n{fill(cell, about)}"))
    result = toy_grader.grade(notebook)
    assert result.points == 4
    done = nbformat.reads(result.executed, as_version=4).cells[-len(tries) :]
    assert [cell.source.splitlines()[0] for cell in done if "GOT" in str(cell.outputs)] == []
    # A cell that failed before it tried shows nothing.
    failed = [cell for cell in done if any(one.output_type == "error" for one in cell.outputs)]
    assert failed == []
    assert points_in(folder) == 0
    assert sum("the network" in flag for flag in result.flags) >= 1


def test_with_nbgrader_alone_all_of_it_is_reached(world):
    work, folder, about = world
    shown = stock.printed(work, [fill(cell, about) for cell in REACHES.values()])
    assert [name for name, text in zip(REACHES, shown, strict=True) if "GOT" not in text] == []
    assert points_in(folder) == 100
