"""Questions are of a kind by people's words for it; what is left says what they are about."""

from __future__ import annotations

import pytest

from scholarai.retrieval.question_kinds import GIVES_NUMBER, KINDS, MOST_KINDS, asks_number, kinds_of, own_words


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who paid for this?", "money"),
        ("Who gave the money?", "money"),
        ("Where can I download it?", "availability"),
        ("Is the code open?", "availability"),
        ("What are the drawbacks?", "limitation"),
        ("Was the trial big enough?", "limitation"),
        ("Who took part?", "whom"),
        ("How large was the sample?", "whom"),
        ("Who is this meant for?", "audience"),
        ("Which stats programme did they use?", "software"),
        ("Which data sets was it tested on?", "data"),
        ("Has anyone used it yet?", "evaluation"),
        ("What's new here?", "novelty"),
        ("Why does it matter?", "importance"),
        ("Is it any good?", "judgement"),
        ("Is it faster than Adam?", "comparison"),
        ("What does oblique mean?", "definition"),
        ("Why only one iteration?", "why"),
        ("How did they measure it?", "how"),
        ("What is the purpose?", "aim"),
        ("What did they find?", "result"),
        ("What's the upshot?", "summary"),
        ("Was there a placebo?", "control"),
        ("What should be done next?", "future"),
        ("Anything wrong with this study?", "limitation"),
        ("What's the take-home message?", "result"),
        ("Can you give me the short version?", "summary"),
        ("Explain this to me.", "summary"),
    ],
)
def test_a_question_is_of_its_kind_and_of_few_others(question: str, kind: str) -> None:
    kinds = kinds_of(question)

    assert kind in [one.name for one in kinds]
    assert len(kinds) <= MOST_KINDS


def test_every_kind_of_the_table_says_where_to_look() -> None:
    assert all(kind.signs or kind.words for kind in KINDS)
    assert len({kind.name for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who paid for this?", []),
        ("What are the limitations?", []),
        ("How did the trial stress the men?", ["trial", "stress", "men"]),
        ("How many kinds of fish?", ["kinds", "fish"]),
    ],
)
def test_words_that_say_the_kind_are_not_what_a_question_is_about(question: str, words: list[str]) -> None:
    assert set(own_words(question, kinds_of(question))) <= set(words)
    assert bool(own_words(question, kinds_of(question))) == bool(words)


@pytest.mark.parametrize(
    ("question", "asks"), [("How many were there?", True), ("By how much?", True), ("Who was there?", False)]
)
def test_a_number_is_asked_for(question: str, asks: bool) -> None:
    assert asks_number(question) is asks


def test_a_number_may_be_in_words() -> None:
    assert GIVES_NUMBER.search("There were twelve.")
    assert not GIVES_NUMBER.search("There were some.")
