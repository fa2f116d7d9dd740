"""Chinese through the whole way: a cell, a command, a class; the same points in both languages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from grader import judging, languages
from grader.classroom.judge.judge_client import Judge
from grader.classroom.workers.job import Job, SubmissionFiles
from grader.classroom.workers.worker import Worker
from grader.cli import COMMANDS, main
from grader.exercises import CHAPTERS, chapter_exercises, find

ROOT = Path(__file__).parents[2]
HAN = re.compile("[\u4e00-\u9fff]")
# Names, code and formulas of an exercise may be all that a text has.
ENGLISH_WORDS = re.compile(r"\b(?:the|your|is|are|of|and|that|points)\b")


def run(*arguments: object, **environment: str) -> object:
    return CliRunner(env=environment).invoke(main, [str(one) for one in arguments])


def python(code: str, **environment: str) -> str:
    """What a new Python prints, on the engine."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "GRADER_BACKEND": "engine", "PYTHONUTF8": "1", **environment},
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


CELL = """
from grader.notebook import CheckFailed, check, hint, tf
try:
    check("graphs/polynomial", lambda x, y: 2.0 * x * x * y - y)
except CheckFailed as error:
    print(error)
hint("graphs/polynomial")
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("code", "chinese"), [("zh_CN", True), ("fr", False)])
def test_a_cell_answers_in_the_readers_language(tmp_path, code, chinese):
    told = python(CELL, GRADER_LANG=code, GRADER_PROGRESS=str(tmp_path))
    exercise = find("graphs/polynomial")
    (slip,) = (one for one in exercise.misconceptions if one.name == "forgets-the-constant")
    with languages.using(code):
        assert judging.capitalized(languages._(slip.explanation)) in told
    assert ("得 0 / 2 分：" in told) is chinese
    assert ("0 of 2 points: Your value is too small by 5" in told) is not chinese


def test_a_verdict_is_the_same_in_both_languages_but_for_its_texts():
    exercise = find("graphs/polynomial")
    challenge = judging.draw(exercise, b"seed")
    evidence = judging.evidence_of(challenge, exercise.misconceptions[0].answer)
    told = {}
    for code in ("en", "zh_CN"):
        with languages.using(code):
            verdict = judging.judge(exercise, challenge, evidence)
            told[code] = verdict.to_json()
            shown = judging.to_html(verdict) + judging.to_text(verdict)
        assert bool(HAN.search(shown)) is (code == "zh_CN")
        if code == "zh_CN":
            plain = re.sub(r"<[^>]*>", " ", shown)
            assert not ENGLISH_WORDS.search(plain), plain
    for texts in ("message", "reason"):
        assert told["en"].pop(texts) != told["zh_CN"].pop(texts)
    assert told["en"] == told["zh_CN"]


@pytest.mark.parametrize("place", ["before", "after"])
def test_a_command_takes_the_language(tmp_path, place):
    words = ["progress", "01-graphs", "--root", str(tmp_path)]
    words = ["--lang", "zh", *words] if place == "before" else [*words, "--lang", "zh-Hans"]
    told = run(*words)
    assert told.exit_code == 0 and "上次检查" in told.output and "完成 0 / 8 个练习" in told.output
    assert languages.asked() is None, "the next command of this process has its own language"
    assert "last check" in run("progress", "01-graphs", "--root", tmp_path).output


def test_a_command_follows_the_environment(tmp_path):
    told = run("progress", "--root", tmp_path, GRADER_LANG="", LC_ALL="zh_CN.UTF-8", LANGUAGE="")
    assert "上次检查" in told.output


def test_a_language_that_there_is_not_is_said_in_one_sentence(tmp_path):
    told = run("--lang", "xx", "progress", "01-graphs", "--root", tmp_path, GRADER_LANG="zh_CN")
    assert told.exit_code == 0 and "last check" in told.output
    assert "There is no language 'xx', only en, zh_CN; this is English." in told.stderr


def test_the_help_is_in_the_language():
    told = run("--lang", "zh_CN", "--help").output
    lines = [line for line in told.splitlines() if line.split() and line.split()[0] in COMMANDS]
    assert len(lines) == len(COMMANDS) and all(HAN.search(line) for line in lines)
    assert "保存 NOTEBOOK 后重新检查" in run("watch", "--lang", "zh_CN", "--help").output
    assert "whenever it is saved" in run("watch", "--help").output


def test_a_screen_without_chinese_letters_stops_nothing(tmp_path):
    code = (
        f"from grader.cli import main; main(['progress', '01-graphs', '--root', {str(tmp_path)!r}])"
    )
    told = python(code, GRADER_LANG="zh_CN", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert "graphs/polynomial" in told and "0 / 24 ?" in told


def test_every_hint_and_title_of_the_course_is_chinese():
    texts = [
        text
        for chapter in CHAPTERS
        for one in chapter_exercises(chapter).values()
        for text in (one.title, *one.hints, *(slip.explanation for slip in one.misconceptions))
    ]
    with languages.using("zh_CN"):
        left = [text for text in texts if not HAN.search(languages._(text))]
    # What is nothing but code reads the same everywhere.
    assert not [text for text in left if ENGLISH_WORDS.search(re.sub("`[^`]*`", "", text))], left


def test_the_judges_process_speaks_as_it_is_asked():
    with Judge() as judge:
        told = []
        for code in ("zh_CN", "en", "zh_CN"):
            with languages.using(code):
                told.append(judge.refuse("graphs/polynomial", "x."))
    assert "✕ 不通过" in told[0].html and "failed" in told[1].html
    assert told[0] == told[2] and told[0].verdict.points == told[1].verdict.points


def test_a_worker_speaks_the_language_of_the_submission(monkeypatch):
    """Whatever its own machine speaks."""
    told = {}
    for code, here in (("zh_CN", "en"), ("en", "zh_CN")):
        monkeypatch.setenv("GRADER_LANG", here)
        job = Job(
            *("01-graphs", str(ROOT / "solutions"), "", "secret", "grader.exercises", "none"),
            backend="engine",
        )
        worker = Worker(Job.from_bytes(job.to_bytes()))
        files = SubmissionFiles("ada", {}, {}, ("other.ipynb",), language=code)
        told[code], *_others = worker.grade(SubmissionFiles.from_bytes(files.to_bytes()))
    assert "应当有 1-recipes.ipynb，却只找到 other.ipynb。" in told["zh_CN"].message
    assert "expected 1-recipes.ipynb, but found only other.ipynb." in told["en"].message
    assert "这份作业无法评分" in told["zh_CN"].executed


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_class_is_graded_in_chinese_with_the_same_points(tmp_path):
    from grader.classroom.course.plan import chapter_plans
    from grader.classroom.runs import demo
    from grader.exercises.answers import answers
    from grader.places import DATA, SOLUTIONS

    plans = chapter_plans("01-graphs", SOLUTIONS, DATA)[:1]
    _right, wrong, *_others = demo.make_class(plans, answers("01-graphs"), 2, 1)
    demo.write_class(tmp_path / "class", plans, [wrong], 1)
    told = {}
    for code in ("zh_CN", "en"):
        path = tmp_path / f"{code}.json"
        options = ("--course", tmp_path / "class", "--json", path, "--backend", "engine")
        done = run("--lang", code, "autograde", "01-graphs", *options, "--workers", 1)
        assert done.exit_code == 0, done.output
        (told[code],) = json.loads(path.read_text(encoding="utf-8"))
        (page,) = (tmp_path / "class" / "feedback").rglob("*.html")
        text = page.read_text(encoding="utf-8")
        for exercise, name in wrong.planted.items():
            (slip,) = (one for one in find(exercise).misconceptions if one.name == name)
            with languages.using(code):
                reason = demo._letters(languages._(slip.explanation))
            assert reason in demo._letters(text), f"{code}: {exercise} {name}"
    assert wrong.planted and HAN.search(told["zh_CN"]["message"])
    for one in told.values():
        del one["seconds"], one["message"]
        for verdict in one["exercises"]:
            verdict.pop("message")
    assert told["zh_CN"] == told["en"]


def test_grading_again_speaks_the_language_of_the_first_time():
    """And where a class was graded in several, only messages of one language are compared."""
    from grader.classroom.runs import regrading

    def graded(code, message):
        verdict = judging.Verdict("toys/double", 1, 2, message)
        result = SimpleNamespace(language=code, verdicts=(verdict,))
        return SimpleNamespace(results=(result,))

    first = graded("zh_CN", "得 1 / 2 分")
    assert regrading._language_of(first) == "zh_CN"
    assert regrading._language_of(graded("en", "")) == "en"
    for again, same in (
        (graded("en", "1 of 2 points"), True),
        (graded("zh_CN", "得 1 / 2 分"), True),
        (graded("zh_CN", "得 1 / 2 分，但是"), False),
    ):
        after = regrading._verdicts(again.results)
        before = regrading._verdicts(first.results)
        before = regrading._in_the_language_of(after, before, first, again)
        essences = [regrading._essence(found["toys/double"]) for found in (before, after)]
        assert (essences[0] == essences[1]) is same
