"""Corrections of a person survive extractions, services and merges."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scholarai.domain.content import Author, PaperContent
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.marks import TAGS_PER_PAPER, CollectionId, Marks, joined
from scholarai.domain.merging import merge3
from scholarai.domain.metadata import corrected, corrections, described, read_again, restored
from scholarai.domain.paper import Metadata, Origin, Paper
from scholarai.domain.zotero import NoteContent, merged

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


def test_joined_marks_lose_nothing_and_hold_nothing_twice() -> None:
    one = Marks(tags=("Engines",), read_state="read", collection_ids=(CollectionId("a"),))
    other = Marks(tags=("engines", "new"), favourite=True, collection_ids=(CollectionId("b"), CollectionId("a")))

    both = joined(one, other)

    assert {tag.casefold() for tag in both.tags} == {"engines", "new"}
    assert len(both.tags) == 2
    assert (both.favourite, both.read_state) == (True, "read")
    assert both.collection_ids == ("a", "b")
    assert joined(other, one).read_state == "read"


def test_joined_marks_keep_to_their_limits() -> None:
    many = Marks(tags=tuple(f"t{n}" for n in range(TAGS_PER_PAPER)))

    assert joined(many, Marks(tags=("one more",))) == many


LETTERS = st.sampled_from("abcd")
TEXTS = st.sampled_from(["", "a", "b", "a\n\nb", "b\n\na", "c" * 20_000, "d" * 20_000])
SAID = st.builds(NoteContent, text=TEXTS, colour=st.sampled_from(["yellow", "green", "blue"]))


@given(LETTERS, LETTERS, LETTERS)
def test_a_change_of_one_side_is_adopted_and_two_are_combined(base: str, ours: str, theirs: str) -> None:
    now = merge3((base, base), ours, theirs, "{}{}".format).now

    if base in {ours, theirs}:
        assert now == (theirs if ours == base else ours)
    else:
        assert now == (ours if ours == theirs else ours + theirs)


@given(LETTERS, LETTERS, LETTERS)
def test_without_a_combination_each_side_stays_until_one_of_them_changes(base: str, ours: str, theirs: str) -> None:
    first = merge3((base, base), ours, theirs, lambda _ours, _theirs: None)
    again = merge3((first.ours, first.theirs), first.now, theirs, lambda _ours, _theirs: None)

    assert again == first
    assert merge3((first.ours, first.theirs), first.now, "e", lambda _ours, _theirs: None).now == (
        "e" if first.now == first.ours else first.now
    )


@given(SAID, SAID, SAID)
def test_a_merge_that_was_written_to_the_other_side_is_at_rest(
    base: NoteContent, here: NoteContent, there: NoteContent
) -> None:
    first = merged((base, base), here, there)
    # What differs from what both agree on is written; the other side says it from then on.
    text = there.text if first.now.text == first.ours.text else first.now.text
    colour = there.colour if first.now.colour == first.ours.colour else first.now.colour
    written = NoteContent(text=text, colour=colour)

    assert merged((first.now, written), first.now, written).now == first.now
    for changed in (here.text, there.text):  # no text of a person is lost
        assert changed == base.text or changed in first.now.text + written.text
