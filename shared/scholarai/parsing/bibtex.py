"""Entries of a bibliography from BibTeX and biblatex files."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scholarai.domain.people import SUFFIXES, Person
from scholarai.domain.title_folding import arxiv_of
from scholarai.parsing.bibliography import Entry, doi_in, year_in
from scholarai.parsing.quiet_loggers import silence
from scholarai.parsing.tex_text import plain_tex

if TYPE_CHECKING:
    import bibtexparser.model

# BibTeX allows white space here, bibtexparser does not.
_ENTRY_START = re.compile(r"@\s*([A-Za-z]+)\s*(?=[{(])")
_OPENING, _CLOSING = re.compile(r"(?<!\\){"), re.compile(r"(?<!\\)}")
# The AAS macros that ADS exports use, https://ui.adsabs.harvard.edu/help/actions/journal-macros
_JOURNALS = {
    "aj": "Astronomical Journal", "actaa": "Acta Astronomica", "apj": "Astrophysical Journal",
    "apjl": "Astrophysical Journal, Letters", "apjs": "Astrophysical Journal, Supplement", "ao": "Applied Optics",
    "apss": "Astrophysics and Space Science", "aap": "Astronomy and Astrophysics",
    "aapr": "Astronomy and Astrophysics Reviews", "aaps": "Astronomy and Astrophysics, Supplement",
    "azh": "Astronomicheskii Zhurnal", "baas": "Bulletin of the AAS", "caa": "Chinese Astronomy and Astrophysics",
    "cjaa": "Chinese Journal of Astronomy and Astrophysics", "jrasc": "Journal of the RAS of Canada",
    "memras": "Memoirs of the RAS", "mnras": "Monthly Notices of the RAS", "na": "New Astronomy",
    "nar": "New Astronomy Review", "pasa": "Publications of the ASA", "pasp": "Publications of the ASP",
    "pasj": "Publications of the ASJ", "rmxaa": "Revista Mexicana de Astronomia y Astrofisica",
    "qjras": "Quarterly Journal of the RAS", "skytel": "Sky and Telescope", "sovast": "Soviet Astronomy",
    "zap": "Zeitschrift fuer Astrophysik", "iaucirc": "IAU Circulars", "aplett": "Astrophysics Letters",
    "araa": "Annual Review of Astronomy and Astrophysics", "nat": "Nature", "pra": "Physical Review A",
    "prb": "Physical Review B", "prc": "Physical Review C", "prd": "Physical Review D", "pre": "Physical Review E",
    "prl": "Physical Review Letters", "jcap": "Journal of Cosmology and Astroparticle Physics",
    "solphys": "Solar Physics", "ssr": "Space Science Reviews", "icarus": "Icarus",
    "gca": "Geochimica Cosmochimica Acta", "grl": "Geophysics Research Letters", "jcp": "Journal of Chemical Physics",
    "jgr": "Journal of Geophysics Research",
    "jqsrt": "Journal of Quantitative Spectroscopy and Radiative Transfer", "memsai":
    "Memorie della Societa Astronomica Italiana", "nphysa": "Nuclear Physics A", "physrep": "Physics Reports",
    "physscr": "Physica Scripta", "planss": "Planetary and Space Science", "procspie": "Proceedings of the SPIE",
}  # fmt: skip
_JOURNAL_MACRO = re.compile(r"\s*+\{*\\([a-z]{2,10})\}*\s*")
# What describes a volume alone, not the papers in it.
_OWN = frozenset(
    "ID ENTRYTYPE title subtitle author crossref doi url eprint pages abstract keywords note annote file key".split()
)
# A guess: a longer field is an abstract or a list of keywords, which a reference does not print.
_LONGEST_FIELD = 4_000
# A guess: the most strings that `#` may join in one value, each of at most _LONGEST_FIELD; most values have one or two.
_MOST_PARTS = 50
# BibTeX divides a name at two commas at most.
_COMMAS_OF_LIST = 3
# The number of authors that most styles print.
_NAMED_AUTHORS = 10


def read_bibtex(texts: Iterable[str], keys: Collection[str] | None) -> dict[str, Entry]:
    """Return the entries of BibTeX or biblatex files by key, in file order; the first entry with a key counts.

    Args:
        texts: The files' contents; malformed entries are left out.
        keys: The entries wanted, or None for all.
    """
    entries: dict[str, Entry] = {}
    for text in texts:
        for record in _records(text):
            key = record["ID"]
            if (keys is None or key in keys) and key not in entries:
                entries[key] = entry_of(record)
    return entries


def numbered_records(text: str) -> Iterator[tuple[int, dict[str, str] | None, bool]]:
    """Yield the line (from 1) and the fields of each entry, None for what begins like one and cannot be read.

    The last part tells whether the entry is whole; one that lacks braces may have words of one field in another.
    The fields "ID" and "ENTRYTYPE" are its key and type; `@string` names are replaced by their values, undefined names stay.
    """
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.model import MiddlewareErrorBlock, ParsingFailedBlock

    silence("bibtexparser")  # its warnings quote the paper's keys
    library = parse_string(_ENTRY_START.sub(_without_white_space, text), parse_stack=[])
    strings = dict(_JOURNALS)
    for string in library.strings:
        strings[string.key.lower()] = _text(string.value, strings)[:_LONGEST_FIELD]
    parents: dict[str, dict[str, str]] = {}
    if "crossref" in text.lower():
        parents = {entry.key.lower(): _record(entry, strings) for entry in library.entries}
    for block in library.blocks:
        entries = list(_entries(block))
        whole = type(block) is not ParsingFailedBlock
        for entry in entries:
            record = _record(entry, strings)
            yield _line(block), _inherited(parents.get(record.get("crossref", "").strip().lower(), {})) | record, whole
        if not entries and isinstance(block, ParsingFailedBlock | MiddlewareErrorBlock):
            yield _line(block), None, False


def _records(text: str) -> Iterator[dict[str, str]]:
    return (record for _, record, _ in numbered_records(text) if record is not None)


def _without_white_space(start: re.Match[str]) -> str:
    """Return the start of an entry without white space; its line ends come before it, so that lines keep their numbers."""
    return "\n" * start[0].count("\n") + f"@{start[1]}"


def _line(block: bibtexparser.model.Block) -> int:
    return (block.start_line or 0) + 1


def _record(entry: bibtexparser.model.Entry, strings: Mapping[str, str]) -> dict[str, str]:
    first_counts = reversed(entry.fields)
    named = {"ID": entry.key, "ENTRYTYPE": entry.entry_type.lower()}
    return {field.key.lower(): _text(field.value, strings) for field in first_counts} | named


def _inherited(parent: Mapping[str, str]) -> dict[str, str]:
    """Return what an entry takes from the volume that its `crossref` names; the volume's title is the title of its book."""
    given = {name: value for name, value in parent.items() if name not in _OWN}
    return ({"booktitle": parent["title"]} if "title" in parent else {}) | given


def _entries(block: bibtexparser.model.Block) -> Iterator[bibtexparser.model.Entry]:
    """Yield the entries of a block, including those with duplicate keys or fields, or missing closing braces."""
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock

    errors = (DuplicateBlockKeyBlock, DuplicateFieldKeyBlock)
    kept = block.ignore_error_block if isinstance(block, errors) else block
    if isinstance(kept, Entry):
        yield kept
    elif type(block) is ParsingFailedBlock:
        yield from parse_string(_closed(block.raw or ""), parse_stack=[]).entries


def _closed(source: str) -> str:
    """Return an entry with its missing closing braces added."""
    return source + "}" * (len(_OPENING.findall(source)) - len(_CLOSING.findall(source)))


def _text(expression: str, strings: Mapping[str, str]) -> str:
    """Return a field's value: parts joined by "#", each quoted, in braces, or the name of a string."""
    value, *following = _split(expression, "=", quotes=True)
    if following and value.strip():  # a comma is missing, so the value includes the next field's name
        value = value.rsplit(None, 1)[0]
    whole = "".join(_part(part.strip(), strings) for part in _split(value, "#", quotes=True)[:_MOST_PARTS])
    macro = _JOURNAL_MACRO.fullmatch(whole)
    return _JOURNALS.get(macro[1], whole) if macro else whole


def _part(part: str, strings: Mapping[str, str]) -> str:
    enclosed = part[:1] + part[-1:] in {"{}", '""'}
    return part[1:-1] if enclosed else strings.get(part.lower(), part)


def entry_of(record: Mapping[str, str]) -> Entry:
    """Return the entry of a record of BibTeX or biblatex fields; its key is the field "ID"."""
    fields = {name: plain_tex(value[:_LONGEST_FIELD]) for name, value in record.items() if name in _SHOWN}
    people = people_in(record.get("author") or record.get("editor") or "")
    year = year_in(record.get("year") or record.get("date") or "")
    doi = doi_in(record.get("doi") or record.get("url") or "")
    entry = Entry(
        key=record["ID"],
        raw="",
        title=fields.get("title"),
        authors=tuple(one.full_name for one in people),
        families=tuple(f"{one.particle} {one.family}".strip() for one in people),
        year=year,
        doi=doi,
    )
    arxiv = record.get("archiveprefix", record.get("eprinttype", "")).strip().lower() == "arxiv"
    return replace(
        entry,
        raw=_written(entry, fields),
        arxiv_id=arxiv_of(record.get("eprint")) if arxiv else None,
        venue=next((fields[name] for name in _VENUES if fields.get(name)), None),
    )


_SHOWN = (
    "title", "journal", "journaltitle", "booktitle", "school", "institution", "publisher", "organization",
    "howpublished", "volume", "number", "pages", "eprint", "url", "note", "edition", "series",
)  # fmt: skip
_VENUES = ("journal", "journaltitle", "booktitle")
_PLACES = ("journal", "journaltitle", "booktitle", "school", "institution", "publisher", "organization", "howpublished")


def _written(entry: Entry, fields: Mapping[str, str]) -> str:
    """Return an entry formatted as: authors (year). Title. Journal, volume(number), pages. DOI."""
    place = ", ".join(fields[name] for name in _PLACES if fields.get(name))
    volume = fields.get("volume", "") + (f"({fields['number']})" if fields.get("number") else "")
    pages = fields.get("pages", "").replace("--", "–")
    where = ", ".join(part for part in (place, volume, pages) if part)
    link = f"https://doi.org/{entry.doi}" if entry.doi else fields.get("url") or fields.get("eprint", "")
    year = f" ({entry.year})" if entry.year is not None else ""
    people = ", ".join(entry.authors[:_NAMED_AUTHORS]) + (" et al." if len(entry.authors) > _NAMED_AUTHORS else "")
    pieces = [(people + year).strip(), entry.title or "", where, link or fields.get("note", "")]
    return ". ".join(piece.rstrip(".") for piece in pieces if piece) or entry.key


def people_in(field_text: str) -> list[Person]:
    """Return the people of a field such as `author`, taken apart as BibTeX does it, without "others"."""
    from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names

    people = []
    for listed in split_multiple_persons_names(field_text):
        # A list that has commas between the names.
        for name in listed.split(",") if listed.count(",") >= _COMMAS_OF_LIST and "{" not in listed else [listed]:
            parts = parse_single_name_into_parts(name, strict=False)
            given, suffix = parts.first, parts.jr
            if suffix and " ".join(given).lower() in SUFFIXES:  # "Family, Given, Jr.", as RIS has it
                given, suffix = suffix, given
            whole = Person(
                family=_joined(parts.last), given=_joined(given), particle=_joined(parts.von), suffix=_joined(suffix)
            )
            if whole.full_name and not is_others(name):
                people.append(whole)
    return people


def is_others(name: str) -> bool:
    """Tell whether a name stands for those that are not named."""
    return name.strip().lower() == "others"


def _joined(words: Sequence[str]) -> str:
    return plain_tex(" ".join(words))


def _split(text: str, separator: str, *, quotes: bool = False) -> list[str]:
    """Split a text at separators outside of braces, and outside of quotes if `quotes`."""
    pieces, depth, quoted, start = [], 0, False, 0
    for match in re.finditer(rf'(?<!\\)[{{}}"]|{separator}', text):
        mark = match.group()
        if mark in {"{", "}"}:
            depth += 1 if mark == "{" else -1
        elif mark == '"':
            quoted ^= quotes and depth <= 0
        elif depth <= 0 and not quoted:
            pieces.append(text[start : match.start()])
            start = match.end()
    return [*pieces, text[start:]]
