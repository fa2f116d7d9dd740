"""What stops a set-up, told so that one knows what to do."""

import re


class SetupError(Exception):
    """Set-up cannot go on: what was found, what was expected, what to do."""

    def __init__(self, found: str, expected: str, to_do: str) -> None:
        super().__init__(found)
        self.found, self.expected, self.to_do = found, expected, to_do

    def __str__(self) -> str:
        return (
            f"Set-up stopped.\n  found     {self.found}\n"
            f"  expected  {self.expected}\n  to do     {self.to_do}"
        )


# What pip prints when it fails -> found, expected, to do. The first that matches is told.
PIP_FAILURES: tuple[tuple[str, str, str, str], ...] = (
    (
        r"No space left on device|Errno 28|Disk quota exceeded",
        "the disk filled up while packages were being installed",
        "{space} free for .venv, and room in TMPDIR and in pip's cache",
        "free some space (`pip cache purge` may help) and run the same command again",
    ),
    (
        r"DO NOT MATCH THE HASHES",
        "a downloaded package is not the one that was locked",
        "files with the hashes in setup/{lock}",
        "run it again; if this happens again, the package index serves an altered file: do not install it",
    ),
    (
        r"NewConnectionError|Max retries exceeded|Temporary failure in name resolution|"
        r"ConnectTimeout|Read timed out|ReadTimeoutError|ProxyError|Connection refused|"
        r"Network is unreachable|Connection reset|SSLError|CERTIFICATE_VERIFY_FAILED|"
        r"IncompleteRead|ConnectionError",
        "the package index that pip uses cannot be reached",
        "a connection to it (behind a proxy: HTTPS_PROXY; a mirror: `pip config list`)",
        "check the network and run the same command again; what was downloaded is kept",
    ),
    (
        r"No matching distribution found|Could not find a version",
        "the package index that pip uses lacks a locked package, or does not answer",
        "every package of setup/{lock}, for this system and this Python",
        "see which one in .venv.log; check `pip config list` (PIP_NO_INDEX, a mirror that lags)",
    ),
    (
        r"Permission denied|Errno 13|Read-only file system",
        "pip cannot write to a folder that it needs",
        "a checkout (and a TMPDIR) that you may write to",
        "see which one in .venv.log",
    ),
)


NO_SPACE = SetupError(
    "the disk filled up",
    "room for .venv, and in TMPDIR and pip's cache",
    "free some space (`pip cache purge` may help) and run the same command again",
)


def pip_failure(output: str, code: int, lock: str, space: str) -> SetupError:
    """Turn what pip printed into found, expected, to do.

    lock: the name of the lock file; space: how much the environment needs, "4 GB".
    """
    for pattern, found, expected, to_do in PIP_FAILURES:
        if re.search(pattern, output):
            return SetupError(found, expected.format(lock=lock, space=space), to_do)
    last = next((line for line in reversed(output.splitlines()) if "ERROR" in line), "")
    return SetupError(
        f"pip ended with code {code}. {last}".strip(),
        f"every package of setup/{lock} installed",
        "read .venv.log and run the same command again",
    )


def venv_failure(output: str, version: str, space: str) -> SetupError:
    """Say why `python -m venv` failed."""
    if re.search("No space left|Errno 28", output):
        return pip_failure(output, 1, "", space)
    if re.search("ensurepip|No module named venv", output):
        return SetupError(
            f"Python {version} without the modules that create virtual environments",
            "the modules venv and ensurepip",
            f"Debian and Ubuntu: apt install python{version}-venv; elsewhere: another Python "
            "(make setup PYTHON=...)",
        )
    lines = output.strip().splitlines()
    return SetupError(
        f"`python -m venv` failed: {lines[-1] if lines else 'no message'}",
        "a new virtual environment in .venv",
        "try another Python: make setup PYTHON=/path/to/python3.12",
    )
