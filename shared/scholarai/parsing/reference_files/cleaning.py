"""Cleans the fields of references, which people typed and programs made."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypedDict

from scholarai.domain.identifiers import IdentifierKind, identifier_in
from scholarai.domain.invisible_characters import visible

# Guesses: far beyond real fields, within what a paper's document may hold.
_LONGEST_ABSTRACT = 20_000
_LONGEST = 2_000
_MOST_AUTHORS = 5_000
# Works whose publisher is no place that they appeared in: they have a journal, proceedings or a book, or are one.
_PUBLISHED_IN_OR_BY = frozenset({"article-journal", "paper-conference", "chapter", "book"})
_TAG = re.compile(r"</?(?:i|b|em|strong|sub|sup|scp|span|jats:\w{1,20})(?:\s[^<>]{0,100})?>", re.IGNORECASE)
_YEAR = re.compile(r"\b(1[4-9]\d\d|20\d\d)\b")


def line(value: object, longest: int = _LONGEST) -> str | None:
    """Return a text as one line without markup, cut where it is no field any more; None where there is none."""
    if not isinstance(value, str | int):
        return None
    return " ".join(visible(_TAG.sub("", str(value)[:longest])).split()) or None


def venue(named: object, publisher: object, kind: str | None) -> str | None:
    """Return where a work appeared; a thesis, report or preprint appears at what stands as its publisher."""
    return line(named) or (None if kind in _PUBLISHED_IN_OR_BY else line(publisher))


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
    """The fields of a work that name it."""

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


def labelled(label: str, value: object) -> str | None:
    """Return a number with the label that tells what it is: PMIDs are digits alone in reference files."""
    text = line(value)
    return f"{label}{text}" if text and text.isdigit() else text


def full_name(name: str) -> str:
    """Return "Given Family" for "Family, Given[, Suffix]"; other names as they are."""
    family, _, rest = name.partition(",")
    given, _, suffix = rest.partition(",")
    return (
        " ".join(part.strip() for part in (given, family, suffix) if part.strip()) if rest.strip() else family.strip()
    )
