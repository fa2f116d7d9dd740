"""TensorBoard below a cell: starts a server, which ends with the notebook's kernel."""

from __future__ import annotations

import atexit
import html
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from grader.languages import _

# What the server's process runs. It reads its input until the end, which comes when the kernel
# ends, in whatever way: so no server is left behind.
PROGRAM = """
import sys
from tensorboard import default, program
board = program.TensorBoard(default.get_plugins())
board.configure(["tensorboard", "--logdir", sys.argv[1], "--host", "127.0.0.1", "--port", "0"])
print("address:", board.launch(), flush=True)
sys.stdin.read()
"""

# A page from "localhost" and one from "127.0.0.1" are strangers to a browser, and TensorBoard does
# not start where a browser lets strangers keep nothing: so it takes the name that JupyterLab has.
SAME_NAME = """
<script>
(frame => {
  const address = new URL(frame.src), names = ["localhost", "127.0.0.1"];
  if (names.includes(location.hostname) && location.hostname !== address.hostname) {
    address.hostname = location.hostname;
    frame.src = address.href;
  }
})(document.currentScript.previousElementSibling);
</script>
"""

# JupyterLab sets this for the kernels of its notebooks; a program that runs a notebook does not.
IN_JUPYTER = "JPY_SESSION_NAME"

_boards: dict[str, Board] = {}


class BoardError(Exception):
    """TensorBoard did not start; the message has its output and says what to do."""


class Board:
    """A running TensorBoard that shows the logs in a folder.

    logdir: the folder; url: its address on this machine; process: the server's process.
    """

    def __init__(self, logdir: str | os.PathLike[str], seconds: float = 90.0):
        """Starts the server on a free port. Raises BoardError if it prints no address in time."""
        self.logdir = os.path.abspath(logdir)
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, self.logdir],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"},
        )
        self._said: queue.Queue[str | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        atexit.register(self.stop)
        self.url = self._address(seconds)

    def _listen(self) -> None:
        """Reads all of the server's output, because a full pipe would block it."""
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                self._said.put(line.strip())
        self._said.put(None)

    def _address(self, seconds: float) -> str:
        said = []
        try:
            while (line := self._said.get(timeout=seconds)) is not None:
                if line.startswith("address: "):
                    return line.removeprefix("address: ")
                said.append(line)
            reason = said[-1] if said else _("it ended without a message")
        except queue.Empty:
            reason = _("it said nothing for {seconds:g} seconds").format(seconds=seconds)
        self.stop()
        raise BoardError(
            _(
                "TensorBoard did not start ({reason}). Try it in a terminal: tensorboard --logdir "
                "{logdir}"
            ).format(reason=reason, logdir=self.logdir)
        )

    @property
    def is_running(self) -> bool:
        """Whether the server is running."""
        return self.process.poll() is None

    def stop(self) -> None:
        """Stops the server; may be called more than once."""
        atexit.unregister(self.stop)
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            self.process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._listener.join(timeout=3)

    def __repr__(self) -> str:
        return _("TensorBoard runs at {address} until this kernel stops.").format(address=self.url)

    def _repr_html_(self) -> str:
        url = html.escape(self.url, quote=True)
        link = f'<a href="{url}" target="_blank">{url}</a>'
        runs = html.escape(_("TensorBoard runs at {address} until this kernel stops."))
        runs = runs.replace("{address}", link)
        return (
            f"<p>{runs}</p>"
            f'<iframe src="{url}" title="TensorBoard" '
            'style="width:100%;height:640px;border:1px solid #888"></iframe>' + SAME_NAME.strip()
        )


def tensorboard(logdir: str | os.PathLike[str]) -> None:
    """Shows the logs in `logdir` in TensorBoard, below the cell.

    Outside JupyterLab nothing is started; a message says how to open TensorBoard.
    A second call for the same folder shows the same server.
    """
    from IPython.display import display  # slow to load, and few notebooks need it

    if IN_JUPYTER not in os.environ:
        print(
            _(
                "In JupyterLab, TensorBoard opens here. Elsewhere, open a terminal in the folder that\n"
                "os.getcwd() names, and run\n"
                "  tensorboard --logdir {logdir}\n"
                "Then open the address that it prints in a browser."
            ).format(logdir=Path(logdir).as_posix())
        )
        return
    place = os.path.abspath(logdir)
    if place not in _boards or not _boards[place].is_running:
        try:
            _boards[place] = Board(place)
        except (BoardError, OSError) as error:
            print(error)
            return
    shown: Any = _boards[place]
    display(shown)
