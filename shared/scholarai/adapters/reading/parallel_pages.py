"""Prepares a long PDF's pages in two processes: this one takes the first half, a forked helper the second."""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.orphans import dies_with
from scholarai.adapters.reading.pdf import PdfFile
from scholarai.domain.content import Note
from scholarai.parsing.pdf.layout.page import PreparedPage, prepare

# Measured: 1.4 times the speed at 921 pages for 7 % more processor time; by processor time alone 1.2 times at 103 pages.
LEAST_PAGES = 100
# The helper drops what it has sent, so that the pages are in memory once.
_BATCH_PAGES = 16
_HEADER = struct.Struct("!II")  # bytes of the batch that follows, pages done with it
# What Linux gives without privilege: room for a batch, so that the helper seldom waits for us to look.
_PIPE_BYTES = 1 << 20

OnPrepared = Callable[[int], None]
Batch = tuple[list["PreparedPage"], list[Note]]


def prepared_pages(
    file: Path | bytes, pdf: PdfFile, limits: ReadLimits, on_prepared: OnPrepared, *, halves: bool
) -> tuple[list[PreparedPage], list[Note]]:
    """Return all readable pages of the file in order, and notes on the others.

    Args:
        file: Where the file is, or its bytes, for the helper to open it again.
        pdf: The open file.
        limits: What each of the two processes may take.
        on_prepared: Called with the number of pages that both processes have finished; it falls when a helper fails.
        halves: Whether a helper may be started; the result is the same with and without.

    Raises:
        PaperFaultError: `too_complex` when there is too much text, `read_memory` when memory ends.
    """
    count = pdf.page_count
    middle = (count + 1) // 2
    helper = _Helper.start(file, range(middle, count), limits) if halves else None
    if helper is None:
        middle = count
    pages: list[PreparedPage] = []
    notes: list[Note] = []
    characters = 0

    def take(batch: Batch) -> None:
        nonlocal characters
        characters += sum(page.layer.letters for page in batch[0])
        if characters > limits.characters:
            raise fault("too_complex")
        pages.extend(batch[0])
        notes.extend(batch[1])

    for index in range(middle):
        take(_batch(pdf, range(index, index + 1)))
        on_prepared(index + 1 + (helper.done() if helper else 0))
    if helper is not None and helper.ended_well():
        for batch in helper.batches():
            take(batch)
    else:
        # What ended the helper, such as a lack of memory, now happens in this process, which reports it.
        for index in range(middle, count):
            take(_batch(pdf, range(index, index + 1)))
            on_prepared(index + 1)
    on_prepared(count)
    return pages, notes


def worthwhile(page_count: int) -> bool:
    """Tell whether a helper gains time: for many pages, with a second CPU to read them on."""
    # Forking is safe here, where no other thread runs; elsewhere than on Linux nothing would end an orphan.
    return sys.platform == "linux" and page_count >= LEAST_PAGES and len(os.sched_getaffinity(0)) > 1


def _batch(pdf: PdfFile, indexes: range) -> Batch:
    """Prepare some pages, each layout dropped as soon as its rows are known."""
    pages: list[PreparedPage] = []
    notes: list[Note] = []
    for index in indexes:
        layout = pdf.page(index)
        if layout is None:
            detail = "The page is damaged and was left out."
            notes.append(Note(code="page_unreadable", detail=detail, page_number=index + 1))
        else:
            pages.append(prepare(layout))
    return pages, notes


class _Helper:
    """A forked process that prepares one range, under the same limits, and ends with its parent."""

    def __init__(self, pid: int, pipe: int) -> None:
        self._pid = pid
        self._pipe = pipe
        self._packed = bytearray()
        self._header_at = 0
        self._done = 0

    @classmethod
    def start(cls, file: Path | bytes, indexes: range, limits: ReadLimits) -> _Helper | None:
        """Start a helper; return None if no process can be started."""
        import fcntl  # not on Windows, where no helper is started

        parent = os.getpid()
        pipe, end = os.pipe()
        with contextlib.suppress(OSError):
            fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        try:
            pid = os.fork()
        except OSError:
            os.close(pipe)
            os.close(end)
            return None
        if pid == 0:
            os.close(pipe)
            _work(file, indexes, limits, parent, end)
        os.close(end)
        return cls(pid, pipe)

    def done(self) -> int:
        """Read what has arrived, and return how many pages of the range are finished."""
        os.set_blocking(self._pipe, False)
        with contextlib.suppress(BlockingIOError):
            self._take()
        while len(self._packed) >= self._header_at + _HEADER.size:
            size, done = _HEADER.unpack_from(self._packed, self._header_at)
            if len(self._packed) < self._header_at + _HEADER.size + size:
                break
            self._header_at += _HEADER.size + size
            self._done = done
        return self._done

    def ended_well(self) -> bool:
        """Wait for the whole range."""
        os.set_blocking(self._pipe, True)
        self._take()
        os.close(self._pipe)
        _, status = os.waitpid(self._pid, 0)
        return status == 0

    def batches(self) -> Iterator[Batch]:
        """Yield the batches of the helper in order; each is released when the next one is requested."""
        with memoryview(self._packed) as packed:
            at = 0
            while at < len(packed):
                size, _ = _HEADER.unpack_from(packed, at)
                at += _HEADER.size
                # The helper is this same program on the same file, in the same sandbox: it is trusted as far.
                yield pickle.loads(packed[at : at + size])  # noqa: S301
                at += size
        self._packed = bytearray()

    def _take(self) -> None:
        while piece := os.read(self._pipe, _PIPE_BYTES):
            self._packed += piece


def _work(file: Path | bytes, indexes: range, limits: ReadLimits, parent: int, pipe: int) -> None:
    code = 1
    try:
        if dies_with(parent):
            _send(file, indexes, limits, pipe)
            code = 0
    finally:
        # Neither what was raised nor the end of the interpreter may run the parent's part of the program here.
        os._exit(code)


def _send(file: Path | bytes, indexes: range, limits: ReadLimits, pipe: int) -> None:
    # Opened again: the parent's file has one place that both would move.
    pdf = PdfFile(file)
    characters = 0
    for start in range(indexes.start, indexes.stop, _BATCH_PAGES):
        batch = _batch(pdf, range(start, min(start + _BATCH_PAGES, indexes.stop)))
        characters += sum(page.layer.letters for page in batch[0])
        if characters > limits.characters:
            raise fault("too_complex")
        packed = pickle.dumps(batch, pickle.HIGHEST_PROTOCOL)
        done = min(start + _BATCH_PAGES, indexes.stop) - indexes.start
        for data in (_HEADER.pack(len(packed), done), packed):
            view = memoryview(data)
            while view:
                view = view[os.write(pipe, view) :]
