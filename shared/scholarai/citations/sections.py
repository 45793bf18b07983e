"""Builds the sections of an answer from its parsed pieces: text with the grounded citations that support it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from msgspec import Struct, field

from scholarai.citations.boxes import PageLocator
from scholarai.citations.grounding import Grounding, ground_quote, in_the_papers_words, proves
from scholarai.citations.parser import Declined, Piece, Quote, Text
from scholarai.citations.words import GroundingText
from scholarai.domain.chat import VERDICTS, Citation, Evidence, TextSection, place_label
from scholarai.domain.ids import PaperId
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.sentences import SentenceId, ShownExcerpts, sentence_spans
from scholarai.domain.values import Value

# Characters of context shown on each side of a quote: about two lines of the page. A guess.
MOST_AROUND = 240
_OPENING_QUOTES = "\"'“‘«„"
# Punctuation behind a quote ends the sentence before it.
_CLOSING = lazy_pattern(r"\s*[.,;:!?)\]]+")


class Source(Value, frozen=True, kw_only=True):
    """An excerpt that may be cited, with the indexed text of its paper."""

    evidence: Evidence
    text: GroundingText
    locator: PageLocator


class Paper(Protocol):
    """A paper that is quoted."""

    @property
    def grounding(self) -> GroundingText: ...
    @property
    def locator(self) -> PageLocator: ...


class SectionBuilder(Struct):
    """Collects pieces in order and returns each section once nothing can be added to it.

    A section's citations are the quotes that follow its text; they support its last sentence, so earlier sentences
    without a quote form an uncited section of their own. The sections' texts joined are the answer's text. `known` is what may
    be said without a quote beside the question: the papers' titles. `in_context` adds the rest of its paragraph to each citation.
    """

    sources: Mapping[int, Source]
    question: str = ""
    known: Sequence[str] = ()
    in_context: bool = False
    dropped: int = 0
    declined: bool = False
    _text: str = ""
    _citations: list[Citation] = field(default_factory=list)
    _quoted: list[str] = field(default_factory=list)
    _given: int = 0
    _shown: ShownExcerpts | None = None

    @property
    def shown(self) -> ShownExcerpts:
        """Return the texts of the excerpts, in which ids of sentences are looked up."""
        if self._shown is None:
            self._shown = ShownExcerpts(texts={number: item.evidence.text for number, item in self.sources.items()})
        return self._shown

    def add(self, pieces: list[Piece]) -> list[TextSection]:
        """Add pieces and return the sections that they complete."""
        return [section for piece in pieces for section in self._add(piece)]

    def finish(self) -> list[TextSection]:
        """Return the remaining sections."""
        return list(self._flush())

    def _add(self, piece: Piece) -> Iterator[TextSection]:
        match piece:
            case Declined():
                self.declined = True
            case Quote():
                self._cite(piece)
            case Text(text) if self._citations:
                closing = _CLOSING.match(text)
                border = closing.end() if closing else 0
                self._text += text[:border]
                if text[border:].strip():
                    yield from self._flush()
                    self._text = text[border:]
            case Text(text):
                self._text += text

    def _cite(self, quote: Quote) -> None:
        if quote.sentences and not quote.text:
            for sentences in quote.sentences:
                self._cite_sentences(sentences)
            return
        named = [self.sources[number] for number in quote.numbers if number in self.sources]
        candidates = named if quote.numbers else list(self.sources.values())
        if not candidates or not quote.text:
            self.dropped += 1
            return
        source, grounding = _best(quote.text, candidates)
        if not quote.numbers and grounding.verdict == "not_found":
            self.dropped += 1
            return
        self._take(quote.text, source, grounding)

    def _cite_sentences(self, named: SentenceId) -> None:
        """Cite sentences by their numbers, in the paper's own words."""
        place = self.shown.place(named)
        if place is None:
            self.dropped += 1
            return
        source = self.sources[named.excerpt]
        start, end = (source.evidence.start + at for at in place)
        if any((source.evidence.paper_id, start, end) == (one.paper_id, one.start, one.end) for one in self._citations):
            return
        self._take(
            source.text.text[start:end], source, Grounding(verdict="exact", similarity=1.0, ranges=((start, end),))
        )

    def _take(self, quote: str, source: Source, grounding: Grounding) -> None:
        self._given += 1
        citation = _citation(self._given, quote, source, grounding, self.question)
        self._citations.append(_in_context(citation, source) if self.in_context else citation)
        if citation.stands:
            self._quoted += [source.text.text[start:end] for start, end in grounding.ranges]

    @property
    def _known(self) -> tuple[str, ...]:
        return (self.question, *self.known)

    def _flush(self) -> Iterator[TextSection]:
        text, citations, quoted = self._text, tuple(self._citations), tuple(self._quoted)
        self._text, self._citations, self._quoted = "", [], []
        border = _supported_from(text, citations) if citations else len(text)
        if text[:border].strip():
            yield _examined(TextSection(text=text[:border], uncited=True), (), self._known)
            text = text[border:]
        if citations:
            stands = any(citation.stands for citation in citations)
            yield _examined(TextSection(text=text, citations=citations, uncited=not stands), quoted, self._known)


def _examined(section: TextSection, quoted: Sequence[str], known: Sequence[str]) -> TextSection:
    """Return the section with its doubts; a section in the paper's own words has none."""
    if _says_only_quotes(section):
        return section
    from scholarai.citations.doubting.doubts import with_doubts  # loading its tables takes a tenth of a first answer

    return with_doubts(section, quoted, known)


def _says_only_quotes(section: TextSection) -> bool:
    text = section.text
    for citation in section.citations:
        if citation.verdict in {"exact", "normalized"}:
            text = text.replace(citation.quote, "", 1)
    return not any(map(str.isalnum, text))


def _best(quote: str, candidates: list[Source]) -> tuple[Source, Grounding]:
    grounded = (
        (source, ground_quote(quote, source.text, near=(source.evidence.start, source.evidence.end)))
        for source in candidates
    )
    return min(grounded, key=lambda pair: (VERDICTS.index(pair[1].verdict), -pair[1].similarity))


def _citation(number: int, quote: str, source: Source, grounding: Grounding, question: str) -> Citation:
    evidence = source.evidence
    cell, pages = source.locator.cell(grounding.ranges) or (None, source.locator.locate(grounding.ranges))
    numbers = tuple(page.page_number for page in pages) or evidence.page_numbers
    printed = in_the_papers_words(grounding, source.text)
    title = source.locator.section_title(grounding.ranges[0][0]) if grounding.ranges else None
    return Citation(
        number=number,
        paper_id=evidence.paper_id,
        chunk_id=evidence.chunk_id,
        quote=quote,
        text=printed.text,
        changes=printed.changes,
        verdict=grounding.verdict,
        similarity=grounding.similarity,
        start=grounding.ranges[0][0] if grounding.ranges else None,
        end=grounding.ranges[-1][1] if grounding.ranges else None,
        pages=pages,
        region=source.locator.region(grounding.ranges),
        proves=proves(quote, question, in_table=source.locator.in_table(grounding.ranges)),
        gap=source.locator.has_gap(grounding.ranges),
        label=place_label((cell.label,) if cell else (title,) if title else evidence.section_path, numbers),
        cell=cell,
    )


def _in_context(citation: Citation, source: Source) -> Citation:
    """Return the citation with the rest of its paragraph, as far as `MOST_AROUND` allows."""
    if citation.start is None or citation.end is None:
        return citation
    text = source.text.text
    first, last = source.locator.paragraph(citation.start)
    before = " ".join(text[first : citation.start].split())
    after = " ".join(text[citation.end : max(last, citation.end)].split())
    if len(before) > MOST_AROUND:
        before = f"… {before[-MOST_AROUND:].partition(' ')[2]}"
    if len(after) > MOST_AROUND:
        after = f"{after[:MOST_AROUND].rpartition(' ')[0]} …"
    return replace(citation, before=before, after=after)


def without_repetition(sections: Sequence[TextSection], papers: Mapping[PaperId, Paper]) -> tuple[TextSection, ...]:
    """Return the sections with the text between two successive citations of one paragraph shown only once."""
    shown: list[Citation] = []
    for citation in (citation for section in sections for citation in section.citations):
        paper = papers[citation.paper_id]
        if not shown or not _follows(shown[-1], citation, paper):
            shown.append(citation)
            continue
        between = paper.grounding.text[shown[-1].end : citation.start]
        shown[-1] = replace(shown[-1], after=" ".join(between.split()))
        shown.append(replace(citation, before=""))
    by_number = {citation.number: citation for citation in shown}
    return tuple(
        replace(section, citations=tuple(by_number[citation.number] for citation in section.citations))
        for section in sections
    )


def _follows(first: Citation, second: Citation, paper: Paper) -> bool:
    return (
        first.paper_id == second.paper_id
        and first.start is not None
        and first.end is not None
        and second.start is not None
        and first.end <= second.start
        and paper.locator.paragraph(first.start) == paper.locator.paragraph(second.start)
    )


def _supported_from(text: str, citations: Sequence[Citation]) -> int:
    """Return where the text that the citations support begins: at the last sentence, or at an earlier verbatim quote."""
    starts = [start for start, end in sentence_spans(text) if any(map(str.isalnum, text[start:end]))]
    said = [place for citation in citations if (place := text.find(citation.quote)) >= 0]
    border = min([*starts[-1:], *said], default=0)
    return len(text[:border].rstrip(_OPENING_QUOTES))
