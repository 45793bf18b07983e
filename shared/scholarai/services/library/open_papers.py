"""Papers kept ready for questions in memory, so that a paper is read from its store once per generation."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property

from msgspec import field

from scholarai.citations import GroundingText, PageLocator
from scholarai.domain.described import described
from scholarai.domain.errors import NotReadyError
from scholarai.domain.ids import PaperId
from scholarai.domain.metadata import corrections
from scholarai.domain.paper import EmbeddingSpace, MetadataField, Origin, Paper
from scholarai.domain.values import Value
from scholarai.ports.stores import ContentStore
from scholarai.retrieval.index import PaperIndex, index_paper
from scholarai.services.papers.owned import readable_generation

# Characters of text that the kept papers may have together. Each takes some 90 bytes (index 36, grounding 33, content and
# chunks the rest; measured on 45 papers), so this is 225 MB or about forty papers.
KEPT_CHARACTERS = 2_500_000


class OpenPaper(Value, frozen=True, kw_only=True, eq=False, dict=True):
    """One generation of a paper with everything that questions need; `corrected` tells which corrections its content has."""

    paper_id: PaperId
    generation: int
    title: str
    corrected: Mapping[MetadataField, Origin]
    index: PaperIndex
    space: EmbeddingSpace | None

    @cached_property
    def grounding(self) -> GroundingText:
        return GroundingText.of_paper(self.index.content)

    @cached_property
    def locator(self) -> PageLocator:
        return PageLocator.of(self.index.content)


class OpenPapers(Value, frozen=True, kw_only=True):
    """Reads papers on first use and keeps those used last, up to `kept_characters`; safe for several threads."""

    contents: ContentStore
    kept_characters: int = KEPT_CHARACTERS
    _kept: OrderedDict[tuple[PaperId, int], OpenPaper] = field(default_factory=OrderedDict)
    _reading: dict[tuple[PaperId, int], threading.Lock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def open(self, paper: Paper) -> OpenPaper:
        """Return the generation of a paper that readers follow.

        Raises:
            NotReadyError: If the paper is not extracted yet, or is being replaced at this moment.
            ConflictError: If it failed.
        """
        key = (paper.id, readable_generation(paper))
        corrected = corrections(paper)
        found = self._look_up(key, corrected)
        if found is not None:
            return found
        with self._reading_alone(key):
            found = self._look_up(key, corrected) or self._read(paper, key[1])
            self._keep(key, found)
        return found

    def _look_up(self, key: tuple[PaperId, int], corrected: Mapping[MetadataField, Origin]) -> OpenPaper | None:
        with self._lock:
            found = self._kept.get(key)
            if found is None or found.corrected != corrected:
                return None
            self._kept.move_to_end(key)
            return found

    @contextmanager
    def _reading_alone(self, key: tuple[PaperId, int]) -> Iterator[None]:
        """Serialise readers of one paper, so that twenty concurrent questions read it once."""
        with self._lock:
            reader = self._reading.setdefault(key, threading.Lock())
        with reader:
            try:
                yield
            finally:
                with self._lock:
                    self._reading.pop(key, None)

    def _read(self, paper: Paper, generation: int) -> OpenPaper:
        content = self.contents.read_content(paper.id, generation)
        chunks = self.contents.read_chunks(paper.id, generation)
        if content is None or not chunks.chunks:  # a newer generation became visible since the paper was read
            raise NotReadyError("paper_not_ready", "the paper is just being replaced", retry_after_s=1.0)
        content = described(content, paper)
        return OpenPaper(
            paper_id=paper.id,
            generation=generation,
            title=content.title or paper.filename,
            corrected=corrections(paper),
            index=index_paper(content, chunks),
            space=chunks.space,
        )

    def _keep(self, key: tuple[PaperId, int], opened: OpenPaper) -> None:
        with self._lock:
            self._kept[key] = opened
            self._kept.move_to_end(key)
            while len(self._kept) > 1 and _characters(self._kept.values()) > self.kept_characters:
                self._kept.popitem(last=False)


def _characters(papers: Iterable[OpenPaper]) -> int:
    return sum(len(paper.index.text) for paper in papers)
