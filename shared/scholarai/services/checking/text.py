"""Checks a whole text against papers, sentence by sentence."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.citations.fuzzy_quotes import SURE_SIMILARITY
from scholarai.domain.checked_text import (
    OUTCOMES,
    CheckedSentence,
    CheckedText,
    FoundSource,
    NearPassage,
    Outcome,
    QuoteInText,
    TitledPaper,
)
from scholarai.domain.checking import CheckedQuote
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.limits import SENTENCES_PER_TEXT, TEXT_CHARACTERS
from scholarai.domain.sentences import Span
from scholarai.domain.values import Value
from scholarai.domain.verdicts import VERDICT_ROWS, Verdict
from scholarai.services.checking.bibliography import bibliography_entries
from scholarai.services.checking.differences import differences_in_copy, differences_of_cut
from scholarai.services.checking.nearest import FindNearest
from scholarai.services.checking.pasted import pasted_text
from scholarai.services.checking.reading import ReadClaims
from scholarai.services.checking.sources import FindSources, says
from scholarai.services.checking.splitting import TextQuote, TextSentence, one_sentence, sentences_in
from scholarai.services.library.open_papers import EachPaper, title_of

# Worst first.
_WORST: tuple[Outcome, ...] = ("not_found", "changed", "joined", "cut", "said")
# Verdicts under which a sentence without quotation marks is a paper's own.
_VERBATIM: frozenset[Verdict] = frozenset({"exact", "normalized"})


class CheckText(Value, frozen=True, kw_only=True):
    """Holds texts against papers of their owner."""

    each: EachPaper
    sources: FindSources
    nearest: FindNearest
    read: ReadClaims

    def check(
        self, owner: OwnerId, text: str, paper_ids: Sequence[PaperId] | None, *, model: bool = False
    ) -> CheckedText:
        """Return what became of each sentence of a text.

        The text is Markdown, plain text, or HTML from a clipboard. `paper_ids` None: all of the owner. `model`: one reads the
        sentences that are no quotes.

        Raises:
            InvalidRequestError: If the text is empty or too long, or no paper is named.
            NotFoundError: If a paper is unknown, being deleted, or another owner's.
            NotReadyError: If none of the papers is extracted yet.
            ConflictError: If none of them can be read.
        """
        text = pasted_text(text)
        require_text(text)
        ids, papers, notes = self._readable(owner, paper_ids)
        entries = bibliography_entries(text)
        stated = [one for one in sentences_in(text) if not _is_within(one.start, entries)]
        checked = [self._sentence(owner, ids, one) for one in stated[:SENTENCES_PER_TEXT]]
        checked += [_checked(one, "not_checkable") for one in stated[SENTENCES_PER_TEXT:]]
        checked += [
            CheckedSentence(start=start, end=end, text=text[start:end], outcome="not_checkable")
            for start, end in entries
        ]
        sentences = tuple(sorted(checked, key=lambda one: one.start))
        if len(stated) > SENTENCES_PER_TEXT:
            notes = (*notes, f"Only the first {SENTENCES_PER_TEXT:,} of {len(stated):,} sentences were checked.")
        if model:
            sentences, further = self.read.read(owner, sentences)
            notes = (*notes, *further)
        counted = Counter(sentence.outcome for sentence in sentences)
        return CheckedText(
            text=text,
            sentences=sentences,
            counts={outcome: counted[outcome] for outcome in OUTCOMES},
            papers=papers if ids is not None else _papers_of(sentences),
            notes=notes,
        )

    def find_source(
        self, owner: OwnerId, sentences: Sequence[str], paper_ids: Sequence[PaperId] | None = None, *, limit: int
    ) -> tuple[FoundSource, ...]:
        """Return for each sentence the papers that have it, best first, and where none says it what is nearest to it.

        Raises:
            InvalidRequestError: If a sentence is empty.
        """
        ids, _, _ = self._readable(owner, paper_ids)
        return tuple(self._source(owner, ids, visible(sentence), limit) for sentence in sentences)

    def _source(self, owner: OwnerId, ids: Sequence[PaperId] | None, sentence: str, limit: int) -> FoundSource:
        if not any(map(str.isalnum, sentence)):
            raise InvalidRequestError("text_invalid", "a sentence holds no letter and no digit")
        papers = self.sources.find(owner, ids, sentence, limit=limit)
        found = any(says(paper.checked) for paper in papers)
        nearest = () if found else self.nearest.passages(owner, ids, one_sentence(sentence), limit=limit)
        return FoundSource(sentence=sentence, papers=papers, nearest=nearest)

    def _readable(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None
    ) -> tuple[tuple[PaperId, ...] | None, tuple[TitledPaper, ...], tuple[str, ...]]:
        """Return the papers that can be read, their titles, and a note on each of the others; None stays None."""
        if paper_ids is None:
            return None, (), ()
        if not paper_ids:
            raise InvalidRequestError("papers_missing", "no paper is named that the text is held against")
        asked = self.each.look_up(owner, tuple(dict.fromkeys(paper_ids)), known=False)
        notes = tuple(f"{one.title or one.paper_id} was left out: it cannot be read." for one in asked.left_out)
        papers = tuple(TitledPaper(paper_id=one.id, title=title_of(one)) for one in asked.readable)
        return tuple(one.id for one in asked.readable), papers, notes

    def _sentence(self, owner: OwnerId, ids: Sequence[PaperId] | None, sentence: TextSentence) -> CheckedSentence:
        if sentence.quotes:
            quotes = tuple(self._quote(owner, ids, quote) for quote in sentence.quotes)
            outcome = min((_outcome(quote.checked) for quote in quotes), key=_WORST.index)
            lost = outcome == "not_found"
            nearest = self.nearest.passages(owner, ids, sentence) if lost else ()
            return _checked(sentence, outcome, quotes=quotes, nearest=nearest)
        if not sentence.claims:
            return _checked(sentence, "not_checkable")
        whole = TextQuote(start=sentence.start, end=sentence.end, quote=sentence.plain)
        verbatim = self._quote(owner, ids, whole, likely=True)
        if _is_verbatim(verbatim.checked):
            return _checked(sentence, "said", quotes=(verbatim,))
        nearest = self.nearest.passages(owner, ids, sentence)
        return _checked(sentence, "closest", nearest=_with_copy(sentence, verbatim, nearest))

    def _quote(
        self, owner: OwnerId, ids: Sequence[PaperId] | None, quote: TextQuote, *, likely: bool = False
    ) -> QuoteInText:
        found = self.sources.find(owner, ids, quote.quote, limit=1, likely=likely)
        if not found:
            missing = CheckedQuote(quote_id=quote.start, verdict="not_found", text="", similarity=0.0)
            return QuoteInText(start=quote.start, end=quote.end, quote=quote.quote, checked=missing)
        best = found[0]
        return QuoteInText(
            start=quote.start,
            end=quote.end,
            quote=quote.quote,
            checked=best.checked,
            paper_id=best.paper_id,
            title=best.title,
        )


def _with_copy(sentence: TextSentence, copy: QuoteInText, nearest: tuple[NearPassage, ...]) -> tuple[NearPassage, ...]:
    """Return the passages; where the sentence is a copy of the first one but for some words, or a part of it, with what differs."""
    checked = copy.checked
    altered = checked.verdict == "altered" and checked.similarity >= SURE_SIMILARITY
    if not (nearest and checked.places and (altered or checked.verdict == "cut")):
        return nearest
    first = nearest[0]
    if copy.paper_id != first.paper_id or not first.start <= checked.places[0].start < first.end:
        return nearest
    if altered:
        differs = differences_in_copy(sentence.text, sentence.start, sentence.plain, checked, first.text)
    else:
        differs = differences_of_cut(sentence.text, sentence.start, checked)
    return (replace(first, differs=differs or first.differs), *nearest[1:])


def _is_within(place: int, spans: Sequence[Span]) -> bool:
    at = bisect_right(spans, (place, sys.maxsize)) - 1
    return at >= 0 and place < spans[at][1]


def require_text(text: str) -> None:
    """Raise InvalidRequestError for a text that is empty or too long."""
    if not any(map(str.isalnum, text)):
        raise InvalidRequestError("text_invalid", "the text holds no letter and no digit")
    if len(text) > TEXT_CHARACTERS:
        raise InvalidRequestError(
            "text_invalid",
            f"a text may have {TEXT_CHARACTERS:,} characters at most, got {len(text):,}",
            action="Check it in parts.",
        )


def _is_verbatim(checked: CheckedQuote) -> bool:
    """Tell whether a sentence without quotation marks is a paper's own; the paper's citation markers may be left out."""
    if not checked.proves:
        return False
    only_markers = checked.verdict == "fuzzy" and all(change.kind == "marker" for change in checked.changes)
    return checked.verdict in _VERBATIM or only_markers


def _outcome(checked: CheckedQuote) -> Outcome:
    return "not_found" if checked.verdict is None else VERDICT_ROWS[checked.verdict].outcome


def _checked(
    sentence: TextSentence,
    outcome: Outcome,
    *,
    quotes: tuple[QuoteInText, ...] = (),
    nearest: tuple[NearPassage, ...] = (),
) -> CheckedSentence:
    return CheckedSentence(
        start=sentence.start,
        end=sentence.end,
        text=sentence.text,
        outcome=outcome,
        quotes=quotes,
        nearest=nearest,
    )


def _papers_of(sentences: Sequence[CheckedSentence]) -> tuple[TitledPaper, ...]:
    """Return the papers in which something was found, those with most first."""
    found: Counter[tuple[PaperId, str]] = Counter()
    for sentence in sentences:
        places = [(quote.paper_id, quote.title) for quote in sentence.quotes] + [
            (one.paper_id, one.title) for one in sentence.nearest[:1]
        ]
        found.update((paper_id, title) for paper_id, title in dict.fromkeys(places) if paper_id is not None)
    return tuple(TitledPaper(paper_id=paper_id, title=title) for (paper_id, title), _ in found.most_common())
