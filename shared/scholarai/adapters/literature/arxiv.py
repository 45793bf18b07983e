"""arXiv: preprints by id, title and words, from its Atom feed.

https://info.arxiv.org/help/api/user-manual.html
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from scholarai.adapters.literature import fields
from scholarai.adapters.literature.client import Host, HttpService, LiteratureClient
from scholarai.adapters.literature.rate_limiter import Limits
from scholarai.config import Settings
from scholarai.domain.errors import TransientError
from scholarai.domain.identifiers import Identifier, arxiv_id_of
from scholarai.domain.published_works import FoundWork
from scholarai.domain.service_names import TITLES
from scholarai.ports.clock import Clock

BASE_URL = "https://export.arxiv.org"
_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"


def make(client: LiteratureClient, settings: Settings, clock: Clock) -> Arxiv:
    """Return the service with the pace that it allows."""
    # Its terms of use: one request in 3 s and one connection, PDFs included.
    limits = Limits(requests=1, period_s=3.0, at_once=1, daily=settings.literature_daily)
    host = Host(name=TITLES["arxiv"], base_url=BASE_URL, limits=limits)
    return Arxiv(name="arxiv", client=client, host=host, clock=clock)


class Arxiv(HttpService):
    """Implements `ports.literature.LiteratureService`."""

    def find(self, identifier: Identifier) -> FoundWork | None:
        if identifier.kind != "arxiv":
            return None
        works = self._listed({"id_list": identifier.value, "max_results": "1"})
        return next((work for work in works if work.arxiv_id == identifier.value), None)

    def titled(self, title: str) -> Sequence[FoundWork]:
        words = fields.words(title)
        return self._listed({"search_query": f'ti:"{words}"', "max_results": "5"}) if words else ()

    def search(self, words: str, *, limit: int) -> Sequence[FoundWork]:
        wanted = fields.searched(words, "all:")
        return self._listed({"search_query": wanted, "max_results": str(limit)}) if wanted else ()

    def _listed(self, query: dict[str, str]) -> Sequence[FoundWork]:
        feed = self.client.xml(self.host, "/api/query", query)
        if feed is None:
            return ()
        if "<!DOCTYPE" in feed or "<!ENTITY" in feed:  # a feed has none; entities could be made to grow
            raise _malformed()
        try:
            root = ET.fromstring(feed.encode())  # noqa: S314  - without a document type there are no entities
        except (ET.ParseError, ValueError):
            raise _malformed() from None
        return [work for work in map(_work, root.iter(f"{_ATOM}entry")) if work is not None]


def _work(entry: ET.Element) -> FoundWork | None:
    """Return the work of an entry; None for the entry that tells an error in the place of a work."""
    address = entry.findtext(f"{_ATOM}id") or ""
    arxiv_id = arxiv_id_of(address)
    if arxiv_id is None:
        return None
    published = fields.text(entry.findtext(f"{_ARXIV}journal_ref"))
    return FoundWork(
        source="arxiv",
        title=fields.text(entry.findtext(f"{_ATOM}title")),
        authors=tuple(
            name for one in entry.iter(f"{_ATOM}author") if (name := fields.text(one.findtext(f"{_ATOM}name")))
        ),
        doi=fields.doi(entry.findtext(f"{_ARXIV}doi")),
        arxiv_id=arxiv_id,
        abstract=fields.text(entry.findtext(f"{_ATOM}summary")),
        year=fields.year(entry.findtext(f"{_ATOM}published")),
        venue=published or "arXiv",
        keywords=tuple(term for one in entry.iter(f"{_ATOM}category") if (term := one.get("term"))),
        kind="article",
        pdfs=(f"https://arxiv.org/pdf/{arxiv_id}",),
    )


def _malformed() -> TransientError:
    return TransientError(
        "service_malformed", "arXiv answered with something else than a feed", action="Try again later."
    )
