"""The learned ranking: the features of sentences, the abbreviations of a paper, and the network's scores."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from unit.retrieval.making import EMBEDDER, searched

from scholarai.retrieval.features import NAMES, Asked
from scholarai.retrieval.index import abbreviations
from scholarai.retrieval.ranking import THING_SAID, WEIGHTS_FILE, Weights, log_shares, rank_sentences, shipped
from scholarai.retrieval.traits import TRAITS, answers_nothing, kinds_asked, traits_of

QUESTION = "How many workers were marked with paint?"
ANSWER = "We marked 4,000 workers with paint"


def place_of(words: str) -> int:
    index = searched().index
    return next(n for n, start in enumerate(index.starts) if index.text[start:].startswith(words))


@pytest.mark.parametrize("vectors", [True, False])
def test_the_sentence_that_answers_is_rated_best(vectors: bool) -> None:
    vector = EMBEDDER.embed_query(QUESTION) if vectors else None
    ranking = rank_sentences(searched(vectors=vectors).index, QUESTION, vector)

    assert int(ranking.answering.argmax()) == place_of(ANSWER)


def test_weights_of_the_other_sign_rate_it_worse() -> None:
    network = shipped()
    turned = replace(network, out=-network.out, direct=-network.direct)
    ratings = [rank_sentences(searched().index, QUESTION, None, network=one).answering for one in (network, turned)]

    right, wrong = (int((one > one[place_of(ANSWER)]).sum()) for one in ratings)
    assert right < wrong


def test_without_the_learned_part_the_hand_set_weights_decide_alone() -> None:
    network = shipped()
    index, turned = searched().index, replace(network, out=-network.out, direct=-network.direct)
    alone = Weights(learned=0.0)

    np.testing.assert_array_equal(
        rank_sentences(index, QUESTION, None, alone).sentences,
        rank_sentences(index, QUESTION, None, alone, turned).sentences,
    )


def test_the_weights_are_those_of_our_features() -> None:
    stored = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))

    assert stored["features"] == list(NAMES)
    assert shipped().hidden.shape[0] == len(NAMES)


def test_the_kind_of_answer_that_is_asked_for_tells_and_no_other() -> None:
    index = searched().index

    def columns(question: str, *names: str) -> list[list[float]]:
        rows = rank_sentences(index, question, None).rows
        return [rows[:, NAMES.index(name)].tolist() for name in names]

    given, asked, other = columns(QUESTION, "counted", "number: counted", "reason: reason")
    assert any(given)
    assert asked == given
    assert not any(other)
    reason, after = columns("Why do scouts shake?", "reason", "reason after")
    following = [has * follows for has, follows in zip(reason[1:], index.follows[1:].tolist(), strict=True)]
    assert any(following)
    assert after == [*following, 0.0]


def test_the_shares_of_a_papers_sentences_add_up_to_one() -> None:
    assert np.exp(log_shares(np.array([3.0, 700.0, 699.0]))).sum() == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A long short-term memory (LSTM) reads it.", {"LSTM": "long short term memory"}),
        ("Patients got artemether-lumefantrine (AL) twice.", {"AL": "artemether lumefantrine"}),
        ("We asked the nurses (NASA) again.", {}),
        ("It was seen (Smith) before.", {}),
    ],
)
def test_a_paper_defines_its_abbreviations(text: str, found: dict[str, str]) -> None:
    assert abbreviations(text) == found


def test_a_question_is_searched_by_both_forms_of_an_abbreviation() -> None:
    known = {"LSTM": "long short term memory"}

    assert Asked.of("What does the LSTM read?", known).weights["memori"] == 0.5
    assert Asked.of("What does the long short-term memory read?", known).weights["lstm"] == 0.5


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many annotators took part?", "number"),
        ("Why do they use dropout?", "reason"),
        ("What is the difference in pain between the groups?", "effect"),
        ("Which datasets are used?", "name"),
        ("When was the virus found?", "time"),
        ("Does the detector work better than people?", "decision"),
    ],
)
def test_a_question_asks_for_a_kind_of_answer(question: str, kind: str) -> None:
    assert kind in kinds_asked(question)


@pytest.mark.parametrize(
    ("sentence", "trait"),
    [
        ("The corpus has 17,833 sentences.", "counted"),
        ("Pain did not differ (p = 0.4).", "test"),
        ("They shake it because oxygen limits growth.", "reason"),
        ("We train BERT on it.", "name"),
    ],
)
def test_a_sentence_gives_a_kind_of_answer(sentence: str, trait: str) -> None:
    assert traits_of([sentence])[0, TRAITS.index(trait)]


@pytest.mark.parametrize(
    "sentence",
    [
        "The details are given in Section 3.4.",
        "We briefly review the related work in Section SECREF2.",
        "But does it work better than people?",
        "We thank the anonymous reviewers.",
        "This work was supported by a grant of the state.",
        "[12] Smith, A. and Jones, B. Growth of cells. 2010.",
        "In the following sections, we will describe the hive.",
        "In §3 I describe how swarms move.",
        "The fifth section explores the hives that we consider.",
        "In this section, we describe the hives of both valleys.",
        "This section describes how the bees were kept.",
    ],
)
def test_signposts_questions_thanks_and_references_answer_nothing(sentence: str) -> None:
    assert answers_nothing(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The section of the leaf was 3 mm thick.",
        "The results were reported to the nurses.",
        "A swarm is a colony that moves (Smith et al., 2019).",
        "In this section, we show the main result: swarms choose the driest box.",
    ],
)
def test_a_statement_is_no_signpost(sentence: str) -> None:
    assert not answers_nothing(sentence)


def test_what_a_sentence_says_of_the_thing_asked_adds_to_what_was_learned() -> None:
    index = searched().index
    ranking = rank_sentences(index, QUESTION, None)

    columns = [NAMES.index(name) for name in THING_SAID]
    told = ranking.rows[:, columns] @ np.array(list(THING_SAID.values()))
    assert told[place_of(ANSWER)] == THING_SAID["counts"]
    np.testing.assert_allclose(ranking.answering, shipped().scores(ranking.rows) + told)
