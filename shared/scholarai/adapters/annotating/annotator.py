"""Annotates copies of PDFs, each in a process of its own with limits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec

from scholarai.adapters.reading.faults import codes, fault
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import child_environment, end_process, fault_of_exit
from scholarai.domain.errors import PaperFaultError, TransientError
from scholarai.domain.limits import MIB
from scholarai.ports.annotating import Mark

# Guesses: copies are held in memory, at most so many at once, and what marks add to one is small.
_AT_ONCE = threading.BoundedSemaphore(2)
_WAIT_S = 20.0
_WALL_S = 60.0
_ADDED_BYTES = 32 * MIB
_PIECE_BYTES = 1 << 20
_MESSAGES = 8
_STOP_S = 5.0


class SandboxedAnnotator:
    """Implements `ports.annotating.PdfAnnotator` with spawned processes, confined as those that read papers."""

    def __init__(self, limits: ReadLimits) -> None:
        self._limits = limits

    def annotate(self, path: Path, marks: Sequence[Mark]) -> bytes:
        if not _AT_ONCE.acquire(timeout=_WAIT_S):
            raise TransientError("annotator_busy", "other PDFs are being marked right now", retry_after_s=_WAIT_S)
        try:
            process = self._start(path)
            try:
                said = _talk(process, msgspec.json.encode(marks), self._limits.file_bytes + _ADDED_BYTES)
                return _pdf(process, said)
            finally:
                end_process(process)
        finally:
            _AT_ONCE.release()

    def _start(self, path: Path) -> subprocess.Popen[bytes]:
        request = {
            "parent": os.getpid(),
            "path": str(path.resolve()),
            "address_space_bytes": self._limits.address_space_bytes,
            "cpu_s": self._limits.cpu_s,
        }
        try:
            return subprocess.Popen(
                [sys.executable, "-m", "scholarai.adapters.annotating.child", json.dumps(request)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=child_environment(),
                start_new_session=True,
            )
        except OSError as error:
            raise TransientError("reader_unavailable", "The annotating process could not be started.") from error


def _talk(process: subprocess.Popen[bytes], marks: bytes, most: int) -> bytes:
    """Send the marks and return what the process says, at most `most` bytes and one piece.

    Raises:
        PaperFaultError: `read_timeout` if it takes too long.
    """
    said = bytearray()

    def write() -> None:
        pipe = process.stdin
        if pipe is not None:
            try:
                pipe.write(marks)
                pipe.close()
            except OSError:  # it ended before it read; its exit code tells why
                return

    def read() -> None:
        pipe = process.stdout
        while pipe is not None and len(said) <= most and (piece := os.read(pipe.fileno(), _PIECE_BYTES)):
            said.extend(piece)

    reading = threading.Thread(target=read, name="annotating", daemon=True)
    threading.Thread(target=write, name="marks", daemon=True).start()
    reading.start()
    reading.join(_WALL_S)
    if reading.is_alive():
        raise fault("read_timeout")
    if len(said) > most:
        raise fault("too_complex")
    return bytes(said)


def _pdf(process: subprocess.Popen[bytes], said: bytes) -> bytes:
    rest = said
    for _ in range(_MESSAGES):
        line, found, rest = rest.partition(b"\n")
        if not found:
            break
        match _message(line):
            case {"fault": [str(code), str(detail), str(action)]} if code in codes():
                raise PaperFaultError(code, detail, action=action or fault(code).action)
            case {"pdf": int(size)} if size == len(rest) and rest:
                return rest
            case {"unconfined": _}:  # the reader says it in the log
                continue
            case _:
                raise fault("reader_crashed")
    raise fault_of_exit(process.wait(timeout=_STOP_S))


def _message(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise fault("reader_crashed") from error
