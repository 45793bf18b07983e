"""Reads the bibliography entries that biber writes into a .bbl file for biblatex."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scholarai.parsing.bibliography import Entry
from scholarai.parsing.bibtex import entry_of
from scholarai.parsing.latex.scanning import commands, read_group

_GIVEN = re.compile(r"\bgiven\s*=\s*(?=\{)")
_FAMILY = re.compile(r"\bfamily\s*=\s*(?=\{)")
_PREFIX = re.compile(r"\bprefix\s*=\s*(?=\{)")
_VERBATIM = re.compile(r"\\verb\{(\w++)\}\s*+\\verb\s++([^\\]*+(?:\\(?!verb\{|endverb)[^\\]*+)*+)\\endverb")
_PLACES = {"journaltitle", "booktitle", "title", "year", "volume", "number", "pages", "eprint", "note", "howpublished"}


def read_biblatex(text: str) -> dict[str, Entry]:
    """Return the entries by key in printed order; none if biblatex did not write the file."""
    entries: dict[str, Entry] = {}
    found = list(commands(text, ("entry",), most=3))
    for command, following in zip(found, [*(c.start for c in found), len(text)][1:], strict=True):
        if len(command.arguments) >= 2:
            key = command.argument.strip()
            entries.setdefault(key, entry_of({"ID": key, **dict(_fields(text[command.end : following]))}))
    return entries


def _fields(source: str) -> Iterator[tuple[str, str]]:
    for command in commands(source, ("field", "list", "name"), most=4):
        name = command.argument
        if command.name == "name" and name in {"author", "editor"}:
            yield name, " and ".join(_people(command.arguments[-1]))
        elif command.name == "list" and name in {"publisher", "institution"}:
            yield name, command.arguments[-1].strip("{}% \n")
        elif command.name == "field" and name in _PLACES and len(command.arguments) > 1:
            yield name, command.arguments[1]
    for name, value in _VERBATIM.findall(source):
        yield name, value.rstrip()


def _people(source: str) -> Iterator[str]:
    starts = [match.end() for match in _FAMILY.finditer(source)]
    if not starts:
        yield from _people_by_place(source)
    for start, following in zip(starts, [*starts, len(source)][1:], strict=True):
        family = read_group(source, start)
        if family is not None:
            parts = [_part(_PREFIX, source, start, following), family[0]]
            given = _part(_GIVEN, source, start, following)
            name = " ".join(part for part in parts if part)
            yield f"{name}, {given}" if given else "{" + name.strip("{}") + "}"


def _people_by_place(source: str) -> Iterator[str]:
    """Yield the names in the format of biblatex before version 3: `{{hash}{family}{F.}{given}{G.}…}`."""
    for person in _groups(source):
        places = _groups(person)
        if len(places) > 3 and places[1]:
            yield f"{places[1]}, {places[3]}" if places[3] else "{" + places[1] + "}"


def _groups(source: str) -> list[str]:
    """Return the contents of the outermost groups."""
    groups, at = [], source.find("{")
    while at >= 0 and (group := read_group(source, at)) is not None:
        groups.append(group[0])
        at = source.find("{", group[1])
    return groups


def _part(pattern: re.Pattern[str], source: str, start: int, end: int) -> str:
    match = pattern.search(source, start, end)
    group = read_group(source, match.end()) if match else None
    return re.sub(r"\\bib\w+", " ", group[0]) if group else ""
