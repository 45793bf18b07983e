"""The answers of the tools, kept small, since a model reads every token of them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from scholarai.domain.answer_text import joined
from scholarai.domain.chat import HARMLESS_CHANGES, Answer, Citation, TextSection
from scholarai.domain.checked_text import CheckedSentence, CheckedText, FoundSource, NearPassage, Outcome, QuoteInText
from scholarai.domain.checking import CheckedQuote, QuotePlace
from scholarai.domain.ids import PaperId
from scholarai.domain.notes import TextQuoteSelector
from scholarai.domain.paper import Paper, PaperStatus
from scholarai.domain.quote_wording import lacks_in_words
from scholarai.domain.verdicts import TRUE_VERDICTS, Verdict
from scholarai.mcp.places import Links, Place, quote_in

# Of a passage that is only near: a model reads more with the tool `read`. A guess.
_NEAR_CHARACTERS = 700
# Of them before the sentence that was found.
_BEFORE = 200


class Changed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`written` stands where the paper has `printed`."""

    kind: str
    written: str = ""
    printed: str = ""


class Passage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A passage of a paper."""

    paper_id: str
    title: str
    text: str
    places: tuple[Place, ...]
    section: str = ""
    differs: tuple[Changed, ...] = ()

    @classmethod
    def of(cls, near: NearPassage, links: Links) -> Passage:
        found = [(one.start - near.start, one.end - near.start) for one in near.places[:1]]
        return cls(
            paper_id=near.paper_id,
            title=near.title,
            text=_around(near.text, found[0][0] if found else 0),
            section=" > ".join(near.section_path),
            places=links.places(near.paper_id, near.places, [quote_in(near.text, *one) for one in found]),
            differs=tuple(
                Changed(kind=difference.kind, written=difference.said, printed=difference.printed)
                for difference in near.differs
            ),
        )


class Quote(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the papers say to a quote: `said` if they do, else `text` has their words, `changes` or `missing` what differs."""

    quote: str
    said: bool
    number: int | None = None
    verdict: Verdict | None = None
    paper_id: str = ""
    title: str = ""
    text: str = ""
    changes: tuple[Changed, ...] = ()
    missing: tuple[str, ...] = ()
    sentence: str = ""
    proves: bool = True
    places: tuple[Place, ...] = ()
    error: str = ""

    @classmethod
    def of(cls, held: QuoteInText, links: Links) -> Quote:
        return cls.checked(held.quote, held.checked, held.paper_id, held.title, links)

    @classmethod
    def checked(cls, quote: str, checked: CheckedQuote, paper_id: PaperId | None, title: str, links: Links) -> Quote:
        said = checked.verdict in TRUE_VERDICTS
        return cls(
            quote=quote,
            said=said,
            verdict=checked.verdict,
            paper_id=paper_id or "",
            title=title,
            text=checked.text if checked.verdict != "exact" else "",
            changes=tuple(
                Changed(
                    kind=change.kind,
                    written=quote[change.quote_start : change.quote_end],
                    printed=checked.text[change.text_start : change.text_end],
                )
                for change in checked.changes
                if change.kind not in HARMLESS_CHANGES
            ),
            missing=tuple(one.text for one in checked.missing),
            sentence="" if said else checked.sentence,
            proves=checked.proves or checked.error is not None,
            places=() if paper_id is None else links.places(paper_id, checked.places, checked.selectors),
            error="" if checked.error is None else f"{checked.error.code}: {checked.error.detail}",
        )


class CheckedQuotes(Struct, frozen=True, kw_only=True):
    """A result per quote, in their order."""

    results: tuple[Quote, ...]


class Sentence(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A sentence that makes a claim. The outcome `closest` is no verdict: `nearest` has the most similar passage."""

    text: str
    outcome: Outcome
    quotes: tuple[Quote, ...] = ()
    nearest: tuple[Passage, ...] = ()
    reading: str = ""

    @classmethod
    def of(cls, sentence: CheckedSentence, links: Links) -> Sentence:
        read = sentence.reading
        return cls(
            text=sentence.text,
            outcome=sentence.outcome,
            quotes=tuple(Quote.of(quote, links) for quote in sentence.quotes),
            nearest=tuple(Passage.of(one, links) for one in (read.evidence if read else sentence.nearest)[:1]),
            reading="" if read is None else ": ".join(filter(None, (read.says, read.reason))),
        )


class TextChecked(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How many sentences have each outcome, and the sentences in order; those that claim nothing are only counted."""

    counts: Mapping[str, int]
    sentences: tuple[Sentence, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, checked: CheckedText, links: Links) -> TextChecked:
        claims = [sentence for sentence in checked.sentences if sentence.outcome != "not_checkable"]
        return cls(
            counts={outcome: count for outcome, count in checked.counts.items() if count},
            sentences=tuple(Sentence.of(claim, links) for claim in claims),
            notes=checked.notes,
        )


class Source(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The papers that have a sentence, best first; where none says it, the passages nearest to it."""

    sentence: str
    papers: tuple[Quote, ...] = ()
    nearest: tuple[Passage, ...] = ()

    @classmethod
    def of(cls, found: FoundSource, links: Links) -> Source:
        return cls(
            sentence=found.sentence,
            papers=tuple(
                Quote.checked(found.sentence, paper.checked, paper.paper_id, paper.title, links)
                for paper in found.papers
            ),
            nearest=tuple(Passage.of(one, links) for one in found.nearest),
        )


class Sources(Struct, frozen=True, kw_only=True):
    results: tuple[Source, ...]


class Found(Struct, frozen=True, kw_only=True):
    passages: tuple[Passage, ...]


class Part(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a paper; `next` is where its text goes on."""

    paper_id: str
    title: str
    label: str
    text: str
    places: tuple[Place, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    cited_paper_id: str = ""
    next: int | None = None


def _cited(citation: Citation, title: str, links: Links) -> Quote:
    pages = citation.pages or (None,)
    start, end = citation.start, citation.end
    selector = TextQuoteSelector(exact=citation.text, prefix=citation.prefix, suffix=citation.suffix)
    checked = CheckedQuote(
        quote_id=citation.number,
        verdict=citation.verdict,
        text=citation.text,
        changes=citation.changes,
        places=()
        if start is None or end is None
        else tuple(QuotePlace(start=start, end=end, page=page) for page in pages),
        proves=citation.proves,
        sentence=citation.sentence,
        missing=citation.missing,
        selectors=(selector,) if start is not None and end is not None and len(citation.text) == end - start else (),
    )
    quote = Quote.checked(citation.quote, checked, citation.paper_id, title, links)
    return replace(quote, number=citation.number)


class Answered(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer with numbered, checked quotes; without a model it is passages that may answer."""

    answer: str
    citations: tuple[Quote, ...] = ()
    model: str = ""
    declined: str = ""
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, answer: Answer, titles: Mapping[PaperId, str], links: Links) -> Answered:
        cited = {citation.number: citation for section in answer.sections for citation in section.citations}
        message = answer.search.message if answer.search is not None else ""
        return cls(
            answer=joined(answer.sections, _numbers).strip(),
            citations=tuple(_cited(one, titles.get(one.paper_id, ""), links) for one in cited.values()),
            model=answer.usage.model or "",
            declined="" if answer.refusal is None else answer.refusal.message,
            notes=tuple(filter(None, (message, *lacks_in_words(answer)))),
        )


class ListedPaper(Struct, frozen=True, kw_only=True, omit_defaults=True):
    paper_id: str
    title: str
    link: str
    status: PaperStatus
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    note: str = ""

    @classmethod
    def of(cls, paper: Paper, links: Links, note: str = "") -> ListedPaper:
        about = paper.metadata
        return cls(
            paper_id=paper.id,
            title=about.title or paper.filename,
            link=links.paper(paper.id),
            status=paper.status,
            authors=about.authors,
            year=about.year,
            doi=about.doi or "",
            note=note,
        )


class Listed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    papers: tuple[ListedPaper, ...]
    total: int
    cursor: str = ""


def _around(text: str, at: int) -> str:
    """Return the text around a character, shortened where it is long."""
    if len(text) <= _NEAR_CHARACTERS:
        return text
    start = max(0, min(at - _BEFORE, len(text) - _NEAR_CHARACTERS))
    end = start + _NEAR_CHARACTERS
    return f"{'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"


def _numbers(section: TextSection) -> str:
    numbers = "".join(f"[{citation.number}]" for citation in section.citations)
    return numbers and f" {numbers}"
