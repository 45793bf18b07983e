"""Text that a reader of the page does not see: left out and noted."""

from __future__ import annotations

from typing import NamedTuple

from scholarai.domain.content import Box, Note
from scholarai.parsing.layout import PageLayout, Span
from scholarai.parsing.pdf.text.characters import hides_characters

# Below this no print is legible; footnotes of footnotes in journals are set in 5 pt.
TINY_PT = 2.4
# Square points that a letter takes up at least, however it is squeezed. A guess: in type of 2.4 pt an "i" has 2.
_LEAST_AREA = 0.5
# A layer of recognised text under a scan is invisible as a whole; hidden text is the exception on its page.
_LAYER_SHARE = 0.8

_DETAILS = {
    "invisible": "Text without ink was left out.",
    "unseen": "Text that the drawn page does not show was left out: of the colour of its ground, covered, or cut off.",
    "tiny": "Text too small to be read was left out.",
    "off_page": "Text outside the page was left out.",
    "hidden_characters": "Zero-width or direction-changing characters were left out.",
}


class Seen(NamedTuple):
    """Per line the spans that show, and notes on the rest."""

    lines: list[list[Span]]
    notes: list[Note]


def visible(page: PageLayout) -> Seen:
    """Return what of a page is seen."""
    found = {"unseen_text"} if page.more_text else set()
    if _is_plain(page):
        return Seen([list(line.spans) for line in page.lines], _notes(page, found))
    layer = _is_text_layer(page)
    lines = []
    for line in page.lines:
        kept = []
        for span in line.spans:
            reason = _reason(span, page, layer=layer)
            if reason and span.text.strip():
                found.add(f"{reason}_text")
            if not reason:
                kept.append(span)
                if hides_characters(span.text):
                    found.add("hidden_characters")
        lines.append(kept)
    return Seen(lines, _notes(page, found))


def _notes(page: PageLayout, found: set[str]) -> list[Note]:
    return [
        Note(code=code, detail=_DETAILS[code.removesuffix("_text")], page_number=page.page_number)
        for code in sorted(found)
    ]


def _is_plain(page: PageLayout) -> bool:
    """Tell whether nothing on a page can be hidden, judged by its few styles and the boxes of its lines."""
    styles = {span.style for line in page.lines for span in line.spans}
    for style in styles:
        if not (style.painted and style.drawn) or style.alpha == 0 or style.size_pt < TINY_PT:
            return False
    for line in page.lines:
        box = line.box
        if box.x0 < 0 or box.y0 < 0 or box.x1 > page.width_pt or box.y1 > page.height_pt:
            return False
    return not hides_characters("".join([span.text for line in page.lines for span in line.spans]))


def _is_text_layer(page: PageLayout) -> bool:
    total = unpainted = 0
    for line in page.lines:
        for span in line.spans:
            total += len(span.text)
            unpainted += len(span.text) if _without_ink(span) else 0
    return unpainted > 0 and unpainted >= _LAYER_SHARE * total


def _without_ink(span: Span) -> bool:
    return not span.style.painted or span.style.alpha == 0


def _reason(span: Span, page: PageLayout, *, layer: bool) -> str | None:
    style, box = span.style, Box(*span.box)
    if _without_ink(span):
        return None if layer else "invisible"
    if not style.drawn:
        return "unseen"
    if style.size_pt < TINY_PT and _is_tiny(span):
        return "tiny"
    if box.x1 <= 0 or box.y1 <= 0 or box.x0 >= page.width_pt or box.y0 >= page.height_pt:
        return "off_page"
    return None


def _is_tiny(span: Span) -> bool:
    """Tell whether the letters take up no more room than their size says, or are squeezed into nothing."""
    x0, y0, x1, y1 = span.box
    width, height = x1 - x0, y1 - y0
    small = height < TINY_PT * 1.5 and width < 0.9 * len(span.text) * TINY_PT
    return small or width * height < _LEAST_AREA * len(span.text)
