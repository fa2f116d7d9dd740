"""An endless loop is interrupted in every way that a system may offer, and nothing comes too late."""

from __future__ import annotations

import signal
import sys
import threading
import time

import pytest

from grader.evidence import alarms
from grader.evidence.probes import bounded


class TimeUp(BaseException):
    """Not an Exception, as `bounded.TooLong`."""


def ways():
    found = [alarms.by_thread]
    if hasattr(signal, "setitimer"):
        found.append(alarms.by_signal)
    if hasattr(sys, "monitoring"):
        found.append(alarms.by_counting)
    return found


def forever():
    while True:
        pass


def calling_itself():
    def step():
        return 1

    for _ in iter(step, 2):
        pass


def swallowing():
    """Runs on after the first interruption."""
    try:
        forever()
    except BaseException:
        forever()


@pytest.mark.parametrize("way", ways())
@pytest.mark.parametrize("endless", [forever, calling_itself])
def test_an_endless_loop_is_interrupted(way, endless):
    with pytest.raises(TimeUp), way(0.1, TimeUp):
        endless()


@pytest.mark.parametrize("way", ways())
def test_what_is_swallowed_comes_again(way, monkeypatch):
    monkeypatch.setattr(alarms, "AGAIN", 0.1)
    with pytest.raises(TimeUp), way(0.1, TimeUp):
        swallowing()


@pytest.mark.parametrize("way", ways())
def test_nothing_comes_after_the_block(way):
    for _ in range(20):
        with way(30.0, TimeUp):
            pass
    with pytest.raises(TimeUp), way(0.05, TimeUp):
        forever()
    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass


@pytest.mark.parametrize("lacking", ["setitimer", "SIGVTALRM"])
def test_without_signals_an_answer_is_still_stopped(lacking, monkeypatch):
    monkeypatch.delattr(signal, lacking)
    monkeypatch.setattr(bounded, "SECONDS_OF_A_CALL", 0.1)
    found = bounded.within(forever)
    assert "did not finish within 0.1 seconds" in str(found)


def test_in_another_thread_an_answer_is_still_stopped(monkeypatch):
    monkeypatch.setattr(bounded, "SECONDS_OF_A_CALL", 0.1)
    found = []
    thread = threading.Thread(target=lambda: found.append(bounded.within(forever)))
    thread.start()
    thread.join(20)
    assert "did not finish within 0.1 seconds" in str(found[0])


def test_in_a_block_with_a_limit_another_has_none():
    with alarms.interrupted(30.0, TimeUp), alarms.interrupted(0.01, TimeUp):
        until = time.process_time() + 0.1
        while time.process_time() < until:
            pass


@pytest.mark.skipif(not hasattr(sys, "monitoring"), reason="counting needs Python 3.12")
def test_counting_needs_no_clock_of_the_process(monkeypatch):
    monkeypatch.setattr(time, "process_time", lambda: 0.0)  # as in Pyodide 0.27
    with pytest.raises(TimeUp), alarms.by_counting(0.05, TimeUp):
        forever()


@pytest.mark.skipif(not hasattr(signal, "SIGVTALRM"), reason="this system has no such signal")
def test_a_machine_that_stood_still_costs_nobody_anything():
    """Its timer may count seconds in which this process did not run."""
    with alarms.by_signal(5.0, TimeUp):
        signal.raise_signal(signal.SIGVTALRM)


@pytest.mark.skipif(not hasattr(signal, "SIGVTALRM"), reason="this system has no such signal")
def test_an_answer_that_stops_the_clock_is_interrupted_all_the_same(monkeypatch):
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    with pytest.raises(TimeUp), alarms.by_signal(0.1, TimeUp):
        forever()


@pytest.mark.skipif(not hasattr(signal, "SIGVTALRM"), reason="this system has no such signal")
def test_an_answer_that_stops_the_timer_is_too_late_all_the_same():
    def stops_it():
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        until = time.process_time() + 0.1
        while time.process_time() < until:
            pass

    with pytest.raises(TimeUp), alarms.by_signal(0.05, TimeUp):
        stops_it()
