"""What the operations on bibliographies answer, over HTTP and as lines of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from msgspec import Struct

from scholarai.domain.chat import place_label
from scholarai.domain.cited_references import (
    CitedPassage,
    CitedReference,
    Mention,
    MissingPaper,
    RelatedPaper,
    RelatedPapers,
)
from scholarai.domain.identity import Relation
from scholarai.domain.ids import ChunkId, PaperId, ReferenceId
from scholarai.domain.notices import WorkNotice
from scholarai.entrypoints.calls import View
from scholarai.entrypoints.chat_schemas import PdfSectionV1
from scholarai.entrypoints.check_schemas import CheckedQuoteV1
from scholarai.entrypoints.queries import PAGING, Query

# More places than any paper cites one work at.
LAST_MENTION = 999
MENTION: Query = {
    "mention": {
        "type": "integer",
        "minimum": 1,
        "maximum": LAST_MENTION,
        "default": 1,
        "description": "Which of the places that cite it",
    }
}
LIMIT: Query = {"limit": PAGING["limit"]}


class MentionView(Mention, View, frozen=True, kw_only=True):
    """A place that cites: the marker, and the sentence around it, as characters of the paper's text.

    `pages` has the sentence's boxes; it is empty for papers without pages.
    """

    pages: tuple[PdfSectionV1, ...] = ()


class ReferenceView(View, frozen=True, kw_only=True):
    """An entry of a bibliography, numbered from 1 in printed order; `count` tells how often the text cites it.

    `paper_id` is the paper of the library that the entry is (`relation`: `same`), or that is a preprint or the published form
    of it (`version`); null where the library has neither. `notices` tell what was published about the cited work since, such as
    a retraction, as far as the server knows without asking anybody.
    """

    number: int
    id: ReferenceId
    label: str | None
    raw: str
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    arxiv_id: str | None
    paper_id: PaperId | None
    relation: Relation | None
    count: int
    mentions: tuple[MentionView, ...]
    notices: tuple[WorkNotice, ...]

    @classmethod
    def numbered(cls, number: int, cited: CitedReference) -> Self:
        return cls.showing(
            cited.reference,
            number=number,
            paper_id=cited.paper_id,
            relation=cited.relation,
            count=len(cited.mentions),
            mentions=cited.mentions,
            notices=cited.notices,
        )


class ReferenceList(Struct, frozen=True, kw_only=True):
    """The bibliography of a paper in printed order."""

    references: tuple[ReferenceView, ...]

    @classmethod
    def of(cls, references: Sequence[CitedReference]) -> ReferenceList:
        return cls(references=tuple(ReferenceView.numbered(n, one) for n, one in enumerate(references, start=1)))


class RelatedPaperView(RelatedPaper, View, frozen=True, kw_only=True):
    """Another paper of the library; `reference_ids` are its entries that cite the one that was asked about."""


class RelatedView(RelatedPapers, View, frozen=True, kw_only=True):
    """Papers of the library: the same publication once more, its preprint or published form, and those that cite it."""

    same: tuple[RelatedPaperView, ...] = ()
    versions: tuple[RelatedPaperView, ...] = ()
    cited_by: tuple[RelatedPaperView, ...] = ()


class MissingPaperView(View, frozen=True, kw_only=True):
    """A publication that papers of the library cite and that is not in it; `count` is the number of these papers."""

    raw: str
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    arxiv_id: str | None
    count: int
    cited_by: tuple[PaperId, ...]

    @classmethod
    def of(cls, missing: MissingPaper) -> Self:
        return cls.showing(missing.reference, count=len(missing.cited_by), cited_by=missing.cited_by)


class MissingList(Struct, frozen=True, kw_only=True):
    """What the library cites and lacks, those cited by most papers first."""

    missing: tuple[MissingPaperView, ...]


class CitedPassageTextView(View, frozen=True, kw_only=True):
    """A passage of the cited paper; `start` and `end` count in its text, `label` names its place."""

    chunk_id: ChunkId
    text: str
    label: str
    page_numbers: tuple[int, ...]
    start: int
    end: int


class CitedPassageView(View, frozen=True, kw_only=True):
    """What a cited paper says about a citing sentence: passages, best first, and a quote checked as answers' quotes are.

    `weak` means that nothing found bears on the sentence; then there is no quote.
    """

    paper_id: PaperId
    mention: MentionView
    passages: tuple[CitedPassageTextView, ...]
    quote: CheckedQuoteV1 | None
    weak: bool

    @classmethod
    def of(cls, found: CitedPassage) -> Self:
        passages = [
            CitedPassageTextView.showing(piece, label=place_label(piece.section_path, piece.page_numbers))
            for piece in found.evidence
        ]
        quote = None if found.quote is None else CheckedQuoteV1.of(found.quote)
        return cls.showing(found, passages=passages, quote=quote)
