"""Adds highlights with popups to a copy of a PDF; runs inside the confined process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scholarai.adapters.reading.companions import archived_pdf
from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.pdf import load_pymupdf, open_document

_PDF = b"%PDF"
_HEAD_BYTES = 1_024
_POPUP_PT = (200.0, 120.0)
_AUTHOR = "ScholarAI"


def with_highlights(path: Path, marks: Sequence[Any]) -> bytes:
    """Return the bytes of a copy of the PDF with a highlight per mark.

    Args:
        path: A PDF, or an archive that holds the PDF of its paper.
        marks: `ports.reading.Mark` as plain values; boxes are those of the displayed page, as everywhere.

    Raises:
        PaperFaultError: If there is no PDF, or it cannot be opened.
    """
    pymupdf: Any = load_pymupdf()
    document = _opened(pymupdf, path)
    for mark in marks:
        place = mark["place"]
        index = place["page_number"] - 1
        if 0 <= index < document.page_count:
            _highlight(pymupdf, document.load_page(index), place["boxes"], mark["text"], mark["color"])
    copy: bytes = document.tobytes(deflate=True)
    return copy


def _opened(pymupdf: Any, path: Path) -> Any:
    with path.open("rb") as stream:
        is_pdf = _PDF in stream.read(_HEAD_BYTES)
    pdf = None
    if not is_pdf:
        pdf = archived_pdf(path)
        if pdf is None:
            raise fault("unsupported_format")
    failures = (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError)
    try:
        document = open_document(pymupdf, pdf if pdf is not None else path.read_bytes())
    except failures as error:
        raise fault("damaged") from error
    if document.needs_pass:
        raise fault("encrypted")
    return document


def _highlight(pymupdf: Any, page: Any, boxes: Sequence[Sequence[float]], text: str, color: Sequence[float]) -> None:
    """Add one highlight over all boxes, with its popup beside the first."""
    # Annotations are placed on the page before it is turned.
    back = page.derotation_matrix
    quads = [_quad(pymupdf, box) * back for box in boxes]
    if not quads:
        return
    added = page.add_highlight_annot(quads)
    added.set_colors(stroke=tuple(color))
    added.set_info(title=_AUTHOR, content=text)
    left, top = boxes[0][2], boxes[0][1]
    added.set_popup(pymupdf.Rect(left, top, left + _POPUP_PT[0], top + _POPUP_PT[1]) * back)
    added.update()


def _quad(pymupdf: Any, box: Sequence[float]) -> Any:
    """Return a box as a line of text along its longer side: MuPDF rounds the ends of a highlight by the height of its line."""
    quad = pymupdf.Rect(*box).quad
    if quad.rect.height <= quad.rect.width:
        return quad
    return pymupdf.Quad(quad.ll, quad.ul, quad.lr, quad.ur)
