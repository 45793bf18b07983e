"""Finds the numbers in a text that cite the entries of a numbered list: in square brackets, in round ones, or raised."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scholarai.domain.content import Block
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.references.thresholds import CITATIONS

_DASH = r"[\u2010-\u2014\-\u2212]"
_LIST = rf"\d{{1,3}}[a-z]?(?:\s*(?:[,;]|{_DASH}|and|&)\s*\d{{1,3}}[a-z]?)*"
_SAID = r"(?:(?:see|e\.g\.,?|cf\.?|reviewed in|refs?\.?|references?)\s++){0,2}"
_SQUARE = re.compile(rf"\[{_SAID}(\s*+{_LIST})(?:\s*,\s*[^\]\d][^\]]{{0,40}})?\s*\](?:\s?{_DASH}\s?\[(\d{{1,3}})\])?")
_ROUND = re.compile(rf"\({_SAID}({_LIST})\)")
_NAMED = re.compile(rf"\b(?:refs?\.|[Rr]efs|[Rr]eferences?)\s+({_LIST})(?![\w.]*\d)")
_RAISED = re.compile(rf"\d{{1,3}}[a-z]?(?:\s*(?:[,;]|{_DASH})\s*\d{{1,3}}[a-z]?)*,?")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUPERSCRIPT = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹](?:[⁰¹²³⁴⁵⁶⁷⁸⁹⁻,–]*[⁰¹²³⁴⁵⁶⁷⁸⁹])?")
_CLOSERS = ")]\"'\u2019\u201d"
_LAST_WORD = re.compile(r"([^\W\d_]{1,40})[)\]\"'\u2019\u201d]{0,3}$")
_LAST_NUMBER = re.compile(r"(?<![\d.,])(?:\d{3,4}|\d{1,3}(?:\.\d+)?%)[)\]\"\u2019\u201d]{0,3}$")
# The name of a gene or protein: "TRPV1 (96)", "IL-6) (55)".
_LAST_NAME = re.compile(r"[^\W\d_]{2}-?\d{1,2}[)\]\"'\u2019\u201d]{0,3}$")
_CLAUSE_ENDS = frozenset(".,;")
# A power or an index may stand behind these, as in sin², mol², arcsec².
_NO_TEXT = frozenset(
    "sin cos tan cot sec csc sinh cosh tanh exp log ln lim max min det arg chi mol min rad deg day days bar cal gal lux inch feet foot "
    "metre metres meter meters pixel pixels arcsec arcmin kpc mpc gpc kcal kev mev gev tev pix mile miles sec".split()
)
# Numbers in round brackets behind these point at equations, parts and cases, or begin the next part of an enumeration.
_POINTS = re.compile(
    r"\b(?:eqs?|eqns?|equations?|figs?|figures?|tables?|sections?|steps?|items?|panels?|schemes?|hypothes[ie]s|formulae?|"
    r"inequalit(?:y|ies)|expressions?|boxes|box|and|or|then|finally|both|either|namely|include[sd]?|including|follows|n)\W{0,2}$",
    re.IGNORECASE,
)
# Numbers after these may also cite, if they end a clause and no equation has them: "a painful condition (14, 15)."
_MAY_POINT = re.compile(
    r"\b(?:cases?|conditions?|parts?|types?|phases?|classes|class|groups?|stages?|levels?|days?|weeks?|models?|questions?|problems?|"
    r"systems?|assumptions?|criteri(?:a|on))\W{0,2}$",
    re.IGNORECASE,
)
_BEFORE_PART = re.compile(
    r"\b(?:are|is|was|were|be|of|the|a|an|to|that|by|with|for|in|on|as|if|whether|from|via|through|using|because|than|into|at|but)$",
    re.IGNORECASE,
)
_EQUATION = re.compile(r"\((\d{1,3})[a-z]?\)")


class Mark(NamedTuple):
    """Numbers that may cite: the place of their block, where they stand in its text, and the labels that they name."""

    place: int
    start: int
    end: int
    labels: tuple[str, ...]


def numbered_marks(
    blocks: Sequence[Block], rows: Mapping[str, Sequence[Row]], labels: Mapping[str, str], kinds: frozenset[str]
) -> list[Mark]:
    """Return the marks of blocks of these kinds in the one form in which the paper cites; none if it has no such habit.

    Args:
        blocks: Blocks in reading order.
        rows: The rows of each block of a PDF by its id.
        labels: The first author's family name of each entry by its label.
        kinds: Kinds of blocks that cite.
    """
    first = next((place for place, block in enumerate(blocks) if _begins_text(block)), 0)
    citing = [(place, block) for place, block in enumerate(blocks) if block.kind in kinds]
    square = list(_marks(citing, labels, _square))
    body = [
        (place, block) for place, block in citing if place >= first and block.kind != "table" and _is_prose(block.text)
    ]
    equations = frozenset(
        number for block in blocks if block.kind == "equation" for number in _EQUATION.findall(block.text)
    )
    raised = _in_step(_marks(body, labels, lambda block: _raised(block, rows[block.id])), blocks, labels)
    rounded = _in_step(_marks(body, labels, lambda block: _round(block.text, equations)), blocks, labels)
    if 2 * _cited(rounded, equations) <= _cited(rounded):  # they point at equations
        rounded = []
    chosen = max((square, raised, rounded), key=_cited)
    if chosen is not square and _cited(chosen) < CITATIONS.habit_share * len(labels):
        return square
    named = _marks(citing, labels, lambda block: ((m.start(1), m.end(1), m[1]) for m in _NAMED.finditer(block.text)))
    return sorted([*chosen, *named]) if chosen is raised else chosen


def _cited(marks: Sequence[Mark], other_than: frozenset[str] = frozenset()) -> int:
    """Return how many labels marks name."""
    return len({label for mark in marks for label in mark.labels} - other_than)


_Found = tuple[int, int, str]


def _marks(
    blocks: Sequence[tuple[int, Block]], labels: Mapping[str, str], find: Callable[[Block], Iterator[_Found]]
) -> Iterator[Mark]:
    for place, block in blocks:
        for start, end, numbers in find(block):
            if meant := cited_labels(numbers, labels):
                yield Mark(place, start, end, meant)


def cited_labels(numbers: str, labels: Mapping[str, str]) -> tuple[str, ...]:
    """Return the labels that `1, 3–5` names; none if it names a number that the list does not reach."""
    last = max((int(label) for label in labels if label.isdecimal()), default=0)
    found: list[str] = []
    for part in re.split(r"[,;&]|and", numbers.strip(" ,;")):
        ends = [end.strip() for end in re.split(_DASH, part) if end.strip()]
        if not ends or any(end not in labels and not (end.isdecimal() and 0 < int(end) <= last) for end in ends):
            return ()
        if len(ends) == 2 and ends[0].isdigit() and ends[1].isdigit():
            low, high = int(ends[0]), int(ends[1])
            if not low < high <= low + CITATIONS.most_range_entries:
                return ()
            found += [str(number) for number in range(low, high + 1) if str(number) in labels]
        else:
            found += [end for end in ends if end in labels]
    return tuple(dict.fromkeys(found))


def _square(block: Block) -> Iterator[_Found]:
    for match in _SQUARE.finditer(block.text):
        yield match.start(), match.end(), match[1] + (f"-{match[2]}" if match[2] else "")


def _round(text: str, equations: frozenset[str]) -> Iterator[_Found]:
    for match in _ROUND.finditer(text):
        before = text[max(0, match.start() - CITATIONS.looked_back) : match.start()].rstrip()
        if not before or _POINTS.search(before[-30:]):
            continue
        word = _LAST_WORD.search(before)
        spaced = text[match.start() - 1] == " "
        if not (spaced or (word and len(word[1]) >= CITATIONS.word_letters)) or before[-1] in ".,;:?!":
            continue
        if word is None and not _LAST_NUMBER.search(before) and not _LAST_NAME.search(before):
            continue
        may_point = _MAY_POINT.search(before[-30:]) or _BEFORE_PART.search(before)
        if may_point and (match[1] in equations or text[match.end() : match.end() + 1] not in _CLAUSE_ENDS):
            continue
        yield match.start(), match.end(), match[1]


def _raised(block: Block, rows: Sequence[Row]) -> Iterator[_Found]:
    for start, end in _raised_parts(block, rows):
        numbers = block.text[start:end].translate(_SUPERSCRIPTS)
        before = block.text[max(0, start - CITATIONS.looked_back) : start].rstrip()
        if _RAISED.fullmatch(numbers) and _follows_text(
            before, block.text[end : end + 1], is_list=not numbers.isalnum()
        ):
            numbers = numbers.rstrip(",")
            yield start, start + len(numbers), numbers


def _raised_parts(block: Block, rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Return where raised characters begin and end; those that only a blank or a line's end parts are one mark."""
    if not rows:
        return [match.span() for match in _SUPERSCRIPT.finditer(block.text)]
    found: list[tuple[int, int]] = []
    for row, line in zip(rows, block.lines, strict=True):
        for run in row.runs:
            if run.raised or (run.style.size_pt < CITATIONS.mark_size_share * row.size and not run.lowered):
                start, end = line.start + run.start, min(line.start + run.end, line.end)
                if found and (
                    found[-1][1] == start or _goes_on(block.text[found[-1][0] : start], block.text[start:end])
                ):
                    start = found.pop()[0]
                found.append((start, end))
    return [
        (start + len(text) - len(text.lstrip()), start + len(text.rstrip()))
        for start, end in found
        if (text := block.text[start:end])
    ]


def _goes_on(before: str, text: str) -> bool:
    return before.rstrip()[-1:] in set(",;-\u2013\u2014") and before[-1:].isspace() and text[:1].isdigit()


def _follows_text(before: str, after: str, *, is_list: bool) -> bool:
    """Tell whether raised numbers between these texts may cite: after a word or a number that has no powers, or if they are a list."""
    if after.isalpha() or not before:
        return False
    if before.rstrip(_CLOSERS)[-1:] in ".,;:?!" or _LAST_NUMBER.search(before):
        return True
    word = _LAST_WORD.search(before)
    if word is None:
        return False
    return len(word[1]) >= (2 if is_list else CITATIONS.word_letters) and (is_list or word[1].lower() not in _NO_TEXT)


def _begins_text(block: Block) -> bool:
    """Tell whether the paper's text begins with a block: authors and their affiliations stand before it."""
    long = block.section_id is not None or len(block.text) >= CITATIONS.prose_characters
    return block.kind == "paragraph" and long and _is_prose(block.text)


def _is_prose(text: str) -> bool:
    """Tell whether many words begin small, unlike in names and addresses."""
    words = text[: CITATIONS.read_characters].split()
    return sum(word[0].isupper() or word[0].isdigit() for word in words) < CITATIONS.capitals_share * len(words)


def _in_step(marks: Iterator[Mark], blocks: Sequence[Block], labels: Mapping[str, str]) -> list[Mark]:
    """Return the marks without those that come before their turn: the numbers of a paper rise, where its list is not sorted by names.

    The turn of a number is found in the longest rising sequence of all numbers.
    """
    found = list(marks)
    if _is_alphabetical(labels):
        return found
    numbers = [
        (_number(label), at)
        for at, mark in enumerate(found)
        if blocks[mark.place].kind == "paragraph"
        for label in mark.labels
    ]
    chain = _longest_rising(numbers)
    if (
        len(chain) < CITATIONS.in_step_share * len({number for number, _ in numbers})
        and _cited(found) > len(labels) / 2
    ):
        return found
    kept, reached, turn = [], 0, 0
    for at, mark in enumerate(found):
        while turn < len(chain) and chain[turn][1] <= at:
            reached = chain[turn][0]
            turn += 1
        upcoming = chain[turn][0] if turn < len(chain) else reached
        ahead = max(upcoming, reached + CITATIONS.numbers_ahead if reached else 0)
        if blocks[mark.place].kind != "paragraph" or _number(mark.labels[0]) <= ahead:
            kept.append(mark)
    return kept


def _number(label: str) -> int:
    return int("".join(filter(str.isdecimal, label)) or 0)


def _longest_rising(numbers: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest strictly rising subsequence, by the first of each pair."""
    tails: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for place, (number, _) in enumerate(numbers):
        at = bisect_left(tails, number)
        tails[at : at + 1], places[at : at + 1] = [number], [place]
        before.append(places[at - 1] if at else -1)
    chain = []
    place = places[-1] if places else -1
    while place >= 0:
        chain.append(numbers[place])
        place = before[place]
    return chain[::-1]


def _is_alphabetical(labels: Mapping[str, str]) -> bool:
    names = [name for name in labels.values() if name]
    return sum(a <= b for a, b in pairwise(names)) > CITATIONS.sorted_share * len(names)
