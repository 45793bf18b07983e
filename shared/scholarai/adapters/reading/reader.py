"""The paper reader: each file is read in a process of its own that cannot take more than its limits."""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import json
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scholarai.adapters.reading.child import EXIT_MEMORY
from scholarai.adapters.reading.encoding import Decoder
from scholarai.adapters.reading.faults import codes, fault
from scholarai.adapters.reading.fork_server import WarmProcesses, WarmReading
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import PaperFaultError, ScholarError, TransientError
from scholarai.domain.figure_images import MOST_IMAGES
from scholarai.ports.reading import PageListener, PaperSource
from scholarai.versions import reading_version

_log = logging.getLogger(__name__)

_PIECE_BYTES = 1 << 20
# A bounded queue, so that a child with much output waits for this process.
_PIECES_AHEAD = 8
_STOP_S = 5.0
_PNG = b"\x89PNG\r\n\x1a\n"
# Beside the time for pictures that the child gives itself: for the last one, and for opening the file again. A guess.
_LAST_IMAGE_S = 5.0


class SandboxedReader:
    """Reads files in spawned processes (never forked from the caller, which may hold threads and gRPC channels)."""

    def __init__(self, limits: ReadLimits, warm: WarmProcesses | None = None) -> None:
        self._limits = limits
        self._warm = warm
        self._noted: set[tuple[str, ...]] = set()

    @contextlib.contextmanager
    def for_many(self) -> Iterator[SandboxedReader]:
        """Yield a reader for many files of one owner: each still has a process of its own, but modules are loaded once."""
        if sys.platform != "linux":
            yield self
            return
        processes = WarmProcesses(child_environment())
        try:
            yield SandboxedReader(self._limits, processes)
        finally:
            processes.close()

    @property
    def version(self) -> str:
        return f"{reading_version()}-{self._limits.ocr}-{self._limits.ocr_languages}"

    def read(self, source: PaperSource, on_page: PageListener) -> PaperContent:
        """Return the content of the file; see `ports.reading.PaperReader`."""
        size = source.path.stat().st_size
        if size == 0:
            raise fault("empty_file")
        if size > self._limits.file_bytes:
            raise fault("too_large", f"The file has {size} bytes; at most {self._limits.file_bytes} are read.")
        content, cut_short = self._read_once(source, on_page)
        if cut_short:
            _log.warning("reading process ended from outside while it drew")
            content, _ = self._read_once(source, on_page)
        return content

    def _read_once(self, source: PaperSource, on_page: PageListener) -> tuple[PaperContent, bool]:
        """Return the content, and whether the child was ended from outside before it had drawn all pictures."""
        process = self._start(source)
        conversation = _Conversation(process, self._limits, on_page, source.images, self._noted)
        try:
            conversation.run()
            return conversation.outcome(), conversation.was_cut_short()
        finally:
            process.end(_STOP_S) if isinstance(process, WarmReading) else end_process(process)
            conversation.close()

    def _start(self, source: PaperSource) -> subprocess.Popen[bytes] | WarmReading:
        request = {
            "parent": os.getpid(),
            "path": str(source.path.resolve()),
            "filename": source.filename,
            "images": source.images is not None,
            "address_space_bytes": self._limits.address_space_bytes,
            "limits": dataclasses.asdict(self._limits),
        }
        command = [sys.executable, "-m", "scholarai.adapters.reading.child", json.dumps(request)]
        try:
            if self._warm is not None:
                return self._warm.start(request)
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=child_environment(),
                start_new_session=True,
            )
        except OSError as error:
            raise TransientError("reader_unavailable", "The reading process could not be started.") from error


class _Conversation:
    """The messages of one reading process."""

    def __init__(
        self,
        process: subprocess.Popen[bytes] | WarmReading,
        limits: ReadLimits,
        on_page: PageListener,
        images: Path | None,
        noted: set[tuple[str, ...]],
    ) -> None:
        self._process = process
        self._limits = limits
        self._on_page = on_page
        self._images = images
        self._noted = noted
        self._images_deadline: float | None = None
        self._is_over = False
        self._pending = bytearray()
        self._decoder: Decoder | None = None
        self._content_bytes = 0
        self._fault: PaperFaultError | None = None
        pipe = process.stdout
        assert pipe is not None  # noqa: S101  - Popen was given PIPE
        self._pipe = pipe
        # Windows waits for sockets only, so a thread waits for the pipe.
        self._pieces: queue.Queue[bytes] = queue.Queue(_PIECES_AHEAD)
        self._thread = threading.Thread(target=self._read_pieces, name="reading", daemon=True)

    def run(self) -> None:
        """Handle messages until the child ends or its time is up."""
        deadline = time.monotonic() + self._limits.wall_s
        self._thread.start()
        while piece := self._next(deadline):
            self._take(piece)

    def close(self) -> None:
        """Close the pipe of a child that has ended."""
        while self._thread.is_alive():
            with contextlib.suppress(queue.Empty):
                self._pieces.get(timeout=_STOP_S)
        self._pipe.close()

    def _next(self, deadline: float) -> bytes:
        """Return the next output, empty when the child has ended or its time for pictures is up."""
        left_s = min(deadline, self._images_deadline or deadline) - time.monotonic()
        try:
            piece = self._pieces.get(timeout=max(0.0, left_s))
        except queue.Empty:
            if self._images_deadline is not None:
                return b""  # the content is here, and pictures are optional
            raise fault("read_timeout") from None
        self._is_over = not piece
        return piece

    def _read_pieces(self) -> None:
        piece = b"begin"
        while piece:
            piece = os.read(self._pipe.fileno(), _PIECE_BYTES)
            self._pieces.put(piece)

    def outcome(self) -> PaperContent:
        """Return the content, or raise the error that the end of the child means."""
        try:
            content = self._decoder.content() if self._decoder is not None else None
        except ValueError as error:
            raise fault("reader_crashed") from error
        if content is not None:
            return content
        if self._fault is not None:
            raise self._fault
        raise fault_of_exit(self._process.wait(timeout=_STOP_S))

    def was_cut_short(self) -> bool:
        """Tell whether the child was killed by another process after it had sent the content."""
        return self._is_over and _was_killed(self._process.wait(timeout=_STOP_S))

    def _take(self, piece: bytes) -> None:
        self._pending += piece
        start = 0
        while (end := self._pending.find(b"\n", start)) >= 0:
            line = bytes(self._pending[start:end])
            start = end + 1
            if self._decoder is None or self._images_deadline is not None:
                self._handle(_message(line))
            else:
                self._decode(self._decoder, line)
        del self._pending[:start]
        if len(self._pending) + self._content_bytes > self._limits.result_bytes:
            raise fault("too_complex")

    def _decode(self, decoder: Decoder, line: bytes) -> None:
        self._content_bytes += len(line)
        try:
            decoder.take(line)
        except ValueError as error:
            raise fault("reader_crashed") from error
        if not line:
            self._images_deadline = time.monotonic() + self._limits.images_s + _LAST_IMAGE_S

    def _note_unconfined(self, lacking: tuple[str, ...]) -> None:
        """Log once which restrictions this platform cannot put on a reading process (docs/security.md)."""
        if lacking not in self._noted:
            self._noted.add(lacking)
            _log.info("reading process not fully confined", extra={"lacking": lacking})

    def _handle(self, message: dict[str, Any]) -> None:
        match message:
            case {"unconfined": [*lacking]}:
                self._note_unconfined(tuple(map(str, lacking)))
            case {"page": [int(done), int() | None as pages]}:
                self._on_page(done, pages)
            case {"fault": [str(code), str(detail), str(action)]} if code in codes():
                self._fault = PaperFaultError(code, detail, action=action or fault(code).action)
            case {"content": True}:
                self._decoder = Decoder()
            case {"image": [int(index), str(encoded)]} if self._images is not None and 0 <= index < MOST_IMAGES:
                png = _picture(encoded)
                if len(png) <= self._limits.image_bytes and png.startswith(_PNG):
                    (self._images / f"{index}.png").write_bytes(png)


def _message(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise fault("reader_crashed") from error


def _picture(encoded: str) -> bytes:
    try:
        return base64.b64decode(encoded)
    except ValueError:
        return b""  # not kept; the content is here


def fault_of_exit(code: int) -> ScholarError:
    if _was_killed(code):
        return TransientError("reader_killed", "The reading process was ended from outside.")
    if sys.platform != "win32":
        match -code:
            case signal.SIGXCPU:
                return fault("read_timeout")
            case signal.SIGABRT:
                # A C++ library that gets no memory aborts.
                return fault("read_memory")
    if code == EXIT_MEMORY:
        return fault("read_memory")
    return fault("reader_crashed")


def _was_killed(code: int) -> bool:
    return sys.platform != "win32" and -code in {signal.SIGKILL, signal.SIGTERM}


def child_environment() -> dict[str, str]:
    """Return the environment of a child: it imports from the same places as this process, and inherits no secret."""
    kept = {
        name: os.environ[name]
        for name in ("LANG", "TZ", "PYTHONDONTWRITEBYTECODE", "TESSDATA_PREFIX", "SYSTEMROOT")
        if name in os.environ
    }
    return kept | {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONSAFEPATH": "1",
        "OMP_THREAD_LIMIT": "1",
    }


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the process group, and reap the child."""
    if sys.platform == "win32":  # where the child starts no process of its own
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=_STOP_S)
