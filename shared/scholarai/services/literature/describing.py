"""Describes a PDF that was read by what outside services know of it, where it and they agree on what it is."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from datetime import timedelta

from msgspec.structs import replace

from scholarai.domain.errors import ScholarError
from scholarai.domain.identifiers import Identifier
from scholarai.domain.identity import publication_of, same_first_author
from scholarai.domain.metadata import corrected, corrections
from scholarai.domain.notices import with_notices
from scholarai.domain.paper import Metadata, MetadataField, Paper
from scholarai.domain.published_works import FoundWork, best_titled
from scholarai.domain.service_names import REGISTRIES, ServiceName
from scholarai.domain.title_folding import folded_title
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.literature import LiteratureService
from scholarai.ports.stores import PaperStore
from scholarai.services.papers.same_paper import RecordSamePaper

# A call, with all its attempts, and the whole description of one paper. Guesses: nobody waits for it, but papers behind do.
CALL_S = 8.0
_LONGEST = timedelta(seconds=20)
# Who is asked for a name beside its registries, and who for a title.
_KNOW_NAMES: tuple[ServiceName, ...] = ("openalex",)
_KNOW_TITLES: tuple[ServiceName, ...] = ("crossref", "openalex")
# Letters of a title that is looked for, and years between a preprint and what it was published as. Guesses.
_TITLE_LETTERS = 15
_MOST_YEARS = 3
# What a paper prints of itself in full.
_PRINTED: tuple[MetadataField, ...] = ("abstract", "keywords")

_log = logging.getLogger(__name__)


class DescribeReadPaper(Value, frozen=True, kw_only=True):
    """`allowed` are the services that the settings switch on; without any, no service is asked."""

    services: Mapping[ServiceName, LiteratureService]
    allowed: frozenset[ServiceName]
    papers: PaperStore
    same: RecordSamePaper
    clock: Clock

    def describe(self, paper: Paper) -> Paper:
        """Store what services say of a PDF that was just read, and return the paper; may be repeated.

        Nothing is stored if no service knows a work of its DOI or title that also has its title and first author, or if it was
        described before. A service that fails is as one that does not know the work: the paper has been read, whatever happens.
        """
        if not self.allowed or paper.media_type != "application/pdf" or _is_described(paper):
            return paper
        work = next((work for work in self._candidates(paper.metadata) if is_of(paper.metadata, work)), None)
        if work is None:
            return paper
        now = self.clock.now()

        def rule(found: Paper | None) -> Paper | None:
            if found is None or found.deleting or found.generation != paper.generation or _is_described(found):
                return found
            told = {
                name: value
                for name, value in work.described().items()
                if name not in _PRINTED or not getattr(found.metadata, name)
            }
            notices = with_notices(found.notices, work.notices)
            return replace(corrected(found, told, "service", now), notices=notices, updated_at=now)

        try:
            changed = self.papers.change(paper.id, rule)
            if changed is None:
                return paper
            self.same.record(changed, before=paper.metadata)
        except ScholarError as error:
            _log.warning("paper not described", extra={"paper_id": paper.id, "code": error.code})
            return paper
        _log.info("paper described", extra={"paper_id": paper.id, "service": work.source})
        return changed

    def _candidates(self, metadata: Metadata) -> Iterator[FoundWork]:
        """Yield works of the paper's identifiers, then of its title, until the time for one paper is over."""
        end = self.clock.now() + _LONGEST
        silent: set[ServiceName] = set()
        for identifier in FoundWork(source="", doi=metadata.doi, arxiv_id=metadata.arxiv_id).identifiers():
            for name in dict.fromkeys((*REGISTRIES[identifier.kind], *_KNOW_NAMES)):
                if self._may_ask(name) and name not in silent and self.clock.now() < end:
                    yield from self._asked(name, identifier, silent)
        if metadata.title is None or not metadata.authors or len(folded_title(metadata.title).letters) < _TITLE_LETTERS:
            return
        for name in _KNOW_TITLES:
            if self._may_ask(name) and name not in silent and self.clock.now() < end:
                yield from self._asked(name, metadata.title, silent)

    def _may_ask(self, name: ServiceName) -> bool:
        return name in self.allowed and name in self.services

    def _asked(self, name: ServiceName, what: Identifier | str, silent: set[ServiceName]) -> Iterator[FoundWork]:
        """Yield the work that a service knows; one that fails is not asked again for this paper."""
        service = self.services[name]
        try:
            found = service.find(what) if isinstance(what, Identifier) else best_titled(service.titled(what), what)
        except Exception as error:  # noqa: BLE001  - whatever is wrong with a service, the paper has been read
            silent.add(name)
            _log.info("service left out", extra={"service": name, "error": type(error).__name__})
            return
        if found is not None:
            yield found


def is_of(metadata: Metadata, work: FoundWork) -> bool:
    """Tell whether a work is the paper that prints this: of its title and first author, or of its DOI where one is not printed."""
    if not metadata.title and not metadata.authors:
        return False
    if (
        not _same_name(metadata, work)
        and abs((metadata.year or work.year or 0) - (work.year or metadata.year or 0)) > _MOST_YEARS
    ):
        return False
    titled = best_titled([work], metadata.title) is not None if metadata.title else _same_name(metadata, work)
    signed = same_first_author(metadata.authors, work.authors) if metadata.authors else _same_name(metadata, work)
    return titled and signed


def _same_name(metadata: Metadata, work: FoundWork) -> bool:
    known, printed = publication_of(work.metadata()), publication_of(metadata)
    return printed.doi is not None and known.doi == printed.doi


def _is_described(paper: Paper) -> bool:
    return any(origin.source == "service" for origin in corrections(paper).values())
