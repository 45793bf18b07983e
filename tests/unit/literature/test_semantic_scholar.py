"""Semantic Scholar keeps a preprint and what was published as one record, whose fields are of either."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from doubles.literature import FakeInternet

from scholarai.adapters.literature.client import make_services
from scholarai.config import Settings
from scholarai.domain.identifiers import Identifier
from scholarai.domain.published_works import FoundWork
from scholarai.testing import ManualClock

DOI = "10.1000/abc"


def told(record: Mapping[str, object]) -> FoundWork:
    """Return how our adapter reads a record."""
    internet = FakeInternet()
    doi = str(record.get("doi", DOI))
    whole = {"paperId": "1", "title": "On the Engine", "externalIds": {"DOI": doi, **record.get("ids", {})}, **record}  # type: ignore[dict-item]
    internet.put("api.semanticscholar.org", f"/graph/v1/paper/doi:{doi}", whole)
    services = make_services(Settings.from_env({}), internet.client(), ManualClock())
    work = services["semantic_scholar"].find(Identifier(kind="doi", value=doi))
    assert work is not None
    return work


@pytest.mark.parametrize(
    ("venue", "journal", "expected"),
    [
        ("Nat. Mac. Intell.", "Nature Machine Intelligence", "Nature Machine Intelligence"),
        ("Journal of machine learning research", "J. Mach. Learn. Res.", "Journal of machine learning research"),
        ("bioRxiv", "Cell Genomics", "Cell Genomics"),
        ("Neural Information Processing Systems", "ArXiv", "Neural Information Processing Systems"),
        ("Advanced Drug Delivery Reviews", "Advanced drug delivery reviews", "Advanced Drug Delivery Reviews"),
        ("", "Journal of Applied Physics", "Journal of Applied Physics"),
        ("Notes", None, "Notes"),
        ("", None, None),
    ],
)
def test_the_venue_is_the_journals_whole_name(venue: str, journal: str | None, expected: str | None) -> None:
    assert told({"venue": venue, "journal": {"name": journal}}).venue == expected


def test_the_venue_of_a_preprint_is_its_server() -> None:
    record = {
        "doi": "10.2139/ssrn.288970",
        "venue": "Social Science Research Network",
        "journal": {"name": "ERN: Credit"},
    }

    assert told(record).venue == "Social Science Research Network"


@pytest.mark.parametrize(
    ("record", "year"),
    [
        ({"ids": {"ArXiv": "2304.05376"}, "publicationDate": "2023-04-11", "venue": "Notes"}, None),
        ({"ids": {"ArXiv": "hep-th/2304001"}, "publicationDate": "2023-04-11", "venue": "Notes"}, None),
        ({"ids": {"ArXiv": "2304.05376"}, "publicationDate": "2023-05-11", "venue": "Notes"}, 2023),
        ({"ids": {"ArXiv": "2304.05376"}, "venue": "Notes"}, 2023),
        ({"venue": "bioRxiv", "journal": {"name": "Cell Genomics"}}, None),
        ({"venue": "bioRxiv", "journal": {"name": "bioRxiv"}}, 2023),
        ({"doi": "10.1101/2023.04.01", "venue": "bioRxiv", "journal": {"name": "Cell Genomics"}}, 2023),
        ({"doi": "10.48550/arxiv.2304.05376", "ids": {"ArXiv": "2304.05376"}, "publicationDate": "2023-04-11"}, 2023),
    ],
)
def test_the_year_of_a_preprint_is_not_that_of_the_published_work(record: dict[str, object], year: int | None) -> None:
    assert told({"year": 2023, **record}).year == year


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Kyriacos, Κυριάκος, Athanasiou, Αθανασίου", "Kyriacos Athanasiou"),
        ("Wei Zhang 张伟", "Wei Zhang"),
        ("张伟", "张伟"),
        ("Κυριάκος Αθανασίου", "Κυριάκος Αθανασίου"),
        ("J. Ågren-Müller", "J. Ågren-Müller"),
        ("King, Jr.", "King, Jr."),
    ],
)
def test_a_name_in_two_scripts_is_read_in_latin_letters(name: str, expected: str) -> None:
    assert told({"authors": [{"name": name}, {"name": None}, None]}).authors == (expected,)
