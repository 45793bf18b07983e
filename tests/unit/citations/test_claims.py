"""What of an answer states something, told by its form."""

from __future__ import annotations

import pytest

from scholarai.citations.claims import makes_claim, states_gap, units_of


@pytest.mark.parametrize(
    "text",
    [
        "The swarm flew at noon.",
        "No bee was harmed.",
        "The drug did not lower mortality.",
        "Python.\n\nIt was written in 1991.",
        "- twenty scouts",
        "| Clay | 18.2 |",
        "42",
        "Die Bienen tanzen mittags.",
        "蜜蜂在中午跳舞。",
        "In short: bees dance.",
        "Here is the result:\n\nBees dance.",
    ],
)
def test_a_statement_is_a_claim(text: str) -> None:
    assert makes_claim(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "Yes.",
        "**No.**",
        "Oui.",
        "Да.",
        "是的。",
        "No, it is not.",
        "The paper does three things:",
        "论文做了三件事：",
        "**In three steps:**",
        "## Results of the survey",
        "**Results**",
        "| Material | North |\n|---|---|",
        "```py\nprint(1)\n```",
        "---",
        "Shall I go on?",
        "Here is a table.",
        "I can list them all.",
        "The paper does not say what it costs.",
        "The excerpts give no price.",
        "Der Artikel nennt keine Preise.",
        "L’article ne dit rien du prix.",
        "论文没有提到价格。",
        "</excerpt-x7>",
    ],
)
def test_what_states_nothing_is_no_claim(text: str) -> None:
    assert not makes_claim(text)


@pytest.mark.parametrize("text", ["The study did not find an effect.", "The paper was not long.", "No price is high."])
def test_a_finding_in_the_past_or_without_its_source_is_no_gap(text: str) -> None:
    assert not states_gap(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Two things:\n\n1. One. Two.\n2. Three.", ["Two things:\n\n", "1. One. ", "Two.\n", "2. Three."]),
        ("It is $x. Y$ here. So it is.", ["It is $x. Y$ here. ", "So it is."]),
        ("It is\n\n$$x\n- y$$\n\nhere.", ["It is\n\n$$x\n- y$$\n\nhere."]),
        ("One line\ngoes on. Next.", ["One line\ngoes on. ", "Next."]),
        ("a. The first.\nb. The second.", ["a. The first.\n", "b. The second."]),
        ("  - in\n    more\n- out", ["  - in\n    more\n", "- out"]),
        ("```\na. B\n\n- c\n```\nD.", ["```\na. B\n\n- c\n```\n", "D."]),
    ],
)
def test_units_are_sentences_items_and_code_and_together_the_text(text: str, parts: list[str]) -> None:
    assert [text[unit.start : unit.end] for unit in units_of(text)] == parts
