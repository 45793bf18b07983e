"""A whole text checked against papers: what became of each of its sentences and references, and where sentences come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, get_args

from scholarai.domain.checking import CheckedQuote, QuotePlace
from scholarai.domain.content import Reference
from scholarai.domain.identity import Relation
from scholarai.domain.ids import PaperId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.values import Value

DifferenceKind = Literal["number", "unit", "direction", "negation", "name", "certainty", "quantity", "word"]
# `said`: the paper says it. `changed`, `cut`, `joined`: the words of a quote were changed, cut off from what turns them, or
# put together. `closest`: no quote; the nearest passages are shown, and what differs from them. `not_checkable`: it claims nothing.
Outcome = Literal["said", "changed", "cut", "joined", "not_found", "closest", "not_checkable"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
OUTCOME_WORDS: Mapping[Outcome, str] = {
    "said": "said",
    "changed": "changed",
    "cut": "cut",
    "joined": "joined",
    "not_found": "not found",
    "closest": "no quote",
    "not_checkable": "not checkable",
}
# Outcomes of quotes that the papers do not say.
NOT_SAID: frozenset[Outcome] = frozenset({"changed", "cut", "joined", "not_found"})
Reading = Literal["supported", "partly", "contradicted", "not_found"]


class Difference(Value, frozen=True, kw_only=True):
    """Words of a sentence that differ by rule from the passage nearest to it; that does not make the sentence false.

    Characters `start` to `end` of the text are `said`; the paper has `printed` there, "" where it has nothing of the kind.
    """

    kind: DifferenceKind
    said: str
    printed: str
    start: int
    end: int


class NearPassage(Value, frozen=True, kw_only=True):
    """A passage of a paper near to a sentence; `start` and `end` count in the paper's text."""

    paper_id: PaperId
    title: str
    text: str
    start: int
    end: int
    section_path: tuple[str, ...] = ()
    page_numbers: tuple[int, ...] = ()
    places: tuple[QuotePlace, ...] = ()
    differs: tuple[Difference, ...] = ()


class QuoteInText(Value, frozen=True, kw_only=True):
    """A quote at characters `start` to `end` of a text, without its quotation marks, and what the paper says to it.

    `quote` is what was looked for, in which the changes count: it lacks the signs of a block quote or a list and the citation markers
    behind it. Of several papers, that of the best verdict. No paper: none has it.
    """

    start: int
    end: int
    quote: str
    checked: CheckedQuote
    paper_id: PaperId | None = None
    title: str = ""


class ClaimReading(Value, frozen=True, kw_only=True):
    """What a model that read a sentence beside passages of the papers says; `evidence` are the sentences that it named."""

    says: Reading
    reason: str = ""
    evidence: tuple[NearPassage, ...] = ()


class CheckedSentence(Value, frozen=True, kw_only=True):
    """Characters `start` to `end` of a text, and what became of them.

    With quotes the outcome is that of the worst one. A sentence without quotes that stands in a paper word for word is `said`, too,
    and has itself as its quote.
    """

    start: int
    end: int
    text: str
    outcome: Outcome
    quotes: tuple[QuoteInText, ...] = ()
    nearest: tuple[NearPassage, ...] = ()
    reading: ClaimReading | None = None


class TitledPaper(Value, frozen=True, kw_only=True):
    """A paper by its id and title."""

    paper_id: PaperId
    title: str


class CheckedText(Value, frozen=True, kw_only=True):
    """A text and its sentences in order; all ranges count in `text`, which is free of HTML and hidden characters.

    Attributes:
        counts: How many sentences have each outcome.
        papers: Those that it was held against; of a library, those in which something was found.
        notes: What the reader should know, such as a paper that could not be read.
    """

    shown_by: ClassVar[str] = "scholarai.exporting.shown_values:checked_text"
    text: str
    sentences: tuple[CheckedSentence, ...]
    counts: Mapping[Outcome, int]
    papers: tuple[TitledPaper, ...] = ()
    notes: tuple[str, ...] = ()


class SourcePaper(Value, frozen=True, kw_only=True):
    """A paper that has a sentence, with a verdict on it and its places."""

    paper_id: PaperId
    title: str
    checked: CheckedQuote


class FoundSource(Value, frozen=True, kw_only=True):
    """The papers that a sentence may come from, best first: those that have its words, then passages near to it."""

    sentence: str
    papers: tuple[SourcePaper, ...] = ()
    nearest: tuple[NearPassage, ...] = ()


# `library`: the work is a paper of the library. `cited`: a paper of the library cites it. `service`: an outside service knows it. `nowhere`:
# not found anywhere that was searched, which does not prove that there is no such work. `unclear`: too little of it can be read to look for it.
Whereabouts = Literal["library", "cited", "service", "nowhere", "unclear"]
ReferenceField = Literal["title", "authors", "year", "doi"]


class FieldDifference(Value, frozen=True, kw_only=True):
    """A field that a reference has otherwise than the work that was found."""

    field: ReferenceField
    said: str
    known: str


class CheckedReference(Value, frozen=True, kw_only=True):
    """A reference at characters `start` to `end` of the text.

    Attributes:
        reference: Its fields as they were read.
        found: Where the work was found: `library`, it is a paper of yours, or a `version` of one; `cited`, the paper `paper_id` cites it;
            `service`, the service `source` knows it; `nowhere`, not found where it was searched; `unclear`, too little can be read.
        title: The title of the work that was found.
        paper_id: The paper of the library that it is, or is a `version` of; with `cited`, a paper that cites it.
        source: The outside service that knows it.
        differs: What the reference has otherwise than the work that was found.
        notices: Retractions and the like.
    """

    start: int
    end: int
    reference: Reference
    found: Whereabouts
    title: str = ""
    paper_id: PaperId | None = None
    relation: Relation | None = None
    source: str = ""
    differs: tuple[FieldDifference, ...] = ()
    notices: tuple[WorkNotice, ...] = ()


class CheckedReferences(Value, frozen=True, kw_only=True):
    """The references of a text in order; ranges count in `text`, and `looked` names the places that were searched."""

    text: str
    references: tuple[CheckedReference, ...]
    looked: tuple[str, ...]
    notes: tuple[str, ...] = ()
