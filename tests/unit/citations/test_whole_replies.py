"""Recorded replies reach the reader whole, however the stream is cut: text, citations, marks and declines.

`tests/data/replies.jsonl` has the excerpts, then the replies with the sections that they must become: text, cited sentences, and
whether it is marked as without support.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scholarai.citations import GroundingText, PageLocator, SectionBuilder, Source
from scholarai.citations.sections import MOST_BESIDE
from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.sentences import citable_sentences
from scholarai.ports.models import AnswerDelta
from scholarai.services.chat.reply import Reply, TextWritten

CUTS = 12
# Two functions that were quadratic took 10 s and 12 s.
MOST_S = 5
SAVED = Path(__file__).parents[2] / "data" / "replies.jsonl"
ABOUT, *REPLIES = [json.loads(line) for line in SAVED.read_text(encoding="utf-8").splitlines()]
EXCERPTS: list[str] = ABOUT["excerpts"]
PAPER = "\n\n".join(EXCERPTS)


@dataclass(frozen=True)
class Seen:
    """What a reader gets of a reply: each section's text, cited sentences and mark, and what was streamed."""

    sections: list[list[Any]]
    streamed: str
    declined: bool
    reason: str
    dropped: int


def sources() -> dict[int, Source]:
    found = {}
    for number, text in enumerate(EXCERPTS, start=1):
        start = PAPER.index(text)
        evidence = Evidence(
            number=number, paper_id=PaperId("moss"), chunk_id=ChunkId(f"1-{number}"), text=text, score=1, start=start,
            end=start + len(text),
        )  # fmt: skip
        locator = PageLocator.of(PaperContent(source_format="pdf"))
        found[number] = Source(evidence=evidence, text=GroundingText.of(PAPER), locator=locator)
    return found


SOURCES = sources()


def read(*deltas: str) -> Seen:
    reply = Reply(new_builder=lambda: SectionBuilder(SOURCES), most_characters=100_000)
    events = [*reply.read(AnswerDelta(text=delta) for delta in deltas), *reply.end()]
    sections = [[one.text, list(map(named, one.citations)), one.uncited] for one in reply.sections]
    streamed = "".join(event.text for event in events if isinstance(event, TextWritten))
    return Seen(sections, streamed, reply.declined, reply.reason, reply.dropped)


def named(citation: Citation) -> str:
    """Return what a citation quotes as the prompt names it, or its verdict and the paper's words."""
    for number, text in enumerate(EXCERPTS, start=1):
        spans = citable_sentences(text)
        starts = [PAPER.index(text) + start for start, _ in spans]
        ends = [PAPER.index(text) + end for _, end in spans]
        if citation.start in starts and citation.end in ends:
            first, last = starts.index(citation.start) + 1, ends.index(citation.end) + 1
            return f"{number}.{first}" if first == last else f"{number}.{first}-{last}"
    return f"{citation.verdict}: {citation.text}"


@pytest.mark.parametrize("saved", REPLIES, ids=lambda saved: saved["kind"])
def test_a_reply_becomes_the_same_sections_however_it_is_cut(saved: dict[str, Any]) -> None:
    reply = saved["reply"]
    chance = random.Random(reply)
    told = "".join(text for text, _, _ in saved["sections"])
    expected = Seen(
        saved["sections"], told, saved.get("declined", False), saved.get("reason", ""), saved.get("dropped", 0)
    )

    assert read(reply) == expected
    assert read(*reply) == expected
    for _ in range(CUTS):
        places = sorted(chance.choices(range(len(reply) + 1), k=chance.choice((1, 3, 9, 27))))
        assert read(*(reply[a:b] for a, b in zip([0, *places], [*places, len(reply)], strict=True))) == expected


def test_a_tag_of_four_hundred_ids_costs_no_text_and_no_citation_of_others() -> None:
    many = ", ".join(f"{n % 4 + 1}.{n % 7 + 1}" for n in range(400))

    seen = read(f'Moss was surveyed. <cite id="{many}"/> Slope had no effect. <cite id="2.6"/>')

    assert [text.strip() for text, _, _ in seen.sections] == ["Moss was surveyed.", "Slope had no effect."]
    assert len(seen.sections[0][1]) == MOST_BESIDE
    assert seen.sections[1][1] == ["2.6"]


PIECES = ["Moss grows. ", 'Moss grows. <cite id="1.1"/> ', "- moss\n", '- a <cite id="2"/>\n', "| a | b |\n", "[1.1, ", "$$ \n\n", "```\n",
          "<cite ", '<cite id="1">moss ', "苔藓。", "x\n\n", "a\n \n \n \n"]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_a_reply_of_sixty_kilobytes_is_read_in_moments(piece: str) -> None:
    reply = piece * (60_000 // len(piece.encode()))
    begun = time.thread_time()

    seen = read(*(reply[at : at + 40] for at in range(0, len(reply), 40)))

    assert time.thread_time() - begun < MOST_S
    assert len(seen.streamed) >= 0.2 * len(reply)
    assert seen.streamed == "".join(text for text, _, _ in seen.sections)
