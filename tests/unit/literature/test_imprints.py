"""Volume, issue, pages, publisher and ISSN: read from every source, and written into every export."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from doubles.literature import FakeInternet, crossref_work
from unit.exporting.making import collected, paper

from scholarai.adapters.literature.client import make_services
from scholarai.adapters.zotero.items import item_of
from scholarai.config import Settings
from scholarai.domain.identifiers import Identifier
from scholarai.domain.imprint import Imprint, issn_in, page_range
from scholarai.domain.published_works import FoundWork
from scholarai.domain.service_names import ServiceName
from scholarai.exporting.export_content import Collected
from scholarai.exporting.records import as_bibtex, as_csl_json, as_ris
from scholarai.parsing.reference_files.entries import read_entries
from scholarai.testing import ManualClock

WHOLE = Imprint(volume="9", issue="8", page_range="12-19", publisher="Society of Tests", issn="1549-1676")
CROSSREF = crossref_work(
    "10.1000/abc", "On", volume="9", issue="8", page="12–19", publisher="Society of Tests", ISSN=["15491676"]
)
DATACITE = {
    "titles": [{"title": "On"}],
    "publisher": {"name": "Society of Tests"},
    "container": {"volume": "9", "issue": "8", "firstPage": "12", "lastPage": "19", "identifier": "1549-1676"},
}
EUROPE_PMC = {
    "doi": "10.1000/abc",
    "title": "On",
    "pageInfo": "12-19",
    "journalInfo": {"volume": "9", "issue": "8", "journal": {"title": "Notes", "essn": "1549-1676"}},
}
OPENALEX = {
    "title": "On",
    "biblio": {"volume": "9", "issue": "8", "first_page": "12", "last_page": "19"},
    "primary_location": {"source": {"host_organization_name": "Society of Tests", "issn_l": "1549-1676"}},
}
SCHOLAR = {"paperId": "1", "title": "On", "journal": {"name": "Notes", "volume": "9", "pages": "\n   12-19\n  "}}
UNPAYWALL = {"doi": "10.1000/abc", "title": "On", "publisher": "Society of Tests", "journal_issn_l": "1549-1676"}
ANSWERS: dict[ServiceName, tuple[str, str, Any, set[str]]] = {
    "crossref": ("api.crossref.org", "/works/10.1000/abc", CROSSREF, set()),
    "datacite": ("api.datacite.org", "/dois/10.1000/abc", {"data": {"attributes": DATACITE}}, set()),
    "europe_pmc": (
        "www.ebi.ac.uk",
        "/europepmc/webservices/rest/search",
        {"resultList": {"result": [EUROPE_PMC]}},
        {"publisher"},
    ),
    "openalex": ("api.openalex.org", "/works", {"results": [OPENALEX]}, set()),
    "semantic_scholar": (
        "api.semanticscholar.org",
        "/graph/v1/paper/doi:10.1000/abc",
        SCHOLAR,
        {"issue", "publisher", "issn"},
    ),
    "unpaywall": ("api.unpaywall.org", "/v2/10.1000/abc", UNPAYWALL, {"volume", "issue", "page_range"}),
}


def imprint(work: FoundWork | None) -> dict[str, str | None]:
    assert work is not None
    return {name: getattr(work, name) for name in Imprint.__struct_fields__}


def without(lacking: set[str]) -> dict[str, str | None]:
    return {name: None if name in lacking else getattr(WHOLE, name) for name in Imprint.__struct_fields__}


@pytest.mark.parametrize("name", ANSWERS)
def test_services_say_where_a_work_appeared(name: ServiceName) -> None:
    host, path, body, lacking = ANSWERS[name]
    internet = FakeInternet()
    internet.put(host, path, body)
    settings = Settings.from_env({"SCHOLARAI_LITERATURE_CONTACT": "reader@example.org"})

    work = make_services(settings, internet.client(), ManualClock())[name].find(
        Identifier(kind="doi", value="10.1000/abc")
    )

    assert imprint(work) == without(lacking)


def test_an_article_without_pages_has_its_number() -> None:
    internet = FakeInternet()
    body = crossref_work("10.1000/abc", "On", **{"article-number": "e1001300"})
    internet.put("api.crossref.org", "/works/10.1000/abc", body)

    services = make_services(Settings.from_env({}), internet.client(), ManualClock())
    work = services["crossref"].find(Identifier(kind="doi", value="10.1000/abc"))

    assert imprint(work)["page_range"] == "e1001300"


def test_zotero_says_where_a_work_appeared() -> None:
    data = {"itemType": "journalArticle", "title": "On", "volume": "9", "issue": "8", "pages": "12–19",
            "publisher": "Society of Tests", "ISSN": "1549-1676, 1549-1277"}  # fmt: skip

    item = item_of({"key": "ABCD2345", "version": 1, "data": data})

    assert item is not None
    assert imprint(item.work) == without(set())


@pytest.mark.parametrize("write", [as_bibtex, as_ris, as_csl_json])
def test_what_an_export_says_is_read_back_from_it(write: Callable[[Collected], Iterator[bytes]]) -> None:
    known = {name: getattr(WHOLE, name) for name in Imprint.__struct_fields__}
    data = b"".join(write(collected(paper(1, title="On Tests", venue="Journal of Tests", **known))))

    (entry,) = read_entries(data)

    assert imprint(entry.work) == known


def test_exports_have_the_fields_that_programs_know() -> None:
    known = {name: getattr(WHOLE, name) for name in Imprint.__struct_fields__}
    one = collected(paper(1, title="On Tests", venue="Journal of Tests", **known))

    bibtex, ris = (b"".join(write(one)).decode() for write in (as_bibtex, as_ris))
    item = json.loads(b"".join(as_csl_json(one)))[0]

    assert "  volume = {9},\n  number = {8},\n  pages = {12--19},\n  publisher = {Society of Tests},\n" in bibtex
    assert "PB  - Society of Tests\r\nVL  - 9\r\nIS  - 8\r\nSP  - 12\r\nEP  - 19\r\nSN  - 1549-1676\r\n" in ris
    assert (item["volume"], item["issue"], item["page"], item["ISSN"]) == ("9", "8", "12-19", "1549-1676")


def test_a_publisher_that_is_the_venue_is_said_once() -> None:
    thesis = collected(paper(1, title="On Tests", venue="Thesis, University of Tests", publisher="Somebody"))

    assert b"".join(as_ris(thesis)).count(b"PB  - ") == 1
    assert json.loads(b"".join(as_csl_json(thesis)))[0]["publisher"] == "Thesis, University of Tests"


@pytest.mark.parametrize(
    ("given", "kept"),
    [("12–19", "12-19"), ("12--19", "12-19"), (" 12 - 19 ", "12-19"), ("12", "12"), ("", None), ("-", None)],
)
def test_pages_have_one_form(given: str, kept: str | None) -> None:
    assert page_range(given) == kept


def test_pages_are_put_together_once() -> None:
    assert [page_range("12", "19"), page_range("12", "12"), page_range(None, "19"), page_range("12-19", "")] == [
        "12-19",
        "12",
        "19",
        "12-19",
    ]


@pytest.mark.parametrize(
    ("given", "kept"),
    [("1553-734x", "1553-734X"), ("1553734X", "1553-734X"), ("ISSN 1549-1676.", "1549-1676"), ("978-0-13", None)],
)
def test_an_issn_has_one_form(given: str, kept: str | None) -> None:
    assert issn_in(given) == kept
