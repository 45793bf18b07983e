"""Ids at the end of a paragraph support the sentences that they cover."""

from __future__ import annotations

from scholarai.citations.support import Overlap, supporters
from scholarai.domain.sentences import ShownExcerpts, citable_sentences

TEXT = (
    "Scouts of a swarm dance for a nest site. A quorum of twenty scouts decides for the site. The swarm then flies 300 metres "
    "in a cloud. Rain stops the flight of every swarm. The queen lays 1,500 eggs on a day in May. Beekeepers in Kiel weighed "
    "their hives at noon."
)
PLACES = [TEXT[start:end] for start, end in citable_sentences(TEXT)]
OVERLAP = Overlap(shown=ShownExcerpts(texts={1: TEXT}))


def supported(said: list[str], *places: int) -> list[set[int]]:
    found = supporters(said, [PLACES[at] for at in places], OVERLAP)
    return [{places[at] for at in row} for row in found]


def test_each_id_goes_to_the_sentence_that_says_it() -> None:
    said = ["Twenty scouts are a quorum.", "The flight takes the swarm 300 metres away.", "Hives were weighed in Kiel."]

    assert supported(said, 1, 2, 5) == [{1}, {2}, {5}]


def test_a_sentence_that_no_id_covers_has_none_and_the_last_one_always_has() -> None:
    said = ["Rain in May stops every queen.", "Scouts dance for a site.", "That is a swarm for every day."]

    assert supported(said, 0) == [set(), {0}, {0}]


def test_an_id_of_which_little_is_said_goes_to_the_sentence_that_says_most() -> None:
    said = ["Keepers of many kinds in many towns at sea know that noon is best.", "A quorum of scouts decides."]

    assert supported(said, 5, 1) == [{5}, {1}]


def test_one_id_may_support_several_sentences() -> None:
    assert supported(["Twenty scouts decide.", "They decide for a site, by quorum."], 1) == [{1}, {1}]


def test_in_another_language_numbers_and_names_decide_and_else_every_id_supports() -> None:
    said = ["Der Schwarm legt 300 Meter zurück.", "In Kiel wurden Stöcke gewogen.", "Regen verhindert das."]

    assert supported(said, 2, 5, 3) == [{2}, {5}, {2, 3, 5}]
    assert supported(["Regen verhindert das.", *said[:2]], 2, 5) == [{2, 5}, {2}, {5}]


def test_a_text_without_words_is_in_no_other_language() -> None:
    assert [OVERLAP.is_foreign(text) for text in ("1,500", "Regen verhindert das.", "Rain stops it.")] == [
        False,
        True,
        False,
    ]


def test_numbers_are_the_same_with_other_separators() -> None:
    assert supported(["Im Mai sind es 1.500 Stück.", "Das ist viel."], 4, 0)[0] == {4}


def test_an_excerpt_as_a_whole_stands_for_its_best_sentence() -> None:
    def words(said: str, *, always: bool) -> list[str]:
        return [TEXT[start:end] for start, end in OVERLAP.best_places(said, 1, always=always)]

    assert words("The queen lays eggs.", always=False) == [PLACES[4]]
    assert words("Wasps are painted blue.", always=False) == []
    assert words("Anno 1,500 wurden Wespen mit blauer Farbe bemalt.", always=True) == [PLACES[4]]
    assert words("Wespen mögen Blau.", always=True) == [TEXT[: TEXT.index(" Beekeepers")]]
