"""What the chat function answers: the versioned sections, citations and selectors of an answer, sessions and messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal, Self

from msgspec import Struct, field, structs

from scholarai.domain.chat import (
    Answer,
    Change,
    Citation,
    Doubt,
    Message,
    MessageState,
    MissingWords,
    PageBoxes,
    Passage,
    Refusal,
    SearchOutcome,
    Session,
    TextSection,
)
from scholarai.domain.coverage import Coverage, CoveredPaper
from scholarai.domain.depth import DepthEstimate, Step
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.notes import fragments_of
from scholarai.domain.usage import Usage, sum_usage
from scholarai.entrypoints.calls import View
from scholarai.entrypoints.problems import ProblemDetails
from scholarai.services.chat.turns import head_of, parent_of


class TextQuoteSelectorV1(Struct, frozen=True, kw_only=True, tag="TextQuoteSelector", tag_field="type"):
    """The paper's words, with some of those in front and behind."""

    exact: str
    prefix: str
    suffix: str


class TextPositionSelectorV1(Struct, frozen=True, kw_only=True, tag="TextPositionSelector", tag_field="type"):
    """Characters of the paper's text, as citations count them."""

    start: int
    end: int


class FragmentSelectorV1(Struct, frozen=True, kw_only=True, tag="FragmentSelector", tag_field="type"):
    """A rectangle of a page of the PDF, in points from its top left: `page=3&viewrect=x,y,width,height`."""

    value: str
    conforms_to: str = field(name="conformsTo")


SelectorV1 = TextQuoteSelectorV1 | TextPositionSelectorV1 | FragmentSelectorV1


def selectors_of(
    exact: str, prefix: str, suffix: str, start: int, end: int, pages: Sequence[PageBoxes]
) -> Iterator[SelectorV1]:
    """Yield the selectors of one run of a paper's text; they select the same, but for a rectangle per printed line.

    Words that are put together from several places (`exact` is not as long as the run) have no text quote.
    """
    if len(exact) == end - start:
        yield TextQuoteSelectorV1(exact=exact, prefix=prefix, suffix=suffix)
    yield TextPositionSelectorV1(start=start, end=end)
    for fragment in fragments_of(pages):
        yield FragmentSelectorV1(value=fragment.value, conforms_to=fragment.conforms_to)


_TEXT_SECTION: Final = "text_section_v01_20261120"
_PDF_SECTION: Final = "pdf_section_v01_20261120"
_EXTRACT_CITATION: Final = "extract_citation_v01_20261120"


class PdfSectionV1(PageBoxes, View, frozen=True, kw_only=True):
    """Where something stands on one page: a box per line, in points from the top left of the displayed page."""

    section_type: Literal["pdf_section_v01_20261120"] = _PDF_SECTION


class ChangeV1(Change, View, frozen=True, kw_only=True):
    """A difference between a citation's `quote` and its `text`, as character ranges in both.

    `spelling`, `article` and `marker` leave the meaning alone; every other kind changes it.
    """


class MissingWordsV1(MissingWords, View, frozen=True, kw_only=True):
    """Words of the paper that a quote leaves off although they turn or limit it.

    `side` is where they stand: `before` or `after` the quote in its sentence, `between` two of its parts, or `above` it, as the
    lead-in of a list or the head of a table's column. `start` and `end` count in the paper's text.
    """


class CitationV1(Citation, View, frozen=True, kw_only=True):
    """A pointer from an answer to a place in a paper; `verdict` says how far its quote is true.

    `exact`, `normalized`, `fuzzy`: the paper says this. `altered`: it says something else at this place. `cut`: the words stand
    there, and `missing` has those of their `sentence` which turn or limit them. `spliced`: the quote was put together from
    several places. `quote` is what was claimed, `text` the paper's own words, `changes`
    what differs. `start` and `end` are the place's characters in the paper's text, null when it was not found there.
    `region` is where the figure or table is drawn whose caption the quote stands in. `proves` is false for a quote too
    short to support anything; `gap` is true where extraction lost something inside the place, such as a formula. `before`
    and `after` are what stands around the place in its paragraph, in an answer of the kind `extracts`. There `mark` says which
    of several answers `best`, or `decides` a question of yes or no. `cell` names the cell or the row of a PDF's table in which
    the quote stands, and `pages` has their boxes then; null elsewhere. `selectors` are those of the W3C Web Annotation Data Model:
    the words with `prefix` and `suffix` around them, their characters, and a rectangle of the page per box.
    """

    changes: tuple[ChangeV1, ...] = ()
    pages: tuple[PdfSectionV1, ...] = ()
    region: PdfSectionV1 | None = None
    missing: tuple[MissingWordsV1, ...] = ()
    selectors: tuple[SelectorV1, ...] = ()
    citation_type: Literal["extract_citation_v01_20261120"] = _EXTRACT_CITATION

    def __post_init__(self) -> None:
        found = self.start is not None and self.end is not None and self.start < self.end
        if found == (self.verdict == "not_found") or (not found and (self.pages or self.region)):
            raise ValueError("a citation has a place exactly when its quote was found")
        if self.start is not None and self.end is not None and not self.selectors:
            places = selectors_of(self.text, self.prefix, self.suffix, self.start, self.end, self.pages)
            structs.force_setattr(self, "selectors", tuple(places))


class DoubtV1(Doubt, View, frozen=True, kw_only=True):
    """Words of an answer's sentence that differ from the quotes behind it, as characters of the section's text."""


class TextSectionV1(TextSection, View, frozen=True, kw_only=True):
    """A run of an answer with the citations that stand behind it; `uncited` where none of them supports it.

    `part` is the title of its paper in an answer from several papers without a model; `note` says in a few words why that paper's
    sentence may say less than it seems. `second_opinion` is a model's, which read it beside its quotes; null where none did. Where
    there is one, `doubts` are the words that this model finds contradicted or nowhere (`reading`), and `silent_on` those that the quotes
    do not cover where they bear out the rest (`partly`); else doubts are found by rules. `verdict` does not depend on it.
    """

    citations: tuple[CitationV1, ...] = ()
    doubts: tuple[DoubtV1, ...] = ()
    section_type: Literal["text_section_v01_20261120"] = _TEXT_SECTION


class PassageV1(Passage, View, frozen=True, kw_only=True):
    """A passage shown as it stands: with a refusal, or behind those that an answer quotes."""

    pages: tuple[PdfSectionV1, ...] = ()


class RefusalV1(Refusal, View, frozen=True, kw_only=True):
    """The evidence does not carry an answer; not an error.

    `reason`: `weak_evidence` and `no_text` before a model was asked, `model_declined` where it says so itself,
    `unsupported` where it answered, twice, without one quote that stands (earlier releases). `by_model`: `message` is the
    model's own sentence; else it is one of a few fixed ones.
    """

    nearest: tuple[PassageV1, ...] = ()


class CoveredPaperV1(CoveredPaper, View, frozen=True, kw_only=True):
    """What became of one paper that was asked.

    `cited`: the answer quotes it. `not_cited`: a model was shown passages of it and quotes none. `closest`: it was searched without
    a model, and `closest` is the sentence of it that comes closest. `left_out`: it was not read, or its passages found no room;
    `reason` says which. `nothing_found` stands in answers of earlier releases.
    """


class CoverageV1(Coverage, View, frozen=True, kw_only=True):
    """Every paper that was asked, in the order asked; `beyond` counts further papers of the library that were not read."""

    papers: tuple[CoveredPaperV1, ...]


class SearchOutcomeV1(SearchOutcome, View, frozen=True, kw_only=True):
    """What a search without a model found; the passages are the answer's sections, best first.

    `outcome`: `passages` may answer; `closest`: the search is not sure of them; `missing`: a rare word of the question stands in no
    spelling, form, compound or abbreviation anywhere in the papers. `message` says it. `missing` are those words, and `without`
    is the question without them, empty for the other outcomes. `also_searched` are other forms of its words that were searched.
    `further` are passages behind those that the sections quote, best first.
    """

    further: tuple[PassageV1, ...] = ()


class AnswerV1(Answer, View, frozen=True, kw_only=True):
    """An answer whose every quote was checked; `question_used` is the question as retrieval saw it.

    `kind`: `extracts` where no model wrote it: its sections are sentences of the papers, each found for itself.
    `truncated`: the model reached its limit. `partial`: it says that the papers do not answer the rest. `degraded`: the
    code of the failure for which rules answered in the model's place, null where it answered itself. `coverage`: what
    became of each paper where several were asked, null for one and in answers of earlier releases. `remark` is set where
    a fixed sentence stands in an answer's place, without citations: a reply to a greeting or thanks (`courtesy`), or that all was
    shown before (`nothing_new`); earlier releases asked what was meant (`unclear`, with `readings`). `notes` say
    how the question was taken. `depth`: how far it looked; unless that is `quick`, `estimate` is what it could take at most and
    `steps` are what was done. `search`: what was found where no model was asked, else null.
    """

    sections: tuple[TextSectionV1, ...]
    refusal: RefusalV1 | None = None
    coverage: CoverageV1 | None = None
    search: SearchOutcomeV1 | None = None

    def __post_init__(self) -> None:
        if bool(self.sections) == (self.refusal is not None):
            raise ValueError("an answer either says something or refuses")


class Answered(AnswerV1, frozen=True, kw_only=True):
    """The answer to a question with its place in a conversation; the data of a stream's `done` event, too.

    `message_n` is the answer's number among the messages, from 0.
    """

    session_id: SessionId
    message_n: int

    @classmethod
    def at(cls, session_id: SessionId, message_n: int, answer: Answer) -> Self:
        """Return an answer that is this message of a conversation."""
        return cls(session_id=session_id, message_n=message_n, **structs.asdict(AnswerV1.of(answer)))


class MessageView(View, frozen=True, kw_only=True):
    """One turn of a conversation; `n` counts from 0, and `parent` is the message that it follows, -1 for none."""

    n: int
    role: Literal["user", "assistant"]
    state: MessageState
    created_at: datetime
    text: str
    answer: AnswerV1 | None
    error_code: str | None
    parent: int | None = None


class SessionView(View, frozen=True, kw_only=True):
    """A conversation over one or several papers."""

    id: SessionId
    paper_ids: tuple[PaperId, ...]
    title: str
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    message_count: int
    pinned: bool


class SessionList(Struct, frozen=True, kw_only=True):
    """Conversations, latest first; `next_cursor` asks for the next page and is null on the last one."""

    sessions: tuple[SessionView, ...]
    next_cursor: str | None


class SessionMessages(Struct, frozen=True, kw_only=True):
    """A conversation with the messages of all its branches, in the order in which they came.

    `head` is the last message of the current branch, -1 where there is none. `usage` sums what all answers took, by the last one's
    model.
    """

    session: SessionView
    messages: tuple[MessageView, ...]
    usage: Usage
    head: int = -1

    @classmethod
    def of(cls, session: Session, messages: Sequence[Message]) -> Self:
        return cls(
            session=SessionView.of(session),
            messages=tuple(structs.replace(MessageView.of(message), parent=parent_of(message)) for message in messages),
            usage=sum_usage(message.answer.usage for message in messages if message.answer),
            head=head_of(session, messages),
        )


class Begun(Struct, frozen=True, kw_only=True):
    """A stream's first event, `begun`: the question is saved, and where."""

    session_id: SessionId
    message_n: int


class Delta(Struct, frozen=True, kw_only=True):
    """A stream's `delta` event: more of the answer's text, without citation tags."""

    text: str


class Restarted(Struct, frozen=True, kw_only=True):
    """A stream's `restarted` event: every `delta` and `section` before it is void.

    The answer starts again after it, or `done` brings a refusal. It has no data.
    """


# Data of a stream's events by name.
EVENTS: Mapping[str, type] = {
    "begun": Begun,
    "estimate": DepthEstimate,
    "step": Step,
    "delta": Delta,
    "section": TextSectionV1,
    "restarted": Restarted,
    "done": Answered,
    "error": ProblemDetails,
}
