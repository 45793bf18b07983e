"""Semantic Scholar: works by DOI, arXiv id, PMID or PMCID, by title and words.

https://api.semanticscholar.org/api-docs
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from scholarai.adapters.literature import fields
from scholarai.adapters.literature.client import Host, HttpService, LiteratureClient
from scholarai.adapters.literature.rate_limiter import Limits
from scholarai.config import Settings
from scholarai.domain.identifiers import Identifier
from scholarai.domain.imprint import page_range
from scholarai.domain.published_works import FoundWork
from scholarai.domain.service_names import TITLES
from scholarai.domain.title_folding import doi_of, folded_title, is_preprint_doi
from scholarai.domain.works import is_preprint_server
from scholarai.ports.clock import Clock

BASE_URL = "https://api.semanticscholar.org/graph/v1"
_PREFIXES = {"doi": "DOI:", "arxiv": "ARXIV:", "pmid": "PMID:", "pmcid": "PMCID:"}
_FIELDS = (
    "externalIds,title,abstract,venue,year,publicationDate,authors,openAccessPdf,publicationTypes,journal,citationCount"
)
_POSTED = re.compile(r"^(?:[a-z.-]{2,20}/)?(\d\d)(\d\d)")


def make(client: LiteratureClient, settings: Settings, clock: Clock) -> SemanticScholar:
    """Return the service with the pace that it allows, and its key."""
    # It allows one request a second with a key.
    limits = Limits(requests=1, period_s=1.0, at_once=1, daily=settings.literature_daily)
    host = Host(
        name=TITLES["semantic_scholar"],
        base_url=BASE_URL,
        limits=limits,
        headers={"x-api-key": settings.semantic_scholar_key} if settings.semantic_scholar_key else {},
    )
    return SemanticScholar(name="semantic_scholar", client=client, host=host, clock=clock)


class SemanticScholar(HttpService):
    """Implements `ports.literature.LiteratureService`."""

    def find(self, identifier: Identifier) -> FoundWork | None:
        value = identifier.value.removeprefix("PMC") if identifier.kind == "pmcid" else identifier.value
        path = f"/paper/{_PREFIXES[identifier.kind]}{quote(value, safe='/')}"
        item = self.client.json(self.host, path, {"fields": _FIELDS})
        return work_of(item) if item is not None and item.get("paperId") else None

    def titled(self, title: str) -> Sequence[FoundWork]:
        return self._listed("/paper/search/match", {"query": title, "fields": _FIELDS})

    def search(self, words: str, *, limit: int) -> Sequence[FoundWork]:
        return self._listed("/paper/search", {"query": words, "limit": str(limit), "fields": _FIELDS})

    def _listed(self, path: str, query: Mapping[str, str]) -> Sequence[FoundWork]:
        reply = self.client.json(self.host, path, query)
        return [work_of(item) for item in fields.each(reply, "data") if isinstance(item, dict)]


def work_of(item: Mapping[str, Any]) -> FoundWork:
    """Return the work that a record describes."""
    names: Mapping[str, Any] = fields.at(item, "externalIds") or {}
    pmcid = names.get("PubMedCentral")
    arxiv_id = fields.text(names.get("ArXiv"))
    doi = fields.doi(names.get("DOI"))
    return FoundWork(
        source="semantic_scholar",
        title=fields.text(item.get("title")),
        authors=tuple(dict.fromkeys(filter(None, (_name(author) for author in fields.each(item, "authors"))))),
        doi=doi,
        arxiv_id=arxiv_id.lower() if arxiv_id else None,
        pmid=fields.text(names.get("PubMed")),
        pmcid=f"PMC{str(pmcid).removeprefix('PMC')}" if pmcid else None,
        abstract=fields.text(item.get("abstract")),
        year=None if _is_dated_as_preprint(item, doi, arxiv_id) else fields.year(item.get("year")),
        venue=_venue(item, doi),
        kind="article-journal" if "JournalArticle" in fields.each(item, "publicationTypes") else None,
        pdfs=_open_pdfs(item),
        cited_by=fields.count(item.get("citationCount")),
        volume=fields.text(fields.at(item, "journal", "volume")),
        page_range=page_range(fields.text(fields.at(item, "journal", "pages"))),
    )


def _name(author: object) -> str | None:
    """Return a name; of one that stands in two scripts ("Ada, Άντα, Lovelace") the Latin words."""
    name = fields.text(fields.at(author, "name"))
    words = (name or "").split()
    latin = [word for word in words if _is_latin(word)]
    if 0 < len(latin) < sum(any(map(str.isalpha, word)) for word in words):
        return " ".join(word.strip(",") for word in latin)
    return name


def _is_latin(word: str) -> bool:
    return any(unicodedata.name(c, "").startswith("LATIN") for c in word if c.isalpha())


def _venue(item: Mapping[str, Any], doi: str | None) -> str | None:
    """Return where a work appeared: its journal, else the venue, which may be shortened or that of its preprint."""
    journal, venue = fields.text(fields.at(item, "journal", "name")), fields.text(item.get("venue"))
    is_preprint = doi is not None and is_preprint_doi(doi)
    if journal and venue and (is_preprint or folded_title(journal) == folded_title(venue)):
        return venue
    return min(
        filter(None, (journal, venue)), key=lambda name: (is_preprint_server(name), _is_short(name)), default=None
    )


def _is_short(name: str) -> bool:
    return any(word.endswith(".") for word in name.split())


def _is_dated_as_preprint(item: Mapping[str, Any], doi: str | None, arxiv_id: str | None) -> bool:
    """Tell whether the date of a published work is that of its preprint, whose record is the same."""
    if doi is None or is_preprint_doi(doi) or doi_of(doi) is None:
        return False
    venue = fields.text(item.get("venue"))
    if venue and is_preprint_server(venue) and not is_preprint_server(_venue(item, doi) or venue):
        return True
    # An arXiv id begins with the year and the month in which the paper was posted.
    posted = _POSTED.search(arxiv_id or "")
    date = fields.text(item.get("publicationDate")) or ""
    return posted is not None and date[2:7] == f"{posted[1]}-{posted[2]}"


def _open_pdfs(item: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the address of the open file; one of a landing page is left out."""
    found = fields.address(fields.at(item, "openAccessPdf", "url"))
    return () if found is None or found.startswith("https://doi.org/") else (found,)
