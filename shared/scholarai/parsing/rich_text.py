"""Running text with unresolved citations and cross-references, as read from a source."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias
from unicodedata import normalize

from scholarai.domain.ids import ReferenceId

_WHITE = re.compile(r"\s+")
_RANGE = re.compile(r"[\[(]?(\d{1,3})[\])]?\s?[-\u2010-\u2015\u2212]\s?[\[(]?(\d{1,3})[\])]?")
# "[123] – [125]"; a marker names the ends of a range, one that names more names all. More works than that are no range: a guess.
_LONGEST_RANGE, _RANGE_ENDS, _MOST_IN_RANGE = 14, 2, 100

CiteForm = Literal["group", "text", "author", "year", "bare", "printed"]
RefForm = Literal["number", "equation", "name", "label", "range"]


@dataclass(frozen=True, slots=True)
class Cite:
    """A citation marker: `group` "(A 2020)", `text` "A (2020)", `bare` "A 2020", only authors or year, or `printed` as in `before`."""

    keys: tuple[str, ...]
    form: CiteForm = "group"
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Ref:
    """A cross-reference: `number` "3", `equation` "(3)", `name` "Figure 3", `label` "(3)" of an equation, else "3", `range` "Figures 3 to 5"."""

    labels: tuple[str, ...]
    form: RefForm = "number"


Part: TypeAlias = str | Cite | Ref
Span: TypeAlias = tuple[int, int, tuple[ReferenceId, ...]]
Rich: TypeAlias = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """What a label refers to: "Figure" and "3"."""

    name: str
    number: str


@dataclass(frozen=True, slots=True)
class CitedText:
    """Rendered text, and the range and references of each citation marker in it."""

    text: str
    cites: tuple[Span, ...] = ()


class CiteRenderer(Protocol):
    def render(self, cite: Cite) -> tuple[str, tuple[ReferenceId, ...]]:
        """Return the marker as printed, and the references that it cites."""
        ...

    def between(self, first: ReferenceId, last: ReferenceId, count: int) -> tuple[ReferenceId, ...]:
        """Return the references of a list from one to another, `count` of them where only the first is named."""
        ...


def render(parts: Iterable[Part], cites: CiteRenderer, targets: Mapping[str, Target], *, keep_lines: bool) -> CitedText:
    """Return the text of `parts` without white space at its ends, other white space as single spaces unless `keep_lines`."""
    joiner = _Joiner(keep_lines=keep_lines)
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, Cite):
            text, ids = cites.render(part)
            start, end = joiner.add(text)
            if ids and end > start:
                spans.append((start, end, ids))
        elif isinstance(part, Ref):
            joiner.add(_reference(part, targets))
        else:
            joiner.add(part)
    text = joiner.text()
    return CitedText(text, tuple(_with_ranges(text, spans, cites)))


def _with_ranges(text: str, spans: Iterable[Span], cites: CiteRenderer) -> Iterator[Span]:
    """Yield the citation markers; a range such as 1–3 is one that cites all of it, even where its ends are two markers."""
    before: Span | None = None
    for span in spans:
        joined = _range(text, before, span, cites) if before is not None else None
        if before is not None and joined is None:
            yield before
        before = joined or _range(text, span, span, cites) or span
    if before is not None:
        yield before


def _range(text: str, first: Span, last: Span, cites: CiteRenderer) -> Span | None:
    """Return a range from its two ends; None for other markers."""
    if last[1] - first[0] > _LONGEST_RANGE or len(first[2]) > _RANGE_ENDS:
        return None
    found = _RANGE.fullmatch(normalize("NFKC", text[first[0] : last[1]]))
    low, high = (int(found[1]), int(found[2])) if found else (0, 0)
    ids = cites.between(first[2][0], last[2][-1], high - low + 1) if low < high <= low + _MOST_IN_RANGE else ()
    return (first[0], last[1], ids) if ids else None


def plain_text(parts: Iterable[Part]) -> str:
    """Return only the strings of `parts`, white space as single spaces."""
    return " ".join("".join(part for part in parts if isinstance(part, str)).split())


def one_line(parts: Rich) -> Rich:
    """Return the text of a cell without line breaks, and without white space at its ends."""
    line = [_WHITE.sub(" ", part) if isinstance(part, str) else part for part in parts]
    while line and isinstance(line[0], str) and not line[0].strip():
        line.pop(0)
    while line and isinstance(line[-1], str) and not line[-1].strip():
        line.pop()
    if line and isinstance(line[0], str):
        line[0] = line[0].lstrip()
    if line and isinstance(line[-1], str):
        line[-1] = line[-1].rstrip()
    return tuple(line)


def cite_keys(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Cite):
            yield from part.keys


class _Joiner:
    """Joins pieces of text and returns the range of each in the result."""

    def __init__(self, *, keep_lines: bool) -> None:
        self._keep_lines = keep_lines
        self._pieces: list[str] = []
        self._length = 0
        self._space_due = False

    def add(self, piece: str) -> tuple[int, int]:
        if self._keep_lines:
            return self._append(piece if self._length else piece.lstrip("\n"))
        words = " ".join(piece.split())
        if not words:
            self._space_due = self._space_due or bool(piece)
            return (self._length, self._length)
        if self._length and (self._space_due or piece[0].isspace()):
            self._append(" ")
        self._space_due = piece[-1].isspace()
        return self._append(words)

    def text(self) -> str:
        return "".join(self._pieces).rstrip()

    def _append(self, piece: str) -> tuple[int, int]:
        start = self._length
        self._pieces.append(piece)
        self._length += len(piece)
        return (start, self._length)


def _reference(ref: Ref, targets: Mapping[str, Target]) -> str:
    found = [targets[label] for label in ref.labels if label in targets]
    if not any(target.number for target in found):
        return found[0].name if found else "??"
    if ref.form in {"name", "range"}:
        alike = itertools.groupby(found, key=lambda target: target.name)
        return _listed([_named(name, [target.number for target in same], ref.form) for name, same in alike])
    joined = _listed([target.number for target in found if target.number])
    is_equation = ref.form == "equation" or (ref.form == "label" and found[0].name == "Equation")
    return f"({joined})" if is_equation else joined


def _named(name: str, given: Sequence[str], form: RefForm) -> str:
    """Return the numbers of items of one kind with its name."""
    numbers = [f"({number})" if name == "Equation" and form == "range" else number for number in given if number]
    if not numbers:
        return name
    joined = " to ".join(numbers) if form == "range" else _listed(numbers)
    shown = f"({joined})" if name == "Equation" and form != "range" else joined
    return f"{name if len(numbers) == 1 else _plural(name)} {shown}" if name else joined


def _listed(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def _plural(name: str) -> str:
    return {"Corollary": "Corollaries", "Appendix": "Appendices"}.get(name, name + "s")
