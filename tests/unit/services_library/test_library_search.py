"""Searching all papers of an owner."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_reviews.system import ADA, System

from scholarai.domain.errors import InvalidRequestError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.paper import EmbeddingSpace
from scholarai.domain.review import Filters
from scholarai.services.library.search import FindInLibrary, SearchLibrary


@pytest.fixture
def system(tmp_path: Path) -> System:
    made = System(tmp_path)
    made.add_library()
    return made


def search(system: System) -> SearchLibrary:
    find = FindInLibrary(search=system.backend.search, embedder=lambda: system.embedder)
    return SearchLibrary(catalog=system.backend.catalog, find=find)


def test_papers_come_best_first_with_their_best_passages(system: System) -> None:
    system.embedder = None  # it does not know wasps

    found = search(system).search(ADA, "wasps prefer an entrance", Filters(), limit=3)

    assert found.papers[0].paper.id == "wasps"
    assert "wasps prefer" in found.papers[0].passages[0].text
    assert found.papers[0].passages[0].label.startswith("p. 1")
    assert len(found.papers) == 3
    assert [paper.score for paper in found.papers] == sorted((p.score for p in found.papers), reverse=True)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(year_from=2018), {"wasps", "moths"}),
        (Filters(authors=("ant",)), {"ants"}),
        (Filters(text="moths settle"), {"moths"}),
        (Filters(year_from=2030), set()),
    ],
)
def test_only_papers_that_pass_the_filters_are_found(system: System, filters: Filters, expected: set[str]) -> None:
    found = search(system).search(ADA, "a nest site", filters, limit=10)

    assert {paper.paper.id for paper in found.papers} == expected


def test_bibliographies_are_not_found(system: System) -> None:
    found = search(system).search(ADA, "Seeley How Honey Bees Choose a Home 2010", Filters(), limit=10)

    assert not any(passage.text.startswith("[1]") for paper in found.papers for passage in paper.passages)


def test_other_owners_do_not_find_the_paper(system: System) -> None:
    assert search(system).search(OwnerId("bob"), "a nest site", Filters(), limit=10).papers == ()


def test_words_find_where_the_model_is_away(system: System) -> None:
    system.embedder = _Away()  # type: ignore[assignment]  # the test steps in here

    found = search(system).search(ADA, "wasps", Filters(), limit=10)

    assert (found.retrieval, found.papers[0].paper.id) == ("lexical", "wasps")


@pytest.mark.parametrize("question", ["", "   ", "x" * 8_001])
def test_a_search_for_nothing_or_too_much_is_refused(system: System, question: str) -> None:
    with pytest.raises(InvalidRequestError, match="question_invalid"):
        search(system).search(ADA, question, Filters(), limit=10)


class _Away:
    space = EmbeddingSpace(model="away", dimensions=3)

    def embed_query(self, question: str) -> object:
        raise TransientError("model_busy", "the model is busy")
