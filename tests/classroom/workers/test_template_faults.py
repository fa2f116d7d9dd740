"""A template that is killed while a submission runs: the submission is run again, and loses nothing."""

from __future__ import annotations

import threading

import psutil
import pytest


def kill_templates():
    for process in psutil.Process().children(recursive=True):
        try:
            if "grader.inside.template" in " ".join(process.cmdline()):
                process.kill()
        except psutil.Error:
            continue


@pytest.mark.slow
def test_a_submission_is_run_again_where_its_template_was_killed(toy_grader):
    assert toy_grader.grade_cells().points == 4
    timer = threading.Timer(1.0, kill_templates)
    timer.start()
    result = toy_grader.grade_cells(between="import time; time.sleep(2.5)")
    timer.join()
    assert (result.status, result.points) == ("graded", 4), result.message
    assert toy_grader.grade_cells().points == 4
