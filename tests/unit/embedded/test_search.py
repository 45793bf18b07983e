"""What the embedded search promises beyond its port."""

from __future__ import annotations

import numpy as np
import pytest
from contract.making import ADA, SPACE, a_chunk, a_searchable_paper, embedded

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.query_words import RareWords, any_of, telling_words
from scholarai.adapters.embedded.search import SqliteChunkSearch
from scholarai.adapters.embedded.vector_cache import MatrixCache
from scholarai.adapters.embedded.vector_index import VectorIndex
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import EmbeddingSpace


def search_over(backend: EmbeddedBackend, matrices: MatrixCache, many_papers: int = 1_500) -> SqliteChunkSearch:
    database = backend.papers.database
    return SqliteChunkSearch(database, matrices, VectorIndex(database, many_papers=many_papers), RareWords())


def test_a_question_becomes_quoted_words_so_that_no_operator_gets_through() -> None:
    assert any_of(telling_words('What does "NEAR(x) OR *" AND -dropout: do?')) == '"near" OR "x" OR "dropout"'


def test_a_question_of_stop_words_alone_keeps_them() -> None:
    assert any_of(telling_words("To be or not to be?")) == '"to" OR "be" OR "or" OR "not"'


@pytest.mark.parametrize("question", ["SO2", "SO₂", "10^7", "10⁷", "dm2", "dm^2", "87Rb"])
@pytest.mark.parametrize("text", ["SO₂ 10⁷ dm² ⁸⁷Rb", "SO2 10^7 dm2 87Rb"])
def test_raised_and_lowered_digits_are_found_as_one_types_them(
    backend: EmbeddedBackend, question: str, text: str
) -> None:
    a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, f"There was {text} then"), [1, 0, 0, 0])])

    assert [hit.paper_id for hit in backend.search.matching(ADA, None, question, limit=5)] == ["p1"]


def test_a_question_without_words_matches_nothing(backend: EmbeddedBackend) -> None:
    a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "some text"), [1, 0, 0, 0])])

    assert backend.search.matching(ADA, None, "?!… §", limit=5) == []


def test_a_cache_too_small_for_all_papers_still_finds_in_all(backend: EmbeddedBackend) -> None:
    for n in range(5):
        a_searchable_paper(backend, f"p{n}", [embedded(a_chunk(1, 0, f"text {n}"), [1, n, 0, 0])])
    tight = search_over(backend, MatrixCache(max_bytes=40))

    query = [0.0, 1.0, 0.0, 0.0]
    found = [[hit.paper_id for hit in tight.nearest(ADA, None, query, space=SPACE, limit=3)] for _ in range(2)]

    assert found == [["p4", "p3", "p2"]] * 2


def test_a_replaced_generation_is_searched_in_its_new_form(backend: EmbeddedBackend) -> None:
    query = [1.0, 0.0, 0.0, 0.0]
    a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "old"), [1, 0, 0, 0])])
    before = backend.search.nearest(ADA, None, query, space=SPACE, limit=3)
    a_searchable_paper(backend, "p1", [embedded(a_chunk(2, 0, "new"), [0, 1, 0, 0])], generation=2)

    after = backend.search.nearest(ADA, None, query, space=SPACE, limit=3)

    assert [hit.chunk.chunk.text for hit in (*before, *after)] == ["old", "new"]


class TestVectorIndex:
    """A library so large that it is searched by the signs of its vectors."""

    @pytest.fixture
    def large(self, backend: EmbeddedBackend) -> SqliteChunkSearch:
        return search_over(backend, MatrixCache(), many_papers=1)

    def test_scores_and_order_are_those_of_the_whole_vectors(
        self, backend: EmbeddedBackend, large: SqliteChunkSearch
    ) -> None:
        chance = np.random.default_rng(5)
        for n in range(30):
            rows = chance.standard_normal((3, 4)).tolist()
            a_searchable_paper(backend, f"p{n:02d}", [embedded(a_chunk(1, 0, f"text {n}"), *rows)])
        query = chance.standard_normal(4).astype(np.float32).tolist()
        query /= np.linalg.norm(query)

        found, exact = (search.nearest(ADA, None, query, space=SPACE, limit=10) for search in (large, backend.search))

        assert [(hit.paper_id, round(hit.score, 5)) for hit in found] == [
            (hit.paper_id, round(hit.score, 5)) for hit in exact
        ]

    def test_only_readable_generations_of_the_owner_count(
        self, backend: EmbeddedBackend, large: SqliteChunkSearch
    ) -> None:
        query = [1.0, 0.0, 0.0, 0.0]
        a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "old"), [1, 0, 0, 0])])
        a_searchable_paper(backend, "theirs", [embedded(a_chunk(1, 0, "theirs"), [1, 0, 0, 0])], owner="bob")
        before = large.nearest(ADA, None, query, space=SPACE, limit=5)
        a_searchable_paper(backend, "p1", [embedded(a_chunk(2, 0, "new"), [1, 1, 0, 0])], generation=2)
        replaced = large.nearest(ADA, None, query, space=SPACE, limit=5)
        backend.papers.change(PaperId("p1"), lambda _: None)
        a_searchable_paper(backend, "p2", [embedded(a_chunk(1, 0, "other"), [0, 1, 0, 0])])

        after = large.nearest(ADA, None, query, space=SPACE, limit=5)

        assert [[hit.chunk.chunk.text for hit in hits] for hits in (before, replaced, after)] == [
            ["old"],
            ["new"],
            ["other"],
        ]

    def test_a_search_of_some_papers_finds_in_these(self, backend: EmbeddedBackend, large: SqliteChunkSearch) -> None:
        for n in range(6):
            a_searchable_paper(backend, f"p{n}", [embedded(a_chunk(1, 0, f"text {n}"), [1, 0.1 * n, 0, 0])])
        query = [1.0, 0.0, 0.0, 0.0]

        some = large.nearest(ADA, [PaperId("p3"), PaperId("p5"), PaperId("x")], query, space=SPACE, limit=5)
        other_space = large.nearest(ADA, None, query, space=EmbeddingSpace(model="other", dimensions=4), limit=5)

        assert [hit.paper_id for hit in some] == ["p3", "p5"]
        assert other_space == []

    def test_a_library_of_few_papers_is_searched_without(self, backend: EmbeddedBackend) -> None:
        a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "text"), [1, 0, 0, 0])])
        index = VectorIndex(backend.papers.database, many_papers=2)

        assert not index.serves(ADA, None)
        a_searchable_paper(backend, "p2", [embedded(a_chunk(1, 0, "text"), [1, 0, 0, 0])])
        assert index.serves(ADA, None)
        assert not index.serves(ADA, [PaperId("p1")])


def test_others_papers_in_the_first_places_hide_none_of_the_owners(backend: EmbeddedBackend) -> None:
    for n in range(12):
        a_searchable_paper(backend, f"t{n}", [embedded(a_chunk(1, 0, "whales whales whales"))], owner="bob")
    a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "a long text that names whales in passing, once"))])

    assert [hit.paper_id for hit in backend.search.matching(ADA, None, "whales", limit=2)] == ["p1"]


def test_rare_words_decide_where_common_ones_would_match_too_much(backend: EmbeddedBackend) -> None:
    a_searchable_paper(backend, "p1", [embedded(a_chunk(1, n, f"whales sing {n}")) for n in range(8)])
    a_searchable_paper(backend, "p2", [embedded(a_chunk(1, 0, "a narwhal sings"))])
    words = RareWords(matches=5)

    with backend.papers.database.reading() as tx:
        assert words.query(tx, "Do whales and the narwhal sing?") == '"narwhal"'
        assert words.query(tx, "whales") == '"whales"'
        assert RareWords(matches=9).query(tx, "Do whales and the narwhal sing?") == '"narwhal" OR "whales"'
        assert RareWords().query(tx, "Do whales and the narwhal sing?") == '"narwhal" OR "whales" OR "sing"'
