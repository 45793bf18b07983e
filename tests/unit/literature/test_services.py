"""Each service's answers are read into works, in the shapes that they really have."""

from __future__ import annotations

import pytest
from doubles.literature import ARXIV_FEED, FakeInternet, crossref_work, listed

from scholarai.adapters.literature.client import make_services
from scholarai.config import Settings
from scholarai.domain.errors import TransientError
from scholarai.domain.identifiers import Identifier, identifier_in
from scholarai.domain.service_names import SERVICES, ServiceName
from scholarai.ports.literature import LiteratureService
from scholarai.testing import ManualClock


def service(name: ServiceName, internet: FakeInternet) -> LiteratureService:
    settings = Settings.from_env({"SCHOLARAI_LITERATURE_CONTACT": "reader@example.org"})
    return make_services(settings, internet.client(), ManualClock())[name]


def named(text: str) -> Identifier:
    found = identifier_in(text)
    assert found is not None
    return found


def test_crossref_names_authors_venue_year_notices_and_open_pdfs() -> None:
    internet = FakeInternet()
    body = crossref_work(
        "10.1000/ABC",
        "RETRACTED: On the <i>Engine</i> &amp; its Notes",
        license=[{"URL": "http://creativecommons.org/licenses/by/4.0/"}],
        link=[{"URL": "http://here.example/a.pdf", "content-type": "application/pdf"}],
        **{"updated-by": [{"DOI": "10.1000/NOTICE", "type": "retraction", "updated": {"date-parts": [[2015, 5, 4]]}}]},
    )
    internet.put("api.crossref.org", "/works/10.1000/abc", body)

    work = service("crossref", internet).find(named("10.1000/abc"))

    assert work is not None
    assert work.title == "On the Engine & its Notes"
    assert work.authors == ("Ada Lovelace", "The Engine Group")
    assert (work.doi, work.year, work.venue) == ("10.1000/abc", 1843, "Notes")
    assert work.pdfs == ("https://here.example/a.pdf",)
    assert next((one.kind, one.doi, one.on) for one in work.notices) == (
        "retraction",
        "10.1000/notice",
        "2015-05-04",
    )


def test_a_link_without_an_open_licence_is_no_open_pdf() -> None:
    internet = FakeInternet()
    link = [{"URL": "https://here.example/a.pdf", "content-type": "application/pdf"}]
    internet.put("api.crossref.org", "/works/10.1000/abc", crossref_work("10.1000/abc", "On the Engine", link=link))

    work = service("crossref", internet).find(named("10.1000/abc"))

    assert work is not None
    assert work.pdfs == ()


def test_arxiv_is_read_from_its_feed_and_names_its_pdf() -> None:
    internet = FakeInternet()
    internet.put("export.arxiv.org", "/api/query", ARXIV_FEED.format(id="2101.00001"))

    work = service("arxiv", internet).find(named("arXiv:2101.00001"))

    assert work is not None
    assert (work.title, work.year, work.doi) == ("On the Engine", 2021, "10.1000/engine")
    assert work.pdfs == ("https://arxiv.org/pdf/2101.00001",)


def test_an_entry_of_arxiv_that_tells_an_error_is_no_work() -> None:
    internet = FakeInternet()
    feed = ARXIV_FEED.format(id="2101.00001").replace("/abs/2101.00001v2", "/api/errors#incorrect_id_format")
    internet.put("export.arxiv.org", "/api/query", feed)

    assert service("arxiv", internet).find(named("arXiv:2101.00001")) is None


def test_entities_in_a_feed_are_refused() -> None:
    internet = FakeInternet()
    feed = '<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed>&b;</feed>'
    internet.put("export.arxiv.org", "/api/query", feed)

    with pytest.raises(TransientError):
        service("arxiv", internet).find(named("arXiv:2101.00001"))


def test_datacite_is_read_with_publishers_of_both_shapes() -> None:
    internet = FakeInternet()
    attributes = {
        "doi": "10.5281/ZENODO.1",
        "titles": [{"title": "Ein anderer", "titleType": "TranslatedTitle"}, {"title": "Data of the Engine"}],
        "creators": [
            {"name": "Lovelace, Ada", "nameType": "Personal"},
            {"name": "Group, The", "nameType": "Organizational"},
        ],
        "publicationYear": 2020,
        "publisher": {"name": "Zenodo"},
        "types": {"resourceTypeGeneral": "Dataset"},
    }
    internet.put("api.datacite.org", "/dois/10.5281/zenodo.1", {"data": {"attributes": attributes}})

    work = service("datacite", internet).find(named("10.5281/zenodo.1"))

    assert work is not None
    assert (work.title, work.authors, work.venue) == ("Data of the Engine", ("Ada Lovelace", "Group, The"), "Zenodo")


def test_europe_pmc_finds_a_pmid_and_what_retracted_it() -> None:
    internet = FakeInternet()
    result = {
        "id": "25349395", "source": "MED", "pmid": "25349395", "pmcid": "PMC4234579", "doi": "10.1073/PNAS.1",
        "title": "On the Engine.", "pubYear": "2014", "abstractText": "<h4>Aim</h4>We note.",
        "authorList": {"author": [{"firstName": "Ada", "lastName": "Lovelace"}]},
        "journalInfo": {"journal": {"title": "PNAS"}},
        "fullTextUrlList": {"fullTextUrl": [
            {"availabilityCode": "S", "documentStyle": "pdf", "url": "https://here.example/paid.pdf"},
            {"availabilityCode": "OA", "documentStyle": "pdf", "url": "https://here.example/free.pdf"},
        ]},
        "commentCorrectionList": {"commentCorrection": [{"type": "Retraction in", "reference": "PNAS. 2015"}]},
    }  # fmt: skip
    internet.put("www.ebi.ac.uk", "/europepmc/webservices/rest/search", {"resultList": {"result": [result]}})

    work = service("europe_pmc", internet).find(named("PMID: 25349395"))

    assert work is not None
    assert (work.title, work.pmcid, work.doi, work.year) == ("On the Engine", "PMC4234579", "10.1073/pnas.1", 2014)
    assert work.pdfs == ("https://here.example/free.pdf",)
    assert [one.kind for one in work.notices] == ["retraction"]


def test_unpaywall_names_open_pdfs_best_first() -> None:
    internet = FakeInternet()
    places = [{"url_for_pdf": "https://b.example/b.pdf"}, {"url_for_pdf": None}]
    body = {
        "doi": "10.1000/abc",
        "title": "T",
        "best_oa_location": {"url_for_pdf": "http://a.example/a.pdf"},
        "oa_locations": places,
    }
    internet.put("api.unpaywall.org", "/v2/10.1000/abc", body)

    work = service("unpaywall", internet).find(named("10.1000/abc"))

    assert work is not None
    assert work.pdfs == ("https://a.example/a.pdf", "https://b.example/b.pdf")


def test_openalex_and_semantic_scholar_are_read() -> None:
    internet = FakeInternet()
    alex = {
        "title": "On the Engine", "doi": "https://doi.org/10.1000/abc", "publication_year": 1843, "is_retracted": True,
        "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/25349395"},
        "abstract_inverted_index": {"note.": [1], "We": [0]},
        "primary_location": {"source": {"display_name": "Notes"}, "is_oa": False, "pdf_url": "https://paid.example/x.pdf"},
        "best_oa_location": {"is_oa": True, "pdf_url": "https://free.example/x.pdf"},
        "authorships": [{"author": {"display_name": "Ada Lovelace"}}],
    }  # fmt: skip
    internet.put("api.openalex.org", "/works", {"results": [alex]})
    scholar = {"paperId": "1", "title": "On the Engine", "externalIds": {"DOI": "10.1000/abc", "PubMedCentral": "4234579"},
               "authors": [{"name": "A. Lovelace"}], "openAccessPdf": {"url": ""}}  # fmt: skip
    internet.put("api.semanticscholar.org", "/graph/v1/paper/doi:10.1000/abc", scholar)

    one = service("openalex", internet).find(named("10.1000/abc"))
    other = service("semantic_scholar", internet).find(named("10.1000/abc"))

    assert one is not None
    assert (one.abstract, one.pmid, one.pdfs) == ("We note.", "25349395", ("https://free.example/x.pdf",))
    assert [notice.kind for notice in one.notices] == ["retraction"]
    assert other is not None
    assert (other.pmcid, other.pdfs) == ("PMC4234579", ())


@pytest.mark.parametrize("name", SERVICES)
@pytest.mark.parametrize("body", [{}, {"message": None}, {"message": {"title": "x", "author": "y", "issued": 3}},
                                  {"results": [None, 3]}, {"data": {"attributes": {"titles": None, "creators": 4}}},
                                  {"resultList": {"result": [{"title": 4}]}}, {"paperId": "1", "externalIds": {"DOI": 4}}])  # fmt: skip
def test_answers_of_odd_shapes_break_nothing(name: ServiceName, body: object) -> None:
    class Everywhere(FakeInternet):
        def __call__(self, address, headers, timeout_s):  # type: ignore[no-untyped-def]
            self.put("everywhere", "/", body)
            return self.answers[("everywhere", "/")]({})

    one = service(name, Everywhere())
    for identifier in map(named, ("10.1000/abc", "2101.00001", "PMC1", "PMID 1")):
        try:
            work = one.find(identifier)
        except TransientError:
            continue
        assert work is None or not work.title or work.title


def test_a_search_gives_the_works_of_a_title() -> None:
    internet = FakeInternet()
    internet.put(
        "api.crossref.org", "/works", listed(crossref_work("10.1000/a", "One"), crossref_work("10.1000/b", ""))
    )

    works = service("crossref", internet).titled("One")

    assert [(work.title, work.doi) for work in works] == [("One", "10.1000/a"), (None, "10.1000/b")]
