"""Quotes of anybody's against the bee paper: a verdict or a named error for each, whatever they are."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.system import ADA, BEES, BOB, System

from scholarai.domain.checking import CheckedQuote, QuoteToCheck
from scholarai.domain.content import Line, Word
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError, NotReadyError
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import QUOTE_CHARACTERS, QUOTES_PER_CALL
from scholarai.domain.verdicts import TRUE_VERDICTS
from scholarai.entrypoints.calls import render_checked
from scholarai.entrypoints.check_schemas import CheckedQuoteV1
from scholarai.services.library.checking import CheckQuotes

SENTENCE = "We marked 4,000 workers with paint so that every scout could be told apart."


def check(system: System, *quotes: str, paper_id: PaperId = BEES) -> tuple[CheckedQuote, ...]:
    given = [QuoteToCheck(quote_id=number, quote=quote) for number, quote in enumerate(quotes)]
    return CheckQuotes(papers=system.backend.papers, open_papers=system.open_papers).check(ADA, paper_id, given)


def test_a_true_quote_has_the_paper_s_words_and_their_boxes(system: System) -> None:
    (found,) = check(system, f"“{SENTENCE}”")

    (place,) = found.places
    assert (found.verdict, found.text, found.similarity, found.error) == ("exact", SENTENCE, 1.0, None)
    assert bee_paper().text()[place.start : place.end] == SENTENCE
    assert place.page is not None
    assert (place.page.page_number, place.page.width_pt) == (1, 612)
    assert place.page.boxes


def test_results_keep_the_order_and_the_ids_of_the_quotes(system: System) -> None:
    found = check(system, SENTENCE, "No such words stand anywhere in this paper.", SENTENCE.upper())

    assert [(item.quote_id, item.verdict) for item in found] == [(0, "exact"), (1, "not_found"), (2, "normalized")]
    assert (found[1].text, found[1].places) == ("", ())


def test_a_changed_number_is_not_true_of_the_paper(system: System) -> None:
    quote = SENTENCE.replace("4,000", "9,000")

    (found,) = check(system, quote)

    (change,) = found.changes
    assert (found.verdict, change.kind) == ("altered", "number")
    assert quote[change.quote_start : change.quote_end] == "9,000"
    assert found.text[change.text_start : change.text_end] == "4,000"


def test_a_quote_of_a_word_or_two_proves_nothing_and_a_row_of_a_table_does(system: System) -> None:
    short, measured, row, sentence = check(
        system, "every scout", "15 square centimetres", "site volume chosen", SENTENCE
    )

    assert [found.verdict for found in (short, measured, row, sentence)] == ["exact"] * 4
    assert [found.proves for found in (short, measured, row, sentence)] == [False, True, True, True]


def test_a_place_with_a_hole_in_its_line_has_a_gap(system: System) -> None:
    content = bee_paper()
    block = next(block for block in content.blocks if SENTENCE in block.text)
    at = block.text.index(SENTENCE)
    ends = [at, *(at + place for place, letter in enumerate(SENTENCE) if letter == " "), at + len(SENTENCE)]
    # A formula stood between the fourth word and the fifth.
    words = tuple(
        Word(low + (low > at), high, 60.0 * n + (200 if n > 3 else 0), 60.0 * n + 56 + (200 if n > 3 else 0))
        for n, (low, high) in enumerate(pairwise(ends))
    )
    line = Line(page_number=1, start=0, end=len(block.text), words=words)
    holed = replace(block, lines=(line,), boxes=block.boxes[:1])
    blocks = tuple(holed if one.id == block.id else one for one in content.blocks)
    system.add_paper(PaperId("holed"), replace(content, blocks=blocks))

    (whole,), (open_,) = check(system, SENTENCE), check(system, SENTENCE, paper_id=PaperId("holed"))

    assert [(found.verdict, found.gap) for found in (whole, open_)] == [("exact", False), ("exact", True)]


def test_a_quote_over_a_page_break_is_cut_there(system: System) -> None:
    text = bee_paper().text()
    second = next(block for block in bee_paper().blocks if block.page_number == 2)

    (found,) = check(system, text[second.start - 60 : second.end + 40])

    assert [place.page and place.page.page_number for place in found.places] == [1, 2]
    assert found.places[0].end == found.places[1].start == second.start
    assert text[found.places[0].start : found.places[1].end] == found.text


def test_parts_of_a_shortened_quote_have_a_place_each(system: System) -> None:
    (found,) = check(system, "We marked 4,000 workers with paint … every scout could be told apart.")

    assert found.verdict == "normalized"
    assert found.text.rstrip(".") == "We marked 4,000 workers with paint … every scout could be told apart"
    assert len(found.places) == 2


def test_a_paper_without_pages_has_places_without_boxes(system: System) -> None:
    blocks = tuple(replace(block, lines=(), boxes=(), page_number=None) for block in bee_paper().blocks)
    system.add_paper(PaperId("plain"), replace(bee_paper(), source_format="markdown", pages=(), blocks=blocks))

    (found,) = check(system, SENTENCE, paper_id=PaperId("plain"))

    assert (found.verdict, [place.page for place in found.places]) == ("exact", [None])


@pytest.mark.parametrize("quote", ["", " \n\t", "“”", "… — !", "\x00\u202e\u200b", "[...]"])
def test_a_quote_without_words_is_an_error_of_its_own(system: System, quote: str) -> None:
    empty, fine = check(system, quote, SENTENCE)

    assert empty.error is not None
    assert (empty.verdict, empty.error.code, fine.verdict) == (None, "quote_empty", "exact")
    assert (empty.proves, fine.proves) == (False, True)


def test_a_quote_of_the_greatest_length_is_checked_and_a_longer_one_is_an_error_of_its_own(system: System) -> None:
    longest = bee_paper().text()[:QUOTE_CHARACTERS].rpartition(" ")[0].ljust(QUOTE_CHARACTERS)
    whole, above, far_above = check(system, longest, longest + "x", "x" * 20_000)

    assert (len(longest), whole.verdict) == (QUOTE_CHARACTERS, "exact")
    assert [item.error and item.error.code for item in (above, far_above)] == ["quote_too_long"] * 2


@pytest.mark.parametrize(
    "quote",
    [
        "Wir haben 4.000 Arbeiterinnen mit Farbe markiert, um jede Kundschafterin zu erkennen.",
        "私たちは四千匹の働き蜂に印をつけた。",
        "لقد وضعنا علامات على أربعة آلاف عاملة",
        "<script>alert(1)</script>",
        "\\section{Bees} & % $x_1$ {{",
        "a" * QUOTE_CHARACTERS,
        "bees ... " * 200,
        "\ud800 is half a character",
    ],
)
def test_whatever_is_no_words_of_the_paper_is_not_true_of_it(system: System, quote: str) -> None:
    (found,) = check(system, quote)

    assert found.error is None
    assert found.verdict is not None
    assert found.verdict not in TRUE_VERDICTS
    assert json.loads(render_checked(CheckedQuoteV1.of(found)))["quote_id"] == 0


@pytest.mark.parametrize("stray", ["\x00", "\u202e", "\u200b", "\x07", "\ufeff"])
def test_control_and_direction_characters_hide_no_quote_and_are_not_letter_for_letter(
    system: System, stray: str
) -> None:
    (found,) = check(system, SENTENCE.replace("workers", f"work{stray}ers"))

    assert (found.verdict, found.text.rstrip(".")) == ("normalized", SENTENCE.rstrip("."))


def test_two_hundred_quotes_are_checked_and_one_more_is_refused(system: System) -> None:
    assert {item.verdict for item in check(system, *[SENTENCE] * QUOTES_PER_CALL)} == {"exact"}

    with pytest.raises(InvalidRequestError) as refused:
        check(system, *[SENTENCE] * (QUOTES_PER_CALL + 1))
    assert refused.value.code == "too_many_quotes"


def test_no_quotes_have_no_results(system: System) -> None:
    assert check(system) == ()


def test_another_owner_s_paper_is_not_there(system: System) -> None:
    system.add_paper(PaperId("his"), owner=BOB)

    with pytest.raises(NotFoundError):
        check(system, SENTENCE, paper_id=PaperId("his"))


def test_a_paper_that_is_not_extracted_asks_for_patience_and_a_failed_one_does_not(system: System) -> None:
    system.add_unready(PaperId("soon"), "extracting", eta_s=7)
    system.add_unready(PaperId("never"), "failed")

    with pytest.raises(NotReadyError) as wait:
        check(system, SENTENCE, paper_id=PaperId("soon"))
    with pytest.raises(ConflictError):
        check(system, SENTENCE, paper_id=PaperId("never"))
    assert wait.value.retry_after_s == 7


def test_the_paper_is_read_once_for_all_quotes_and_calls(system: System) -> None:
    for _ in range(3):
        check(system, SENTENCE, SENTENCE)

    assert system.calls.count("contents.read_content") == 1
