"""Papers as records of other programs: BibTeX, RIS and CSL-JSON, one paper at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from scholarai.domain.bibtex import bibtex_entry
from scholarai.domain.works import Person, Work, WorkKind
from scholarai.exporting.export_content import Collected

# https://en.wikipedia.org/wiki/RIS_(file_format): types that Zotero, EndNote and Mendeley read.
_RIS_TYPES: Mapping[WorkKind, str] = {
    "article": "JOUR", "conference": "CPAPER", "preprint": "UNPB", "thesis": "THES", "report": "RPRT", "other": "GEN",
}  # fmt: skip
# https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types
_CSL_TYPES: Mapping[WorkKind, str] = {
    "article": "article-journal", "conference": "paper-conference", "preprint": "article", "thesis": "thesis",
    "report": "report", "other": "document",
}  # fmt: skip
_CONTAINED = frozenset[WorkKind]({"article", "conference"})


def as_bibtex(collected: Collected) -> Iterator[bytes]:
    """Yield an entry per paper, in UTF-8."""
    for work in collected.works:
        yield f"{bibtex_entry(work)}\n\n".encode()


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
    container = work.venue if work.kind in _CONTAINED else ""
    arxiv = "arXiv" if work.arxiv_id and not work.doi else ""
    given: dict[str, Any] = {
        "id": work.key,
        "type": _CSL_TYPES[work.kind],
        "title": work.title,
        "author": [_csl_name(author) for author in work.authors],
        "issued": {"date-parts": [[work.year]]} if work.year else None,
        "container-title": container,
        "publisher": work.publisher if container else work.venue or work.publisher or arxiv,
        "number": f"arXiv:{work.arxiv_id}" if work.arxiv_id and work.kind == "preprint" else "",
        "volume": work.volume,
        "issue": work.issue,
        "page": re.sub(r"[–—]", "-", work.pages),
        "ISSN": work.issn,
        "DOI": work.doi,
        "URL": work.url,
        "abstract": work.abstract,
        "keyword": ", ".join(work.keywords),
        "note": work.warning,
    }
    return {name: value for name, value in given.items() if value}


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
    yield "TY", _RIS_TYPES[work.kind]
    yield "ID", work.key
    yield "TI", work.title
    for author in work.authors:
        yield "AU", ", ".join(filter(None, (f"{author.particle} {author.family}".strip(), author.given, author.suffix)))
    first, _, last = work.pages.replace("–", "-").partition("-")
    fields = (
        ("PY", str(work.year or "")),
        ("T2" if work.kind in _CONTAINED else "PB", work.venue),
        ("PB", work.publisher if work.kind in _CONTAINED or not work.venue else ""),
        ("VL", work.volume),
        ("IS", work.issue),
        ("SP", first.strip()),
        ("EP", last.strip("- ")),
        ("SN", work.issn),
        ("DO", work.doi),
        ("AN", f"arXiv:{work.arxiv_id}" if work.arxiv_id else ""),
        ("UR", work.url),
        ("AB", work.abstract),
        ("N1", work.warning),
        *(("KW", keyword) for keyword in work.keywords),
    )
    yield from ((tag, value) for tag, value in fields if value)
