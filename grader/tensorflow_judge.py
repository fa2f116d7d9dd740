"""Judges an answer whose graph the engine cannot run: on TensorFlow, in a process of its own.

`check` asks for this where somebody studies alone and TensorFlow is installed; in grading such an answer
waits for a person. Of what the engine lacks, the process runs only operations that compute with numbers,
and it has limits on time, memory and files. The verdict is the usual one: only the runs of that graph are
TensorFlow's.
"""

from __future__ import annotations

import base64
import contextlib
import json
import subprocess

from grader import exercises, judging
from grader.back_end import definition_of, tensorflow
from grader.engine.core.messages import DataType
from grader.engine.registry import TABLE
from grader.judging import rerun
from grader.languages import language, using
from grader.pipes import Child, TooSlow, read_message, take_pipes, write_message

SECONDS = 60  # with the import of TensorFlow
RUN_SECONDS = 5
MEMORY = 4 * 2**30  # as in `sandbox.Limits`
# What only a process, a file or another graph can give: such inputs and attributes are no numbers.
NO_NUMBERS = frozenset((DataType.DT_RESOURCE, DataType.DT_STRING, DataType.DT_VARIANT))
NO_VALUES = frozenset(("func", "list(func)", "list(string)"))


def verdict_of(exercise: str, seed: bytes, data: bytes) -> judging.Verdict | None:
    """The verdict on evidence for the challenge of this seed; None if there is none on TensorFlow either."""
    request = {"exercise": exercise, "seed": seed.hex(), "language": language()}
    request["evidence"] = base64.b64encode(data).decode("ascii")
    child = Child(["grader.tensorflow_judge"], stderr=subprocess.DEVNULL)
    try:
        child.send(json.dumps(request).encode("ascii"), SECONDS)
        return judging.Verdict.from_json(json.loads(child.receive(SECONDS)))
    except (OSError, TooSlow):  # it ends without a word where it cannot judge
        return None
    finally:
        child.process.kill()
        child.process.wait()
        child.close_pipes()


def main() -> None:
    """Reads a request and writes a verdict."""
    inbox, outbox = take_pipes()
    request = json.loads(read_message(inbox) or b"{}")
    tf = tensorflow()
    _limit()
    options = tf.ConfigProto(
        intra_op_parallelism_threads=1,
        inter_op_parallelism_threads=1,
        operation_timeout_in_ms=1000 * RUN_SECONDS,
    )
    rerun.BACK_ENDS.append(rerun.BackEnd(tf, lacks, {"config": options}))
    exercise = exercises.find(request["exercise"])
    challenge = judging.draw(exercise, bytes.fromhex(request["seed"]))
    with using(request["language"]):
        verdict = judging.judge(exercise, challenge, base64.b64decode(request["evidence"]))
    write_message(outbox, json.dumps(verdict.to_json()).encode("ascii"))


def lacks(operation: str) -> bool:
    """Whether an operation may not run here: TensorFlow has no such type, or it does more than compute."""
    known = TABLE.get(operation)
    if known is not None:
        return known.files or operation.startswith("PyFunc")
    definition = definition_of(operation)
    return (
        definition is None
        or definition.is_stateful
        or any(attribute.type in NO_VALUES for attribute in definition.attr)
        or any(argument.type in NO_NUMBERS for argument in definition.input_arg)
    )


def _limit() -> None:
    with contextlib.suppress(ImportError):
        import resource  # not on every system

        bounds = {"RLIMIT_DATA": MEMORY, "RLIMIT_CPU": SECONDS, "RLIMIT_FSIZE": 0, "RLIMIT_CORE": 0}
        for name, bound in bounds.items():
            resource.setrlimit(getattr(resource, name), (bound, bound))


if __name__ == "__main__":
    main()
