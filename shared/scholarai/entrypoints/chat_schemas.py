"""What the chat function answers: the versioned sections and citations of an answer, sessions and messages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct, convert

from scholarai.domain.chat import (
    Answer,
    Change,
    ChangeKind,
    Citation,
    Doubt,
    DoubtKind,
    Message,
    MessageState,
    PageBoxes,
    Passage,
    Refusal,
    RefusalReason,
    Session,
    TextSection,
    Usage,
    Verdict,
)
from scholarai.domain.content import Box
from scholarai.domain.ids import ChunkId, PaperId, SessionId
from scholarai.entrypoints.schemas import ProblemDetails

_TEXT_SECTION: Final = "text_section_v01_20261120"
_PDF_SECTION: Final = "pdf_section_v01_20261120"
_EXTRACT_CITATION: Final = "extract_citation_v01_20261120"


class PdfSectionV1(Struct, frozen=True, kw_only=True):
    """Where something stands on one page: a box per line, in points from the top left of the displayed page."""

    page_number: int
    width_pt: float
    height_pt: float
    boxes: tuple[Box, ...]
    section_type: Literal["pdf_section_v01_20261120"] = _PDF_SECTION

    @classmethod
    def of(cls, page: PageBoxes) -> PdfSectionV1:
        return cls(page_number=page.page_number, width_pt=page.width_pt, height_pt=page.height_pt, boxes=page.boxes)


class ChangeV1(Struct, frozen=True, kw_only=True):
    """A difference between a citation's `quote` and its `text`, as character ranges in both.

    `spelling`, `article` and `marker` leave the meaning alone; every other kind changes it.
    """

    kind: ChangeKind
    quote_start: int
    quote_end: int
    text_start: int
    text_end: int

    @classmethod
    def of(cls, change: Change) -> ChangeV1:
        return convert(change, cls, from_attributes=True)


class CitationV1(Struct, frozen=True, kw_only=True):
    """A pointer from an answer to a place in a paper; `verdict` says how far its quote is true.

    `exact`, `normalized`, `fuzzy`: the paper says this. `altered`: it says something else at this place. `spliced`: the
    quote was put together from several places. `quote` is what was claimed, `text` the paper's own words, `changes`
    what differs. `start` and `end` are the place's characters in the paper's text, null when it was not found there.
    `region` is where the figure or table is drawn whose caption the quote stands in. `proves` is false for a quote too
    short to support anything; `gap` is true where extraction lost something inside the place, such as a formula.
    """

    number: int
    paper_id: PaperId
    chunk_id: ChunkId
    quote: str
    text: str
    changes: tuple[ChangeV1, ...]
    verdict: Verdict
    label: str
    similarity: float
    start: int | None
    end: int | None
    pages: tuple[PdfSectionV1, ...]
    region: PdfSectionV1 | None
    proves: bool
    gap: bool
    citation_type: Literal["extract_citation_v01_20261120"] = _EXTRACT_CITATION

    def __post_init__(self) -> None:
        found = self.start is not None and self.end is not None and self.start < self.end
        if found == (self.verdict == "not_found") or (not found and (self.pages or self.region)):
            raise ValueError("a citation has a place exactly when its quote was found")

    @classmethod
    def of(cls, citation: Citation) -> CitationV1:
        return cls(
            number=citation.number,
            paper_id=citation.paper_id,
            chunk_id=citation.chunk_id,
            quote=citation.quote,
            text=citation.text,
            changes=tuple(map(ChangeV1.of, citation.changes)),
            verdict=citation.verdict,
            label=citation.label,
            similarity=citation.similarity,
            start=citation.start,
            end=citation.end,
            pages=tuple(map(PdfSectionV1.of, citation.pages)),
            region=None if citation.region is None else PdfSectionV1.of(citation.region),
            proves=citation.proves,
            gap=citation.gap,
        )


class DoubtV1(Struct, frozen=True, kw_only=True):
    """Words of an answer's sentence that no quote behind it carries, as characters of the section's text."""

    kind: DoubtKind
    text: str
    start: int
    end: int

    @classmethod
    def of(cls, doubt: Doubt) -> DoubtV1:
        return convert(doubt, cls, from_attributes=True)


class TextSectionV1(Struct, frozen=True, kw_only=True):
    """A run of an answer with the citations that stand behind it; `uncited` where none of them supports it."""

    text: str
    citations: tuple[CitationV1, ...]
    uncited: bool
    doubts: tuple[DoubtV1, ...]
    section_type: Literal["text_section_v01_20261120"] = _TEXT_SECTION

    @classmethod
    def of(cls, section: TextSection) -> TextSectionV1:
        return cls(
            text=section.text,
            citations=tuple(map(CitationV1.of, section.citations)),
            uncited=section.uncited,
            doubts=tuple(map(DoubtV1.of, section.doubts)),
        )


class PassageV1(Struct, frozen=True, kw_only=True):
    """A nearest passage shown with a refusal."""

    paper_id: PaperId
    chunk_id: ChunkId
    text: str
    label: str
    pages: tuple[PdfSectionV1, ...]

    @classmethod
    def of(cls, passage: Passage) -> PassageV1:
        return cls(
            paper_id=passage.paper_id,
            chunk_id=passage.chunk_id,
            text=passage.text,
            label=passage.label,
            pages=tuple(map(PdfSectionV1.of, passage.pages)),
        )


class RefusalV1(Struct, frozen=True, kw_only=True):
    """The evidence does not carry an answer; not an error.

    `reason`: `weak_evidence` and `no_text` before a model was asked, `model_declined` where it says so itself,
    `unsupported` where it answered, twice, without one quote that stands. `message` is never a model's.
    """

    reason: RefusalReason
    message: str
    nearest: tuple[PassageV1, ...]

    @classmethod
    def of(cls, refusal: Refusal) -> RefusalV1:
        return cls(reason=refusal.reason, message=refusal.message, nearest=tuple(map(PassageV1.of, refusal.nearest)))


class AnswerV1(Struct, frozen=True, kw_only=True):
    """An answer whose every quote was checked; `question_used` is the question as retrieval saw it.

    `truncated`: the model reached its limit. `partial`: it says that the papers do not answer the rest. `degraded`: the
    code of the failure for which rules answered in the model's place, null where it answered itself.
    """

    sections: tuple[TextSectionV1, ...]
    refusal: RefusalV1 | None
    usage: Usage
    question_used: str
    dropped_citations: int
    retrieval: Literal["hybrid", "lexical"]
    truncated: bool
    partial: bool
    degraded: str | None

    def __post_init__(self) -> None:
        if bool(self.sections) == (self.refusal is not None):
            raise ValueError("an answer either says something or refuses")

    @classmethod
    def of(cls, answer: Answer) -> AnswerV1:
        return cls(
            sections=tuple(map(TextSectionV1.of, answer.sections)),
            refusal=RefusalV1.of(answer.refusal) if answer.refusal else None,
            usage=answer.usage,
            question_used=answer.question_used,
            dropped_citations=answer.dropped_citations,
            retrieval=answer.retrieval,
            truncated=answer.truncated,
            partial=answer.partial,
            degraded=answer.degraded,
        )


class Answered(Struct, frozen=True, kw_only=True):
    """The answer to a question with its place in a conversation; the data of a stream's `done` event, too.

    `message_n` is the answer's number among the messages, from 0; the other fields are those of AnswerV1.
    """

    session_id: SessionId
    message_n: int
    sections: tuple[TextSectionV1, ...]
    refusal: RefusalV1 | None
    usage: Usage
    question_used: str
    dropped_citations: int
    retrieval: Literal["hybrid", "lexical"]
    truncated: bool
    partial: bool
    degraded: str | None

    @classmethod
    def of(cls, answer: Answer, session_id: SessionId, message_n: int) -> Answered:
        view = AnswerV1.of(answer)
        return cls(
            session_id=session_id,
            message_n=message_n,
            sections=view.sections,
            refusal=view.refusal,
            usage=view.usage,
            question_used=view.question_used,
            dropped_citations=view.dropped_citations,
            retrieval=view.retrieval,
            truncated=view.truncated,
            partial=view.partial,
            degraded=view.degraded,
        )


class MessageView(Struct, frozen=True, kw_only=True):
    """One turn of a conversation; `n` counts from 0."""

    n: int
    role: Literal["user", "assistant"]
    state: MessageState
    created_at: datetime
    text: str
    answer: AnswerV1 | None
    error_code: str | None

    @classmethod
    def of(cls, message: Message) -> MessageView:
        return cls(
            n=message.n,
            role=message.role,
            state=message.state,
            created_at=message.created_at,
            text=message.text,
            answer=AnswerV1.of(message.answer) if message.answer else None,
            error_code=message.error_code,
        )


class SessionView(Struct, frozen=True, kw_only=True):
    """A conversation over one or several papers."""

    id: SessionId
    paper_ids: tuple[PaperId, ...]
    title: str
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    message_count: int

    @classmethod
    def of(cls, session: Session) -> SessionView:
        return cls(
            id=session.id,
            paper_ids=session.paper_ids,
            title=session.title,
            created_at=session.created_at,
            updated_at=session.updated_at,
            expires_at=session.expires_at,
            message_count=session.message_count,
        )


class SessionList(Struct, frozen=True, kw_only=True):
    """Conversations, latest first; `next_cursor` asks for the next page and is null on the last one."""

    sessions: tuple[SessionView, ...]
    next_cursor: str | None


class SessionMessages(Struct, frozen=True, kw_only=True):
    """A conversation with all its messages in order; `usage` sums what its answers took, by the last one's model."""

    session: SessionView
    messages: tuple[MessageView, ...]
    usage: Usage


class Begun(Struct, frozen=True, kw_only=True):
    """A stream's first event, `begun`: the question is saved, and where."""

    session_id: SessionId
    message_n: int


class Delta(Struct, frozen=True, kw_only=True):
    """A stream's `delta` event: more of the answer's text, without citation tags."""

    text: str


class Restarted(Struct, frozen=True, kw_only=True):
    """A stream's `restarted` event: every `delta` and `section` before it is void.

    The answer begins anew after it, or `done` brings a refusal. It has no data.
    """


# Data of a stream's events by name.
EVENTS: Mapping[str, type] = {
    "begun": Begun,
    "delta": Delta,
    "section": TextSectionV1,
    "restarted": Restarted,
    "done": Answered,
    "error": ProblemDetails,
}
