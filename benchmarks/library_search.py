"""Searching a library of many papers: how long it takes, what it needs, what the shortcuts miss.

`python benchmarks/library_search.py [--papers N] [--chunks-per-paper N] [--questions N] [--data DIR] [--keep DIR]`

The library is made by sampling: real texts (passages of the question sets below `--data`, else sentences of our own) are
embedded once, and each chunk of a made paper is one of them with its sentences in another order and a little noise on its
vectors, so that no two chunks are the same. Years, venues and authors are drawn. Each question is searched twice over
the whole library and once with a filter on years. Printed are build time, disk, memory (the process's peak), the time of
the first search (which loads the bits), of those after a change, percentiles of the others, and how many of the 100 truly nearest chunks
the index finds, against a comparison with every vector.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests")]

import numpy as np  # noqa: E402
from counted_reads import CountedReads, emulated  # noqa: E402
from library_papers import OWNER, build_library, chunks_of, drawn_questions, made_paper, real_texts  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from scholarai.domain.ids import PaperId  # noqa: E402
from scholarai.domain.review import Filters  # noqa: E402
from scholarai.ports.stores import ContentRange  # noqa: E402

TRUTH = 100


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-library-") as made:
        folder = options.keep or Path(made)
        os.environ |= {"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(folder)}
        os.environ.pop("GEMINI_API_KEY", None)
        from scholarai import bootstrap

        embedder = bootstrap.process.models.embedder()
        if embedder is None:
            print("the local embedding model is not installed, so there are no vectors to search")
            return 1
        texts = list(real_texts(options.data))
        questions = drawn_questions(options.data, options.questions)
        with emulated(folder) if options.emulator else contextlib.nullcontext():
            if not (folder / "made").exists():
                build_library(folder, texts, embedder, options)
            if options.emulator:
                _print_reads(questions)
            _search(questions, embedder)
            if not options.emulator:
                _print_missed(questions[: options.truth], embedder)
    return 0


def _print_reads(questions: Sequence[str]) -> None:
    """Print what a search reads from Firestore, in documents; entries of a vector index are billed besides."""
    from scholarai import bootstrap

    backend: Any = bootstrap.process.backend()
    reads = CountedReads(backend._firestore())  # noqa: SLF001  - between the client and its transport
    for label, filters in (("whole library", Filters()), ("with a filter", Filters(year_from=2015))):
        reads.clear()
        for question in questions:
            bootstrap.process.search_library().run(OWNER, question, filters, limit=10)
        print(
            f"{label}: documents read by a search: {reads.per_call(len(questions))}; calls {reads.calls / len(questions):.0f}"
            f" ({len(questions)} questions)",
            flush=True,
        )


def _search(questions: Sequence[str], embedder: Any) -> None:
    from scholarai import bootstrap

    search = bootstrap.process.search_library()
    embedder.embed_query("warm")
    _timed("first search of a process, with loading", lambda: search.run(OWNER, questions[0], Filters(), limit=10))
    _change(search, questions, embedder)
    for label, filters in (
        ("whole library, words met first", Filters()),
        ("whole library", Filters()),
        ("with a filter on years", Filters(year_from=2015)),
        ("with a filter that a hundredth passes", Filters(authors=("Author 77",), year_from=2000)),
    ):
        wall, cpu = [], []
        for question in questions:
            begun, spent = time.monotonic(), time.process_time()
            search.run(OWNER, question, filters, limit=10)
            wall.append(1_000 * (time.monotonic() - begun))
            cpu.append(1_000 * (time.process_time() - spent))
        print(
            f"{label}: CPU p50 {np.percentile(cpu, 50):.0f} ms, p95 {np.percentile(cpu, 95):.0f} ms; wall p50"
            f" {np.percentile(wall, 50):.0f} ms, p95 {np.percentile(wall, 95):.0f} ms, most {max(wall):.0f} ms"
            f" ({len(questions)} questions, load {os.getloadavg()[0]:.0f})",
            flush=True,
        )
    print(f"peak memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GiB")
    _parts(questions, embedder)


def _timed(label: str, call: Callable[[], object]) -> None:
    begun, spent = time.monotonic(), time.process_time()
    call()
    print(f"{label}: {time.monotonic() - begun:.2f} s, {time.process_time() - spent:.2f} CPU s", flush=True)


def _change(search: Any, questions: Sequence[str], embedder: Any) -> None:
    """Add a paper and take it away again, each followed by a search; a search without a change tells what is usual."""
    from scholarai import bootstrap

    contents, papers = bootstrap.process.backend().contents, bootstrap.process.backend().papers
    chance, texts = random.Random(9), ["A paper that has just been read. It says little. " * 8] * 20
    vectors = embedder.embed_texts(texts)
    made = tuple(chunks_of(texts, vectors, 60, chance, np.random.default_rng(9)))
    paper = replace(made_paper(0, embedder, chance), id=PaperId("x000000"))

    def ask(number: int) -> None:
        search.run(OWNER, questions[number], Filters(), limit=10)

    _timed("search", partial(ask, 1))
    contents.write(paper.id, ContentRange(generation=1, chunks=made), lambda _: paper)
    _timed("first search after a paper was added", partial(ask, 2))
    papers.change(paper.id, lambda _: None)
    _timed("first search after a paper was deleted", partial(ask, 3))
    contents.drop(paper.id, keep_generation=None)


def _parts(questions: Sequence[str], embedder: Any) -> None:
    from scholarai import bootstrap

    store = bootstrap.process.backend().search
    spent: dict[str, list[float]] = {"embedding": [], "vectors": [], "words": []}
    for question in questions:
        begun = time.monotonic()
        vector = embedder.embed_query(question)
        spent["embedding"].append(time.monotonic() - begun)
        begun = time.monotonic()
        store.nearest(OWNER, None, vector, space=embedder.space, limit=100)
        spent["vectors"].append(time.monotonic() - begun)
        begun = time.monotonic()
        store.matching(OWNER, None, question, limit=100)
        spent["words"].append(time.monotonic() - begun)
    told = (
        f"{name} {1_000 * np.median(values):.0f}/{1_000 * np.percentile(values, 95):.0f} ms"
        for name, values in spent.items()
    )
    print(f"parts, p50/p95: {', '.join(told)}")


def _print_missed(questions: Sequence[str], embedder: Any) -> None:
    """Compare with every vector, read from the store in turn."""
    from scholarai import bootstrap

    backend: Any = bootstrap.process.backend()
    queries = np.stack([embedder.embed_query(question) for question in questions])
    best: list[tuple[NDArray[np.float32], NDArray[np.int64]]] = [
        (np.zeros(0, np.float32), np.zeros(0, np.int64))
    ] * len(queries)
    with backend.papers.database.reading() as tx:
        for (paper_id,) in tx.execute("SELECT id FROM paper_facts WHERE owner = ?", (OWNER,)).fetchall():
            rows = tx.execute(
                "SELECT chunk, vectors FROM chunks WHERE paper_id = ? ORDER BY chunk", (paper_id,)
            ).fetchall()
            sizes = [len(vectors) // (4 * queries.shape[1]) for _, vectors in rows]
            matrix = np.frombuffer(b"".join(vectors for _, vectors in rows), dtype="<f4").reshape(-1, queries.shape[1])
            scores = np.maximum.reduceat(matrix @ queries.T, np.cumsum([0, *sizes])[:-1])
            names = np.array([int(paper_id[1:]) * 100_000 + chunk for chunk, _ in rows], dtype=np.int64)
            for place, (known, ids) in enumerate(best):
                joined = np.concatenate([known, scores[:, place]])
                kept = np.argsort(-joined)[:TRUTH]
                best[place] = joined[kept], np.concatenate([ids, names])[kept]
    found = []
    for place, query in enumerate(queries):
        hits = backend.search.nearest(OWNER, None, query, space=embedder.space, limit=TRUTH)
        met = {int(hit.paper_id[1:]) * 100_000 + hit.chunk.chunk.index for hit in hits}
        found.append(len(met & set(best[place][1].tolist())) / len(best[place][1]))
    print(
        f"of the {TRUTH} truly nearest chunks found: mean {np.mean(found):.3f}, least {min(found):.3f} ({len(found)} questions)"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=5_000)
    parser.add_argument("--chunks-per-paper", type=int, default=60)
    parser.add_argument("--base", type=int, default=2_000, help="real texts that chunks are sampled from")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="a folder with qa/")
    parser.add_argument("--truth", type=int, default=20, help="questions that are compared with every vector")
    parser.add_argument("--emulator", action="store_true", help="keep the library in Google's Firestore emulator")
    parser.add_argument("--keep", type=Path, help="build the library here, or use the one that was built here")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
