"""Has a model read the claims of a text beside the passages nearest to them; a reading that names no existing sentence is dropped."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from scholarai.citations.chosen_quotes import chosen_words
from scholarai.domain.chat import Evidence
from scholarai.domain.checked_text import CheckedSentence, ClaimReading, NearPassage, Reading
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.plurals import counted
from scholarai.domain.sentences import ShownExcerpts
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value
from scholarai.ports.models import ReplyModel
from scholarai.prompting.claim_reading import claims_prompt
from scholarai.retrieval.search import evidence_at
from scholarai.services.chat.answers import TOO_LONG, sum_of_calls
from scholarai.services.concurrency import map_concurrently
from scholarai.services.library.open_papers import EachPaper, OpenPaper
from scholarai.services.library.paragraphs import passage_at
from scholarai.services.spending import Spending

# Claims of one call and calls of one text, which bound what a text costs. Guesses.
CLAIMS_PER_CALL, MOST_CALLS = 10, 12
# Characters of a paper shown before and behind the sentence that is nearest to a claim. A guess: some four sentences.
_AROUND = 600
_READINGS: Mapping[str, Reading] = {
    "supported": "supported",
    "partly": "partly",
    "contradicted": "contradicted",
    "not": "not_found",
}

_log = logging.getLogger(__name__)


class ReadClaims(Value, frozen=True, kw_only=True):
    """Asks `model` about the sentences without quotes, several in one call, fewer where that is too long for it.

    What it costs counts as usage of the owner.
    """

    each: EachPaper
    model: Callable[[], ReplyModel | None]
    spending: Spending

    def read(
        self, owner: OwnerId, sentences: Sequence[CheckedSentence]
    ) -> tuple[tuple[CheckedSentence, ...], tuple[str, ...]]:
        """Return the sentences with readings, and notes on what was not read.

        Raises:
            LimitReachedError: If the owner has taken a day's worth.
        """
        model = self.model()
        if model is None:
            return tuple(sentences), ("No model is configured, so that no sentence was read by one.",)
        self.spending.room_of(owner)()
        wanted = [at for at, one in enumerate(sentences) if one.outcome == "closest" and one.nearest]
        batches = [wanted[low : low + CLAIMS_PER_CALL] for low in range(0, len(wanted), CLAIMS_PER_CALL)][:MOST_CALLS]
        papers = dict(self._papers(owner, sentences))
        results = map_concurrently(lambda batch: _read(model, sentences, batch, papers), batches)
        if usage := [call for result in results for call in result.usage]:
            self.spending.record(owner, sum_of_calls(usage), questions=0)
        readings = {at: reading for result in results for at, reading in result.readings.items()}
        read = tuple(replace(one, reading=readings.get(at)) for at, one in enumerate(sentences))
        return read, tuple(_notes(results, len(wanted) - sum(map(len, batches))))

    def _papers(self, owner: OwnerId, sentences: Sequence[CheckedSentence]) -> Iterator[tuple[PaperId, OpenPaper]]:
        for paper_id in dict.fromkeys(near.paper_id for sentence in sentences for near in sentence.nearest):
            opened = self.each.opened_of(owner, paper_id)
            if opened is not None:
                yield paper_id, opened


class _Batch(Value, frozen=True, kw_only=True):
    """The readings of one call by the number of the sentence, what it took, and the code of its failure."""

    readings: Mapping[int, ClaimReading]
    usage: tuple[ModelUsage, ...]
    error: str | None = None


def _read(
    model: ReplyModel, sentences: Sequence[CheckedSentence], batch: Sequence[int], papers: Mapping[PaperId, OpenPaper]
) -> _Batch:
    excerpts = _excerpts([near for at in batch for near in sentences[at].nearest], papers)
    claims = [sentences[at].text for at in batch]
    before = [sentences[at - 1].text if at else "" for at in batch]
    try:
        typed = model.reply(claims_prompt(claims, before, excerpts))
    except ScholarError as error:
        if error.code in TOO_LONG and len(batch) > 1:
            half = len(batch) // 2
            return _joined([_read(model, sentences, part, papers) for part in (batch[:half], batch[half:])])
        _log.warning("claims not read", extra={"code": error.code})
        return _Batch(readings={}, usage=(error.usage,) if error.usage else (), error=error.code)
    shown = ShownExcerpts({item.number: item.text for item in excerpts})
    readings: dict[int, ClaimReading] = {}
    for judged in typed.reply.claims:
        if not 0 < judged.id <= len(batch):
            continue
        evidence = tuple(_named(judged.sentences, shown, excerpts, papers)) if judged.opinion != "not" else ()
        if evidence or judged.opinion == "not":
            reading = ClaimReading(says=_READINGS[judged.opinion], reason=judged.reason.strip(), evidence=evidence)
            readings.setdefault(batch[judged.id - 1], reading)
    return _Batch(readings=readings, usage=(typed.usage,))


def _joined(parts: Sequence[_Batch]) -> _Batch:
    return _Batch(
        readings={at: reading for part in parts for at, reading in part.readings.items()},
        usage=tuple(usage for part in parts for usage in part.usage),
        error=next((part.error for part in parts if part.error), None),
    )


def _excerpts(nearest: Sequence[NearPassage], papers: Mapping[PaperId, OpenPaper]) -> list[Evidence]:
    """Return the passages with what is around them in their paragraphs, those that overlap as one, numbered from 1."""
    ranges: list[tuple[PaperId, int, int]] = []
    for near in sorted(nearest, key=lambda one: (one.paper_id, one.start)):
        if near.paper_id not in papers:
            continue
        start, end = _around(papers[near.paper_id], near)
        if ranges and ranges[-1][0] == near.paper_id and start <= ranges[-1][2]:
            ranges[-1] = near.paper_id, min(ranges[-1][1], start), max(ranges[-1][2], end)
        else:
            ranges.append((near.paper_id, start, end))
    return [
        replace(evidence_at(papers[paper_id].index, paper_id, start, end), number=number)
        for number, (paper_id, start, end) in enumerate(ranges, start=1)
    ]


def _around(paper: OpenPaper, near: NearPassage) -> tuple[int, int]:
    text = paper.index.text
    first, last = paper.locator.paragraph(near.start)
    start, end = max(first, near.start - _AROUND), min(max(last, near.end), near.end + _AROUND)
    while first < start < near.start and not text[start - 1].isspace():
        start += 1
    while near.end < end < last and not text[end].isspace():
        end -= 1
    return start, end


def _named(
    sentences: str, shown: ShownExcerpts, excerpts: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]
) -> Iterator[NearPassage]:
    """Yield the sentences that a reply names, as far as they exist."""
    for word in chosen_words(sentences, 0, "", shown):
        excerpt = excerpts[word.number - 1]
        if word.at is not None:
            start = excerpt.start + word.at
            yield passage_at(papers[excerpt.paper_id], start, start + len(word.text))


def _notes(results: Sequence[_Batch], left: int) -> Iterator[str]:
    failed = dict.fromkeys(result.error for result in results if result.error)
    if failed:
        yield f"Some sentences were not read by the model, which failed ({', '.join(filter(None, failed))})."
    if left:
        yield f"{counted(left, 'further sentence')} without quotes were not read by the model."
