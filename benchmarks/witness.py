"""What a witness costs: a run of a session through a handle, and a question from the fork to its evidence.

    python benchmarks/witness.py

prints a table in Markdown, on the engine and on TensorFlow.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

from grader import engine
from grader.back_end import tensorflow
from grader.evidence import Challenge, decode
from tests.evidence.by_witness import by_witness, in_a_child, in_one_process

RUNS = 300
QUESTIONS = 15
ANSWER = f"""
def answer(session, tensor):
    import time
    times = []
    for _ in range({RUNS}):
        started = time.perf_counter()
        session.run(tensor)
        times.append(time.perf_counter() - started)
    return sorted(times)[len(times) // 2]
"""
PROBE = """
def probe(tf, answer, program):
    x = tf.Variable(2.0)
    with tf.Session() as session:
        session.run(x.initializer)
        return answer(session, x * x)
"""
NOTHING = "def answer(*arguments): pass"


def milliseconds_of_a_run(tf: Any, by_handle: bool) -> float:
    """The median of many runs of a tiny graph, inside an answer."""
    challenge = Challenge(PROBE, {"programs": [None]})
    ask = by_witness if by_handle else in_one_process
    data = ask(ANSWER, ("answer",), challenge, tf)
    return 1000 * float(decode(data).result[0])


def milliseconds_of_a_question(tf: Any) -> float:
    """The median time from the fork of kernel and witness to the evidence for an answer that does nothing."""
    challenge, found = Challenge(PROBE, {"programs": [None]}), []
    for _question in range(QUESTIONS):
        started = time.perf_counter()
        by_witness(NOTHING, ("answer",), challenge, tf)
        found.append(time.perf_counter() - started)
    return 1000 * statistics.median(found)


def main() -> None:
    """Prints the table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print("| | a run, here (ms) | a run, by handle (ms) | a question (ms) | two forks alone (ms) |")
    print("|---|---|---|---|---|")
    for name, tf in (("engine", engine), ("TensorFlow", tensorflow())):
        started = time.perf_counter()
        for _fork in range(QUESTIONS):
            both = in_a_child(lambda: b""), in_a_child(lambda: b"")
            for one in both:
                one()
        forks = 1000 * (time.perf_counter() - started) / QUESTIONS
        figures = (
            milliseconds_of_a_run(tf, False),
            milliseconds_of_a_run(tf, True),
            milliseconds_of_a_question(tf),
            forks,
        )
        print(f"| {name} | " + " | ".join(f"{figure:.2f}" for figure in figures) + " |", flush=True)


if __name__ == "__main__":
    main()
