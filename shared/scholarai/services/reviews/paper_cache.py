"""Caches opened papers, their text and the places on their pages, for grounding quotes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property

from scholarai.citations import GroundingText, PageLocator, SectionBuilder, Source, Text
from scholarai.citations.parser import Quote
from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import PaperId
from scholarai.domain.review import Candidate
from scholarai.ports.reviews import LibraryPaper
from scholarai.ports.stores import ContentStore

# A guess: the papers of one step, some 3 MB each.
KEPT_PAPERS = 40


@dataclass(frozen=True, kw_only=True, eq=False)
class CachedPaper:
    """One generation of a paper, ready for quotes."""

    paper: LibraryPaper
    content: PaperContent

    @cached_property
    def grounding(self) -> GroundingText:
        return GroundingText.of_paper(self.content)

    @cached_property
    def locator(self) -> PageLocator:
        return PageLocator.of(self.content)

    def ground(self, quote: str, evidence: Evidence, *, question: str) -> Citation | None:
        """Return the quote as a citation like the chat's; None where the paper does not say that, or it proves nothing.

        The `question` is what the quote is to answer: a name alone proves something where one is asked for.
        """
        source = Source(evidence=evidence, text=self.grounding, locator=self.locator)
        builder = SectionBuilder(sources={evidence.number: source}, question=question)
        builder.add([Text("."), Quote((evidence.number,), quote)])
        citations = [citation for section in builder.finish() for citation in section.citations]
        return next((citation for citation in citations if citation.stands), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperCache:
    """Reads papers on first use and keeps those used last; safe for several threads."""

    contents: ContentStore
    _kept: OrderedDict[tuple[PaperId, int], CachedPaper] = field(default_factory=OrderedDict, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def open(self, paper: LibraryPaper) -> CachedPaper | None:
        """Return the paper's readable generation, or None when it has just gone."""
        key = (paper.id, paper.generation)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        content = self.contents.read_content(*key)
        if content is None:
            return None
        cached = CachedPaper(paper=paper, content=content)
        with self._lock:
            self._kept[key] = cached
            while len(self._kept) > KEPT_PAPERS:
                self._kept.popitem(last=False)
        return cached


def as_evidence(number: int, passage: Candidate) -> Evidence:
    """Return a passage as the excerpt of that number."""
    return Evidence(
        number=number,
        paper_id=passage.paper_id,
        chunk_id=passage.chunk_id,
        text=passage.text,
        score=passage.score,
        start=passage.start,
        end=passage.end,
        section_path=passage.section_path,
        page_numbers=passage.page_numbers,
    )
