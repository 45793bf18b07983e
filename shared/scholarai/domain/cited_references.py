"""The citations of a paper: where they stand in its text, and which of the cited works the library has."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence

from scholarai.domain.chat import Evidence, PageBoxes
from scholarai.domain.checking import CheckedQuote
from scholarai.domain.content import CiteSpan, PaperContent, Reference
from scholarai.domain.identity import Relation
from scholarai.domain.ids import BlockId, PaperId, ReferenceId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value


class Mention(Value, frozen=True, kw_only=True):
    """A place where a paper cites: the marker's and its sentence's ranges in the paper's text, and the sentence's boxes.

    `pages` is empty for papers without a layout.
    """

    block_id: BlockId
    start: int
    end: int
    sentence_start: int
    sentence_end: int
    sentence: str
    pages: tuple[PageBoxes, ...] = ()


class CitedReference(Value, frozen=True, kw_only=True):
    """An entry of a bibliography; `paper_id` is the paper of the library that it is, or is a `version` of.

    `notices` tell what was published about the cited work since, as far as that is known without asking anybody.
    """

    reference: Reference
    paper_id: PaperId | None = None
    relation: Relation | None = None
    mentions: tuple[Mention, ...] = ()
    notices: tuple[WorkNotice, ...] = ()


class RelatedPaper(Value, frozen=True, kw_only=True):
    """Another paper of the library; `reference_ids` are its entries that cite the paper that was asked about."""

    paper_id: PaperId
    title: str
    reference_ids: tuple[ReferenceId, ...] = ()


class RelatedPapers(Value, frozen=True, kw_only=True):
    """The papers of the library that are the same publication, that are versions of it, and that cite it."""

    same: tuple[RelatedPaper, ...] = ()
    versions: tuple[RelatedPaper, ...] = ()
    cited_by: tuple[RelatedPaper, ...] = ()


class MissingPaper(Value, frozen=True, kw_only=True):
    """A publication that papers of the library cite and that is not there itself: its fullest entry, and who cites it."""

    reference: Reference
    cited_by: tuple[PaperId, ...]


class CitedPassage(Value, frozen=True, kw_only=True):
    """What a cited paper says about what a sentence cites it for.

    `weak` means that no passage bears on the sentence; then there is no quote.
    """

    paper_id: PaperId
    mention: Mention
    evidence: tuple[Evidence, ...]
    quote: CheckedQuote | None
    weak: bool


def mentions_in(content: PaperContent) -> dict[ReferenceId, list[Mention]]:
    """Return where each entry of the bibliography is cited, in the order of the text, without boxes."""
    spans: defaultdict[BlockId, list[CiteSpan]] = defaultdict(list)
    for span in content.cite_spans:
        spans[span.block_id].append(span)
    found: defaultdict[ReferenceId, list[Mention]] = defaultdict(list)
    for block in content.blocks:
        markers = sorted(spans.get(block.id, ()), key=lambda span: (span.start, span.end))
        sentences = (
            sentence_spans(block.text, markers=[(marker.start, marker.end) for marker in markers]) if markers else []
        )
        for span in markers:
            low, high = _around(span, sentences)
            mention = Mention(
                block_id=block.id,
                start=block.start + span.start,
                end=block.start + span.end,
                sentence_start=block.start + low,
                sentence_end=block.start + high,
                sentence=block.text[low:high],
            )
            for reference_id in dict.fromkeys(span.reference_ids):
                found[reference_id].append(mention)
    return found


def _around(span: CiteSpan, sentences: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the range of the sentence around a marker, that of the marker if no sentence contains it."""
    place = bisect_right(sentences, (span.start, span.end)) - 1
    if place < 0 or sentences[place][1] < span.end:
        return span.start, span.end
    return sentences[place]
