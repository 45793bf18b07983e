"""Listing, counting and searching a library of many papers, embedded: how long the one call of the page takes.

`python benchmarks/library_lists.py [--papers N] [--chunks-per-paper N] [--calls N] [--data DIR]`

The library is made: titles, abstracts and chunks are drawn from the words of the question sets below `--data` (else of our own),
years, venues, authors, tags, collections and read states are drawn; every twentieth paper has a note. Each kind of call is made
`--calls` times with drawn values: the whole list by every sort, with filters, with a search, after a change of a tag. Printed are
percentiles of each kind in milliseconds, as the caller waits for them, and the processor's share on a crowded machine. With
`--emulator` the library is kept in Google's Firestore emulator, and the documents that each kind of call reads are printed: what
Firestore bills. Times say nothing there, since the emulator has no indexes.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec.structs import replace

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests")]

import numpy as np  # noqa: E402
from counted_reads import CountedReads, emulated  # noqa: E402
from library_papers import OWNER, real_texts  # noqa: E402

from scholarai.adapters.embedded.backend import EmbeddedBackend  # noqa: E402
from scholarai.adapters.embedded.records import save_paper  # noqa: E402
from scholarai.adapters.gcp.documents import paper_fields  # noqa: E402
from scholarai.adapters.gcp.listed_backlog import PAPERS_MADE  # noqa: E402
from scholarai.adapters.gcp.papers import PAPERS  # noqa: E402
from scholarai.config import Settings  # noqa: E402
from scholarai.domain.content import Chunk  # noqa: E402
from scholarai.domain.ids import PaperId, chunk_id  # noqa: E402
from scholarai.domain.listing import SORTS, LibraryQuery, Listing  # noqa: E402
from scholarai.domain.marks import READ_STATES, CollectionId, Marks  # noqa: E402
from scholarai.domain.notes import Note, NoteId  # noqa: E402
from scholarai.domain.paper import Metadata, Paper  # noqa: E402
from scholarai.domain.values import to_json  # noqa: E402
from scholarai.services.own.listing import ListLibrary  # noqa: E402

BEGUN = datetime(2026, 11, 1, tzinfo=UTC)
# Papers that one transaction stores.
BATCH = 500


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=2_000)
    parser.add_argument("--chunks-per-paper", type=int, default=4)
    parser.add_argument("--calls", type=int, default=100)
    parser.add_argument("--keep", type=Path, help="a folder for the library, used again when it is there")
    parser.add_argument("--emulator", action="store_true", help="count the reads of Firestore instead")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    options = parser.parse_args()
    chance = random.Random(18)
    texts = [" ".join(text.split()) for text in real_texts(options.data)]
    with tempfile.TemporaryDirectory(prefix="scholarai-lists-") as made:
        folder = options.keep or Path(made)
        if options.emulator:
            return print_reads(folder, texts, options.papers, chance)
        there = (folder / "scholarai.db").exists()
        backend = EmbeddedBackend(Settings.from_env({"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(folder)}))
        begun = time.monotonic()
        if not there:
            build(backend, texts, options.papers, options.chunks_per_paper, chance)
        print(
            f"{options.papers} papers, {options.papers * options.chunks_per_paper} chunks: {time.monotonic() - begun:.0f} s"
        )
        worst = 0.0
        for name, call in calls(backend, texts, options.papers, chance).items():
            call()
            walls, processors = zip(*(timed(call) for _ in range(options.calls)), strict=True)
            p50, p95 = np.percentile(walls, [50, 95])
            worst = max(worst, p95)
            busy = np.percentile(processors, 95)
            print(f"{name:<28} p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   p95 of the processor {busy:6.1f} ms", flush=True)
        print(f"worst p95 {worst:.1f} ms")
        backend.close()
    return 0


def print_reads(folder: Path, texts: Sequence[str], papers: int, chance: random.Random) -> int:
    """Print what each kind of call reads from Firestore, in documents."""
    with emulated(folder):
        from scholarai import bootstrap

        backend: Any = bootstrap.process.backend()
        client = backend._firestore()  # noqa: SLF001  - many documents in one call, and what a client reads
        store_many(client, PAPERS, ((paper.id, paper_fields(paper)) for paper in made_papers(texts, papers, chance)))
        for note in made_notes(texts, papers, chance):
            backend.notes.change(note.id, kept(note))
        reads = CountedReads(client)
        kinds = calls(backend, texts, papers, chance)
        most = papers // PAPERS_MADE + 1
        made = next(n for n in range(1, most + 1) if kinds["latest"]().complete)
        print(f"the papers got their rows in {made} calls, which read {reads.per_call(made)} each", flush=True)
        backend.library_index.libraries.kept.clear()
        print_call("first of a new instance", kinds["latest"], reads)
        for name, call in kinds.items():
            print_call(name, call, reads)
    return 0


def print_call(name: str, call: Callable[[], Any], reads: CountedReads) -> None:
    """Print what a call reads, and the time that this process works for it."""
    reads.clear()
    _, worked_ms = timed(call)
    print(
        f"{name:<28} documents read: {reads.per_call(1)}; {reads.calls} requests, {worked_ms:.0f} ms of CPU", flush=True
    )


def store_many(client: Any, collection: str, documents: Iterator[tuple[str, dict[str, Any]]]) -> None:
    while some := list(islice(documents, BATCH)):
        batch = client.batch()
        for name, fields in some:
            batch.set(client.collection(collection).document(name), fields)
        batch.commit()


def timed(call: Callable[[], object]) -> tuple[float, float]:
    """Return the milliseconds that a call takes, and those of them in which the processor works for it."""
    begun, worked = time.perf_counter(), time.process_time()
    call()
    return (time.perf_counter() - begun) * 1_000, (time.process_time() - worked) * 1_000


def calls(
    backend: Any, texts: Sequence[str], papers: int, chance: random.Random
) -> Mapping[str, Callable[[], Listing]]:
    """Return the kinds of calls by name, each with new random values."""
    listed = ListLibrary(index=backend.library_index, collections=backend.collections).run

    def words(count: int) -> str:
        found = [word for word in chance.choice(texts).split() if word.isalpha() and len(word) > 3]
        return " ".join(chance.sample(found, min(count, len(found))))

    def retag() -> Listing:
        tags = (f"tag {time.monotonic_ns() % 9_999}",)  # another one each time, also in a library that is used again
        wanted = PaperId(f"m{chance.randrange(papers):06d}")
        backend.papers.change(wanted, lambda found: found and replace(found, marks=replace(found.marks, tags=tags)))
        return listed(OWNER, LibraryQuery(limit=50))

    return {
        "latest": lambda: listed(OWNER, LibraryQuery(limit=50)),
        "by a drawn sort": lambda: listed(OWNER, LibraryQuery(limit=50, sort=chance.choice(SORTS))),
        "read state (most pass)": lambda: listed(OWNER, LibraryQuery(limit=50, read_state="unread", sort="title")),
        "tag and years": lambda: listed(
            OWNER, LibraryQuery(limit=50, tags=(f"tag {chance.randrange(60)}",), year_from=chance.randrange(1990, 2020))
        ),
        "author": lambda: listed(OWNER, LibraryQuery(limit=50, authors=(f"Author {chance.randrange(20_000)}",))),
        "collections": lambda: listed(
            OWNER, LibraryQuery(limit=50, collections=frozenset(CollectionId(f"c{n}") for n in range(40)))
        ),
        "search, one word": lambda: listed(OWNER, LibraryQuery(limit=50, text=words(1), sort="relevance")),
        "search, three words": lambda: listed(OWNER, LibraryQuery(limit=50, text=words(3), sort="relevance")),
        "search with a filter": lambda: listed(
            OWNER, LibraryQuery(limit=50, text=words(1), sort="relevance", read_state="read")
        ),
        "a tag changed, then latest": retag,
    }


def build(backend: EmbeddedBackend, texts: Sequence[str], papers: int, chunks: int, chance: random.Random) -> None:
    made = made_papers(texts, papers, chance)
    while batch := [paper for _, paper in zip(range(BATCH), made, strict=False)]:
        with backend.papers.database.writing() as tx:  # through the store's own rows, many in a transaction
            for paper in batch:
                save_paper(tx, paper)
                tx.executemany(
                    "INSERT INTO chunks (paper_id, generation, chunk, doc) VALUES (?, 1, ?, ?)",
                    [(paper.id, n, to_json(made_chunk(n, chance.choice(texts))).decode()) for n in range(chunks)],
                )
    for note in made_notes(texts, papers, chance):
        backend.notes.change(note.id, kept(note))


def made_notes(texts: Sequence[str], papers: int, chance: random.Random) -> Iterator[Note]:
    for n in range(0, papers, 20):
        yield Note(
            id=NoteId(f"n{n}"), owner=OWNER, kind="note", paper_ids=(PaperId(f"m{n:06d}"),),
            created_at=BEGUN + timedelta(seconds=n), updated_at=BEGUN, text=chance.choice(texts)[:300],
        )  # fmt: skip


def kept(note: Note) -> Callable[[Note | None], Note]:
    """Return the rule that stores a note."""
    return lambda _: note


def made_papers(texts: Sequence[str], count: int, chance: random.Random) -> Iterator[Paper]:
    for n in range(count):
        about = Metadata(
            title=" ".join(chance.choice(texts).split()[:10]) or f"Made paper {n}",
            authors=tuple(f"Author {chance.randrange(20_000)}" for _ in range(chance.randint(1, 6))),
            abstract=chance.choice(texts)[:1_200],
            year=chance.choice([None, *range(1990, 2027)]),
            venue=chance.choice([None, *(f"Journal {one}" for one in range(300))]),
        )
        marks = Marks(
            tags=tuple({f"tag {chance.randrange(60)}" for _ in range(chance.randrange(4))}),
            favourite=chance.random() < 0.05,
            read_state=chance.choices(READ_STATES, [16, 1, 3])[0],
            collection_ids=tuple({CollectionId(f"c{chance.randrange(100)}") for _ in range(chance.randrange(3))}),
        )
        yield Paper(
            id=PaperId(f"m{n:06d}"), owner=OWNER, filename=f"m{n}.pdf", object_name=f"o/{n}", generation=1,
            created_at=BEGUN + timedelta(seconds=n), updated_at=BEGUN + timedelta(seconds=chance.randrange(count)),
            status="completed", visible_generation=1, metadata=about, marks=marks,
        )  # fmt: skip


def made_chunk(n: int, text: str) -> Chunk:
    return Chunk(id=chunk_id(1, n), text=text, kind="text", start=0, end=len(text), index=n, total=n + 1)


if __name__ == "__main__":
    raise SystemExit(main())
