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


FLIGHT = "Before they took off, scouts warmed up the muscles of flight in all workers of the swarm by piping and running about."


@pytest.mark.parametrize(
    ("sentence", "unrelated"),
    [
        (
            "A swarm hangs from a branch of an oak while its scouts measure hollow trees, walls and chimneys nearby.",
            True,
        ),
        (
            "Scouts ran and piped among the workers until the muscles of each were warm enough for the swarm to fly.",
            False,
        ),
    ],
    ids=["two words of many", "in other words"],
)
def test_a_long_sentence_that_shares_a_few_words_with_its_quote_is_doubted(sentence: str, unrelated: bool) -> None:
    kinds = [doubt.kind for doubt in find_doubts(sentence, (FLIGHT,))]

    assert ("unrelated" in kinds) == unrelated


@pytest.mark.parametrize(
    ("quote", "unrelated"),
    [
        ("Bees: scouts, workers, queens; swarms, combs, quorum sensing, waggle dances.", True),
        ("Bienen: Späherinnen, Arbeiterinnen, Königinnen; Schwärme, Waben, Schwänzeltanz.", False),
    ],
    ids=["English", "German"],
)
def test_a_quote_without_words_of_grammar_is_judged_where_its_words_are_english(quote: str, unrelated: bool) -> None:
    doubts = find_doubts("The price of honey collapses after each of the cold springs.", (quote,))

    assert ("unrelated" in [doubt.kind for doubt in doubts]) == unrelated
