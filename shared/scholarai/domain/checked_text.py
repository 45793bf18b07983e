"""A whole text checked against papers: what became of each of its sentences, and where sentences come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, get_args

from scholarai.domain.checking import CheckedQuote, QuotePlace
from scholarai.domain.ids import PaperId
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
