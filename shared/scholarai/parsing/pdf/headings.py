"""Headings: which groups are titles of sections, their numbers and their levels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scholarai.parsing.pdf.groups import CAPTION, Group
from scholarai.parsing.pdf.metrics import Metrics
from scholarai.parsing.pdf.rows import Row
from scholarai.parsing.pdf.text import squash

_MAX_CHARACTERS = 220
_MAX_ROWS = 4
_LARGER = 1.07

# The dotted number must be followed by a word: "3.5 times" is caught by what follows a number in running text.
NUMBER = re.compile(
    r"(?P<word>(?:appendix|annex|section|chapter|part|supplement)\s+)?"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z](?:\.\d{1,2}){1,4}|[IVXL]{1,6}(?=[.:)\s])|[A-Z](?=[.:)\s])|[a-z](?=[.)]\s))"
    r"(?P<end>[.:)]{0,2})(?:\s+|$)",
)
_NAMES = frozenset(
    squash(name)
    for name in (
        "abstract", "summary", "introduction", "background", "related work", "related works", "preliminaries",
        "motivation", "overview", "methods", "method", "methodology", "materials and methods", "methods and materials",
        "experimental", "experiments", "experimental setup", "experimental results", "results", "evaluation",
        "results and discussion", "discussion", "discussion and conclusion", "conclusion", "conclusions",
        "conclusions and future work", "conclusion and future work", "future work", "limitations", "acknowledgements",
        "acknowledgments", "acknowledgement", "acknowledgment", "references", "bibliography", "literature cited",
        "works cited", "appendix", "appendices", "supplementary material", "supplementary materials",
        "supporting information", "data availability", "code availability", "data and code availability",
        "author contributions", "authors contributions", "funding", "competing interests", "conflict of interest",
        "conflicts of interest", "declaration of competing interest", "ethics statement", "availability",
        "statement of need", "theory", "model", "implementation", "notation", "data", "case study", "keywords",
        "key words", "ccs concepts", "contents", "table of contents", "supplementary information", "notes",
        "availability of data and materials", "author summary", "significance statement",
    )
)  # fmt: skip
_NOT_HEADINGS = re.compile(
    r"(theorem|lemma|proposition|corollary|definition|remark|proof|example|claim|conjecture|assumption|observation|"
    r"fact|exercise|problem|question|algorithm|input|output|require|ensure|initialize|return|step)\b[\s.:]*(\d|\(|[.:]|$|[A-Z]\.)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.,;]$")


class Look(NamedTuple):
    """What makes headings of one level alike."""

    size: float
    bold: bool
    italic: bool
    capitals: bool
    font: str
    centered: bool


@dataclass(slots=True, eq=False, kw_only=True)
class Heading:
    """A heading: its group, what it says, and its level from 1. A run-in heading is the start of its group's text."""

    group: Group
    title: str
    number: str | None
    look: Look
    level: int = 1
    run_in: int = 0


def look_of(row: Row, metrics: Metrics) -> Look:
    """Return how a row looks, type sizes rounded to what an eye can tell apart."""
    letters = [c for c in row.text if c.isalpha()]
    capitals = len(letters) > 3 and sum(c.isupper() for c in letters) > 0.85 * len(letters)
    left, right = row.x0 - row.left, row.right - row.x1
    centered = left > 2 * row.size and abs(left - right) < 2.5 * row.size
    family = row.style.font.split("+")[-1].split("-")[0].lower()
    size = round(row.size * 2 / metrics.size * 5) / 10
    return Look(size, row.bold, row.italic, capitals or row.share("small_caps") > 0.8, family, centered)


def find_headings(groups: Sequence[Group], metrics: Metrics) -> list[Heading]:
    """Return the headings among the groups of a paper's body, in order, with their levels."""
    found = []
    for index, group in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else None
        heading = _heading(group, following, metrics) or _run_in(group, metrics)
        if heading is not None:
            found.append(heading)
    found = _trusted(found)
    _set_levels(found)
    return found


def _heading(group: Group, following: Group | None, metrics: Metrics) -> Heading | None:
    text = group.text
    if not _could_be(group, text, metrics):
        return None
    look = look_of(group.first, metrics)
    match = NUMBER.match(text)
    title = text[match.end() :] if match and match.end() < len(text) else text
    number = (match["word"] or "") + match["number"] if match and title != text else None
    named = squash(title) in _NAMES
    if number and not title[:1].isalpha() and title[:1] not in "\"'\u201c\u2018$(":
        return None
    distinct = _distinct(look, group, metrics)
    if not (named or distinct or (number and _plain_numbered(group, match, title))):
        return None
    if not named and _SENTENCE_END.search(text) and not (number and distinct and len(text) < 80):
        return None
    if not named and following is not None and following.size < 0.9 * metrics.size and not number:
        return None
    return Heading(group=group, title=title.strip().rstrip(".:") if named else title.strip(), number=number, look=look)


def _could_be(group: Group, text: str, metrics: Metrics) -> bool:
    if len(group.rows) > _MAX_ROWS or len(text) > _MAX_CHARACTERS or group.first.vertical:
        return False
    if group.first.cells and not NUMBER.match(text):
        return False
    letters = sum(c.isalpha() for c in text)
    if letters < 3 or letters < 0.5 * len(text.replace(" ", "")) or CAPTION.match(text) or _NOT_HEADINGS.match(text):
        return False
    if group.first.share("mono") > 0.5 or group.size < 0.8 * metrics.size:
        return False
    first = next(c for c in text if c.isalnum())
    return not first.islower() or bool(re.match(r"[a-z]+[A-Z.]", text)) or group.first.bold


def _distinct(look: Look, group: Group, metrics: Metrics) -> bool:
    if group.size > _LARGER * metrics.size or look.bold or look.capitals:
        return True
    alone = group.gap > 1.2 and len(group.rows) <= 2
    other_font = abs(group.size - metrics.size) < 0.6 and look.font != metrics.font.split("+")[-1].split("-")[0].lower()
    return alone and (look.italic or (other_font and group.first.x1 < group.first.right - 2 * group.size))


def _plain_numbered(group: Group, match: re.Match[str] | None, title: str) -> bool:
    """Tell whether a numbered row in body type stands like a heading: alone, short, in title case or spaced."""
    if match is None or group.gap < 1.2 or len(group.rows) > 2:
        return False
    return group.last.x1 < group.last.right - 3 * group.size and title[:1].isupper() and len(title) < 90


def _run_in(group: Group, metrics: Metrics) -> Heading | None:
    """Return the bold or italic phrase that a paragraph begins with, when it titles the paragraph."""
    row = group.first
    if len(row.runs) < 2 or row.vertical or abs(group.size - metrics.size) > 0.12 * metrics.size:
        return None
    first = row.runs[0].style
    if not first.bold:
        return None
    end = 0
    for run in row.runs:
        if not run.style.bold and row.text[run.start : run.end].strip():
            break
        end = run.end
    phrase = row.text[:end].strip()
    rest = row.text[end:].strip()
    if not rest or not 3 < len(phrase) <= 90 or _NOT_HEADINGS.match(phrase) or CAPTION.match(phrase):
        return None
    if phrase[-1] not in ".:?!" and not rest[0].isupper():
        return None
    if sum(c.isalpha() for c in phrase) < 3 or not phrase[0].isalnum() or phrase[0].islower():
        return None
    match = NUMBER.match(phrase)
    title = phrase[match.end() :] if match and match.end() < len(phrase) else phrase
    look = Look(round(row.size * 2 / metrics.size * 5) / 10, True, first.italic, False, "run-in", False)
    number = match["number"] if match and title != phrase else None
    return Heading(group=group, title=title.strip().rstrip(".:"), number=number, look=look, run_in=len(row.text[:end]))


def _trusted(found: list[Heading]) -> list[Heading]:
    """Return the headings whose look is not seen more often than headings are."""
    looks = Counter(heading.look for heading in found)
    numbered = Counter(heading.look for heading in found if heading.number)
    kept = []
    for heading in found:
        many = looks[heading.look] > 60 and numbered[heading.look] < 0.3 * looks[heading.look]
        if heading.run_in and looks[heading.look] < 2 and not heading.number:
            continue
        if not many:
            kept.append(heading)
    return kept


def _set_levels(found: list[Heading]) -> None:
    """Set levels: by the number where there is one, by look where not."""
    kinds = _number_kinds(found)
    by_look: dict[Look, Counter[int]] = {}
    for heading in found:
        if heading.number:
            heading.level = _numbered_level(heading.number, kinds)
            by_look.setdefault(heading.look, Counter())[heading.level] += 1
    known = {look: counts.most_common(1)[0][0] for look, counts in by_look.items()}
    order: list[Look] = []
    for heading in found:
        if heading.look not in order:
            order.append(heading.look)
    ranked = sorted(
        order, key=lambda look: (look.font == "run-in", -look.size, not look.bold, not look.capitals, order.index(look))
    )
    for heading in found:
        if heading.number:
            continue
        if heading.look in known:
            heading.level = known[heading.look]
        elif squash(heading.title) in _NAMES and known and not heading.run_in:
            heading.level = min(known.values())
        elif known:
            heading.level = _between(heading.look, known, ranked)
        else:
            heading.level = 1 + ranked.index(heading.look)


def _between(look: Look, known: dict[Look, int], ranked: list[Look]) -> int:
    """Return the level of an unnumbered look from the numbered looks above it."""
    above = [known[other] for other in ranked[: ranked.index(look)] if other in known]
    return max(above) + 1 if above else min(known.values())


_ROMAN = re.compile(r"[IVXL]+$")


def _number_kinds(found: Sequence[Heading]) -> list[str]:
    """Return the kinds of simple numbers (roman, letter, decimal) in the order they first appear."""
    kinds: list[str] = []
    values = [heading.number for heading in found if heading.number]
    roman = any(value in {"I", "II", "III"} for value in values)
    for value in values:
        kind = _kind(value, roman=roman)
        if kind not in kinds:
            kinds.append(kind)
    return kinds


def _kind(number: str, *, roman: bool) -> str:
    if " " in number:
        return "appendix"
    if roman and _ROMAN.match(number) and number not in {"C", "D", "L"}:
        return "roman"
    if number[0].isdigit():
        return "decimal"
    return "letter" if number[0].isupper() else "small letter"


def _numbered_level(number: str, kinds: list[str]) -> int:
    kind = _kind(number, roman="roman" in kinds)
    depth = number.count(".") + 1
    if kind == "appendix" or "roman" not in kinds:
        return depth
    return {"roman": 0, "letter": 1, "decimal": 2, "small letter": 3}[kind] + depth
