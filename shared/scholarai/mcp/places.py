"""Says where something stands in a paper: its page, its boxes, W3C selectors, and a link that opens the page there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from scholarai.domain.chat import PageBoxes
from scholarai.domain.checking import QuotePlace
from scholarai.domain.ids import PaperId

Selector = dict[str, Any]
"""A selector of the Web Annotation Data Model, as JSON-LD."""

# How fragments of PDFs are named, RFC 8118.
_PDF_FRAGMENT = "http://tools.ietf.org/rfc/rfc8118"


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
        self, paper_id: PaperId, places: Sequence[QuotePlace], text: str, start: int | None = None
    ) -> tuple[Place, ...]:
        """Return places in a paper; `text` are its words at the only one, or from character `start` of its text on."""
        words = text if start is None or not places else text[places[0].start - start : places[0].end - start]
        return tuple(
            Place(
                link=self.place(paper_id, [] if place.page is None else [place.page], place.start, place.end),
                page=None if place.page is None else place.page.page_number,
                boxes=() if place.page is None else tuple(map(_rounded, place.page.boxes)),
                selectors=tuple(_selectors(place, words if len(places) == 1 else "")),
            )
            for place in places
        )


def _numbers(page: PageBoxes) -> Iterator[float]:
    yield from (page.page_number, page.width_pt, page.height_pt)
    for box in page.boxes:
        yield from box


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _rounded(box: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(number, 1) for number in box)


def _selectors(place: QuotePlace, text: str) -> Iterator[Selector]:
    if text:
        yield {"type": "TextQuoteSelector", "exact": text}
    yield {"type": "TextPositionSelector", "start": place.start, "end": place.end}
    if place.page is not None and place.page.boxes:
        x0, y0 = (min(box[side] for box in place.page.boxes) for side in (0, 1))
        x1, y1 = (max(box[side] for box in place.page.boxes) for side in (2, 3))
        rect = ",".join(map(_short, (x0, y0, x1 - x0, y1 - y0)))
        value = f"page={place.page.page_number}&viewrect={rect}"
        yield {"type": "FragmentSelector", "conformsTo": _PDF_FRAGMENT, "value": value}
