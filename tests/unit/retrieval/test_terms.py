"""Text becomes the same index terms in papers and questions."""

from __future__ import annotations

import pytest

from scholarai.retrieval.terms import pairs, question_terms, searchable, stem, terms


@pytest.mark.parametrize(
    "family",
    [
        ("analysis", "analyses", "analyze", "analyzed", "analyzing"),
        ("train", "trains", "trained", "training"),
        ("model", "models", "modelling", "modeling"),
        ("significant", "significantly", "significance"),
        ("dependency", "dependencies", "dependence"),
        ("annotate", "annotated", "annotators", "annotation"),
        ("virus", "viruses"),
        ("query", "queries"),
    ],
)
def test_words_of_one_family_have_one_stem(family: tuple[str, ...]) -> None:
    assert len({stem(word) for word in family}) == 1


def test_names_with_digits_and_short_words_stay_as_they_are() -> None:
    assert [stem(word) for word in ("covid19", "h5n1s", "gas", "bus")] == ["covid19", "h5n1s", "gas", "bus"]


def test_stop_words_and_marks_are_left_out_and_repeats_kept() -> None:
    assert terms("The bees, and more bees!") == ["bee", "bee"]


def test_ligatures_accents_and_case_do_not_count() -> None:
    assert terms("eﬃcient Poincaré") == terms("EFFICIENT poincare")


def test_numbers_keep_their_decimals() -> None:
    assert terms("a p of 0.05 in 4,000 cases") == ["p", "0.05", "4,000", "case"]


def test_a_question_loses_its_words_of_asking() -> None:
    assert question_terms("What do the authors say about bees in this paper?") == ["bee"]


def test_a_question_of_nothing_but_words_of_asking_keeps_them() -> None:
    assert question_terms("What does the study mention?") == ["studi", "mention"]


@pytest.mark.parametrize(
    ("pasted", "left"),
    [
        ("Bees dance (Lindauer, 1955; Seeley 2010) to vote.", "Bees dance   to vote."),
        ("As Lindauer et al. (1955) found, bees vote [3, 7-9].", "As   found, bees vote  ."),
        ("Why do bees dance (and wasps not)?", "Why do bees dance (and wasps not)?"),
    ],
)
def test_a_pasted_sentence_is_searched_without_its_citation_markers(pasted: str, left: str) -> None:
    assert searchable(pasted) == left


def test_a_question_that_is_little_but_a_marker_keeps_it() -> None:
    assert searchable("And Seeley et al. (2010)?") == "And Seeley et al. (2010)?"


def test_a_term_that_a_question_repeats_counts_once() -> None:
    assert question_terms("bees, bees and bee dances") == ["bee", "danc"]


def test_neighbouring_terms_make_pairs_across_stop_words() -> None:
    assert pairs(terms("the dance of a bee, seen")) == ["danc bee", "bee seen"]
    assert pairs(terms("dance")) == []


def test_raised_digits_are_terms_as_one_types_them() -> None:
    assert terms("CO₂ of 10⁷ km² in 1973⁴") == terms("CO2 of 10^7 km2 in 1973 4")
