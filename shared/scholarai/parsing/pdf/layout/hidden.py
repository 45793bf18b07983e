"""Text that a reader of the page does not see: left out and noted."""

from __future__ import annotations

from typing import NamedTuple

from scholarai.domain.content import Box, Note
from scholarai.parsing.layout import PageLayout, Span
from scholarai.parsing.pdf.text.characters import hides_characters

# Below this no print is legible; footnotes of footnotes in journals are set in 5 pt.
TINY_PT = 1.9
_NEAR_WHITE = 0xF2
_WHITE_FROM = 0xF2F2F2
# A layer of recognised text under a scan is invisible as a whole; hidden text is the exception on its page.
_LAYER_SHARE = 0.8
_WHOLE_PAGE = 0.95

_DETAILS = {
    "invisible": "Text without ink was left out.",
    "white": "White text on white was left out.",
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
    if _is_plain(page):
        return Seen([list(line.spans) for line in page.lines], [])
    layer = _is_text_layer(page)
    found: set[str] = set()
    lines = []
    for line in page.lines:
        kept = []
        for span in line.spans:
            reason = _reason(span, page, layer=layer)
            if reason == "white":
                reason = None if _on_dark(Box(*span.box), page) else reason
            if reason and span.text.strip():
                found.add(f"{reason}_text")
            if not reason:
                kept.append(span)
                if hides_characters(span.text):
                    found.add("hidden_characters")
        lines.append(kept)
    notes = [
        Note(code=code, detail=_DETAILS[code.removesuffix("_text")], page_number=page.page_number)
        for code in sorted(found)
    ]
    return Seen(lines, notes)


def _is_plain(page: PageLayout) -> bool:
    """Tell whether nothing on a page can be hidden, told from its few styles and the boxes of its lines."""
    styles = {span.style for line in page.lines for span in line.spans}
    for style in styles:
        if not style.painted or style.alpha == 0 or style.size_pt < TINY_PT or style.color >= _WHITE_FROM:
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
    if style.size_pt < TINY_PT and box.y1 - box.y0 < TINY_PT * 1.5 and box.x1 - box.x0 < 0.9 * len(span.text) * TINY_PT:
        return "tiny"
    if box.x1 <= 0 or box.y1 <= 0 or box.x0 >= page.width_pt or box.y0 >= page.height_pt:
        return "off_page"
    return "white" if style.color >= _WHITE_FROM and _is_white(style.color) else None


def _is_white(color: int) -> bool:
    return min(color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF) >= _NEAR_WHITE


def _on_dark(box: Box, page: PageLayout) -> bool:
    """Tell whether something other than white lies under the box: a filled area, or an image, not a whole-page ground."""
    middle_x, middle_y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    for fill in page.graphics:
        area = fill.box
        if area.x0 <= middle_x <= area.x1 and area.y0 <= middle_y <= area.y1:
            if fill.fill is not None and not _is_white(fill.fill):
                return True
            if fill.image and (area.x1 - area.x0) * (area.y1 - area.y0) < _WHOLE_PAGE * page.width_pt * page.height_pt:
                return True
    return False
