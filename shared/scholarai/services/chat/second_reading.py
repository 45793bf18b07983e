"""Has a model read an answer a second time, each claim beside what it cites."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from msgspec.structs import replace

from scholarai.domain.chat import Answer, Citation, Doubt, TextSection
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import PaperId
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.usage import ModelUsage, sum_usage
from scholarai.domain.values import Value
from scholarai.ports.models import ReplyModel
from scholarai.prompting.second_reading import Claim, ClaimRead, ClaimsRead, second_reading_prompt
from scholarai.services.chat.answers import sum_of_calls
from scholarai.services.library.open_papers import OpenPaper

# Claims of one answer that are read. A guess: 2,048 tokens hold some eighty short sentences.
_MOST_CLAIMS = 80
_FAILED = "The answer was not read a second time: the model failed ({})."

_log = logging.getLogger(__name__)


class ReadAgain(Value, frozen=True, kw_only=True):
    """Asks `model` once for all claims of an answer."""

    model: ReplyModel

    def read(self, question: str, answer: Answer, papers: Mapping[PaperId, OpenPaper]) -> Answer:
        """Return the answer with the model's opinions in the place of the rules' doubts, and its usage added."""
        claims = claims_of(answer.sections, papers)
        if not claims:
            return answer
        usage: ModelUsage | None
        try:
            typed = self.model.reply(second_reading_prompt(question, list(claims.values())))
        except ScholarError as error:
            _log.warning("answer not read a second time", extra={"code": error.code})
            answer, usage = replace(answer, notes=(*answer.notes, _FAILED.format(error.code))), error.usage
        else:
            answer, usage = replace(answer, sections=with_opinions(answer.sections, claims, typed.reply)), typed.usage
        if usage is None:
            return answer
        return replace(answer, usage=sum_usage([sum_of_calls([usage]), answer.usage]))


def claims_of(sections: Sequence[TextSection], papers: Mapping[PaperId, OpenPaper]) -> dict[int, Claim]:
    """Return the sections that cite something which stands, by their index, as a model reads them."""
    claims: dict[int, Claim] = {}
    for at, section in enumerate(sections):
        cited = tuple(
            dict.fromkeys(
                cited_text(citation, papers[citation.paper_id].index.content)
                for citation in section.citations
                if citation.stands and citation.paper_id in papers
            )
        )
        if cited and len(claims) < _MOST_CLAIMS:
            before = sections[at - 1].text.strip() if at else ""
            claims[at] = Claim(text=section.text.strip(), before=before, cited=cited)
    return claims


def with_opinions(
    sections: Sequence[TextSection], claims: Mapping[int, Claim], reply: ClaimsRead
) -> tuple[TextSection, ...]:
    """Return the sections with what the model said of each claim, numbered from 1 in the order of `claims`."""
    places = dict(enumerate(claims, start=1))
    read = {places[claim.id]: claim for claim in reply.claims if claim.id in places}
    return tuple(with_opinion(section, read[at]) if at in read else section for at, section in enumerate(sections))


def with_opinion(section: TextSection, read: ClaimRead) -> TextSection:
    """Return a section with the opinion of a model, which takes the place of the doubts that rules had."""
    doubts = (_doubt(section.text, read.words),) if read.opinion in {"contradicted", "not"} else ()
    silent_on = read.words.strip() if read.opinion == "partly" else ""
    return replace(section, second_opinion=read.opinion, doubts=doubts, silent_on=silent_on)


def cited_text(citation: Citation, content: PaperContent) -> str:
    """Return the paper's text at a citation: its whole sentences, behind a colon the list, of a table caption, head and whole rows."""
    start, end = citation.start, citation.end
    if start is None or end is None:
        return citation.text
    pieces: list[str] = []
    for at, block in enumerate(content.blocks):
        if block.start >= end or block.end <= start:
            continue
        if block.kind == "table":
            pieces += [*_captions(content, at), *_rows(block.text, start - block.start, end - block.start)]
        else:
            pieces.append(_sentences(block.text, start - block.start, end - block.start))
            if pieces[-1].endswith(":"):
                items = takewhile(lambda after: after.kind == "list_item", content.blocks[at + 1 :])
                pieces += [item.text for item in items]
    return "\n".join(pieces) or citation.text


def _captions(content: PaperContent, table: int) -> Iterator[str]:
    beside = (content.blocks[at] for at in (table - 1, table + 1) if 0 <= at < len(content.blocks))
    yield from (block.text for block in beside if block.kind == "caption")


def _rows(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the first line of a table's text, which names its columns, and the lines in a range."""
    at = 0
    for number, line in enumerate(text.split("\n")):
        if number == 0 or (at < end and start < at + len(line)):
            yield line
        at += len(line) + 1


def _sentences(text: str, start: int, end: int) -> str:
    spans = [span for span in sentence_spans(text) if span[0] < end and start < span[1]]
    return text[spans[0][0] : spans[-1][1]] if spans else text[max(start, 0) : end]


def _doubt(text: str, words: str) -> Doubt:
    """Return the doubt about the words that a model named, or about the whole section."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    match = re.search(pattern, text, re.IGNORECASE) if pattern else None
    whole = len(text) - len(text.lstrip()), len(text.rstrip())
    start, end = match.span() if match else whole
    return Doubt(kind="reading", text=text[start:end], start=start, end=end)
