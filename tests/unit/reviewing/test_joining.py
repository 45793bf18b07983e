"""Passages that a model is shown repeat no text of their paper, and lose none."""

from __future__ import annotations

import pytest

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.reviewing.candidates import join_passages

TEXT = "Bees dance for a site.\n\nScouts inspect it. A swarm flies.\n\nIt settles in a hollow tree."


def piece(start: int, end: int, section: str = "Results", text: str | None = None, page: int = 1) -> Evidence:
    return Evidence(
        number=9, paper_id=PaperId("p"), chunk_id=ChunkId(f"c{start}"), text=TEXT[start:end] if text is None else text,
        score=1.0, start=start, end=end, section_path=(section,), page_numbers=(page,),
    )  # fmt: skip


def places(*pieces: Evidence) -> list[tuple[int, int, int]]:
    made = join_passages(pieces, TEXT)
    assert all(one.text == TEXT[one.start : one.end] for one in made)
    return [(one.number, one.start, one.end) for one in made]


@pytest.mark.parametrize(
    ("pieces", "joined"),
    [
        ([piece(24, 43), piece(0, 30)], [(1, 0, 43)]),
        ([piece(0, 43), piece(24, 30), piece(0, 43)], [(1, 0, 43)]),
        ([piece(0, 22), piece(24, 43)], [(1, 0, 43)]),
        ([piece(0, 22), piece(24, 43, section="Methods")], [(1, 0, 22), (2, 24, 43)]),
        ([piece(0, 30), piece(24, 43, section="Methods")], [(1, 0, 43)]),
        ([piece(44, 58), piece(0, 22)], [(1, 0, 22), (2, 44, 58)]),
        ([], []),
    ],
)
def test_what_overlaps_or_goes_on_is_one_passage(pieces: list[Evidence], joined: list[tuple[int, int, int]]) -> None:
    assert places(*pieces) == joined


def test_a_joined_passage_is_on_the_pages_of_its_parts() -> None:
    (made,) = join_passages([piece(0, 30, page=2), piece(24, 43, page=3)], TEXT)

    assert made.page_numbers == (2, 3)


def test_a_table_beside_its_mention_stays_as_it_is() -> None:
    table = piece(20, 30, text="Site | Bees\n1 | 20")

    made = join_passages([piece(0, 43), table], TEXT)

    assert [one.text for one in made] == [TEXT[0:43], table.text]
