"""Each service says in a word of its own how often a work is cited."""

from __future__ import annotations

from typing import Any

import pytest
from doubles.literature import FakeInternet, crossref_work

from scholarai.adapters.literature.client import make_services
from scholarai.config import Settings
from scholarai.domain.identifiers import Identifier
from scholarai.domain.published_works import FoundWork, joined
from scholarai.domain.service_names import ServiceName
from scholarai.testing import ManualClock

DOI = "10.1000/abc"
HOSTS = {
    "crossref": ("api.crossref.org", f"/works/{DOI}", "is-referenced-by-count"),
    "openalex": ("api.openalex.org", "/works", "cited_by_count"),
    "semantic_scholar": ("api.semanticscholar.org", f"/graph/v1/paper/doi:{DOI}", "citationCount"),
    "europe_pmc": ("www.ebi.ac.uk", "/europepmc/webservices/rest/search", "citedByCount"),
    "datacite": ("api.datacite.org", f"/dois/{DOI}", "citationCount"),
}


def answer(service: str, told: dict[str, Any]) -> dict[str, Any]:
    match service:
        case "crossref":
            return crossref_work(DOI, "On the Engine", **told)
        case "openalex":
            return {"results": [{"title": "On the Engine", "doi": f"https://doi.org/{DOI}", **told}]}
        case "europe_pmc":
            return {"resultList": {"result": [{"title": "On the Engine", "doi": DOI, **told}]}}
        case "datacite":
            return {"data": {"attributes": {"titles": [{"title": "On the Engine"}], "doi": DOI, **told}}}
        case _:
            return {"paperId": "1", "title": "On the Engine", "externalIds": {"DOI": DOI}, **told}


@pytest.mark.parametrize("service", HOSTS)
@pytest.mark.parametrize(
    ("count", "expected"), [(12, 12), (0, 0), (None, None), (-1, None), ("12", None), (True, None)]
)
def test_a_count_of_citations_is_read(service: ServiceName, count: object, expected: int | None) -> None:
    host, path, name = HOSTS[service]
    internet = FakeInternet()
    internet.put(host, path, answer(service, {name: count}))
    services = make_services(Settings.from_env({}), internet.client(), ManualClock())

    work = services[service].find(Identifier(kind="doi", value=DOI))

    assert work is not None
    assert work.cited_by == expected


def test_the_first_service_that_counts_citations_is_believed() -> None:
    works = [
        FoundWork(source="a", doi=DOI),
        FoundWork(source="b", doi=DOI, cited_by=3),
        FoundWork(source="c", cited_by=9),
    ]

    whole = joined(works)

    assert whole is not None
    assert whole.cited_by == 3
