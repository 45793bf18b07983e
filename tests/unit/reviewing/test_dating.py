"""How a year is found for a paper whose metadata lack it."""

from __future__ import annotations

import pytest

from scholarai.domain.paper import Metadata
from scholarai.reviewing import papers


class TestDating:
    @pytest.mark.parametrize(
        ("metadata", "filename", "year"),
        [
            (Metadata(year=1999), "W08-2222.pdf", 1999),
            (Metadata(), "W08-2222.pdf", 2008),
            (Metadata(), "J96-3004.pdf", 1996),
            (Metadata(), "1801.05147v2.pdf", 2018),
            (Metadata(arxiv_id="0704.0001"), "p.pdf", 2007),
            (Metadata(), "lee_2016_bees.pdf", 2016),
            (Metadata(doi="10.1016/j.cell.2013.04.025"), "p.pdf", 2013),
            (Metadata(doi="10.1371/journal.pone.0028031"), "scan-204812.pdf", None),
        ],
        ids=str,
    )
    def test_ids_and_names_tell_the_year_where_the_paper_does_not(
        self, metadata: Metadata, filename: str, year: int | None
    ) -> None:
        assert papers.year_of(metadata, filename) == year

    @pytest.mark.parametrize(
        ("page", "year"),
        [
            ("On Bees\nAnn Lee\nDraft version April 12, 2019\nAbstract", 2019),
            ("On Bees © 2003 The Authors", 2003),
            ("Under review as a conference paper at ICLR 2018", 2018),
            ("On Bees\nMarch 2011\nIn 1999 bees danced.", 2011),
            ("In 1999 bees danced, said Lee (1984).", None),
            ("x" * 5_000 + "© 2003", None),
        ],
    )
    def test_a_first_page_tells_the_year_by_what_it_says_of_the_paper_s_making(
        self, page: str, year: int | None
    ) -> None:
        assert papers.year_printed(page) == year
