"""What the page shows of checked quotes in a real browser: the paper's words beside the struck ones, doubts underlined."""

from __future__ import annotations

from typing import Any

import pytest
from doubles.gemini_server import Answer, GeminiServer
from e2e.serving import Server, wait_for

from web.browser import SAMPLE_QUESTION, SMALL_PHONE, Browser, url_of

pytestmark = pytest.mark.slow

# Quotes of the sample paper with each verdict, and sentences of which they say otherwise.
REPLY = Answer(
    "With 23 people a shared birthday is more likely than not: $n = 23$. "
    '<cite id="1">Twenty-three people are enough for a shared birthday to be more likely than not.</cite> '
    "All 366 days are equally likely. "
    '<cite id="1">We assume that all d = 365 days are equally likely and that birthdays are independent.</cite>\n\n'
    'Coincidences matter. <cite id="1">Coincidences of this kind mater beyond parties.</cite> '
    "The approximation is off by at most 0.110. "
    '<cite id="1">The approximation is never more than 0.110 away from the exact value for the sizes that we tabulate'
    "</cite>\n\n"
    '- Birthdays are spread evenly. <cite id="1">Real birthdays are spread evenly over the year.</cite>\n'
    "- The error is a square root. "
    '<cite id="1">People enter a room one after another ... is the square root of p(1 −p)/20,000</cite>\n'
    '- It holds on Mars. <cite id="1">On Mars, forty-one people are needed, since its year has 687 days.</cite>\n\n'
    "The **Babylonians** knew all of this."
)
SIGNS = ["1", "2", "≈3", "≠4", "≠5", "&6", "?7"]


def test_an_altered_quote_has_the_papers_words_beside_the_struck_ones_and_a_doubt_is_underlined(
    with_model: Server, browser: Browser, gemini: GeminiServer
) -> None:
    wait_for(lambda: with_model.extraction("sample-paper")["status"] == "completed", 60)
    gemini.reset()
    gemini.script(REPLY, REPLY)
    asked: dict[str, Any] = {"url": url_of(with_model), "id": "sample-paper", "question": SAMPLE_QUESTION}

    for scheme in ("light", "dark"):
        seen = browser.play("readDeviations", context={"colorScheme": scheme}, name=f"checks-{scheme}", **asked)
        quote = seen["quote"]
        assert (quote["struck"], quote["set"], quote["line"]) == ("0.110", "0.011", "line-through")
        assert quote["beside"]
        assert "the answer wrote 0.110" in quote["spoken"]
        assert "the paper says 0.011" in quote["spoken"]
        assert seen["signs"] == SIGNS
        assert seen["doubt"]["style"] == "solid"
        assert seen["doubt"]["width"] >= 1
        assert "Differs from the quote" in seen["doubt"]["why"]
        assert seen["axe"] == []


def test_a_phone_shows_the_papers_words_in_the_evidence_below_the_answer(
    with_model: Server, browser: Browser, gemini: GeminiServer
) -> None:
    wait_for(lambda: with_model.extraction("sample-paper")["status"] == "completed", 60)
    gemini.reset()
    gemini.script(REPLY)

    seen = browser.play(
        "readEvidence",
        context=SMALL_PHONE,
        url=url_of(with_model),
        id="sample-paper",
        question=SAMPLE_QUESTION,
        name="checks-phone",
    )

    assert (seen["quote"]["struck"], seen["quote"]["set"]) == ("0.110", "0.011")
    assert "Differs from the quote" in seen["why"], "a finger opens the card, too"
    assert seen["head"], "what is hidden for screen readers scrolls nothing out of sight"
    assert seen["overflow"] == 0
