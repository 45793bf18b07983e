"""Finds in-text citation markers and the bibliography entries that they cite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from scholarai.domain.content import Block, CiteSpan, Reference
from scholarai.domain.ids import ReferenceId
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.references.thresholds import CITATIONS
from scholarai.parsing.pdf.text.characters import alphanumeric

_CITING = frozenset({"paragraph", "list_item", "footnote", "caption", "theorem", "table"})
_NUMBERS = re.compile(
    r"\[(\s*\d{1,3}[a-z]?(?:\s*[,;\u2013\u2014\-\u2212]\s*\d{1,3}[a-z]?)*)(?:\s*,\s*[^\]\d][^\]]{0,40})?\s*\]"
)
_RAISED = re.compile(r"\d{1,3}(?:\s*[,;\u2013\u2014\-\u2212]\s*\d{1,3})*,?$")
_LABELS = re.compile(
    r"\[([A-Za-z][\w+*\u2019'.\-]{1,20}(?:\s*[,;]\s*[A-Za-z][\w+*\u2019'.\-]{1,20})*)(?:\s*,\s*[^\]]{0,40})?\]"
)
_YEAR = re.compile(r"\b((?:1[6-9]|20)\d\d)([a-z](?:\s*,\s*[a-z](?![a-z]))*)?(?![\d])")
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
    if not references:
        return ()
    labels = {reference.label: reference.id for reference in references if reference.label}
    numbered = sum(label.isdigit() for label in labels) > CITATIONS.numbered_share * len(references)
    by_year = _by_year(references)
    spans: list[CiteSpan] = []
    bracketed = False
    for block in blocks:
        if block.kind not in _CITING:
            continue
        found = list(_numbered(block, labels) if numbered else _labelled(block, labels))
        bracketed = bracketed or bool(found)
        if not numbered and not found:
            found = list(_by_author(block, by_year))
        spans += found
    if numbered and not bracketed:
        for block in blocks:
            if block.kind in _CITING:
                spans += _raised(block, rows[block.id], labels)
    return tuple(spans)


def _numbered(block: Block, labels: Mapping[str, ReferenceId]) -> Iterator[CiteSpan]:
    for match in _NUMBERS.finditer(block.text):
        meant = _cited_entries(match[1], labels)
        if meant:
            yield CiteSpan(block_id=block.id, start=match.start(), end=match.end(), reference_ids=meant)


def _cited_entries(numbers: str, labels: Mapping[str, ReferenceId]) -> tuple[ReferenceId, ...]:
    """Return the entries that `1, 3–5` cites; none if the start or end of a range is no label."""
    found: list[ReferenceId] = []
    for part in re.split(r"[,;]", numbers.strip(" ,;")):
        ends = [end.strip() for end in re.split(r"[\u2013\u2014\-\u2212]", part) if end.strip()]
        if not ends or any(end not in labels for end in ends):
            return ()
        if len(ends) == 2 and ends[0].isdigit() and ends[1].isdigit():
            low, high = int(ends[0]), int(ends[1])
            if not low < high <= low + CITATIONS.most_range_entries:
                return ()
            found += [labels[str(number)] for number in range(low, high + 1) if str(number) in labels]
        else:
            found += [labels[end] for end in ends]
    return tuple(dict.fromkeys(found))


def _labelled(block: Block, labels: Mapping[str, ReferenceId]) -> Iterator[CiteSpan]:
    for match in _LABELS.finditer(block.text):
        meant = [labels[part] for part in map(str.strip, re.split(r"[,;]", match[1])) if part in labels]
        if meant:
            yield CiteSpan(block_id=block.id, start=match.start(), end=match.end(), reference_ids=tuple(meant))


def _raised(block: Block, rows: Sequence[Row], labels: Mapping[str, ReferenceId]) -> Iterator[CiteSpan]:
    for row, line in zip(rows, block.lines, strict=True):
        for run in row.runs:
            text = row.text[run.start : run.end].strip()
            small = run.raised or run.style.size_pt < CITATIONS.raised_size_share * row.size
            if not small or run.start == 0 or not _RAISED.match(text) or not _follows_word(row.text[run.start - 1]):
                continue
            meant = _cited_entries(text, labels)
            if meant:
                start = line.start + run.start
                yield CiteSpan(
                    block_id=block.id, start=start, end=min(start + len(text), line.end), reference_ids=meant
                )


def _follows_word(character: str) -> bool:
    return character.isalpha() or character in ".,;:)]\u201d\"'\u2019"


_Entry = tuple[ReferenceId, str, str]


def _by_year(references: Sequence[Reference]) -> dict[str, list[_Entry]]:
    """Return the entries of each year, with the letters of their first words and the letter after the year."""
    found: dict[str, list[_Entry]] = {}
    for reference in references:
        for match in _YEAR.finditer(reference.raw):
            if reference.year is None or int(match[1]) == reference.year:
                entry = (reference.id, alphanumeric(reference.raw[: CITATIONS.begin_characters]), (match[2] or "")[:1])
                if entry not in found.setdefault(match[1], []):
                    found[match[1]].append(entry)
    return found


def _by_author(block: Block, by_year: Mapping[str, list[_Entry]]) -> Iterator[CiteSpan]:
    text = block.text
    taken: list[tuple[int, int]] = []
    for match in _TEXTUAL.finditer(text):
        meant = _years_of(match[1], match[2], by_year)
        if meant:
            end = match.end() + 1 if text[match.end() : match.end() + 1] in {")", "]"} else match.end()
            taken.append((match.start(1), end))
            yield CiteSpan(block_id=block.id, start=match.start(1), end=end, reference_ids=meant)
    for match in _BRACKETED.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in taken):
            continue
        meant = tuple(dict.fromkeys(ref for part in match[1].split(";") for ref in _part(part, by_year)))
        if meant:
            yield CiteSpan(block_id=block.id, start=match.start(), end=match.end(), reference_ids=meant)


def _part(part: str, by_year: Mapping[str, list[_Entry]]) -> list[ReferenceId]:
    """Return the entries of `see Smith et al. 2019a, b` or `Smith & Doe, 2019; 2020`."""
    found: list[ReferenceId] = []
    for name in re.finditer(_NAME_WITHIN, _YEAR.split(part, maxsplit=1)[0]):
        found += [ref for ref in _years_of(name[1], part, by_year) if ref not in found]
        if found:
            break
    return found


def _years_of(name: str, years: str, by_year: Mapping[str, list[_Entry]]) -> tuple[ReferenceId, ...]:
    key = alphanumeric(name)
    found: list[ReferenceId] = []
    for match in _YEAR.finditer(years):
        letters = re.findall(r"[a-z]", match[2] or "")
        entries = [entry for entry in by_year.get(match[1], ()) if key in entry[1]]
        first = [entry for entry in entries if entry[1].find(key) < CITATIONS.first_author_characters] or entries
        chosen = [entry for entry in first if entry[2] in letters] if letters else first[:1]
        found += [entry[0] for entry in (chosen or first[:1]) if entry[0] not in found]
    return tuple(found)
