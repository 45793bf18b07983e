"""Cleans the fields of references, which people typed and programs made."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypedDict

from scholarai.domain.bibliography_entry import PUBLISHED
from scholarai.domain.identifiers import IdentifierKind, identifier_in
from scholarai.domain.invisible_characters import visible
from scholarai.domain.people import Person, is_nobody, person

# Guesses: far beyond real fields, within what a paper's document may hold.
_LONGEST_ABSTRACT = 20_000
_LONGEST = 2_000
_MOST_AUTHORS = 5_000
_TAG = re.compile(r"</?(?:i|b|em|strong|sub|sup|scp|span|jats:\w{1,20})(?:\s[^<>]{0,100})?>", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}")
# What Google Scholar has for the journal of a preprint.
_ARXIV_PREPRINT = re.compile(r"arxiv preprint (arxiv:\S+)", re.IGNORECASE)
# https://www.isbn-international.org/content/what-isbn/10
_ISBN = re.compile(r"(?<![\d-])(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dXx](?![\d-])")
_YEAR = re.compile(r"\b(1[4-9]\d\d|20\d\d)\b")


def line(value: object, longest: int = _LONGEST) -> str | None:
    """Return a text as one line without markup, cut where it is no field any more; None where there is none."""
    if not isinstance(value, str | int):
        return None
    return " ".join(visible(_TAG.sub("", str(value)[:longest])).split()) or None


def venue(named: object, publisher: object, kind: str | None) -> str | None:
    """Return where a work appeared, if it did; a thesis, report or preprint appears at what stands as its publisher."""
    found = line(named)
    if found and _ARXIV_PREPRINT.fullmatch(found):
        return None
    return found or (None if kind in PUBLISHED else line(publisher))


def text(value: object) -> str:
    """Return a text as `line` does, empty where there is none."""
    return line(value) or ""


def names(people: Iterable[Person]) -> tuple[str, ...]:
    """Return the full names of people, as many as a paper may have authors."""
    return lines(one.full_name for one in people)


def parts(family: object, given: object = None, particle: object = None, suffix: object = None) -> Person | None:
    """Return a name of which the parts are known; None for one without a family name, and for "Anonymous"."""
    whole = Person(family=text(family), given=text(given), particle=text(particle), suffix=text(suffix))
    return None if not whole.family or is_nobody(whole.full_name) else whole


def date(year: object, month: object = None, day: object = None) -> str:
    """Return "2019-05-03" or "2019-05"; empty where the month is not known."""
    numbers = [int(found[0]) if (found := _NUMBER.search(str(part or ""))) else 0 for part in (year, month, day)]
    if not numbers[0] or not 1 <= numbers[1] <= 12:
        return ""
    return f"{numbers[0]:04}-{numbers[1]:02}" + (f"-{numbers[2]:02}" if 1 <= numbers[2] <= 31 else "")


def preprint(named: object) -> str | None:
    """Return the arXiv id that stands in the place of a journal, None where there is none."""
    found = _ARXIV_PREPRINT.fullmatch(text(named))
    return found[1] if found else None


def abstract(value: object) -> str | None:
    return line(value, _LONGEST_ABSTRACT)


def lines(values: Iterable[object]) -> tuple[str, ...]:
    """Return texts, each once, as many as a paper may have authors."""
    return tuple(dict.fromkeys(found for found in map(line, values) if found))[:_MOST_AUTHORS]


def year(value: object) -> int | None:
    found = _YEAR.search(str(value)[:100]) if value is not None else None
    return int(found[1]) if found else None


def identifier(kind: IdentifierKind, *values: object) -> str | None:
    """Return the first identifier of a kind among values."""
    for value in values:
        found = identifier_in(value) if isinstance(value, str) else None
        if found is not None and found.kind == kind:
            return found.value
    return None


class Identifiers(TypedDict):
    """The identifiers of a work."""

    doi: str | None
    arxiv_id: str | None
    pmid: str | None
    pmcid: str | None


def identifiers(*values: object) -> Identifiers:
    """Return the first identifier of each kind among values."""
    return Identifiers(
        doi=identifier("doi", *values),
        arxiv_id=identifier("arxiv", *values),
        pmid=identifier("pmid", *values),
        pmcid=identifier("pmcid", *values),
    )


def address(given: Iterable[object], named: Identifiers) -> str:
    """Return the first address that is more than a work's DOI or arXiv id, which tell their own."""
    derived = {f"https://doi.org/{named['doi']}".lower(), f"https://arxiv.org/abs/{named['arxiv_id']}".lower()}
    return next((found for one in given if (found := text(one)) and found.lower() not in derived), "")


def labelled(label: str, value: object) -> str | None:
    """Return a number with the label that tells what it is: PMIDs are digits alone in reference files."""
    text = line(value)
    return f"{label}{text}" if text and text.isdigit() else text


def person_in(name: str) -> Person | None:
    """Return the parts of "Family, Given[, Suffix]", or of another name; None for "Anonymous"."""
    family, _, rest = text(name).partition(",")
    given, _, suffix = rest.partition(",")
    whole = person(f"{family}, {given}") if given.strip() else person(family) if family.strip() else None
    if whole is None:
        return None
    return parts(whole.family, whole.given, whole.particle, suffix or whole.suffix)


def key(value: object) -> str:
    """Return what a file calls an entry where it is a key that people cite it by, neither a number nor an address."""
    found = text(value)
    return found if any(map(str.isalpha, found)) and "://" not in found else ""


def isbn(value: object) -> str:
    """Return the ISBNs of a text as they are written there, a blank between them."""
    return " ".join(_ISBN.findall(text(value)))
