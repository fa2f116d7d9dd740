"""The set-up's steps, in their order. Each says what is missing, and does it."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import stat
import tempfile
from functools import partial
from pathlib import Path

from files import (
    Refusal,
    Step,
    Written,
    digest,
    install,
    new_environment,
    run,
    shared_python,
    stamped,
)
from people import account, make_users, users_missing

from grader.hub.settings import Hub

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# In nbgrader's exchange, as its own commands make them: what students can read, write, or only reach.
EXCHANGE = {"": 0o755, "outbound": 0o755, "inbound": 0o2733, "feedback": 0o711}
# What of TensorFlow the engine does without: three quarters of an environment's size.
TENSORFLOW = ("tensorflow", "keras", "libclang", "h5py")
# Students need neither the formgrader nor the tool that makes assignments.
DISABLED = ("formgrader", "create-assignment", "course-list")
NO_TOOLS = {"nbgrader.server_extensions.formgrader", "nbgrader.server_extensions.course_list"}


def steps(
    hub: Hub, settings: Path, create_users: bool = False, replace: bool = False
) -> list[Step]:
    """What must be done, in order."""
    written = Written(hub.config / "written.json", replace)
    configuration = partial(configured, hub, settings)
    return [
        Step("users", partial(users_missing, hub, create_users), partial(make_users, hub)),
        Step("folders", partial(folders_missing, hub), partial(make_folders, hub)),
        Step("course", partial(course_missing, hub), partial(copy_course, hub)),
        Step("course's packages", partial(packages_missing, hub), partial(set_up_course, hub)),
        Step("hub's packages", partial(hub_missing, hub), partial(set_up_hub, hub)),
        Step("students' packages", partial(students_missing, hub), partial(set_up_students, hub)),
        Step(
            "configuration",
            partial(files_missing, written, configuration),
            partial(write_files, written, configuration),
        ),
        Step(
            "data and pages",
            partial(files_missing, written, partial(for_students, hub)),
            partial(write_files, written, partial(for_students, hub)),
        ),
        Step("class", partial(class_missing, hub), partial(make_class, hub)),
        Step("exchange", partial(exchange_missing, hub), partial(make_exchange, hub)),
    ]


# ----------------------------------------------------------------------------------- folders

CLOSED = ("config", "state")  # root's alone
OPEN = ("bin", "data", "pages")  # for all to read


def folders_missing(hub: Hub) -> list[str]:
    """The folders that are not there. Raises Refusal if the base belongs to someone else."""
    if hub.base.is_symlink() or (hub.base.exists() and not hub.base.is_dir()):
        raise Refusal(f"{hub.base} is no folder", "a folder, or nothing", "choose another base")
    if hub.base.is_dir() and any(hub.base.iterdir()) and not hub.config.is_dir():
        raise Refusal(
            f"{hub.base} holds something else",
            "nothing, or an earlier set-up",
            "choose another base",
        )
    modes = {hub.base: 0o755} | {hub.base / name: 0o700 for name in CLOSED}
    modes |= {hub.base / name: 0o755 for name in OPEN}
    return [
        f"make the folder {place}, mode {mode:o}"
        for place, mode in modes.items()
        if not place.is_dir() or stat.S_IMODE(place.stat().st_mode) != mode
    ]


def make_folders(hub: Hub) -> None:
    """Makes the base and the folders directly in it."""
    hub.base.mkdir(parents=True, exist_ok=True)
    hub.base.chmod(0o755)
    for names, mode in ((CLOSED, 0o700), (OPEN, 0o755)):
        for name in names:
            (hub.base / name).mkdir(exist_ok=True)
            (hub.base / name).chmod(mode)


# ------------------------------------------------------------------------------------ course


def course_missing(hub: Hub) -> list[str]:
    """The course for the instructor. An earlier one is theirs, with their changes."""
    if hub.checkout.is_dir():
        return []
    return [f"copy this checkout to {hub.checkout}, for {hub.instructor} alone"]


def copy_course(hub: Hub) -> None:
    """The checkout's files as they are now, and its history, in a folder that others cannot enter."""
    unfinished = Path(tempfile.mkdtemp(prefix=".course-", dir=hub.base))  # mode 700
    try:
        copy_files(unfinished)
        known = pwd.getpwnam(hub.instructor)
        for parent, folders, names in os.walk(unfinished):
            for path in [parent, *(os.path.join(parent, name) for name in [*folders, *names])]:
                os.chown(path, known.pw_uid, known.pw_gid, follow_symlinks=False)
        unfinished.rename(hub.checkout)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise


def copy_files(target: Path) -> None:
    """The files of this checkout that git knows or would take, and its repository."""
    repository = ROOT / ".git"
    if not repository.exists():
        leave = shutil.ignore_patterns(".venv*", "__pycache__", ".*_cache", "demo", "work", "dist")
        shutil.copytree(ROOT, target, symlinks=True, dirs_exist_ok=True, ignore=leave)
        return
    # The checkout may belong to who called sudo, which git asks about.
    trusted = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT)]
    listed = run([*trusted, "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name, follow_symlinks=False)
    if repository.is_dir():
        shutil.copytree(repository, target / ".git", symlinks=True)


def as_instructor(hub: Hub, *command: str | Path, told: bytes = b"") -> str:
    """Runs a command as the instructor, in the course: root runs nothing that a user may change."""
    return run(command, user=hub.instructor, cwd=hub.checkout, told=told)


def packages_missing(hub: Hub) -> list[str]:
    """The course's environment: that of `make setup`, and what a server on the hub needs."""
    if stamped(hub.checkout / ".venv", course_stamp(hub)):
        return []
    return [
        f"install the course's packages into {hub.checkout}/.venv (2.9 GB), as {hub.instructor}"
    ]


def course_stamp(hub: Hub) -> str:
    locks = [hub.checkout / "setup" / name for name in ("requirements.lock", "hub.lock")]
    return (
        digest(*locks, str(shared_python()))
        if all(lock.is_file() for lock in locks)
        else "no course yet"
    )


def set_up_course(hub: Hub) -> None:
    """As the instructor: what `make setup` does, then JupyterHub."""
    python = hub.checkout / ".venv" / "bin" / "python"
    run(["sh", "setup/run"], user=hub.instructor, cwd=hub.checkout, PYTHON=str(shared_python()))
    lock = hub.checkout / "setup" / "hub.lock"
    install(python, "--require-hashes", "--only-binary", ":all:", "-r", lock, user=hub.instructor)
    stamp = course_stamp(hub).encode()
    as_instructor(hub, "sh", "-c", "cat > .venv/made-from", told=stamp)


# --------------------------------------------------------------------------------------- hub


def hub_stamp() -> str:
    return digest(
        ROOT / "setup" / "hub.lock", HERE / "proxy" / "package-lock.json", str(shared_python())
    )


def hub_missing(hub: Hub) -> list[str]:
    """JupyterHub and its proxy, in an environment of their own."""
    if not shutil.which("npm"):
        raise Refusal(
            "npm is not installed", "Node 20 or later, for the hub's proxy", "install nodejs, npm"
        )
    if stamped(hub.hub_environment, hub_stamp()):
        return []
    return [f"install JupyterHub and its proxy into {hub.hub_environment} (0.2 GB)"]


def set_up_hub(hub: Hub) -> None:
    """The locked packages of both kinds; scripts of npm packages are not run."""
    python = new_environment(hub.hub_environment)
    lock = ROOT / "setup" / "hub.lock"
    install(python, "--require-hashes", "--only-binary", ":all:", "-r", lock)
    proxy = hub.hub_environment / "proxy"
    proxy.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(HERE / "proxy" / name, proxy / name)
    quiet = ("--no-audit", "--no-fund", "--loglevel=error")
    run(["npm", "ci", "--ignore-scripts", *quiet], cwd=proxy)
    (hub.hub_environment / "made-from").write_text(hub_stamp(), encoding="utf-8")


# ---------------------------------------------------------------------------------- students


def students_stamp(hub: Hub) -> str:
    return digest(ROOT / "setup" / "students.lock", hub.backend, str(shared_python()))


def package_stamp(hub: Hub) -> str:
    """What the students' package is made of, and more: it costs seconds to make it again."""
    made_of = ("grader", "data", "pyproject.toml", "setup/backend.py")
    return digest(*(hub.checkout / name for name in made_of))


def students_missing(hub: Hub) -> list[str]:
    """The environment of students' servers and kernels."""
    if not stamped(hub.environment, students_stamp(hub)):
        what = "with TensorFlow, 2.4 GB" if hub.backend == "tensorflow" else "on the engine, 0.8 GB"
        return [f"install what students need into {hub.environment} ({what})"]
    if not stamped(hub.environment / "package", package_stamp(hub)):
        return [f"install the course's package for students into {hub.environment}"]
    return []


def set_up_students(hub: Hub) -> None:
    """The locked packages, then ours, which holds neither answers nor the judge."""
    python = hub.environment / "bin" / "python"
    if not stamped(hub.environment, students_stamp(hub)):
        python = new_environment(hub.environment)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".lock") as lock:
            lock.write(locked_for(hub.backend, (ROOT / "setup" / "students.lock").read_text()))
            lock.flush()
            options = ("--require-hashes", "--only-binary", ":all:", "--no-deps")
            install(python, *options, "-r", lock.name)
        (hub.environment / "made-from").write_text(students_stamp(hub), encoding="utf-8")
    stamp = package_stamp(hub)
    with tempfile.TemporaryDirectory(prefix="package-") as folder:
        shutil.chown(folder, hub.instructor)
        made_by = hub.checkout / ".venv" / "bin" / "python"
        as_instructor(hub, made_by, "setup/backend.py", "--students", folder)
        (wheel,) = Path(folder).glob("*.whl")
        install(python, "--no-deps", "--no-index", "--force-reinstall", wheel)
    (hub.environment / "package").mkdir(exist_ok=True)
    (hub.environment / "package" / "made-from").write_text(stamp, encoding="utf-8")


def locked_for(backend: str, lock: str) -> str:
    """A lock file's text, without TensorFlow where the notebooks run on the engine."""
    if backend == "tensorflow":
        return lock
    entries = re.split(r"(?m)^(?=[a-z0-9])", lock)
    return "".join(one for one in entries if one.partition("==")[0] not in TENSORFLOW)


# ------------------------------------------------------------------------------------- files

Files = dict[Path, tuple[bytes, int]]  # content and mode


def filled(hub: Hub, path: Path) -> bytes:
    """One of our files with the class's places in it."""
    text = path.read_text(encoding="utf-8")
    places = {"COURSE": hub.course, "BASE": hub.base, "CLASS": hub.class_folder}
    for name, place in places.items():
        text = text.replace(f"@{name}@", str(place))
    return text.encode()


def configured(hub: Hub, settings: Path) -> Files:
    """The hub's configuration (root's alone), the scripts that start servers, the students' nbgrader."""
    etc = hub.environment / "etc" / "jupyter"
    page = {f"@jupyter/nbgrader:{name}": True for name in DISABLED}
    tools = {"ServerApp": {"jpserver_extensions": dict.fromkeys(sorted(NO_TOOLS), False)}}
    files: Files = {
        hub.config / "jupyterhub_config.py": ((HERE / "jupyterhub_config.py").read_bytes(), 0o600),
        hub.config / "hub_settings.py": ((ROOT / "grader/hub/settings.py").read_bytes(), 0o600),
        hub.config / "class_list.py": ((ROOT / "grader/class_list.py").read_bytes(), 0o600),
        etc / "nbgrader_config.py": (filled(hub, HERE / "students_config.py"), 0o644),
        etc / "labconfig" / "page_config.json": (as_json({"disabledExtensions": page}), 0o644),
        # Read after nbgrader's own file, which switches them on.
        etc / "jupyter_server_config.d" / "nbgrader_students.json": (as_json(tools), 0o644),
    }
    # JupyterLab asks nobody for news, as `grader lab` does not.
    settings_file = ROOT / "grader" / "cli" / "lab_settings" / "overrides.json"
    files[hub.programs / "lab" / "overrides.json"] = (settings_file.read_bytes(), 0o644)
    for name in ("student-server", "instructor-server"):
        files[hub.programs / name] = (filled(hub, HERE / "bin" / name), 0o755)
    if settings.resolve().parent != hub.config:
        files[hub.config / "hub.toml"] = (settings.read_bytes(), 0o600)
    if hub.students_file.resolve().parent != hub.config:
        content = hub.students_file.read_bytes()
        files[hub.config / hub.students_file.name] = (content, 0o600)
    return files


def as_json(table: dict[str, object]) -> bytes:
    import json

    return (json.dumps(table, indent=2) + "\n").encode()


def for_students(hub: Hub) -> Files:
    """The data sets, and the pages beside the chapters."""
    source = hub.checkout if hub.checkout.is_dir() else ROOT  # a dry run has no copy yet
    files = {hub.data / path.name: path for path in (source / "data").iterdir() if path.is_file()}
    files |= {hub.pages / path.name: path for path in (source / "notebooks").glob("*.ipynb")}
    return {place: (path.read_bytes(), 0o644) for place, path in files.items()}


def files_missing(written: Written, wanted: partial[Files]) -> list[str]:
    """The files that must be written. Raises Refusal where one was changed by hand."""
    return [
        f"write {path}"
        for path, (content, mode) in wanted().items()
        if written.differs(path, content, mode)
    ]


def write_files(written: Written, wanted: partial[Files]) -> None:
    """Writes them."""
    for path, (content, mode) in wanted().items():
        if written.differs(path, content, mode):
            written.put(path, content, mode)


# ------------------------------------------------------------------------- class and exchange


def class_missing(hub: Hub) -> list[str]:
    """The class's folder, its configuration, and its students in the gradebook."""
    told = []
    config = hub.class_folder / "nbgrader_config.py"
    if not config.exists():
        told.append(f"make {config}, for {hub.instructor} alone")
    elif hub.class_folder.stat().st_mode & 0o077:
        told.append(f"close {hub.class_folder} to others (chmod 700)")
    if not (hub.class_folder / ".chapters").is_file():
        told.append("enter the chapters into the gradebook, for the formgrader's buttons")
    listed = hub.class_folder / ".students.csv"
    if not listed.is_file() or listed.read_bytes() != hub.students_file.read_bytes():
        told.append(f"enter {len(hub.students)} students into the gradebook")
    return told


def make_class(hub: Hub) -> None:
    """As the instructor: an existing configuration is kept."""
    config = filled(hub, HERE / "class_config.py")
    make = 'umask 077; mkdir -p "$1" && chmod 700 "$1" && cd "$1" || exit 1\n'
    keep = "[ -e nbgrader_config.py ] || cat > nbgrader_config.py"
    as_instructor(hub, "sh", "-c", make + keep, "sh", hub.class_folder, told=config)
    nbgrader = hub.checkout / ".venv" / "bin" / "nbgrader"
    enter = make + 'cat > .students.new && PATH="$2:$PATH" "$3" db student import .students.new && '
    told = hub.students_file.read_bytes()
    command = ("sh", "-c", enter + "mv .students.new .students.csv", "sh", hub.class_folder)
    as_instructor(hub, *command, nbgrader.parent, nbgrader, told=told)
    python = nbgrader.with_name("python")
    run([python, "-c", ENTER_CHAPTERS], user=hub.instructor, cwd=hub.class_folder)


# `grader autograde` enters a chapter by itself; nbgrader's own, behind the formgrader's button, does not.
ENTER_CHAPTERS = """
from pathlib import Path
from grader.classroom.nbgrader.chapters import register
from grader.classroom.nbgrader.course import open_course, quiet_nbgrader
from grader.exercises import CHAPTERS

course = open_course(Path())
with quiet_nbgrader(course.root):
    for chapter in CHAPTERS:
        register(course, chapter, course.plans(chapter))
Path(".chapters").write_text("are in the gradebook\\n")
"""


def exchange_missing(hub: Hub) -> list[str]:
    """nbgrader's exchange: everyone may write into it, and nobody may move another's folder."""
    told = []
    known = account(hub.instructor)
    if not hub.exchange.is_dir() or stat.S_IMODE(hub.exchange.stat().st_mode) != 0o1777:
        told.append(f"make {hub.exchange}, mode 1777: nobody can move another's folder")
    for name, mode in EXCHANGE.items():
        place = hub.exchange / hub.course / name
        if place.is_symlink() or (place.exists() and known and place.stat().st_uid != known.pw_uid):
            raise Refusal(
                f"{place} is not {hub.instructor}'s",
                f"a folder of {hub.instructor}, or nothing",
                "see whose it is, and move it away",
            )
        if not place.is_dir() or stat.S_IMODE(place.stat().st_mode) != mode:
            told.append(f"make {place}, mode {mode:o}, for {hub.instructor}")
    return told


def make_exchange(hub: Hub) -> None:
    """The class's folders first: whoever is there before the instructor would own the class."""
    known = pwd.getpwnam(hub.instructor)
    hub.exchange.mkdir(mode=0o755, exist_ok=True)
    for name, mode in EXCHANGE.items():
        place = hub.exchange / hub.course / name
        if not place.is_dir():
            place.mkdir()
            os.chown(place, known.pw_uid, known.pw_gid, follow_symlinks=False)
        place.chmod(mode)
    hub.exchange.chmod(0o1777)
