"""A large library is searched by bits and bytes, and follows every change without being loaded again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from contract.making import ADA, SPACE, a_chunk, a_searchable_paper, embedded, unit_rows
from numpy.typing import NDArray

from scholarai.adapters.embedded import resident_codes
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.quantisation import (
    best_by_bits,
    closest,
    cosines_of_bytes,
    hamming_distances,
    pack_bits,
    to_bytes,
)
from scholarai.adapters.embedded.resident_codes import ResidentCodes
from scholarai.adapters.embedded.stored_codes import PaperCodes
from scholarai.adapters.embedded.vector_index import VectorIndex
from scholarai.domain.ids import PaperId

EAST = [1.0, 0, 0, 0]


def rows_of(seed: int, count: int, dimensions: int = 384) -> NDArray[np.float32]:
    return unit_rows(np.random.default_rng(seed).standard_normal((count, dimensions)).tolist())


def codes(name: str, rows: NDArray[np.float32], first_row: int, generation: int = 1) -> PaperCodes:
    row_ids = np.arange(first_row, first_row + len(rows), dtype=np.int64)
    return PaperCodes(PaperId(name), generation, pack_bits(rows), row_ids)


class TestNumbers:
    def test_distance_counts_the_bits_that_differ(self) -> None:
        rows = rows_of(1, 200)

        found = hamming_distances(pack_bits(rows), pack_bits(rows[:1])[:, 0])

        assert found.tolist() == [int(((row > 0) != (rows[0] > 0)).sum()) for row in rows]

    def test_the_closest_are_those_with_the_smallest_distances(self) -> None:
        found = np.array([5, 1, 9, 1, 3, (1 << 15) - 1], dtype=np.int16)

        assert sorted(closest(found, 3).tolist()) == [1, 3, 4]
        assert sorted(closest(found, 10).tolist()) == [0, 1, 2, 3, 4]

    @pytest.mark.parametrize("dimensions", [64, 384, 100])
    def test_the_best_by_bits_have_the_largest_products_with_the_question(self, dimensions: int) -> None:
        rows, vector = rows_of(2, 500, dimensions), rows_of(3, 1, dimensions)[0]
        sums = (rows > 0).astype(np.float32) @ vector

        best = best_by_bits(pack_bits(rows), vector, 20)

        assert sorted(best.tolist()) == sorted(np.argsort(-sums)[:20].tolist())

    def test_cosines_of_bytes_are_right_to_some_thousandths(self) -> None:
        rows, vector = rows_of(4, 300), rows_of(5, 1)[0]

        assert np.abs(cosines_of_bytes(to_bytes(rows), vector) - rows @ vector).max() < 0.004
        assert cosines_of_bytes(to_bytes(np.zeros((1, 4), np.float32)), np.ones(4, np.float32)).tolist() == [0.0]


class TestResidentCodes:
    def library(self, papers: Sequence[tuple[str, int]], segment: int = 50) -> ResidentCodes:
        made = ResidentCodes(segment_windows=segment)
        for n, (name, seed) in enumerate(papers):
            made.add(codes(name, rows_of(seed, 20), 100 * n))
        return made

    def near(self, library: ResidentCodes, seed: int, *papers: str) -> set[int]:
        ids = [PaperId(paper) for paper in papers] or None
        return set(library.near(rows_of(seed, 20)[7], ids, 5, 1).tolist())

    def test_windows_are_found_in_every_segment(self) -> None:
        library = self.library([(f"p{n}", n) for n in range(7)])

        assert [self.near(library, seed) for seed in range(7)] == [{100 * seed + 7} for seed in range(7)]

    def test_a_paper_longer_than_a_segment_has_one_of_its_own(self) -> None:
        library = self.library([("a", 1), ("long", 2), ("b", 3)], segment=10)

        assert [self.near(library, seed) for seed in (1, 2, 3)] == [{7}, {107}, {207}]

    def test_a_search_of_some_papers_finds_in_these_alone(self) -> None:
        library = self.library([("a", 1), ("b", 2)])

        assert self.near(library, 1, "a", "x") == {7}
        assert min(self.near(library, 1, "b")) >= 100
        assert self.near(library, 1, "x") == set()

    def test_a_paper_that_is_gone_or_replaced_is_found_no_more(self) -> None:
        library = self.library([("a", 1), ("b", 2), ("c", 3)])

        missing = library.keep({PaperId("a"): 1, PaperId("b"): 2, PaperId("new"): 1})

        assert missing == ["b", "new"]
        assert self.near(library, 1) == {7}
        library.add(codes("b", rows_of(9, 20), 900, generation=2))
        assert self.near(library, 9) == {907}
        assert self.near(library, 2).isdisjoint(range(100, 120))

    def test_a_paper_that_is_gone_hides_itself_alone_in_whichever_segment_it_is(self) -> None:
        papers = [(f"p{n}", n) for n in range(7)]
        for gone in range(7):
            library = self.library(papers)

            library.keep({PaperId(name): 1 for n, (name, _) in enumerate(papers) if n != gone})

            assert [self.near(library, n) == {100 * n + 7} for n in range(7)] == [n != gone for n in range(7)]

    def test_it_is_worn_when_much_of_it_is_gone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(resident_codes, "_WORN_LEAST", 0)
        library = self.library([(f"p{n}", n) for n in range(10)])

        library.keep({PaperId(f"p{n}"): 1 for n in range(2, 10)})
        assert not library.is_worn
        library.keep({PaperId(f"p{n}"): 1 for n in range(5, 10)})
        assert library.is_worn


class TestIndex:
    """The index over a store."""

    @pytest.fixture
    def index(self, backend: EmbeddedBackend) -> VectorIndex:
        return VectorIndex(backend.papers.database, many_papers=1)

    def found(self, index: VectorIndex) -> list[str]:
        hits = index.nearest(ADA, None, np.asarray(EAST, dtype=np.float32).tolist(), space=SPACE, limit=20)
        return [hit.chunk.chunk.text for hit in hits]

    def test_a_search_after_a_change_reads_what_changed_and_nothing_else(
        self, backend: EmbeddedBackend, index: VectorIndex
    ) -> None:
        for n in range(5):
            a_searchable_paper(backend, f"p{n}", [embedded(a_chunk(1, 0, f"text {n}"), [1, n, 0, 0])])
        before = self.found(index)
        with backend.papers.database.writing() as tx:  # what is in memory already is not read again
            tx.execute("DELETE FROM signatures")
        a_searchable_paper(backend, "p5", [embedded(a_chunk(1, 0, "text 5"), [1, 0.5, 0, 0])])
        backend.papers.change(PaperId("p0"), lambda _: None)

        assert before == ["text 0", "text 1", "text 2", "text 3", "text 4"]
        assert self.found(index) == ["text 5", "text 1", "text 2", "text 3", "text 4"]

    def test_what_was_loaded_ahead_is_not_read_by_the_first_search(
        self, backend: EmbeddedBackend, index: VectorIndex
    ) -> None:
        a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "text"), EAST)])
        index.load(ADA)
        with backend.papers.database.writing() as tx:
            tx.execute("DELETE FROM signatures")

        assert self.found(index) == ["text"]

    def test_a_worn_library_is_loaded_anew(
        self, backend: EmbeddedBackend, index: VectorIndex, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(resident_codes, "_WORN_LEAST", 0)
        for n in range(4):
            a_searchable_paper(backend, f"p{n}", [embedded(a_chunk(1, 0, f"text {n}"), [1, n, 0, 0])])
        self.found(index)
        for n in range(3):
            backend.papers.change(PaperId(f"p{n}"), lambda _: None)

        assert [self.found(index) for _ in range(3)] == [["text 3"]] * 3

    def test_papers_of_an_older_store_get_their_codes_with_the_first_search(
        self, backend: EmbeddedBackend, index: VectorIndex
    ) -> None:
        a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "old"), EAST)])
        a_searchable_paper(backend, "p2", [embedded(a_chunk(1, 0, "without vectors"))])
        with backend.papers.database.writing() as tx:
            tx.execute("DELETE FROM signatures")
            tx.execute("DELETE FROM chunk_codes")

        assert self.found(index) == ["old"]

    def test_bytes_and_bits_go_with_their_paper(self, backend: EmbeddedBackend) -> None:
        a_searchable_paper(backend, "p1", [embedded(a_chunk(1, n, "text"), EAST) for n in range(3)])
        a_searchable_paper(backend, "p2", [embedded(a_chunk(1, 0, "text"), EAST)])

        backend.papers.change(PaperId("p1"), lambda _: None)
        backend.contents.drop(PaperId("p1"), keep_generation=None)

        with backend.papers.database.reading() as tx:
            counts = [tx.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("signatures", "chunk_codes")]
        assert counts == [(1,), (1,)]


@pytest.mark.parametrize("named", [0, 2_000])
def test_words_are_found_in_named_papers_however_far_down_they_stand(
    backend: EmbeddedBackend, monkeypatch: pytest.MonkeyPatch, named: int
) -> None:
    monkeypatch.setattr("scholarai.adapters.embedded.search.NAMED", named)
    for n in range(12):
        a_searchable_paper(backend, f"t{n:02d}", [embedded(a_chunk(1, 0, "whales whales whales"))])
    a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "a long text that names whales in passing, once"))])

    found = backend.search.matching(ADA, [PaperId("p1"), PaperId("t03")], "whales", limit=2)

    assert [hit.paper_id for hit in found] == ["t03", "p1"]
