"""A question for a result, a method or a number prefers the sentences that state one."""

from __future__ import annotations

import pytest

from scholarai.answering.quotable import Sentence, preferences, preferred
from scholarai.answering.roles import ROLES, shipped

AIM = "We aimed to compare the yield of both varieties of barley in dry soil."
FOUND = "The yield of the second variety was significantly higher than that of the first (p < 0.01)."
DONE = "Grain was weighed using a balance after drying for two days at 60 °C."


def best(question: str, *texts: str) -> str:
    return texts[int(preferences(question, texts).argmax())]


@pytest.mark.parametrize("question", ["What was found about the yield?", "Did the second variety yield more?"])
def test_what_was_found_is_told_by_a_result_rather_than_by_an_aim(question: str) -> None:
    assert best(question, AIM, DONE, FOUND) == FOUND


@pytest.mark.parametrize("question", ["How was the yield measured?", "How is the yield of a field determined?"])
def test_how_something_was_done_is_told_by_a_procedure(question: str) -> None:
    assert best(question, AIM, FOUND, DONE) == DONE


@pytest.mark.parametrize(
    "text",
    [
        "In the field 41 farmers took part.",
        "The farmers (n = 41) took part.",
        "Forty-one farmers from Turku took part.",
    ],
)
def test_a_number_beside_its_thing_tells_how_many(text: str) -> None:
    assert best("How many farmers took part?", "The farmers took part in this study.", text) == text


@pytest.mark.parametrize(
    "text",
    [
        "The farmers [12] took part in this study.",
        "The trial had two parts: farmers and their families were asked.",
        "Conditions were 1) farmers who own their land, 2) no drought.",
        "The farmers of 2019 took part in this study.",
    ],
)
def test_citations_years_lists_and_other_clauses_count_nothing(text: str) -> None:
    assert not preferences("How many farmers took part?", [text]).any()


def test_an_amount_stands_beside_what_is_measured() -> None:
    told = "They were given a high dose (1 g) of the drug."

    assert best("What dose of the drug was given?", "The dose of the drug was given daily.", told) == told


def test_questions_that_ask_for_none_of_these_change_nothing() -> None:
    assert not preferences("What is barley?", [AIM, FOUND, DONE]).any()


def test_sentences_without_a_rating_stay_without_one() -> None:
    plain = Sentence(number=1, rank=0, position=0, text=FOUND, stems=(), words=())
    rated = Sentence(number=1, rank=0, position=1, text=AIM, stems=(), words=(), rating=-1.0)

    first, second = preferred("What was found about the yield?", [plain, rated])

    assert first == plain
    assert second.rating is not None
    assert second.rating < -1.0


@pytest.mark.parametrize(("text", "role"), [(AIM, "aim"), (FOUND, "result"), (DONE, "method")])
def test_the_roles_of_plain_sentences_are_known(text: str, role: str) -> None:
    assert ROLES[int(shipped().shares([text])[0].argmax())] == role


def test_the_shares_of_a_sentence_add_up_to_one() -> None:
    assert shipped().shares([AIM, "", "Ж" * 30]).sum(axis=1) == pytest.approx([1, 1, 1])


def test_no_sentences_have_no_shares() -> None:
    assert shipped().shares([]).shape == (0, len(ROLES))
