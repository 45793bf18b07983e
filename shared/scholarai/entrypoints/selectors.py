"""Places in a paper as selectors of the W3C Web Annotation Data Model, with the names of its JSON-LD context.

`{"@context": "http://www.w3.org/ns/anno.jsonld", "type": "Annotation", "target": {"source": …, "selector": [these]}}` is an annotation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from scholarai.domain.chat import PageBoxes
from scholarai.domain.notes import fragments_of


class TextQuoteSelectorV1(Struct, frozen=True, kw_only=True, tag="TextQuoteSelector", tag_field="type"):
    """The paper's words, with some of those in front and behind."""

    exact: str
    prefix: str
    suffix: str


class TextPositionSelectorV1(Struct, frozen=True, kw_only=True, tag="TextPositionSelector", tag_field="type"):
    """Characters of the paper's text, as citations count them."""

    start: int
    end: int


class FragmentSelectorV1(Struct, frozen=True, kw_only=True, tag="FragmentSelector", tag_field="type"):
    """A rectangle of a page of the PDF, in points from its top left: `page=3&viewrect=x,y,width,height`."""

    value: str
    conforms_to: str = field(name="conformsTo")


SelectorV1 = TextQuoteSelectorV1 | TextPositionSelectorV1 | FragmentSelectorV1


def selectors_of(
    exact: str, prefix: str, suffix: str, start: int, end: int, pages: Sequence[PageBoxes]
) -> Iterator[SelectorV1]:
    """Yield the selectors of one run of a paper's text; they select the same, but for a rectangle per printed line.

    Words that are put together from several places (`exact` is not as long as the run) have no text quote.
    """
    if len(exact) == end - start:
        yield TextQuoteSelectorV1(exact=exact, prefix=prefix, suffix=suffix)
    yield TextPositionSelectorV1(start=start, end=end)
    for fragment in fragments_of(pages):
        yield FragmentSelectorV1(value=fragment.value, conforms_to=fragment.conforms_to)
