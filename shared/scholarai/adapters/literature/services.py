"""Makes the clients of outside services from a table of their addresses and limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scholarai.adapters.literature import (
    arxiv,
    crossref,
    datacite,
    europe_pmc,
    openalex,
    semantic_scholar,
    unpaywall,
)
from scholarai.adapters.literature.client import Host, LiteratureClient
from scholarai.adapters.literature.gate import Limits
from scholarai.domain.service_names import TITLES, ServiceName
from scholarai.ports.clock import Clock
from scholarai.ports.literature import LiteratureService

if TYPE_CHECKING:
    from scholarai.config import Settings

# address, requests, in how many seconds, at once. Crossref's public pool, arXiv's terms of use (3 s, one connection,
# PDFs included), DataCite's 1,000 in 5 minutes and Semantic Scholar's 1/s with a key are theirs; the others are guesses
# below what they allow.
_HOSTS: Mapping[ServiceName, tuple[str, int, float, int]] = {
    "crossref": (crossref.BASE_URL, 5, 1.0, 1),
    "datacite": (datacite.BASE_URL, 1_000, 300.0, 2),
    "arxiv": (arxiv.BASE_URL, 1, 3.0, 1),
    "europe_pmc": (europe_pmc.BASE_URL, 3, 1.0, 1),
    "unpaywall": (unpaywall.BASE_URL, 5, 1.0, 1),
    "openalex": (openalex.BASE_URL, 5, 1.0, 1),
    "semantic_scholar": (semantic_scholar.BASE_URL, 1, 1.0, 1),
}


def make_services(
    settings: Settings, client: LiteratureClient, clock: Clock
) -> Mapping[ServiceName, LiteratureService]:
    """Return all services; the caller decides which of them may be asked, and for what."""
    hosts = {name: _host(name, settings) for name in _HOSTS}
    made: tuple[LiteratureService, ...] = (
        crossref.Crossref(client=client, host=hosts["crossref"], clock=clock),
        datacite.DataCite(client=client, host=hosts["datacite"]),
        arxiv.Arxiv(client=client, host=hosts["arxiv"]),
        europe_pmc.EuropePmc(client=client, host=hosts["europe_pmc"], clock=clock),
        unpaywall.Unpaywall(client=client, host=hosts["unpaywall"]),
        openalex.OpenAlex(client=client, host=hosts["openalex"], clock=clock),
        semantic_scholar.SemanticScholar(client=client, host=hosts["semantic_scholar"]),
    )
    return {service.name: service for service in made}


def _host(name: ServiceName, settings: Settings) -> Host:
    base_url, requests, period_s, at_once = _HOSTS[name]
    says = TITLES[name]
    limits = Limits(requests=requests, period_s=period_s, at_once=at_once, daily=settings.literature_daily)
    keys: Mapping[ServiceName, Callable[[], Host]] = {
        "openalex": lambda: Host(
            name=says, base_url=base_url, limits=limits, secrets=_named("api_key", settings.openalex_key)
        ),
        "semantic_scholar": lambda: Host(
            name=says, base_url=base_url, limits=limits, headers=_named("x-api-key", settings.semantic_scholar_key)
        ),
    }
    return keys.get(name, lambda: Host(name=says, base_url=base_url, limits=limits))()


def _named(name: str, value: str) -> Mapping[str, str]:
    return {name: value} if value else {}
