"""Descriptions of the same publication, or of versions of it, are recognized; similar ones are not."""

from typing import Any

import pytest
from msgspec.structs import replace

from scholarai.domain.content import Reference
from scholarai.domain.identity import Publication, cited_publication, keys_of, relation
from scholarai.domain.ids import ReferenceId

PAPER = Publication(
    title="Learning β-Schedules: Müller's Method & Beyond", authors=("Jane A. Doe", "Bo van Dyk", "Ana Díaz"), year=2019
)
PRINTED = replace(PAPER, doi="10.1000/Abc(19)7")


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "LEARNING BETA-SCHEDULES - MULLER'S METHOD AND BEYOND."},
        {"title": r"Learning $\beta$-Schedules: M{\"u}ller's Method \& \emph{Beyond}"},
        {"title": "Learning <i>β</i>-Schedules: Müller’s Method &amp; Beyond"},
        {"title": "Learning β-schedules"},
        {"authors": ("Doe, J. A.", "van Dyk, B.", "Diaz, A.")},
        {"authors": ("Doe JA", "van Dyk B", "Díaz A")},
        {"authors": ("Jane Doe et al.",)},
        {"authors": ("Ana Díaz", "Bo van Dyk", "Jane A. Doe")},
        {"year": 2018},
        {"year": None},
    ],
)
def test_the_same_paper_is_known_in_other_words(changes: dict[str, Any]) -> None:
    other = replace(PAPER, **changes)

    assert relation(PRINTED, other) == relation(other, PRINTED) == "same"
    assert {*keys_of(PRINTED)} & {*keys_of(other)}


@pytest.mark.parametrize(
    "changes",
    [
        {"title": f"{PAPER.title}: Part II"},
        {"title": f"{PAPER.title} II"},
        {"title": f"Correction to: {PAPER.title}"},
        {"title": f"{PAPER.title} (Second Edition)"},
        {"title": f"Comment on: {PAPER.title}"},
        {"title": f"{PAPER.title}: Reply"},
        {"title": "Learning β-Schedules: Another Sub-Title"},
        {"title": None},
        {"authors": ("Karl Doe", "Eva van Dyk", "Olga Díaz")},
        {"authors": ("Bo Smith",)},
        {"authors": ()},
        {"year": 2024},
    ],
)
def test_another_paper_of_nearly_the_same_words_is_another_paper(changes: dict[str, Any]) -> None:
    assert relation(PRINTED, replace(PAPER, **changes)) is None


@pytest.mark.parametrize(
    "doi",
    [
        "https://doi.org/10.1000/abc(19)7",
        "doi:10.1000/ABC(19)7.",
        "http://dx.doi.org/10.1000/abc%2819%297",
        "(10.1000/abc(19)7)",
    ],
)
def test_one_doi_is_one_paper_in_any_form(doi: str) -> None:
    assert relation(PRINTED, Publication(doi=doi)) == "same"


@pytest.mark.parametrize(
    "known",
    [
        {"arxiv_id": "2101.00001v3"},
        {"doi": "10.48550/arXiv.2101.00001"},
        {"arxiv_id": "https://arxiv.org/pdf/2101.00001v1.pdf"},
    ],
)
def test_one_arxiv_id_is_one_paper_in_any_version(known: dict[str, Any]) -> None:
    assert relation(Publication(arxiv_id="2101.00001"), Publication(**known)) == "same"


def test_a_preprint_is_a_version_of_what_it_was_published_as() -> None:
    preprint = replace(PAPER, year=2017, arxiv_id="1701.00001")

    assert relation(PRINTED, preprint) == "version"
    assert relation(replace(PAPER, doi="10.1101/2018.01.01.123456v2"), PRINTED) == "version"


def test_two_preprints_of_one_title_are_two_papers() -> None:
    assert relation(replace(PAPER, arxiv_id="1701.00001"), replace(PAPER, arxiv_id="1801.00001")) is None


def test_a_correction_with_the_papers_doi_is_another_paper() -> None:
    assert relation(PRINTED, replace(PRINTED, title=f"Erratum: {PAPER.title}")) is None


@pytest.mark.parametrize("title", ["Editorial", "Introduction", "Book Review", "A"])
def test_titles_that_many_papers_have_tell_nothing(title: str) -> None:
    assert relation(replace(PAPER, title=title), replace(PAPER, title=title)) is None


def test_an_entry_of_a_bibliography_names_its_arxiv_id_in_its_text() -> None:
    entry = Reference(id=ReferenceId("r1"), raw="J. Doe. Learning. arXiv preprint arXiv:2101.00001v2, 2021.")

    assert cited_publication(entry).arxiv_id == "2101.00001"
