"""What the user gets for each of forty-nine replies, through the real client of google-genai."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from doubles.gemini_server import GeminiServer
from doubles.model_replies import CASES, QUESTION, QUORUM, Case, writer_of
from msgspec import structs
from unit.services_chat.system import System

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.gemini.model import gemini_answerer
from scholarai.adapters.models.local import ExtractiveAnswerer
from scholarai.config import Settings
from scholarai.domain.chat import Answer
from scholarai.domain.errors import ScholarError
from scholarai.services.chat.asking import AnswerSaved

TWENTY = "About twenty scouts are needed."


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the user gets: `text` is the answer's, without spaces around it; `quotes` are the paper's words that stand.

    `uncited` means that the answer is shown with all of its sections marked so.
    """

    calls: int = 1
    text: str = ""
    quotes: tuple[str, ...] = ()
    refusal: str | None = None
    error: str | None = None
    degraded: str | None = None
    truncated: bool = False
    partial: bool = False
    uncited: bool = False


ANSWERED = Outcome(text=TWENTY, quotes=(QUORUM,))
CUT = replace(ANSWERED, calls=2, truncated=True)


def said(text: str, *, partial: bool = False) -> Outcome:
    return Outcome(text=text, quotes=(QUORUM,), partial=partial)


def unsupported(text: str) -> Outcome:
    """Return that the model was asked twice, and its second reply is shown without one quote that stands."""
    return Outcome(calls=2, text=text, uncited=True)


def by_rules(code: str, calls: int) -> Outcome:
    """Return that rules answer; what they say is looked up by the test."""
    return Outcome(calls=calls, degraded=code)


EXPECTED = {
    "no citation at all": unsupported(TWENTY),
    "[1] in brackets": unsupported("About twenty scouts are needed [1]."),
    "JSON": unsupported('{"answer": "about twenty scouts", "quote": "The quorum was about twenty scouts"}'),
    "id of no excerpt": unsupported(TWENTY),
    "self-closing tag": ANSWERED,
    "invented quote": unsupported("Bees vote."),
    "quote of another paper": unsupported("It is."),
    "paraphrase": unsupported("Twenty scouts met."),
    "translated quote": unsupported("Zwanzig Bienen bilden es."),
    "quote of the title": unsupported("It is on bees."),
    "right quote, wrong excerpt": ANSWERED,
    "true quote behind a false sentence": said("The quorum fails in every case."),
    "“not” in the quote": unsupported(TWENTY),
    "stitched of two excerpts": unsupported("Scouts were told apart."),
    "quote of one word": unsupported(TWENTY),
    "quote of one number": Outcome(text="The swarm chose well.", quotes=("87 percent",)),
    "512, which stands nowhere": said("It takes 512 scouts."),
    "99.9, which stands nowhere": said("It holds in 99.9 percent."),
    "seven hundred, in words": said("It takes seven hundred scouts."),
    "cut in a quote, stubbornly": CUT,
    "cut in a quote, then gone on with": Outcome(calls=2, text="About twenty.", quotes=(QUORUM,)),
    "cut in a sentence, stubbornly": CUT,
    "claim, then a decline without a quote": Outcome(refusal="model_declined"),
    "decline, then a cited sentence": said(f"The price is not given. {TWENTY}", partial=True),
    "cited sentence, then a decline": said(f"{TWENTY}   The price is not given.", partial=True),
    "connection cut in mid-answer": replace(ANSWERED, calls=2),
    "stream without a finish reason": replace(ANSWERED, calls=2),
    "connection cut again and again": by_rules("stream_broken", 2),
    "RECITATION in mid-answer": replace(ANSWERED, calls=2),
    "RECITATION by both models": by_rules("model_recitation", 2),
    "SAFETY of the prompt": Outcome(error="model_blocked_request"),
    "SAFETY in mid-answer": Outcome(error="model_blocked_answer"),
    "429 twice": replace(ANSWERED, calls=3),
    "429 storm": by_rules("model_busy", 6),
    "the day's quota": by_rules("model_busy", 2),
    "500 storm": by_rules("model_unavailable", 6),
    "502 with HTML": by_rules("model_unavailable", 6),
    "garbage": by_rules("model_malformed", 2),
    "empty replies": by_rules("model_empty", 2),
    "thoughts beside the answer": ANSWERED,
    "a call of a function alone": by_rules("model_empty", 2),
    "HTML, a script and a javascript: link": said(f"<script>alert(1)</script> [x](javascript:alert(1)) {TWENTY}"),
    "a table in Markdown": said(f"| scouts | site |\n| --- | --- |\n| twenty | one |\n\n{TWENTY}"),
    "NUL and BEL": ANSWERED,
    "direction override": ANSWERED,
    "zero-width characters": ANSWERED,
    "echo of the instructions": said(f"You are a careful research assistant. {TWENTY}"),
}
BOUNDED = {"192,000 characters": 16_384, "600 citations": 100}


@pytest.fixture(scope="module")
def server() -> Iterator[GeminiServer]:
    with GeminiServer() as running:
        yield running


def give(system: System, server: GeminiServer, case: Case) -> tuple[Answer | ScholarError, int]:
    """Return what a question gets from a model that replies like this, and how often the model was asked."""
    server.reset()
    server.writer = writer_of(case)
    settings = Settings.from_env({"GEMINI_API_KEY": "any", "SCHOLARAI_GEMINI_BASE_URL": server.url})
    model = gemini_answerer(settings, calls=Calls(timeout_s=60, sleep=lambda _: None))
    ask = structs.replace(system.chat, answerer=lambda: model, stand_in=ExtractiveAnswerer)
    try:
        *_, last = ask.ask(system.question(QUESTION))
    except ScholarError as error:
        return error, len(server.requests)
    assert isinstance(last, AnswerSaved)
    return last.answer, len(server.requests)


def outcome(got: Answer | ScholarError, calls: int) -> Outcome:
    if isinstance(got, ScholarError):
        return Outcome(calls=calls, error=got.code)
    citations = [citation for section in got.sections for citation in section.citations]
    return Outcome(
        calls=calls,
        text="".join(section.text for section in got.sections).strip(),
        quotes=tuple(citation.text for citation in citations if citation.stands),
        refusal=got.refusal.reason if got.refusal else None,
        degraded=got.degraded,
        truncated=got.truncated,
        partial=got.partial,
        uncited=bool(got.sections) and all(section.uncited for section in got.sections),
    )


def test_every_reply_is_expected_to_end_somewhere() -> None:
    assert [case.name for case in CASES if case.name not in EXPECTED] == list(BOUNDED)
    assert len(CASES) == 49


@pytest.mark.parametrize("case", [case for case in CASES if case.name in EXPECTED], ids=lambda case: case.name)
def test_a_reply_ends_as_it_should(system: System, server: GeminiServer, case: Case) -> None:
    expected = EXPECTED[case.name]
    if expected.degraded:
        system.model = ExtractiveAnswerer()
        keyless = outcome(system.answer(QUESTION), 0)
        assert keyless.quotes
        expected = replace(expected, text=keyless.text, quotes=keyless.quotes)

    assert outcome(*give(system, server, case)) == expected


@pytest.mark.parametrize("case", [case for case in CASES if case.name in BOUNDED], ids=lambda case: case.name)
def test_a_reply_without_end_is_bounded_and_says_so(system: System, server: GeminiServer, case: Case) -> None:
    answer, calls = give(system, server, case)

    assert isinstance(answer, Answer)
    assert (answer.truncated, calls) == (True, 1)
    quotes = [citation.text for section in answer.sections for citation in section.citations]
    length = len(quotes) if len(quotes) > 1 else sum(len(section.text) for section in answer.sections)
    assert 0.9 * BOUNDED[case.name] < length <= BOUNDED[case.name]
    assert set(quotes) == {QUORUM}
    assert answer.sections[-1].text.rstrip().endswith(".")


def test_a_claim_before_a_decline_is_not_shown_and_the_nearest_passages_are(
    system: System, server: GeminiServer
) -> None:
    (case,) = [case for case in CASES if case.name == "claim, then a decline without a quote"]

    answer, _ = give(system, server, case)

    assert isinstance(answer, Answer)
    assert answer.refusal is not None
    assert "AdaBoost" not in answer.refusal.message
    assert any(QUORUM in passage.text for passage in answer.refusal.nearest)
