"""Europe PMC: biomedical works by PMID, PMCID or DOI, by title and words.

https://europepmc.org/RestfulWebService
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from scholarai.adapters.literature import fields
from scholarai.adapters.literature.client import Host, HttpService, LiteratureClient
from scholarai.adapters.literature.rate_limiter import Limits
from scholarai.config import Settings
from scholarai.domain.identifiers import Identifier
from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.notices import NoticeKind, WorkNotice
from scholarai.domain.published_works import FoundWork
from scholarai.domain.service_names import TITLES
from scholarai.ports.clock import Clock

BASE_URL = "https://www.ebi.ac.uk/europepmc/webservices/rest"
# The search fields of names.
_FIELDS = {"doi": 'DOI:"{}"', "pmid": "EXT_ID:{} AND SRC:MED", "pmcid": "PMCID:{}"}
_KINDS: Mapping[str, NoticeKind] = {
    "Retraction in": "retraction",
    "Expression of concern in": "concern",
    "Erratum in": "correction",
}


def make(client: LiteratureClient, settings: Settings, clock: Clock) -> EuropePmc:
    """Return the service with the pace that it allows."""
    # A guess below what it allows.
    limits = Limits(requests=3, period_s=1.0, at_once=1, daily=settings.literature_daily)
    host = Host(name=TITLES["europe_pmc"], base_url=BASE_URL, limits=limits)
    return EuropePmc(name="europe_pmc", client=client, host=host, clock=clock)


class EuropePmc(HttpService):
    """Implements `ports.literature.LiteratureService`."""

    def find(self, identifier: Identifier) -> FoundWork | None:
        if identifier.kind not in _FIELDS or '"' in identifier.value or "\\" in identifier.value:
            return None
        works = self._listed(_FIELDS[identifier.kind].format(identifier.value), limit=3)
        return next((work for work in works if identifier in work.identifiers()), None)

    def titled(self, title: str) -> Sequence[FoundWork]:
        words = fields.words(title)
        return self._listed(f'TITLE:"{words}"', limit=5) if words else ()

    def search(self, words: str, *, limit: int) -> Sequence[FoundWork]:
        wanted = fields.searched(words)
        return self._listed(wanted, limit=limit) if wanted else ()

    def _listed(self, query: str, *, limit: int) -> Sequence[FoundWork]:
        asked = {"query": query, "format": "json", "resultType": "core", "pageSize": str(limit)}
        reply = self.client.json(self.host, "/search", asked)
        listed = fields.each(reply, "resultList", "result")
        return [_work(item, self.clock.now()) for item in listed if isinstance(item, dict)]


def _work(item: Mapping[str, Any], at: datetime) -> FoundWork:
    pmcid = fields.text(item.get("pmcid"))
    journal = fields.at(item, "journalInfo", "journal")
    return FoundWork(
        source="europe_pmc",
        title=(fields.text(item.get("title")) or "").rstrip(".") or None,
        authors=tuple(name for one in fields.each(item, "authorList", "author") if (name := _author(one))),
        doi=fields.doi(item.get("doi")),
        pmid=fields.text(item.get("pmid")),
        pmcid=pmcid.upper() if pmcid else None,
        abstract=fields.text(item.get("abstractText")),
        year=fields.year(item.get("pubYear")),
        venue=fields.text(fields.at(journal, "title")),
        keywords=fields.texts(item, "keywordList", "keyword"),
        kind="article" if item.get("source") == "PPR" else "article-journal",
        pdfs=fields.addresses(*_open_pdfs(item)),
        notices=tuple(_notices(item, at)),
        cited_by=fields.count(item.get("citedByCount")),
        volume=fields.text(fields.at(item, "journalInfo", "volume")),
        issue=fields.text(fields.at(item, "journalInfo", "issue")),
        page_range=page_range(fields.text(item.get("pageInfo"))),
        issn=next(filter(None, (issn_in(fields.text(fields.at(journal, name))) for name in ("issn", "essn"))), None),
    )


def _author(author: object) -> str | None:
    parts = (fields.text(fields.at(author, "firstName")), fields.text(fields.at(author, "lastName")))
    whole = " ".join(part for part in parts if part) if all(parts) else None
    return whole or fields.text(fields.at(author, "fullName")) or fields.text(fields.at(author, "collectiveName"))


def _open_pdfs(item: Mapping[str, Any]) -> Iterator[object]:
    for link in fields.each(item, "fullTextUrlList", "fullTextUrl"):
        if fields.at(link, "documentStyle") == "pdf" and fields.at(link, "availabilityCode") in {"OA", "F"}:
            yield fields.at(link, "url")


def _notices(item: Mapping[str, Any], at: datetime) -> Iterator[WorkNotice]:
    for one in fields.each(item, "commentCorrectionList", "commentCorrection"):
        kind = _KINDS.get(str(fields.at(one, "type")).strip())
        if kind is not None:
            yield WorkNotice(
                kind=kind, source="europe_pmc", at=at, reason=fields.text(fields.at(one, "reference")) or ""
            )
