"""Questions about the title page, answered without a model."""

from __future__ import annotations

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


def test_another_question_is_not_answered_with_the_title_page() -> None:
    chosen = choose_sentences("Whom do the authors acknowledge?", [piece(1, FRONT), THANKS])

    assert chosen[0].number == 2
