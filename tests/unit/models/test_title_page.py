"""Questions about the title page, answered without a model."""

from __future__ import annotations

import pytest

from scholarai.adapters.models.local.extractive import choose_sentences
from scholarai.domain.chat import Evidence
from scholarai.domain.ids import ChunkId, PaperId

FRONT = "How Honey Bees Choose a Home\n\nMartin Lindauer and Thomas Seeley\n\nInstitute of Swarms"


def piece(number: int, text: str, pinned_by: str | None = None) -> Evidence:
    return Evidence(
        number=number,
        paper_id=PaperId("p"),
        chunk_id=ChunkId(f"1-{number:04d}"),
        text=text,
        score=1.0,
        start=0,
        end=len(text),
        pinned_by=pinned_by,
    )


THANKS = piece(2, "The authors would like to acknowledge contributions from the title sponsor of the conference.")


@pytest.mark.parametrize("question", ["Who are the authors?", "What is the title of this paper?"])
def test_the_lines_of_the_title_page_are_quoted(question: str) -> None:
    named = question.removesuffix("?").removeprefix("What is the ")

    chosen = choose_sentences(question, [piece(1, FRONT, pinned_by=named), THANKS])

    assert [sentence.text for sentence in chosen] == FRONT.split("\n\n")


def test_a_date_or_doi_that_the_title_page_does_not_give_is_not_made_up() -> None:
    dated = f"{FRONT}\n\nReceived 3 May 1955"

    assert (
        choose_sentences("When was it published?", [piece(1, FRONT, pinned_by="When was it published"), THANKS]) == []
    )
    assert choose_sentences("What is the DOI?", [piece(1, dated, pinned_by="DOI"), THANKS]) == []
    (line,) = choose_sentences("When was it published?", [piece(1, dated, pinned_by="When was it published"), THANKS])
    assert line.text == "Received 3 May 1955"


def test_another_question_is_not_answered_with_the_title_page() -> None:
    chosen = choose_sentences("Whom do the authors acknowledge?", [piece(1, FRONT), THANKS])

    assert chosen[0].number == 2
