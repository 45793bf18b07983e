"""Turns the pieces of an answer into sections: text with the grounded citations that stand behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scholarai.citations.boxes import PageLocator
from scholarai.citations.grounding import Grounding, GroundingText, ground_quote
from scholarai.citations.parser import Declined, Piece, Quote, Text
from scholarai.domain.chat import Citation, Evidence, TextSection, Verdict
from scholarai.domain.labels import place_label
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value

_VERDICT_ORDER: tuple[Verdict, ...] = ("exact", "normalized", "fuzzy", "not_found")
_NUMBER = re.compile(r"(?<![\w.,])[-−–]?\d+(?:[.,]\d+)*(?!\w)")
# Numbers that name a place or a list item say nothing about the paper's findings.
_POINTER = re.compile(
    r"(?:\b(?:figs?|figures?|tables?|tabs?|eqs?|equations?|sections?|secs?|pages?|pp?|refs?|references?|chapters?|"
    r"theorems?|lemmas?|algorithms?|appendix|step|excerpts?)\b\.?\s*[(\[]?\s*\d[\w.,–\-\s]*[)\]]?)|\[[\d,;\s–\-]+\]|^\s*\d+[.)]\s",
    re.IGNORECASE | re.MULTILINE,
)

_OPENING_QUOTES = "\"'“‘«„"
# Punctuation behind a quote ends the sentence before it.
_CLOSING = re.compile(r"\s*[.,;:!?)\]]+")


class Source(Value, frozen=True, kw_only=True):
    """An excerpt that may be cited, with the paper it comes from ready for grounding."""

    evidence: Evidence
    text: GroundingText
    locator: PageLocator


@dataclass(slots=True)
class SectionBuilder:
    """Collects pieces in order and hands out each section once nothing can be added to it.

    A section's citations are the quotes that follow its text; they support its last sentence, so earlier sentences
    without a quote make an uncited section of their own. Sections joined give the answer's text back.
    """

    sources: Mapping[int, Source]
    dropped: int = 0
    declined: bool = False
    _text: str = ""
    _citations: list[Citation] = field(default_factory=list)
    _quoted: list[str] = field(default_factory=list)
    _given: int = 0

    def add(self, pieces: list[Piece]) -> list[TextSection]:
        """Take pieces and return the sections that they complete."""
        return [section for piece in pieces for section in self._add(piece)]

    def finish(self) -> list[TextSection]:
        """Return what is left."""
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
        named = [self.sources[number] for number in quote.numbers if number in self.sources]
        candidates = named if quote.numbers else list(self.sources.values())
        if not candidates or not quote.text:
            self.dropped += 1
            return
        source, grounding = _best(quote.text, candidates)
        if not quote.numbers and grounding.verdict == "not_found":
            self.dropped += 1
            return
        self._given += 1
        self._citations.append(_citation(self._given, quote.text, source, grounding))
        self._quoted += [source.text.text[start:end] for start, end in grounding.ranges]

    def _flush(self) -> Iterator[TextSection]:
        text, citations, quoted = self._text, tuple(self._citations), " ".join(self._quoted)
        self._text, self._citations, self._quoted = "", [], []
        border = _supported_from(text, citations) if citations else len(text)
        if text[:border].strip():
            yield with_unsupported_numbers(TextSection(text=text[:border], uncited=True), "")
            text = text[border:]
        if citations:
            yield with_unsupported_numbers(TextSection(text=text, citations=citations), quoted)


def _best(quote: str, candidates: list[Source]) -> tuple[Source, Grounding]:
    grounded = (
        (source, ground_quote(quote, source.text, near=(source.evidence.start, source.evidence.end)))
        for source in candidates
    )
    return min(grounded, key=lambda pair: (_VERDICT_ORDER.index(pair[1].verdict), -pair[1].similarity))


def _citation(number: int, quote: str, source: Source, grounding: Grounding) -> Citation:
    evidence = source.evidence
    pages = source.locator.locate(grounding.ranges)
    numbers = tuple(page.page_number for page in pages) or evidence.page_numbers
    title = source.locator.section_title(grounding.ranges[0][0]) if grounding.ranges else None
    return Citation(
        number=number,
        paper_id=evidence.paper_id,
        chunk_id=evidence.chunk_id,
        quote=quote,
        verdict=grounding.verdict,
        similarity=grounding.similarity,
        start=grounding.ranges[0][0] if grounding.ranges else None,
        end=grounding.ranges[-1][1] if grounding.ranges else None,
        pages=pages,
        region=source.locator.region(grounding.ranges),
        label=place_label((title,) if title else evidence.section_path, numbers),
    )


def with_unsupported_numbers(section: TextSection, quoted: str) -> TextSection:
    """Flag the numbers of a section that stand in none of the places that its quotes were found at."""
    known = set(_numbers(quoted))
    missing = tuple(number for number in _numbers(section.text) if number not in known)
    return replace(section, unsupported_numbers=missing) if missing else section


def _numbers(text: str) -> list[str]:
    """Return the numbers of a text once each, in order, as they compare: no thousands commas, one kind of minus."""
    found = (match[0] for match in _NUMBER.finditer(_POINTER.sub(" ", text)))
    plain = (re.sub(r",(?=\d{3}(?!\d))", "", number).replace("−", "-").replace("–", "-") for number in found)
    return list(dict.fromkeys(number.lstrip("-") for number in plain))


def _supported_from(text: str, citations: Sequence[Citation]) -> int:
    """Return where what the citations support begins: with the last sentence, or earlier with a quote said in full."""
    starts = [start for start, end in sentence_spans(text) if any(map(str.isalnum, text[start:end]))]
    said = [place for citation in citations if (place := text.find(citation.quote)) >= 0]
    border = min([*starts[-1:], *said], default=0)
    return len(text[:border].rstrip(_OPENING_QUOTES))
