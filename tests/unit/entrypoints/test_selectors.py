"""Places go out as selectors that the W3C's JSON-LD context knows.

The names and their types are those of http://www.w3.org/ns/anno.jsonld; a library for JSON-LD would have to fetch it.
"""

from __future__ import annotations

import msgspec
import pytest

from scholarai.domain.chat import Citation, PageBoxes
from scholarai.domain.checking import CheckedQuote, QuotePlace
from scholarai.domain.content import Box
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.notes import TextQuoteSelector
from scholarai.entrypoints.chat_schemas import CitationV1
from scholarai.entrypoints.check_schemas import CheckedQuoteV1

# Terms of the context for each class of selectors, with the type of JSON that the specification asks for.
TERMS = {
    "TextQuoteSelector": {"exact": str, "prefix": str, "suffix": str},
    "TextPositionSelector": {"start": int, "end": int},
    "FragmentSelector": {"value": str, "conformsTo": str},
}
TEXT = "Before it. The mean was 4.7 g in all of them. Behind it."
START, END = TEXT.index("The mean"), TEXT.index(" Behind")


def page(number: int) -> PageBoxes:
    return PageBoxes(page_number=number, width_pt=595, height_pt=842, boxes=(Box(10, 20.5, 110, 32.25),))


def checked(*places: QuotePlace) -> CheckedQuote:
    part = TextQuoteSelector(exact=TEXT[START:END], prefix=TEXT[:START], suffix=TEXT[END:])
    return CheckedQuote(quote_id=1, verdict="exact", text=TEXT[START:END], places=places, selectors=(part,))


def selectors(view: msgspec.Struct) -> list[dict[str, object]]:
    found: list[dict[str, object]] = msgspec.json.decode(msgspec.json.encode(view))["selectors"]
    return found


def citation(**about: object) -> Citation:
    given = {"text": TEXT[START:END], "start": START, "end": END, "prefix": TEXT[:START], "suffix": TEXT[END:]} | about
    ids = {"number": 1, "paper_id": PaperId("p"), "chunk_id": ChunkId("c"), "verdict": "exact", "label": "p. 3"}
    return msgspec.convert({"quote": "The mean was 4.7 g in all of them.", **ids, **given}, Citation)


@pytest.mark.parametrize(
    "view",
    [
        CheckedQuoteV1.of(checked(QuotePlace(start=START, end=END, page=page(3)))),
        CitationV1.of(citation(pages=(page(3),))),
    ],
    ids=["checked", "citation"],
)
def test_each_selector_has_the_terms_of_its_class_and_selects_the_same(view: msgspec.Struct) -> None:
    quote, position, fragment = selectors(view)

    for one in (quote, position, fragment):
        assert {name: type(value) for name, value in one.items() if name != "type"} == TERMS[str(one["type"])]
    assert f"{quote['prefix']}{quote['exact']}{quote['suffix']}" == TEXT
    assert TEXT.index(str(quote["exact"])) == position["start"]
    assert position["end"] == END
    assert fragment["value"] == "page=3&viewrect=10,20.5,100,11.75"
    assert fragment["conformsTo"] == "http://tools.ietf.org/rfc/rfc3778"


def test_a_part_that_a_page_break_divides_has_one_position_and_a_rectangle_on_each_page() -> None:
    places = QuotePlace(start=START, end=START + 9, page=page(3)), QuotePlace(start=START + 9, end=END, page=page(4))
    found = selectors(CheckedQuoteV1.of(checked(*places)))

    assert [one["type"] for one in found] == [
        "TextQuoteSelector", "TextPositionSelector", "FragmentSelector", "FragmentSelector",
    ]  # fmt: skip
    assert (found[1]["start"], found[1]["end"]) == (START, END)


def test_words_put_together_have_no_text_quote_and_a_quote_that_was_not_found_has_no_selector() -> None:
    joined = CitationV1.of(citation(text="The mean … of them"))
    missing = CitationV1.of(citation(verdict="not_found", text="", start=None, end=None))

    assert [one["type"] for one in selectors(joined)] == ["TextPositionSelector"]
    assert selectors(missing) == []
