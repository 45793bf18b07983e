"""Questions that refer to earlier ones are recognized and get their topics."""

from __future__ import annotations

import pytest

from scholarai.answering.turns import TurnKind, carry_topics, kind_of_turn, refers_back


@pytest.mark.parametrize(
    "question",
    [
        "And for German?",
        "Why?",
        "How does it compare to BERT?",
        "What about the baselines?",
        "Explain that further",
        "What do they conclude?",
        "What limitations does this approach have?",
        "Which ones were significant?",
        "Is that significant?",
        "In which country?",
    ],
)
def test_questions_with_pronouns_refer_back(question: str) -> None:
    assert refers_back(question)


@pytest.mark.parametrize(
    "question",
    [
        "What dataset is used?",
        "Does the model use its own embeddings?",
        "What is shown in Figure 2?",
        "What do the authors say about their dataset?",
        "How was this paper evaluated?",
        "How do the results differ from those of previous studies?",
        "What is the role of ACE2 in SARS-CoV-2 entry?",
        "Summarize this paper",
        "Who are the authors?",
    ],
)
def test_these_stand_for_themselves(question: str) -> None:
    assert not refers_back(question)


def test_a_follow_up_takes_the_topics_of_the_question_before() -> None:
    used = carry_topics("And for German?", ["What is the accuracy of the LSTM tagger on the Penn Treebank?"])

    assert used == "And for German? (accuracy LSTM tagger Penn Treebank)"


def test_topics_that_the_question_has_itself_are_not_repeated() -> None:
    assert carry_topics("Is the tagger fast?", ["How accurate is the tagger?"]) == "Is the tagger fast? (accurate)"


def test_topics_come_from_further_back_when_the_last_question_has_none() -> None:
    assert carry_topics("Why?", ["How do scouts dance?", "And then?", "Why?"]) == "Why? (scouts dance)"


def test_a_place_that_the_question_before_named_is_carried_along() -> None:
    assert carry_topics("And what does it mean?", ["What is shown in Fig. 2b?"]) == "And what does it mean? (Fig. 2b)"
    assert carry_topics("And in Table 3?", ["What is the recall in Table 1?"]) == "And in Table 3? (recall)"


def test_without_any_topic_the_question_stays_as_it_is() -> None:
    assert carry_topics("Why?", []) == "Why?"


def test_verbs_that_fit_every_topic_and_words_of_asking_are_no_topics() -> None:
    assert carry_topics("Why is that?", ["Can you elaborate on how the methods compared?"]) == "Why is that? (methods)"


def test_an_ordinal_is_looked_for_as_a_number_too() -> None:
    used = carry_topics("What about the second experiment?", ["How accurate was the tagger?"])

    assert used == "What about the second experiment? (experiment 2 accurate tagger)"


@pytest.mark.parametrize(
    ("question", "kind", "first"),
    [
        ("Tell me more", "more", "unclear"),
        ("Why?", "more", "unclear"),
        ("What about it?", "more", "unclear"),
        ("Can you elaborate on that?", "more", "unclear"),
        ("Explain", "more", "unclear"),
        ("Explain more about the walls", "carried", "alone"),
        ("When?", "carried", "unclear"),
        ("And for males?", "carried", "alone"),
        ("How long?", "carried", "alone"),
        ("Repeat that please", "again", "unclear"),
        ("what did you say?", "again", "unclear"),
        ("of", "unclear", "unclear"),
        ("?", "unclear", "unclear"),
        ("Summarize", "alone", "alone"),
        ("What is a kettle?", "alone", "alone"),
        ("What does Table 1 show?", "alone", "alone"),
    ],
)
def test_turns_are_told_apart(question: str, kind: TurnKind, first: TurnKind) -> None:
    assert kind_of_turn(question, follows=True) == kind
    assert kind_of_turn(question, follows=False) == first
