"""Counts and sizes are written for people."""

from __future__ import annotations

import pytest

from scholarai.domain.coverage import Coverage, CoverageOutcome, CoveredPaper, coverage_in_words
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import GIB, KIB, MIB, sized
from scholarai.domain.plurals import counted


@pytest.mark.parametrize(
    ("count", "words", "text"),
    [
        (0, ("line",), "0 lines"),
        (1, ("line",), "1 line"),
        (1_200, ("line",), "1,200 lines"),
        (1, ("cited key stands", "cited keys stand"), "1 cited key stands"),
        (2, ("cited key stands", "cited keys stand"), "2 cited keys stand"),
    ],
)
def test_one_thing_is_in_the_singular(count: int, words: tuple[str, ...], text: str) -> None:
    assert counted(count, *words) == text


@pytest.mark.parametrize(
    ("each", "text"),
    [
        (
            1,
            "1 of 3 papers is quoted; 1 was read and is not quoted; 1 was left out; 1 more of the library lies further",
        ),
        (
            2,
            "2 of 6 papers are quoted; 2 were read and are not quoted; 2 were left out; 2 more of the library lie further",
        ),
    ],
)
def test_the_papers_of_an_answer_are_counted_in_the_right_number(each: int, text: str) -> None:
    outcomes: tuple[CoverageOutcome, ...] = ("cited", "not_cited", "left_out")
    papers = tuple(
        CoveredPaper(paper_id=PaperId(f"{outcome}{n}"), title="", outcome=outcome)
        for outcome in outcomes
        for n in range(each)
    )

    assert coverage_in_words(Coverage(papers=papers, beyond=each)).startswith(text)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 bytes"),
        (1023, "1,023 bytes"),
        (KIB, "1 KiB"),
        (MIB - 1, "1,024 KiB"),
        (100 * MIB, "100 MiB"),
        (3 * MIB // 2, "1.5 MiB"),
        (2 * GIB, "2,048 MiB"),
    ],
)
def test_a_size_is_said_in_the_largest_unit_that_it_fills(count: int, said: str) -> None:
    assert sized(count) == said
