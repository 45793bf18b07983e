"""A question finds its words in the forms that a paper uses."""

from __future__ import annotations

import pytest

from scholarai.retrieval.terms import pairs, stem, terms, tokens
from scholarai.retrieval.word_variants import Forms, Vocabulary, forms_of


def forms(question: str, paper: str, abbreviations: dict[str, str] | None = None) -> Forms:
    has = Vocabulary(
        words=frozenset(tokens(paper)),
        stems=frozenset(terms(paper)),
        pairs=frozenset(pairs(terms(paper))),
        abbreviations=abbreviations or {},
    )
    return forms_of(tokens(question), question, has)


@pytest.mark.parametrize(
    ("asked", "paper"),
    [
        ("randomized", "the arms were randomised"),
        ("randomised", "the arms were randomized"),
        ("tumour", "a tumor grew"),
        ("color", "the colour of it"),
        ("anaemia", "iron and anemia"),
        ("catalog", "a catalogue of stars"),
        ("center", "in one centre"),
        ("dataset", "a data set of images"),
        ("halflife", "its half-life is short"),
        ("ykl40", "serum YKL-40 rose"),
        ("mouse", "seven mice"),
        ("criterion", "the criteria were"),
        ("nuclei", "the nucleus of a cell"),
        ("eleven", "it has 11 parts"),
        ("7", "seven mice"),
        ("folowed", "they were followed for years"),
        ("langauge", "the language of people"),
    ],
)
def test_another_form_of_a_word_is_found_and_told(asked: str, paper: str) -> None:
    found = forms(asked, paper)

    assert found.absent == ()
    assert found.also
    assert all(one in terms(paper) for other in found.also for one in terms(other))
    assert found.groups[0]


def test_two_words_are_found_as_the_compound_of_them() -> None:
    found = forms("data set", "one dataset of images")

    assert found.also == ("dataset",)
    assert stem("dataset") in found.weights


@pytest.mark.parametrize(
    ("asked", "also"), [("What is LTBI?", "latent infection"), ("Who had a latent infection?", "LTBI")]
)
def test_an_abbreviation_is_searched_in_both_directions(asked: str, also: str) -> None:
    assert also in forms(asked, "a latent infection (LTBI) was common", {"LTBI": "latent infection"}).also


@pytest.mark.parametrize(
    ("asked", "paper"), [("kids", "the kits were sold"), ("zebra", "horses in a field"), ("solar", "polar bears")]
)
def test_a_word_without_any_form_is_absent(asked: str, paper: str) -> None:
    found = forms(asked, paper)

    assert (found.absent, found.also) == ((asked,), ())


def test_a_word_that_the_paper_has_is_not_taken_for_a_typo_of_another() -> None:
    assert forms("tested", "they tested and rested and texted").also == ()


def test_a_word_that_is_nothing_but_an_ending_has_no_other_form() -> None:
    assert forms("es", "this is so").also == ()
