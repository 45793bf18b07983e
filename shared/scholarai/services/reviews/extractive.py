"""Writes a review without a language model: the papers' own sentences, chosen, grouped and put in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scholarai.answering.choosing import Sentence, quotable_sentences, sentence_scores
from scholarai.domain.review import PlannedSection, ReviewedPaper, ReviewPlan, ReviewQuote
from scholarai.domain.values import Value
from scholarai.ports.models import Embedder
from scholarai.ports.reviews import QuotePicker
from scholarai.retrieval.words import STOP_WORDS, question_terms, terms, tokens
from scholarai.reviewing import decomposing
from scholarai.reviewing.assembling import citations_of
from scholarai.reviewing.clusters import QUOTES_PER_SECTION, group, middle
from scholarai.reviewing.selecting import PAPER_SHARE, select
from scholarai.reviewing.unquoted import is_aside, is_template
from scholarai.services.reviews.attributes import COLUMNS, stated
from scholarai.services.reviews.headings import name_groups
from scholarai.services.reviews.writing import (
    Brief,
    Comparison,
    Draft,
    DraftCell,
    DraftSentence,
    DraftTable,
    PaperPassages,
    PickedQuotes,
    Understood,
)

NAME = "extractive"
# Quotes that one paper may give before those of all are chosen from: guesses; a passage holds one or two that matter.
QUOTES_PER_PASSAGE = 3
QUOTES_PER_PAPER = 8
# Openings of sentences that rest on the one before: a joining word, or a thing pointed at within a few words ("Despite these gains").
_LEANING = re.compile(
    r"\W*(?:also|although|and|another|additionally|as a result|besides|but|consequently|either|finally|first(?:ly)?|for (?:example|instance)|further"
    r"(?:more)?|hence|here|however|in (?:addition|contrast|fact|particular|turn|this|these|that)|indeed|it|its|moreover|nevertheless|next|now"
    r"|on the other hand|other|otherwise|presumably|second(?:ly)?|similarly|since|so|specifically|such|then|there|therefore|these|they|this|those|thus"
    r"|to this end|while|with only|yet|(?:[\w-]{1,30},? ){1,3}(?:these|this|those))\b(?! (?:paper|study|work|article|review|package|course)\b)",
    re.IGNORECASE,
)
OVERVIEW = "Overview"
OVERVIEW_QUOTES = 3
# Of all quotes, for one section: a larger one is the review, and the others are scraps.
LARGEST_SHARE = 0.4


class ExtractiveWriter(Value, frozen=True, kw_only=True):
    """Implements `Writer`; everything that it says is a quote, or counts quotes."""

    picker: QuotePicker
    embedder: Callable[[], Embedder | None]
    asks_model: bool = False

    @property
    def name(self) -> str:
        return NAME

    def understand(self, question: str) -> Understood:
        words = [token for token in tokens(question) if token not in STOP_WORDS]
        apart = decomposing.take_apart(question, list(dict.fromkeys(words)))
        if decomposing.is_harmful(question):
            reason = "The question asks for instructions to do harm."
            return Understood(decomposition=apart, verdict="harmful", reason=reason)
        if not question_terms(question):
            reason = "The question has no words to search for."
            return Understood(decomposition=apart, verdict="unanswerable", reason=reason)
        return Understood(decomposition=apart)

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
        """Choose quotes, put the best of some papers first and group the others by likeness, no group much the largest."""
        texts = [quote.place for quote in quotes]
        vectors = self._vectors(texts)
        relevance = _with_papers(self._relevance(question, texts, vectors), quotes, papers)
        chosen = select(relevance, vectors, [quote.citation.paper_id for quote in quotes])
        most = max(2, int(LARGEST_SHARE * len(chosen)))
        first = chosen[: min(OVERVIEW_QUOTES, most)]
        rest = [row for row in chosen if row not in first]
        groups = [[rest[place] for place in rows] for rows in group(vectors[rest], most)] if rest else []
        groups.sort(key=lambda rows: min(map(chosen.index, rows)))
        asked = set(question_terms(question))
        names = name_groups([[texts[row] for row in rows] for rows in groups], asked, self._vectors)
        sections = [_section(OVERVIEW, first, quotes, as_list=True)]
        sections += [
            _section(name, sorted(rows, key=chosen.index), quotes) for name, rows in zip(names, groups, strict=True)
        ]
        return ReviewPlan(title=_title(question), sections=tuple(sections), reasoning="Quotes grouped by likeness.")

    def write(self, brief: Brief, later: Sequence[Brief] = ()) -> Draft:  # noqa: ARG002  - nothing takes time here
        """Lead with a central quote that bears on the question and list the others; a quote alone needs no lead."""
        quotes = self._shown(brief)
        lead = self._central(brief.question, quotes) if len(quotes) > 1 else None
        return Draft(
            tldr=(_quoted(lead),) if lead else (),
            sentences=tuple(_quoted(quote) for quote in quotes if quote is not lead),
            model=NAME,
        )

    def compare(self, wanted: Sequence[Comparison]) -> Sequence[DraftTable | None]:
        asked = [frozenset(question_terms(item.brief.question)) for item in wanted]
        return [
            DraftTable(columns=COLUMNS, cells=tuple(cells_by_cue(paper, words) for paper in item.papers))
            for item, words in zip(wanted, asked, strict=True)
        ]

    def _shown(self, brief: Brief) -> list[ReviewQuote]:
        """Return the section's quotes; of all that there are, for more text, those that its name and the wish fit best."""
        quotes = sorted(brief.quotes, key=lambda quote: brief.section.quotes.index(quote.number))
        if brief.action == "shorten":
            return quotes[: max(1, len(quotes) // 2)]
        if brief.action not in {"add", "expand"} or not quotes:
            return quotes
        before = [] if brief.before is None else citations_of(replace(brief.before, table=None))
        kept = {citation.number for citation in before}
        texts = [quote.place for quote in quotes]
        fit = self._relevance(f"{brief.section.name} {brief.instruction}", texts, self._vectors(texts))
        order = sorted(range(len(quotes)), key=lambda row: (quotes[row].number not in kept, -fit[row]))
        return [quotes[row] for row in order[: max(QUOTES_PER_SECTION, 2 * len(kept))]]

    def _central(self, question: str, quotes: Sequence[ReviewQuote]) -> ReviewQuote:
        """Return the most central and relevant of the quotes that can be read alone, of all where none can."""
        alone = [quote for quote in quotes if not _LEANING.match(quote.place)] or list(quotes)
        texts = [quote.place for quote in quotes]
        vectors = self._vectors(texts)
        closeness = vectors @ middle(vectors, vectors[0])
        relevance = self._relevance(question, texts, vectors)
        worth = {quote.number: float(near) + own for quote, near, own in zip(quotes, closeness, relevance, strict=True)}
        return max(alone, key=lambda quote: worth[quote.number])

    def _relevance(self, question: str, texts: Sequence[str], vectors: NDArray[np.float32]) -> list[float]:
        """Return how much each text bears on the question, by words and by meaning, from 0 to 1."""
        words = np.array(sentence_scores(question, [_as_sentence(text) for text in texts]))
        found = words / max(words.max(initial=0.0), 1e-9)
        embedder = self.embedder()
        if embedder is not None:
            cosines = np.clip(vectors @ embedder.embed_query(question), 0, None)
            found = (found + cosines / max(cosines.max(initial=0.0), 1e-9)) / 2
        return [float(value) for value in found]

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        embedder = self.embedder()
        if embedder is None:
            return _word_vectors([terms(text) for text in texts])
        rows = np.stack([item.matrix.mean(axis=0) for item in embedder.embed_texts(list(texts))])
        return _unit(rows)


def _with_papers(
    relevance: Sequence[float], quotes: Sequence[ReviewQuote], papers: Sequence[ReviewedPaper]
) -> list[float]:
    """Return the relevance of quotes with that of their papers, going by the most relevant one.

    Papers that only others' quotes lead to have none of their own, and count by what they say.
    """
    best = max((paper.relevance for paper in papers), default=0.0)
    if best <= 0:
        return list(relevance)
    shares = {paper.paper_id: paper.relevance / best for paper in papers if paper.relevance > 0}
    return [
        (1 - PAPER_SHARE) * own + PAPER_SHARE * shares.get(quote.citation.paper_id, own)
        for own, quote in zip(relevance, quotes, strict=True)
    ]


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


def _section(name: str, rows: Sequence[int], quotes: Sequence[ReviewQuote], *, as_list: bool = False) -> PlannedSection:
    numbers = tuple(quotes[row].number for row in rows)
    return PlannedSection(name=name, format="list" if as_list else "synthesis", quotes=numbers)


def cells_by_cue(item: PaperPassages, asked: frozenset[str]) -> tuple[DraftCell | None, ...]:
    """Return what a paper, shown whole, states for each of `attributes.COLUMNS`."""
    told = [piece for piece in item.passages if not is_aside(piece.section_path)]
    sentences = [one for one in quotable_sentences(told) if not is_template(one.text)]
    sections = {piece.number: " ".join(piece.section_path) for piece in told}
    return tuple(
        None if cell is None else DraftCell(value=cell.value, quote=cell.sentence.text, number=cell.sentence.number)
        for cell in stated(sentences, sections, asked)
    )


def _quoted(quote: ReviewQuote) -> DraftSentence:
    return DraftSentence(text=f"“{' '.join(quote.place.split())}”", quotes=(quote.number,))


def _as_sentence(text: str) -> Sentence:
    return Sentence(number=0, text=text, stems=tuple(terms(text)))


def _title(question: str) -> str:
    words = question.rstrip("?. ").split()
    return "Quotes on: " + " ".join(words[:12]) + ("…" if len(words) > 12 else "")
