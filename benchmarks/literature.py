"""Recorded answers of outside services, replayed: which works are found, and whether their fields are right.

    .venv/bin/python benchmarks/literature.py [--data ../shared/data]

Every recorded answer of a service about one work is asked for again through our adapter. A field is right where it is what
Crossref itself writes into its own BibTeX of that DOI, or what another service says of it, compared without case, accents,
punctuation and given names; a field that one of the two leaves out is not compared, and the last figure says how many of Crossref's fields the
service tells at all. `lenient` counts a venue too that is the other's with words shortened, or its beginning. Recorded feeds of arXiv are read as they are: each work of a feed is to be read, with its title, its
number of authors and its year as they stand in the feed. It also says how many DOIs of the JATS papers the recordings hold.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import yaml

from scholarai.adapters.literature.client import Gates, LiteratureClient
from scholarai.adapters.literature.exchange import Reply
from scholarai.adapters.literature.services import make_services
from scholarai.adapters.system import SystemClock
from scholarai.config import Settings
from scholarai.domain.found_works import FoundWork
from scholarai.domain.identifiers import Identifier, identifier_in
from scholarai.domain.service_names import ServiceName
from scholarai.domain.title_folding import folded_name, folded_title
from scholarai.parsing.reference_files.entries import read_entries

_WORK = re.compile(r"/(?:works|v2|graph/v1/paper)/(?:https://doi\.org/|doi:)?(10\.[^?]+)")
_PARTS = ("/agency", "/references", "/authors")
_BIBTEX = "/transform/application/x-bibtex"
_JATS_DOI = re.compile(r'pub-id-type="doi"[^>]{0,200}>([^<]{1,200})')
_HOSTS: Mapping[str, ServiceName] = {
    "api.crossref.org": "crossref",
    "api.unpaywall.org": "unpaywall",
    "api.openalex.org": "openalex",
    "api.semanticscholar.org": "semantic_scholar",
}
_ENTRY = re.compile(r"<entry>.*?</entry>", re.DOTALL)
_TITLE = re.compile(r"<title>([^<]{1,2000})</title>")
_PUBLISHED = re.compile(r"<published>(\d{4})")
_FIELDS = ("title", "authors", "year", "venue")


def exchanges(folder: Path) -> Iterator[tuple[str, Reply]]:
    """Yield the address and the reply of every recorded exchange."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for file in sorted(folder.rglob("*.yaml")):
        recorded = yaml.load(file.read_text(encoding="utf-8"), Loader=loader)
        for one in recorded.get("interactions", ()):
            yield one["request"]["uri"], _reply(one["response"])


def recorded_feeds(folder: Path) -> Iterator[tuple[str, Reply]]:
    """Yield the address and the reply of every recorded request to arXiv."""
    for file in sorted((folder / "arxiv.py").glob("*.json")):
        recorded = json.loads(file.read_text(encoding="utf-8"))
        yield recorded["url"], Reply(status=recorded["status_code"], headers={}, body=recorded["body"].encode())


def read_feeds(folder: Path) -> Iterator[str]:
    """Yield what became of each recorded feed: a line for each that is not read as it stands, and the sum."""
    feeds = works = right = 0
    for url, reply in recorded_feeds(folder):
        client = LiteratureClient(transport=always(reply), gates=Gates())
        service = make_services(Settings.from_env({}), client, SystemClock())["arxiv"]
        entries = _ENTRY.findall(reply.body.decode()) if reply.status == 200 else []
        wanted = [_as_printed(entry) for entry in entries]
        found = [
            (folded_title(work.title).letters, len(work.authors), work.year)
            for work in service.search("any", limit=100)
        ]
        feeds, works, right = feeds + 1, works + len(wanted), right + sum(one in found for one in wanted)
        if found != wanted:
            yield f"arxiv {url}: {found}, the feed has {wanted}"
    yield f"arxiv: {feeds} feeds, read as they stand {right} of {works} works"


def always(reply: Reply) -> Callable[..., Reply]:
    """Return a transport that answers everything in the same way."""
    return lambda *_: reply


def _as_printed(entry: str) -> tuple[str, int, int]:
    """Return title, number of authors and year of an entry, read without a parser of XML."""
    title, year = _TITLE.search(entry), _PUBLISHED.search(entry)
    assert title is not None  # every entry has both
    assert year is not None
    return folded_title(html.unescape(title[1])).letters, entry.count("<author>"), int(year[1])


def _reply(response: Mapping[str, Any]) -> Reply:
    body = response.get("body", response.get("content"))
    data = body.get("string", "") if isinstance(body, dict) else body or ""
    data = data.encode() if isinstance(data, str) else data
    status = response["status"]["code"] if "status" in response else response["status_code"]
    headers = {
        name.lower(): str(values[0] if isinstance(values, list) else values)
        for name, values in response.get("headers", {}).items()
    }
    return Reply(status=status, headers=headers, body=gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


class Replay:
    """Implements `Transport` over recorded exchanges; the first reply at a path counts."""

    def __init__(self, recorded: Mapping[tuple[str, str], Reply]) -> None:
        self.recorded = recorded

    def __call__(self, address: str, headers: Mapping[str, str], timeout_s: float) -> Reply | None:  # noqa: ARG002  - nobody is waited for
        parts = urlsplit(address)
        path = unquote(parts.path).lower()
        if parts.netloc != "api.openalex.org":
            return self.recorded.get((parts.netloc, path), Reply(status=404, headers={}))
        # Recorded is one work by its DOI; the adapter asks for the list of those with this DOI.
        wanted = unquote(parts.query).partition("filter=doi:")[2].partition("&")[0]
        reply = self.recorded.get((parts.netloc, f"/works/https://doi.org/{wanted}"))
        if reply is None or reply.status != 200:
            return reply
        return Reply(status=200, headers=reply.headers, body=b'{"results":[' + reply.body + b"]}")


def compared(field: str, value: object) -> object:
    """Return a field as it is compared; authors by the last word of their names."""
    if field == "authors":
        return [name[-1] for one in value if (name := folded_name(str(one)))] if isinstance(value, tuple) else []
    return folded_title(str(value)).letters if isinstance(value, str) else value


def is_short_for(one: str | None, other: str | None) -> bool:
    """Tell whether one venue is the other with words shortened or left out at its end."""
    short, long = sorted((folded_title(one).words, folded_title(other).words), key=lambda words: len("".join(words)))
    return 0 < len(short) <= len(long) and all(map(str.startswith, long, short))


def works(recorded: Mapping[tuple[str, str], Reply]) -> Iterator[tuple[ServiceName, Identifier]]:
    """Yield what was asked for about one whole work, and of whom."""
    for (host, path), reply in sorted(recorded.items()):
        found = _WORK.fullmatch(path)
        if host not in _HOSTS or found is None or path.endswith(_PARTS) or "/transform" in path or reply.status != 200:
            continue
        identifier = identifier_in(found[1])
        # Semantic Scholar was asked for arXiv's papers by their DOI, which our adapter never does.
        if identifier is not None and identifier.kind == "doi" and b'"title"' in reply.body:
            yield _HOSTS[host], identifier


def judged(service: ServiceName, work: FoundWork, gold: FoundWork, counts: Counter[str]) -> Iterator[str]:
    """Count fields that are right, and yield a line for each that is not."""
    for field in _FIELDS:
        ours, theirs = compared(field, getattr(work, field)), compared(field, getattr(gold, field))
        counts[f"{service} known"] += bool(theirs)
        if ours and theirs:
            counts[f"{service} compared"] += 1
            counts[f"{service} right"] += ours == theirs
            counts[f"{service} lenient"] += ours == theirs or (
                field == "venue" and is_short_for(work.venue, gold.venue)
            )
        if ours and theirs and ours != theirs:
            yield f"{service} {work.doi} {field}: {getattr(work, field)!r}, BibTeX {getattr(gold, field)!r}"


def jats_dois(data: Path) -> set[str]:
    """Return the DOIs that JATS papers print, their own and those of their references."""
    files = [file for folder in ("jats", "jats_plos") for file in (data / folder).rglob("*.xml")]
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in files)
    return {doi.lower() for text in texts for doi in _JATS_DOI.findall(text)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    options = parser.parse_args()
    recorded: dict[tuple[str, str], Reply] = {}
    bibtex: dict[str, FoundWork] = {}
    for uri, reply in exchanges(options.data / "literature" / "recorded"):
        parts = urlsplit(uri)
        path = unquote(parts.path).lower()
        recorded.setdefault((parts.netloc, path), reply)
        if path.endswith(_BIBTEX) and reply.status == 200:
            (entry,) = read_entries(reply.body, "bibtex")
            if entry.work is not None:
                bibtex[path.removeprefix("/works/").removesuffix(_BIBTEX)] = entry.work
    time = [0.0]
    client = LiteratureClient(
        transport=Replay(recorded),
        gates=Gates(),
        contact="a@example.org",
        now=lambda: time[0],
        sleep=lambda seconds: time.__setitem__(0, time[0] + seconds),
    )
    services = make_services(Settings.from_env({}), client, SystemClock())
    counts = Counter[str]()
    for service, identifier in works(recorded):
        counts[f"{service} asked"] += 1
        work = services[service].find(identifier)
        counts[f"{service} found"] += work is not None and work.doi == identifier.value
        if work is not None and identifier.value in bibtex:
            print("\n".join(judged(service, work, bibtex[identifier.value], counts)), end="\n")
    print()
    for service in _HOSTS.values():
        found, asked, known, compared_, right, lenient = (
            counts[f"{service} {what}"] for what in ("found", "asked", "known", "compared", "right", "lenient")
        )
        print(
            f"{service}: found {found} of {asked}, fields right {right} of {compared_}, lenient {lenient}, told {compared_} of {known}"
        )
    print("\n".join(read_feeds(options.data / "literature" / "recorded")))
    dois = jats_dois(options.data)
    print(
        f"DOIs of JATS papers and their references: {len(dois)}, of which recorded: {len(dois & {name.value for _, name in works(recorded)})}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
