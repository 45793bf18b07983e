"""Semantic Scholar: works by DOI, arXiv id, PMID or PMCID, by title and words.

https://api.semanticscholar.org/api-docs
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from scholarai.adapters.literature import fields
from scholarai.adapters.literature.client import Host, LiteratureClient
from scholarai.domain.found_works import FoundWork
from scholarai.domain.identifiers import Identifier
from scholarai.domain.imprint import page_range
from scholarai.domain.service_names import ServiceName

BASE_URL = "https://api.semanticscholar.org/graph/v1"
_PREFIXES = {"doi": "DOI:", "arxiv": "ARXIV:", "pmid": "PMID:", "pmcid": "PMCID:"}
_FIELDS = "externalIds,title,abstract,venue,year,authors,openAccessPdf,publicationTypes,journal"


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticScholar:
    """Implements `ports.literature.LiteratureService`."""

    client: LiteratureClient
    host: Host

    @property
    def name(self) -> ServiceName:
        return "semantic_scholar"

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
        found = self.client.json(self.host, path, query)
        return [work_of(item) for item in fields.each(found, "data") if isinstance(item, dict)]


def work_of(item: Mapping[str, Any]) -> FoundWork:
    """Return the work that a record describes."""
    names: Mapping[str, Any] = fields.at(item, "externalIds") or {}
    pmcid = names.get("PubMedCentral")
    arxiv_id = fields.text(names.get("ArXiv"))
    return FoundWork(
        source="semantic_scholar",
        title=fields.text(item.get("title")),
        authors=fields.texts([fields.at(author, "name") for author in fields.each(item, "authors")]),
        doi=fields.doi(names.get("DOI")),
        arxiv_id=arxiv_id.lower() if arxiv_id else None,
        pmid=fields.text(names.get("PubMed")),
        pmcid=f"PMC{str(pmcid).removeprefix('PMC')}" if pmcid else None,
        abstract=fields.text(item.get("abstract")),
        year=fields.year(item.get("year")),
        venue=fields.text(item.get("venue")) or fields.text(fields.at(item, "journal", "name")),
        kind="article-journal" if "JournalArticle" in fields.each(item, "publicationTypes") else None,
        pdfs=_open_pdfs(item),
        volume=fields.text(fields.at(item, "journal", "volume")),
        page_range=page_range(fields.text(fields.at(item, "journal", "pages"))),
    )


def _open_pdfs(item: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the address of the open file; one of a landing page is left out."""
    found = fields.address(fields.at(item, "openAccessPdf", "url"))
    return () if found is None or found.startswith("https://doi.org/") else (found,)
