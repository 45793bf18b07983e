"""The pages of a PDF that are pictures: recognised where they bring no text or a poor one, if the recognition is credible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scholarai.adapters.reading import ocr, rapid_ocr, tesseract
from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.ocr_lines import (
    LEAST_OF_LINE,
    LEAST_OF_PAGE,
    RecognizedLine,
    RecognizedWord,
    mean_confidence,
    raw_lines,
)
from scholarai.domain.content import Note
from scholarai.parsing.layout import PageLayout
from scholarai.parsing.pdf.layout.page import prepare
from scholarai.parsing.pdf.layout.text_layer import own_characters
from scholarai.parsing.pdf.layout.thresholds import TEXT_LAYERS

if TYPE_CHECKING:
    from scholarai.adapters.reading.pdf import PdfFile
    from scholarai.parsing.pdf.layout.page import PreparedPage
    from scholarai.parsing.pdf.layout.text_layer import TextLayer

_UNREAD_PICTURE = "The page is a picture whose text could not be recognised with confidence; it was left out."
_UNREAD_LETTERS = "The page's fonts do not tell its letters, and its picture could not be recognised with confidence."
_POOR_TEXT = "The text that this scan brings has many wrong letters, and recognising its picture gave no better one."
# The most broken words of recognised text, as a share of those before. Of seven pages, five of prose keep .05 at most, two of formulas
# .24 and .38 (2026-11).
_BETTER_SHARE = 0.5

_Recognize = Callable[[int], list[RecognizedLine]]


class Scanned(NamedTuple):
    """Pages, with notes on those that were recognised, and the words of these by page number."""

    pages: Sequence[PreparedPage]
    words: Mapping[int, Sequence[RecognizedWord]]
    notes: Sequence[Note]


def with_recognized(pages: Sequence[PreparedPage], pdf: PdfFile, limits: ReadLimits) -> Scanned:
    """Return the pages, those without a usable text layer, or with a poor one under a scan, recognised from their picture.

    Of a paper most of whose pages have false letters, so are those with little text, which may seem to be true.

    Raises:
        PaperFaultError: `no_usable_text` when there is none then either.
    """
    counts = own_characters([page.layer for page in pages])
    mostly_false = 2 * sum(page.layer.letters == 0 and bool(page.rows.rows) for page in pages) > len(pages)
    pictures = [
        i
        for i, count in enumerate(counts)
        if pages[i].layer.is_poor
        or (count < TEXT_LAYERS.page_characters and pages[i].layer.picture)
        or (count < TEXT_LAYERS.sparse_characters and mostly_false)
    ]
    scanned = _recognized(pages, pictures, pdf, limits) if pictures else Scanned(pages, {}, ())
    if sum(own_characters([page.layer for page in scanned.pages])) < TEXT_LAYERS.paper_characters:
        reasons = " ".join(dict.fromkeys(note.detail for note in scanned.notes))
        raise fault("no_usable_text", f"The file holds no readable text. {reasons}" if reasons else "")
    return scanned


def _recognized(pages: Sequence[PreparedPage], pictures: list[int], pdf: PdfFile, limits: ReadLimits) -> Scanned:
    recognize = _engine(pdf, limits)
    if recognize is None:
        detail = "Pages without usable text were not recognised: no language data."
        return Scanned(pages, {}, (Note(code="ocr_unavailable", detail=detail),))
    read = list(pages)
    words: dict[int, Sequence[RecognizedWord]] = {}
    notes: list[Note] = []
    for index in pictures[: limits.ocr_pages]:
        number = pages[index].page_number
        lines = recognize(number - 1)
        kept = [line for line in lines if line.confidence >= LEAST_OF_LINE]
        page = _page(pages[index], kept) if _is_credible(lines) else None
        if page is not None and _is_better(page.layer, pages[index].layer):
            read[index] = page
            words[number] = [word for line in kept for word in line.words]
            notes += _notes(number, len(lines) - len(kept))
        elif pages[index].layer.is_poor:
            notes.append(Note(code="poor_text_layer", detail=_POOR_TEXT, page_number=number))
        elif lines or pages[index].rows.rows:
            detail = _UNREAD_LETTERS if pages[index].rows.rows else _UNREAD_PICTURE
            notes.append(Note(code="not_recognized", detail=detail, page_number=number))
    if len(pictures) > limits.ocr_pages:
        detail = f"Only the first {limits.ocr_pages} pages without usable text were recognised."
        notes.append(Note(code="ocr_stopped", detail=detail))
    return Scanned(read, words, notes)


def _engine(pdf: PdfFile, limits: ReadLimits) -> _Recognize | None:
    """Return what recognises a page by its index, None where nothing can."""
    match ocr.usable_engine(limits.ocr, limits.ocr_languages):
        case "rapidocr":

            def by_models(index: int) -> list[RecognizedLine]:
                picture = pdf.picture(index, rapid_ocr.DPI, grey=False)
                return rapid_ocr.recognized_lines(picture) if picture else []

            return by_models
        case "tesseract":
            engine = tesseract.Tesseract(ocr.languages_to_try(limits.ocr_languages))

            def by_tesseract(index: int) -> list[RecognizedLine]:
                picture = pdf.picture(index, tesseract.DPI, grey=True)
                return engine.lines(picture, LEAST_OF_PAGE) if picture else []

            return by_tesseract
        case _:
            return None


def _is_better(recognized: TextLayer, own: TextLayer) -> bool:
    """Tell whether recognised text is worth more than a page's own: there is more of it, or it has few broken words instead of many."""
    if own.is_poor:
        return recognized.broken_share < _BETTER_SHARE * own.broken_share
    return recognized.letters > own.letters


def _is_credible(lines: Sequence[RecognizedLine]) -> bool:
    return mean_confidence(word for line in lines for word in line.words) >= LEAST_OF_PAGE


def _page(page: PreparedPage, lines: Sequence[RecognizedLine]) -> PreparedPage:
    return prepare(
        PageLayout(
            page.page_number, page.width_pt, page.height_pt, raw_lines(lines), recognized=True, to_pdf=page.to_pdf
        ),
    )


def _notes(number: int, left_out: int) -> list[Note]:
    detail = "The page's text was recognised from its picture; its tables and formulas are text without structure."
    notes = [Note(code="recognized", detail=detail, page_number=number)]
    if left_out:
        detail = (
            "Lines that could not be recognised with confidence, such as formulas and writing by hand, were left out."
        )
        notes.append(Note(code="lines_not_recognized", detail=detail, page_number=number))
    return notes
