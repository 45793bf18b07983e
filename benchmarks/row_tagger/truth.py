"""Labels the rows of a printed paper by the words of its source."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from row_tagger.units import CONTINUED, Unit
from scholarai.local.gold import squash
from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.rows import Row

# Guesses, which the share of labelled rows and a look at labelled pages support.
_CANDIDATES, _STATES = 24, 24
_LEAST_ALONE = 4
_WINDOW_WORDS, _WINDOW_LETTERS = 3, 10
_MOST_LETTERS = 40
_LONG_WORD, _LEAST_WORDS, _WORDS_SHARE = 3, 3, 0.6
_NEAR = 300
_STARTS = 2
_ZONE = 0.12
_SAME_PLACE_PT = 3.0

_MARKER = re.compile(r"\s*[\[(]?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[\].):]+\s+|\s*\d{1,3}\s+|\s*[^\w\s]\s+")
_DIGITS = re.compile(r"\d+")
_PAGE = re.compile(r"[^\w]*(?:page|seite|p)?[^\w]*\d{1,4}(?:[^\w]*(?:of|von|/)[^\w]*\d+)?[^\w]*", re.IGNORECASE)


class _Hit(NamedTuple):
    """Where the letters of a row may stand in the source; `weight` says how much the agreement is worth."""

    start: int
    end: int
    weight: float


class _Chain(NamedTuple):
    """The hit of a row, None if it has none, and those of the rows before."""

    hit: _Hit | None
    before: _Chain | None


def true_labels(rows: Sequence[Row], pages: Sequence[PageRows], units: Sequence[Unit]) -> list[str | None]:
    """Return the label of each row, None where the source does not settle it."""
    text = "".join(unit.letters for unit in units)
    starts = [0, *accumulate(len(unit.letters) for unit in units)]
    references = [
        range(start, start + len(unit.letters))
        for start, unit in zip(starts, units, strict=False)
        if unit.label == "reference"
    ]
    hits = _without_doubles(rows, _path([_hits(row.text, text, references) for row in rows], set(starts)))
    labels: list[str | None] = []
    begun: list[int | None] = []
    for hit in hits:
        unit = None if hit is None else _unit(hit, starts)
        labels.append(None if hit is None or unit is None else _label(hit, units[unit], starts[unit], unit, begun))
        begun.append(unit)
    furniture = _furniture(rows, pages)
    for place, row in enumerate(rows):
        labels[place] = labels[place] or ("furniture" if row in furniture else None)
    _fill(labels, hits, starts)
    return labels


def _hits(row: str, text: str, references: Sequence[range]) -> list[_Hit]:
    """Return the places of a row's letters in the source, also those without its number or bullet, or of some words."""
    whole = squash(row)
    for letters in dict.fromkeys((whole, squash(_MARKER.sub("", row, count=1)))):
        found = _places(letters, text)
        if found:
            return _of(letters, found, min(len(letters), _MOST_LETTERS))
    words = [squash(word) for word in row.split(" ")]
    for at in range(len(words)):
        window = "".join(words[at : at + _WINDOW_WORDS])
        if len(window) >= _WINDOW_LETTERS and window in text:
            for word in words[at + _WINDOW_WORDS :]:
                window += word if window + word in text else ""
            return _of(window, _places(window, text), min(len(window), _MOST_LETTERS) / 2)
    return _in_references([word for word in words if len(word) >= _LONG_WORD], text, references)


def _of(letters: str, places: Sequence[int], weight: float) -> list[_Hit]:
    return [_Hit(at, at + len(letters), weight) for at in places]


def _in_references(words: Sequence[str], text: str, references: Sequence[range]) -> list[_Hit]:
    """Return the entries of the bibliography that hold most long words of a row: prints order and shorten them their way."""
    found = []
    for entry in references:
        places = [at for word in words if (at := text.find(word, entry.start, entry.stop)) >= 0]
        if len(places) >= max(_LEAST_WORDS, _WORDS_SHARE * len(words)):
            found.append(_Hit(min(places), max(places) + 1, 2.0 * len(places)))
    return found[:_CANDIDATES]


def _places(letters: str, text: str) -> list[int]:
    found: list[int] = []
    at = text.find(letters) if letters else -1
    while at >= 0 and len(found) < _CANDIDATES:
        found.append(at)
        at = text.find(letters, at + 1)
    return found


def _path(candidates: Sequence[Sequence[_Hit]], starts: set[int]) -> list[_Hit | None]:
    """Return a hit for each row so that the rows follow one another in the source as well as can be."""
    states: dict[int, tuple[float, _Chain | None]] = {0: (0.0, None)}
    for hits in candidates:
        following = {end: (score, _Chain(None, chain)) for end, (score, chain) in states.items()}
        for hit in hits:
            score, chain = max(
                ((score + _step(end, hit, starts), chain) for end, (score, chain) in states.items()),
                key=lambda one: one[0],
            )
            if hit.end not in following or following[hit.end][0] < score:
                following[hit.end] = (score, _Chain(hit, chain))
        states = dict(sorted(following.items(), key=lambda item: -item[1][0])[:_STATES])
    at = max(states.values(), key=lambda one: one[0])[1]
    path: list[_Hit | None] = []
    while at is not None:
        path.append(at.hit)
        at = at.before
    return path[::-1]


def _step(last: int, hit: _Hit, starts: set[int]) -> float:
    """Return what it is worth to go on at a hit after a place of the source."""
    ahead = hit.start - last
    if abs(ahead) <= 3:
        return hit.weight + 12
    if 0 < ahead < _NEAR:
        return hit.weight + 4 if hit.weight >= _LEAST_ALONE or ahead < _NEAR / 5 else -1
    if hit.weight < _LEAST_ALONE:
        return -1
    return hit.weight - (4 if hit.start in starts else 10)


def _without_doubles(rows: Sequence[Row], hits: Sequence[_Hit | None]) -> list[_Hit | None]:
    """Return hits without those of smaller rows on the same letters, such as a running head that repeats the title."""
    kept = list(hits)
    taken: dict[int, int] = {}
    for place in sorted(range(len(rows)), key=lambda place: (-rows[place].size, place)):
        hit = hits[place]
        if hit is None:
            continue
        middle = (hit.start + hit.end) // 2
        if middle in taken:
            kept[place] = None
        else:
            taken.update(dict.fromkeys(range(hit.start, hit.end), place))
    return kept


def _unit(hit: _Hit, starts: Sequence[int]) -> int:
    """Return the place of the unit that most of a row belongs to."""
    return bisect_right(starts, (hit.start + hit.end - 1) // 2) - 1


def _label(hit: _Hit, unit: Unit, start: int, place: int, before: Sequence[int | None]) -> str | None:
    """Return the label of a row of a unit; None if it is not certain whether the row begins the unit.

    Args:
        hit: The row's place.
        unit: The unit.
        start: The unit's place in the source's letters.
        place: The unit's place among the units.
        before: The units of the rows before, None where it is not known.
    """
    label = unit.label or None
    if label not in CONTINUED or hit.start <= start + _STARTS:
        return label
    if label == "reference":  # its first words may differ from those of the source
        last = before[-1] if before else None
        return None if last is None else f"{label}+" if last == place else label
    return f"{label}+" if place in before or hit.start > start + _NEAR else None


def _fill(labels: list[str | None], hits: Sequence[_Hit | None], starts: Sequence[int]) -> None:
    """Label rows without a place that stand between two rows of one unit, or of one table."""
    known = [place for place, hit in enumerate(hits) if hit is not None]
    for first, last in pairwise(known):
        before, after = hits[first], hits[last]
        if last - first == 1 or last - first > 12 or before is None or after is None:
            continue
        units = [bisect_right(starts, hit.start) - 1 for hit in (before, after)]
        label = labels[last] if units[0] == units[1] and before.start < after.start else None
        if labels[first] == labels[last] == "table":
            label = "table"
        if label in {"table", "equation", "caption", "note", "abstract", "paragraph+", "reference+", "list+"}:
            between = labels[first + 1 : last]
            labels[first + 1 : last] = [own or label for own in between]


def _furniture(rows: Sequence[Row], pages: Sequence[PageRows]) -> set[Row]:
    """Return the rows at the head or foot of a page that number it, or that recur at the same place of another page."""
    heights = {page.page_number: page.height_pt for page in pages}
    edge = [
        row
        for row in rows
        if not _ZONE * heights[row.page_number] < row.baseline < (1 - _ZONE) * heights[row.page_number]
    ]
    same: dict[tuple[str, int], set[int]] = defaultdict(set)
    for row in edge:
        for shift in (-1, 0, 1):
            same[_masked(row), round(row.baseline / _SAME_PLACE_PT) + shift].add(row.page_number)
    repeated = {row for row in edge if len(same[_masked(row), round(row.baseline / _SAME_PLACE_PT)]) > 1}
    return repeated | {row for row in edge if _PAGE.fullmatch(row.text)}


def _masked(row: Row) -> str:
    return _DIGITS.sub("0", squash(row.text))
