"""Unpaywall: where a work may be read for free, by DOI.

https://unpaywall.org/products/api; it wants an e-mail address.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from scholarai.adapters.literature import fields
from scholarai.adapters.literature.client import Host, HttpService, LiteratureClient
from scholarai.adapters.literature.rate_limiter import Limits
from scholarai.config import Settings
from scholarai.domain.identifiers import Identifier
from scholarai.domain.imprint import issn_in
from scholarai.domain.published_works import FoundWork
from scholarai.domain.service_names import TITLES
from scholarai.ports.clock import Clock

BASE_URL = "https://api.unpaywall.org/v2"


def make(client: LiteratureClient, settings: Settings, clock: Clock) -> Unpaywall:
    """Return the service, limited to the rate that Unpaywall publishes."""
    # A guess below what it allows.
    limits = Limits(requests=5, period_s=1.0, at_once=1, daily=settings.literature_daily)
    host = Host(name=TITLES["unpaywall"], base_url=BASE_URL, limits=limits)
    return Unpaywall(name="unpaywall", client=client, host=host, clock=clock)


class Unpaywall(HttpService):
    """Implements `ports.literature.LiteratureService`; without a contact it finds nothing."""

    def find(self, identifier: Identifier) -> FoundWork | None:
        if identifier.kind != "doi" or not self.client.contact:
            return None
        item = self.client.json(self.host, f"/{quote(identifier.value, safe='/')}", {"email": self.client.contact})
        if item is None or not fields.doi(item.get("doi")):
            return None
        places = [item.get("best_oa_location"), *fields.each(item, "oa_locations")]
        return FoundWork(
            source="unpaywall",
            title=fields.text(item.get("title")),
            authors=fields.texts([fields.at(one, "raw_author_name") for one in fields.each(item, "z_authors")]),
            doi=fields.doi(item.get("doi")),
            year=fields.year(item.get("year")),
            venue=fields.text(item.get("journal_name")),
            pdfs=fields.addresses(*(fields.at(place, "url_for_pdf") for place in places)),
            publisher=fields.text(item.get("publisher")),
            issn=issn_in(fields.text(item.get("journal_issn_l"))),
        )

    def titled(self, title: str) -> Sequence[FoundWork]:  # noqa: ARG002  - it knows DOIs alone
        return ()

    def search(self, words: str, *, limit: int) -> Sequence[FoundWork]:  # noqa: ARG002  - it knows DOIs alone
        return ()
