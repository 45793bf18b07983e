"""Both backends find papers, and what they cite, by what tells publications apart."""

from __future__ import annotations

from collections.abc import Sequence

from contract.making import ADA, BOB, NOW, a_content, a_paper, in_work, show
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.content import Reference
from scholarai.domain.ids import OwnerId, PaperId, ReferenceId
from scholarai.domain.paper import Metadata
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange

WHALES = Reference(
    id=ReferenceId("r1"), raw="Doe. Whales.", title="A Census of Whales", authors=("J. Doe",), doi="10.1/whales"
)
SEALS = Reference(id=ReferenceId("r2"), raw="Roe. Seals. arXiv:2101.00001", title="Seals at Sea", authors=("R. Roe",))


def stored(
    backend: Backend,
    name: str,
    references: Sequence[Reference] = (),
    *,
    owner: str = ADA,
    generation: int = 1,
    **about: object,
) -> None:
    """Store a readable paper with a bibliography."""
    paper = a_paper(name, owner=owner, metadata=Metadata(**about))  # type: ignore[arg-type]
    parts = to_parts(a_content(["text"], references=tuple(references)), limit=300)
    piece = ContentRange(generation=generation, parts=parts)
    backend.contents.write(paper.id, piece, lambda found: in_work(found or paper, generation))
    show(backend, paper.id, generation)


def entries(backend: Backend, keys: Sequence[str], owner: OwnerId = ADA) -> list[tuple[str, str]]:
    return [(one.paper_id, one.reference.id) for one in backend.publications.citing(owner, keys)]


def test_papers_are_found_by_their_keys_oldest_first(backend: Backend) -> None:
    stored(backend, "p2", title="Seals at Sea")
    stored(backend, "p1", title="A Census of Whales", doi="10.1000/whales")
    stored(backend, "p3", title="Other Things Entirely")
    backend.papers.change(PaperId("p1"), lambda paper: paper and replace(paper, created_at=NOW.replace(year=2020)))

    found = backend.publications.papers(ADA, ["doi:10.1000/whales", "title:sealsatsea", "title:nothing"])

    assert [paper.id for paper in found] == ["p1", "p2"]
    assert backend.publications.papers(ADA, []) == []


def test_papers_that_cannot_be_read_or_are_others_are_not_found(backend: Backend) -> None:
    stored(backend, "p1", title="Seals at Sea")
    stored(backend, "p2", title="Seals at Sea", owner=BOB)
    backend.papers.change(PaperId("p3"), lambda _: a_paper("p3", metadata=Metadata(title="Seals at Sea")))
    backend.papers.change(PaperId("p1"), lambda paper: paper and replace(paper, deleting=True))

    assert backend.publications.papers(ADA, ["title:sealsatsea"]) == []


def test_a_paper_that_is_only_known_as_a_publication_is_found(backend: Backend) -> None:
    record = a_paper("p1", status="record", metadata=Metadata(title="Seals at Sea"))
    backend.papers.change(record.id, lambda _: record)

    assert [paper.id for paper in backend.publications.papers(ADA, ["title:sealsatsea"])] == ["p1"]


def test_a_supplement_is_not_found_by_what_it_prints_until_it_is_a_paper_of_its_own(backend: Backend) -> None:
    def found_once_it_is_of(paper_id: str | None) -> list[str]:
        of = None if paper_id is None else PaperId(paper_id)
        backend.papers.change(PaperId("s1"), lambda paper: paper and replace(paper, supplement_of=of))
        return [paper.id for paper in backend.publications.papers(ADA, ["title:sealsatsea"])]

    stored(backend, "p1", title="Seals at Sea")
    stored(backend, "s1", title="Seals at Sea")

    assert found_once_it_is_of("p1") == ["p1"]
    assert found_once_it_is_of(None) == ["p1", "s1"]


def test_a_corrected_title_is_found_and_the_former_one_is_not(backend: Backend) -> None:
    stored(backend, "p1", title="Saels at Sea")

    backend.papers.change(
        PaperId("p1"), lambda paper: paper and replace(paper, metadata=Metadata(title="Seals at Sea"))
    )

    assert [paper.id for paper in backend.publications.papers(ADA, ["title:sealsatsea"])] == ["p1"]
    assert backend.publications.papers(ADA, ["title:saelsatsea"]) == []


def test_entries_are_found_by_doi_arxiv_id_and_title_with_the_papers_that_cite(backend: Backend) -> None:
    stored(backend, "p1", [WHALES, SEALS])
    stored(backend, "p2", [SEALS])
    stored(backend, "p3", [SEALS], owner=BOB)

    assert entries(backend, ["arxiv:2101.00001"]) == [("p1", "r2"), ("p2", "r2")]
    assert entries(backend, ["title:acensusofwhales", "doi:10.9/none"]) == [("p1", "r1")]
    assert [(one.paper_id, one.reference) for one in backend.publications.cited(ADA)] == [
        ("p1", WHALES),
        ("p1", SEALS),
        ("p2", SEALS),
    ]


def test_more_keys_than_one_query_takes_are_all_looked_for(backend: Backend) -> None:
    stored(backend, "p1", [WHALES], title="Seals at Sea")
    many = [f"title:nothing{number}" for number in range(70)]

    assert entries(backend, [*many, "title:acensusofwhales"]) == [("p1", "r1")]
    assert [paper.id for paper in backend.publications.papers(ADA, [*many, "title:sealsatsea"])] == ["p1"]


def test_only_the_generation_that_readers_follow_counts(backend: Backend) -> None:
    stored(backend, "p1", [WHALES], generation=1)
    stored(backend, "p1", [SEALS], generation=2)

    assert [one.reference for one in backend.publications.cited(ADA)] == [SEALS]
    assert entries(backend, ["title:acensusofwhales"]) == []


def test_nothing_is_left_of_a_paper_that_is_deleted(backend: Backend) -> None:
    stored(backend, "p1", [WHALES, SEALS], title="Krill")
    before = backend.publications.version(ADA)

    backend.contents.drop(PaperId("p1"), keep_generation=None)
    backend.papers.change(PaperId("p1"), lambda _: None)

    assert backend.publications.cited(ADA) == []
    assert entries(backend, ["title:sealsatsea"]) == []
    assert backend.publications.papers(ADA, ["title:krill"]) == []
    assert backend.publications.version(ADA) != before


def test_the_version_stays_until_papers_come_or_go(backend: Backend) -> None:
    stored(backend, "p1", [WHALES])
    first = backend.publications.version(ADA)
    stored(backend, "p9", [WHALES], owner=BOB)

    assert backend.publications.version(ADA) == first
    stored(backend, "p2", [SEALS])
    assert backend.publications.version(ADA) != first
