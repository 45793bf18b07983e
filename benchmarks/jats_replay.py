"""Whether the DOIs of JATS papers and of what they cite resolve, and with which fields.

    .venv/bin/python benchmarks/jats_replay.py [--data ../shared/data] [--show]

The recorded answers of services hold none of these works, so that the answers are made here: a double of Crossref knows each DOI that
the XML marks, with the title, people, year, journal, volume, issue and pages that the XML has of it, in the shape of Crossref's recorded answers. Our
reader of JATS reads the papers, and each DOI that it finds is asked for through our adapter. Counted are the DOIs of the XML that the reader found and that came back
as their work, and fields that are as in the XML. What this does not measure: what the real Crossref knows, and where it differs from JATS.
"""

from __future__ import annotations

import argparse
import json
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from literature import compared

from scholarai.adapters.literature.client import Gates, LiteratureClient
from scholarai.adapters.literature.exchange import Reply
from scholarai.adapters.literature.services import make_services
from scholarai.adapters.system import SystemClock
from scholarai.config import Settings
from scholarai.domain.identifiers import Identifier, whole_doi
from scholarai.domain.identity import cited_publication
from scholarai.domain.imprint import page_range
from scholarai.parsing.jats import NotAnArticleError, read_jats

_FOLDERS = ("jats", "jats_plos")
_CITATIONS = ("element-citation", "mixed-citation", "nlm-citation", "citation")
_FIELDS = ("title", "authors", "year", "venue", "volume", "issue", "page_range")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--show", action="store_true", help="print what is wrong")
    options = parser.parse_args()
    known: dict[str, dict[str, Any]] = {}
    read: set[str] = set()
    for file in sorted(one for folder in _FOLDERS for one in (options.data / folder).rglob("*.xml")):
        data = file.read_bytes()
        try:
            content = read_jats(data)
        except NotAnArticleError:  # other XML stands beside the papers
            continue
        known |= marked(ET.fromstring(data))
        dois = [content.doi, *(cited_publication(entry).doi for entry in content.references)]
        read |= {doi for one in dois if (doi := whole_doi(one or ""))}
    counts = Counter[str]()
    for fault in judged(known, read, counts):
        if options.show:
            print(fault)
    resolved = counts["resolved"] / max(1, len(known))
    fields = counts["right"] / max(1, counts["compared"])
    print(f"{len(known)} DOIs of {_FOLDERS}: resolved {counts['resolved']} ({resolved:.4f})")
    print(f"fields right {counts['right']} of {counts['compared']} ({fields:.4f})")
    return 0


def judged(known: Mapping[str, Mapping[str, Any]], read: set[str], counts: Counter[str]) -> Iterator[str]:
    """Count what resolves and which fields are right, and yield a line for each that is not."""

    def answer(address: str, headers: Mapping[str, str], timeout_s: float) -> Reply:  # noqa: ARG001  - nobody is waited for
        doi = unquote(urlsplit(address).path).removeprefix("/works/").lower()
        body = json.dumps({"status": "ok", "message": known.get(doi)}).encode()
        return Reply(status=200 if doi in known else 404, headers={"content-type": "application/json"}, body=body)

    time = [0.0]
    client = LiteratureClient(
        transport=answer,
        gates=Gates(),
        now=lambda: time[0],
        sleep=lambda seconds: time.__setitem__(0, time[0] + seconds),
    )
    crossref = make_services(Settings.from_env({}), client, SystemClock())["crossref"]
    for doi, message in known.items():
        work = crossref.find(Identifier(kind="doi", value=doi)) if doi in read else None
        if work is None or work.doi != doi:
            yield f"{doi}: not {'read' if doi not in read else 'resolved'}"
            continue
        counts["resolved"] += 1
        for name, gold in expected(message).items():
            ours = compared(name, getattr(work, name))
            counts["compared"] += 1
            counts["right"] += ours == compared(name, gold)
            if ours != compared(name, gold):
                yield f"{doi} {name}: {getattr(work, name)!r}, JATS {gold!r}"


def expected(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a work that its XML has."""
    people = (
        " ".join(filter(None, (one.get("given"), one.get("family"), one.get("name")))) for one in message["author"]
    )
    given = {
        "title": next(iter(message["title"]), None),
        "authors": tuple(people),
        "year": message["issued"]["date-parts"][0][0],
        "venue": next(iter(message["container-title"]), None),
        "volume": message["volume"],
        "issue": message["issue"],
        "page_range": page_range(message["page"]),
    }
    return {name: given[name] for name in _FIELDS if given[name]}


def marked(article: ET.Element) -> dict[str, dict[str, Any]]:
    """Return what the XML says of each work whose DOI it marks: the paper's own, and those of its references."""
    found: dict[str, dict[str, Any]] = {}
    meta = article.find("front/article-meta")
    if meta is not None and (own := _doi(meta.find("article-id[@pub-id-type='doi']"))):
        found[own] = message(
            own, meta, _text(meta.find("title-group/article-title")), _text(article.find(".//journal-title"))
        )
    for citation in (one for tag in _CITATIONS for one in article.iter(tag)):
        doi = _doi(citation.find(".//pub-id[@pub-id-type='doi']"))
        if doi:
            found.setdefault(
                doi, message(doi, citation, _text(citation.find("article-title")), _text(citation.find("source")))
            )
    return found


def message(doi: str, place: ET.Element, title: str, venue: str) -> dict[str, Any]:
    """Return a work as Crossref would say it."""
    people = (
        place.iterfind(".//contrib[@contrib-type='author']/name") if place.tag == "article-meta" else place.iter("name")
    )
    year = _text(place.find(".//year"))[:4]
    pages = page_range(_text(place.find("fpage")) or _text(place.find("elocation-id")), _text(place.find("lpage")))
    return {
        "DOI": doi,
        "type": "journal-article",
        "title": [title] if title else [],
        "author": [{"given": _text(one.find("given-names")), "family": _text(one.find("surname"))} for one in people],
        "container-title": [venue] if venue else [],
        "issued": {"date-parts": [[int(year) if year.isdigit() else None]]},
        "volume": _text(place.find("volume")) or None,
        "issue": _text(place.find("issue")) or None,
        "page": pages,
    }


def _doi(found: ET.Element | None) -> str | None:
    return whole_doi(_text(found))


def _text(found: ET.Element | None) -> str:
    return "" if found is None else " ".join("".join(found.itertext()).split())


if __name__ == "__main__":
    sys.exit(main())
