"""What a reply says of itself: whether it declines, why, and whether anything supports it."""

from __future__ import annotations

import pytest
from unit.citations.test_whole_replies import SOURCES

from scholarai.citations import SectionBuilder
from scholarai.ports.models import AnswerDelta
from scholarai.services.chat.reply import Reply

CITED = 'Zinc strips reduced moss. <cite id="1.4"/>'


def read(text: str, *, verbatim: bool = False) -> Reply:
    reply = Reply(new_builder=lambda: SectionBuilder(SOURCES), most_characters=10_000, verbatim=verbatim)
    for _ in (*reply.read(iter([AnswerDelta(text=text)])), *reply.end()):
        pass
    return reply


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<not_in_paper/>", ""),
        ("<not_in_paper/> It is on roofs.", "It is on roofs."),
        ("<not_in_paper>\nIt is on roofs.\nNo price is in it.</not_in_paper>", "It is on roofs. No price is in it."),
        ("No price is given. <not_in_paper/>", "No price is given."),
        ("It costs 30 euros. <not_in_paper/>", ""),
        ("It costs 30 euros. <not_in_paper/> No price is given.", "No price is given."),
        ("It costs 30 euros. <not_in_paper/>\n\nNo price is in it.", "No price is in it."),
        ("Zinc did not last.\n\n<not_in_paper/> No price is in it.", "No price is in it."),
        ("The excerpts do not say who paid.", "The excerpts do not say who paid."),
        ("Der Preis steht dort nirgends.", "Der Preis steht dort nirgends."),
        ("论文没有提到价格。", "论文没有提到价格。"),
    ],
)
def test_a_decline_has_its_reason_without_tags(text: str, reason: str) -> None:
    reply = read(text)

    assert (reply.declined, reply.reason, reply.has_citations, reply.stands) == (True, reason, False, False)


@pytest.mark.parametrize(
    "text",
    [
        CITED,
        "Zinc strips reduced the moss.",
        "Jane Doe.",
        "Yes.",
        "Es sind etwa zwanzig.",
        "Il a été publié en 1955.",
        "",
        "<cite",
        f"{CITED} The paper does not say more.",
        "The paper does not say it. " * 20,
        'Das ist so. <cite id="2.1"/>',
        'Das ist so. <cite id="9.1"/>',
    ],
)
def test_an_answer_is_no_decline(text: str) -> None:
    reply = read(text)

    assert (reply.declined, reply.reason) == (False, "")


def test_an_answer_with_what_is_missing_is_both() -> None:
    reply = read(f"{CITED}\n\n<not_in_paper/> No price is given.")

    assert (reply.declined, reply.stands, reply.reason) == (True, True, "No price is given.")
    assert [section.uncited for section in reply.sections] == [False, False]


def test_a_long_reason_is_cut_between_words() -> None:
    reason = read("<not_in_paper/> " + "It is on roofs, and on moss. " * 40).reason

    assert len(reason) <= 400
    assert reason.removesuffix(" …") in "It is on roofs, and on moss. " * 40


def test_a_citation_that_does_not_stand_is_a_citation_all_the_same() -> None:
    reply = read('They say <cite id="2">moss is green in all the towns of Europe</cite>.')

    assert (reply.has_citations, reply.stands, reply.declined) == (True, False, False)


def test_an_answer_of_extracts_declines_by_its_tag_alone() -> None:
    assert not read("The paper does not say so.", verbatim=True).declined
