"""How quotes of a review are chosen, grouped and dated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Metadata
from scholarai.domain.review import (
    ReviewedPaper,
)
from scholarai.reviewing import (
    clusters,
    dating,
    selecting,
    unquoted,
)


class TestClusters:
    def test_rows_that_point_the_same_way_are_one_group(self) -> None:
        rows = np.array([[1, 0], [0, 1]] * 6, dtype=np.float32)

        assert sorted(map(sorted, clusters.group(rows, 6))) == [[0, 2, 4, 6, 8, 10], [1, 3, 5, 7, 9, 11]]

    def test_every_row_is_in_one_group_and_the_result_is_always_the_same(self) -> None:
        rows = _directions(47)

        found = clusters.group(rows, 18)

        assert sorted(row for group in found for row in group) == list(range(47))
        assert found == clusters.group(rows, 18)
        assert len(found) <= clusters.MOST_CLUSTERS

    @pytest.mark.parametrize("most", [1, 4, 10])
    def test_no_group_is_larger_than_it_may_be_however_alike_the_rows_are(self, most: int) -> None:
        rows = np.concatenate([np.tile(_directions(1), (18, 1)), _directions(2)])

        found = clusters.group(rows, most)

        assert max(map(len, found)) <= most
        assert sorted(row for group in found for row in group) == list(range(20))

    def test_a_row_alone_joins_the_group_next_to_it(self) -> None:
        rows = np.array([[1, 0]] * 6 + [[0, 1]] * 5 + [[-0.6, 0.8]], dtype=np.float32)

        assert min(map(len, clusters.group(rows, 10))) > 1


class TestSelecting:
    def test_every_paper_keeps_its_best_quote(self) -> None:
        papers = [f"p{n}" for n in range(9)] * 2
        relevance = [0.5] * 9 + [0.6] * 9

        chosen = selecting.select(relevance, _directions(18), papers, most=4, more=0)

        assert sorted(chosen) == list(range(9, 18))

    def test_of_many_papers_the_best_have_further_quotes(self) -> None:
        papers = [f"p{n}" for n in range(9)] * 2
        relevance = [0.7] * 9 + [0.6] * 9

        chosen = selecting.select(relevance, _directions(18), papers, most=4, more=3)

        assert (sorted(chosen[:9]), len(chosen)) == (list(range(9)), 12)

    def test_a_paper_whose_best_quote_hardly_bears_on_the_question_has_none(self) -> None:
        few = selecting.select([0.9, 0.39, 0.6, 0.2], np.eye(4, dtype=np.float32), ["a", "b", "a", "c"])
        many = selecting.select([0.9] * 8 + [0.44], np.eye(9, dtype=np.float32), list("abcdefghi"))

        assert (few, many) == ([0, 2], list(range(8)))

    def test_few_quotes_are_joined_by_such_as_bear_less(self) -> None:
        relevance = [0.9, 0.41, 0.5, 0.42]

        assert selecting.select(relevance, np.eye(4, dtype=np.float32), ["a", "b", "a", "a"]) == [0, 1, 2, 3]

    def test_the_best_quote_of_all_is_always_shown(self) -> None:
        assert selecting.select([0.1, 0.2], np.eye(2, dtype=np.float32), ["a", "b"]) == [1]

    def test_what_was_said_already_comes_last_or_not_at_all(self) -> None:
        rows = np.array([[1, 0, 0], [0.999, 0.0447, 0], [0, 1, 0], [0.8, 0, 0.6]], dtype=np.float32)

        assert selecting.select([1.0, 0.9, 0.6, 0.7], rows, ["p"] * 4, most=9) == [0, 2, 3]

    def test_of_two_quotes_alike_in_worth_the_paper_that_said_less_is_heard(self) -> None:
        rows = np.eye(5, dtype=np.float32)

        chosen = selecting.select([1.0, 0.65, 0.6, 0.6, 0.58], rows, ["a", "a", "a", "b", "b"], most=4, more=0)

        assert chosen == [0, 3, 1, 4]


class TestUnquoted:
    @pytest.mark.parametrize(
        "title",
        [
            "Acknowledgements",
            "5 Acknowledgment",
            "Author Contributions",
            "References",
            "Funding",
            "Competing interests",
        ],
    )
    def test_sections_beside_the_matter_are_known(self, title: str) -> None:
        assert unquoted.is_aside(["Back matter", title])
        assert not unquoted.is_aside(["Results", "Reference values"])

    @pytest.mark.parametrize(
        ("sentence", "is_template"),
        [
            ("If you want to cite a software repository URL, add a note.", True),
            ("The code is available at our site.", True),
            ("This is an open access article.", True),
            ("Results of ablation Table 4 shows the accuracy.", True),
            ("Trajectories of the output are reported in Figure 8.", True),
            ("The module is tested with 120 unit tests.", False),
            ("Vaccines became available in 1963.", False),
            ("Our analysis begins with a description of syntactic ambiguity.", True),
            ("Next, we show that annotation is consistent (§3).", True),
            ("Next, we show that annotation is consistent.", False),
            ("We conclude with remarks on cost.", True),
            ("We conclude that cost matters.", False),
            ("Ada and Ben contributed equally and drafted the manuscript.", True),
            ("There are two key benefits of this model architecture.", True),
            ("There are two benefits: it is fast, and it is small.", False),
            ("There were five deaths in the control group.", False),
        ],
    )
    def test_what_every_paper_of_a_journal_says_is_known(self, sentence: str, is_template: bool) -> None:
        assert unquoted.is_template(sentence) == is_template


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
        assert dating.year_of(metadata, filename) == year

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
        assert dating.year_printed(page) == year


def _directions(count: int) -> NDArray[np.float32]:
    rows = np.random.default_rng(3).standard_normal((count, 8)).astype(np.float32)
    found: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return found


def _paper(name: str, **about: Any) -> ReviewedPaper:
    known: dict[str, Any] = {"paper_id": PaperId(name), "generation": 1, "label": "", "title": "A title"}
    return ReviewedPaper(**(known | about))
