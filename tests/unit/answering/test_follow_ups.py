"""Questions that refer to earlier ones are recognized and get their subject."""

from __future__ import annotations

import pytest

from scholarai.answering.turns import TurnKind, kind_of_turn, refers_back, with_subject


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


def test_a_follow_up_is_searched_with_the_question_before() -> None:
    first = "What is the accuracy of the LSTM tagger?"
    second = with_subject("And for German?", first)

    assert second == "And for German? (What is the accuracy of the LSTM tagger?)"
    assert with_subject("Why?", second) == "Why? (What is the accuracy of the LSTM tagger?)"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Tell me more", "more"),
        ("Why?", "more"),
        ("What about it?", "more"),
        ("Can you elaborate on that?", "more"),
        ("of", "more"),
        ("Explain more about the walls", "carried"),
        ("And for males?", "carried"),
        ("How long?", "carried"),
        ("Repeat that please", "again"),
        ("what did you say?", "again"),
        ("Summarize", "alone"),
        ("What is a kettle?", "alone"),
        ("What does Table 1 show?", "alone"),
    ],
)
def test_turns_are_told_apart(question: str, kind: TurnKind) -> None:
    assert kind_of_turn(question, follows=True) == kind
    assert kind_of_turn(question, follows=False) == "alone"
