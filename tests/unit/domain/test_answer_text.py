"""The sections of an answer are pieces of one Markdown text."""

from __future__ import annotations

import pytest

from scholarai.domain.answer_text import joined
from scholarai.domain.chat import Citation, TextSection
from scholarai.domain.ids import ChunkId, PaperId

CITATION = Citation(number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), quote="q", verdict="exact", label="p. 3")


def text_of(*pieces: str) -> str:
    """Return pieces joined, of which those that end with `@` are cited."""
    sections = [
        TextSection(text=piece.removesuffix("@"), citations=(CITATION,) if piece.endswith("@") else ())
        for piece in pieces
    ]
    return joined(sections, lambda section: "[1]" * len(section.citations))


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (("The steps:\n\n1. Draw.@", "\n2. Count:\n   - all@", "\n\nDone."), "The steps:\n\n1. Draw.[1]\n2. Count:\n   - all[1]\n\nDone."),
        (("| A | n |\n|:--|--:|@", "\n| x@", " | 5 |@"), "| A | n[1] |\n|:--|--:|\n| x[1] | 5[1] |"),
        (("So:\n\n```\nx = 1\n```@", "\n\nThen."), "So:\n\n```\nx = 1\n```\n\n[1]\n\nThen."),
        (("It is 5 @", "and not 6."), "It is 5[1] and not 6."),
        (("It is $a@", " = b$, **so**@", "."), "It is $a[1] = b$, **so**[1]."),
    ],
)  # fmt: skip
def test_a_citation_stands_behind_its_words_and_divides_nothing(pieces: tuple[str, ...], text: str) -> None:
    assert text_of(*pieces) == text


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (("It boils.@", "It cools."), "It boils.[1] It cools."),
        (("It boils@", ", they say."), "It boils[1], they say."),
        (("水が沸く@", "冷める"), "水が沸く[1]冷める"),
        (("**It", "** boils."), "**It** boils."),
    ],
)
def test_a_space_is_put_only_between_sentences_that_have_none(pieces: tuple[str, ...], text: str) -> None:
    assert text_of(*pieces) == text
