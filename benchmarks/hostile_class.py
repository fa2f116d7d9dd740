"""What ten hostile submissions, made to keep the judge busy, cost the others of a class, in one run.

    python benchmarks/hostile_class.py              # 50 honest ones, without and with ten hostile ones

Each of the ten once took the judge a minute or more, or ended it, and then waited for a person. They come
first, so that everybody else waits for them as long as can be. What counts is when the last honest student is
graded and has a page, and that nobody waits for a person.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

import nbformat
from grading import honest_class
from hard_class import alone_and_with, arguments

from grader.classroom.course.plan import Plan, chapter_plans
from grader.classroom.runs.demo import Draft, Student
from grader.places import DATA, SOLUTIONS

POLYNOMIAL, TRANSFER = "graphs/polynomial", "graphs/transfer"
# The exercise, and what is answered there.
HOSTILE = {
    "a loop without end": (
        POLYNOMIAL,
        "return tf.while_loop(lambda n: n > -1.0, lambda n: n * 1.0, [tf.square(x)])",
    ),
    "many runs of a loop without end": (
        TRANSFER,
        "return tf.while_loop(lambda n: n > -1.0, lambda n: n * 1.0, [tf.square(amount)])",
    ),
    "more paths than nodes": (
        POLYNOMIAL,
        "end = tf.constant(1)\n"
        "for _ in range(60):\n"
        "    end = tf.cast(tf.equal(end, end), tf.int32)\n"
        "taken = tf.FIFOQueue(3, [tf.float32], [[]]).dequeue_many(end)\n"
        "return x + y + tf.reduce_sum(taken)",
    ),
    "a filter larger than the image": (
        POLYNOMIAL,
        "one = [1, 1, 1, 1]\n"
        "filters = tf.fill([3900, 3900, 1, 1], 1.0)\n"
        "return x + 0 * tf.reduce_sum(tf.nn.conv2d(tf.fill(one, 1.0), filters, one, 'SAME'))",
    ),
    "a huge tensor": (POLYNOMIAL, "return x + tf.reduce_sum(tf.fill([40_000, 40_000], 1.0))"),
    "large tensors, many times": (
        TRANSFER,
        "end = tf.fill([3_000_000], 1.0) * amount\n"
        "for _ in range(200):\n"
        "    end = tf.sin(end)\n"
        "return tf.reduce_sum(end)",
    ),
    "keys that collide": (
        "graphs/chain",
        "return {number * (2**61 - 1): 0 for number in range(60_000)}",
    ),
    "idle changes": (
        TRANSFER,
        "idle = tf.Variable(0.0)\n"
        "idles = [tf.assign_add(idle, 0.0) for _ in range(90)]\n"
        "updates = [tf.assign_sub(source, amount), tf.assign_add(target, amount)]\n"
        "with tf.control_dependencies(idles + updates):\n"
        "    return tf.stack([source.read_value(), target.read_value()])",
    ),
    "an error that cannot be written": (POLYNOMIAL, "raise ValueError('\\ud800' * 1000)"),
    "one value, many brackets": (
        POLYNOMIAL,
        "from IPython.display import display\n"
        "display({'application/json': [{} for _ in range(200_000)]}, raw=True)",
    ),
}


def hostile_students(plans: Sequence[Plan], answers: list[object]) -> list[Student]:
    """One for each of `HOSTILE`, whose names come before all others."""
    made, released = [], {plan.notebook: plan.release.encode() for plan in plans}
    by_exercise = {cell.exercise: plan for plan in plans for cell in plan.cells if cell.exercise}
    for number, (exercise, body) in enumerate(HOSTILE.values()):
        plan = by_exercise[exercise]
        draft = Draft(plan, answers, random.Random(number))
        notebook = draft.notebook()
        cell = next(cell for cell in draft.exercises() if cell.exercise == exercise)
        right = draft.choose(exercise, right=True).source  # type: ignore[union-attr]
        head = next(line for line in right.splitlines() if line.startswith("def "))
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        draft.write(notebook, cell, f"{head}\n{lines}")
        files = {**released, plan.notebook: nbformat.writes(notebook).encode()}
        made.append(Student(f"a-bad-{number}", "hostile", files))
    return made


def waiting(folder: Path) -> set[str]:
    """The students of whom a page says that a person has to judge an answer."""
    pages = folder.glob("feedback/*/*/*.html")
    return {path.parts[-3] for path in pages if "Your instructor will grade it" in path.read_text()}


def main() -> None:
    """Prints both times, and how many times longer the honest ones waited."""
    from grader.exercises.answers import answers

    warnings.simplefilter("ignore")
    given = arguments(__doc__)
    plans = chapter_plans(given.chapter, SOLUTIONS, DATA)
    honest = honest_class(plans, given.students)
    hostile = hostile_students(plans, answers(given.chapter))
    with tempfile.TemporaryDirectory(prefix="grader-hostile-") as name:
        place = Path(name)
        times, same = alone_and_with(place, plans, honest, "hostile", hostile)
        persons = {one for folder in place.iterdir() for one in waiting(folder)}
    print(f"\nThe honest wait {times:.2f} times as long.")
    print("Their grades are the same." if same else "Grades DIFFER.")
    print(f"For a person wait: {', '.join(sorted(persons)) or 'nobody'}.")
    if given.json:
        figures = {"times": times, "same": same, "waiting": sorted(persons)}
        given.json.write_text(json.dumps(figures, indent=1) + "\n")
    sys.exit(0 if same and times < 1.5 and not persons else 1)


if __name__ == "__main__":
    main()
