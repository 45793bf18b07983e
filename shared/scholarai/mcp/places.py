"""Describes a place in a paper: page, boxes, W3C selectors, and a link that opens the page there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from scholarai.domain.chat import PageBoxes
from scholarai.domain.checking import QuotePlace
from scholarai.domain.content import Box
from scholarai.domain.ids import PaperId
from scholarai.domain.notes import CONTEXT_CHARACTERS, TextQuoteSelector, fragments_of
from scholarai.domain.values import to_plain

Selector = dict[str, Any]
"""A selector of the Web Annotation Data Model, as JSON-LD."""


class Place(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where something is printed: a box [x0, y0, x1, y1] per line, in points from the top left of the page."""

    link: str
    page: int | None = None
    boxes: tuple[tuple[float, ...], ...] = ()
    selectors: tuple[Selector, ...] = ()


class Links(Struct, frozen=True):
    """Makes addresses of the page of a server at `base`."""

    base: str

    def paper(self, paper_id: PaperId) -> str:
        return f"{self.base.rstrip('/')}/papers/{quote(paper_id, safe='')}"

    def place(self, paper_id: PaperId, pages: Sequence[PageBoxes], start: int, end: int) -> str:
        """Return an address that opens a paper at boxes, or at characters of its text where it has no pages."""
        if not pages:
            return f"{self.paper(paper_id)}?chars={start}-{end}"
        places = ";".join(",".join(map(_short, _numbers(page))) for page in pages)
        return f"{self.paper(paper_id)}?page={pages[0].page_number}&at={places}"

    def places(
        self, paper_id: PaperId, places: Sequence[QuotePlace], quotes: Sequence[TextQuoteSelector] = ()
    ) -> tuple[Place, ...]:
        """Return places in a paper; `quotes` are its words at each part, whose places are cut where a page ends."""
        shown, parts, left = [], iter(quotes), 0
        for place in places:
            quote = next(parts, None) if left <= 0 else None
            left += len(quote.exact) if quote is not None else 0
            left -= place.end - place.start
            shown.append(
                Place(
                    link=self.place(paper_id, [] if place.page is None else [place.page], place.start, place.end),
                    page=None if place.page is None else place.page.page_number,
                    boxes=() if place.page is None else tuple(map(_rounded, place.page.boxes)),
                    selectors=tuple(_selectors(place, quote)),
                )
            )
        return tuple(shown)


def quote_in(text: str, start: int, end: int) -> TextQuoteSelector:
    """Return characters of a text as a selector, with what stands around them."""
    return TextQuoteSelector(
        exact=text[start:end],
        prefix=text[max(0, start - CONTEXT_CHARACTERS) : start],
        suffix=text[end : end + CONTEXT_CHARACTERS],
    )


def _numbers(page: PageBoxes) -> Iterator[float]:
    yield from (page.page_number, page.width_pt, page.height_pt)
    for box in page.boxes:
        yield from box


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _rounded(box: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(number, 1) for number in box)


def _selectors(place: QuotePlace, quote: TextQuoteSelector | None) -> Iterator[Selector]:
    """Yield a place's selectors; the lines on its page are one rectangle, since a model reads each word of them."""
    if quote is not None:
        yield to_plain(quote)
    yield {"type": "TextPositionSelector", "start": place.start, "end": place.end}
    if place.page is not None and place.page.boxes:
        low_x, low_y, high_x, high_y = zip(*place.page.boxes, strict=True)
        around = Box(min(low_x), min(low_y), max(high_x), max(high_y))
        for fragment in fragments_of([replace(place.page, boxes=(around,))]):
            yield {"type": fragment.type, "conformsTo": fragment.conforms_to, "value": fragment.value}
