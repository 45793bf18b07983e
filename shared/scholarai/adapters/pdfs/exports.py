"""Reviews, conversations and tables as PDFs, for `domain.exports`."""

from __future__ import annotations

from collections.abc import Iterator

from scholarai.adapters.pdfs.process import made_pdf
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.domain.errors import ConflictError, PaperFaultError
from scholarai.domain.limits import MIB
from scholarai.domain.review import Report, Review
from scholarai.domain.tables import ShownTable
from scholarai.exporting.conversation_text import as_html
from scholarai.exporting.export_content import Talk
from scholarai.exporting.tables import table_as_page
from scholarai.reviewing.exports import review_as_html

# A guess: text with fonts.
_MOST_BYTES = 64 * MIB
# Its process lays out some 90 pages a second, in 100 MB.
_LIMITS = ReadLimits()


def review_as_pdf(review: Review, report: Report) -> bytes:
    """Return a review as a PDF.

    Raises:
        ConflictError: `export_too_long`, or `export_failed`.
        TransientError: If other PDFs are being made.
    """
    return printed(review_as_html(review, report))


def conversation_as_pdf(talk: Talk) -> Iterator[bytes]:
    """Yield the whole file.

    Raises:
        ConflictError: `export_too_long`, or `export_failed`.
        TransientError: If other PDFs are being made.
    """
    yield printed(b"".join(as_html(talk)))


def table_as_pdf(table: ShownTable) -> bytes:
    """Return a table of papers by questions as a PDF.

    Raises:
        ConflictError: `export_too_long`, or `export_failed`.
        TransientError: If other PDFs are being made.
    """
    return printed(table_as_page(table))


def printed(page: bytes, limits: ReadLimits = _LIMITS) -> bytes:
    """Return a page of HTML as a PDF.

    Raises:
        ConflictError: `export_too_long` if it has too many pages or takes too long, `export_failed` if its process fails otherwise.
        TransientError: If other PDFs are being made, or the process was killed or could not be started.
    """
    try:
        return made_pdf("print", page, limits, _MOST_BYTES)
    except PaperFaultError as error:
        another = "Export it in another form, such as HTML or CSV."
        if error.code in {"too_complex", "read_timeout"}:
            raise ConflictError("export_too_long", "this is too long for a PDF", action=another) from error
        reason = f"{error.code}: {error.detail}"
        raise ConflictError("export_failed", f"the PDF could not be made ({reason})", action=another) from error
