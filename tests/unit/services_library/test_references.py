"""References are found in the library, in the text, and across the library."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from contract.making import ADA, a_chunk, a_content, a_paper, embedded, in_work, show
from doubles.stores import with_empty_store
from doubles.watched import Watched
from msgspec.structs import replace

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.literature.notice_table import FileNoticeTable
from scholarai.adapters.system import SystemClock
from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.content import CiteSpan, Page, PaperContent, Reference
from scholarai.domain.errors import ConflictError, NotFoundError
from scholarai.domain.ids import BlockId, PaperId, ReferenceId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange
from scholarai.services.library.missing import ListMissing
from scholarai.services.library.references import FindCited
from scholarai.services.papers.metadata import DescribePaper
from scholarai.services.papers.same_paper import RecordSamePaper

P1, P2, P3 = map(PaperId, ("p1", "p2", "p3"))
WHALES = Metadata(
    title="A Census of Whales in the Northern Sea", authors=("Jane Doe", "Bo Roe"), year=2019, doi="10.1000/w"
)
CITES_WHALES = Reference(id=ReferenceId("r1"), raw="[1]", title=WHALES.title, authors=("J. Doe", "B. Roe"), year=2019)
CITES_SEALS = Reference(
    id=ReferenceId("r2"), raw="[2]", title="Seals at Sea and Ashore", authors=("A. Nix",), year=2001
)
NOTICED = datetime(2026, 11, 1, tzinfo=UTC)
PAGES = (Page(page_number=1, width_pt=600, height_pt=800),)
TEXT = "Whales are many [1]. Seals are few [2], and whales swim far [1, 2]."


@pytest.fixture
def app(tmp_path: Path) -> App:
    settings = Settings.from_env(
        {"SCHOLARAI_DATA": str(with_empty_store(tmp_path)), "SCHOLARAI_MODEL": "local/extractive"}
    )
    return App(settings, EmbeddedBackend(settings))


def a_citing_content(references: Sequence[Reference]) -> PaperContent:
    """Return a page whose one paragraph cites the first entry twice and the second one twice."""

    def span(marker: str, at: int, *ids: str) -> CiteSpan:
        start = TEXT.index(marker, at)
        return CiteSpan(
            block_id=BlockId("b0"), start=start, end=start + len(marker), reference_ids=tuple(map(ReferenceId, ids))
        )

    spans = (span("[1]", 0, "r1"), span("[2]", 0, "r2"), span("[1, 2]", 0, "r1", "r2"))
    return a_content([TEXT], references=tuple(references), cite_spans=spans, pages=PAGES)


def add(
    app: App,
    paper_id: PaperId,
    metadata: Metadata,
    references: Sequence[Reference] = (),
    text: str = TEXT,
    *,
    age_s: float = 0,
) -> Paper:
    paper = a_paper(paper_id, metadata=metadata, age_s=age_s)
    content = a_citing_content(references) if references else a_content([text], pages=PAGES)
    chunk = embedded(a_chunk(1, 0, text, start=0, end=len(text), block_ids=(BlockId("b0"),)))
    piece = ContentRange(generation=1, parts=to_parts(content), chunks=(chunk,))
    app.backend().contents.write(paper.id, piece, lambda found: in_work(found or paper, 1))
    show(app.backend(), paper.id, 1)
    found = app.backend().papers.get(paper.id)
    assert found is not None
    return found


def test_each_entry_has_its_places_and_the_paper_that_it_is(app: App) -> None:
    add(app, P1, Metadata(title="On Mammals"), [CITES_WHALES, CITES_SEALS])
    add(app, P2, WHALES)

    whales, seals = app.library.list_references().list(ADA, P1)

    assert (whales.paper_id, whales.relation, seals.paper_id) == (P2, "same", None)
    assert [mention.sentence for mention in whales.mentions] == [
        "Whales are many [1].",
        "Seals are few [2], and whales swim far [1, 2].",
    ]
    assert [TEXT[one.start : one.end] for one in seals.mentions] == ["[2]", "[1, 2]"]
    ((first,), (second,)) = (one.pages for one in whales.mentions)
    assert first.page_number == second.page_number == 1
    assert first.boxes[0].x1 < second.boxes[0].x1


def test_a_cited_work_that_was_retracted_is_told_from_the_table_and_from_its_paper(app: App) -> None:
    retracted = WorkNotice(kind="retraction", source="crossref", at=NOTICED, doi="10.1000/notice", on="2020-01-02")
    corrected = WorkNotice(kind="correction", source="crossref", at=NOTICED)
    table = app.library.notice_table()
    assert isinstance(table, FileNoticeTable)
    table.take([("10.1000/w", retracted)])
    add(app, P1, Metadata(title="On Mammals"), [replace(CITES_WHALES, doi="10.1000/W"), CITES_SEALS])
    add(app, P2, WHALES)
    app.backend().papers.change(P2, lambda paper: replace(paper, notices=(corrected,)) if paper else None)

    whales, seals = app.library.list_references().list(ADA, P1)

    assert whales.notices == (corrected, retracted)
    assert seals.notices == ()


def test_an_entry_is_linked_when_its_paper_comes_and_let_go_when_it_goes(app: App) -> None:
    add(app, P1, Metadata(title="On Mammals"), [CITES_WHALES])
    assert [one.paper_id for one in app.library.list_references().list(ADA, P1)] == [None]

    add(app, P2, WHALES)
    assert [one.paper_id for one in app.library.list_references().list(ADA, P1)] == [P2]

    app.deletion.delete_paper().delete(ADA, P2)
    assert [one.paper_id for one in app.library.list_references().list(ADA, P1)] == [None]


def test_a_paper_knows_its_double_its_preprint_and_what_cites_it(app: App) -> None:
    add(app, P1, WHALES)
    add(app, P2, replace(WHALES, doi=None, year=2018, arxiv_id="1801.00001"))
    add(app, P3, Metadata(title="On Mammals"), [CITES_WHALES, CITES_SEALS])
    double = add(app, PaperId("p4"), replace(WHALES, doi=None, authors=("Doe, J.", "Roe, B.")))

    found = app.library.find_related().find(ADA, P1)

    assert [one.paper_id for one in found.same] == [double.id]
    assert [one.paper_id for one in found.versions] == [P2]
    assert [(one.paper_id, one.title, one.reference_ids) for one in found.cited_by] == [(P3, "On Mammals", ("r1",))]


def test_what_is_missing_is_counted_over_the_library(app: App) -> None:
    add(app, P1, Metadata(title="On Mammals"), [CITES_WHALES, CITES_SEALS])
    other = replace(CITES_SEALS, id=ReferenceId("x"), title="SEALS at sea, and ashore", doi="10.1000/seals")
    add(app, P2, Metadata(title="More on Mammals"), [other])

    seals, whales = app.library.list_missing().list(ADA, limit=5)

    assert (seals.cited_by, seals.reference.doi, whales.cited_by) == ((P1, P2), "10.1000/seals", (P1,))
    assert len(app.library.list_missing().list(ADA, limit=1)) == 1
    add(app, P3, WHALES)
    assert [one.cited_by for one in app.library.list_missing().list(ADA, limit=5)] == [(P1, P2)]


def test_bibliographies_are_read_again_only_when_papers_came_or_went(app: App) -> None:
    add(app, P1, Metadata(title="On Mammals"), [CITES_WHALES])
    calls: list[str] = []
    index = Watched("index", app.backend().publications, lambda name, when: calls.append(f"{when} {name}"))
    missing = ListMissing(index=index, find=FindCited(index=index))

    for _ in range(3):
        missing.list(ADA, limit=5)
    assert calls.count("before index.cited") == 1
    add(app, P2, Metadata(title="More on Mammals"), [CITES_SEALS])
    assert len(missing.list(ADA, limit=5)) == 2


def test_a_citing_sentence_leads_to_what_the_cited_paper_says(app: App) -> None:
    add(app, P1, Metadata(title="On Mammals"), [CITES_WHALES])
    said = "We counted the fish. Whales swim far in the summer, as their tracks show. Nothing else was seen."
    add(app, P2, WHALES, text=said)

    found = app.library.find_cited_passage().locate(ADA, P1, 1, mention=2)

    assert found.paper_id == P2
    assert found.mention.sentence.startswith("Seals are few")
    assert found.quote is not None
    assert (found.quote.verdict, found.quote.text) == ("exact", "Whales swim far in the summer, as their tracks show.")
    assert found.quote.places[0].page is not None


@pytest.mark.parametrize(("number", "mention", "code"), [
    (0, 1, "reference_unknown"),
    (3, 1, "reference_unknown"),
    (2, 1, "cited_paper_missing"),
    (1, 3, "mention_unknown"),
])  # fmt: skip
def test_a_passage_that_cannot_be_is_told_why(app: App, number: int, mention: int, code: str) -> None:
    add(app, P1, Metadata(title="On Mammals"), [CITES_WHALES, CITES_SEALS])
    add(app, P2, WHALES)

    with pytest.raises((NotFoundError, ConflictError)) as error:
        app.library.find_cited_passage().locate(ADA, P1, number, mention)

    assert error.value.code == code


def _instead(paper: Paper, _stored: Paper | None) -> Paper:
    return paper


def same_as(app: App, paper_id: PaperId) -> str | None:
    paper = app.backend().papers.get(paper_id)
    assert paper is not None
    return paper.same_as


def test_the_later_of_two_same_papers_names_the_first_whichever_is_read_first(app: App) -> None:
    record = RecordSamePaper(papers=app.backend().papers, index=app.backend().publications)
    record.record(add(app, P2, WHALES, age_s=1))
    record.record(add(app, P1, replace(WHALES, doi=None), age_s=9))

    assert (same_as(app, P1), same_as(app, P2)) == (None, P1)


def test_a_correction_parts_what_is_no_longer_the_same_and_joins_what_is(app: App) -> None:
    backend = app.backend()
    record = RecordSamePaper(papers=backend.papers, index=backend.publications)
    describe = DescribePaper(papers=backend.papers, clock=SystemClock(), same=record)
    add(app, P1, WHALES, age_s=9)
    record.record(add(app, P2, WHALES, age_s=1))

    describe.describe(ADA, P1, {"title": "Something Else Entirely", "doi": None})
    assert same_as(app, P2) is None
    describe.describe(ADA, P1, {}, restore=["title", "doi"])
    assert same_as(app, P2) == P1
    described = describe.describe(ADA, P2, {"doi": "10.1000/other", "title": "Third Thing of All"})
    assert (described.same_as, same_as(app, P2)) == (None, None)


def test_the_same_file_is_the_same_paper_whatever_is_known_of_it(app: App) -> None:
    backend = app.backend()
    record = RecordSamePaper(papers=backend.papers, index=backend.publications)
    for paper_id, age_s, digest in ((P1, 9, "ab"), (P2, 5, "ab"), (P3, 1, "cd")):
        paper = replace(add(app, paper_id, Metadata(), age_s=age_s), sha256=32 * digest)
        backend.papers.change(paper_id, partial(_instead, paper))
        record.record(paper)

    assert (same_as(app, P1), same_as(app, P2), same_as(app, P3)) == (None, P1, None)

    app.deletion.delete_paper().delete(ADA, P1)

    assert (same_as(app, P2), same_as(app, P3)) == (None, None)


def test_the_second_of_three_is_named_when_the_first_is_deleted(app: App) -> None:
    record = RecordSamePaper(papers=app.backend().papers, index=app.backend().publications)
    for paper_id, age_s in ((P1, 9), (P2, 5), (P3, 1)):
        record.record(add(app, paper_id, WHALES, age_s=age_s))
    assert (same_as(app, P2), same_as(app, P3)) == (P1, P1)

    app.deletion.delete_paper().delete(ADA, P1)

    assert (same_as(app, P2), same_as(app, P3)) == (None, P2)


def test_a_copy_that_is_read_while_the_others_are_recorded_is_named_by_all(app: App) -> None:
    backend = app.backend()
    record = RecordSamePaper(papers=backend.papers, index=backend.publications)
    _, second, third = (a_copy(app, paper_id, age_s) for paper_id, age_s in ((P1, 9), (P2, 5), (P3, 1)))
    backend.papers.change(P1, lambda found: found and replace(found, visible_generation=None))
    arrived: list[Paper] = []

    def arrive(call: str, when: str) -> None:
        """Another worker ends with the first copy after this one has looked."""
        if (call, when) == ("papers.with_file", "after") and not arrived:
            arrived.append(a_copy(app, P1, 9))
            record.record(arrived[0])

    replace(record, papers=Watched("papers", backend.papers, arrive)).record(third)

    assert second.sha256 == third.sha256
    assert [same_as(app, one) for one in (P1, P2, P3)] == [None, P1, P1]


def a_copy(app: App, paper_id: PaperId, age_s: int) -> Paper:
    """Store a paper of which nothing but its file is known."""
    paper = replace(add(app, paper_id, Metadata(), age_s=age_s), sha256=32 * "ab")
    app.backend().papers.change(paper_id, partial(_instead, paper))
    return paper
