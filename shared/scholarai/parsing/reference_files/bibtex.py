"""Works from BibTeX and biblatex files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.published_works import FoundWork
from scholarai.parsing.bibtex import numbered_records, people_of
from scholarai.parsing.reference_files import cleaning
from scholarai.parsing.tex_text import plain_tex

_VENUES = ("journal", "journaltitle", "booktitle", "maintitle", "school", "institution")
_KINDS = {
    "article": "article-journal", "inproceedings": "paper-conference", "conference": "paper-conference",
    "proceedings": "book", "book": "book", "inbook": "chapter", "incollection": "chapter", "phdthesis": "thesis",
    "mastersthesis": "thesis", "thesis": "thesis", "techreport": "report", "report": "report", "unpublished": "manuscript",
    "online": "webpage", "dataset": "dataset", "software": "software",
}  # fmt: skip
_KEYWORDS = re.compile(r"[;,]")


def works(text: str) -> Iterator[tuple[int, Callable[[], FoundWork | None]]]:
    """Yield the line of each entry and what reads its work: None for one that cannot be read."""
    for line, record, whole in numbered_records(text):
        yield line, partial(_work, record if whole else None)


def _work(record: Mapping[str, str] | None) -> FoundWork | None:
    if record is None:
        return None
    kind, publisher = _KINDS.get(record["ENTRYTYPE"]), plain_tex(record.get("publisher", ""))
    venue = next((record[name] for name in _VENUES if record.get(name, "").strip()), "")
    people = people_of(record.get("author") or record.get("editor") or "")
    return FoundWork(
        source="file",
        title=cleaning.line(plain_tex(record.get("title", ""))),
        authors=cleaning.lines(people),
        **cleaning.identifiers(
            record.get("doi", "").replace("\\_", "_"),
            record.get("url"),
            _eprint(record),
            cleaning.labelled("pmid:", record.get("pmid")),
            record.get("pmcid"),
        ),
        abstract=cleaning.abstract(plain_tex(record.get("abstract", ""))),
        year=cleaning.year(record.get("year") or record.get("date")),
        venue=cleaning.venue(plain_tex(venue), publisher, kind),
        keywords=cleaning.lines(_KEYWORDS.split(plain_tex(record.get("keywords", "")))),
        kind=kind,
        volume=cleaning.line(plain_tex(record.get("volume", ""))),
        issue=cleaning.line(plain_tex(record.get("number") or record.get("issue") or "")),
        page_range=page_range(cleaning.line(plain_tex(record.get("pages") or record.get("eid") or ""))),
        publisher=cleaning.line(publisher),
        issn=issn_in(record.get("issn")),
    )


def _eprint(record: Mapping[str, str]) -> str | None:
    """Return the arXiv id or PMID of biblatex's `eprint`."""
    kind = (record.get("archiveprefix") or record.get("eprinttype") or "arxiv").strip().lower()
    prefixes = {"arxiv": "arxiv:", "pubmed": "pmid:", "pmid": "pmid:"}
    value = record.get("eprint", "").strip()
    return f"{prefixes[kind]}{value.removeprefix('arXiv:')}" if value and kind in prefixes else None
