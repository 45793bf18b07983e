"""Writes a review without a language model: the papers' own sentences, chosen, grouped and put in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.ids import PaperId
from scholarai.domain.review import (
    Decomposition,
    PlannedSection,
    ReviewedPaper,
    ReviewPlan,
    ReviewQuote,
    TableColumn,
)
from scholarai.domain.values import Value
from scholarai.ports.models import Embedder
from scholarai.ports.reviews import QuotePicker
from scholarai.retrieval.words import STOP_WORDS, question_terms, terms, tokens
from scholarai.reviewing import decomposing
from scholarai.reviewing.clusters import distinctive_terms, group
from scholarai.reviewing.planning import INTRODUCTION
from scholarai.reviewing.tables import CELL_WORDS, SUGGESTED_COLUMNS
from scholarai.services.reviews.writing import (
    Ahead,
    Brief,
    Comparison,
    Draft,
    DraftCell,
    DraftSentence,
    DraftTable,
    Judgement,
    PaperPassages,
    PickedQuotes,
)

NAME = "extractive"
# Sentences that one paper may give: guesses; a passage holds one or two that matter.
QUOTES_PER_PASSAGE = 2
QUOTES_PER_PAPER = 8
INTRODUCTION_QUOTES = 3
_NAME_TERMS = 3
# Papers that make a comparison worth a table.
_PAPERS_TO_COMPARE = 3
_TABLES = 2


class ExtractiveWriter(Value, frozen=True, kw_only=True):
    """Implements `Writer`; everything that it says is a quote, or counts quotes."""

    picker: QuotePicker
    embedder: Callable[[], Embedder | None]
    asks_model: bool = False

    @property
    def name(self) -> str:
        return NAME

    def judge(self, question: str) -> Judgement:
        if decomposing.is_harmful(question):
            return Judgement(verdict="harmful", reason="The question asks for instructions to do harm.")
        if not question_terms(question):
            return Judgement(verdict="unanswerable", reason="The question has no words to search for.")
        return Judgement()

    def take_apart(self, question: str) -> Decomposition:
        words = [token for token in tokens(question) if token not in STOP_WORDS]
        return decomposing.take_apart(question, list(dict.fromkeys(words)))

    def pick_quotes(self, question: str, papers: Sequence[PaperPassages]) -> PickedQuotes:
        return PickedQuotes(
            quotes=tuple(
                tuple(
                    self.picker.pick(
                        question,
                        item.passages,
                        limit=min(QUOTES_PER_PAPER, QUOTES_PER_PASSAGE * len(item.passages)),
                    )
                )
                for item in papers
            )
        )

    def plan(self, question: str, quotes: Sequence[ReviewQuote], papers: Sequence[ReviewedPaper]) -> ReviewPlan:
        """Group the quotes by what they are about; the best one of each of the first papers makes the introduction."""
        first = _leading(quotes, papers)
        rest = [quote for quote in quotes if quote.number not in first]
        asked = set(tokens(question))
        groups = group(self._vectors([quote.place for quote in rest])) if rest else []
        texts = [[_content_words(rest[row].place, asked) for row in rows] for rows in groups]
        names = _names(distinctive_terms(texts, count=2 * _NAME_TERMS))
        sections = [PlannedSection(name=INTRODUCTION, format="synthesis", quotes=first)]
        lists = 0
        for rows, name in zip(groups, names, strict=True):
            compared = len({rest[row].citation.paper_id for row in rows}) >= _PAPERS_TO_COMPARE and lists < _TABLES
            lists += compared
            sections.append(
                PlannedSection(
                    name=name,
                    format="list" if compared else "synthesis",
                    quotes=tuple(rest[row].number for row in rows),
                )
            )
        return ReviewPlan(title=_title(question), sections=tuple(sections), reasoning="Quotes grouped by likeness.")

    def write(self, brief: Brief, ahead: Ahead = Ahead()) -> Draft:  # noqa: ARG002, B008  - nothing takes time here
        quotes = sorted(brief.quotes, key=lambda quote: brief.section.quotes.index(quote.number))
        if brief.action == "shorten":
            quotes = quotes[: max(1, len(quotes) // 2)]
        papers = len({quote.citation.paper_id for quote in quotes})
        return Draft(
            tldr=f"{_count(len(quotes), 'quote')} from {_count(papers, 'paper')}, in the papers’ own words.",
            sentences=tuple(
                DraftSentence(text=f"“{' '.join(quote.place.split())}”", quotes=(quote.number,)) for quote in quotes
            ),
            model=NAME,
        )

    def compare(self, question: str, wanted: Sequence[Comparison]) -> Sequence[DraftTable | None]:
        asked = set(tokens(question))
        return [self._table(item, asked) for item in wanted]

    def _table(self, wanted: Comparison, asked: set[str]) -> DraftTable | None:
        chosen = distinctive_terms(
            [[_content_words(quote.place, asked) for quote in wanted.quotes]], count=SUGGESTED_COLUMNS
        )[0]
        if not chosen:
            return None
        columns = tuple(
            TableColumn(name=term.capitalize(), description=f"What is said of “{term}”.") for term in chosen
        )
        return DraftTable(
            columns=columns, cells=tuple(tuple(self._cell(term, item) for term in chosen) for item in wanted.papers)
        )

    def _cell(self, term: str, item: PaperPassages) -> DraftCell | None:
        wanted = set(terms(term))
        picked = next(
            (quote for quote in self.picker.pick(term, item.passages, limit=3) if wanted & set(terms(quote.text))), None
        )
        if picked is None:
            return None
        words = picked.text.split()
        value = " ".join(words[:CELL_WORDS]) + (" …" if len(words) > CELL_WORDS else "")
        return DraftCell(value=value, quote=picked.text, number=picked.number)

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        embedder = self.embedder()
        if embedder is None:
            return _word_vectors([terms(text) for text in texts])
        rows = np.stack([item.matrix.mean(axis=0) for item in embedder.embed_texts(list(texts))])
        return _unit(rows)


def _leading(quotes: Sequence[ReviewQuote], papers: Sequence[ReviewedPaper]) -> tuple[int, ...]:
    best: dict[PaperId, int] = {}
    for quote in quotes:
        best.setdefault(quote.citation.paper_id, quote.number)
    return tuple(best[paper.paper_id] for paper in papers if paper.paper_id in best)[:INTRODUCTION_QUOTES]


def _word_vectors(texts: Sequence[Sequence[str]]) -> NDArray[np.float32]:
    places = {term: place for place, term in enumerate(dict.fromkeys(term for text in texts for term in text))}
    rows = np.zeros((len(texts), max(1, len(places))), dtype=np.float32)
    for row, text in enumerate(texts):
        for term in text:
            rows[row, places[term]] += 1
    return _unit(rows)


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: NDArray[np.float32] = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return unit


def _content_words(text: str, asked: set[str]) -> list[str]:
    return [token for token in tokens(text) if token not in STOP_WORDS and token not in asked and token.isalpha()]


def _names(groups: Sequence[Sequence[str]]) -> list[str]:
    """Return a name per group; words of one stem count once, and a name that is taken gets a number."""
    names: list[str] = []
    for words in groups:
        distinct = list({terms(word)[0] if terms(word) else word: word for word in reversed(words)}.values())[::-1]
        name = ", ".join(distinct[:_NAME_TERMS]).capitalize() or "Further findings"
        names.append(name if name not in names else f"{name} ({names.count(name) + 1})")
    return names


def _title(question: str) -> str:
    words = question.rstrip("?. ").split()
    return "Quotes on: " + " ".join(words[:12]) + ("…" if len(words) > 12 else "")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
