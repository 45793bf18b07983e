"""A sentence that speaks of something else than its quote is doubted as a whole."""

from __future__ import annotations

import pytest

from scholarai.citations.doubting.doubts import find_doubts

SWARM = "The swarm reached a quorum of twenty scouts in every run of the first experiment."


def doubted(sentence: str, known: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return [(doubt.kind, doubt.text) for doubt in find_doubts(sentence, (SWARM,), known)]


@pytest.mark.parametrize(
    ("sentence", "known"),
    [
        ("Honey prices collapse after a cold spring.", ()),
        ("The scouts prefer warm cavities with a narrow entrance above the ground.", ()),
        ("Honey prices collapse after a cold spring (Smith and Wu, 2019).", ("What do Smith and Wu say?",)),
    ],
    ids=["no word of it", "one word of it", "with a pointer"],
)
def test_a_sentence_that_has_nothing_to_do_with_its_quote_is_doubted(sentence: str, known: tuple[str, ...]) -> None:
    ((kind, words),) = doubted(sentence, known)

    assert kind == "unrelated"
    assert sentence.startswith(words)


@pytest.mark.parametrize(
    ("sentence", "known"),
    [
        ("All the bees had agreed by then.", ()),
        ("The swarm decides quickly.", ()),
        ("Bees choose their home by voting.", ("How do bees choose a home by voting?",)),
        ("Der Schwarm fand jedes Mal eine Behausung im hohlen Baum.", ()),
    ],
    ids=["two new words", "a word of it", "what was asked", "another language"],
)
def test_little_in_other_words_is_not_taken_for_unrelated(sentence: str, known: tuple[str, ...]) -> None:
    assert "unrelated" not in [kind for kind, _ in doubted(sentence, known)]
