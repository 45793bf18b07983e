"""An answer says which named places a paper does not have, and what it has instead."""

from __future__ import annotations

import pytest
from doubles.written import bee_paper

from scholarai.answering.named_places import absent_from_all, absent_places
from scholarai.domain.content import PaperContent


def sentences(question: str, *papers: PaperContent) -> tuple[str, ...]:
    return absent_from_all([absent_places(question, paper) for paper in papers])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does Figure 99 show?", "The paper has no Figure 99. It has 1 figure: Figure 1."),
        ("Summarize page 40", "The paper has no page 40. It has 3 pages."),
        ("Explain Eq. (9).", "The paper has no Eq. (9). It has 1 numbered equation: (1)."),
        (
            "What is in the related work?",
            "The paper has no related work. It has 6 sections: Abstract, 1 Introduction, 2 Methods, 3 Results, 4 Conclusions, References.",
        ),
        ("What is reference [50]?", "The paper has no reference [50]. It has 2 entries in its bibliography."),
        ("Prove Theorem 7", "The paper has no Theorem 7. It has 1 theorem: Theorem 1."),
        ("Prove Lemma 7", "The paper has no Lemma 7. It has no lemmas that were recognized."),
        (
            "What does the related work say?",
            "The paper has no related work. It has 6 sections: Abstract, 1 Introduction, 2 Methods, 3 Results, 4 Conclusions, References.",
        ),
    ],
)
def test_a_missing_place_is_said_with_what_there_is(question: str, said: str) -> None:
    assert sentences(question, bee_paper()) == (said,)


def test_a_place_that_one_of_several_papers_has_is_not_missing() -> None:
    without = bee_paper().__class__(source_format="markdown")

    assert sentences("What does Figure 1 show?", without, bee_paper()) == ()
    assert sentences("What does Figure 9 show?", without, bee_paper()) == ("None of the papers has Figure 9.",)


@pytest.mark.parametrize(
    "question", ["What does the architecture diagram show?", "What is the cross section?", "Who wrote this?"]
)
def test_what_may_not_be_meant_is_not_missing(question: str) -> None:
    assert sentences(question, bee_paper()) == ()
