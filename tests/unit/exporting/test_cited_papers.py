"""The papers that a report cites, as entries under the keys that they have in the library."""

from __future__ import annotations

import re

from msgspec.structs import replace
from unit.exporting.making import paper

from scholarai.domain.bibliography_entry import BibliographyEntry
from scholarai.domain.chat import Citation, TextSection
from scholarai.domain.ids import ChunkId
from scholarai.domain.paper import Paper
from scholarai.domain.review import Report, ReviewedPaper, ReviewSection
from scholarai.domain.works import works_of
from scholarai.exporting.records import as_bibtex
from scholarai.services.exporting.reviews import cited_papers

OTHER = paper(1, title="On bees", authors=("Ann Lee",), year=2001)
LEE = paper(2, title="On bees", authors=("Ann Lee",), year=2001, venue="Proceedings of the Bee Conference")
RAY = paper(3, title="Of wasps", authors=("Bo Ray",), entry=BibliographyEntry(citation_key="ray:wasps"))


def quote(of: Paper, text: str = "Bees dance.") -> Citation:
    return Citation(
        number=1, paper_id=of.id, chunk_id=ChunkId("1-0001"), quote=text, text=text, verdict="exact", label="p. 3",
        start=1, end=1 + len(text),
    )  # fmt: skip


def report(*papers: Paper) -> Report:
    cited = tuple(
        ReviewedPaper(
            paper_id=one.id, generation=1, label=f"({one.id})", title=one.metadata.title or "", year=1999,
            authors=one.metadata.authors,
        )
        for one in papers
    )  # fmt: skip
    text = tuple(TextSection(text="They do.", citations=(quote(one),)) for one in papers)
    section = ReviewSection(id="s1", title="S", format="synthesis", tldr="T.", text=text, sources=1, model="m")
    return Report(title="Bees", sections=(section,), papers=cited)


def written(made: Report, *library: Paper) -> str:
    return b"".join(as_bibtex(cited_papers(made, library))).decode()


def keys(text: str) -> list[str]:
    return re.findall(r"@\w+\{([^,]+),", text)


def test_a_paper_has_the_key_of_the_library_and_all_that_the_library_knows() -> None:
    text = written(report(RAY, LEE), OTHER, LEE, RAY)

    assert keys(text) == ["ray:wasps", "lee2001beesa"]
    assert {work.key for work in works_of([OTHER, LEE, RAY])} >= set(keys(text))
    assert "@inproceedings{lee2001beesa" in text
    assert text.count("annote = {p. 3 [") == 2


def test_a_year_that_only_the_report_knows_stands_there() -> None:
    assert "year = {1999}" in written(report(RAY), RAY)
    assert "year = {2001}" in written(report(LEE), LEE)


def test_a_paper_that_was_deleted_keeps_its_entry_under_a_key_that_no_other_has() -> None:
    text = written(report(OTHER, RAY), LEE, RAY)

    assert keys(text) == ["lee1999bees", "ray:wasps"]
    assert keys(written(report(OTHER), replace(LEE, metadata=replace(LEE.metadata, year=1999)))) == ["lee1999beesa"]


def test_a_paper_that_is_there_twice_is_one_entry_with_the_quotes_of_both() -> None:
    copy = replace(paper(4), metadata=LEE.metadata, same_as=LEE.id)

    text = written(report(copy, RAY, LEE), LEE, RAY, copy)

    assert keys(text) == ["lee2001bees", "ray:wasps"]
    assert text.count("Bees dance.") == 3


def test_a_report_without_papers_has_no_entry() -> None:
    assert written(report(), LEE) == ""


def test_a_supplement_is_the_entry_of_its_paper_and_its_quotes_name_it() -> None:
    file = replace(paper(4), filename="tables.pdf", supplement_of=LEE.id)

    text = written(report(file, RAY), LEE, RAY, file)

    assert keys(text) == ["lee2001bees", "ray:wasps"]
    assert "p. 3, supplement tables [" in text
