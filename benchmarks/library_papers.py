"""Stores a large library of made papers, whose texts are passages of question sets, and draws questions of them."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from scholarai.domain.content import Chunk
from scholarai.domain.ids import OwnerId, PaperId, chunk_id
from scholarai.domain.paper import Engine, Metadata, Paper
from scholarai.ports.stores import ContentRange
from scholarai.retrieval.vectors import EmbeddedChunk, WindowVectors

OWNER = OwnerId("library")
SETS = ("covidqa", "evidence_inference", "scisumm", "qasper_full", "pubmedqa")
# Length of the noise beside a unit vector: neighbours stay neighbours, and no two chunks are the same.
NOISE = 0.35


def real_texts(data: Path) -> Iterator[str]:
    """Yield passages of the question sets below a folder, or sentences of our own."""
    met = False
    for name in SETS:
        file = data / "qa" / f"{name}.papers.jsonl"
        if file.exists():
            for line in file.read_text().splitlines():
                for text in _texts_of(json.loads(line)):
                    met = True
                    yield text
    if not met:
        print(f"there are no real texts below {data}; sentences of our own instead")
        yield from _own_texts()


def _texts_of(row: Any) -> Iterator[str]:
    if isinstance(row, str):
        flat = " ".join(row.split())
        yield from (flat[start : start + 1_500] for start in range(0, len(flat) - 399, 1_500))
    elif isinstance(row, (dict, list)):
        for value in row.values() if isinstance(row, dict) else row:
            yield from _texts_of(value)


def _own_texts() -> Iterator[str]:
    from crashing.papers import WORDS

    chance = random.Random(1)
    for _ in range(3_000):
        yield ". ".join(" ".join(chance.choices(WORDS, k=14)).capitalize() for _ in range(14)) + "."


def drawn_questions(data: Path, count: int) -> list[str]:
    """Return questions of the same sets, or two of our own again and again."""
    found: list[str] = []
    for name in SETS:
        file = data / "qa" / f"{name}.jsonl"
        if file.exists():
            found += [json.loads(line)["question"] for line in file.read_text().splitlines()]
    found = found or ["Which method gives a smaller error?", "How does noise change the rate?"] * count
    return random.Random(2).sample(found, min(count, len(found)))


def build_library(folder: Path, texts: Sequence[str], embedder: Any, options: argparse.Namespace) -> None:
    """Store `options.papers` made papers of `options.chunks_per_paper` chunks each in the backend of this process."""
    from scholarai import bootstrap

    chance = random.Random(0)
    base = chance.sample(texts, min(options.base, len(texts)))
    begun = time.monotonic()
    vectors = embedder.embed_texts(base)
    print(f"{len(base)} real texts embedded in {time.monotonic() - begun:.0f} s", flush=True)
    begun = time.monotonic()
    noise = np.random.default_rng(0)
    contents = bootstrap.process.backend().contents
    for n in range(options.papers):
        piece = ContentRange(
            generation=1, chunks=tuple(chunks_of(base, vectors, options.chunks_per_paper, chance, noise))
        )
        paper = made_paper(n, embedder, chance)
        contents.write(paper.id, piece, _stored(paper))
        if n and n % 2_000 == 0:
            print(f"  {n} papers, {time.monotonic() - begun:.0f} s", flush=True)
    took = time.monotonic() - begun
    disk = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    chunks = options.papers * options.chunks_per_paper
    (folder / "made").write_text(str(chunks))
    print(
        f"library: {options.papers} papers, {chunks} chunks; built in {took:.0f} s, {disk / 2**30:.2f} GiB", flush=True
    )


def _stored(paper: Paper) -> Callable[[Paper | None], Paper]:
    """Return the rule that stores it, whatever stood there."""
    return lambda _: paper


def chunks_of(
    base: Sequence[str],
    vectors: Sequence[WindowVectors],
    count: int,
    chance: random.Random,
    noise: np.random.Generator,
) -> Iterator[EmbeddedChunk]:
    """Yield chunks whose texts and vectors are those of drawn passages, changed a little."""
    at = 0
    for index in range(count):
        place = chance.randrange(len(base))
        sentences = base[place].split(". ")
        chance.shuffle(sentences)
        text = ". ".join(sentences)
        known = vectors[place]
        rows = known.matrix + noise.standard_normal(known.matrix.shape, dtype=np.float32) * (
            NOISE / np.sqrt(known.matrix.shape[1])
        )
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        yield EmbeddedChunk(
            chunk=Chunk(
                id=chunk_id(1, index), text=text, kind="text", start=at, end=at + len(text), index=index, total=count,
                section_path=(f"{1 + index // 8} Section",), page_numbers=(1 + index // 6,),
            ),
            vectors=WindowVectors(windows=known.windows, matrix=rows),
        )  # fmt: skip
        at += len(text) + 2


def made_paper(n: int, embedder: Any, chance: random.Random) -> Paper:
    """Return the record of a made paper, with drawn authors, year and venue."""
    now = datetime.now(UTC)
    return Paper(
        id=PaperId(f"m{n:06d}"), owner=OWNER, filename=f"m{n}.pdf", object_name=f"o/{n}", generation=1, created_at=now,
        updated_at=now, status="completed", visible_generation=1,
        engine=Engine(version="1", settings="", space=embedder.space),
        metadata=Metadata(
            title=f"Made paper {n}", authors=(f"Author {chance.randrange(5_000)}",), year=chance.randrange(1990, 2027),
            venue=f"Journal {chance.randrange(200)}",
        ),
    )  # fmt: skip
