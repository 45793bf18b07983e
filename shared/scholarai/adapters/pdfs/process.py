"""Runs what makes PDFs in processes of their own, with limits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from scholarai.adapters.reading.faults import codes, fault
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import child_environment, end_process, fault_of_exit
from scholarai.domain.errors import PaperFaultError, TransientError
from scholarai.domain.limits import MIB
from scholarai.ports.reading import Mark

Task: TypeAlias = Literal["annotate", "print"]

# Guesses: PDFs are held in memory, at most so many at once.
_AT_ONCE = threading.BoundedSemaphore(2)
_WAIT_S = 20.0
_WALL_S = 60.0
_PIECE_BYTES = 1 << 20
_MESSAGES = 8
_STOP_S = 5.0


def made_pdf(task: Task, data: bytes, limits: ReadLimits, most_bytes: int, *, path: Path | None = None) -> bytes:
    """Return the PDF that a confined process makes of `data`, and of the file at `path`.

    Raises:
        PaperFaultError: If the process fails: `read_timeout`, `too_complex`, or what it says of the file.
        TransientError: If others keep it busy, or it cannot be started.
    """
    if not _AT_ONCE.acquire(timeout=_WAIT_S):
        raise TransientError("annotator_busy", "other PDFs are being made right now", retry_after_s=_WAIT_S)
    try:
        process = _start(task, limits, path)
        try:
            said = _talk(process, data, most_bytes)
            return _pdf(process, said)
        finally:
            end_process(process)
    finally:
        _AT_ONCE.release()


def _start(task: Task, limits: ReadLimits, path: Path | None) -> subprocess.Popen[bytes]:
    request = {
        "task": task,
        "parent": os.getpid(),
        "path": os.devnull if path is None else str(path.resolve()),
        "address_space_bytes": limits.address_space_bytes,
        "cpu_s": limits.cpu_s,
    }
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "scholarai.adapters.pdfs.child", json.dumps(request)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=child_environment(),
            start_new_session=True,
        )
    except OSError as error:
        raise TransientError("reader_unavailable", "The process that makes PDFs could not be started.") from error


def _talk(process: subprocess.Popen[bytes], data: bytes, most: int) -> bytes:
    """Send the data and return what the process says, at most `most` bytes and one piece.

    Raises:
        PaperFaultError: `read_timeout` if it takes too long.
    """
    said = bytearray()

    def write() -> None:
        pipe = process.stdin
        if pipe is not None:
            try:
                pipe.write(data)
                pipe.close()
            except OSError:  # it ended before it read; its exit code tells why
                return

    def read() -> None:
        pipe = process.stdout
        while pipe is not None and len(said) <= most and (piece := os.read(pipe.fileno(), _PIECE_BYTES)):
            said.extend(piece)

    reading = threading.Thread(target=read, name="pdf", daemon=True)
    threading.Thread(target=write, name="pdf-data", daemon=True).start()
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


# A guess: what marks add to a file is small.
_ADDED_BYTES = 32 * MIB


class SandboxedAnnotator:
    """Implements `ports.reading.PdfAnnotator` with spawned processes, confined as those that read papers."""

    def __init__(self, limits: ReadLimits) -> None:
        self._limits = limits

    def annotate(self, path: Path, marks: Sequence[Mark]) -> bytes:
        most = self._limits.file_bytes + _ADDED_BYTES
        return made_pdf("annotate", msgspec.json.encode(marks), self._limits, most, path=path)
