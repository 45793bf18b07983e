"""Texts of any make divided into sentences and quotes."""

from __future__ import annotations

import pytest

from scholarai.domain.limits import QUOTE_CHARACTERS, TEXT_CHARACTERS
from scholarai.services.checking.splitting import quotes_in, sentences_in

WORDS = "the lamp burned for nine hours without a stop"


@pytest.mark.parametrize(
    "written",
    [
        f'He says: "{WORDS}".',
        f"He says: “{WORDS}”.",
        f"Er schreibt: „{WORDS}“.",
        f"Il écrit : « {WORDS} ».",
        f"Er schreibt: »{WORDS}«.",
        f"He says: ``{WORDS}''.",
        f"He says: ‘{WORDS}’.",
        f"He says: '{WORDS}'.",
        f"He says: **“{WORDS}”** (p. 4).",
        f"He says:\n\n> {WORDS}\n\nand more.",
    ],
)
def test_quotation_marks_of_any_kind_enclose_a_quote(written: str) -> None:
    (quote,) = quotes_in(written)

    assert quote.quote == WORDS


@pytest.mark.parametrize(
    "written",
    [
        "The authors' lamp didn't burn; it's the nurses' one that burned for nine hours, they said.",
        'A pipe of 5" and one of 6" were used for the lamps of the whole building.',
        "They call it “robust” and 'fair'.",
        'He said "the lamp burned for nine hours.\n\nAnother paragraph ends with a mark".',
        f'```\nprint("{WORDS}")\n```',
        "",
    ],
)
def test_apostrophes_inches_single_words_open_marks_and_code_are_no_quotes(written: str) -> None:
    assert list(quotes_in(written)) == []


def test_a_quote_of_several_sentences_stays_in_one_sentence_of_the_text() -> None:
    text = "First one here. She writes: “The lamp burned all night. Nobody put it out.” A last one."

    assert [one.text for one in sentences_in(text)] == [
        "First one here.",
        "She writes: “The lamp burned all night. Nobody put it out.”",
        "A last one.",
    ]


def test_a_long_block_quote_comes_in_pieces_that_can_be_looked_for() -> None:
    lines = [f"> The lamp number {number} burned for nine hours without a stop." for number in range(300)]

    pieces = list(quotes_in("\n".join(lines)))

    assert len(pieces) > 5
    assert max(len(one.quote) for one in pieces) <= QUOTE_CHARACTERS
    assert sum(one.quote.count("lamp number") for one in pieces) == 300


def test_rows_items_headings_questions_and_code_are_told_apart() -> None:
    text = f"# Lamps\n\n- {WORDS}\n\n| lamp | hours |\n| --- | --- |\n| A | 9 |\n\nWhy?\n\n```\nx = 1\n```\n"

    claims = {one.text.split("\n")[0]: one.claims for one in sentences_in(text)}

    assert claims == {
        "# Lamps": False,
        f"- {WORDS}": True,
        "| lamp | hours |": False,
        "| A | 9 |": True,
        "Why?": False,
        "```": False,
    }


@pytest.mark.parametrize(
    "piece", ["'a ", "‘a ", '"a ', "“", "``a ", "> ", "[", "(1999 ", "[a](b ", "|a|b|\n", "A. ", "[1] ", "「a "]
)
def test_hostile_texts_are_divided_all_the_same(piece: str) -> None:
    text = piece * (TEXT_CHARACTERS // len(piece))

    assert all(text[one.start : one.end] == one.text for one in sentences_in(text))
