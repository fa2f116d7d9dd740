"""The first program in the sandbox: gives up root, sets the limits, and becomes the kernel.

It is run by its path, with the standard library alone:
    python launcher.py SETTINGS PROGRAM ARGUMENTS...
SETTINGS is JSON: {"rlimits": {"RLIMIT_CPU": 60, ...}, "uid": 61184 or null}.
"""

import json
import os
import resource
import sys


def main(arguments: list[str]) -> None:
    """Never returns: the process becomes `arguments[1:]`."""
    settings = json.loads(arguments[0])
    uid = settings["uid"]
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    for name, value in settings["rlimits"].items():
        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (bound, bound))
    os.execv(arguments[1], arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
