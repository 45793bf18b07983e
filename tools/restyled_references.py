"""Sets labelled bibliography entries again in the styles of journals, so that the chain of labels learns more looks than were labelled.

The parts of an entry stay as they were labelled; their order, the signs between them and the order of names change. Entries whose
parts or names cannot be told for certain are left out. train_references.py learns from what comes out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from scholarai.parsing.pdf.text.names import split_names

Parts: TypeAlias = list[tuple[str, str]]
"""The pieces of an entry in order, with the labels of AnyStyle."""

_OUTER = " ,.;:()[]\"'“”‘’«»"
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_PAGES = re.compile(r"[A-Za-z]?\d+(?:\s*[-–]+\s*[A-Za-z]?\d+)?")
_NUMBER = re.compile(r"\d+")
_INITIALS = re.compile(r"[A-Z]{1,3}")
_IN = re.compile(r"\Ain:?\s+", re.IGNORECASE)
# So many names are set before "et al.".
_MOST_NAMES = 6
_FEW_NAMES = 3
# So often are given names printed in full where they are known. A guess.
_WHOLE_NAMES = 0.5


class _Name(NamedTuple):
    """`given` is as long as it was printed, with points behind initials."""

    family: str
    initials: str
    given: str


class _Work(NamedTuple):
    names: list[_Name]
    title: str
    year: str
    journal: str
    volume: str
    issue: str
    pages: str
    publisher: str
    location: str
    group: str


def restyled(entry: Mapping[str, str], chance: random.Random) -> Parts | None:
    """Return the entry in a style that is chosen by chance, None if its parts are too few.

    Args:
        entry: The text of each labelled part.
        chance: Chooses the style.
    """
    work = _work(entry)
    if work is None:
        return None
    if work.journal and work.volume:
        return chance.choice(_OF_ARTICLES)(work, chance)
    return chance.choice(_OF_BOOKS)(work, chance) if work.publisher and not work.journal else None


def _work(entry: Mapping[str, str]) -> _Work | None:
    author = entry.get("author", "").strip(_OUTER)
    names = _names(author)
    group = author if not names and "," not in author and len(author.split()) > 1 else ""
    title = entry.get("title", "").strip(_OUTER)
    year = _YEAR.search(entry.get("date", ""))
    if not (names or group) or not title or not year:
        return None
    numbers = _NUMBER.findall(entry.get("volume", ""))
    pages = _PAGES.search(entry.get("pages", "").removeprefix("pp"))
    return _Work(
        names=names,
        title=title,
        year=year[0],
        journal=_IN.sub("", (entry.get("journal") or entry.get("container-title") or "").strip(_OUTER)),
        volume=numbers[0] if numbers else "",
        issue=numbers[1] if len(numbers) > 1 else "",
        pages=pages[0] if pages else "",
        publisher=entry.get("publisher", "").strip(_OUTER),
        location=entry.get("location", "").strip(_OUTER),
        group=group,
    )


def _names(text: str) -> list[_Name]:
    """Return the names of a list, none if one of them cannot be told."""
    names = [_name(one) for one in split_names(text)]
    return [] if None in names else [name for name in names if name]


def _name(name: str) -> _Name | None:
    words = name.replace(".", " ").split()
    if len(words) < 2:
        return None
    if _INITIALS.fullmatch(words[-1]) and len(words[0]) > 1:
        return _Name(" ".join(words[:-1]), words[-1], _pointed(words[-1]))
    initials = "".join(word[0] for word in words[:-1] if word[0].isupper())
    given = " ".join(f"{word}." if len(word) == 1 else word for word in words[:-1])
    return _Name(words[-1], initials, given) if initials and words[-1][0].isupper() else None


def _pointed(initials: str) -> str:
    return " ".join(f"{letter}." for letter in initials)


def _joined(names: Sequence[str], last: str, et_al: str, most: int) -> str:
    """Return names with commas; `last` stands before the last one, `et_al` for those that are too many."""
    if len(names) > most:
        return f"{', '.join(names[:most])}{et_al}"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}{last}{names[-1]}"


def _vancouver(work: _Work, chance: random.Random) -> str:
    if work.group:
        return work.group
    most = chance.choice((_FEW_NAMES, _MOST_NAMES, len(work.names)))
    return _joined([f"{one.family} {one.initials}" for one in work.names], ", ", ", et al", most)


def _inverted(work: _Work, chance: random.Random) -> str:
    if work.group:
        return work.group
    last = chance.choice((" & ", ", & ", ", and ", " and "))
    whole = chance.random() < _WHOLE_NAMES
    names = [f"{one.family}, {one.given if whole else _pointed(one.initials)}" for one in work.names]
    return _joined(names, last, ", et al.", chance.choice((_MOST_NAMES, len(names))))


def _initials_first(work: _Work, chance: random.Random) -> str:
    if work.group:
        return work.group
    whole = chance.random() < _WHOLE_NAMES
    names = [f"{one.given if whole else _pointed(one.initials)} {one.family}" for one in work.names]
    return _joined(
        names, chance.choice((", and ", " and ", ", ")), ", et al.", chance.choice((_MOST_NAMES, len(names)))
    )


def _plain(*parts: tuple[str, str]) -> Parts:
    return [(label, text) for label, text in parts if text.strip(_OUTER)]


def _closed(text: str) -> str:
    return text if text[-1] in ".?!" else f"{text}."


def _medical(work: _Work, chance: random.Random) -> Parts:
    """ "Smith JA, Doe B. Title. Journal. 2001;29(3):517-20."."""
    journal = work.journal + chance.choice((".", ""))
    volume = _volume_and_issue(work)
    return _year_before_volume(work, f"{_vancouver(work, chance)}.", journal, f"{work.year};", volume)


def _year_after_names(work: _Work, chance: random.Random) -> Parts:
    """ "Smith JA, Doe B (2001) Title. Journal 29: 517-20."."""
    authors = _vancouver(work, chance)
    date = chance.choice((f"({work.year})", f"({work.year}).", f"{work.year}."))
    return _year_first(work, authors, date, work.journal, f"{work.volume}{_before_pages(work, ':')}")


def _colon(work: _Work, chance: random.Random) -> Parts:
    """ "Smith JA, Doe B: Title. Journal 2001, 29:517-20."."""
    return _year_before_volume(work, f"{_vancouver(work, chance)}:", work.journal, f"{work.year},", work.volume)


def _year_before_volume(work: _Work, authors: str, journal: str, date: str, volume: str) -> Parts:
    """Return an article's entry whose year stands between journal and volume."""
    return _plain(
        ("author", authors),
        ("title", _closed(work.title)),
        ("journal", journal),
        ("date", date),
        ("volume", f"{volume}{_before_pages(work, ':')}"),
        ("pages", f"{work.pages}."),
    )


def _quoted(work: _Work, chance: random.Random) -> Parts:
    """ "J. A. Smith and B. Doe, “Title,” Journal, vol. 29, pp. 517-20, 2001."."""
    return _plain(
        ("author", f"{_initials_first(work, chance)},"),
        ("title", f"“{work.title},”"),
        ("journal", f"{work.journal},"),
        ("volume", f"vol. {work.volume}," + (f" no. {work.issue}," if work.issue else "")),
        ("pages", f"pp. {work.pages}," if work.pages else ""),
        ("date", f"{work.year}."),
    )


def _psychology(work: _Work, chance: random.Random) -> Parts:
    """ "Smith, J. A., & Doe, B. (2001). Title. Journal, 29(3), 517-20."."""
    volume = f"{_volume_and_issue(work)}{_before_pages(work, ',')}"
    return _year_first(work, _inverted(work, chance), f"({work.year}).", f"{work.journal},", volume)


def _year_last(work: _Work, chance: random.Random) -> Parts:
    """ "Smith, J. A. & Doe, B. Title. Journal 29, 517-20 (2001)."."""
    return _plain(
        ("author", _inverted(work, chance)),
        ("title", _closed(work.title)),
        ("journal", work.journal),
        ("volume", f"{work.volume}{',' if work.pages else ''}"),
        ("pages", work.pages),
        ("date", f"({work.year})."),
    )


def _computing(work: _Work, chance: random.Random) -> Parts:
    """ "J. A. Smith and B. Doe. 2001. Title. Journal 29, 3 (2001), 517-20."."""
    volume = f"{work.volume}{f', {work.issue}' if work.issue else ''}{_before_pages(work, ',')}"
    return _year_first(work, f"{_initials_first(work, chance)}.", f"{work.year}.", work.journal, volume)


def _year_first(work: _Work, authors: str, date: str, journal: str, volume: str) -> Parts:
    """Return an article's entry whose year follows the authors; `volume` ends with the sign before the pages."""
    return _plain(
        ("author", authors),
        ("date", date),
        ("title", _closed(work.title)),
        ("journal", journal),
        ("volume", volume),
        ("pages", f"{work.pages}."),
    )


def _volume_and_issue(work: _Work) -> str:
    return f"{work.volume}{f'({work.issue})' if work.issue else ''}"


def _before_pages(work: _Work, sign: str) -> str:
    """Return the sign between volume and pages, a full stop without pages."""
    return sign if work.pages else "."


def _medical_book(work: _Work, chance: random.Random) -> Parts:
    """ "Smith JA, Doe B. Title. Publisher. 2001." or "London: Publisher; 2001."."""
    place = chance.random() < 0.5 and work.location
    return _plain(
        ("author", f"{_vancouver(work, chance)}."),
        ("title", _closed(work.title)),
        ("location", f"{work.location}:" if place else ""),
        ("publisher", f"{work.publisher}{';' if place else '.'}"),
        ("date", f"{work.year}."),
    )


def _book_year_after_names(work: _Work, chance: random.Random) -> Parts:
    """ "Smith JA, Doe B (2001) Title. London: Publisher."."""
    return _plain(
        ("author", chance.choice((_vancouver, _inverted))(work, chance)),
        ("date", chance.choice((f"({work.year})", f"({work.year})."))),
        ("title", _closed(work.title)),
        ("location", f"{work.location}:" if work.location else ""),
        ("publisher", f"{work.publisher}."),
    )


def _book_year_last(work: _Work, chance: random.Random) -> Parts:
    """ "Smith, J. A. & Doe, B. Title (Publisher, 2001)." or "J. A. Smith, Title. London: Publisher, 2001."."""
    if chance.random() < 0.5:
        return _plain(
            ("author", _inverted(work, chance)),
            ("title", work.title),
            ("publisher", f"({work.publisher},"),
            ("date", f"{work.year})."),
        )
    return _plain(
        ("author", f"{_initials_first(work, chance)},"),
        ("title", _closed(work.title)),
        ("location", f"{work.location}:" if work.location else ""),
        ("publisher", f"{work.publisher},"),
        ("date", f"{work.year}."),
    )


_OF_ARTICLES: tuple[Callable[[_Work, random.Random], Parts], ...] = (
    _medical,
    _year_after_names,
    _colon,
    _quoted,
    _psychology,
    _year_last,
    _computing,
)
_OF_BOOKS = (_medical_book, _book_year_after_names, _book_year_last)
