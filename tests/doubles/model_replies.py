"""Forty-nine replies that a model of Gemini's may give to one question about the bee paper, most of them wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from doubles.gemini_server import Answer, Blocked, Cut, Empty, Failure, Garbage, Parts, Reply
from doubles.gemini_server.content import EXCERPT

QUESTION = "How many scouts make the quorum?"
QUORUM = "The quorum was about twenty scouts at one site, as Figure 1 shows."
MARKED = "We marked 4,000 workers with paint so that every scout could be told apart."
# `{n}` is the number of the excerpt that holds QUORUM, `{m}` of the one that holds MARKED.
CITED = f'<cite id="{{n}}">{QUORUM}</cite>'
GOOD = f"About twenty scouts are needed. {CITED}"
MARKS = f'The workers were painted. <cite id="{{m}}">{MARKED}</cite>'
_CALL = {"functionCall": {"name": "search", "args": {"query": "quorum"}}}


@dataclass(frozen=True, slots=True)
class Case:
    """What a model replies, call by call.

    A stubborn model gives its last reply again and again; another one answers sensibly from then on.
    """

    name: str
    replies: tuple[Reply, ...]
    stubborn: bool = True


def says(name: str, text: str, *, finish: str = "STOP") -> Case:
    return Case(name, (Answer(text, finish=finish),))


CASES = (
    says("no citation at all", "About twenty scouts are needed."),
    says("[1] in brackets", "About twenty scouts are needed [1]."),
    says("JSON", '{"answer": "about twenty scouts", "quote": "The quorum was about twenty scouts"}'),
    says("id of no excerpt", f'About twenty scouts are needed. <cite id="77">{QUORUM}</cite>'),
    says("self-closing tag", 'About twenty scouts are needed. <cite id="{n}"/>'),
    says("invented quote", 'Bees vote. <cite id="{n}">Every bee casts one ballot, which the queen then counts.</cite>'),
    says("quote of another paper", 'It is. <cite id="{n}">We propose a network based solely on attention.</cite>'),
    says("paraphrase", 'Twenty scouts met. <cite id="{n}">Some twenty searching bees had to meet at a place.</cite>'),
    says("translated quote", 'Zwanzig Bienen bilden es. <cite id="{n}">Das Quorum lag bei etwa zwanzig Kundschafterinnen.</cite>'),
    says("quote of the title", 'It is on bees. <cite id="{n}">How Honey Bees Choose a Home</cite>'),
    says("right quote, wrong excerpt", f'About twenty scouts are needed. <cite id="{{m}}">{QUORUM}</cite>'),
    says("true quote behind a false sentence", f"The quorum fails in every case. {CITED}"),
    says("“not” in the quote", GOOD.replace("was about", "was not about")),
    says("stitched of two excerpts", 'Scouts were told apart. <cite id="{n}">The quorum was about twenty ... every scout could be told apart.</cite>'),
    says("quote of one word", 'About twenty scouts are needed. <cite id="{n}">the</cite>'),
    says("quote of one number", 'The swarm chose well. <cite id="1">87 percent</cite>'),
    says("512, which stands nowhere", f"It takes 512 scouts. {CITED}"),
    says("99.9, which stands nowhere", f"It holds in 99.9 percent. {CITED}"),
    says("seven hundred, in words", f"It takes seven hundred scouts. {CITED}"),
    says("cut in a quote, stubbornly", f'{GOOD} The workers were painted. <cite id="{{m}}">We marked 4,0', finish="MAX_TOKENS"),
    Case(
        "cut in a quote, then gone on with",
        (Answer('About twenty. <cite id="{n}">The quorum was about twe', "MAX_TOKENS"), Answer(QUORUM[24:] + "</cite>")),
    ),
    says("cut in a sentence, stubbornly", f"{GOOD} Then the swarm of the bees fl", finish="MAX_TOKENS"),
    says("claim, then a decline without a quote", "They use AdaBoost with 200 trees. <not_in_paper/>"),
    says("decline, then a cited sentence", f"<not_in_paper/> The price is not given. {GOOD}"),
    says("cited sentence, then a decline", f"{GOOD} <not_in_paper/> The price is not given."),
    Case("connection cut in mid-answer", (Cut("About twenty scouts are nee"),), stubborn=False),
    Case("stream without a finish reason", (Answer("About twenty scouts are nee", finish=None),), stubborn=False),
    Case("connection cut again and again", (Cut("About twenty scouts are nee"),)),
    Case("RECITATION in mid-answer", (Answer("About twenty scouts are nee", "RECITATION"),), stubborn=False),
    Case("RECITATION by both models", (Answer("About twenty scouts are nee", "RECITATION"),)),
    Case("SAFETY of the prompt", (Blocked("SAFETY"),)),
    Case("SAFETY in mid-answer", (Answer("About twenty scouts are nee", "SAFETY"),)),
    Case("429 twice", (Failure(429), Failure(429), Answer(GOOD))),
    Case("429 storm", (Failure(429),)),
    Case("the day's quota", (Failure(429, per_day=True),)),
    Case("500 storm", (Failure(500),)),
    Case("502 with HTML", (Failure(502, text_body="<html>Bad Gateway</html>"),)),
    Case("garbage", (Garbage(),)),
    Case("empty replies", (Empty(candidate=True, finish="STOP"),)),
    Case("thoughts beside the answer", (Parts(({"text": "Let me think.", "thought": True}, {"text": GOOD})),)),
    Case("a call of a function alone", (Parts((_CALL,)),)),
    says("HTML, a script and a javascript: link", f"<script>alert(1)</script> [x](javascript:alert(1)) {GOOD}"),
    says("a table in Markdown", f"| scouts | site |\n| --- | --- |\n| twenty | one |\n\n{GOOD}"),
    says("NUL and BEL", GOOD.replace("twenty scouts are", "twenty\x00 scouts\x07 are")),
    says("direction override", GOOD.replace("twenty scouts are", "\u202etwenty\u202c scouts are")),
    says("zero-width characters", GOOD.replace("twenty scouts are", "twen\u200bty sco\ufeffuts are")),
    says("192,000 characters", f"{GOOD} " + "And so it goes on and on, day by day. " * 5_050),
    says("600 citations", f"{GOOD} " * 600),
    says("echo of the instructions", f"You are a careful research assistant. {GOOD}"),
)  # fmt: skip


def writer_of(case: Case) -> Callable[[dict[str, Any]], Reply | None]:
    """Return what a scripted server asks for its replies (`GeminiServer.writer`)."""
    left = list(case.replies)

    def reply(body: dict[str, Any]) -> Reply | None:
        if not left:
            return Answer(_filled(GOOD, body))
        last = len(left) == 1 and case.stubborn
        given = left[0] if last else left.pop(0)
        match given:
            case Answer() | Cut():
                return replace(given, text=_filled(given.text, body))
            case Parts():
                return replace(given, parts=tuple(_filled_part(part, body) for part in given.parts))
            case _:
                return given

    return reply


def _filled_part(part: Any, body: dict[str, Any]) -> dict[str, Any]:
    return {name: _filled(value, body) if isinstance(value, str) else value for name, value in part.items()}


def _filled(text: str, body: dict[str, Any]) -> str:
    prompt = "\n".join(part.get("text", "") for content in body["contents"] for part in content["parts"])
    excerpts = EXCERPT.findall(prompt)
    for mark, sentence in (("{n}", QUORUM), ("{m}", MARKED)):
        text = text.replace(mark, next((number for number, said in excerpts if sentence in said), "1"))
    return text
