"""What a kernel says of itself earns no point: the wrong answers of the course stay wrong."""

from __future__ import annotations

import pytest
from lies import IN_VAIN, LIES, MEMORY, OF_GRADER, WRONG, Lie

from grader.sandbox import Limits

BACK_ENDS = {"engine": "engine", "tensorflow": ""}
TENSORFLOW = pytest.param("tensorflow", marks=pytest.mark.sampled(0, ci=0))


def remembering(cell, flagged=""):
    """An answer that saves nothing and keeps all in what the cell reads and writes."""
    return Lie(
        "nothing saved",
        f"{MEMORY}import os, pickle\n{cell}\nwrite(pickle.dumps({{}}))",
        inside="kept = pickle.loads(read())\nwrite(pickle.dumps(kept))\n"
        "done, found = kept.get(folder, (0, None))\nif found: put(session, found)",
        after="read(), write(pickle.dumps({**kept, folder: (done, values(session))}))",
        flagged=flagged,
    )


# What docs/security.md concedes: what outlives a program that is "started again".
CONCEDED = {
    "a file elsewhere": remembering(
        "read = lambda: open('/tmp/kept', 'rb').read()\n"
        "write = lambda data: open('/tmp/kept', 'wb').write(data)"
    ),
    "a pipe": remembering(
        "ends = os.pipe()\nread = lambda: os.read(ends[0], 2**16)\n"
        "write = lambda data: os.write(ends[1], data)"
    ),
    "shared memory": remembering(
        "import mmap\nshared = mmap.mmap(-1, 2**16)\nread = lambda: shared[:]\n"
        "def write(data): shared[: len(data)] = data",
        flagged="mmap",
    ),
    "a process that sends back what it was sent": remembering(
        "import socket\nours, theirs = socket.socketpair()\nif os.fork() == 0:\n"
        "    while True: theirs.send(theirs.recv(2**16))\n"
        "read, write = lambda: ours.recv(2**16), ours.send",
        flagged="starts processes",
    ),
    "a kernel that does not fork": Lie(
        "nothing saved",
        f"{MEMORY}{OF_GRADER}kernel = of('witness.kernel')\n"
        "kernel.FORK, kernel.EXIT, kernel.WAIT = (lambda *more: 0,) * 3",
        inside="done, found = kept.get(folder, (0, None))\nif found: put(session, found)",
        after="kept[folder] = done, values(session)",
        flagged="grader.evidence",
    ),
}


def graded_both_ways(graded, lie, back_end):
    """The result where the process of the answer is believed, as in a notebook, and by way of a witness."""
    cells = [*filter(None, [lie.cell]), lie.answer()]
    return [
        graded(lie.wrong, *cells, backend=BACK_ENDS[back_end], witness=witness)
        for witness in (False, True)
    ]


@pytest.mark.sandbox
@pytest.mark.parametrize("back_end", [pytest.param("engine", marks=pytest.mark.slow), TENSORFLOW])
@pytest.mark.parametrize("name", LIES)
def test_a_lie_earns_points_where_it_is_believed_and_none_with_a_witness(graded, name, back_end):
    lie = LIES[name]
    believed, witnessed = graded_both_ways(graded, lie, back_end)
    deserved = WRONG[lie.wrong].points
    if back_end in lie.on:
        assert believed.points > deserved, believed.verdicts[0].message
    assert witnessed.status == "graded", witnessed.message
    assert witnessed.points <= deserved, witnessed.verdicts[0].message
    assert any(lie.flagged in flag for flag in witnessed.flags) or not lie.flagged, witnessed.flags


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("name", IN_VAIN)
def test_what_a_probe_has_noted_no_answer_can_change(graded, name):
    lie = IN_VAIN[name]
    for result in graded_both_ways(graded, lie, "engine"):
        assert result.points == WRONG[lie.wrong].points, result.verdicts[0].message


@pytest.mark.sampled(1)
@pytest.mark.sandbox
@pytest.mark.parametrize("name", CONCEDED)
def test_what_is_conceded_earns_all_points_and_is_flagged_where_it_can_be(graded, name):
    lie = CONCEDED[name]
    result = graded(lie.wrong, lie.cell, lie.answer())
    assert result.points == WRONG[lie.wrong].most, result.verdicts[0].message
    assert any(lie.flagged in flag for flag in result.flags) == bool(lie.flagged), result.flags


@pytest.mark.slow
@pytest.mark.sandbox
def test_with_a_process_per_kernel_there_is_no_witness(graded):
    lie = LIES["a method of the watch replaced"]
    cells = lie.cell, lie.answer()
    result = graded(lie.wrong, *cells, kernels="ipykernel", limits=Limits())
    assert result.points == WRONG[lie.wrong].most, result.verdicts[0].message


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "back_end", [pytest.param("engine", marks=pytest.mark.sampled(1)), TENSORFLOW]
)
@pytest.mark.parametrize("wrong", WRONG)
def test_without_a_lie_each_gets_what_it_deserves_and_no_flag(graded, wrong, back_end):
    for result in graded_both_ways(graded, Lie(wrong), back_end):
        assert result.points == WRONG[wrong].points, result.verdicts[0].message
        assert not result.flags
