"""Papers as entries of a bibliography: type, authors, venue, and citation key."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from scholarai.domain.bibliography_entry import BibliographyEntry
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import one_line, visible
from scholarai.domain.notices import warning
from scholarai.domain.paper import Paper
from scholarai.domain.people import Person, is_nobody, person
from scholarai.domain.values import Value

_PREPRINTS = re.compile(r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|preprints?|ssrn)\b", re.IGNORECASE)
# Words in a venue that tell the type of CSL.
_TYPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("article", _PREPRINTS),
    ("thesis", re.compile(r"\b(?:thesis|dissertation)\b", re.IGNORECASE)),
    ("report", re.compile(r"\b(?:technical report|working paper|discussion paper|white paper)\b", re.IGNORECASE)),
    (
        "paper-conference",
        re.compile(
            r"\b(?:proceedings|proc\.|conference|symposium|workshop|congress|advances in neural)", re.IGNORECASE
        ),
    ),
)
# What may stand in a key: LaTeX ends one at commas and braces, and reads the other signs.
_KEY = re.compile(r"[^\s,{}()#%~\\\"=]{1,200}")
# Words at the beginning of a title that a citation key skips.
_STOPWORDS = frozenset(
    "a an and are as at be by can do does for from how in into is it its of on or over that the their this through to "
    "toward towards under using via we what when where which who why with".split()
)
# Characters of each part of a citation key; nobody types longer ones. A guess.
_KEY_CHARACTERS = 30
# Letters that Unicode does not decompose.
_LATIN = str.maketrans({
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i", "ħ": "h",
})  # fmt: skip


class Work(Value, frozen=True, kw_only=True):
    """One entry of a bibliography. Texts are on one line and without hidden characters; empty: not known.

    Attributes:
        key: The citation key, unique in the library: that of the owner's bibliography, or else family name, year and first telling
            word of the title, in ASCII.
        type: A type of CSL; "article" is a preprint.
        tags: Its owner's, as they were given.
        warning: What readers must know before they rely on it, such as "retracted on 2015-05-04".
        entry: Further fields of the bibliography entry that it was imported from.
    """

    paper_id: PaperId
    key: str
    type: str
    title: str
    authors: tuple[Person, ...] = ()
    editors: tuple[Person, ...] = ()
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    issn: str = ""
    tags: tuple[str, ...] = ()
    warning: str = ""
    entry: BibliographyEntry = BibliographyEntry()

    @property
    def date(self) -> tuple[int, ...]:
        """Return the year, the month and the day, as far as they are known."""
        if self.year is None:
            return ()
        parts = self.entry.date.split("-")
        return (self.year, *map(int, parts[1:])) if parts[0] == str(self.year) else (self.year,)

    @property
    def url(self) -> str:
        """Return where it is found, empty where that is not known."""
        if self.entry.url:
            return self.entry.url
        if self.doi:
            return f"https://doi.org/{self.doi}"
        return f"https://arxiv.org/abs/{self.arxiv_id}" if self.arxiv_id else ""


def works_of(papers: Sequence[Paper], wanted: Collection[PaperId] | None = None) -> tuple[Work, ...]:
    """Return the wanted papers of a library as works, in the library's order; None: all of them.

    Args:
        papers: The whole library: keys are unique in it, so that a paper has the same key in every export. The paper that was
            added first gets the plain key, others that would get the same one end in a, b and so on. Keys of the owner's bibliography
            are given out first, those of supplements last.
        wanted: Ids.
    """
    works = [_work(paper) for paper in papers]
    added: dict[PaperId, tuple[bool, float, str]] = {
        paper.id: (paper.supplement_of is not None, paper.created_at.timestamp(), paper.id) for paper in papers
    }
    keys = _keys(works, added)
    return tuple(_keyed(work, keys[work.paper_id]) for work in works if wanted is None or work.paper_id in wanted)


def is_preprint_server(venue: str) -> bool:
    """Tell whether a venue is a server of preprints, such as "arXiv.org"."""
    return _PREPRINTS.search(venue) is not None


def ascii_letters(text: str) -> str:
    """Return a text's letters and digits in lower case, accents left out; empty where no letter is Latin."""
    folded = unicodedata.normalize("NFKD", text.lower().translate(_LATIN))
    return "".join(c for c in folded if c.isascii() and c.isalnum())


def _work(paper: Paper) -> Work:
    known = paper.metadata
    venue = one_line(known.venue)
    entry = known.entry or BibliographyEntry()
    parted = {whole.full_name: whole for whole in (*entry.editors, *entry.authors)}
    names = [name for name in map(one_line, known.authors) if name and not is_nobody(name)]
    people = tuple(parted.get(name) or person(name) for name in names)
    are_editors = not entry.authors and people == entry.editors
    return Work(
        paper_id=paper.id,
        key="",
        type=entry.type or _type(venue, known.arxiv_id, known.doi),
        title=one_line(known.title) or one_line(paper.filename) or "Untitled",
        authors=() if are_editors else people,
        editors=entry.editors,
        year=known.year,
        venue=venue,
        doi="".join(visible(known.doi or "").split()),
        arxiv_id="".join(visible(known.arxiv_id or "").split()),
        abstract=one_line(known.abstract),
        keywords=tuple(filter(None, map(one_line, known.keywords))),
        volume=one_line(known.volume),
        issue=one_line(known.issue),
        pages=one_line(known.page_range),
        publisher=one_line(known.publisher),
        issn=one_line(known.issn),
        tags=tuple(filter(None, map(one_line, paper.marks.tags))),
        warning=one_line(warning(paper.notices)),
        entry=entry,
    )


def _type(venue: str, arxiv_id: str | None, doi: str | None) -> str:
    if not venue:
        return "article" if arxiv_id else "article-journal" if doi else "document"
    return next((found for found, words in _TYPES if words.search(venue)), "article-journal")


def _keys(works: Iterable[Work], added: dict[PaperId, tuple[bool, float, str]]) -> dict[PaperId, str]:
    keys: dict[PaperId, str] = {}
    taken: set[str] = set()
    repeated: dict[str, int] = {}
    for work in sorted(works, key=lambda work: (not _has_key(work), added[work.paper_id])):
        base = work.entry.citation_key if _has_key(work) else _base(work)
        key = base
        while key.casefold() in taken:  # BibTeX refuses keys that differ in case alone
            repeated[base] = repeated.get(base, 0) + 1
            key = f"{base}{letters(repeated[base])}"
        taken.add(key.casefold())
        keys[work.paper_id] = key
    return keys


def _has_key(work: Work) -> bool:
    return _KEY.fullmatch(work.entry.citation_key) is not None


def _base(work: Work) -> str:
    family = next((name for author in work.authors or work.editors if (name := ascii_letters(author.family))), "anon")
    words = [ascii_letters(word) for word in re.split(r"[\s/–—-]+", work.title)]
    telling = next((word for word in words if len(word) > 1 and word not in _STOPWORDS), "")
    return f"{family[:_KEY_CHARACTERS]}{work.year or ''}{telling[:_KEY_CHARACTERS]}"


def letters(number: int) -> str:
    """Return 1 as a, 26 as z, 27 as aa."""
    text = ""
    while number:
        number, left = divmod(number - 1, 26)
        text = chr(ord("a") + left) + text
    return text


def _keyed(work: Work, key: str) -> Work:
    return replace(work, key=key)
