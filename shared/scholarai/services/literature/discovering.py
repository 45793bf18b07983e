"""Searches for published works beyond one's own files: all services that may be asked, at the same time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from scholarai.domain.discovery import DiscoveredWork, Discovery, Gathered, Ranked, ServiceAnswer, gathered, wanted_as
from scholarai.domain.errors import (
    ConflictError,
    InvalidRequestError,
    LimitReachedError,
    ScholarError,
    TransientError,
    sentence_of,
)
from scholarai.domain.identity import Publication, publication_of
from scholarai.domain.ids import OwnerId
from scholarai.domain.notices import with_notices
from scholarai.domain.published_works import FoundWork
from scholarai.domain.service_names import SEARCHED, ServiceName
from scholarai.domain.values import Value
from scholarai.ports.literature import LiteratureService, NoticeTable
from scholarai.ports.models import Embedder
from scholarai.retrieval.abstracts import score_meaning, score_words
from scholarai.retrieval.terms import question_words
from scholarai.services.library.references import FindCited

if TYPE_CHECKING:
    from scholarai.retrieval.bm25 import Scores

QUESTION_CHARACTERS = 1_000
SWITCH_ON = "Set SCHOLARAI_LITERATURE, such as to crossref,arxiv,europe_pmc (docs/literature.md)."
# Works that each service is asked for. A guess: what it ranks behind these is rarely wanted.
WORKS_PER_SERVICE = 40
# Found works of which those to fetch are chosen. A guess.
LOOKED_AT = 40
# How long all services together may take. A guess below the patience of people and proxies.
WAIT_S = 20.0
# Works whose meaning is compared, the best by their words; the others follow behind. A guess: some seconds of one processor.
_COMPARED = 60
_ABSTRACT_CHARACTERS = 4_000

_log = logging.getLogger(__name__)


class Discover(Value, frozen=True, kw_only=True):
    """`allowed` are the services that the settings switch on, `keyless` those that lack the key that they want."""

    services: Mapping[ServiceName, LiteratureService]
    allowed: frozenset[ServiceName]
    keyless: frozenset[ServiceName]
    find: FindCited
    notices: NoticeTable
    embedder: Callable[[], Embedder | None]
    wait_s: float = WAIT_S

    def search(self, owner: OwnerId, question: str, *, limit: int) -> Discovery:
        """Return at most `limit` works for a question or keywords, best first, and what became of asking each service.

        A service that fails or does not answer in time is reported, and the works of the others are returned.

        Raises:
            InvalidRequestError: If the question is empty or too long.
            ConflictError: If no service that can search is switched on.
        """
        self.require(question)
        return self.search_allowed(owner, question, limit=limit)

    def require(self, question: str) -> None:
        """Raise what `search` raises before anything is asked."""
        question = " ".join(question.split())
        if not 0 < len(question) <= QUESTION_CHARACTERS:
            raise InvalidRequestError(
                "question_invalid", f"a search has 1 to {QUESTION_CHARACTERS} characters, got {len(question)}"
            )
        if not self._may_ask():
            raise ConflictError("services_off", "no outside service that can search is switched on", action=SWITCH_ON)

    def search_allowed(self, owner: OwnerId, question: str, *, limit: int) -> Discovery:
        """Return what `search` returns; nothing is found where no service may be asked."""
        question = " ".join(question.split())[:QUESTION_CHARACTERS]
        answers, works = self._asked(self._may_ask(), " ".join(question_words(question)) or question)
        rows = gathered(works)
        ranked, by = ranked_works(question, rows, self.embedder())
        return Discovery(
            works=tuple(self._known(owner, ranked[:limit])),
            services=(*answers, *self._off()),
            total=len(rows),
            ranked_by=by,
        )

    def _asked(self, names: Sequence[ServiceName], words: str) -> tuple[list[ServiceAnswer], list[FoundWork]]:
        """Ask services at the same time; what one that is not waited for says later is lost."""
        if not names:
            return [], []
        pool = ThreadPoolExecutor(len(names), thread_name_prefix="service")
        asking = {name: pool.submit(self.services[name].search, words, limit=WORKS_PER_SERVICE) for name in names}
        wait(asking.values(), timeout=self.wait_s)
        pool.shutdown(wait=False, cancel_futures=True)
        outcomes = [_outcome_of(name, one) for name, one in asking.items()]
        return [answer for answer, _ in outcomes], [work for _, works in outcomes for work in works]

    def _may_ask(self) -> list[ServiceName]:
        return [name for name in SEARCHED if name in self.allowed - self.keyless and name in self.services]

    def _off(self) -> list[ServiceAnswer]:
        return [
            ServiceAnswer(
                service=name,
                state="off",
                code="key_missing" if name in self.allowed else "service_off",
                detail="Its key is not set." if name in self.allowed else "SCHOLARAI_LITERATURE does not name it.",
            )
            for name in SEARCHED
            if name not in self.allowed or name in self.keyless
        ]

    def _known(self, owner: OwnerId, ranked: Sequence[tuple[float, Gathered]]) -> list[DiscoveredWork]:
        """Return works with what the library and the table of retractions know of them."""
        papers = self.find.find(owner, [_publication(one) for _, one in ranked])
        told = self.notices.notices_for([one.work.doi for _, one in ranked if one.work.doi])
        return [
            DiscoveredWork(
                found=replace(
                    one,
                    work=replace(one.work, notices=with_notices(one.work.notices, told.get(one.work.doi or "", ()))),
                ),
                score=round(score, 6),
                paper_id=None if paper is None else paper[0].id,
                paper_status=None if paper is None else paper[0].status,
                relation=None if paper is None else paper[1],
            )
            for (score, one), paper in zip(ranked, papers, strict=True)
        ]


def open_works(found: Iterable[DiscoveredWork], most: int) -> tuple[str, ...]:
    """Return at most so many works with an open PDF that the library has no file of, as `POST /works` takes them."""
    fresh = (one.found for one in found if one.paper_id is None or one.paper_status == "record")
    named = filter(None, (wanted_as(one.work) for one in fresh if one.pdfs()))
    return tuple(islice(dict.fromkeys(named), most))


def ranked_works(
    question: str, rows: Sequence[Gathered], embedder: Embedder | None
) -> tuple[list[tuple[float, Gathered]], Ranked]:
    """Return works with their scores, best first, and whether meaning counted (`hybrid`) or words alone (`lexical`)."""
    texts = [(row.work.title or "", (row.work.abstract or "")[:_ABSTRACT_CHARACTERS]) for row in rows]
    words = score_words(question, texts)
    order = np.argsort(-words, kind="stable").tolist()
    near, far = order[:_COMPARED], order[_COMPARED:]
    meaning = _meaning(question, [texts[row] for row in near], embedder)
    if meaning is None:
        return [(float(words[row]), rows[row]) for row in order], "lexical"
    whole = words[near] + meaning
    best = [(float(whole[place]), rows[near[place]]) for place in np.argsort(-whole, kind="stable")]
    return [*best, *((float(min(words[row], whole.min())), rows[row]) for row in far)], "hybrid"


def _meaning(question: str, texts: Sequence[tuple[str, str]], embedder: Embedder | None) -> Scores | None:
    """Return how near works are to a question; None without a model, or while it is unavailable."""
    if embedder is None or not texts:
        return None
    try:
        vector = embedder.embed_query(question)
        return score_meaning(vector, embedder.embed_texts([f"{title}. {abstract}" for title, abstract in texts]))
    except (TransientError, LimitReachedError) as error:
        _log.warning("works ranked by words alone", extra={"code": error.code})
        return None


def _outcome_of(name: ServiceName, asking: Future[Sequence[FoundWork]]) -> tuple[ServiceAnswer, Sequence[FoundWork]]:
    if not asking.done() or asking.cancelled():
        late = ServiceAnswer(service=name, state="late", code="service_late", detail="It did not answer in time.")
        return late, ()
    try:
        works = asking.result()
    except ScholarError as error:
        _log.info("service left out", extra={"service": name, "code": error.code})
        return ServiceAnswer(service=name, state="failed", code=error.code, detail=sentence_of(error)), ()
    return ServiceAnswer(service=name, state="answered", count=len(works)), works


def _publication(row: Gathered) -> Publication:
    return publication_of(row.work.metadata())
