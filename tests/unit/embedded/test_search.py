"""What the embedded search promises beyond its port."""

from __future__ import annotations

import numpy as np
from contract.making import ADA, SPACE, a_chunk, a_searchable_paper, embedded

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.matrices import MatrixCache
from scholarai.adapters.embedded.search import SqliteChunkSearch
from scholarai.adapters.embedded.words import match_query


def test_a_question_becomes_quoted_words_so_that_no_operator_gets_through() -> None:
    assert match_query('What does "NEAR(x) OR *" AND -dropout: do?') == '"near" OR "x" OR "dropout"'


def test_a_question_of_stop_words_alone_keeps_them() -> None:
    assert match_query("To be or not to be?") == '"to" OR "be" OR "or" OR "not"'


def test_a_question_without_words_matches_nothing(backend: EmbeddedBackend) -> None:
    a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "some text"), [1, 0, 0, 0])])

    assert match_query("?!… §") is None
    assert backend.search.matching(ADA, None, "?!… §", limit=5) == []


def test_a_cache_too_small_for_all_papers_still_finds_in_all(backend: EmbeddedBackend) -> None:
    for n in range(5):
        a_searchable_paper(backend, f"p{n}", [embedded(a_chunk(1, 0, f"text {n}"), [1, n, 0, 0])])
    tight = SqliteChunkSearch(backend.papers.database, MatrixCache(max_bytes=40))

    query = np.asarray([0, 1, 0, 0], dtype=np.float32)
    found = [[hit.paper_id for hit in tight.nearest(ADA, None, query, space=SPACE, limit=3)] for _ in range(2)]

    assert found == [["p4", "p3", "p2"]] * 2


def test_a_replaced_generation_is_searched_in_its_new_form(backend: EmbeddedBackend) -> None:
    query = np.asarray([1, 0, 0, 0], dtype=np.float32)
    a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "old"), [1, 0, 0, 0])])
    before = backend.search.nearest(ADA, None, query, space=SPACE, limit=3)
    a_searchable_paper(backend, "p1", [embedded(a_chunk(2, 0, "new"), [0, 1, 0, 0])], generation=2)

    after = backend.search.nearest(ADA, None, query, space=SPACE, limit=3)

    assert [hit.chunk.chunk.text for hit in (*before, *after)] == ["old", "new"]
