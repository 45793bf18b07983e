"""Papers as entries of a bibliography: kind, authors, venue, and citation key."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.notices import warning
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value

WorkKind: TypeAlias = Literal["article", "conference", "preprint", "thesis", "report", "other"]

_PARTICLES = frozenset(
    "af al bin da das de del della den der des di dos du el ibn la le ten ter van vom von zu zum zur".split()
)
_SUFFIXES = frozenset("jr jr. sr sr. ii iii iv".split())
# Words in names of groups, which no person has.
_GROUP_WORDS = frozenset(
    "association collaboration collaborators committee consortium department foundation group initiative institute "
    "investigators laboratory network organisation organization project society team university working".split()
)
_PREPRINTS = re.compile(r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|preprints?|ssrn)\b", re.IGNORECASE)
_KINDS: tuple[tuple[WorkKind, re.Pattern[str]], ...] = (
    ("preprint", _PREPRINTS),
    ("thesis", re.compile(r"\b(?:thesis|dissertation)\b", re.IGNORECASE)),
    ("report", re.compile(r"\b(?:technical report|working paper|discussion paper|white paper)\b", re.IGNORECASE)),
    (
        "conference",
        re.compile(
            r"\b(?:proceedings|proc\.|conference|symposium|workshop|congress|advances in neural)", re.IGNORECASE
        ),
    ),
)
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


class Person(Value, frozen=True, kw_only=True):
    """Who wrote something; a group, or a name that cannot be taken apart, has a family name alone."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""

    @property
    def is_group(self) -> bool:
        return not (self.given or self.particle or self.suffix)


class Work(Value, frozen=True, kw_only=True):
    """One entry of a bibliography. Texts are on one line and without hidden characters; empty: not known.

    Attributes:
        tags: Its owner's, as they were given.
        warning: What readers must know before they rely on it, such as "retracted on 2015-05-04".
        key: What it is cited by: family name, year and first telling word of the title, in ASCII; unique in its library.
    """

    paper_id: PaperId
    key: str
    kind: WorkKind
    title: str
    authors: tuple[Person, ...] = ()
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

    @property
    def url(self) -> str:
        """Return where it is found, empty where it has no identifier."""
        if self.doi:
            return f"https://doi.org/{self.doi}"
        return f"https://arxiv.org/abs/{self.arxiv_id}" if self.arxiv_id else ""


def works_of(papers: Sequence[Paper], wanted: Collection[PaperId] | None = None) -> tuple[Work, ...]:
    """Return the wanted papers of a library as works, in the library's order; None: all of them.

    Args:
        papers: The whole library: keys are unique in it, so that a paper has the same key in every export. The paper that was
            added first has a plain key, those that would have the same one end in a, b and so on.
        wanted: Ids.
    """
    works = [_work(paper) for paper in papers]
    keys = _keys(works, {paper.id: (paper.created_at.timestamp(), paper.id) for paper in papers})
    return tuple(_keyed(work, keys[work.paper_id]) for work in works if wanted is None or work.paper_id in wanted)


def person(name: str) -> Person:
    """Return a name taken apart: "Ann van Dijk", "van Dijk, Ann", "Dijk, Jr., Ann" or "The Example Group"."""
    name = one_line(name)
    parts = [part.strip() for part in name.split(",")]
    if len(parts) in {2, 3} and all(parts):
        suffix = parts[1] if len(parts) == 3 else ""
        if len(parts) == 2 and parts[1].lower() in _SUFFIXES:
            return _with_suffix(person(parts[0]), parts[1])
        particle, family = _particle(parts[0].split())
        return Person(family=family, given=parts[-1], particle=particle, suffix=suffix)
    words = name.split()
    if "," in name or _is_group(words):
        return Person(family=name)
    if words[-1].lower() in _SUFFIXES and len(words) > 2:
        return _with_suffix(person(" ".join(words[:-1])), words[-1])
    first = next((at for at, word in enumerate(words[1:-1], 1) if word in _PARTICLES), len(words) - 1)
    particle, family = _particle(words[first:])
    return Person(family=family, given=" ".join(words[:first]), particle=particle)


def _is_group(words: Sequence[str]) -> bool:
    """Tell whether a name is one word or a group's, such as "The Example Consortium"."""
    return len(words) < 2 or words[0] in {"The", "the"} or not _GROUP_WORDS.isdisjoint(word.lower() for word in words)


def is_preprint_server(venue: str) -> bool:
    """Tell whether a venue is a server of preprints, such as "arXiv.org"."""
    return _PREPRINTS.search(venue) is not None


def one_line(text: str | None) -> str:
    """Return a text on one line, without hidden characters."""
    return " ".join(visible(text or "").split())


def ascii_letters(text: str) -> str:
    """Return a text's letters and digits in lower case, accents left out; empty where no letter is Latin."""
    folded = unicodedata.normalize("NFKD", text.lower().translate(_LATIN))
    return "".join(c for c in folded if c.isascii() and c.isalnum())


def _work(paper: Paper) -> Work:
    known = paper.metadata
    venue = one_line(known.venue)
    return Work(
        paper_id=paper.id,
        key="",
        kind=_kind(venue, known.arxiv_id, known.doi),
        title=one_line(known.title) or one_line(paper.filename) or "Untitled",
        authors=tuple(person(name) for name in known.authors if one_line(name)),
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
    )


def _kind(venue: str, arxiv_id: str | None, doi: str | None) -> WorkKind:
    if not venue:
        return "preprint" if arxiv_id else "article" if doi else "other"
    return next((kind for kind, words in _KINDS if words.search(venue)), "article")


def _keys(works: Iterable[Work], added: dict[PaperId, tuple[float, str]]) -> dict[PaperId, str]:
    keys: dict[PaperId, str] = {}
    taken: set[str] = set()
    repeated: dict[str, int] = {}
    for work in sorted(works, key=lambda work: added[work.paper_id]):
        base = _base(work)
        key = base
        while key in taken:
            repeated[base] = repeated.get(base, 0) + 1
            key = f"{base}{letters(repeated[base])}"
        taken.add(key)
        keys[work.paper_id] = key
    return keys


def _base(work: Work) -> str:
    family = next((name for author in work.authors if (name := ascii_letters(author.family))), "anon")
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


def _particle(words: list[str]) -> tuple[str, str]:
    """Return the particles before a family name, and the name."""
    count = next((at for at, word in enumerate(words) if word not in _PARTICLES), len(words) - 1)
    count = min(count, len(words) - 1)
    return " ".join(words[:count]), " ".join(words[count:])


def _with_suffix(whole: Person, suffix: str) -> Person:
    return Person(family=whole.family, given=whole.given, particle=whole.particle, suffix=suffix)
