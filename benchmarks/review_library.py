"""The library that reviews are measured with: experts' passages as papers, beside passages of other question sets."""

from __future__ import annotations

import hashlib
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scholarai.domain.content import BLOCK_SEPARATOR, Author, Block, PaperContent
from scholarai.domain.ids import BlockId, OwnerId, PaperId
from scholarai.domain.paper import Engine, Metadata, Paper
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange
from scholarai.retrieval.vectors import EmbeddedChunk
from scholarai.splitting import split

OWNER = OwnerId("benchmark")
OTHERS = ("pubmedqa", "scisumm", "covidqa", "evidence_inference")


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A passage of a paper and the questions whose experts cite it."""

    paper_id: PaperId
    title: str
    text: str
    year: int | None = None
    authors: tuple[str, ...] = ()
    questions: frozenset[str] = frozenset()


def expert_passages(rows: Sequence[dict[str, Any]]) -> list[Passage]:
    cited: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    about: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        for item in row["ctxs"]:
            if isinstance(item["text"], str) and isinstance(item["title"], str):
                key = (item["title"], " ".join(item["text"].split()))
                cited[key].add(row["question_id"])
                about[key] = item
    return [
        Passage(
            paper_id=_paper_id(title),
            title=title,
            text=text,
            year=int(year) if (year := about[title, text].get("year")) == year and year else None,
            authors=tuple(author["name"] for author in about[title, text].get("authors") or ()),
            questions=frozenset(questions),
        )
        for (title, text), questions in cited.items()
    ]


def distractors(data: Path, count: int) -> Iterator[Passage]:
    """Yield passages of other sets, drawn evenly over them."""
    texts: list[tuple[str, str]] = []
    for name in OTHERS:
        file = data / "qa" / f"{name}.papers.jsonl"
        if count and file.exists():
            rows = [json.loads(line) for line in file.read_text().splitlines()]
            texts += [(f"{name} {n}", text) for n, row in enumerate(rows) for text in _texts_of(row)]
    chance = random.Random(1)
    for title, text in chance.sample(texts, min(count, len(texts))):
        yield Passage(paper_id=_paper_id(title), title=title, text=text)


def _texts_of(row: Any) -> Iterator[str]:
    """Yield every text of the length of a passage, wherever it stands in a paper's row."""
    if isinstance(row, str):
        if 300 <= len(row) <= 2_000:
            yield " ".join(row.split())
    elif isinstance(row, dict):
        for value in row.values():
            yield from _texts_of(value)
    elif isinstance(row, list):
        for value in row:
            yield from _texts_of(value)


def fill(passages: Sequence[Passage]) -> None:
    from scholarai import bootstrap

    embedder = bootstrap.process.models.embedder()
    if embedder is None:
        print("the local embedding model is not installed: words decide alone")
    by_paper: defaultdict[PaperId, list[Passage]] = defaultdict(list)
    for passage in passages:
        by_paper[passage.paper_id].append(passage)
    now = datetime.now(UTC)
    for paper_id, own in by_paper.items():
        content = _content(own)
        chunks = split(content, generation=1)
        vectors = embedder.embed_texts([chunk.text for chunk in chunks]) if embedder else [None] * len(chunks)
        paper = Paper(
            id=paper_id, owner=OWNER, filename=f"{paper_id}.md", object_name=f"o/{paper_id}", generation=1, created_at=now,
            updated_at=now, status="completed", visible_generation=1,
            engine=Engine(version="1", settings="", space=embedder.space if embedder else None),
            metadata=Metadata(title=own[0].title, authors=own[0].authors, year=own[0].year),
        )  # fmt: skip
        piece = ContentRange(
            generation=1,
            parts=to_parts(content),
            chunks=tuple(EmbeddedChunk(chunk=c, vectors=v) for c, v in zip(chunks, vectors, strict=True)),
        )
        bootstrap.process.backend().contents.write(paper_id, piece, _stored(paper))


def _stored(paper: Paper) -> Callable[[Paper | None], Paper]:
    """Return the rule that stores it, whatever stood there."""
    return lambda _: paper


def _content(passages: Sequence[Passage]) -> PaperContent:
    blocks: list[Block] = []
    at = 0
    for n, passage in enumerate(passages):
        end = at + len(passage.text)
        blocks.append(Block(id=BlockId(f"b{n}"), kind="paragraph", text=passage.text, start=at, end=end))
        at = end + len(BLOCK_SEPARATOR)
    return PaperContent(
        source_format="markdown",
        title=passages[0].title,
        authors=tuple(Author(name=name) for name in passages[0].authors),
        blocks=tuple(blocks),
    )


def holds(chunk: str, passage: str) -> bool:
    """Tell whether a chunk holds most of a passage; a chunk may hold several, or a long one may be in two."""
    flat = " ".join(chunk.split())
    return passage[: len(passage) // 2] in flat or passage[len(passage) // 2 :] in flat


def _paper_id(title: str) -> PaperId:
    return PaperId(hashlib.blake2b(title.encode(), digest_size=8).hexdigest())
