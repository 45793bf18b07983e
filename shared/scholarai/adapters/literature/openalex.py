"""OpenAlex: works by DOI, PMID or PMCID, by title and by words; searching needs a key.

https://developers.openalex.org
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scholarai.adapters.literature import fields
from scholarai.adapters.literature.client import Host, HttpService, LiteratureClient
from scholarai.adapters.literature.rate_limiter import Limits
from scholarai.config import Settings
from scholarai.domain.identifiers import Identifier, identifier_in
from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.notices import WorkNotice
from scholarai.domain.published_works import FoundWork
from scholarai.domain.service_names import TITLES
from scholarai.ports.clock import Clock

BASE_URL = "https://api.openalex.org"
_FILTERS = {"doi": "doi", "pmid": "pmid", "pmcid": "pmcid"}
# Most words of an abstract, which comes as an inverted index; a longer one is no abstract. A guess.
_LONGEST_ABSTRACT = 5_000
_TYPES = {"article": "article-journal", "preprint": "article", "book-chapter": "chapter", "dissertation": "thesis"}


def make(client: LiteratureClient, settings: Settings, clock: Clock) -> OpenAlex:
    """Return the service with the pace that it allows, and its key."""
    # A guess below what it allows.
    limits = Limits(requests=5, period_s=1.0, at_once=1, daily=settings.literature_daily)
    host = Host(
        name=TITLES["openalex"],
        base_url=BASE_URL,
        limits=limits,
        secrets={"api_key": settings.openalex_key} if settings.openalex_key else {},
    )
    return OpenAlex(name="openalex", client=client, host=host, clock=clock)


class OpenAlex(HttpService):
    """Implements `ports.literature.LiteratureService`."""

    def find(self, identifier: Identifier) -> FoundWork | None:
        if identifier.kind not in _FILTERS or set(identifier.value) & set(",|"):  # these join values of a filter
            return None
        works = self._listed({"filter": f"{_FILTERS[identifier.kind]}:{identifier.value}", "per-page": "1"})
        return next(iter(works), None)

    def titled(self, title: str) -> Sequence[FoundWork]:
        words = fields.words(title)
        return self._listed({"filter": f"title.search:{words}", "per-page": "5"}) if words else ()

    def search(self, words: str, *, limit: int) -> Sequence[FoundWork]:
        wanted = fields.searched(words)
        return self._listed({"search": wanted, "per-page": str(limit)}) if wanted else ()

    def _listed(self, query: Mapping[str, str]) -> Sequence[FoundWork]:
        reply = self.client.json(self.host, "/works", query)
        listed = fields.each(reply, "results")
        return [work_of(item, self.clock.now()) for item in listed if isinstance(item, dict)]


def work_of(item: Mapping[str, Any], at: datetime) -> FoundWork:
    """Return the work that a record describes."""
    places = [item.get("best_oa_location"), item.get("primary_location"), *fields.each(item, "locations")]
    open_places = [place for place in places if fields.at(place, "is_oa") is True]
    pmid, pmcid = (_name(fields.at(item, "ids", kind)) for kind in ("pmid", "pmcid"))
    return FoundWork(
        source="openalex",
        title=fields.text(item.get("title")) or fields.text(item.get("display_name")),
        authors=fields.texts([fields.at(one, "author", "display_name") for one in fields.each(item, "authorships")]),
        doi=fields.doi(item.get("doi")),
        pmid=pmid,
        pmcid=pmcid,
        abstract=_abstract(item.get("abstract_inverted_index")),
        year=fields.year(item.get("publication_year")),
        venue=fields.text(fields.at(item, "primary_location", "source", "display_name")),
        keywords=fields.texts([fields.at(one, "display_name") for one in fields.each(item, "keywords")]),
        kind=_TYPES.get(str(item.get("type")), str(item.get("type") or "") or None),
        pdfs=fields.addresses(*(fields.at(place, "pdf_url") for place in open_places)),
        notices=(WorkNotice(kind="retraction", source="openalex", at=at),) if item.get("is_retracted") is True else (),
        cited_by=fields.count(item.get("cited_by_count")),
        volume=fields.text(fields.at(item, "biblio", "volume")),
        issue=fields.text(fields.at(item, "biblio", "issue")),
        page_range=page_range(
            fields.text(fields.at(item, "biblio", "first_page")), fields.text(fields.at(item, "biblio", "last_page"))
        ),
        publisher=fields.text(fields.at(item, "primary_location", "source", "host_organization_name")),
        issn=issn_in(fields.text(fields.at(item, "primary_location", "source", "issn_l"))),
    )


def _name(address: object) -> str | None:
    identifier = identifier_in(address) if isinstance(address, str) else None
    return None if identifier is None else identifier.value


def _abstract(index: object) -> str | None:
    if not isinstance(index, dict):
        return None
    words = [
        (place, word) for word, places in index.items() if isinstance(places, list) for place in places
        if isinstance(place, int) and place < _LONGEST_ABSTRACT
    ]  # fmt: skip
    return fields.text(" ".join(word for _, word in sorted(words)))
