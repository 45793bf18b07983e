"""Bibliography entries: read from BibTeX, ordered, labelled, and written as text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from scholarai.domain.content import Reference
from scholarai.domain.ids import ReferenceId
from scholarai.parsing.quiet import silence
from scholarai.parsing.rich import Cite
from scholarai.parsing.tex_text import plain_tex

_ENTRY_START = re.compile(r"@\s*([A-Za-z]+)\s*[{(]")
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)[a-z]?\b")
DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`]+")
_STRING_NAME = re.compile(r"@\s*string\s*[{(]\s*([^\s=]+)", re.IGNORECASE)
_BARE_VALUE = re.compile(r"=\s*([A-Za-z][\w:.+-]*)\s*[,#}\n]")
_MONTHS = {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}
# The AAS macros that ADS exports use, https://ui.adsabs.harvard.edu/help/actions/journal-macros
_JOURNALS = {
    "aj": "Astronomical Journal", "apj": "Astrophysical Journal", "apjl": "Astrophysical Journal, Letters",
    "apjs": "Astrophysical Journal, Supplement", "aap": "Astronomy and Astrophysics", "mnras":
    "Monthly Notices of the RAS", "pasp": "Publications of the ASP", "pasj": "Publications of the ASJ",
    "araa": "Annual Review of Astronomy and Astrophysics", "nat": "Nature", "prd": "Physical Review D",
    "prl": "Physical Review Letters", "jcap": "Journal of Cosmology and Astroparticle Physics",
    "solphys": "Solar Physics", "ssr": "Space Science Reviews", "icarus": "Icarus",
}  # fmt: skip
_NOT_ENTRIES = {"comment", "preamble", "string"}
# A field longer than this is an abstract or a keyword dump, of no use in a reference: a guess.
_LONGEST_FIELD = 4_000
# As many authors as most styles print.
_NAMED_AUTHORS = 10


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
    marker: str | None = None
    """A marker of its own, as in "[Knu97]"."""

    @property
    def names(self) -> str:
        """Return "Smith", "Smith and Lee", or "Smith et al."; empty where the authors are unknown."""
        if len(self.families) > 2:
            return f"{self.families[0]} et al."
        return " and ".join(self.families)


class Bibliography:
    """The entries of a paper in printed order; `numeric` says how its markers look."""

    def __init__(self, entries: Mapping[str, Entry], *, numeric: bool = False) -> None:
        self.entries = entries
        self.numeric = numeric
        self._numbers = {key: str(number) for number, key in enumerate(entries, start=1)}

    def references(self) -> tuple[Reference, ...]:
        return tuple(
            Reference(
                id=ReferenceId(entry.key),
                raw=entry.raw,
                label=self._label(entry),
                title=entry.title,
                authors=entry.authors,
                year=entry.year,
                doi=entry.doi,
            )
            for entry in self.entries.values()
        )

    def printed(self) -> list[str]:
        """Return the text of each entry as the list shows it."""
        shown = self.numeric or any(entry.marker for entry in self.entries.values())
        return [f"[{self._label(entry)}] {entry.raw}" if shown else entry.raw for entry in self.entries.values()]

    def render(self, cite: Cite) -> tuple[str, tuple[ReferenceId, ...]]:
        """Return a marker as text, and its references; an unknown key stands for itself and has none."""
        ids = tuple(ReferenceId(key) for key in cite.keys if key in self.entries)
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


def read_bibtex(texts: Iterable[str], keys: Collection[str] | None) -> dict[str, Entry]:
    """Return the entries of BibTeX or biblatex files by key, in file order; the first of two with one key counts.

    Args:
        texts: The files' contents; what is malformed in them is left out.
        keys: The entries wanted, or None for all.
    """
    entries: dict[str, Entry] = {}
    for text in texts:
        wanted, strings = [], []
        for kind, key, source in _sources(text):
            if kind == "string":
                strings.append(source)
            elif (keys is None or key in keys) and key not in entries:
                wanted.append(source)
        for record in _parsed(strings, wanted):
            entry = entry_of(record)
            entries.setdefault(entry.key, entry)
    return entries


def ordered(entries: Mapping[str, Entry], cited: Sequence[str], *, alphabetical: bool) -> dict[str, Entry]:
    """Return the cited entries in the order of their list; a cited key without an entry becomes one that says so."""
    chosen = {key: entries.get(key) or Entry(key=key, raw=key) for key in cited}
    if alphabetical:
        chosen = dict(sorted(chosen.items(), key=lambda item: _sort_key(item[1])))
    return chosen


def year_in(text: str) -> int | None:
    """Return the last year that a printed entry names: journals and page numbers come before it more often than after."""
    years = _YEAR.findall(text)
    return int(years[-1]) if years else None


def doi_in(text: str) -> str | None:
    match = DOI.search(text)
    return match.group().rstrip(".,;)]") if match else None


def _sort_key(entry: Entry) -> tuple[str, ...]:
    names = entry.families or (entry.title or entry.key,)
    return (*(name.casefold() for name in names), str(entry.year or ""))


def _sources(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield kind, key and source of each entry; one that never closes ends where the next one starts a line."""
    at = 0
    while match := _ENTRY_START.search(text, at):
        end = _entry_end(text, match.end())
        kind = match.group(1).lower()
        source = _closed(text[match.start() : end])
        at = end
        if kind not in _NOT_ENTRIES or kind == "string":
            yield kind, source[match.end() - match.start() :].split(",", 1)[0].strip(), source


def _entry_end(text: str, start: int) -> int:
    following = re.compile(r"\n\s*@\s*[A-Za-z]+\s*[{(]").search(text, start)
    limit = following.start() if following else len(text)
    depth = 1
    for match in re.compile(r"\\.|[{}]").finditer(text, start, limit):
        if match.group() == "{":
            depth += 1
        elif match.group() == "}":
            depth -= 1
            if depth == 0:
                return match.end()
    return limit


def _closed(source: str) -> str:
    """Return an entry with the braces closed that stay open: each doubles the time that bibtexparser 1.4 takes to see it."""
    depth = 0
    for brace in re.findall(r"[{}]", source):  # an escaped one counts too, as it does there
        depth = depth + 1 if brace == "{" else max(0, depth - 1)
    return source + "}" * depth


def _parsed(strings: Sequence[str], sources: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the entries' fields; where one is malformed, each is read by itself and that one left out."""
    from bibtexparser.bibdatabase import UndefinedString
    from pyparsing import ParseException

    # Braces nested by the thousand end the parser's recursion.
    unreadable = (ParseException, UndefinedString, RecursionError)
    if not sources:
        return
    head = [*strings, *_missing_strings([*strings, *sources])]
    try:
        yield from _records("\n".join([*head, *sources]))
    except unreadable:
        for source in sources:
            with suppress(*unreadable):
                yield from _records("\n".join([*head, source]))


def _records(source: str) -> list[dict[str, str]]:
    import bibtexparser
    from bibtexparser.bparser import BibTexParser

    silence("bibtexparser")
    parser = BibTexParser(common_strings=True, ignore_nonstandard_types=False)
    parser.expect_multiple_parse = True
    records: list[dict[str, str]] = bibtexparser.loads(source, parser).entries
    return records


def _missing_strings(sources: Iterable[str]) -> list[str]:
    """Return definitions for names such as `apj` that a style file defines; others stand for themselves."""
    text = "\n".join(sources)
    defined = {name.lower() for name in _STRING_NAME.findall(text)} | _MONTHS
    used = dict.fromkeys(name.lower() for name in _BARE_VALUE.findall(text))
    return [f'@string{{{name} = "{_JOURNALS.get(name, name)}"}}' for name in used if name not in defined]


def entry_of(record: Mapping[str, str]) -> Entry:
    """Return the entry that a record of BibTeX or biblatex fields describes; its key stands under "ID"."""
    fields = {name: plain_tex(value[:_LONGEST_FIELD]) for name, value in record.items() if name in _SHOWN}
    names = [_name(person) for person in _people(record.get("author") or record.get("editor") or "")]
    authors = tuple(full for full, _ in names)
    year = year_in(record.get("year") or record.get("date") or "")
    doi = doi_in(record.get("doi") or record.get("url") or "")
    entry = Entry(
        key=record["ID"],
        raw="",
        title=fields.get("title"),
        authors=authors,
        families=tuple(family for _, family in names),
        year=year,
        doi=doi,
    )
    return Entry(
        key=entry.key,
        raw=_written(entry, fields),
        title=entry.title,
        authors=authors,
        families=entry.families,
        year=year,
        doi=doi,
    )


_SHOWN = (
    "title", "journal", "journaltitle", "booktitle", "school", "institution", "publisher", "organization",
    "howpublished", "volume", "number", "pages", "eprint", "url", "note", "edition", "series",
)  # fmt: skip
_PLACES = ("journal", "journaltitle", "booktitle", "school", "institution", "publisher", "organization", "howpublished")


def _written(entry: Entry, fields: Mapping[str, str]) -> str:
    """Return an entry as a reader expects it: authors (year). Title. Journal, volume(number), pages. DOI."""
    place = ", ".join(fields[name] for name in _PLACES if fields.get(name))
    volume = fields.get("volume", "") + (f"({fields['number']})" if fields.get("number") else "")
    pages = fields.get("pages", "").replace("--", "–")
    where = ", ".join(part for part in (place, volume, pages) if part)
    link = f"https://doi.org/{entry.doi}" if entry.doi else fields.get("url") or fields.get("eprint", "")
    year = f" ({entry.year})" if entry.year is not None else ""
    people = ", ".join(entry.authors[:_NAMED_AUTHORS]) + (" et al." if len(entry.authors) > _NAMED_AUTHORS else "")
    pieces = [(people + year).strip(), entry.title or "", where, link or fields.get("note", "")]
    return ". ".join(piece.rstrip(".") for piece in pieces if piece) or entry.key


def _people(field_text: str) -> list[str]:
    """Return the names of an author field, which are parted by "and" outside braces."""
    people, depth, start = [], 0, 0
    for match in re.finditer(r"[{}]|\s+and\s+", field_text):
        if match.group() == "{":
            depth += 1
        elif match.group() == "}":
            depth -= 1
        elif depth <= 0:
            people.append(field_text[start : match.start()])
            start = match.end()
    people.append(field_text[start:])
    return [person.strip() for person in people if person.strip() and person.strip() != "others"]


def _name(person: str) -> tuple[str, str]:
    """Return full and family name of "Family, Given", "Given Family" or "{A Group}"."""
    if person.startswith("{") and person.endswith("}") and person.count("{") == 1:
        group = plain_tex(person)
        return group, group
    parts = [plain_tex(part) for part in person.split(",")]
    if len(parts) > 1:
        return f"{parts[-1]} {parts[0]}".strip(), parts[0]
    words = parts[0].split()
    return parts[0], _family(words)


def _family(words: Sequence[str]) -> str:
    for k, word in enumerate(words[:-1]):
        if k and word[:1].islower():  # von, van der, de la
            return " ".join(words[k:])
    return words[-1] if words else ""
