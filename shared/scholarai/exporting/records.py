"""Papers as records of other programs: BibTeX, RIS and CSL-JSON, one paper at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from scholarai.domain.bibliography_entry import CONTAINED, PUBLISHED, RIS_OF_CSL
from scholarai.domain.people import Person
from scholarai.domain.works import Work
from scholarai.exporting.bibtex import bibtex_entry
from scholarai.exporting.export_content import Collected
from scholarai.exporting.formulas import readable

# What a journal, a book or proceedings do not give the numbers of.
_NUMBERED = frozenset(
    {"report", "patent", "document", "manuscript", "thesis", "software", "dataset", "webpage", "article"}
)


def as_bibtex(collected: Collected) -> Iterator[bytes]:
    """Yield an entry per paper, in UTF-8, with the quotes from it."""
    for work in collected.works:
        yield f"{bibtex_entry(work, collected.quotes.get(work.paper_id, ()))}\n\n".encode()


def as_ris(collected: Collected) -> Iterator[bytes]:
    """Yield a record per paper, in UTF-8."""
    for work in collected.works:
        yield "".join(f"{tag}  - {value}\r\n" for tag, value in (*_ris(work), ("ER", ""))).encode() + b"\r\n"


def as_csl_json(collected: Collected) -> Iterator[bytes]:
    """Yield a JSON array of items, an item a line."""
    start = b"[\n"
    for work in collected.works:
        yield start + json.dumps(csl_item(work), ensure_ascii=False).encode()
        start = b",\n"
    yield b"\n]\n" if collected.works else b"[]\n"


def csl_item(work: Work) -> dict[str, Any]:
    """Return a work as an item of CSL-JSON; what is not known is left out."""
    more = work.entry
    container = _container(work)
    arxiv = "arXiv" if work.arxiv_id and not work.doi else ""
    numbered = work.type in _NUMBERED
    given: dict[str, Any] = {
        "id": work.key,
        "type": work.type,
        "title": work.title,
        "author": [_csl_name(author) for author in work.authors],
        "editor": [_csl_name(editor) for editor in work.editors],
        "issued": {"date-parts": [list(work.date)]} if work.date else None,
        "container-title": container,
        "publisher": work.publisher if container else work.venue or work.publisher or arxiv,
        "publisher-place": more.place,
        "collection-title": more.series,
        "edition": more.edition,
        "genre": more.genre,
        "number": f"arXiv:{work.arxiv_id}"
        if work.arxiv_id and work.type == "article"
        else work.issue
        if numbered
        else "",
        "archive": "arXiv" if work.arxiv_id and work.type != "article" else "",
        "archive_location": work.arxiv_id if work.type != "article" else "",
        "volume": work.volume,
        "issue": "" if numbered else work.issue,
        "chapter-number": more.chapter,
        "page": re.sub(r"[–—]", "-", work.pages),
        "ISSN": work.issn,
        "ISBN": more.isbn,
        "DOI": work.doi,
        "URL": work.url,
        "language": more.language,
        "abstract": work.abstract,
        "keyword": ", ".join(work.keywords),
        "note": _note(work),
    }
    return {name: readable(value) if isinstance(value, str) else value for name, value in given.items() if value}


def _container(work: Work) -> str:
    """Return what a work is in; empty where its venue is who published it."""
    is_in = work.type in CONTAINED or (work.type in PUBLISHED and work.venue != work.publisher)
    return work.venue if is_in else ""


def _note(work: Work) -> str:
    return ". ".join(filter(None, (work.warning, work.entry.note)))


def _csl_name(author: Person) -> dict[str, str]:
    if author.is_group:
        return {"literal": author.family}
    parts = {
        "family": author.family,
        "given": author.given,
        "non-dropping-particle": author.particle,
        "suffix": author.suffix,
    }
    return {name: value for name, value in parts.items() if value}


def _ris(work: Work) -> Iterator[tuple[str, str]]:
    more, contained = work.entry, work.type in CONTAINED
    yield "TY", RIS_OF_CSL.get(work.type, "GEN")
    yield "ID", work.key
    yield "TI", readable(work.title)
    for author in work.authors:
        yield "AU", _ris_name(author)
    for editor in work.editors:
        yield "A2" if contained else "ED", _ris_name(editor)
    container = _container(work)
    first, _, last = work.pages.replace("–", "-").partition("-")
    arxiv = f"arXiv preprint arXiv:{work.arxiv_id}" if work.arxiv_id and work.type == "article" else ""
    fields = (
        ("PY", str(work.year or "")),
        ("DA", "/".join(f"{part:02}" for part in work.date).ljust(len("2019/05/"), "/") + "/" if work.date[1:] else ""),
        ("T2" if container or arxiv else "PB", work.venue or arxiv),
        ("PB", work.publisher if container or not work.venue else ""),
        ("CY", more.place),
        ("T3", more.series),
        ("ET", more.edition),
        ("M3", more.genre),
        ("VL", work.volume),
        ("IS", work.issue),
        ("SE", more.chapter),
        ("SP", first.strip()),
        ("EP", last.strip("- ")),
        ("SN", more.isbn),
        ("SN", work.issn),
        ("DO", work.doi),
        ("AN", f"arXiv:{work.arxiv_id}" if work.arxiv_id else ""),
        ("UR", work.url),
        ("LA", more.language),
        ("AB", work.abstract),
        ("N1", work.warning),
        ("N1", more.note),
        *(("KW", keyword) for keyword in work.keywords),
    )
    yield from ((tag, readable(value)) for tag, value in fields if value)


def _ris_name(name: Person) -> str:
    if name.is_group:  # of which a comma would make a family and a given name
        return name.family.replace(",", "")
    return ", ".join(filter(None, (f"{name.particle} {name.family}".strip(), name.given, name.suffix)))
