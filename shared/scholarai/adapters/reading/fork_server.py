"""A process that has loaded what reading needs, and forks a confined process of its own for each file.

Run as `python -m scholarai.adapters.reading.fork_server DESCRIPTOR`, that of a socket: a request with the pipe for its messages
starts a reading process, the next message asks for its exit code. It never opens a paper itself, so nothing passes from
one file to another. Linux only.

`multiprocessing`'s forkserver was tried in its place (2026-11-27, Python 3.11.7). In each child it imports the program's main
module again: for papers of 12 pages the command line took 1.1 times the CPU, for those of two pages 1.4 to 1.7 times. Its
processes also inherit the whole environment, secrets included, and it listens at a socket that runs what it is sent.
"""

from __future__ import annotations

import contextlib
import gc
import os
import queue
import select
import signal
import socket
import subprocess
import sys
from typing import Any, BinaryIO

import msgspec

_REQUEST_BYTES = 1 << 16
_ASK = b"?"
# A warm process that is asked for an exit code hears nothing else until it has it.
_END_S = 1.0


class WarmProcesses:
    """Warm processes of one batch: as many as there were files read at once, each used again when its file is done."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._idle: queue.SimpleQueue[_Warm] = queue.SimpleQueue()

    def start(self, request: dict[str, Any]) -> WarmReading:
        """Start the reading of a file.

        Raises:
            OSError: If no process can be started.
        """
        try:
            warm = self._idle.get_nowait()
        except queue.Empty:
            warm = _Warm(self._environment)
        try:
            return WarmReading(warm, request, self._idle)
        except OSError:
            warm.end()
            raise

    def close(self) -> None:
        """End the processes that are idle."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._idle.get_nowait().end()


class WarmReading:
    """One file being read in a process of its own; used like a `subprocess.Popen`."""

    def __init__(self, warm: _Warm, request: dict[str, Any], idle: queue.SimpleQueue[_Warm]) -> None:
        self._warm = warm
        self._idle = idle
        self._code: int | None = None
        pipe, end = os.pipe()
        self.stdout: BinaryIO = os.fdopen(pipe, "rb", buffering=0)
        try:
            socket.send_fds(warm.socket, [msgspec.json.encode(request | {"parent": warm.process.pid})], [end])
        except OSError:
            self.stdout.close()
            raise
        finally:
            os.close(end)

    def wait(self, timeout: float) -> int:
        """Return the exit code of a process that has ended, negative for a signal.

        Raises:
            TimeoutError: If it does not end in time.
        """
        if self._code is None:
            self._warm.socket.settimeout(timeout)
            try:
                self._warm.socket.send(_ASK)
                answer = self._warm.socket.recv(_REQUEST_BYTES)
            except ConnectionError:
                answer = b""
            # A warm process that is gone was ended from outside, and took this one along.
            self._code = int(answer) if answer else -signal.SIGKILL
        return self._code

    def end(self, timeout: float) -> None:
        """Keep the warm process for the next file when this one's has ended, else end both."""
        with contextlib.suppress(TimeoutError):
            if self._has_hung_up() and self.wait(timeout) != -signal.SIGKILL:
                self._idle.put(self._warm)
                return
        self._warm.end()

    def _has_hung_up(self) -> bool:
        poll = select.poll()
        poll.register(self.stdout.fileno(), 0)
        return bool(poll.poll(0))


class _Warm:
    """A running `python -m scholarai.adapters.reading.fork_server` and the socket to it."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        except OSError:
            self.socket.close()
            raise
        finally:
            theirs.close()

    def end(self) -> None:
        """End the process, which ends its reading process; that ends with it, too."""
        self.socket.close()
        try:
            self.process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def main(descriptor: int) -> int:
    """Fork a reading process per request, until the socket closes."""
    _load()
    ours = socket.socket(fileno=descriptor)
    reading = 0
    while True:
        message, pipes, _, _ = socket.recv_fds(ours, _REQUEST_BYTES, 1)
        if message == _ASK:
            _, status = os.waitpid(reading, 0)
            _end_group(reading)
            reading = 0
            with contextlib.suppress(OSError):
                ours.send(str(os.waitstatus_to_exitcode(status)).encode())
        elif not message:
            if reading:
                _end_group(reading)
            return 0
        else:
            reading = os.fork()
            if reading == 0:
                ours.close()
                _read(message.decode(), pipes[0])
            os.close(pipes[0])


def _load() -> None:
    """Import what nearly every file needs, before the first is known."""
    # Threads would not survive a fork.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    import numpy as np

    from scholarai.adapters.reading import child, encoding, formats, ocr_lines, pdf, scans
    from scholarai.parsing import hidden_characters, panels
    from scholarai.parsing.pdf import read
    from scholarai.parsing.pdf.references import tagging

    pdf.load_pymupdf()
    tagging.shipped()
    del child, formats, ocr_lines, scans, encoding, hidden_characters, panels, read, np
    # What is loaded stays in memory once, however many processes look at it.
    gc.collect()
    gc.freeze()


def _read(request: str, pipe: int) -> None:
    from scholarai.adapters.reading import child

    code = 1
    try:
        os.setpgid(0, 0)
        os.dup2(pipe, 1)
        os.close(pipe)
        code = child.main(request)
    finally:
        # Neither what was raised nor the end of the interpreter may run the warm process's part of the program here.
        os._exit(code)


def _end_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
