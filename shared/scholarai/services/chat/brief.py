"""Summarizes a paper without a model, before any question is asked."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator

from msgspec import field

from scholarai.answering.first_questions import first_questions
from scholarai.answering.sentence_choice import best_sentences, quotable_sentences
from scholarai.domain.checking import Brief, CheckedQuote, QuoteToCheck
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Engine, Origin, Paper
from scholarai.domain.values import Value
from scholarai.ports.stores import PaperStore
from scholarai.retrieval.index import abstract_range
from scholarai.retrieval.search import SearchedPaper, search_paper
from scholarai.services.library.checking import CheckQuotes
from scholarai.services.library.open_papers import OpenPaper, OpenPapers
from scholarai.services.papers.owned_papers import require_owned

_ASKED = "What is this paper about?"
_PASSAGES = 10
# Briefs kept in memory; each has some sentences with their places, about 10 kB. A guess: more papers than are opened in a day.
KEPT = 200


class _Kept(Value, frozen=True, kw_only=True):
    """A brief, and the version of the paper that it was made from."""

    generation: int
    engine: Engine | None
    origins: tuple[Origin, ...]
    brief: Brief

    def is_of(self, paper: Paper) -> bool:
        return (paper.visible_generation, paper.engine, paper.origins) == (self.generation, self.engine, self.origins)


class BriefPaper(Value, frozen=True, kw_only=True):
    """Makes a paper's brief once per extraction: it takes seconds for hundreds of pages. Safe for several threads."""

    papers: PaperStore
    open_papers: OpenPapers
    check: CheckQuotes
    _kept: OrderedDict[PaperId, _Kept] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def brief(self, owner: OwnerId, paper_id: PaperId) -> Brief:
        """Return the sentences that say what a paper is about, and questions to ask it first.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
            NotReadyError: If it is not extracted yet.
            ConflictError: If it failed.
        """
        paper = require_owned(self.papers.get(paper_id), owner)
        with self._lock:
            kept = self._kept.get(paper_id)
        if kept is not None and kept.is_of(paper):
            return kept.brief
        opened = self.open_papers.open(paper)
        brief = Brief(sentences=tuple(self._sentences(owner, opened)), questions=first_questions(opened.index))
        self._keep(paper, _Kept(generation=opened.generation, engine=paper.engine, origins=opened.origins, brief=brief))
        return brief

    def _keep(self, paper: Paper, made: _Kept) -> None:
        with self._lock:
            self._kept.pop(paper.id, None)
            self._kept[paper.id] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def _sentences(self, owner: OwnerId, opened: OpenPaper) -> Iterator[CheckedQuote]:
        """Yield checked sentences of the abstract in its order, or of the whole paper if it has none."""
        found = search_paper(
            SearchedPaper(paper_id=opened.paper_id, index=opened.index), _ASKED, None, k=_PASSAGES
        ).evidence
        sentences = quotable_sentences(found)
        start, end = abstract_range(opened.index.content) or (0, 0)
        of_abstract = [sentence for sentence in sentences if start <= sentence.start < end]
        chosen = sorted(best_sentences(_ASKED, of_abstract or sentences), key=lambda one: one.start)
        quotes = [QuoteToCheck(quote_id=number, quote=one.text) for number, one in enumerate(chosen, start=1)]
        for checked in self.check.check(owner, opened.paper_id, quotes):
            if checked.verdict == "exact":
                yield checked
