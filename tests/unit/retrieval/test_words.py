"""How text becomes terms."""

from __future__ import annotations

import pytest

from scholarai.retrieval.words import question_terms, stem, terms


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
