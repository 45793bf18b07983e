"""Terms of questions and passages, their forms, and their weights."""

from __future__ import annotations

import numpy as np
import pytest

from scholarai.retrieval.bm25 import Bm25, index_units, number_terms
from scholarai.retrieval.index import Units
from scholarai.retrieval.terms import pairs, question_terms, searchable, stem, terms, tokens
from scholarai.retrieval.word_variants import Forms, Vocabulary, forms_of


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


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("What is this about, in plain words?", "What is this about?"),
        ("Explain this to me simply.", "Explain this."),
        ("What did they find, in one sentence?", "What did they find?"),
        ("What's the argument, in a nutshell?", "What's the argument?"),
        ("Do they compare errors in terms of words?", "Do they compare errors in terms of words?"),
        ("Is it simply a cold?", "Is it simply a cold?"),
    ],
)
def test_a_question_is_searched_without_how_its_answer_should_be_worded(question: str, left: str) -> None:
    assert searchable(question) == left


def test_a_question_that_is_little_but_a_marker_keeps_it() -> None:
    assert searchable("And Seeley et al. (2010)?") == "And Seeley et al. (2010)?"


def test_a_term_that_a_question_repeats_counts_once() -> None:
    assert question_terms("bees, bees and bee dances") == ["bee", "danc"]


def test_neighbouring_terms_make_pairs_across_stop_words() -> None:
    assert pairs(terms("the dance of a bee, seen")) == ["danc bee", "bee seen"]
    assert pairs(terms("dance")) == []


def test_raised_digits_are_terms_as_one_types_them() -> None:
    assert terms("CO₂ of 10⁷ km² in 1973⁴") == terms("CO2 of 10^7 km2 in 1973 4")


SENTENCES = [["bee", "danc"], ["swarm"], ["bee", "bee", "quorum"], ["weather", "mild", "weather"]]


def units(*spans: tuple[int, int]) -> Bm25:
    return index_units(number_terms(SENTENCES), np.array(spans, dtype=np.intp).reshape(-1, 2))


def test_only_units_with_a_term_score() -> None:
    scores = units((0, 1), (1, 2), (2, 3), (3, 4)).scores({"bee": 1})

    assert list(scores > 0) == [True, False, True, False]


def test_a_term_that_comes_twice_counts_more_but_not_twice_as_much() -> None:
    scores = index_units(
        number_terms([["bee", "x"], ["bee", "bee"], ["y", "z"]]), np.array([[0, 1], [1, 2], [2, 3]])
    ).scores({"bee": 1})

    assert scores[0] < scores[1] < 2 * scores[0]


def test_a_rare_term_counts_more_than_a_common_one() -> None:
    index = units((0, 1), (1, 2), (2, 3), (3, 4))

    assert index.scores({"quorum": 1}).max() > index.scores({"bee": 1})[0]


def test_units_may_overlap_and_hold_several_sentences() -> None:
    scores = units((0, 3), (1, 4)).scores({"danc": 1, "mild": 1})

    assert (scores > 0).all()


def test_unknown_terms_and_an_empty_paper_score_nothing() -> None:
    empty = index_units(number_terms([]), np.zeros((0, 2), dtype=np.intp))

    assert units((0, 4)).scores({"zebra": 1}).tolist() == [0.0]
    assert empty.scores({"bee": 1}).tolist() == []


def test_scores_of_units_are_spread_over_their_sentences_and_back() -> None:
    units = Units.of(np.array([[0, 2], [1, 3], [3, 3]], dtype=np.intp), 4)

    assert units.spread(np.array([1.0, 3.0, 9.0])).tolist() == [1.0, 2.0, 3.0, 0.0]
    assert units.means(np.array([1.0, 3.0, 5.0, 7.0])).tolist() == [2.0, 4.0, 0.0]


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
    ("asked", "paper"),
    [
        ("excluded", "exclusion"), ("decision", "decided"), ("expanded", "expansion"), ("converted", "conversion"),
        ("emitted", "emission"), ("prescribed", "prescriptions"), ("perceived", "perception"), ("reduce", "reduction"),
        ("consumed", "consumption"), ("absorbed", "absorption"), ("dissolves", "dissolution"), ("acquired", "acquisition"),
        ("treated", "treatment"), ("applied", "application"), ("classified", "classification"), ("varied", "variation"),
        ("diagnosed", "diagnosis"), ("grow", "growth"), ("compared", "comparison"), ("explained", "explanation"),
        ("retained", "retention"),
    ],
)  # fmt: skip
def test_a_verb_finds_its_noun(asked: str, paper: str) -> None:
    assert forms(asked, f"criteria of {paper} were set").also == (paper,)


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


@pytest.mark.parametrize(("letters", "also"), [(80, ("x" * 79,)), (81, ())])
def test_a_word_longer_than_those_of_papers_is_no_typo(letters: int, also: tuple[str, ...]) -> None:
    assert forms("x" * letters, f"this is {'x' * (letters - 1)}").also == also
