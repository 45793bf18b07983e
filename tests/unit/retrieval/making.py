"""Indexes of the bee paper, with and without vectors."""

from __future__ import annotations

from doubles.models import TopicEmbedder
from doubles.written import bee_paper

from scholarai.domain.chat import Evidence
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import PaperId
from scholarai.retrieval.index import index_paper
from scholarai.retrieval.search import Found, SearchedPaper, search_paper
from scholarai.retrieval.vectors import ChunkSet, EmbeddedChunk
from scholarai.splitting import split

EMBEDDER = TopicEmbedder()


def searched(content: PaperContent | None = None, *, vectors: bool = True) -> SearchedPaper:
    content = content or bee_paper()
    chunks = split(content, generation=1)
    embedded = EMBEDDER.embed_texts([chunk.text for chunk in chunks])
    items = [EmbeddedChunk(chunk=c, vectors=v if vectors else None) for c, v in zip(chunks, embedded, strict=True)]
    chunk_set = ChunkSet(chunks=tuple(items), space=EMBEDDER.space if vectors else None)
    return SearchedPaper(paper_id=PaperId("bees"), index=index_paper(content, chunk_set))


def find(question: str, *, k: int = 3, vectors: bool = True, content: PaperContent | None = None) -> Found:
    vector = EMBEDDER.embed_query(question) if vectors else None
    return search_paper(searched(content, vectors=vectors), question, vector, k=k)


def pinned(question: str, *, k: int = 8) -> list[Evidence]:
    return [item for item in find(question, k=k).evidence if item.pinned_by]
