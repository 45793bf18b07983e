"""What every ChunkSearch promises."""

from __future__ import annotations

import numpy as np
import pytest
from contract.making import (
    ADA,
    BOB,
    ENGINE,
    SPACE,
    a_chunk,
    a_paper,
    a_searchable_paper,
    embedded,
    show,
    unit_rows,
    write_chunks,
)
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import EmbeddingSpace, Work
from scholarai.ports.stores import ChunkHit, ContentRange
from scholarai.retrieval.vectors import EmbeddedChunk

EAST, NORTH, UP = [1.0, 0, 0, 0], [0, 1.0, 0, 0], [0, 0, 1.0, 0]
QUERY = list(map(float, unit_rows([[1.0, 0.2, 0, 0]])[0]))


def chunk(index: int, text: str, *rows: list[float], generation: int = 1) -> EmbeddedChunk:
    return embedded(a_chunk(generation, index, text), *rows)


def near(backend: Backend, *papers: str, owner: str = ADA, limit: int = 10) -> list[str]:
    ids = [PaperId(paper) for paper in papers] or None
    return texts(backend.search.nearest(ADA if owner == ADA else BOB, ids, QUERY, space=SPACE, limit=limit))


def match(backend: Backend, question: str, *papers: str, limit: int = 10) -> list[str]:
    ids = [PaperId(paper) for paper in papers] or None
    return texts(backend.search.matching(ADA, ids, question, limit=limit))


def texts(hits: object) -> list[str]:
    return [hit.chunk.chunk.text for hit in hits]  # type: ignore[attr-defined]  # `hits` of either backend


class TestNearest:
    def test_chunks_come_by_cosine_best_first_from_all_papers(self, backend: Backend) -> None:
        a_searchable_paper(backend, "p1", [chunk(0, "east", EAST), chunk(1, "up", UP)])
        a_searchable_paper(backend, "p2", [chunk(0, "north", NORTH)])

        assert near(backend) == ["east", "north", "up"]
        assert near(backend, limit=1) == ["east"]

    def test_a_hit_names_its_place_and_its_cosine_and_brings_its_vectors(self, backend: Backend) -> None:
        stored = chunk(3, "east", EAST)
        a_searchable_paper(backend, "p1", [stored])

        (hit,) = backend.search.nearest(ADA, None, QUERY, space=SPACE, limit=5)

        assert (hit.paper_id, hit.generation, hit.chunk.chunk) == ("p1", 1, stored.chunk)
        assert hit.score == pytest.approx(QUERY[0], abs=1e-6)
        assert hit.chunk.vectors is not None
        assert np.array_equal(hit.chunk.vectors.matrix, unit_rows([EAST]))

    def test_a_chunk_counts_by_its_best_window(self, backend: Backend) -> None:
        a_searchable_paper(backend, "p1", [chunk(0, "half", EAST, UP), chunk(1, "north", NORTH)])

        hits = backend.search.nearest(ADA, None, QUERY, space=SPACE, limit=5)

        assert texts(hits) == ["half", "north"]
        assert hits[0].score == pytest.approx(QUERY[0], abs=1e-6)

    def test_only_the_asked_papers_count(self, backend: Backend) -> None:
        for name in ("p1", "p2", "p3"):
            a_searchable_paper(backend, name, [chunk(0, f"of {name}", EAST)])

        assert sorted(near(backend, "p1", "p3", "unknown")) == ["of p1", "of p3"]
        assert list(backend.search.nearest(ADA, [], QUERY, space=SPACE, limit=5)) == []

    def test_another_owners_chunks_are_never_found(self, backend: Backend) -> None:
        a_searchable_paper(backend, "mine", [chunk(0, "mine", NORTH)])
        a_searchable_paper(backend, "theirs", [chunk(0, "theirs", EAST)], owner=BOB)

        assert near(backend) == ["mine"]
        assert near(backend, "mine", "theirs") == ["mine"]
        assert near(backend, "theirs") == []

    def test_a_generation_in_the_making_is_not_found_and_the_visible_one_is(self, backend: Backend) -> None:
        paper = a_searchable_paper(backend, "p1", [chunk(0, "visible", NORTH)])
        for generation in (2, 3, 4, 5):
            halves = [chunk(i, f"half {generation}", EAST, generation=generation) for i in range(20)]
            write_chunks(backend, paper, generation, halves)

        assert near(backend, limit=1) == ["visible"]

    def test_moving_the_pointer_moves_the_search(self, backend: Backend) -> None:
        paper = a_searchable_paper(backend, "p1", [chunk(0, "old", EAST)])
        write_chunks(backend, paper, 2, [chunk(0, "new", EAST, generation=2)])
        assert near(backend) == ["old"]

        show(backend, paper.id, 2)

        assert near(backend) == ["new"]

    def test_a_paper_that_was_never_finished_or_is_being_deleted_is_not_found(self, backend: Backend) -> None:
        write_chunks(backend, a_paper("unfinished"), 1, [chunk(0, "unfinished", EAST)])
        leaving = a_searchable_paper(backend, "leaving", [chunk(0, "leaving", EAST)])
        backend.papers.change(leaving.id, lambda paper: paper and replace(paper, deleting=True))

        assert near(backend) == []
        assert match(backend, "unfinished leaving") == []

    def test_vectors_of_another_space_never_meet_the_query(self, backend: Backend) -> None:
        other = replace(ENGINE, space=EmbeddingSpace(model="other", dimensions=4))
        wider = replace(ENGINE, space=EmbeddingSpace(model="test-model", dimensions=5))
        for name, engine, row in (("p1", other, EAST), ("p2", wider, [1.0, 0, 0, 0, 0])):
            paper = replace(a_paper(name), work=Work(generation=1, engine=engine))
            piece = ContentRange(generation=1, chunks=(chunk(0, "foreign", row),))
            backend.contents.write(paper.id, piece, lambda _, paper=paper: paper)  # type: ignore[misc]  # a default binds the loop's value
            show(backend, paper.id, 1)
        a_searchable_paper(backend, "p3", [chunk(0, "ours", NORTH), chunk(1, "without vectors")])

        assert near(backend) == ["ours"]

    def test_twenty_papers_are_searched_at_once(self, backend: Backend) -> None:
        names = [f"p{n:02d}" for n in range(20)]
        for n, name in enumerate(names):
            a_searchable_paper(backend, name, [chunk(0, name, [1.0, n / 10, 0, 0])])

        assert near(backend, *names, limit=4) == ["p02", "p03", "p01", "p04"]


class TestMatching:
    def test_the_chunk_with_the_rarer_words_comes_first(self, backend: Backend) -> None:
        common = [chunk(i, f"the model was trained on corpus number {i}") for i in range(6)]
        a_searchable_paper(backend, "p1", [*common, chunk(6, "a mitochondrion and a model")])

        assert match(backend, "Which model has a mitochondrion?", limit=3)[0] == "a mitochondrion and a model"

    def test_case_and_inflections_do_not_count(self, backend: Backend) -> None:
        a_searchable_paper(backend, "p1", [chunk(0, "Convolutional NETWORKS were pruned"), chunk(1, "something else")])

        assert match(backend, "pruning a network") == ["Convolutional NETWORKS were pruned"]

    def test_a_chunk_with_none_of_the_words_is_no_match(self, backend: Backend) -> None:
        a_searchable_paper(backend, "p1", [chunk(0, "about whales")])

        assert match(backend, "quantum chromodynamics") == []

    @pytest.mark.parametrize("question", ["", "   ", "?!", "the of and", '"', "AND OR NOT", "a* -b (c", "\x00"])
    def test_a_question_without_words_to_look_for_matches_nothing(self, backend: Backend, question: str) -> None:
        a_searchable_paper(backend, "p1", [chunk(0, "about whales")])

        assert match(backend, question) == []

    def test_owner_papers_and_visible_generation_bound_the_search(self, backend: Backend) -> None:
        a_searchable_paper(backend, "p1", [chunk(0, "whales of p1")])
        second = a_searchable_paper(backend, "p2", [chunk(0, "whales of p2")])
        a_searchable_paper(backend, "p3", [chunk(0, "whales of p3")], owner=BOB)
        write_chunks(backend, second, 2, [chunk(0, "whales half made", generation=2)])

        assert sorted(match(backend, "whales")) == ["whales of p1", "whales of p2"]
        assert match(backend, "whales", "p2", "p3") == ["whales of p2"]

    def test_scores_fall_and_places_are_named(self, backend: Backend) -> None:
        a_searchable_paper(
            backend, "p1", [chunk(0, "whales sing and whales dive"), chunk(1, "whales"), chunk(2, "cod")]
        )

        hits: list[ChunkHit] = list(backend.search.matching(ADA, None, "do whales sing", limit=5))

        assert hits[0].chunk.chunk.id == "1-0000"
        assert hits[0].paper_id == "p1"
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert len(hits) == 2

    def test_a_question_of_hundreds_of_words_is_answered_by_its_first_ones(self, backend: Backend) -> None:
        a_searchable_paper(backend, "p1", [chunk(0, "zebra of the last word")])

        assert match(backend, "zebra " + " ".join(f"word{i}x" for i in range(400))) == ["zebra of the last word"]
