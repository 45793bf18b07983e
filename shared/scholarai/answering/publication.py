"""Answers questions about a paper's bibliographic data, such as title, authors, year and venue, and finds where it prints them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from scholarai.domain.chat import Evidence
from scholarai.domain.content import PaperContent
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value
from scholarai.retrieval.places import OTHER_KIND
from scholarai.retrieval.terms import question_terms, terms, tokens

_AUTHORS_NAMED = 30
# Words beside a fact that leave a question one about the fact; any other makes it one about the content: "How many figures were redrawn?"
_NEUTRAL = frozenset(
    terms(
        "cite contain include publish total whole long bibliography list file pdf print number know paper article work study"
    )
)
# Blocks at the beginning and at the end where papers print such facts; elsewhere a year or a name means something else. A guess.
_FRONT, _BACK = 14, 6
_LONGEST_QUOTE = 400
# A year in a longer line without one of these words is that of something else.
_DATES = re.compile(
    r"publi|©|copyright|received|accepted|submitted|dated|compiled|vol(?:ume)?\b|proceedings|journal", re.IGNORECASE
)
_DATE_LINE = 80


class Stated(Value, frozen=True, kw_only=True):
    """A sentence that states a fact about a paper; `quote` is the printed line, None where only the file's metadata has the fact."""

    text: str
    quote: str | None = None

    def source(self, evidence: Sequence[Evidence]) -> Evidence | None:
        """Return the passage to cite: the one that holds the quote, else the first."""
        holding = (piece for piece in evidence if self.quote and self.quote in piece.text)
        return next(holding, evidence[0] if evidence else None)


_Read: TypeAlias = Callable[[PaperContent], str | None]


class _Fact(NamedTuple):
    """A fact: its name, the pattern of its questions, its value, and what of it is looked for in print; None for counts."""

    name: str
    asked: str
    value: _Read
    printed: _Read | None


def stated(question: str, paper: PaperContent) -> tuple[Stated, ...]:
    """Return the facts about a paper that a question asks for; none where it asks for anything else, too."""
    facts = [fact for fact in _FACTS if re.search(fact.asked, question, re.IGNORECASE)]
    for fact in facts:
        question = re.sub(fact.asked, " ", question, flags=re.IGNORECASE)
    return tuple(_stated(fact, paper) for fact in facts) if _NEUTRAL.issuperset(question_terms(question)) else ()


def _stated(fact: _Fact, paper: PaperContent) -> Stated:
    name, value = f"{fact.name[0].upper()}{fact.name[1:]}", fact.value(paper)
    if fact.printed is None:
        return Stated(text=f"{name}: {value}, counted in what was read from the file.")
    if value is None:
        return Stated(text=f"{name}: not found in the text, nor in what the file says of itself.")
    quote, page = printed_line(paper, fact.printed(paper) or value) or (None, None)
    where = "known from the file, not printed in its text"
    if quote:
        where = f"printed on page {page}" if page else "printed in the text"
    return Stated(text=f"{name}: {value} ({where}).", quote=quote)


def printed_line(paper: PaperContent, value: str) -> tuple[str, int | None] | None:
    """Return the line at the beginning or the end of a paper that prints a value, with its page; None if there is none."""
    words = tokens(value)
    is_year = len(words) == 1 and words[0].isdigit()
    last_page = len(paper.pages)
    ends = [block for block in paper.blocks[_FRONT:][-_BACK:] if block.page_number == last_page]
    for block in (*paper.blocks[:_FRONT], *ends):
        whole = block.kind != "reference" and len(block.text) <= _LONGEST_QUOTE
        spans = [(0, len(block.text))] if whole else sentence_spans(block.text) if block.kind != "reference" else ()
        for line in (block.text[start:end] for start, end in spans if end - start <= _LONGEST_QUOTE):
            is_other_year = is_year and len(line) > _DATE_LINE and not _DATES.search(line)
            if "".join(words) in "".join(tokens(line)) and not is_other_year:
                return line, block.page_number
    return None


def _author(number: int) -> _Read:
    return lambda paper: paper.authors[number].name if paper.authors else None


def _authors(paper: PaperContent) -> str | None:
    names = [author.name for author in paper.authors]
    if len(names) > _AUTHORS_NAMED:
        names = [*names[:_AUTHORS_NAMED], f"{len(names) - _AUTHORS_NAMED} more"]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else None


def _affiliations(paper: PaperContent) -> str | None:
    return "; ".join(dict.fromkeys(author.affiliation for author in paper.authors if author.affiliation)) or None


def _first_keyword(paper: PaperContent) -> str | None:
    return paper.keywords[0] if paper.keywords else None


def _fact(name: str, asked: str, value: _Read, printed: _Read | None = None) -> _Fact:
    return _Fact(name, asked, value, printed or value)


def _count(things: str, count: Callable[[PaperContent], int], asked: str = "(?!)") -> _Fact:
    pattern = rf"\b(?:how many|number of) {things}\b|{asked}"
    return _Fact(f"number of {things}", pattern, lambda paper: str(count(paper)), None)


_PAPER = r"(?:(?:this|the|that|its) )?(?:paper|article|work|study|manuscript|publication|it|this)"
_OUT = r"(?:published|written|appear|appeared|come out|submitted|presented)"
_FACTS = (
    _fact("title", rf"\btitle(?: of {_PAPER})?\b|\bwhat is {_PAPER} called\b", lambda paper: paper.title),
    _fact("first author", r"\bfirst author\b", _author(0)),
    _fact("last author", r"\b(?:last|senior) author\b", _author(-1)),
    _fact("affiliations", r"\baffiliations?(?: of (?:the )?authors)?\b|\bauthors?['’]? institutions?\b", _affiliations),
    _fact(
        "authors",
        r"\bwho (?:wrote|authored|(?:is|are|were) the authors?)\b|\b(?:names?|list) of (?:the )?authors\b|\bhow many authors\b",
        _authors,
        _author(0),
    ),
    _fact(
        "year of publication",
        rf"\b(?:when|(?:what|which) (?:year|date)) (?:was|were|did|has) {_PAPER}(?: been)? {_OUT}\b"
        r"|\b(?:year|date) of (?:its )?publication\b|\bpublication (?:date|year)\b",
        lambda paper: str(paper.year or "") or None,
    ),
    _fact(
        "venue",
        rf"\bwhere (?:was|were|did|has) {_PAPER}(?: been)? {_OUT}\b|\b(?:journal|venue) of {_PAPER}\b"
        rf"|\b(?:which|what) (?:journal|venue|conference)(?: (?:was|is|did) {_PAPER}(?: {_OUT})?(?: in| at)?)?\b",
        lambda paper: paper.venue,
    ),
    _fact("DOI", r"\bdoi\b", lambda paper: paper.doi),
    _fact("arXiv number", r"\barxiv (?:id|identifier|number)\b", lambda paper: paper.arxiv_id),
    _fact("keywords", r"\bkey ?words\b", lambda paper: ", ".join(paper.keywords) or None, _first_keyword),
    _count("pages", lambda paper: len(paper.pages), rf"\bhow long is {_PAPER}\b|\blength of {_PAPER}\b"),
    _count("figures", lambda paper: sum(not OTHER_KIND.match(one.label) for one in paper.figures)),
    _count("tables", lambda paper: len(paper.tables)),
    _count(
        "references",
        lambda paper: len(paper.references),
        rf"\bhow many (?:works|papers) (?:does|do) {_PAPER} cite\b",
    ),
    _count("sections", lambda paper: len(paper.sections)),
    _count("equations", lambda paper: len(paper.equations)),
)
