"""Crossref: works by DOI, by title, by words, and the notices about them.

https://api.crossref.org/swagger-ui/
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any
from urllib.parse import quote

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

BASE_URL = "https://api.crossref.org"
_TITLED = 5
# Types of updates, https://www.crossref.org/documentation/crossmark/participating-in-crossmark/; others, such as new
# versions, say nothing against a work.
KINDS: Mapping[str, NoticeKind] = {
    "retraction": "retraction",
    "partial_retraction": "retraction",
    "removal": "retraction",
    "withdrawal": "withdrawal",
    "expression_of_concern": "concern",
    "correction": "correction",
    "corrigendum": "correction",
    "erratum": "correction",
    "addendum": "correction",
    "clarification": "correction",
}
# Publishers write it before the title of what they retract.
_TITLE_MARKS: Mapping[str, NoticeKind] = {
    "retracted:": "retraction",
    "retracted article:": "retraction",
    "withdrawn:": "withdrawal",
    "temporary removal:": "withdrawal",
}
_TYPES = {
    "journal-article": "article-journal", "proceedings-article": "paper-conference", "book-chapter": "chapter",
    "book": "book", "monograph": "book", "edited-book": "book", "reference-book": "book", "posted-content": "article",
    "dissertation": "thesis", "report": "report", "dataset": "dataset", "peer-review": "review",
}  # fmt: skip


def make(client: LiteratureClient, settings: Settings, clock: Clock) -> Crossref:
    """Return the service with the pace that it allows."""
    # Of its public pool.
    limits = Limits(requests=5, period_s=1.0, at_once=1, daily=settings.literature_daily)
    host = Host(name=TITLES["crossref"], base_url=BASE_URL, limits=limits)
    return Crossref(name="crossref", client=client, host=host, clock=clock)


class Crossref(HttpService):
    """Implements `ports.literature.LiteratureService`."""

    def find(self, identifier: Identifier) -> FoundWork | None:
        if identifier.kind != "doi":
            return None
        reply = self.client.json(self.host, f"/works/{quote(identifier.value, safe='')}", self._query())
        message = fields.at(reply, "message")
        return _work(message, self.clock.now()) if isinstance(message, dict) else None

    def titled(self, title: str) -> Sequence[FoundWork]:
        return self._listed({"query.bibliographic": title, "rows": str(_TITLED)})

    def search(self, words: str, *, limit: int) -> Sequence[FoundWork]:
        return self._listed({"query": words, "rows": str(limit)})

    def notices(self, since: date | None, cursor: str) -> tuple[Sequence[tuple[str, WorkNotice]], str | None]:
        """Return a page of notices with the DOIs of the works that they are about, and the next page's cursor."""
        kinds = ",".join(f"update-type:{kind}" for kind in KINDS)
        wanted = f"{kinds},from-index-date:{since.isoformat()}" if since else kinds
        query = {"filter": wanted, "select": "DOI,update-to", "rows": "1000", "cursor": cursor, **self._query()}
        reply = self.client.json(self.host, "/works", query)
        items = list(fields.each(reply, "message", "items"))
        at = self.clock.now()
        known = [pair for item in items for pair in _updates(item, at)]
        following = fields.at(reply, "message", "next-cursor")
        return known, following if items and isinstance(following, str) else None

    def _listed(self, query: Mapping[str, str]) -> Sequence[FoundWork]:
        reply = self.client.json(self.host, "/works", {**query, **self._query()})
        return [
            _work(item, self.clock.now()) for item in fields.each(reply, "message", "items") if isinstance(item, dict)
        ]

    def _query(self) -> dict[str, str]:
        return {"mailto": self.client.contact} if self.client.contact else {}


def _work(item: Mapping[str, Any], at: datetime) -> FoundWork:
    title = fields.text(fields.at(item, "title", 0))
    return FoundWork(
        source="crossref",
        title=_unmarked(title),
        authors=tuple(_authors(item)),
        doi=fields.doi(item.get("DOI")),
        abstract=_abstract(item.get("abstract")),
        year=_year(item),
        venue=fields.text(fields.at(item, "container-title", 0)) or _server(item),
        keywords=fields.texts(item, "subject"),
        kind=_TYPES.get(str(item.get("type"))),
        pdfs=_open_pdfs(item),
        notices=(*_notices(item, at), *_marked(title, at)),
        cited_by=fields.count(item.get("is-referenced-by-count")),
        volume=fields.text(item.get("volume")),
        issue=fields.text(item.get("issue")),
        page_range=page_range(fields.text(item.get("page")) or fields.text(item.get("article-number"))),
        publisher=fields.text(item.get("publisher")),
        issn=issn_in(fields.text(fields.at(item, "ISSN", 0))),
    )


def _authors(item: Mapping[str, Any]) -> Iterator[str]:
    for author in fields.each(item, "author"):
        parts = (fields.text(fields.at(author, "given")), fields.text(fields.at(author, "family")))
        name = " ".join(part for part in parts if part) or fields.text(fields.at(author, "name"))
        if name:
            yield name


def _year(item: Mapping[str, Any]) -> int | None:
    for name in ("issued", "published", "published-print", "published-online", "created"):
        found = fields.year(fields.at(item, name, "date-parts", 0, 0))
        if found is not None:
            return found
    return None


def _server(item: Mapping[str, Any]) -> str | None:
    """Return where a preprint was posted, such as bioRxiv; its `group-title` is a subject."""
    return fields.text(fields.at(item, "institution", 0, "name")) if item.get("type") == "posted-content" else None


def _abstract(value: object) -> str | None:
    """Return an abstract without its heading, which JATS has as a title."""
    found = fields.text(value)
    return None if found is None else found.removeprefix("Abstract").strip() or None


def _open_pdfs(item: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the PDFs of a work whose licence is one of Creative Commons; other links want a subscription."""
    licences = [str(fields.at(licence, "URL")) for licence in fields.each(item, "license")]
    if not any("creativecommons.org" in licence for licence in licences):
        return ()
    links = [link for link in fields.each(item, "link") if fields.at(link, "content-type") == "application/pdf"]
    return fields.addresses(*(fields.at(link, "URL") for link in links))


def _notices(item: Mapping[str, Any], at: datetime) -> Iterator[WorkNotice]:
    """Yield what a work's record says was published about it."""
    for update in fields.each(item, "updated-by"):
        notice = _notice(update, fields.doi(fields.at(update, "DOI")), at)
        if notice is not None:
            yield notice


def _updates(item: object, at: datetime) -> Iterator[tuple[str, WorkNotice]]:
    """Yield the notices in a record, each with the DOI that it is about."""
    for update in fields.each(item, "update-to"):
        about, notice = fields.doi(fields.at(update, "DOI")), _notice(update, fields.doi(fields.at(item, "DOI")), at)
        if about and notice is not None:
            yield about, notice


def _notice(update: object, doi: str | None, at: datetime) -> WorkNotice | None:
    kind = KINDS.get(str(fields.at(update, "type")).lower().replace("-", "_").replace(" ", "_"))
    return None if kind is None else WorkNotice(kind=kind, source="crossref", at=at, doi=doi, on=_day(update))


def _day(update: object) -> str | None:
    parts = [part for part in fields.each(update, "updated", "date-parts", 0) if isinstance(part, int)]
    try:
        return date(*[*parts, 1, 1][:3]).isoformat() if parts else None
    except (ValueError, TypeError, OverflowError):
        return None


def _marked(title: str | None, at: datetime) -> Iterator[WorkNotice]:
    for mark, kind in _TITLE_MARKS.items():
        if (title or "").casefold().startswith(mark):
            yield WorkNotice(kind=kind, source="crossref", at=at)


def _unmarked(title: str | None) -> str | None:
    for mark in _TITLE_MARKS:
        if (title or "").casefold().startswith(mark):
            return (title or "")[len(mark) :].strip() or None
    return title
