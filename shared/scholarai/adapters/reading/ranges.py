"""A long PDF's pages in two halves: this process prepares the first one, a helper beside it the second one."""

from __future__ import annotations

import mmap
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.orphans import dies_with
from scholarai.domain.content import Note

if TYPE_CHECKING:
    from scholarai.adapters.reading.pdf import PdfFile
    from scholarai.parsing.pdf import PreparedPage

# Ours: 120 pages take as long with a helper as without, 921 pages a quarter less where the second CPU has time.
LEAST_PAGES = 200
_PIECE_BYTES = 1 << 20
_COUNT_BYTES = 4

OnPrepared = Callable[[int], None]


def prepared_pages(
    path: Path, pdf: PdfFile, limits: ReadLimits, on_prepared: OnPrepared, *, halves: bool
) -> tuple[list[PreparedPage], list[Note]]:
    """Return all pages of the file that can be read, in order, and notes on those that cannot.

    Args:
        path: Where the file is, for the helper to open it again.
        pdf: The open file.
        limits: What each of the two processes may take.
        on_prepared: Told the number of pages that are done, by both processes together; it falls when a helper fails.
        halves: Whether a helper may be started; the result is the same with and without.

    Raises:
        PaperFaultError: `too_complex` when there is too much text, `read_memory` when memory ends.
    """
    count = pdf.page_count
    if not halves:
        pages, notes = _range(pdf, range(count), limits, on_prepared)
    else:
        middle = (count + 1) // 2
        helper = _Helper(path, range(middle, count), limits)
        pages, notes = _range(pdf, range(middle), limits, lambda done: on_prepared(done + helper.done()))
        rest = helper.result()
        if rest is None:
            # Whatever ended the helper meets this process now, and ends it under its own name.
            rest = _range(pdf, range(middle, count), limits, lambda done: on_prepared(middle + done))
        pages += rest[0]
        notes += rest[1]
    on_prepared(count)
    if sum(page.layer.letters for page in pages) > limits.characters:
        raise fault("too_complex")
    return pages, notes


def worthwhile(page_count: int) -> bool:
    """Tell whether a helper gains time: for many pages, with a second CPU to read them on."""
    # Forking is safe here, where no other thread runs; elsewhere than on Linux nothing would end an orphan.
    return sys.platform == "linux" and page_count >= LEAST_PAGES and len(os.sched_getaffinity(0)) > 1


def _range(
    pdf: PdfFile, indexes: range, limits: ReadLimits, on_prepared: OnPrepared
) -> tuple[list[PreparedPage], list[Note]]:
    """Prepare the pages of one range, each layout dropped as soon as its rows are known."""
    from scholarai.parsing.pdf import prepare

    pages: list[PreparedPage] = []
    notes: list[Note] = []
    characters = 0
    for done, index in enumerate(indexes, 1):
        layout = pdf.page(index)
        if layout is None:
            detail = "The page is damaged and was left out."
            notes.append(Note(code="page_unreadable", detail=detail, page_number=index + 1))
        else:
            page = prepare(layout)
            characters += page.layer.letters
            if characters > limits.characters:
                raise fault("too_complex")
            pages.append(page)
        on_prepared(done)
    return pages, notes


class _Helper:
    """A forked process that prepares one range, under the same limits, and ends with its parent."""

    def __init__(self, path: Path, indexes: range, limits: ReadLimits) -> None:
        self._count = mmap.mmap(-1, _COUNT_BYTES)
        parent = os.getpid()
        self._pipe, end = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._pipe)
            self._work(path, indexes, limits, parent, end)
        os.close(end)

    def done(self) -> int:
        """Return how many pages of the range are prepared."""
        return int.from_bytes(self._count[:], "little")

    def result(self) -> tuple[list[PreparedPage], list[Note]] | None:
        """Wait for the range and return it; None when the helper did not end well."""
        packed = bytearray()
        while piece := os.read(self._pipe, _PIECE_BYTES):
            packed += piece
        os.close(self._pipe)
        _, status = os.waitpid(self._pid, 0)
        # The helper is this same program on the same file, in the same sandbox: what it says is trusted as far.
        return pickle.loads(packed) if status == 0 else None  # noqa: S301

    def _work(self, path: Path, indexes: range, limits: ReadLimits, parent: int, pipe: int) -> None:
        code = 1
        try:
            if dies_with(parent):
                self._send(path, indexes, limits, pipe)
                code = 0
        finally:
            # Neither what was raised nor the end of the interpreter may run the parent's part of the program here.
            os._exit(code)

    def _send(self, path: Path, indexes: range, limits: ReadLimits, pipe: int) -> None:
        from scholarai.adapters.reading.pdf import PdfFile

        # Opened again: the parent's file has one place that both would move.
        view = memoryview(pickle.dumps(_range(PdfFile(path), indexes, limits, self._tell), pickle.HIGHEST_PROTOCOL))
        while view:
            view = view[os.write(pipe, view) :]

    def _tell(self, done: int) -> None:
        self._count[:] = done.to_bytes(_COUNT_BYTES, "little")
