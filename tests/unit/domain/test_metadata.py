"""A person's correction of a paper's metadata survives new extractions and services."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from scholarai.domain.content import Author, PaperContent
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.metadata import corrected, corrections, described, read_again, restored
from scholarai.domain.paper import Metadata, Origin, Paper

NOW = datetime(2026, 11, 22, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
READ = Metadata(title="Aproof", authors=("A. Author", "B. Böck"), year=1998)


def a_paper() -> Paper:
    paper = Paper(
        id=PaperId("p1"), owner=OwnerId("ada"), filename="a.pdf", object_name="a", created_at=NOW, updated_at=NOW
    )
    return read_again(paper, READ, {"title", "authors"}, NOW)


def test_what_was_read_is_printed_or_known_from_the_file_and_the_rest_is_not_known() -> None:
    sources = {origin.field: origin.source for origin in a_paper().origins}

    assert sources == {"title": "printed", "authors": "printed", "year": "file"}


def test_a_correction_survives_the_next_extraction() -> None:
    paper = corrected(a_paper(), {"title": "A Proof", "venue": "Annals"}, "person", NOW)

    again = read_again(paper, Metadata(title="A pr00f", year=1999), {"title"}, LATER)

    assert again.metadata == Metadata(title="A Proof", venue="Annals", year=1999)
    assert again.metadata_read == Metadata(title="A pr00f", year=1999)
    assert corrections(again)["title"] == Origin(field="title", source="person", at=NOW)


def test_that_there_is_none_is_a_word_too() -> None:
    paper = corrected(a_paper(), {"year": None}, "person", NOW)

    assert read_again(paper, READ, set(), LATER).metadata.year is None


def test_a_service_never_overwrites_a_person_but_a_person_a_service() -> None:
    paper = corrected(a_paper(), {"title": "A Proof"}, "person", NOW)
    told = corrected(paper, {"title": "The Proof", "year": 1997}, "service", LATER)

    assert (told.metadata.title, told.metadata.year) == ("A Proof", 1997)
    assert corrected(told, {"year": 1996}, "person", LATER).metadata.year == 1996


def test_what_is_restored_is_as_it_was_read() -> None:
    paper = corrected(a_paper(), {"title": "A Proof", "year": 1990}, "person", LATER)

    half = restored(paper, ["title"])
    whole = restored(half, ["title", "year"])

    assert (half.metadata.title, half.metadata.year) == ("Aproof", 1990)
    assert whole == a_paper()


def test_a_person_corrects_their_own_correction_and_what_was_read_is_still_known() -> None:
    once = corrected(a_paper(), {"title": "A Prof"}, "person", NOW)

    twice = corrected(once, {"title": "A Proof"}, "person", LATER)

    assert twice.metadata.title == "A Proof"
    assert corrections(twice)["title"].at == LATER
    assert restored(twice, ["title"]) == a_paper()


def test_readers_see_the_corrected_authors_with_what_is_known_of_them() -> None:
    content = PaperContent(
        source_format="pdf", title="Aproof", authors=(Author(name="A. Author", orcid="0000"), Author(name="B. Bock"))
    )
    paper = corrected(a_paper(), {"authors": ("A. Author", "B. Böck")}, "person", NOW)

    shown = described(content, paper)

    assert shown.authors == (Author(name="A. Author", orcid="0000"), Author(name="B. Böck"))
    assert shown.title == "Aproof"
    assert described(content, a_paper()) is content
