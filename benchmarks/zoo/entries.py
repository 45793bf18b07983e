"""Prints citations and bibliography entries in the styles of the field."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from zoo.article import Reference

# More authors than this end as "et al.", as most publishers print them.
MOST_AUTHORS = 6


def cited(references: Sequence[Reference], places: Sequence[int], style: str) -> str:
    """Return the mark that cites the references of these places (from 1)."""
    if style == "author-year":
        return f"({'; '.join(_named(references[place - 1]) for place in places)})"
    numbers = ",".join(_ranges(places))
    return f"<sup>{numbers}</sup>" if style == "superscript" else f"[{numbers}]"


def _named(one: Reference) -> str:
    names = [family for family, _ in one.authors] or [one.title or one.text[:30]]
    name = names[0] if len(names) == 1 else f"{names[0]} &amp; {names[1]}" if len(names) == 2 else f"{names[0]} et al."
    return f"{name}, {one.year}" if one.year else name


def _ranges(places: Sequence[int]) -> list[str]:
    runs = [[place for _, place in run] for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0])]
    return [f"{run[0]}–{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs]


def entry(one: Reference, style: str) -> str:
    """Return a bibliography entry as HTML, without its number."""
    if one.text:
        return one.text + "."
    return {"vancouver": _vancouver, "apa": _apa, "ieee": _ieee, "biomed": _biomed}[style](one)


def _vancouver(one: Reference) -> str:
    authors = _list(one, [f"{family} {initials}".strip() for family, initials in one.authors], ", ")
    return f"{_stopped(authors)}{one.title}. {one.source}. {one.year}{_after(';', one.volume)}{_after(':', one.pages)}."


def _biomed(one: Reference) -> str:
    authors = _list(one, [f"{family} {initials}".strip() for family, initials in one.authors], ", ")
    volume = f" <b>{one.volume}</b>" if one.volume else ""
    year = f" ({one.year})" if one.year else ""
    return f"{_after('', authors)}{year} {one.title}. <i>{one.source}</i>{volume}{_after(': ', one.pages)}.".strip()


def _apa(one: Reference) -> str:
    authors = _list(one, [f"{family}, {_dotted(initials)}".strip(", ") for family, initials in one.authors], ", ")
    volume = f", <i>{one.volume}</i>" if one.volume else ""
    year = f"({one.year}). " if one.year else ""
    return f"{_after('', authors)} {year}{one.title}. <i>{one.source}</i>{volume}{_after(', ', one.pages)}.".strip()


def _ieee(one: Reference) -> str:
    authors = _list(one, [f"{_dotted(initials)} {family}".strip() for family, initials in one.authors], ", ")
    volume, pages = _after(", vol. ", one.volume), _after(", pp. ", one.pages)
    return f"{_after('', authors, ', ')}“{one.title},” <i>{one.source}</i>{volume}{pages}{_after(', ', one.year)}."


def _list(one: Reference, names: list[str], between: str) -> str:
    more = one.more or len(names) > MOST_AUTHORS
    return between.join(names[:MOST_AUTHORS]) + (f"{between}et al." if more and names else "")


def _dotted(initials: str) -> str:
    return " ".join(f"{letter}." for letter in initials.replace(".", "") if letter.isupper())


def _stopped(text: str) -> str:
    return f"{text.rstrip('.')}. " if text else ""


def _after(sign: str, text: str, end: str = "") -> str:
    return f"{sign}{text}{end}" if text else ""
