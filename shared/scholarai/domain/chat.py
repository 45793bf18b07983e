"""Questions and answers: sessions, messages, evidence, and citations with a verdict on each quote."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Literal

from scholarai.domain.content import Box
from scholarai.domain.coverage import Coverage
from scholarai.domain.depth import Depth, DepthEstimate, KeptCall, SecondOpinion, Step
from scholarai.domain.ids import ChunkId, OwnerId, PaperId, SessionId
from scholarai.domain.plugins import load
from scholarai.domain.usage import Usage
from scholarai.domain.values import Value
from scholarai.domain.verdicts import TRUE_VERDICTS, Verdict

# Best first: of several excerpts that a quote may stand in, the one with the earlier verdict is taken.
ChangeKind = Literal[
    # the meaning is the same
    "spelling",
    "article",
    "marker",
    # it is not
    "number",
    "sign",
    "unit",
    "negation",
    "quantifier",
    "hedge",
    "comparison",
    "name",
    "order",
    "omission",
    "word",
]
HARMLESS_CHANGES: frozenset[ChangeKind] = frozenset({"spelling", "article", "marker"})
# `reading`: words that a second reading named. `quantifier`, `hedge`, `word` and `unrelated` stand in answers of earlier releases.
DoubtKind = Literal[
    "number", "unit", "negation", "quantifier", "hedge", "comparison", "name", "order", "word", "unrelated", "reading"
]
# `extracts`: sentences of the papers themselves, chosen by rules.
AnswerKind = Literal["answer", "extracts"]
# Why a fixed sentence replaces an answer: the message was a greeting or thanks, or everything that the papers say was shown
# earlier in the conversation. Earlier releases asked back where a question was `unclear`.
RemarkKind = Literal["courtesy", "unclear", "nothing_new"]
# Of answers of earlier releases.
CitationMark = Literal["best", "decides"]
# Whether a model was shown whole papers or passages of them.

# What a search without a model found: see `SearchOutcome`.
Outcome = Literal["passages", "closest", "missing"]
RefusalReason = Literal["weak_evidence", "no_text", "model_declined", "unsupported"]
MessageState = Literal["pending", "complete", "failed"]


class PageBoxes(Value, frozen=True, kw_only=True):
    """Where something stands on one page: one box per line, in points, with the page's size beside them."""

    page_number: int
    width_pt: float
    height_pt: float
    boxes: tuple[Box, ...]


class Evidence(Value, frozen=True, kw_only=True):
    """A passage of a paper chosen for a question; `score` orders, it is not a probability.

    `number` is the excerpt's id in the prompt (from 1); `start` and `end` count in the paper's text. `ratings` are the starts
    of its sentences in the paper's text, each with the log-likelihood that it answers; empty where none was rated.
    `pinned_by` is the place that the question names and that the passage is from, in the question's words; `named` are the
    ranges of the paper's text at this place, most relevant first. `title` is the paper's, or its file's name without one; empty
    in what answers are made of.
    """

    number: int
    paper_id: PaperId
    chunk_id: ChunkId
    text: str
    score: float
    start: int
    end: int
    section_path: tuple[str, ...] = ()
    page_numbers: tuple[int, ...] = ()
    pinned_by: str | None = None
    named: tuple[tuple[int, int], ...] = ()
    ratings: tuple[tuple[int, float], ...] = ()
    title: str = ""


class Change(Value, frozen=True, kw_only=True):
    """A difference between a quote and the paper: a range of `quote`, and the range of `text` that stands there instead.

    One of the two ranges is empty where words were added or left out. `omission` is what an ellipsis or a joint hides;
    `order` means the same words in another order.
    """

    kind: ChangeKind
    quote_start: int
    quote_end: int
    text_start: int
    text_end: int


Side = Literal["before", "after", "between", "above"]


class MissingWords(Value, frozen=True, kw_only=True):
    """Words of the paper that a quote leaves off although they turn or limit it; `start` and `end` count in the paper's text.

    `side` is where they stand: `before` or `after` the quote in its sentence, `between` two of its parts, or `above` it, as the
    lead-in of a list or the head of a table's column.
    """

    text: str
    start: int
    end: int
    side: Side


class CellPlace(Value, frozen=True, kw_only=True):
    """The quoted cell or row of a table: the table's label and the headers, "" where there are none."""

    table: str
    row: str = ""
    column: str = ""

    @property
    def label(self) -> str:
        """Return it as a reader would name it: "Table 2, North, 2018"."""
        return ", ".join(filter(None, (self.table, self.row, self.column)))


class Citation(Value, frozen=True, kw_only=True):
    """A pointer from our answer to a place in a paper, with the verdict on its quote.

    `quote` is what was claimed, `text` the paper's own words at the place (parts of an elided quote joined by " … "),
    `changes` what differs, in the quote's order. `not_found` has no text, no range and no boxes. `similarity` is 0 to 1
    and 1.0 for exact and normalized quotes. A quote from the caption of a figure or table has its `region`, too.

    Attributes:
        proves: False for a quote that is too short to support a sentence, whatever its verdict.
        gap: True where extraction lost something inside the place, such as a formula: the page shows more than `text`.
        before: What stands before the place in its paragraph, in an answer of extracts; cut where it is long.
        after: What stands after it, likewise.
        mark: In answers of earlier releases, on the citation that was rated best.
        cell: Where in a table of a PDF the quote stands, if it stands in one row; `pages` has the boxes of its cells.
        sentence: The paper's whole sentences around a quote that leaves words off, else empty.
        missing: The words that a `cut` quote leaves off, or that the ellipsis of a `spliced` one hides.
        prefix: The paper's words in front of the place, 64 characters of them, which tell it from others of the same words.
        suffix: Those behind it, likewise.
    """

    number: int
    paper_id: PaperId
    chunk_id: ChunkId
    quote: str
    verdict: Verdict
    label: str
    text: str = ""
    changes: tuple[Change, ...] = ()
    similarity: float = 1.0
    start: int | None = None
    end: int | None = None
    pages: tuple[PageBoxes, ...] = ()
    region: PageBoxes | None = None
    proves: bool = True
    gap: bool = False
    before: str = ""
    after: str = ""
    mark: CitationMark | None = None
    cell: CellPlace | None = None
    sentence: str = ""
    missing: tuple[MissingWords, ...] = ()
    prefix: str = ""
    suffix: str = ""

    @property
    def stands(self) -> bool:
        """Tell whether the quote is true and long enough to support a sentence."""
        return self.proves and self.verdict in TRUE_VERDICTS


class Doubt(Value, frozen=True, kw_only=True):
    """Words of our own sentence that differ from the quotes behind it: characters `start` to `end` of the section's text."""

    kind: DoubtKind
    text: str
    start: int
    end: int


class TextSection(Value, frozen=True, kw_only=True):
    """A run of our answer with the citations that stand behind it.

    `uncited` means that the section makes a claim and none of them stands (see `Citation.stands`); `doubts` are in the text's
    order. `part` is the title of its paper in an answer from several papers without a model, and `note` why that paper's sentence may
    say less than it seems, in a few words. `second_opinion` is that of a model which read the section beside its quotes; where there
    is one, those of the rules are left out: `doubts` are the words that this model finds contradicted or nowhere, and `silent_on` are
    those on which the quotes are silent where they bear out the rest (`partly`), which is no doubt.
    """

    text: str
    citations: tuple[Citation, ...] = ()
    uncited: bool = False
    doubts: tuple[Doubt, ...] = ()
    part: str = ""
    note: str = ""
    second_opinion: SecondOpinion | None = None
    silent_on: str = ""


class Passage(Value, frozen=True, kw_only=True):
    """A passage that is shown as it stands: with a refusal, or behind those that an answer quotes."""

    paper_id: PaperId
    chunk_id: ChunkId
    text: str
    label: str
    pages: tuple[PageBoxes, ...] = ()


class Refusal(Value, frozen=True, kw_only=True):
    """The evidence does not carry an answer; not an error.

    `reason` is a stable code: `weak_evidence` and `no_text` before a model was asked, `model_declined` where the model says so
    itself, `unsupported` where it answered, twice, without one quote that stands (in answers of earlier releases).

    Attributes:
        by_model: Whether `message` is the model's own sentence, and not one of ours.
    """

    reason: RefusalReason
    message: str
    nearest: tuple[Passage, ...] = ()
    by_model: bool = False


class SearchOutcome(Value, frozen=True, kw_only=True):
    """What a search without a model found for a question, and how sure it is.

    Attributes:
        outcome: `passages`: they may answer. `closest`: the search is not sure. `missing`: a rare content word of the question
            stands in no spelling, form, compound or abbreviation anywhere in the papers.
        message: It as one sentence for the reader.
        missing: The words meant by `missing`, as asked.
        also_searched: Other forms that were searched besides the question's own words.
        without: The question without the missing words, ready to be asked; empty unless `outcome` is `missing`.
        further: Passages behind those that the sections quote, best first.
    """

    outcome: Outcome
    message: str
    missing: tuple[str, ...] = ()
    also_searched: tuple[str, ...] = ()
    without: str = ""
    further: tuple[Passage, ...] = ()


class Answer(Value, frozen=True, kw_only=True):
    """An answer whose every citation was checked; `question_used` is the form that retrieval saw.

    Attributes:
        kind: `extracts` where every section is a sentence of a paper, chosen by rules: passages found, and not a text that
            answers.
        truncated: The model reached its limit; what it left half said is not among the sections.
        partial: The model answered a part and said that the papers do not answer the rest.
        degraded: The model could not be reached, so that rules answered with sentences of the papers; the code of the
            model's failure, as in an error.
        remark: Set where the one section is a fixed sentence that quotes nothing.
        readings: The questions that may be meant, where an earlier release asked back.
        notes: Sentences on how the question was taken, such as what was searched for one in another language.
        coverage: What became of each paper, where several were asked.
        depth: How far it looked; the next two are of depths other than quick.
        estimate: What it could take at most, as stated before it started.
        steps: What was done before and after it was written, in order.
        search: What was found, where no model was asked and the sections are passages of the papers.
    """

    shown_by: ClassVar[str] = "scholarai.exporting.shown_values:answer"
    sections: tuple[TextSection, ...]
    usage: Usage
    question_used: str
    kind: AnswerKind = "answer"
    refusal: Refusal | None = None
    dropped_citations: int = 0
    retrieval: Literal["hybrid", "lexical"] = "hybrid"
    truncated: bool = False
    partial: bool = False
    degraded: str | None = None
    remark: RemarkKind | None = None
    readings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    coverage: Coverage | None = None
    depth: Depth = "quick"
    estimate: DepthEstimate | None = None
    steps: tuple[Step, ...] = ()
    search: SearchOutcome | None = None

    @property
    def text(self) -> str:
        """What it says, with the numbers of its quotes: the answer, the passages found, or why there is none."""
        return str(load("scholarai.exporting.shown_values:answer_text")(self))


class Recap(Value, frozen=True, kw_only=True):
    """A model's summary of a conversation up to message `until`, that one included."""

    text: str
    until: int


class Message(Value, frozen=True, kw_only=True):
    """One turn of a session: a user's question, or the assistant's answer to it; `n` counts from 0.

    `lease_until`: until when the worker of a pending answer counts as alive; it is renewed while the answer is made. `calls` are
    the paid calls of an answer that is not complete; `stop` asks its worker to answer from what it has. `parent` is the answer
    that a question follows, -1 for none; None, as in earlier releases: the message before it. `recap` sums up what became too long
    to be shown to the model that wrote this answer; later answers use it, too. `request_digest` is that of a question with a key.
    """

    n: int
    role: Literal["user", "assistant"]
    state: MessageState
    created_at: datetime
    text: str = ""
    answer: Answer | None = None
    error_code: str | None = None
    idempotency_key: str | None = None
    request_digest: str | None = None
    lease_until: datetime | None = None
    calls: tuple[KeptCall, ...] = ()
    stop: bool = False
    parent: int | None = None
    recap: Recap | None = None


class Session(Value, frozen=True, kw_only=True):
    """A conversation over one or several papers; readers leave it out once `expires_at` has passed.

    `named` means that its owner chose the title, and `pinned` that it is listed first. `head` is the answer at which the current
    branch ends; None, as in earlier releases: the last one.
    """

    id: SessionId
    owner: OwnerId
    paper_ids: tuple[PaperId, ...]
    title: str
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    message_count: int = 0
    named: bool = False
    pinned: bool = False
    head: int | None = None


def place_label(section_path: Sequence[str], page_numbers: Sequence[int]) -> str:
    """Return a place as a reader would name it: "p. 3, 2.1 Data", "pp. 3–4", "Method", or "paper"."""
    pages = sorted(set(page_numbers))
    parts = []
    if len(pages) == 1:
        parts.append(f"p. {pages[0]}")
    elif pages:
        parts.append(f"pp. {pages[0]}–{pages[-1]}")
    if section_path:
        parts.append(section_path[-1])
    return ", ".join(parts) or "paper"
