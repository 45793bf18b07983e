"""DataCite: works by DOI that Crossref does not register.

https://support.datacite.org/docs/api
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from scholarai.adapters.literature import fields
from scholarai.adapters.literature.client import Host, HttpService, LiteratureClient
from scholarai.adapters.literature.rate_limiter import Limits
from scholarai.config import Settings
from scholarai.domain.identifiers import Identifier, arxiv_id_of
from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.published_works import FoundWork
from scholarai.domain.service_names import TITLES
from scholarai.ports.clock import Clock

BASE_URL = "https://api.datacite.org"
_TYPES = {
    "JournalArticle": "article-journal", "Preprint": "article", "Text": "article", "ConferencePaper": "paper-conference",
    "Book": "book", "BookChapter": "chapter", "Dissertation": "thesis", "Report": "report", "Dataset": "dataset",
    "Software": "software",
}  # fmt: skip


def make(client: LiteratureClient, settings: Settings, clock: Clock) -> DataCite:
    """Return the service with the pace that it allows."""
    # It allows 1,000 requests in 5 minutes.
    limits = Limits(requests=1_000, period_s=300.0, at_once=2, daily=settings.literature_daily)
    host = Host(name=TITLES["datacite"], base_url=BASE_URL, limits=limits)
    return DataCite(name="datacite", client=client, host=host, clock=clock)


class DataCite(HttpService):
    """Implements `ports.literature.LiteratureService`."""

    def find(self, identifier: Identifier) -> FoundWork | None:
        doi = f"10.48550/arxiv.{identifier.value}" if identifier.kind == "arxiv" else identifier.value
        if identifier.kind not in {"doi", "arxiv"}:
            return None
        reply = self.client.json(self.host, f"/dois/{quote(doi, safe='')}")
        attributes = fields.at(reply, "data", "attributes")
        return _work(attributes) if isinstance(attributes, dict) else None

    def titled(self, title: str) -> Sequence[FoundWork]:
        words = fields.words(title)
        return self._listed(f"titles.title:({words})", limit=5) if words else ()

    def search(self, words: str, *, limit: int) -> Sequence[FoundWork]:
        wanted = fields.searched(words)
        return self._listed(wanted, limit=limit) if wanted else ()

    def _listed(self, query: str, *, limit: int) -> Sequence[FoundWork]:
        reply = self.client.json(self.host, "/dois", {"query": query, "page[size]": str(limit)})
        listed = (fields.at(item, "attributes") for item in fields.each(reply, "data"))
        return [_work(attributes) for attributes in listed if isinstance(attributes, dict)]


def _work(item: Mapping[str, Any]) -> FoundWork:
    doi = fields.doi(item.get("doi"))
    return FoundWork(
        source="datacite",
        title=_title(item),
        authors=tuple(name for name in map(_author, fields.each(item, "creators")) if name),
        doi=doi,
        arxiv_id=arxiv_id_of(doi) if doi else None,
        abstract=next(
            (
                fields.text(fields.at(one, "description"))
                for one in fields.each(item, "descriptions")
                if fields.at(one, "descriptionType") == "Abstract"
            ),
            None,
        ),
        year=fields.year(item.get("publicationYear")),
        venue=fields.text(fields.at(item, "container", "title")) or _publisher(item),
        keywords=tuple(
            word for one in fields.each(item, "subjects") if (word := fields.text(fields.at(one, "subject")))
        )[:20],
        kind=_TYPES.get(str(fields.at(item, "types", "resourceTypeGeneral"))),
        cited_by=fields.count(item.get("citationCount")),
        volume=fields.text(fields.at(item, "container", "volume")),
        issue=fields.text(fields.at(item, "container", "issue")),
        page_range=page_range(
            fields.text(fields.at(item, "container", "firstPage")),
            fields.text(fields.at(item, "container", "lastPage")),
        ),
        publisher=_publisher(item),
        issn=issn_in(fields.text(fields.at(item, "container", "identifier"))),
    )


def _title(item: Mapping[str, Any]) -> str | None:
    """Return the title that is no alternative one, subtitle or translation."""
    titles = list(fields.each(item, "titles"))
    main = [title for title in titles if not fields.at(title, "titleType")] or titles
    return fields.text(fields.at(main, 0, "title"))


def _author(creator: object) -> str | None:
    parts = (fields.text(fields.at(creator, "givenName")), fields.text(fields.at(creator, "familyName")))
    if all(parts):
        return " ".join(part for part in parts if part)
    name = fields.text(fields.at(creator, "name"))
    if name and fields.at(creator, "nameType") != "Organizational" and name.count(",") == 1:
        family, given = (part.strip() for part in name.split(","))
        return f"{given} {family}".strip()
    return name


def _publisher(item: Mapping[str, Any]) -> str | None:
    """Return the publisher: a text in old records, an object in new ones."""
    publisher = item.get("publisher")
    return fields.text(fields.at(publisher, "name") if isinstance(publisher, dict) else publisher)
