"""Finds the references of a text: the bibliography at its end, or what it cites in its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scholarai.domain.content import Reference
from scholarai.domain.identifiers import without_punctuation
from scholarai.domain.ids import ReferenceId
from scholarai.domain.sentences import Span
from scholarai.domain.values import Value
from scholarai.parsing.pdf.references.fields import read_reference

# Headings of lists of references, in manuscripts and in answers of assistants.
_TITLES = frozenset(
    "references|reference|reference list|bibliography|literature cited|works cited|sources|further reading|literatur|quellen"
    "|literaturverzeichnis|références|bibliographie|bibliografía|referencias|riferimenti|bibliografia|referenties".split(
        "|"
    )
)
_HEADING = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|\*\*|__)?(?P<title>[^\n#*_:]{3,40}?):?(?:\*\*|__)?:?[ \t]*$", re.MULTILINE
)
_NEXT_HEADING = re.compile(r"^#{1,6}[ \t]", re.MULTILINE)
_ENTRY = re.compile(r"[ \t]*(?:\[\^?[\w+*'.-]{1,24}\]:?|\(?\d{1,3}[.)]|[-*+•–])[ \t]+")
_LINK = re.compile(
    r"\[(?P<shown>[^\[\]\n]{0,300})\]\((?P<address>[^()\s]{0,300}+(?:\([^()\s]{0,300}+\)[^()\s]{0,300}+)?)\)"
)
_NAME = r"[^\W\d_a-z][\w’'-]{1,40}"
_NAMES = rf"(?P<name>{_NAME})(?:(?:,? (?:and|&|und|et) |, ){_NAME}){{0,3}}(?:,? et al\.?)?"
_INLINE = re.compile(
    rf"\b{_NAMES},? \((?P<year>(?:1[89]|20)\d\d)[a-z]?\b|(?<=[(;\[])\s?(?:see |e\.g\.,? |cf\. )?{_NAMES.replace('<name>', '<inside>')},? (?P<in_year>(?:1[89]|20)\d\d)[a-z]?\b"
)
_APART = re.compile(r"\S[ \t]*\n[ \t]*\n[ \t]*\S")
# Letters of the shortest reference. A guess.
_LEAST_LETTERS = 8
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>\[\]{}|]{1,300}")


class TextReference(Value, frozen=True, kw_only=True):
    """A reference at characters `start` to `end` of a text; a `marker` names no more than an author and a year."""

    start: int
    end: int
    reference: Reference
    marker: bool = False


def references_in(text: str) -> Iterator[TextReference]:
    """Yield the entries of the bibliography at the end of a text; without one, its DOIs, and its authors with a year, each once."""
    entries = bibliography_entries(text)
    if not entries:
        yield from _inline(text)
    for number, (start, end) in enumerate(entries, start=1):
        raw = _LINK.sub(lambda link: f"{link['shown'].rstrip('.')}. {link['address']}", text[start:end])
        raw = " ".join(raw.replace("**", "").replace("*", "").replace("_", " ").split())
        yield TextReference(start=start, end=end, reference=read_reference(raw, number))


def bibliography_entries(text: str) -> list[Span]:
    """Return the ranges of the entries of the bibliography at the end of a text, without list signs; none where there is none."""
    headings = [one for one in _HEADING.finditer(text) if one["title"].strip().lower() in _TITLES]
    if not headings:
        return []
    start = headings[-1].end()
    following = _NEXT_HEADING.search(text, start)
    entries = _ranges(text, start, following.start() if following else len(text))
    return [(low, high) for low, high in entries if sum(map(str.isalpha, text[low:high])) >= _LEAST_LETTERS]


def _inline(text: str) -> Iterator[TextReference]:
    named: set[str] = set()
    for match in _DOI.finditer(text):
        doi = without_punctuation(match[0])
        if doi not in named:
            named.add(doi)
            reference = Reference(id=ReferenceId(f"r{len(named)}"), raw=doi, doi=doi)
            yield TextReference(start=match.start(), end=match.start() + len(doi), reference=reference)
    for match in _INLINE.finditer(text):
        name, year = (match["name"] or match["inside"]).rstrip("’'-"), int(match["year"] or match["in_year"])
        if f"{name} {year}" not in named:
            named.add(f"{name} {year}")
            reference = Reference(id=ReferenceId(f"r{len(named)}"), raw=match[0], authors=(name,), year=year)
            start = match.start("name") if match["name"] else match.start("inside")
            end = match.end() + (text[match.end() : match.end() + 1] == ")" and match["name"] is not None)
            yield TextReference(start=start, end=end, reference=reference, marker=True)


def _ranges(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of entries: each begins with a label or list sign, where there are any, else behind an empty line, else a line."""
    lines: list[tuple[int, int]] = []
    at = start
    for line in text[start:end].splitlines(keepends=True):
        lines.append((at, at + len(line)))
        at += len(line)
    labelled = any(_ENTRY.match(text, low) for low, _ in lines)
    spaced = _APART.search(text[start:end].strip()) is not None
    begun: int | None = None
    last = start
    blank = True
    for low, high in lines:
        if not text[low:high].strip():
            blank = True
            continue
        new = bool(_ENTRY.match(text, low)) if labelled else blank if spaced else True
        if new or begun is None:
            if begun is not None:
                yield begun, last
            mark = _ENTRY.match(text, low)
            begun = mark.end() if mark and not text[low:].lstrip().startswith("[") else low
        last = low + len(text[low:high].rstrip())
        blank = False
    if begun is not None:
        yield begun, last
