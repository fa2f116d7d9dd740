"""What a grade depends on is one list, found by imports: all of it, and nothing else."""

from __future__ import annotations

import ast
import functools
import json
import subprocess
import sys

import pytest

from grader import imports
from grader.classroom.workers import code_version
from grader.sandbox import mounts
from tests import rooms

CHAPTER = "01-graphs"
EXERCISES = imports.PACKAGE / "exercises"
# Judges a chapter's references, and says which modules of ours that took.
JUDGE = """
import json, sys
from grader.classroom.judge import judge_server
from grader import exercises, judging
for exercise in exercises.chapter_exercises("01-graphs").values():
    challenge = judging.draw(exercise, b"seed")
    assert judging.judge(exercise, challenge, judging.evidence_of(challenge, exercise.reference)).full
print(json.dumps([name for name in sys.modules if name.split(".")[0] == "grader"]))
"""
# Imports what a kernel runs, and sees only what is mounted.
KERNEL = """
import json, sys
from grader.inside import template
from grader.evidence import protocol
from grader import notebook
print(json.dumps([name for name in sys.modules if name.split(".")[0] == "grader"]))
"""


def modules_of(code, folder):
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(folder), "GRADER_BACKEND": "engine"},
        capture_output=True,
        check=True,
        text=True,
    )
    return set(json.loads(done.stdout))


@pytest.mark.slow
def test_every_import_is_found():
    for name in rooms.files():
        if name != "notebook":
            dotted = ".".join(["grader", *filter(None, name.split("/"))])
            inside = {used for used in rooms.packages_used(name) if used.split(".")[0] == "grader"}
            used = {module for module in inside if imports.file_of(module)}
            assert used <= imports.imported(dotted), name


def test_what_decides_a_grade_has_all_that_a_judge_and_a_kernel_run(tmp_path):
    listed = set(code_version.code_files(CHAPTER))
    (tmp_path / "grader").mkdir()
    for place in mounts.rooms_shown():
        shown = tmp_path / place.relative_to(imports.PACKAGE.parent)
        shown.parent.mkdir(parents=True, exist_ok=True)
        shown.symlink_to(place)
    ran = modules_of(JUDGE, imports.PACKAGE.parent) | modules_of(KERNEL, tmp_path)
    packages = set(EXERCISES.glob("*/**/__init__.py"))
    assert {imports.file_of(name) for name in ran} - packages <= listed


def test_a_package_of_exercises_only_lists_them():
    for path in EXERCISES.glob("*/**/__init__.py"):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            lists = isinstance(statement, ast.Assign) and statement.targets[0].id in (
                "EXERCISES",
                "__all__",
            )
            says = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            assert lists or says or isinstance(statement, ast.ImportFrom), path


@pytest.mark.slow
def test_a_source_without_comments_is_the_same_program():
    for path in code_version.code_files(CHAPTER):
        if path.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            less = code_version.without_comments(text)
            assert ast.dump(ast.parse(less)) == ast.dump(ast.parse(text)), path


@pytest.mark.parametrize(
    ("source", "less"),
    [
        ("# one\nx = 1  # two\n\n\n# three\ny = 2\n", "\nx = 1\ny = 2"),
        ('x = "# no"  # yes', 'x = "# no"'),
        ("x = '''\n# no\n\nno  \n''' # yes", "x = '''\n# no\n\nno  \n'''"),
        ("x = 'it\\'s # no' # yes", "x = 'it\\'s # no'"),
        ("x = f\"{y['#']}#\" # yes", "x = f\"{y['#']}#\""),
    ],
)
def test_what_is_in_quotes_is_no_comment(source, less):
    assert code_version.without_comments(source) == less


def test_the_list_names_what_is_easily_forgotten_and_nothing_that_decides_nothing():
    listed = {
        path.relative_to(imports.PACKAGE).as_posix() for path in code_version.code_files(CHAPTER)
    }
    assert {
        "resource_variables.py",
        "back_end.py",
        "pipes.py",
        "exercises/graphs/polynomial/measured.json",
        "sandbox/limits.py",
    } <= listed
    parts = {one.partition("/")[0] for one in listed}
    assert not parts & {"cli", "studying", "prose", "progress.py", "tensorflow_judge.py"}
    assert not any(one.endswith((".md", ".po", "answers.py")) for one in listed)
    assert not any(one.startswith(("exercises/sessions/", "classroom/report/")) for one in listed)


@pytest.fixture
def versions(tmp_path, monkeypatch):
    """Changes a file in a copy of our code; returns for which exercises that changes the version."""
    original = imports.PACKAGE
    quick = functools.cache(code_version.without_comments)  # most files stay as they are
    monkeypatch.setattr(code_version, "without_comments", quick)

    def changes(name, old, new):
        text = (original / name).read_text(encoding="utf-8")
        assert old in text
        before = code_version.code_versions.__wrapped__(CHAPTER)
        with monkeypatch.context() as context:
            copy = tmp_path / "changed"
            copy.write_text(text.replace(old, new, 1), encoding="utf-8")
            _read_instead(context, original / name, copy)
            after = code_version.code_versions.__wrapped__(CHAPTER)
        return {key for key in before if before[key] != after[key]}

    return changes


def _read_instead(context, path, copy):
    from pathlib import Path

    from grader.exercises import sources

    for reader in ("read_bytes", "read_text"):
        read = getattr(Path, reader)

        def instead(self, *arguments, _read=read, **options):
            return _read(copy if self == path else self, *arguments, **options)

        context.setattr(Path, reader, instead)
    context.setattr(sources, "answers_to", sources.answers_to.__wrapped__)


POLYNOMIAL = "exercises/graphs/polynomial"


@pytest.mark.parametrize(
    ("name", "old", "new", "graded_again"),
    [
        (f"{POLYNOMIAL}/exercise.py", "hints", "hints ", {"graphs/polynomial"}),
        (f"{POLYNOMIAL}/exercise.py", "\n\n", "\n# a comment\n\n", set()),
        (
            f"{POLYNOMIAL}/answers.py",
            "2 * x * x * y - y + 5",
            "2 * x * y * x - y + 5",
            {"graphs/polynomial"},
        ),
        (f"{POLYNOMIAL}/answers.py", "# says: your", "# says: Your", {"graphs/polynomial"}),
        (
            f"{POLYNOMIAL}/answers.py",
            "tf.math.polyval([2 * y, 0.0",
            "tf.math.polyval([y * 2, 0.0",
            set(),
        ),
        (f"{POLYNOMIAL}/measured.json", "{", "{ ", {"graphs/polynomial"}),
        ("exercises/graphs/__init__.py", "chapter 01", "chapter one", set()),
        ("engine/graph/graph.py", "import", "import ", {""}),
        ("judging/verdict.py", "\n\n", "  # the verdict\n\n", set()),
    ],
)
def test_a_submission_is_graded_again_for_what_the_judge_uses(
    versions, name, old, new, graded_again
):
    assert versions(name, old, new) == graded_again


def test_an_exercise_that_uses_another_ones_code_changes_with_it():
    files = code_version.exercise_files("04-training")
    table = EXERCISES / "training/best_theta/exercise.py"
    assert {name for name, paths in files.items() if table in paths} >= {
        "training/best-theta",
        "training/stop-early",
    }
