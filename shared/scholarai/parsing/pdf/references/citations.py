"""Finds in-text citation markers and the bibliography entries that they cite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scholarai.domain.content import Block, CiteSpan, Reference
from scholarai.domain.ids import ReferenceId
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.references.numbered_marks import numbered_marks
from scholarai.parsing.pdf.references.thresholds import CITATIONS
from scholarai.parsing.pdf.text.characters import alphanumeric

_CITING = frozenset({"paragraph", "list_item", "footnote", "caption", "theorem", "table"})
_LABELS = re.compile(
    r"\[([A-Za-z][\w+*\u2019'.\-]{1,20}(?:\s*[,;]\s*[A-Za-z][\w+*\u2019'.\-]{1,20})*)(?:\s*,\s*[^\]]{0,40})?\]"
)
_YEAR = re.compile(r"\b((?:1[6-9]|20)\d\d)([a-z](?:\s*,\s*[a-z](?![a-z]))*)?(?![\d])")
# Works in brackets are parted by semicolons, or by commas behind their years.
_BETWEEN_WORKS = re.compile(r";|(?:(?<=\d{4})|(?<=\d{4}[a-z])),\s+(?=[^\W\d_]{2}|[A-ZÀ-Þ])")
_BRACKETED = re.compile(r"[(\[]([^()\[\]]{0,400}?\b(?:1[6-9]|20)\d\d[a-z]?\b[^()\[\]]{0,400}?)[)\]]")
_PARTICLE = r"(?:van|von|de|der|den|di|da|du|la|le|el|al|bin|ten|ter|dos|del)\s++"
_NAME = rf"(?:{_PARTICLE}){{0,4}}[A-ZÀ-ɏ][\wÀ-ɏ'\u2019\-]++"
# Behind a word's first small letters, as in d'Alembert; the last letters of "while" are no particle.
_NAME_WITHIN = rf"(?<![\wÀ-ɏ'\u2019\-])(?:(?!{_PARTICLE})(?:(?![A-ZÀ-ɏ])[\w'\u2019\-])++)?+({_NAME})"
# More names than that before a year are a list of another kind. A guess.
_TEXTUAL = re.compile(
    rf"{_NAME_WITHIN}(?:\s+(?:and|&)\s+{_NAME}|\s+et\s+al\.?,?|,?(?:\s+{_NAME},){{0,12}}\s+(?:and|&)\s+{_NAME})?(?:\u2019s|'s)?\s*+"
    r"[(\[]\s*+((?:1[6-9]|20)\d\d[a-z]?(?:\s*+[,;]\s*+(?:(?:1[6-9]|20)\d\d)?[a-z]?)*)(?=[)\],;])"
)


def cite_spans(
    blocks: Sequence[Block], rows: Mapping[str, Sequence[Row]], references: Sequence[Reference]
) -> tuple[CiteSpan, ...]:
    """Return the citation markers in the blocks; `rows` holds the rows of each block by its id."""
    return tuple(span for part, listed in _parts(blocks, references) if listed for span in _spans(part, rows, listed))


def _parts(
    blocks: Sequence[Block], references: Sequence[Reference]
) -> Iterator[tuple[Sequence[Block], Sequence[Reference]]]:
    """Yield blocks with the list that they cite: a list that counts from 1 again is that of a supplement, or of a chapter."""
    places = [place for place, block in enumerate(blocks) if block.kind == "reference"]
    starts = [0]
    last = 0
    for at, reference in enumerate(references):
        number = int(reference.label) if reference.label and reference.label.isdecimal() else 0
        if number == 1 and last > 1 and len(places) == len(references):
            starts.append(at)
        last = number or last
    start = 0
    for first, stop in pairwise([*starts, len(references)]):
        end = places[stop - 1] + 1 if stop < len(references) else len(blocks)
        yield blocks[start:end], references[first:stop]
        start = end


def _spans(
    blocks: Sequence[Block], rows: Mapping[str, Sequence[Row]], references: Sequence[Reference]
) -> Iterator[CiteSpan]:
    labels = {reference.label: reference.id for reference in references if reference.label}
    if sum(label.isdigit() for label in labels) > CITATIONS.numbered_share * len(references):
        families = {
            r.label: max(r.authors[0].lower().split(), key=len) if r.authors else "" for r in references if r.label
        }
        marks = numbered_marks(blocks, rows, families, _CITING)
        for mark in marks:
            meant = tuple(labels[label] for label in mark.labels)
            yield CiteSpan(block_id=blocks[mark.place].id, start=mark.start, end=mark.end, reference_ids=meant)
        if marks:
            return
        labels = {}
    by_year = _by_year(references)
    for block in blocks:
        if block.kind in _CITING:
            yield from [*_labelled(block, labels)] or _by_author(block, by_year)


def _labelled(block: Block, labels: Mapping[str, ReferenceId]) -> Iterator[CiteSpan]:
    for match in _LABELS.finditer(block.text):
        meant = [labels[part] for part in map(str.strip, re.split(r"[,;]", match[1])) if part in labels]
        if meant:
            yield CiteSpan(block_id=block.id, start=match.start(), end=match.end(), reference_ids=tuple(meant))


class _Entry(NamedTuple):
    """An entry of one year: its reference, the letters of its first words, those of each author, and the letter after the year."""

    id: ReferenceId
    start: str
    authors: tuple[str, ...]
    letter: str


def _by_year(references: Sequence[Reference]) -> dict[str, list[_Entry]]:
    """Return the entries of each year."""
    found: dict[str, list[_Entry]] = {}
    for reference in references:
        authors = tuple(map(alphanumeric, reference.authors))
        start = alphanumeric(reference.raw[: CITATIONS.begin_characters])
        for match in _YEAR.finditer(reference.raw):
            if reference.year is None or int(match[1]) == reference.year:
                entry = _Entry(reference.id, start, authors, (match[2] or "")[:1])
                if entry not in found.setdefault(match[1], []):
                    found[match[1]].append(entry)
    return found


def _by_author(block: Block, by_year: Mapping[str, list[_Entry]]) -> Iterator[CiteSpan]:
    text = block.text
    taken: list[tuple[int, int]] = []
    for match in _TEXTUAL.finditer(text):
        meant = _years_of(match[1], text[match.end(1) : match.start(2)], match[2], by_year)
        if meant:
            end = match.end() + 1 if text[match.end() : match.end() + 1] in {")", "]"} else match.end()
            taken.append((match.start(1), end))
            yield CiteSpan(block_id=block.id, start=match.start(1), end=end, reference_ids=meant)
    for match in _BRACKETED.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in taken):
            continue
        meant = tuple(dict.fromkeys(ref for part in _BETWEEN_WORKS.split(match[1]) for ref in _part(part, by_year)))
        if meant:
            yield CiteSpan(block_id=block.id, start=match.start(), end=match.end(), reference_ids=meant)


def _part(part: str, by_year: Mapping[str, list[_Entry]]) -> tuple[ReferenceId, ...]:
    """Return the entries of `see Smith et al. 2019a, b` or `Smith & Doe, 2019; 2020`."""
    names = _YEAR.split(part, maxsplit=1)[0]
    found = (_years_of(name[1], names[name.end() :], part, by_year) for name in re.finditer(_NAME_WITHIN, names))
    return next(filter(None, found), ())


def _years_of(name: str, others: str, years: str, by_year: Mapping[str, list[_Entry]]) -> tuple[ReferenceId, ...]:
    """Return the entries of an author in these years; `others` is what stands between the two, such as "et al."."""
    key = alphanumeric(re.sub("['\u2019]s$", "", name))
    found: list[ReferenceId] = []
    for match in _YEAR.finditer(years):
        letters = re.findall(r"[a-z]", match[2] or "")
        entries = [entry for entry in by_year.get(match[1], ()) if key in entry.start]
        best = max((_agreement(entry, key, others) for entry in entries), default=0)
        agreed = [entry for entry in entries if _agreement(entry, key, others) == best]
        chosen = [entry for entry in agreed if entry.letter in letters] if letters else agreed[:1]
        found += [entry.id for entry in (chosen or agreed[:1]) if entry.id not in found]
    return tuple(found)


def _agreement(entry: _Entry, key: str, others: str) -> int:
    """Return how well an entry's authors agree with a first name and the words behind it: 2 for the first author, 1 for the number."""
    first = key in entry.authors[0] if entry.authors else entry.start.find(key) < CITATIONS.first_author_characters
    second = re.search(rf"(?:&|and) ({_NAME})", others)
    if "et al" in others:
        number = len(entry.authors) > 2
    elif second:
        number = len(entry.authors) > 1 and alphanumeric(second[1]) in entry.authors[-1]
    else:
        number = len(entry.authors) == 1
    return 2 * first + number
