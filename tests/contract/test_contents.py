"""What every ContentStore promises."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from contract.making import (
    ADA,
    ENGINE,
    SPACE,
    a_block,
    a_chunk,
    a_content,
    a_paper,
    embedded,
    in_work,
    show,
    write_chunks,
)
from google.cloud.firestore_v1 import DELETE_FIELD
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.content import Author, CiteSpan, Note, Page, PaperContent, Reference, Section
from scholarai.domain.errors import ClaimLostError, ConflictError
from scholarai.domain.ids import BlockId, PaperId, ReferenceId, SectionId
from scholarai.domain.limits import CHUNK_CHARACTERS, MIB, RANGE_CHUNKS, RANGE_PART_BYTES, VECTOR_DIMENSIONS
from scholarai.domain.paper import EmbeddingSpace, Engine, Paper, Work
from scholarai.domain.parts import ContentPart, to_parts
from scholarai.domain.values import to_json
from scholarai.ports.stores import ContentRange
from scholarai.retrieval.vectors import EmbeddedChunk, Window, WindowVectors

P1 = PaperId("p1")


def keep(paper: Paper | None) -> Paper:
    return in_work(paper or a_paper(), 1)


def refuse(_: Paper | None) -> Paper:
    raise ClaimLostError("claim_lost", "another worker has it")


def texts(backend: Backend, generation: int) -> list[str]:
    return [item.chunk.text for item in backend.contents.read_chunks(P1, generation).chunks]


def pieces(parts: Iterable[ContentPart], generation: int = 1) -> Iterator[ContentRange]:
    """Cut parts into pieces of the allowed size."""
    run: list[ContentPart] = []
    for part in parts:
        if run and sum(len(p.json.encode()) for p in [*run, part]) > RANGE_PART_BYTES:
            yield ContentRange(generation=generation, parts=tuple(run))
            run = []
        run.append(part)
    yield ContentRange(generation=generation, parts=tuple(run))


class TestContentStore:
    def test_a_content_comes_back_as_it_was_stored(self, backend: Backend) -> None:
        content = a_content(
            ["First paragraph, with ﬁ and α.", "Second one."],
            authors=(Author(name="A. Author", orcid="0000-0001"),),
            pages=(Page(page_number=1, width_pt=595.0, height_pt=842.0),),
            sections=(Section(id=SectionId("s1"), title="Intro", level=1, number="1"),),
            references=(Reference(id=ReferenceId("r1"), raw="[1] X.", authors=("X",), year=1999),),
            cite_spans=(CiteSpan(block_id=BlockId("b0"), start=1, end=4, reference_ids=(ReferenceId("r1"),)),),
            notes=(Note(code="hidden_text", detail="left out", page_number=1),),
        )
        stored = backend.contents.write(P1, ContentRange(generation=1, parts=to_parts(content)), keep)

        assert backend.contents.read_content(P1, 1) == content
        assert stored == backend.papers.get(P1) == keep(None)

    def test_nothing_stored_reads_as_none_and_as_no_chunks(self, backend: Backend) -> None:
        assert backend.contents.read_content(P1, 1) is None
        assert backend.contents.read_chunks(P1, 1).chunks == ()
        assert backend.contents.read_content(PaperId("a/b"), 1) is None
        assert backend.contents.read_chunks(PaperId(".."), 1).chunks == ()

    def test_chunks_and_vectors_come_back_bit_for_bit(self, backend: Backend) -> None:
        chunk = a_chunk(
            1, 0, "text " * 40, kind="caption", cite_keys=(ReferenceId("r1"),), title="A title", doi="10.1/x"
        )
        item = embedded(chunk, [0.1, 0.2, 0.3, 0.4], [1e-20, 1.0, -1 / 3, np.pi])
        write_chunks(backend, a_paper(), 1, [item])

        found = backend.contents.read_chunks(P1, 1)

        assert found.space == SPACE
        assert [found.chunks[0].chunk] == [chunk]
        assert found.chunks[0].vectors is not None
        assert item.vectors is not None
        assert found.chunks[0].vectors.windows == item.vectors.windows
        assert found.chunks[0].vectors.matrix.dtype == np.float32
        assert found.chunks[0].vectors.matrix.tobytes() == item.vectors.matrix.tobytes()

    def test_chunks_without_vectors_have_none_and_no_space(self, backend: Backend) -> None:
        engine = Engine(version="1", settings="lexical")
        piece = ContentRange(generation=1, chunks=(embedded(a_chunk(1, 0)),))
        backend.contents.write(P1, piece, lambda _: in_work(a_paper(), 1, engine))

        found = backend.contents.read_chunks(P1, 1)

        assert found.space is None
        assert found.chunks[0].vectors is None

    def test_chunks_come_in_paper_order_whatever_the_order_of_writing(self, backend: Backend) -> None:
        for first in (10_000, 9_998, 0):
            write_chunks(backend, a_paper(), 1, [embedded(a_chunk(1, first + i, f"{first + i}")) for i in range(2)])

        assert texts(backend, 1) == ["0", "1", "9998", "9999", "10000", "10001"]

    def test_storing_a_range_again_replaces_it(self, backend: Backend) -> None:
        first, second = a_content(["old"]), a_content(["new"])
        for content in (first, second):
            chunk = embedded(a_chunk(1, 0, content.blocks[0].text), [1, 0, 0, 0])
            backend.contents.write(P1, ContentRange(generation=1, parts=to_parts(content), chunks=(chunk,)), keep)

        assert backend.contents.read_content(P1, 1) == second
        assert texts(backend, 1) == ["new"]

    def test_generations_live_side_by_side_and_reading_one_sees_no_other(self, backend: Backend) -> None:
        for generation in (1, 10, 11, 1_732_082_400_123_456):
            content = a_content([f"of {generation}"])
            piece = ContentRange(
                generation=generation,
                parts=to_parts(content),
                chunks=(embedded(a_chunk(generation, 0, f"of {generation}")),),
            )
            backend.contents.write(P1, piece, keep)

        assert texts(backend, 1) == ["of 1"]
        assert texts(backend, 11) == ["of 11"]
        assert backend.contents.read_content(P1, 10) == a_content(["of 10"])

    def test_a_rule_that_raises_stores_nothing_of_the_piece(self, backend: Backend) -> None:
        backend.papers.change(P1, lambda _: a_paper())
        piece = ContentRange(
            generation=1, parts=to_parts(a_content(["x"])), chunks=(embedded(a_chunk(1, 0), [1, 0, 0, 0]),)
        )

        with pytest.raises(ClaimLostError):
            backend.contents.write(P1, piece, refuse)

        assert backend.papers.get(P1) == a_paper()
        assert backend.contents.read_content(P1, 1) is None
        assert texts(backend, 1) == []

    def test_of_two_workers_only_the_one_with_the_claim_writes(self, backend: Backend) -> None:
        """A worker that lost its claim between two ranges finds out at its next write, and leaves no trace."""

        def fenced(epoch: int) -> object:
            def rule(paper: Paper | None) -> Paper:
                if paper is None or paper.epoch != epoch:
                    raise ClaimLostError("claim_lost", "another worker has it")
                return in_work(paper, 1)

            return rule

        backend.papers.change(P1, lambda _: a_paper(epoch=1))
        write = backend.contents.write
        write(P1, ContentRange(generation=1, chunks=(embedded(a_chunk(1, 0, "one")),)), fenced(1))  # type: ignore[arg-type]  # a rule that never removes the paper
        backend.papers.change(P1, lambda paper: paper and replace(paper, epoch=2))

        with pytest.raises(ClaimLostError):
            write(P1, ContentRange(generation=1, chunks=(embedded(a_chunk(1, 1, "late")),)), fenced(1))  # type: ignore[arg-type]  # a rule that never removes the paper
        assert texts(backend, 1) == ["one"]

    def test_twenty_threads_writing_ranges_of_one_paper_lose_nothing(self, backend: Backend) -> None:
        backend.papers.change(P1, lambda _: in_work(a_paper(), 1))

        def one_more(paper: Paper | None) -> Paper:
            assert paper is not None
            assert paper.work is not None
            return replace(paper, work=replace(paper.work, ranges_done=paper.work.ranges_done + 1))

        def write(n: int) -> None:
            piece = ContentRange(generation=1, chunks=(embedded(a_chunk(1, n, str(n)), [1, 0, 0, n]),))
            backend.contents.write(P1, piece, one_more)

        with ThreadPoolExecutor(20) as pool:
            list(pool.map(write, range(20)))

        assert texts(backend, 1) == [str(n) for n in range(20)]
        paper = backend.papers.get(P1)
        assert paper is not None
        assert paper.work == Work(generation=1, engine=ENGINE, ranges_done=20)

    def test_a_content_of_ten_megabytes_comes_back_whole(self, backend: Backend) -> None:
        rng = np.random.default_rng(7)
        words = ["".join(map(chr, rng.integers(97, 123, size=8))) for _ in range(5_000)]
        content = a_content([" ".join(rng.choice(words, size=300)) for _ in range(950)])
        parts = to_parts(content)
        assert sum(len(part.json) for part in parts) > 10 * MIB

        for piece in pieces(parts):
            backend.contents.write(P1, piece, keep)

        assert backend.contents.read_content(P1, 1) == content

    def test_a_block_larger_than_a_document_comes_back_whole(self, backend: Backend) -> None:
        rng = np.random.default_rng(7)
        noise = "".join(map(chr, rng.integers(0x4E00, 0x9FFF, size=900_000)))
        content = PaperContent(source_format="pdf", blocks=(replace(a_block(0, "x"), text=noise, end=len(noise)),))

        for piece in pieces(to_parts(content)):
            backend.contents.write(P1, piece, keep)

        assert backend.contents.read_content(P1, 1) == content

    def test_the_largest_allowed_piece_is_stored_whole(self, backend: Backend) -> None:
        rng = np.random.default_rng(7)
        rows = rng.standard_normal((RANGE_CHUNKS, VECTOR_DIMENSIONS))
        text = "".join(map(chr, rng.integers(0x4E00, 0x9FFF, size=CHUNK_CHARACTERS)))
        chunks = [embedded(a_chunk(1, i, text), list(row)) for i, row in enumerate(rows)]
        noise = "".join(map(chr, rng.integers(32, 127, size=RANGE_PART_BYTES // 4)))
        parts = tuple(ContentPart(index=i, json=noise) for i in range(4))
        engine = Engine(version="1", settings="big", space=EmbeddingSpace(model="big", dimensions=VECTOR_DIMENSIONS))

        piece = ContentRange(generation=1, parts=parts, chunks=tuple(chunks))
        backend.contents.write(P1, piece, lambda _: in_work(a_paper(), 1, engine))

        found = backend.contents.read_chunks(P1, 1)
        assert len(found.chunks) == RANGE_CHUNKS
        assert found.chunks[-1].chunk == chunks[-1].chunk

    def test_dropping_keeps_the_kept_generation_whole(self, backend: Backend) -> None:
        for generation in (1, 2, 3):
            chunk = embedded(a_chunk(generation, 0, f"of {generation}"), [1, 0, 0, 0])
            parts = to_parts(a_content([f"of {generation}"]))
            backend.contents.write(P1, ContentRange(generation=generation, parts=parts, chunks=(chunk,)), keep)

        for _ in range(2):
            backend.contents.drop(P1, keep_generation=2)

        assert [texts(backend, generation) for generation in (1, 2, 3)] == [[], ["of 2"], []]
        assert backend.contents.read_content(P1, 1) is None
        assert backend.contents.read_content(P1, 2) == a_content(["of 2"])

    def test_dropping_leaves_generations_from_a_border_on_alone(self, backend: Backend) -> None:
        for generation in (1, 2, 3):
            write_chunks(backend, a_paper(), generation, [embedded(a_chunk(generation, 0, f"of {generation}"))])

        backend.contents.drop(P1, keep_generation=None, below=3)

        assert [texts(backend, generation) for generation in (1, 2, 3)] == [[], [], ["of 3"]]

    def test_dropping_everything_leaves_nothing_even_of_a_long_paper(self, backend: Backend) -> None:
        for first in range(0, 600, RANGE_CHUNKS):
            write_chunks(backend, a_paper(), 1, [embedded(a_chunk(1, first + i, "x")) for i in range(RANGE_CHUNKS)])

        backend.contents.drop(P1, keep_generation=None)
        backend.contents.drop(P1, keep_generation=None)
        backend.contents.drop(PaperId("nobody"), keep_generation=None)

        assert texts(backend, 1) == []

    def test_a_fence_that_raises_stops_the_dropping(self, backend: Backend) -> None:
        write_chunks(backend, a_paper(), 1, [embedded(a_chunk(1, 0, "mine"))])

        with pytest.raises(ClaimLostError):
            backend.contents.drop(P1, keep_generation=None, fence=refuse)

        assert texts(backend, 1) == ["mine"]

    def test_a_fence_that_agrees_changes_nothing_in_the_paper(self, backend: Backend) -> None:
        write_chunks(backend, a_paper(), 1, [embedded(a_chunk(1, 0, "old"))])
        before = backend.papers.get(P1)

        backend.contents.drop(P1, keep_generation=None, fence=lambda paper: paper and replace(paper, attempts=99))

        assert texts(backend, 1) == []
        assert backend.papers.get(P1) == before

    def test_dropping_with_a_fence_works_after_the_paper_is_gone(self, backend: Backend) -> None:
        write_chunks(backend, a_paper(), 1, [embedded(a_chunk(1, 0, "old"))])
        backend.papers.change(P1, lambda _: None)

        backend.contents.drop(P1, keep_generation=None, fence=lambda paper: paper)

        assert texts(backend, 1) == []

    def test_a_second_instance_reads_what_the_first_one_wrote(self, backend: Backend, reopened: Backend) -> None:
        write_chunks(backend, a_paper(), 1, [embedded(a_chunk(1, 0, "shared"), [0, 1, 0, 0])])
        show(backend, P1, 1)

        assert texts(reopened, 1) == ["shared"]

    def test_many_windows_of_one_chunk_come_back_in_order(self, backend: Backend) -> None:
        matrix = np.eye(4, dtype=np.float32).repeat(8, axis=0)
        windows = tuple(Window(i * 3, i * 3 + 5) for i in range(32))
        item = EmbeddedChunk(chunk=a_chunk(1, 0, "x" * 100), vectors=WindowVectors(windows=windows, matrix=matrix))
        write_chunks(backend, a_paper(), 1, [item])

        found = backend.contents.read_chunks(P1, 1).chunks[0].vectors

        assert found is not None
        assert found.windows == windows
        assert np.array_equal(found.matrix, matrix)


@pytest.fixture
def spoil(backend: Backend, tmp_path: Path) -> Callable[[str, str, object], None]:
    """Return what changes a field of every stored part or chunk, as damage may."""
    from scholarai.adapters.embedded.backend import EmbeddedBackend

    def in_sqlite(table: str, field: str, value: object) -> None:
        with sqlite3.connect(tmp_path / "data" / "scholarai.db") as connection:
            connection.execute(f"UPDATE {table} SET {field} = ?", (value,))

    def in_firestore(collection: str, field: str, value: object) -> None:
        paper = backend.papers.client().collection("papers").document(P1)  # type: ignore[attr-defined]  # it has more than its port
        for document in paper.collection(collection).stream():
            document.reference.update({field: value})

    return in_sqlite if isinstance(backend, EmbeddedBackend) else in_firestore


class TestDamage:
    def test_a_part_that_is_not_what_was_stored_is_not_read(
        self, backend: Backend, spoil: Callable[[str, str, object], None]
    ) -> None:
        piece = ContentRange(generation=1, parts=to_parts(a_content(["Bats found 40 moths."])))
        backend.contents.write(P1, piece, keep)
        changed = to_parts(a_content(["Bats found 50 moths."]))[1].json

        if is_embedded(backend):
            spoil("parts", "doc", changed)
        else:
            spoil("content", "json_gz", gzip.compress(changed.encode()))

        with pytest.raises(ConflictError, match=r"paper_damaged.*p1"):
            backend.contents.read_content(P1, 1)

    def test_a_part_that_cannot_be_unpacked_is_not_read(
        self, backend: Backend, spoil: Callable[[str, str, object], None]
    ) -> None:
        backend.contents.write(P1, ContentRange(generation=1, parts=to_parts(a_content(["Bats."]))), keep)

        spoil(*(("parts", "doc", "{") if is_embedded(backend) else ("content", "json_gz", b"no gzip")))

        with pytest.raises(ConflictError, match=r"paper_damaged.*p1"):
            backend.contents.read_content(P1, 1)

    @pytest.mark.parametrize("field", ["text", "vectors"])
    def test_a_chunk_that_is_not_what_was_stored_is_not_read(
        self, backend: Backend, spoil: Callable[[str, str, object], None], field: str
    ) -> None:
        chunk = a_chunk(1, 0, "Bats found 40 moths.")
        write_chunks(backend, a_paper(), 1, [embedded(chunk, [1, 0, 0, 0])])
        show(backend, P1, 1)
        changed = replace(chunk, text="Bats found 50 moths.")
        vectors = np.array([0, 1, 0, 0], dtype="<f4").tobytes()

        if is_embedded(backend):
            spoil("chunks", *(("doc", to_json(changed).decode()) if field == "text" else ("vectors", vectors)))
        else:
            spoil("chunks", *(("text", changed.text) if field == "text" else ("window_vectors", vectors)))

        with pytest.raises(ConflictError, match=r"paper_damaged.*p1"):
            backend.contents.read_chunks(P1, 1)
        with pytest.raises(ConflictError, match=r"paper_damaged.*p1"):
            backend.search.nearest(ADA, [P1], [1, 0, 0, 0], space=SPACE, limit=1)
        with pytest.raises(ConflictError, match=r"paper_damaged.*p1"):
            backend.search.matching(ADA, [P1], "bats moths", limit=1)

    # Rows of an embedded database get their sums when it is migrated.
    @pytest.mark.parametrize("stand", [pytest.param("gcp", marks=pytest.mark.emulator)], indirect=True)
    def test_what_an_earlier_release_put_into_firestore_is_read(
        self, backend: Backend, spoil: Callable[[str, str, object], None]
    ) -> None:
        content = a_content(["Bats."])
        backend.contents.write(P1, ContentRange(generation=1, parts=to_parts(content)), keep)
        write_chunks(backend, a_paper(), 1, [embedded(a_chunk(1, 0, "Bats."), [1, 0, 0, 0])])

        for collection in ("content", "chunks"):
            spoil(collection, "sum", DELETE_FIELD)

        assert backend.contents.read_content(P1, 1) == content
        assert texts(backend, 1) == ["Bats."]


def is_embedded(backend: Backend) -> bool:
    from scholarai.adapters.embedded.backend import EmbeddedBackend

    return isinstance(backend, EmbeddedBackend)
