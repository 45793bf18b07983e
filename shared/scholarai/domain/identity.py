"""Decides whether two descriptions are of the same publication: by DOI, arXiv id, or title with authors and year."""

from __future__ import annotations

import functools
import re
from typing import Literal

from scholarai.domain.content import Reference
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.title_folding import Title, arxiv_of, doi_of, folded_name, folded_title, is_preprint_doi
from scholarai.domain.values import Value

Relation = Literal["same", "version"]
"""`version`: a preprint and what it was published as, which have DOIs or an arXiv id of their own."""

# Letters of a title that make a key. Fewer would give unrelated publications the same key, which only costs reads. A guess.
_KEY_LETTERS = 20
# Letters of a title, and of the part before a subtitle; shorter ones belong to many papers ("Editorial"). Guesses.
_TITLE_LETTERS = 4
_MAIN_LETTERS = 10
# Letters of a title that identifies a publication without a year. A guess.
_YEARLESS_LETTERS = 25
# Most years between two records of a publication, and between a preprint and its journal version. Guesses.
_SAME_YEARS = 1
_VERSION_YEARS = 3
# Least share of the shorter list's authors that the longer one has, since some names are misread. A guess.
_AUTHORS_SHARED = 0.8
_GENERAL_TITLES = frozenset(
    "editorial introduction preface foreword erratum corrigendum correction corrections obituary bookreview bookreviews"
    " conclusion conclusions inmemoriam lettertotheeditor authorindex tableofcontents abstracts commentary"
    " discussion guesteditorial frontmatter backmatter acknowledgments acknowledgements contents".split()
)
# Words of a title that mark a work about another one, or a part or an edition of one.
_APART = re.compile(
    r"\b(?:errat(?:um|a)|corrigend(?:um|a)|corrections?|retract(?:ed|ion)|addend(?:um|a)|expression of concern|comments?"
    r"|commentary|repl(?:y|ies)|response|rejoinder|rebuttal|discussion|supplement(?:ary|al)?|supporting information|appendix"
    r"|editions?|ed|revisited|parts?|vol|volume|chapter|tutorial|poster|extended|summary|review)\b"
)
_NUMBERED = re.compile(r"\d+|[ivx]{1,5}|first|second|third|fourth")
_PARTICLES = frozenset("van von der den de del della di da dos du la le ter ten bin ibn al el st".split())
_SUFFIXES = frozenset("jr sr phd md".split())
_OTHERS = re.compile(r"\bet\s+al\b\.?|\band others\b|\bu\.\s?a\.", re.IGNORECASE)
# Lists of authors whose parsed names are cached. A guess.
_KEPT_LISTS = 2_048
_LAST_WORD = re.compile(r"[^\W\d_]+\W{0,3}$")
_MOST_INITIALS = 3


class Publication(Value, frozen=True, kw_only=True):
    """The identifying fields of a publication; `arxiv_id` and `doi` may have any printed form."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str | None = None
    arxiv_id: str | None = None


def publication_of(metadata: Metadata) -> Publication:
    """Return the publication that a paper is."""
    return Publication(
        title=metadata.title,
        authors=metadata.authors,
        year=metadata.year,
        doi=doi_of(metadata.doi),
        arxiv_id=arxiv_of(metadata.arxiv_id, metadata.doi),
    )


def is_published(paper: Paper) -> bool:
    """Tell whether a paper is found by what it is: one that can be read, or that is only known as a publication.

    A supplement is not: what it prints is often the title and the DOI of its paper.
    """
    is_known = paper.visible_generation is not None or paper.status == "record"
    return is_known and not paper.deleting and paper.supplement_of is None


def cited_publication(reference: Reference) -> Publication:
    """Return the publication that an entry of a bibliography names."""
    return Publication(
        title=reference.title,
        authors=reference.authors,
        year=reference.year,
        doi=doi_of(reference.doi),
        arxiv_id=arxiv_of(reference.arxiv_id, reference.doi, reference.raw),
    )


def keys_of(publication: Publication) -> tuple[str, ...]:
    """Return keys, at most four, of which related publications share at least one."""
    title = folded_title(publication.title)
    letters = dict.fromkeys("".join(words)[:_KEY_LETTERS] for words in (title.words, title.main))
    doi, arxiv = doi_of(publication.doi), _arxiv(publication)
    return (
        *((f"doi:{doi}",) if doi else ()),
        *((f"arxiv:{arxiv}",) if arxiv else ()),
        *(f"title:{part}" for part in letters if len(part) >= _TITLE_LETTERS),
    )


def keys_of_paper(paper: Paper) -> tuple[str, ...]:
    """Return the keys that a store finds a paper by: a published one's, or that of a supplement, which names its paper."""
    if paper.supplement_of is not None and not paper.deleting:
        return (supplement_key(paper.supplement_of),)
    return keys_of(publication_of(paper.metadata)) if is_published(paper) else ()


def supplement_key(paper_id: str) -> str:
    """Return the key that the supplements of a paper have."""
    return f"supplement:{paper_id}"


def relation(one: Publication, other: Publication) -> Relation | None:
    """Tell how two publications are related; None where they differ, or where too little is known of them."""
    if one.title and other.title and _stands_apart(one) != _stands_apart(other):
        return None
    dois, arxivs = _pair(doi_of(one.doi), doi_of(other.doi)), _pair(_arxiv(one), _arxiv(other))
    if dois == "equal" or arxivs == "equal":
        return "same"
    if arxivs == "differ" or not _same_title(one, other) or not _same_authors(one, other):
        return None
    apart = dois == "differ" or _is_preprint(one) != _is_preprint(other)
    if not _same_time(one, other, _VERSION_YEARS if apart else _SAME_YEARS):
        return None
    return "version" if apart and _is_identified(one) and _is_identified(other) else "same"


def _arxiv(publication: Publication) -> str | None:
    return arxiv_of(publication.arxiv_id, publication.doi)


def _pair(one: str | None, other: str | None) -> Literal["equal", "differ", "unknown"]:
    if one is None or other is None:
        return "unknown"
    return "equal" if one == other else "differ"


def _is_identified(publication: Publication) -> bool:
    return bool(doi_of(publication.doi) or _arxiv(publication))


def _is_preprint(publication: Publication) -> bool:
    doi = doi_of(publication.doi)
    return is_preprint_doi(doi) if doi else _arxiv(publication) is not None


def _stands_apart(publication: Publication) -> set[str]:
    """Return what marks a publication as being about another one, or a part of it: corrections, replies, editions."""
    return set(_APART.findall(" ".join(folded_title(publication.title).words)))


def _same_title(one: Publication, other: Publication) -> bool:
    mine, theirs = folded_title(one.title), folded_title(other.title)
    if len(mine.letters) < _TITLE_LETTERS or mine.letters in _GENERAL_TITLES:
        return False
    return mine.letters == theirs.letters or _without_subtitle(mine, theirs) or _without_subtitle(theirs, mine)


def _without_subtitle(short: Title, long: Title) -> bool:
    """Tell whether the short title is the long one without its sub-title, and the sub-title numbers no part."""
    letters = "".join(long.main)
    rest = long.words[len(long.main) :]
    return (
        short.letters == letters
        and len(short.main) == len(short.words)
        and len(letters) >= _MAIN_LETTERS
        and not any(_NUMBERED.fullmatch(word) for word in rest)
    )


def _same_time(one: Publication, other: Publication, years: int) -> bool:
    if one.year is None or other.year is None:
        return len(folded_title(one.title).letters) >= _YEARLESS_LETTERS
    exact = folded_title(one.title).letters == folded_title(other.title).letters
    return abs(one.year - other.year) <= (years if exact else _SAME_YEARS)


def _same_authors(one: Publication, other: Publication) -> bool:
    """Tell whether both lists have the same first author, and the longer one nearly all of the shorter one.

    Lists of equally many are the same in any order.
    """
    mine, theirs = _people(one.authors), _people(other.authors)
    if not mine or not theirs:
        return False
    short, long = sorted((mine, theirs), key=len)
    shared = sum(any(_same_person(person, known) for known in long) for person in short)
    if shared < _AUTHORS_SHARED * len(short):
        return False
    return _same_person(short[0], long[0]) or (len(short) == len(long) and shared == len(short) > 1)


def same_first_author(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether the first names of two lists of authors are of one person."""
    mine, theirs = _people(one), _people(other)
    return bool(mine and theirs) and _same_person(mine[0], theirs[0])


class _Person(Value, frozen=True):
    """A name's words: those that may be the family name, all that are no initials, and the initials of the given names."""

    families: frozenset[str]
    names: frozenset[str]
    initials: frozenset[str]


@functools.lru_cache(maxsize=_KEPT_LISTS)
def _people(authors: tuple[str, ...]) -> list[_Person]:
    found = (_person(_OTHERS.sub(" ", name)) for name in authors)
    return [person for person in found if person is not None]


def _person(name: str) -> _Person | None:
    before, _, after = name.partition(",")
    words = [word for word in folded_name(before) if word not in _SUFFIXES and word not in _PARTICLES]
    if not words:
        return None
    given = [word for word in folded_name(after) if word not in _SUFFIXES]
    families, rest = (words, given) if given else _family(words, before)
    names = {word for word in (*words, *given) if len(word) > 1}
    return _Person(frozenset(families), frozenset(names), frozenset(word[0] for word in rest))


def _family(words: list[str], printed: str) -> tuple[list[str], list[str]]:
    """Return the family name and the given names of a name without a comma: "Jane Doe", "J. Doe", "Doe J", "Doe JA"."""
    last = _LAST_WORD.search(printed)
    initials = last is not None and last[0].isupper() and not printed.isupper() and len(words[-1]) <= _MOST_INITIALS
    if len(words) > 1 and (initials or len(words[-1]) == 1):
        return words[:-1], list(words[-1])
    return words[-1:], words[:-1]


def _same_person(one: _Person, other: _Person) -> bool:
    if not (one.families & other.names or other.families & one.names):
        return False
    if one.names == other.names and (len(one.names) > 1 or not one.initials or not other.initials):
        return True
    mine = one.initials | {word[0] for word in one.names - other.families}
    theirs = other.initials | {word[0] for word in other.names - one.families}
    return not one.initials or not other.initials or bool(mine & theirs)
