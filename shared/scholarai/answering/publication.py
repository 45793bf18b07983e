"""Answers questions about a paper's bibliographic data, such as title, authors, year and venue, and about its title page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from scholarai.answering.choosing import Sentence, lines_of
from scholarai.domain.chat import Evidence
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value
from scholarai.retrieval.cues import find_cues
from scholarai.retrieval.words import question_terms, terms

_AUTHORS_NAMED = 30
# Words beside a fact that leave a question one about the fact; any other makes it one about the content: "How many figures were redrawn?"
_NEUTRAL = frozenset(
    terms(
        "cite contain include publish total whole long bibliography list file pdf print number know paper article work study"
    )
)
# Lines that are shown of a title page: title, authors, affiliations.
LINES = 3
# Characters; a longer block of the title page is its abstract.
LONGEST_LINE = 400
_ASKS_FOR_DATE = re.compile(r"\b(?:when|date|year|published|submitted|written|appear\w*)\b", re.IGNORECASE)
_ASKS_FOR_DOI = re.compile(r"\bdoi\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_DATE, _DOI = re.compile(r"\b(?:19|20)\d\d\b"), re.compile(r"\b10\.\d{4,9}/")
_PAPER = r"(?:(?:this|the|that|its) )?(?:paper|article|work|study|manuscript|publication|it|this)"
_OUT = r"(?:published|written|appear|appeared|come out|submitted|presented)"
_Told: TypeAlias = Callable[[PaperContent], str | None]


class Stated(Value, frozen=True, kw_only=True):
    """A sentence that states a fact about a paper; `quote` is the printed line, None where only the file's metadata has the fact."""

    paper_id: PaperId
    text: str
    quote: str | None = None

    def source(self, evidence: Sequence[Evidence]) -> Evidence | None:
        """Return the passage to cite: the one that holds the quote, else the paper's first."""
        own = [piece for piece in evidence if piece.paper_id == self.paper_id]
        return next((piece for piece in own if self.quote and self.quote in piece.text), own[0] if own else None)


class _Fact(NamedTuple):
    """A fact: the pattern of its questions, its value, and what is looked for in print; the default is for counts, which are not printed."""

    name: str
    asked: re.Pattern[str]
    value: _Told
    printed: _Told = lambda _: None


def stated(question: str, papers: Sequence[tuple[PaperId, PaperContent]]) -> tuple[Stated, ...]:
    """Return the facts about each paper that a question asks for; empty where it asks for anything else."""
    facts = asked_facts(question)
    return tuple(_stated(fact, paper_id, paper, papers) for paper_id, paper in papers for fact in facts)


def asked_facts(question: str) -> list[_Fact]:
    """Return the facts that a question asks for, none where it asks for more."""
    facts = [fact for fact in _FACTS if fact.asked.search(question)]
    for fact in facts:
        question = fact.asked.sub(" ", question)
    return facts if _NEUTRAL.issuperset(question_terms(question)) else []


def title_page(question: str, evidence: Sequence[Evidence]) -> list[Sentence] | None:
    """Return the lines of the title page that a question asks for, None where it asks for something else."""
    names = {cue.text for cue in find_cues(question) if cue.kind == "front"}
    page = next((piece for piece in evidence if piece.pinned_by in names), None)
    if page is None:
        return None
    wanted = _DOI if _ASKS_FOR_DOI.search(question) else _DATE if _ASKS_FOR_DATE.search(question) else re.compile("")
    lines = [one for one in lines_of([page]) if len(one.text) < LONGEST_LINE and wanted.search(one.text)]
    return lines[:LINES]


def _stated(fact: _Fact, paper_id: PaperId, paper: PaperContent, papers: Sequence[object]) -> Stated:
    of = f" of “{paper.title}”" if len(papers) > 1 and paper.title else ""
    name = f"{fact.name[0].upper()}{fact.name[1:]}{of}"
    value, sought = fact.value(paper), fact.printed(paper)
    if fact.printed is _Fact._field_defaults["printed"]:
        return Stated(paper_id=paper_id, text=f"{name}: {value}, counted in what was read from the file.")
    if value is None:
        return Stated(paper_id=paper_id, text=f"{name}: not found in the text, nor in what the file says of itself.")
    from scholarai.answering.printed import printed_line  # few questions ask for such facts

    quote, page = printed_line(paper, sought or value) or (None, None)
    where = (
        f"printed on page {page}"
        if page
        else "printed in the text"
        if quote
        else "known from the file, not printed in its text"
    )
    return Stated(paper_id=paper_id, text=f"{name}: {value} ({where}).", quote=quote)


def _author(place: int) -> _Told:
    return lambda paper: paper.authors[place].name if paper.authors else None


def _authors(paper: PaperContent) -> str | None:
    names = [author.name for author in paper.authors]
    if len(names) > _AUTHORS_NAMED:
        names = [*names[:_AUTHORS_NAMED], f"{len(names) - _AUTHORS_NAMED} more"]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else None


def _affiliations(paper: PaperContent) -> str | None:
    return "; ".join(dict.fromkeys(author.affiliation for author in paper.authors if author.affiliation)) or None


def _first_keyword(paper: PaperContent) -> str | None:
    return paper.keywords[0] if paper.keywords else None


def _figures(paper: PaperContent) -> int:
    from scholarai.retrieval.numbering import OTHER_KIND

    return sum(not OTHER_KIND.match(one.label) for one in paper.figures)


def _fact(name: str, asked: str, value: _Told, printed: _Told | None = None) -> _Fact:
    return _Fact(name, re.compile(asked, re.IGNORECASE), value, printed or value)


def _count(things: str, count: Callable[[PaperContent], int], asked: str = "(?!)") -> _Fact:
    pattern = re.compile(rf"\b(?:how many|number of) {things}\b|{asked}", re.IGNORECASE)
    return _Fact(f"number of {things}", pattern, lambda paper: str(count(paper)))


_FACTS = (
    _fact("title", rf"\btitle(?: of {_PAPER})?\b|\bwhat is {_PAPER} called\b", lambda paper: paper.title),
    _fact("first author", r"\bfirst author\b", _author(0)),
    _fact("last author", r"\b(?:last|senior) author\b", _author(-1)),
    _fact(
        "affiliations",
        r"\baffiliations?(?: of (?:the )?authors)?\b|\bauthors?['’]? institutions?\b",
        _affiliations,
    ),
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
    _count("figures", _figures),
    _count("tables", lambda paper: len(paper.tables)),
    _count(
        "references",
        lambda paper: len(paper.references),
        rf"\bhow many (?:works|papers) (?:does|do) {_PAPER} cite\b",
    ),
    _count("sections", lambda paper: len(paper.sections)),
    _count("equations", lambda paper: len(paper.equations)),
)
