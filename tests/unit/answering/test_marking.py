from __future__ import annotations

from dataclasses import replace

import pytest

from scholarai.answering.quotable import with_best_marked
from scholarai.domain.chat import Citation, CitationMark, Evidence, TextSection
from scholarai.domain.ids import ChunkId, PaperId

PAPER = PaperId("p")


def _section(*starts: int) -> TextSection:
    return TextSection(
        text="",
        citations=tuple(
            Citation(
                number=start,
                paper_id=PAPER,
                chunk_id=ChunkId("c"),
                quote="q",
                verdict="exact",
                label="",
                start=start,
                end=start + 1,
            )
            for start in starts
        ),
    )


def _evidence(*ratings: tuple[int, float]) -> list[Evidence]:
    return [
        Evidence(
            number=1, paper_id=PAPER, chunk_id=ChunkId("c"), text="", score=0, start=0, end=99, ratings=tuple(ratings)
        )
    ]


def _marks(sections: tuple[TextSection, ...]) -> dict[int, CitationMark]:
    return {one.number: one.mark for section in sections for one in section.citations if one.mark}


@pytest.mark.parametrize(("question", "mark"), [("What grew?", "best"), ("Did the reef grow?", "decides")])
def test_the_citation_that_is_rated_highest_is_marked(question: str, mark: CitationMark) -> None:
    marked = with_best_marked([_section(10), _section(20, 30)], _evidence((10, -3.0), (20, -0.1), (30, -2.0)), question)

    assert _marks(marked) == {20: mark}


def test_a_citation_that_stands_alone_is_marked_only_where_it_decides() -> None:
    assert _marks(with_best_marked([_section(10)], _evidence((10, -3.0)), "What grew?")) == {}
    assert _marks(with_best_marked([_section(10)], _evidence((10, -3.0)), "Did it grow?")) == {10: "decides"}


def test_nothing_is_marked_where_nothing_is_rated() -> None:
    assert _marks(with_best_marked([_section(10, 20)], _evidence(), "Did it grow?")) == {}


def test_what_the_question_asks_for_counts_beside_the_rating() -> None:
    texts = {10: "We aimed to compare both reefs.", 20: "The reef was significantly higher than before (p < 0.01)."}
    section = _section(*texts)
    told = replace(section, citations=tuple(replace(one, text=texts[one.number]) for one in section.citations))

    assert _marks(with_best_marked([told], _evidence((10, -0.5), (20, -1.0)), "Did it grow?")) == {20: "decides"}
