"""Orders bibliography entries, labels them, and renders citation markers and the list of references."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from scholarai.domain.content import Reference
from scholarai.domain.ids import ReferenceId
from scholarai.domain.title_folding import arxiv_of
from scholarai.parsing.pdf.references.fields import read_reference
from scholarai.parsing.rich_text import Cite

_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)[a-z]?\b")
DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`]+")
# What parsers raise on malformed lists of references. These come from many programs, and a paper is worth more than its list.
_MALFORMED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One work of a bibliography; `raw` is the entry as text, `families` the authors' family names for markers."""

    key: str
    raw: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    year: int | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    venue: str | None = None
    marker: str | None = None
    """An explicit label, as in "[Knu97]"."""

    @property
    def names(self) -> str:
        """Return "Smith", "Smith and Lee", or "Smith et al."; empty where the authors are unknown."""
        if len(self.families) > 2:
            return f"{self.families[0]} et al."
        return " and ".join(self.families)


class Bibliography:
    """The entries of a paper in printed order; `numeric` selects numbers as markers, else author and year."""

    def __init__(self, entries: Mapping[str, Entry], *, numeric: bool = False) -> None:
        self.entries = entries
        self.numeric = numeric
        self._numbers = {key: str(number) for number, key in enumerate(entries, start=1)}

    def references(self) -> tuple[Reference, ...]:
        return tuple(map(self._reference, self.entries.values()))

    def _reference(self, entry: Entry) -> Reference:
        """Return an entry by its fields; its text tells those that its source does not mark."""
        told = entry.raw != entry.key and not (entry.title and entry.authors)
        read = read_reference(entry.raw, 1) if told else None
        return Reference(
            id=ReferenceId(entry.key),
            raw=entry.raw,
            label=self._label(entry),
            title=entry.title or (read.title if read else None),
            authors=entry.authors or (read.authors if read else ()),
            year=entry.year or (read.year if read else None),
            doi=entry.doi or (read.doi if read else None),
            arxiv_id=entry.arxiv_id or arxiv_of(entry.doi, entry.raw),
            venue=entry.venue or (read.venue if read else None),
        )

    def printed(self) -> list[str]:
        """Return the text of each entry as the list of references prints it."""
        shown = self.numeric or any(entry.marker for entry in self.entries.values())
        return [f"[{self._label(entry)}] {entry.raw}" if shown else entry.raw for entry in self.entries.values()]

    def render(self, cite: Cite) -> tuple[str, tuple[ReferenceId, ...]]:
        """Return a marker as text, and its references; an unknown key is printed as it is and has none."""
        ids = tuple(ReferenceId(key) for key in cite.keys if key in self.entries)
        if cite.form == "printed":
            return cite.before, ids
        if cite.form == "author":
            return ", ".join(self._names(key) for key in cite.keys), ids
        if cite.form == "year":
            return ", ".join(self._year(key) for key in cite.keys), ids
        if cite.form == "text":
            return self._textual(cite), ids
        inner = ", ".join(map(self._mark, cite.keys)) if self.numeric else "; ".join(map(self._author_year, cite.keys))
        inner = f"{cite.before} {inner}".strip() + (f", {cite.after}" if cite.after else "")
        if cite.form == "bare":
            return inner, ids
        return f"[{inner}]" if self.numeric else f"({inner})", ids

    def between(self, first: ReferenceId, last: ReferenceId, count: int) -> tuple[ReferenceId, ...]:
        """Return the entries of a range in printed order; see `rich_text.CiteRenderer`."""
        keys = list(self.entries)
        start = keys.index(first)
        end = start + count if last == first else keys.index(last) + 1
        return tuple(map(ReferenceId, keys[start:end]))

    def without_keys(self, cite: Cite) -> Cite | None:
        """Return a marker without the works that it would print as keys, None if none is left."""
        counted = self.numeric and cite.form in {"group", "bare"}
        known = [key for key in cite.keys if key in self.entries and (counted or self.entries[key].raw != key)]
        return replace(cite, keys=tuple(known)) if known else cite if cite.form == "printed" else None

    def _textual(self, cite: Cite) -> str:
        shown = []
        for key in cite.keys:
            mark = f"[{self._mark(key)}]" if self.numeric else f"({self._year(key)})"
            shown.append(f"{self._names(key)} {mark}")
        text = " and ".join(shown) if len(shown) <= 2 else ", ".join(shown[:-1]) + ", and " + shown[-1]
        return text[:-1] + f", {cite.after}" + text[-1] if cite.after else text

    def _label(self, entry: Entry) -> str:
        return self._mark(entry.key) if self.numeric or entry.marker else self._author_year(entry.key)

    def _mark(self, key: str) -> str:
        if key not in self.entries:
            return key
        return self.entries[key].marker or self._numbers[key]

    def _author_year(self, key: str) -> str:
        if key not in self.entries or not self.entries[key].families:
            return key if key not in self.entries else self._names(key)
        return f"{self.entries[key].names} {self._year(key)}".strip()

    def _names(self, key: str) -> str:
        entry = self.entries.get(key)
        return key if entry is None else entry.names or entry.title or key

    def _year(self, key: str) -> str:
        entry = self.entries.get(key)
        return str(entry.year) if entry is not None and entry.year is not None else "n.d."


def read_or_empty(read: Callable[[], Bibliography], note: Callable[[str, str], None]) -> Bibliography:
    """Return the bibliography that `read` returns; an empty one, with a note, if it is malformed."""
    try:
        return read()
    except _MALFORMED as error:
        note("bibliography_unreadable", f"the list of references could not be read ({type(error).__name__})")
        return Bibliography({})


def ordered(entries: Mapping[str, Entry], cited: Sequence[str], *, alphabetical: bool) -> dict[str, Entry]:
    """Return the cited entries in the order of the list of references; a key without an entry becomes an entry of its own."""
    chosen = {key: entries.get(key) or Entry(key=key, raw=key) for key in cited}
    if alphabetical:
        chosen = dict(sorted(chosen.items(), key=lambda item: _sort_key(item[1])))
    return chosen


def year_in(text: str) -> int | None:
    """Return the last year in a printed entry: numbers that look like years usually precede the true one."""
    years = _YEAR.findall(text)
    return int(years[-1]) if years else None


def doi_in(text: str) -> str | None:
    match = DOI.search(text)
    return match.group().rstrip(".,;)]") if match else None


def _sort_key(entry: Entry) -> tuple[str, ...]:
    names = entry.families or (entry.title or entry.key,)
    return (*(name.casefold() for name in names), str(entry.year or ""))
