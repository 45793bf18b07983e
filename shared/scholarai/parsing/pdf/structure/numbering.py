"""Tells which numbered headings are sections, and the level that a number implies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from scholarai.parsing.pdf.structure.heading import Heading, Look
from scholarai.parsing.pdf.structure.thresholds import HEADINGS

_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50}
_ROMAN = re.compile(r"[IVXL]+$")


def in_sequence(found: Sequence[Heading]) -> list[Heading]:
    """Return the headings without those whose numbers count other things: steps, items, labels of a plot."""
    roman = uses_roman(found)
    tops = [h for h in found if h.number and _is_top(h.number, roman=roman)]
    main = _main_chain(tops, roman=roman)
    chain = set(main) | _fitting(tops, main, found, roman=roman)
    kept: list[Heading] = []
    parent = ""
    for heading in found:
        accepted = _accepted(heading, parent, main, chain, roman=roman)
        kept += accepted
        if heading.number and heading in accepted and _is_top(heading.number, roman=roman):
            parent = heading.number
    return kept


def _accepted(
    heading: Heading, parent: str, main: Sequence[Heading], chain: set[Heading], *, roman: bool
) -> list[Heading]:
    """Return a heading, possibly renumbered, or none if its number counts other things.

    Args:
        heading: The heading.
        parent: The number of the outermost heading before it.
        main: The sequence 1, 2, 3 … of the paper's sections.
        chain: That sequence with all other headings that fit into it.
        roman: Whether the paper numbers sections in Roman numerals.
    """
    number = heading.number
    if not number or heading in chain:
        return [heading]
    if _is_top(number, roman=roman):
        return _letter_or_plain(heading, main, roman=roman)
    belongs = "." not in number or number.split(".")[0] in _names_of(parent, roman=roman) or not main
    return [heading] if belongs else []


def _names_of(parent: str, *, roman: bool) -> set[str]:
    """Return the forms of a parent's number in subsection numbers: `II.` is the 2 of 2.1."""
    last = parent.rsplit(" ", maxsplit=1)[-1]
    return {last, str(_value(last, roman=roman))}


def uses_roman(found: Sequence[Heading]) -> bool:
    numbers = {heading.number for heading in found}
    return {"I", "II"} <= numbers


def _is_top(number: str, *, roman: bool) -> bool:
    """Tell whether a number is of the top level; beside decimal numbers, letters number appendices."""
    if " " in number or (roman and _ROMAN.match(number)):
        return True
    return "." not in number and (number.isdigit() or number.isupper()) and not roman


def _value(number: str, *, roman: bool) -> int | None:
    if number.isdigit():
        return int(number)
    if roman and _ROMAN.match(number):
        digits = [_ROMAN_DIGITS[c] for c in number] + [0]
        return sum(-a if a < b else a for a, b in pairwise(digits))
    return None


def _main_chain(tops: Sequence[Heading], *, roman: bool) -> list[Heading]:
    """Return the sequence 1, 2, 3 … in one look that extends furthest."""
    chains: dict[Look, list[Heading]] = {}
    places = {heading: index for index, heading in enumerate(tops)}
    for heading in tops:
        value = _value(heading.number or "", roman=roman)
        chain = chains.setdefault(_without_case(heading.look), [])
        last = _value(chain[-1].number or "", roman=roman) if chain else 0
        if value is not None and last is not None and last < value <= last + (2 if chain else 1):
            chain.append(heading)
    chains = {look: chain for look, chain in chains.items() if chain}
    if not chains:
        return []
    return max(chains.values(), key=lambda chain: (_reach(chain, places), len(chain)))


def _without_case(look: Look) -> Look:
    """Return a heading's typography without capitals and centring, which vary by chance: an acronym, a long line."""
    return look._replace(capitals=False, centered=False)


def _reach(chain: Sequence[Heading], places: dict[Heading, int]) -> float:
    """Return the share of the headings that a sequence extends over, weighted by the prominence of its type."""
    spread = places[chain[-1]] - places[chain[0]] + 1
    return spread * (1.0 + chain[0].look.size) * (HEADINGS.run_in_weight if chain[0].run_in else 1.0)


def _fitting(
    tops: Sequence[Heading], main: Sequence[Heading], found: Sequence[Heading], *, roman: bool
) -> set[Heading]:
    """Return further top-level headings that fill a gap of the main sequence, or continue it."""
    place = {heading: index for index, heading in enumerate(found)}
    taken = {
        value: place[heading] for heading in main if (value := _value(heading.number or "", roman=roman)) is not None
    }
    fitting: set[Heading] = set()
    for heading in tops:
        value = _value(heading.number or "", roman=roman)
        if value is None or value in taken or heading.run_in:
            continue
        if _fills_gap(value, place[heading], taken, len(found)):
            taken[value] = place[heading]
            fitting.add(heading)
    return fitting


def _fills_gap(value: int, place: int, taken: dict[int, int], end: int) -> bool:
    """Tell whether a number is adjacent to an accepted one, and lies between smaller and larger ones."""
    if value - 1 not in taken and value + 1 not in taken:
        return False
    before = max((at for number, at in taken.items() if number < value), default=-1)
    after = min((at for number, at in taken.items() if number > value), default=end)
    return before < place < after


def _letter_or_plain(heading: Heading, main: Sequence[Heading], *, roman: bool) -> list[Heading]:
    """Return an appendix's heading unchanged, a title that begins with the word `A` unnumbered, and none for others."""
    number = heading.number or ""
    if number.isdigit() or (roman and _ROMAN.match(number)):
        return [] if main else [heading]
    looks = {_without_case(other.look) for other in main}
    alike = _without_case(heading.look) in looks or heading.look.size > HEADINGS.appendix_size_share
    if " " in number or heading.stop or alike:
        return [heading]
    if heading.look.bold and not heading.run_in:
        return [replace(heading, title=f"{number} {heading.title}", number=None)]
    return []


def numbered_level(number: str, kinds: Sequence[str]) -> int:
    """Return the level that a number implies; `kinds` are the kinds of simple numbers in the paper."""
    kind = number_kind(number, roman="roman" in kinds)
    depth = number.count(".") + 1
    if kind == "appendix" or "roman" not in kinds:
        return depth + (kind == "small letter" and bool(kinds) and kinds[0] != "small letter")
    return {"roman": 0, "letter": 1, "decimal": 2 if "letter" in kinds else 1, "small letter": 3}[kind] + depth


def number_kind(number: str, *, roman: bool) -> str:
    """Return the kind of a number: roman, letter, decimal, small letter or appendix."""
    if " " in number:
        return "appendix"
    if roman and _ROMAN.match(number) and number not in {"C", "D", "L"}:
        return "roman"
    if number[0].isdigit():
        return "decimal"
    return "letter" if number[0].isupper() else "small letter"
