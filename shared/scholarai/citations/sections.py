"""Builds the sections of an answer from its parsed pieces: text with the grounded citations that support it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct, field, structs
from msgspec.structs import replace

from scholarai.citations.borders import quoting_sentence_has, sentences_around
from scholarai.citations.boxes import PageLocator
from scholarai.citations.claims import claims, denies, goes_on, units_of
from scholarai.citations.context import in_context
from scholarai.citations.doubting.doubts import with_doubts
from scholarai.citations.grounded_quote import NOT_FOUND, Grounding, in_the_papers_words
from scholarai.citations.grounding import WRAPPING, ground_quote, proves
from scholarai.citations.parser import Declined, Piece, Quote, Text
from scholarai.citations.support import Cited, Overlap, Part, is_beside, joined_parts, pass_on, supporters
from scholarai.citations.words import GroundingText, joined, words_of
from scholarai.domain.chat import Citation, Evidence, TextSection, place_label
from scholarai.domain.ids import PaperId
from scholarai.domain.notes import CONTEXT_CHARACTERS
from scholarai.domain.sentences import ShownExcerpts, Span, ends_sentence
from scholarai.domain.values import Value
from scholarai.domain.verdicts import VERDICTS, Verdict

# The 2,048 tokens that are asked for hold about eighty short sentences with a short quote behind each; a tag with more than 20 ids
# says nothing on a sentence. Guesses.
MOST_CITATIONS, MOST_BESIDE = 100, 20
_OPENING_QUOTES = tuple("\"'“‘«„")
_CLOSING = ".,;:!?…)]}»”。，、；：！？）"
# A blank line, with as much of the next one as tells whether it is an item, a row or a formula.
_TELLING = 6
_BREAK = re.compile(
    rf"(?<!\s)[ \t]*+\n[ \t]*+\n(?:[ \t]*+\n)*+(?=(?P<next>[ \t]*\S(?:[^\n]{{{_TELLING - 1}}}|[^\n]*\n)))"
)


class Source(Value, frozen=True, kw_only=True):
    """An excerpt that may be cited, with the indexed text of its paper."""

    evidence: Evidence
    text: GroundingText
    locator: PageLocator


class SectionBuilder(Struct, dict=True):
    """Collects pieces in order and returns each section once nothing can be added to it.

    The sections' texts joined are the answer's text: what the pieces say, without a space before a tag that punctuation follows,
    and with the quotes that are copied inside a sentence, in the paper's words. A paragraph, list or table becomes sections once
    the next one has begun, since ids at its end support its earlier sentences, too.

    Attributes:
        known: What may be said without a quote beside the question: the papers' titles.
        in_context: The answer consists of quotes; the rest of its paragraph is added to each citation.
        dropped: How many citations were dropped, most of them since they name nothing that was shown.
        declined: The model wrote the tag of a decline; `gaps` are its sentences on what is missing.
    """

    sources: Mapping[int, Source]
    question: str = ""
    known: Sequence[str] = ()
    in_context: bool = False
    dropped: int = 0
    declined: bool = False
    gaps: list[str] = field(default_factory=list)
    _text: str = ""
    _before_tag: str = ""
    _space: str = ""
    _fresh: list[str] = field(default_factory=list)
    _cited: list[Cited] = field(default_factory=list)
    _declined_at: int | None = None
    _looked_at: int = 0
    _given: int = 0

    @cached_property
    def overlap(self) -> Overlap:
        """Return a function that compares the answer's sentences with those of the excerpts."""
        texts = {number: item.evidence.text for number, item in self.sources.items()}
        return Overlap(shown=ShownExcerpts(texts=texts))

    @property
    def shown(self) -> ShownExcerpts:
        """Return the texts of the excerpts, in which ids of sentences are looked up."""
        return self.overlap.shown

    def add(self, pieces: list[Piece]) -> list[TextSection]:
        """Add pieces and return the sections that they complete."""
        return [section for piece in pieces for section in self._add(piece)]

    def finish(self) -> list[TextSection]:
        """Return the remaining sections."""
        self._write(self._before_tag + self._space)
        self._before_tag = self._space = ""
        return list(self._flush(len(self._text)))

    def take_text(self) -> str:
        """Return the text that was added since the last call; it will not change."""
        text = "".join(self._fresh)
        self._fresh.clear()
        return text

    def _add(self, piece: Piece) -> Iterator[TextSection]:
        match piece:
            case Text(text) if self.in_context:
                if self._cited and text.strip():
                    yield from self._flush(len(self._text))
                self._write(text)
            case Text(text):
                self._space += text
                said = self._space.rstrip(" \t")
                if said:
                    self._write(said if said[0] in _CLOSING else self._before_tag + said)
                    self._before_tag, self._space = "", self._space[len(said) :]
                yield from self._complete()
            case Quote() | Declined():
                self._before_tag, self._space = self._before_tag + self._space, ""
                if isinstance(piece, Quote):
                    self._cite(piece)
                else:
                    self.declined, self._declined_at = True, len(self._text)

    def _write(self, text: str) -> None:
        self._text += text
        self._fresh.append(text)

    def _cite(self, quote: Quote) -> None:
        if quote.text:
            self._cite_words(quote)
            return
        for named in quote.sentences:
            places = self.shown.places(named)
            self.dropped += not places
            for place in places:
                self._place(*self._quoted(*place))
        for number in quote.numbers:
            if number not in {named.excerpt for named in quote.sentences}:
                self._place(number, "", None)

    def _cite_words(self, quote: Quote) -> None:
        """Cite copied words; they stay in a sentence that they are part of, as the paper has them."""
        named = [self.sources[number] for number in quote.numbers if number in self.sources]
        candidates = named if quote.numbers else list(self.sources.values())
        source, grounding = _best(quote.text, candidates) if candidates else (None, NOT_FOUND)
        found = grounding.verdict != "not_found"
        words = quote.text.strip(WRAPPING)
        if source is not None and grounding.verdict not in {"exact", "normalized", "not_found"}:
            words = in_the_papers_words(grounding, source.text).text
        line = self._text[self._text.rfind("\n") + 1 :]
        if not found and quote.sentences:  # the model's own sentence inside the tag of another
            self._insert(quote.text)
            self._cite(replace(quote, text=""))
            return
        if not self.in_context and not ends_sentence(line) and not _letters(line).endswith(_letters(words)):
            self._insert(words if line.endswith(_OPENING_QUOTES) else f"“{words}”")
        if source is None or not (found or quote.numbers):
            self.dropped += 1
        else:
            self._place(source.evidence.number, quote.text, grounding)

    def _insert(self, words: str) -> None:
        self._write(self._before_tag + words)
        self._before_tag = ""

    def _quoted(self, number: int, place: Span) -> tuple[int, str, Grounding]:
        """Return sentences of an excerpt as a quote in the paper's own words."""
        source = self.sources[number]
        start, end = (source.evidence.start + at for at in place)
        return number, source.text.text[start:end], Grounding(verdict="exact", similarity=1.0, ranges=((start, end),))

    def _place(self, number: int, quote: str, grounding: Grounding | None) -> None:
        """Note what a tag names, each once; of a tag with very many ids, the first ones."""
        cited = Cited(len(self._text), number, quote, grounding)
        beside = [one for one in self._cited if one.at == cited.at]
        if number not in self.sources or len(beside) >= MOST_BESIDE:
            self.dropped += 1
        elif cited not in beside:
            self._cited.append(cited)

    def _complete(self) -> Iterator[TextSection]:
        """Yield the sections of the paragraphs to which nothing can be added."""
        at = self._looked_at
        if not self._text[at:].strip():
            return
        while match := _BREAK.search(self._text, at):
            at = match.end()
            if not goes_on(self._text[: match.end("next")], *match.span()):
                yield from self._flush(at)
                at = 0
        line = self._text.rfind("\n", at) + 1
        told = not line or len(self._text[line:].lstrip()) >= _TELLING
        self._looked_at = len(self._text.rstrip()) if told else max(at, len(self._text[:line].rstrip()))

    def _flush(self, border: int) -> Iterator[TextSection]:
        """Yield the sections of the text up to a border, the beginning of a line or the end."""
        text, self._text, self._looked_at = self._text[:border], self._text[border:], 0
        ahead = [one for one in self._cited if one.at >= border and self._text]
        cited = [one for one in self._cited if one not in ahead]
        self._cited = [structs.replace(one, at=one.at - border) for one in ahead]
        if self.in_context:
            if text.strip():
                yield self._section(text, cited, claims=True)
        elif not text.strip():
            self.dropped += len(cited)
        else:
            for group in joined_parts(self._parts(text, cited)):
                claims = any(part.claims for part in group)
                yield self._section("".join(part.text for part in group), group[-1].cited, claims=claims)

    def _parts(self, text: str, cited: Sequence[Cited]) -> list[Part]:
        """Return the units of a text, each with the citations that support it."""
        units = units_of(text)
        parts = [Part(unit, said := text[unit.start : unit.end], claims(said, unit.kind)) for unit in units]
        tagged: dict[int, dict[Cited, None]] = {}
        for one in cited:
            ahead = text[one.at - 1 : one.at] == "\n"
            n = bisect_left(units, one.at + ahead, key=lambda unit: unit.start) - 1
            tagged.setdefault(max(n, 0), {})[structs.replace(one, at=0)] = None
            parts[max(n, 0)].here = True
        self._find_gaps(parts, len(text))
        begin = 0
        for n, group in tagged.items():
            run = [k for k in range(begin, n) if parts[k].claims and is_beside(units[k], units[n])]
            for k, found in zip([*run, n], self._shared([parts[k].text for k in (*run, n)], list(group)), strict=True):
                parts[k].cited += found
            begin = n + 1
        pass_on(parts)
        return parts

    def _find_gaps(self, parts: Sequence[Part], border: int) -> None:
        """Note the sentences behind the tag of a decline, or the one before it: they say what is missing."""
        if self._declined_at is None or (self._declined_at >= border and self._text):
            self._declined_at = None if self._declined_at is None else self._declined_at - border
            return
        behind = [part for part in parts if part.unit.start >= self._declined_at]
        gaps = [part for part in behind if part.unit.line == behind[0].unit.line] or parts[-1:]
        gaps = [part for part in gaps if not part.here and (behind or denies(part.text))]
        for part in gaps:
            part.claims = False
            self.gaps.append(part.text.strip())
        self._declined_at = None if gaps or behind else 0

    def _shared(self, said: Sequence[str], group: Sequence[Cited]) -> list[list[Cited]]:
        """Return for each sentence what of a group of citations, which stands in the last one, supports it."""
        quotes = [one for one in group if one.grounding is not None]
        rows = supporters(said, [quote.quote for quote in quotes], self.overlap)
        found = [[quotes[at] for at in sorted(row)] for row in rows]
        for one in group:
            for sentence, supporting in zip(said, found, strict=True) if one.grounding is None else ():
                places = self.overlap.best_places(sentence, one.number, always=supporting is found[-1])
                best = (Cited(one.at, *self._quoted(one.number, place)) for place in places)
                supporting += [new for new in best if new not in supporting]
        return found

    def _section(self, text: str, cited: Sequence[Cited], *, claims: bool) -> TextSection:
        room = MOST_CITATIONS - self._given
        self.dropped += len(cited[room:])
        citations: list[Citation] = []
        quoted: list[str] = []
        for one in cited[:room]:
            self._given += 1
            source, grounding = self.sources[one.number], one.grounding or NOT_FOUND
            if grounding.verdict == "cut" and quoting_sentence_has(grounding.missing, text.replace(one.quote, "", 1)):
                verdict: Verdict = "fuzzy" if grounding.changes else "normalized"
                grounding = replace(grounding, verdict=verdict, missing=())
            citation = _citation(self._given, one.quote, source, grounding, self.question)
            citations.append(in_context(citation, source.text.text, source.locator) if self.in_context else citation)
            if citation.stands:
                ranges = source.locator.with_whole_tables(grounding.ranges)
                quoted += [source.text.text[start:end] for start, end in ranges]
        stands = any(citation.stands for citation in citations)
        claims = claims or bool(citations)  # "Twenty." claims something where it cites
        section = TextSection(text=text, citations=tuple(citations), uncited=claims and not stands)
        return _examined(section, quoted, (self.question, *self.known)) if claims else section


def _letters(text: str) -> str:
    return joined(list(words_of(text)))


def _examined(section: TextSection, quoted: Sequence[str], known: Sequence[str]) -> TextSection:
    """Return the section with its doubts; a section in the paper's own words has none."""
    if _says_only_quotes(section):
        return section
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


def cited_in_file(citation: Citation, paper_id: PaperId, text: GroundingText, locator: PageLocator) -> Citation:
    """Return a citation of another file of the same paper, in which its quote is looked for and checked."""
    grounding = ground_quote(citation.quote, text)
    evidence = Evidence(
        number=citation.number, paper_id=paper_id, chunk_id=citation.chunk_id, text="", score=0.0, start=0, end=0
    )
    made = _citation(
        citation.number, citation.quote, Source(evidence=evidence, text=text, locator=locator), grounding, ""
    )
    kept = {"proves": citation.proves, "before": citation.before, "after": citation.after, "mark": citation.mark}
    return replace(made, label=made.label if made.pages else citation.label, **kept)


def _citation(number: int, quote: str, source: Source, grounding: Grounding, question: str) -> Citation:
    evidence = source.evidence
    cell, pages = source.locator.cell(grounding.ranges) or (None, source.locator.locate(grounding.ranges))
    numbers = tuple(page.page_number for page in pages) or evidence.page_numbers
    printed = in_the_papers_words(grounding, source.text)
    title = source.locator.section_title(grounding.ranges[0][0]) if grounding.ranges else None
    # What stands before the first section is in none, whatever others its passage holds.
    otherwise = () if grounding.ranges and source.locator.titles else evidence.section_path
    path = (cell.label,) if cell else (title,) if title else otherwise
    paper = source.text.text
    start, end = (grounding.ranges[0][0], grounding.ranges[-1][1]) if grounding.ranges else (None, None)
    cut = slice(*sentences_around(grounding.ranges, source.text)) if grounding.missing else slice(0)
    return Citation(
        number=number,
        paper_id=evidence.paper_id,
        chunk_id=evidence.chunk_id,
        quote=quote,
        text=printed.text,
        changes=printed.changes,
        verdict=grounding.verdict,
        similarity=grounding.similarity,
        start=start,
        end=end,
        pages=pages,
        region=source.locator.region(grounding.ranges),
        proves=proves(quote, question, in_table=source.locator.in_table(grounding.ranges)),
        gap=source.locator.has_gap(grounding.ranges),
        label=place_label(path, numbers),
        cell=cell,
        sentence=paper[cut],
        missing=grounding.missing,
        prefix="" if start is None else paper[max(start - CONTEXT_CHARACTERS, 0) : start],
        suffix="" if end is None else paper[end : end + CONTEXT_CHARACTERS],
    )
