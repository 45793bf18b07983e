"""Reads the bibliography of a LaTeX paper from its .bbl file, else from its BibTeX files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from scholarai.domain.plurals import counted
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import Bibliography, Entry, doi_in, ordered, year_in
from scholarai.parsing.bibtex import entry_of, read_bibtex
from scholarai.parsing.latex.expanded import Expanded
from scholarai.parsing.latex.project import Project
from scholarai.parsing.latex.scanning import commands, read_group

if TYPE_CHECKING:
    from scholarai.parsing.latex.document import DocumentReader


_NATBIB_LABEL = re.compile(r"^\{*+(.*?)\((\d{4}[a-z]?|[^()]*)\)(.*)$", re.DOTALL)
_UNORDERED = re.compile(
    r"unsrt|ieee|apsrev|nature|science|elsarticle-num|vancouver|plos|jhep|utphys|spphys|aipnum|acs|iop", re.IGNORECASE
)
_AUTHOR_YEAR_CLASSES = re.compile(
    r"aastex|mnras|emulateapj|apj|^aa$|icml|acl|apa|jmlr|agu|copernicus|iclr", re.IGNORECASE
)
_NUMERIC = re.compile(r"\bnumbers\b|\bsuper\b|numeric|numcomp|\bsort&compress\b", re.IGNORECASE)
_NUMERIC_CLASSES = re.compile(r"revtex|ieee|llncs|lipics|acmart|amsart|siam|jhep", re.IGNORECASE)
_PACKAGE = re.compile(r"\\(?:usepackage|RequirePackage)\s*+\[?+([^\]\\{]*+)\]?+\s*+\{([^{}]*+)\}")
_CLASS = re.compile(r"\\documentclass\s*+(?:\[((?:[^\]\\]|\\(?!documentclass))*+)\]\s*+)?+\{([^{}]*+)\}")
_STYLE = re.compile(r"\\bibliographystyle\s*\{([^{}]*)\}")
_GIVEN = re.compile(r"\bgiven\s*=\s*(?=\{)")
_FAMILY = re.compile(r"\bfamily\s*=\s*(?=\{)")
_PREFIX = re.compile(r"\bprefix\s*=\s*(?=\{)")
_VERBATIM = re.compile(r"\\verb\{(\w++)\}\s*+\\verb\s++([^\\]*+(?:\\(?!verb\{|endverb)[^\\]*+)*+)\\endverb")
_PLACES = {"journaltitle", "booktitle", "title", "year", "volume", "number", "pages", "eprint", "note", "howpublished"}


def read_bibliography(project: Project, expanded: Expanded, reader: DocumentReader, paper: Assembly) -> Bibliography:
    """Return the paper's entries in printed order, each completed from its BibTeX record."""
    cited = paper.cited_keys()
    everything = r"\nocite{*}" in expanded.body.replace(" ", "")
    wanted = None if everything else {*cited, *(key for key, _, _ in reader.entries)}
    records = read_bibtex(_sources(project, expanded), wanted)
    if reader.entries:
        return _of_printed(records, expanded, reader)
    if biblatex := _biblatex_entries(project):
        return _of_biblatex(biblatex, cited, expanded, everything=everything)
    if missing := [key for key in cited if key not in records]:
        paper.note(
            "citations_unresolved",
            f"{counted(len(missing), 'cited key stands', 'cited keys stand')} in no bibliography of the upload",
        )
    return _of_records(records, cited, expanded, everything=everything)


def _of_printed(records: Mapping[str, Entry], expanded: Expanded, reader: DocumentReader) -> Bibliography:
    entries = {key: _printed(key, label, source, records, reader) for key, label, source in reader.entries}
    labelled = [entry for entry in entries.values() if entry.families and entry.year]
    author_year = _is_author_year(expanded) or _has_natbib_labels(reader, len(labelled))
    return Bibliography(entries, numeric=not (author_year and not _is_numeric(expanded)))


def _of_biblatex(
    entries: Mapping[str, Entry], cited: Sequence[str], expanded: Expanded, *, everything: bool
) -> Bibliography:
    keys = [key for key in entries if everything or key in cited] or list(entries)
    keys += [key for key in cited if key not in entries]
    numeric = _is_numeric(expanded) or not _is_author_year(expanded)
    return Bibliography(ordered(entries, keys, alphabetical=False), numeric=numeric)


def _of_records(
    records: Mapping[str, Entry], cited: Sequence[str], expanded: Expanded, *, everything: bool
) -> Bibliography:
    nocited = [key.strip() for command in commands(expanded.body, ("nocite",)) for key in command.argument.split(",")]
    keys = [*cited, *(key for key in nocited if key in records and key not in cited and key != "*")]
    keys += [key for key in records if key not in keys] if everything else []
    style = _STYLE.search(expanded.body) or _STYLE.search(expanded.preamble)
    author_year = _is_author_year(expanded) and not _is_numeric(expanded)
    by_name = author_year or (style is not None and not _UNORDERED.search(style.group(1)))
    return Bibliography(ordered(records, keys, alphabetical=by_name), numeric=not author_year)


def _sources(project: Project, expanded: Expanded) -> list[str]:
    """Return the BibTeX files that the paper names, else all in the project."""
    named = [project.find(name, [""], (".bib",)) for name in expanded.bibliographies]
    paths = list(dict.fromkeys(path for path in named if path is not None and path.lower().endswith(".bib")))
    return [project.text(path) for path in (paths or project.with_extension(".bib"))]


def _biblatex_entries(project: Project) -> dict[str, Entry]:
    for path in project.with_extension(".bbl"):
        if entries := read_biblatex(project.text(path)):
            return entries
    return {}


def _printed(key: str, label: str | None, source: str, records: Mapping[str, Entry], reader: DocumentReader) -> Entry:
    """Return a printed entry; fields that its markup lacks come from the BibTeX record of the same key."""
    known = records.get(key) or Entry(key=key, raw="")
    raw = reader.plain(source) or key
    families, year, marker = _read_label(label, reader)
    title = _marked_title(source, reader)
    authors = _marked_authors(source, reader)
    printed_families = families or tuple(author.split()[-1] for author in authors if author)
    printed_title = _second_block(source, reader)
    return Entry(
        key=key,
        raw=raw,
        title=title or known.title or printed_title,
        authors=known.authors or authors,
        families=known.families or printed_families,
        year=year or known.year or year_in(raw),
        doi=doi_in(raw) or doi_in(source) or known.doi,
        marker=marker,
    )


def _marked_title(source: str, reader: DocumentReader) -> str | None:
    found = (command.arguments for command in commands(source, ("bibinfo", "bibfield"), most=2))
    return next((reader.plain(arguments[1]) for arguments in found if _is_title(arguments)), None)


def _marked_authors(source: str, reader: DocumentReader) -> tuple[str, ...]:
    return tuple(
        reader.plain(command.arguments[1])
        for command in commands(source, ("bibinfo",), most=2)
        if command.argument == "author" and len(command.arguments) > 1
    )


def _second_block(source: str, reader: DocumentReader) -> str | None:
    r"""Return the text between the first and the second `\newblock`: the title in most styles."""
    blocks = [reader.plain(part) for part in re.split(r"\\newblock\b", source)]
    return blocks[1].rstrip(" .") if len(blocks) > 2 else None


def _is_title(arguments: tuple[str, ...]) -> bool:
    return len(arguments) > 1 and arguments[0] in {"title", "booktitle"}


def _read_label(label: str | None, reader: DocumentReader) -> tuple[tuple[str, ...], int | None, str | None]:
    r"""Return the family names, year and explicit marker in the label of a `\bibitem`, such as natbib's "Names(Year)Long names", or "Knu97"."""
    if label is None:
        return (), None, None
    match = _NATBIB_LABEL.match(label.strip())
    if match is None:
        text = reader.plain(label)
        return (), None, text if 0 < len(text) <= 12 else None
    names = reader.plain(match.group(1).strip("{}"))
    families = tuple(part.strip() for part in re.split(r",| and |&", names.replace("et al.", "")) if part.strip())
    if "et al" in names and len(families) < 3:
        families = (*families, "", "")[:3]
    return families, year_in(match.group(2)), None


def _has_natbib_labels(reader: DocumentReader, labelled: int) -> bool:
    return labelled * 2 > len(reader.entries) and any(
        label and _NATBIB_LABEL.match(label) for _, label, _ in reader.entries
    )


def _is_author_year(expanded: Expanded) -> bool:
    document_class = _CLASS.search(expanded.preamble)
    if document_class and _AUTHOR_YEAR_CLASSES.search(document_class.group(2)):
        return True
    for options, names in _PACKAGE.findall(expanded.preamble):
        packages = {name.strip() for name in names.split(",")}
        if packages & {"natbib", "apacite", "chicago", "harvard"} or any(
            _AUTHOR_YEAR_CLASSES.search(p) for p in packages
        ):
            return True
        if "biblatex" in packages and re.search(r"authoryear|apa|chicago|mla", options):
            return True
    return False


def _is_numeric(expanded: Expanded) -> bool:
    document_class = _CLASS.search(expanded.preamble)
    if document_class and (
        _NUMERIC_CLASSES.search(document_class.group(2)) or _NUMERIC.search(document_class.group(1) or "")
    ):
        return True
    natbib = [
        options for options, names in _PACKAGE.findall(expanded.preamble) if "natbib" in names or "biblatex" in names
    ]
    return any(_NUMERIC.search(options) for options in natbib) or bool(
        re.search(r"\\setcitestyle\s*\{[^{}]*number", expanded.preamble)
    )


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
