"""Works from BibTeX and biblatex files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from scholarai.domain.bibliography_entry import CSL_OF_BIBTEX, PUBLISHED, BibliographyEntry, BibtexField
from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.invisible_characters import visible
from scholarai.domain.people import Person
from scholarai.domain.published_works import FoundWork
from scholarai.parsing.bibtex import numbered_records, people_in
from scholarai.parsing.reference_files import cleaning
from scholarai.parsing.tex_text import plain_tex

_VENUES = ("journal", "journaltitle", "booktitle", "maintitle", "school", "institution")
_KEYWORDS = re.compile(r"[;,]")
_OTHERS = re.compile(r"\band\s+others\s*$", re.IGNORECASE)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = re.compile(rf"({'|'.join(_MONTHS)})|(\d{{1,2}})", re.IGNORECASE)
_WHOLE_DATE = re.compile(r"\d{4}(?:-\d\d){0,2}")
_DAY = re.compile(r"\d{1,2}")
_LINK = re.compile(r"\\url\s*+\{([^{}]++)\}|(https?://[^\s{}]++)")
_ESCAPED = re.compile(r"\\([_%&#~$])")
# An id of arXiv until 2007 without the archive that it begins with.
_OLD_ARXIV = re.compile(r"\d{7}")
_BRACE = re.compile(r"[{}]")
# Fields that the values made here hold whole, where they have them at all.
_HELD = frozenset(
    "ID ENTRYTYPE author editor title subtitle url edition series address location chapter language langid type note "
    "abstract keywords volume number issue publisher day crossref".split()
)
# Names of files on its owner's disk, and what programs note about them.
_LOCAL = re.compile(r"file|local-url|bdsk-file-.*|__.*")
_FIELD_NAME = re.compile(r"[a-z][a-z0-9_:.+/-]{0,60}")
# Characters of fields that nothing reads; a paper's document has many other things to hold. A guess.
_MOST_OF_OTHERS = 20_000


def works(text: str) -> Iterator[tuple[int, Callable[[], FoundWork | None]]]:
    """Yield the line of each entry and what reads its work: None for one that cannot be read."""
    for line, record, whole in numbered_records(text):
        yield line, partial(_work, record if whole else None)


def _work(record: Mapping[str, str] | None) -> FoundWork | None:
    if record is None:
        return None
    kind = CSL_OF_BIBTEX.get(record["ENTRYTYPE"])
    publisher, organization = _plain(record, "publisher"), _plain(record, "organization")
    venue_field = next((name for name in _VENUES if record.get(name, "").strip()), "")
    venue = record.get(venue_field, "")
    if kind in PUBLISHED:
        publisher = publisher or organization
    else:
        venue = venue or organization or _howpublished(record)
    eprint, preprint = _eprint(record), cleaning.preprint(venue)
    year, isbn, issn = (
        record.get("year") or record.get("date"),
        cleaning.isbn(record.get("isbn")),
        issn_in(record.get("issn")),
    )
    authors, editors = _people(record, "author"), _people(record, "editor")
    title = cleaning.line(plain_tex(_titles(record)))
    named = cleaning.identifiers(
        record.get("doi", "").replace("\\_", "_"),
        eprint,
        preprint,
        record.get("url"),
        cleaning.labelled("pmid:", record.get("pmid")),
        record.get("pmcid"),
    )
    entry = BibliographyEntry(
        citation_key=cleaning.text(record["ID"]),
        type="article" if preprint or (kind == "document" and named["arxiv_id"]) else kind or "document",
        bibtex_type=record["ENTRYTYPE"] if kind else "",
        title=title or "",
        bibtex_title=_bibtex_title(_titles(record)),
        authors=authors,
        more_authors=_OTHERS.search(record.get("author", "")) is not None,
        editors=editors,
        date=_date(record),
        url=_url(record),
        isbn=isbn,
        edition=_plain(record, "edition"),
        series=_plain(record, "series"),
        place=_plain(record, "address") or _plain(record, "location"),
        chapter=_plain(record, "chapter"),
        language=_plain(record, "language") or _plain(record, "langid"),
        genre=_plain(record, "type"),
        note=_plain(record, "note"),
        other_fields=_others(
            record,
            held={
                "doi": named["doi"],
                **dict.fromkeys(("eprint", "eprinttype", "archiveprefix"), named["arxiv_id"] or named["pmid"]),
                "year": (record.get("year") or "").strip().isdigit(),
                "date": _WHOLE_DATE.fullmatch(record.get("date", "").strip()),
                "month": _MONTH.search(record.get("month", "")),
                "isbn": isbn,
                "issn": issn,
                "howpublished": record.get("howpublished") == venue
                or _LINK.fullmatch(record.get("howpublished", "").strip()),
                "pages": record.get("pages") != record.get("eid"),
                "organization": _plain(record, "organization") == cleaning.text(venue) != "",
                venue_field: True,
            },
        ),
    )
    return FoundWork(
        source="file",
        title=title,
        authors=cleaning.names(authors or editors),
        **named,
        abstract=cleaning.abstract(plain_tex(record.get("abstract", ""))),
        year=cleaning.year(year),
        venue=cleaning.venue(plain_tex(venue), publisher, kind),
        keywords=cleaning.lines(_KEYWORDS.split(plain_tex(record.get("keywords", "")))),
        kind=kind,
        volume=cleaning.line(plain_tex(record.get("volume", ""))),
        issue=cleaning.line(plain_tex(record.get("number") or record.get("issue") or "")),
        page_range=page_range(cleaning.line(plain_tex(record.get("pages") or record.get("eid") or ""))),
        publisher=cleaning.line(publisher),
        issn=issn,
        entry=entry,
    )


def _plain(record: Mapping[str, str], name: str) -> str:
    return cleaning.text(plain_tex(record.get(name, "")))


def _titles(record: Mapping[str, str]) -> str:
    return ": ".join(filter(None, (record.get("title", "").strip(), record.get("subtitle", "").strip())))


def _bibtex_title(source: str) -> str:
    """Return a title on one line as the file has it; empty where its braces would end the field, or plain text says the same."""
    return cleaning.text(source) if re.search(r"[\\{$]", source) and _is_balanced(source) else ""


def _is_balanced(source: str) -> bool:
    """Tell whether the braces of a value would not end its field; BibTeX counts those behind a backslash, too."""
    depth = 0
    for brace in _BRACE.findall(source):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return not depth


def _others(record: Mapping[str, str], held: Mapping[str, object]) -> tuple[BibtexField, ...]:
    """Return the fields that nothing else holds, on one line each, up to a number of characters.

    Args:
        record: The entry.
        held: By the name of a field, whether something else holds it.
    """
    others: dict[str, str] = {}
    for name, value in record.items():
        line = " ".join(visible(value).split())
        if not line or name in _HELD or held.get(name) or _LOCAL.fullmatch(name) or not _FIELD_NAME.fullmatch(name):
            continue
        if _is_balanced(line) and sum(map(len, others.values())) + len(line) <= _MOST_OF_OTHERS:
            others[name] = line
    return tuple(BibtexField(name=name, value=value) for name, value in others.items())


def _people(record: Mapping[str, str], name: str) -> tuple[Person, ...]:
    found = (cleaning.parts(one.family, one.given, one.particle, one.suffix) for one in people_in(record.get(name, "")))
    return tuple(one for one in found if one)


def _date(record: Mapping[str, str]) -> str:
    if "-" in (given := record.get("date", "").partition("/")[0]):
        return cleaning.date(*given.split("-")[:3])
    month = _MONTH.search(record.get("month", ""))
    if month is None:
        return ""
    day = _DAY.search(record["month"].replace(month[0], "", 1)) or _DAY.search(record.get("day", ""))
    number = _MONTHS.index(month[1].lower()) + 1 if month[1] else month[2]
    return cleaning.date(cleaning.year(record.get("year") or given), number, day[0] if day else None)


def _url(record: Mapping[str, str]) -> str:
    """Return the address, which TeX does not set as text, or that in `howpublished`."""
    link = _LINK.search(record.get("url", "")) or _LINK.search(record.get("howpublished", ""))
    address = link[1] or link[2] if link else "".join(record.get("url", "").split()[:1])
    return _ESCAPED.sub(r"\1", address)


def _howpublished(record: Mapping[str, str]) -> str:
    return "" if _LINK.search(record.get("howpublished", "")) else record.get("howpublished", "")


def _eprint(record: Mapping[str, str]) -> str | None:
    """Return the arXiv id or PMID of biblatex's `eprint`."""
    kind = (record.get("archiveprefix") or record.get("eprinttype") or "arxiv").strip().lower()
    prefixes = {"arxiv": "arxiv:", "pubmed": "pmid:", "pmid": "pmid:"}
    value = record.get("eprint", "").strip()
    if _OLD_ARXIV.fullmatch(value):
        value = f"{record.get('primaryclass', '').strip()}/{value}"
    return f"{prefixes[kind]}{value.removeprefix('arXiv:')}" if value and kind in prefixes else None
