"""Removes text that is invisible on the page, and notes it."""

from __future__ import annotations

from typing import NamedTuple

from scholarai.domain.content import Box, Note
from scholarai.domain.plurals import counted
from scholarai.parsing.layout import PageLayout, Span
from scholarai.parsing.pdf.layout.text_layer import UNKNOWN, is_text_layer, is_without_ink
from scholarai.parsing.pdf.layout.thresholds import HIDDEN
from scholarai.parsing.pdf.text.characters import hides_characters

_DETAILS = {
    "invisible": "Text without ink was left out.",
    "unseen": "Text that the drawn page does not show was left out: of the colour of its background, covered, or cut off.",
    "tiny": "Text too small to be read was left out.",
    "off_page": "Text outside the page was left out.",
    "hidden_characters": "Zero-width or direction-changing characters were left out.",
}


class Seen(NamedTuple):
    """The visible spans of each line, and notes on the others."""

    lines: list[list[Span]]
    notes: list[Note]


def visible(page: PageLayout) -> Seen:
    """Return the visible text of a page."""
    found = {"unseen_text"} if page.more_text else set()
    if _is_plain(page):
        return Seen([list(line.spans) for line in page.lines], _notes(page, found))
    layer = is_text_layer(page.lines)
    lines = []
    for line in page.lines:
        kept = []
        for span in line.spans:
            # White space parts words whatever its size: Elsevier's pages of 2010 to 2017 set it at 0 pt.
            reason = None if span.text.isspace() else _reason(span, page, layer=layer)
            if reason:
                found.add(f"{reason}_text")
            if not reason:
                kept.append(span)
                if hides_characters(span.text):
                    found.add("hidden_characters")
        lines.append(kept)
    return Seen(lines, _notes(page, found))


def _notes(page: PageLayout, found: set[str]) -> list[Note]:
    notes = [
        Note(code=code, detail=_DETAILS[code.removesuffix("_text")], page_number=page.page_number)
        for code in sorted(found)
    ]
    unknown = sum(span.text.count(UNKNOWN) for line in page.lines for span in line.spans)
    if unknown:
        detail = f"{counted(unknown, 'sign')} could not be read: their fonts do not say what they are."
        notes.append(Note(code="unknown_signs", detail=detail, page_number=page.page_number))
    return notes


def _is_plain(page: PageLayout) -> bool:
    """Tell quickly, by its styles and the boxes of its lines, whether nothing on a page is hidden."""
    styles = {span.style for line in page.lines for span in line.spans}
    for style in styles:
        if not (style.painted and style.drawn) or style.alpha == 0 or style.size_pt < HIDDEN.tiny_pt:
            return False
    for line in page.lines:
        box = line.box
        if box.x0 < 0 or box.y0 < 0 or box.x1 > page.width_pt or box.y1 > page.height_pt:
            return False
    return not hides_characters("".join([span.text for line in page.lines for span in line.spans]))


def _reason(span: Span, page: PageLayout, *, layer: bool) -> str | None:
    style, box = span.style, Box(*span.box)
    if is_without_ink(span):
        return None if layer else "invisible"
    if not style.drawn:
        return "unseen"
    if style.size_pt < HIDDEN.tiny_pt and _is_tiny(span):
        return "tiny"
    if box.x1 <= 0 or box.y1 <= 0 or box.x0 >= page.width_pt or box.y0 >= page.height_pt:
        return "off_page"
    return None


def _is_tiny(span: Span) -> bool:
    """Tell whether the type is too small to read, by its size or by its area per letter."""
    x0, y0, x1, y1 = span.box
    width, height = x1 - x0, y1 - y0
    low = height < HIDDEN.tiny_height_share * HIDDEN.tiny_pt
    small = low and width < HIDDEN.tiny_width_share * len(span.text) * HIDDEN.tiny_pt
    return small or width * height < HIDDEN.letter_area * len(span.text)
