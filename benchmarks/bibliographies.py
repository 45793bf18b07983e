"""Compares the fields of bibliographies before and after our import and export: `python benchmarks/bibliographies.py FILE.bib... [--show FIELD]`.

Needs `pip install pybtex`, which no part of the product uses: pybtex reads the files as they were given, and what we write as BibTeX;
rispy reads what we write as RIS, json what we write as CSL-JSON. A field is equal if it has the same text: without braces and
white space, and with TeX's accents and formulas as characters. Entries of one key and title count once. Two figures each format:

- `out`: of the fields that an entry of the given file has, those that are equal in the export;
- `again`: of the fields that a work has after the import, those that it has after it was exported and imported again.

Fields that nothing of ours keeps are listed by name with their number and count as unequal in BibTeX, unless they are about
somebody's disk or program (`_PRIVATE`). RIS and CSL-JSON are asked for the fields that they have (`_RIS`, `_CSL`).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import rispy
from pylatexenc.latex2text import LatexNodes2Text

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.people import Person
from scholarai.domain.works import Work, works_of
from scholarai.exporting.export_content import Collected
from scholarai.exporting.records import as_bibtex, as_csl_json, as_ris
from scholarai.parsing.reference_files.entries import read_entries

Facts = dict[str, Any]

_NAMES = {
    "journaltitle": "journal", "location": "address", "school": "institution", "issue": "number", "langid": "language",
    "primaryclass": "eprintclass", "eprinttype": "archiveprefix",
}  # fmt: skip
_TYPES = {"conference": "inproceedings", "electronic": "online", "www": "online"}
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
# Fields about the owner's disk or the program that wrote the file, not about the work.
_PRIVATE = re.compile(
    r"file|timestamp|owner|date-(?:added|modified)|bdsk-.*|mendeley-.*|__.*|ids|options|crossref|keywords?-.*"
)
_CSL = {
    "title": "title", "volume": "volume", "pages": "page", "address": "publisher-place", "isbn": "ISBN", "issn": "ISSN",
    "series": "collection-title", "edition": "edition", "chapter": "chapter-number", "doi": "DOI", "url": "URL",
    "language": "language", "type": "genre", "note": "note", "keywords": "keyword", "abstract": "abstract", "key": "id",
}  # fmt: skip
_RIS = {
    "title": "title", "volume": "volume", "address": "place_published", "series": "tertiary_title", "edition": "edition",
    "chapter": "section", "doi": "doi", "url": "urls", "language": "language", "type": "type_of_work", "note": "notes",
    "keywords": "keywords", "abstract": "abstract", "key": "id",
}  # fmt: skip
_SERIAL = re.compile(r"[\dXx]{7,13}")
_PEOPLE = ("author", "editor")
_NOW = datetime(2026, 1, 1, tzinfo=UTC)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--show", help="print the values of this field that differ")
    parser.add_argument("--keep", type=Path, help="write the three exports into this directory")
    arguments = parser.parse_args()
    given, sources = _given(arguments.files)
    works, facts = _matched(given, sources)
    print(f"{len(facts)} entries of {len(arguments.files)} files; {len(given) - len(facts)} not matched")
    for name, (write, read, asked) in _FORMATS.items():
        written = b"".join(write(Collected(works=works, style="apa", quotes={}, notes={})))
        if arguments.keep:
            (arguments.keep / name).write_bytes(written)
        found = read(written)
        _report(f"{name} out", zip(map(asked, facts), found, strict=True), arguments.show)
        again = _works(written)
        pairs = zip(map(_fields, works), map(_fields, again), strict=True)
        _report(f"{name} again", pairs, arguments.show)
    return 0


def _report(title: str, pairs: Iterator[tuple[Facts, Facts]], shown: str | None) -> None:
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for before, after in pairs:
        for name, value in before.items():
            equal = after.get(name) == value
            right[name] += equal
            total[name] += 1
            if shown == name and not equal:
                print(f"  {title} {before.get('key')}: {value!r}\n      {after.get(name)!r}")
    wrong = sorted(((total[name] - right[name], name) for name in total if right[name] < total[name]), reverse=True)
    print(f"{title:15} {right.total()} of {total.total()} fields equal ({right.total() / max(total.total(), 1):.4f}); unequal:",
          ", ".join(f"{name} {count}/{total[name]}" for count, name in wrong))  # fmt: skip


# The given files, by pybtex


def _given(files: list[Path]) -> tuple[list[Facts], list[bytes]]:
    import pybtex.database
    import pybtex.errors

    pybtex.errors.set_strict_mode(False)
    facts, sources, seen = [], [], set()
    for path in files:
        data = path.read_bytes()
        sources.append(data)
        database = pybtex.database.parse_string(_decoded(data), "bibtex")
        for entry in database.entries.values():
            one = _bibtex_facts(entry, database)
            if one.get("title") and (identity := (one["key"], one["title"])) not in seen:
                seen.add(identity)
                facts.append(one)
    return facts, sources


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _bibtex_facts(entry: Any, database: Any) -> Facts:
    parent = database.entries.get(entry.fields.get("crossref", "")) if "crossref" in entry.fields else None
    fields: dict[str, str] = {}
    if parent is not None:
        fields = {name.lower(): value for name, value in parent.fields.items()}
        fields = {name: value for name, value in fields.items() if name in _INHERITED} | {
            "booktitle": fields.get("title", "")
        }
    fields |= {name.lower(): value for name, value in entry.fields.items()}
    facts: Facts = {"key": entry.key, "entry": _TYPES.get(entry.type.lower(), entry.type.lower())}
    for name, value in fields.items():
        if _text(value) and not _PRIVATE.fullmatch(name):
            facts[_NAMES.get(name, name)] = value
    if found := re.fullmatch(r"(?:\\url\{)?(https?://[^\s{}]+)\}?", facts.get("howpublished", "").strip()):
        del facts["howpublished"]
        facts.setdefault("url", found[1])
    if subtitle := facts.pop("subtitle", ""):
        facts["title"] += f": {subtitle}"
    _dated(facts)
    facts = {name: value if name in {"key", "entry"} else _comparable(name, value) for name, value in facts.items()}
    persons = {role.lower(): people for role, people in {**(parent.persons if parent else {}), **entry.persons}.items()}
    for role in _PEOPLE:
        if role in persons and (role in {r.lower() for r in entry.persons} or role == "editor"):
            facts[role] = [_person(one) for one in persons[role]]
    return facts


_INHERITED = frozenset("year month publisher address isbn series volume date location editor organization".split())


def _dated(facts: Facts) -> None:
    """Replace `date` and `month` by `year`, `month` and `day`, as numbers."""
    date = re.match(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:/.*)?$", facts.get("date", ""))
    if date:
        del facts["date"]
        facts |= {
            name: str(int(part)) for name, part in zip(("year", "month", "day"), date.groups(), strict=True) if part
        }
        return
    month = facts.get("month", "").strip().lower()
    if found := re.match("|".join(_MONTHS), month):
        facts["month"] = str(_MONTHS.index(found[0]) + 1)
        if day := re.search(r"\d{1,2}", month):
            facts["day"] = day[0]
    elif month.isdigit():
        facts["month"] = str(int(month))


def _person(one: Any) -> str:
    parts = (one.prelast_names + one.last_names, one.first_names + one.middle_names, one.lineage_names)
    return "|".join(_text(" ".join(part)) for part in parts)


@cache
def _latex() -> LatexNodes2Text:
    return LatexNodes2Text(math_mode="text", strict_latex_spaces=False, keep_comments=True)


@cache
def _text(source: str) -> str:
    """Return a text of TeX or of Unicode in a form of which equality can be asked."""
    try:
        plain = _latex().latex_to_text(re.sub(r"(?<!\\)%", r"\\%", source))
    except (ValueError, IndexError, KeyError):
        plain = source
    return _folded(plain)


def _folded(plain: str) -> str:
    folded = unicodedata.normalize("NFKC", plain).replace("``", '"').replace("''", '"')
    folded = folded.replace("ˆ", "^")
    folded = re.sub("[‘’`´]", "'", re.sub("[“”]", '"', re.sub("[‐‑‒–—−-]+", "-", folded)))
    return re.sub(r"[{}\s^_$\\~<>&]", "", folded)


def _comparable(name: str, value: str) -> str:
    if name == "keywords":
        return _text(re.sub(r"\s*[,;]\s*", ",", value))
    if name == "eprint":  # with or without its archive and version
        return re.sub(r"^.*[/:]|v\d+$", "", value.strip())
    if name in {"isbn", "issn"}:
        return ",".join(_SERIAL.findall(re.sub("[^0-9Xx ,;]", "", value))) or _text(value)
    if name in {"doi", "url"}:
        bare = re.sub(r"\\url\{([^{}]*)\}", r"\1", value).replace("\\", "")
        bare = re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|arxiv:|doi:\s*)", "", bare.strip(), flags=re.IGNORECASE)
        return _folded(bare.split()[0] if bare.split() else "").lower()
    return _text(value)


# Our side


def _works(data: bytes) -> tuple[Work, ...]:
    found = [entry.work for entry in read_entries(data) if entry.work is not None]
    return works_of([_paper(number, work.metadata()) for number, work in enumerate(found)])


def _paper(number: int, metadata: Any) -> Paper:
    return Paper(
        id=PaperId(f"p{number}"),
        owner=OwnerId("ann"),
        filename="",
        object_name=f"uploads/ann/p{number}/",
        created_at=_NOW,
        updated_at=_NOW,
        metadata=metadata,
    )


def _matched(facts: list[Facts], sources: list[bytes]) -> tuple[tuple[Work, ...], list[Facts]]:
    """Return our works and what the file says of each, in one order; keys that two files use get a letter, as in a library."""
    by_entry: dict[tuple[str, str], Any] = {}
    for data in sources:
        for entry in read_entries(data):
            if entry.work is not None and entry.work.entry is not None:
                by_entry.setdefault((entry.work.entry.citation_key, _loose(entry.work.title or "")), entry.work)
    pairs = [(one, by_entry.get((one["key"], _loose(one["title"])))) for one in facts]
    for one, work in pairs:
        if work is None:
            print(f"not matched: {one['key']} {one['title'][:80]}", file=sys.stderr)
    kept = [(one, work) for one, work in pairs if work is not None]
    works = works_of([_paper(number, work.metadata()) for number, (_, work) in enumerate(kept)])
    return works, [
        one | {"key": work.key} if work.key.startswith(one["key"]) else one
        for (one, _), work in zip(kept, works, strict=True)
    ]


def _loose(title: str) -> str:
    return "".join(c for c in _folded(title).lower() if c.isalnum())[:30]


def _fields(work: Work) -> Facts:
    entry = msgspec.structs.asdict(work.entry)
    known = msgspec.structs.asdict(work) | {f"entry {name}": value for name, value in entry.items()}
    for name in (
        "paper_id",
        "entry",
        "tags",
        "entry bibtex_title",
        "entry title",
        "entry bibtex_type",
        "entry citation_key",
        "entry authors",
        "entry editors",
    ):
        known.pop(name)
    for name in ("authors", "editors"):
        known[name] = [_name(one) for one in known[name]]
    known["title"], known["abstract"] = _text(work.title), _text(work.abstract)
    known["entry other_fields"] = {field.name: field.value for field in work.entry.other_fields}
    known["entry url"] = _comparable("doi", work.url)
    return {name: value for name, value in known.items() if value}


def _name(one: Person) -> str:
    return "|".join(_folded(part) for part in (f"{one.particle} {one.family}", one.given, one.suffix))


def _read_bibtex(data: bytes) -> list[Facts]:
    import pybtex.database

    database = pybtex.database.parse_bytes(data, "bibtex")
    return [_bibtex_facts(entry, database) for entry in database.entries.values()]


def _csl_asked(facts: Facts) -> Facts:
    asked = {name: facts[name] for name in (*_CSL, *_PEOPLE, "year", "month", "day") if name in facts}
    if container := facts.get("journal") or facts.get("booktitle"):
        asked["container"] = container
    if publisher := facts.get("publisher") or facts.get("institution"):
        asked["publisher"] = publisher
    if "number" in facts:
        asked["number"] = facts["number"]
    return asked


def _read_csl(data: bytes) -> list[Facts]:
    return [_csl_facts(item) for item in json.loads(data)]


def _csl_facts(item: Mapping[str, Any]) -> Facts:
    facts: Facts = {name: _comparable(name, str(item[csl])) for name, csl in _CSL.items() if csl in item}
    facts |= {"key": item["id"]}
    for role in _PEOPLE:
        if role in item:
            facts[role] = ["|".join(map(_folded, _csl_name(one))) for one in item[role]]
    dates = item.get("issued", {}).get("date-parts", [[]])[0]
    facts |= {name: str(part) for name, part in zip(("year", "month", "day"), dates, strict=False)}
    facts["container"] = _folded(item.get("container-title", item.get("publisher", "")))
    facts["publisher"] = _folded(item.get("publisher", ""))
    facts["number"] = _folded(str(item.get("issue", item.get("number", ""))))
    return facts


def _csl_name(one: Mapping[str, str]) -> tuple[str, str, str]:
    if "literal" in one:
        return one["literal"], "", ""
    return (
        f"{one.get('non-dropping-particle', '')} {one.get('family', '')}",
        one.get("given", ""),
        one.get("suffix", ""),
    )


def _ris_asked(facts: Facts) -> Facts:
    asked = _csl_asked(facts) | {"sn": facts.get("isbn") or facts.get("issn")}
    asked.pop("isbn", None), asked.pop("issn", None)
    return {name: value for name, value in asked.items() if value}


def _read_ris(data: bytes) -> list[Facts]:
    return [_ris_facts(record) for record in rispy.loads(data.decode())]


def _ris_facts(record: Mapping[str, Any]) -> Facts:
    facts: Facts = {}
    for name, ris in _RIS.items():
        value = record.get(ris, "")
        joined = {"keywords": ",", "notes": ". "}.get(ris, " ").join(value) if isinstance(value, list) else value
        facts[name] = joined if name == "key" else _comparable(name, joined)
    for role, tags in (("author", ("authors",)), ("editor", ("secondary_authors", "editors"))):
        names = [*record.get("unknown_tag", {}).get("ED", ())] if role == "editor" else []
        names += [name for tag in tags for name in record.get(tag, ())]
        facts[role] = ["|".join(map(_folded, (*(part for part in name.split(",")), "", "")[:3])) for name in names]
    date = record.get("date", "").split("/")
    facts |= {"year": record.get("year", "")} | {
        name: str(int(part)) for name, part in zip(("month", "day"), date[1:3], strict=False) if part
    }
    facts["pages"] = _folded("-".join(filter(None, (record.get("start_page", ""), record.get("end_page", "")))))
    facts["container"] = _folded(record.get("secondary_title", record.get("publisher", "")))
    facts["publisher"] = _folded(record.get("publisher", ""))
    facts["number"] = _folded(record.get("number", ""))
    facts["sn"] = _comparable("issn", record.get("issn", ""))
    return facts


_FORMATS: Mapping[
    str, tuple[Callable[[Collected], Iterator[bytes]], Callable[[bytes], list[Facts]], Callable[[Facts], Facts]]
] = {
    "bibtex": (as_bibtex, _read_bibtex, dict),
    "csl-json": (as_csl_json, _read_csl, _csl_asked),
    "ris": (as_ris, _read_ris, _ris_asked),
}


if __name__ == "__main__":
    sys.exit(main())
