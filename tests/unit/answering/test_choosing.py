"""The few sentences that are shown are the best-rated ones with what they refer to, in the paper's order."""

from __future__ import annotations

import math

import pytest

from scholarai.answering.choosing import MOST_CHARACTERS, best_sentences
from scholarai.answering.quotable import Sentence, is_quotable
from scholarai.retrieval.words import terms, tokens


def sentence(
    text: str, *, share: float | None, start: int, number: int = 1, position: int = 0, paper: str = "p"
) -> Sentence:
    return Sentence(
        number=number,
        rank=number,
        position=position,
        text=text,
        stems=tuple(terms(text)),
        words=tuple(tokens(text)),
        paper_id=paper,
        start=start,
        rating=None if share is None else math.log(share),
    )


GREW = sentence("Cells grew for twelve hours.", share=0.3, start=500)
SHOOK = sentence("The flasks were shaken.", share=0.5, start=100, number=2)
STRAIN = sentence("K-12 was the strain.", share=0.1, start=300, number=3)


def texts(*sentences: Sentence, question: str = "How did they grow?") -> list[str]:
    return [one.text for one in best_sentences(question, sentences)]


def test_the_best_rated_come_in_the_papers_order() -> None:
    assert texts(GREW, SHOOK, STRAIN) == [SHOOK.text, STRAIN.text, GREW.text]


def test_papers_are_not_mixed() -> None:
    other = sentence("Bees dance.", share=0.2, start=200, paper="q")

    assert texts(other, GREW, SHOOK) == [SHOOK.text, GREW.text, other.text]


def test_at_most_three_are_shown() -> None:
    fourth = sentence("Bees dance.", share=0.09, start=200)

    assert fourth.text not in texts(GREW, SHOOK, STRAIN, fourth)


def test_a_sentence_that_does_not_fit_gives_way_to_one_that_does() -> None:
    long = sentence("x " * MOST_CHARACTERS, share=0.2, start=0)

    assert texts(SHOOK, long, STRAIN) == [SHOOK.text, STRAIN.text]


def test_a_much_worse_sentence_is_left_out() -> None:
    assert texts(SHOOK, sentence("Bees dance.", share=0.001, start=0)) == [SHOOK.text]


def test_the_best_sentence_brings_what_it_points_back_to() -> None:
    lead = sentence("Fastosome needs no change of the genome.", share=0.02, start=0, number=4, position=3)
    best = sentence("It was slower than the others.", share=0.9, start=60, number=4, position=4)

    assert texts(best, lead, GREW, SHOOK) == [lead.text, best.text, SHOOK.text]


def test_a_reason_comes_before_what_is_rated_a_little_better_where_one_is_asked_for() -> None:
    other = sentence("Cells of this strain grew very slowly here.", share=0.4, start=0)
    reason = sentence("It was slow because the flasks stood still.", share=0.2, start=900, number=4, position=4)
    before = sentence("Nobody shook the second flask.", share=0.001, start=800, number=4, position=3)

    assert before.text in texts(other, reason, before, question="Why did they grow slowly?")
    assert before.text not in texts(other, reason, before, question="How fast did they grow?")


def test_what_answers_nothing_is_not_shown_however_well_it_is_rated() -> None:
    assert texts(sentence("The details are given in Section 3.4.", share=0.9, start=0), GREW) == [GREW.text]


def test_unrated_sentences_are_chosen_by_their_words() -> None:
    bees = sentence("Bees dance.", share=None, start=0)
    cells = sentence("Cells were grown in flasks.", share=None, start=9)

    assert texts(bees, cells, question="Were cells grown in flasks?") == [cells.text]


@pytest.mark.parametrize(
    ("text", "quotable"),
    [
        ("Table 1: Probability of a shared birthday, by three methods.", False),
        ("Fig. 2b: Growth of the coral reef over time.", False),
        ("Figure 1: Growth of the reef. It doubled between 1990 and 2010 in all three of the surveyed bays.", True),
        ("Figure 1 shows that the reef has grown in each year.", True),
        ("We used the Adam optimizer [20] with β1 = 0.9, β2 = 0.98 and ϵ = 10−9.", True),
        ("Reef 1 0.37 (0.21, 0.58) 4.12 (3.90, 4.31) 0.88 12.7 9.04 3.3.", False),
    ],
)
def test_the_name_of_a_figure_or_a_row_of_numbers_is_no_answer(text: str, *, quotable: bool) -> None:
    assert is_quotable(text) is quotable


@pytest.mark.parametrize(
    "start",
    ["To counteract this effect, it was stirred.", "Therefore it was stirred.", "With these flasks it was stirred."],
)
def test_a_sentence_brings_the_one_that_it_points_back_to(start: str) -> None:
    cause = sentence("The broth settled.", share=None, start=100)
    best = sentence(start, share=0.9, start=130, position=1)

    assert texts(cause, best) == [cause.text, best.text]
    assert texts(cause, sentence("In this study it was stirred.", share=0.9, start=130, position=1)) == [
        "In this study it was stirred."
    ]


@pytest.mark.parametrize(
    "end",
    ["The gain of stirring is twofold.", "It was stirred for three good reasons.", "It grows by various mechanisms."],
)
def test_a_sentence_that_announces_another_brings_it(end: str) -> None:
    best = sentence(end, share=0.9, start=100)
    behind = sentence("Air reaches every cell.", share=None, start=140, position=1)

    assert texts(best, behind) == [best.text, behind.text]
