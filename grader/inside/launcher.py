"""The first program in the sandbox: gives up root, sets the limits, and becomes the kernel.

It is run by its path, with the standard library alone:
    python launcher.py SETTINGS PROGRAM ARGUMENTS...
SETTINGS is JSON: {"rlimits": {"RLIMIT_CPU": 60, ...}, "uid": 61184 or null, "side": 5 or null},
where "side" is an open file that `write_files` reads.
"""

import json
import os
import resource
import struct
import sys

# Before each file: the lengths of its name and of its contents.
HEAD = struct.Struct(">IQ")


def write_files(descriptor: int, folder: str) -> None:
    """Writes files into `folder`, from an open file that `sandbox.side_files` has packed; closes it."""
    with open(descriptor, "rb") as packed:
        packed.seek(0)
        while head := packed.read(HEAD.size):
            long, size = HEAD.unpack(head)
            place = os.path.join(folder, packed.read(long).decode())
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "xb") as file:  # never over, or through, what is there
                file.write(packed.read(size))


def main(arguments: list[str]) -> None:
    """Never returns: the process becomes `arguments[1:]`."""
    settings = json.loads(arguments[0])
    uid = settings["uid"]
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    if settings["side"] is not None:
        write_files(settings["side"], os.getcwd())
    for name, value in settings["rlimits"].items():
        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (bound, bound))
    os.execv(arguments[1], arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
