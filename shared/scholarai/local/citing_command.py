"""`scholarai papers references|related|missing`: what papers cite, what cites them, and what the library lacks."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scholarai.api.library import Library
from scholarai.domain.cited import CitedReference, MissingPaper, RelatedPaper
from scholarai.domain.content import Reference
from scholarai.domain.notices import warning
from scholarai.domain.values import to_json
from scholarai.domain.visible import visible
from scholarai.entrypoints.citing_schemas import MissingPaperView, ReferenceView, RelatedView
from scholarai.local.exits import DONE
from scholarai.local.papers_command import named

_RAW_CHARACTERS = 100


def run(options: argparse.Namespace) -> int:
    """Do what the action says."""
    match options.action:
        case "references":
            return list_references(options.id, data=options.data, as_json=options.json)
        case "related":
            return list_related(options.id, data=options.data, as_json=options.json)
        case _:
            return list_missing(limit=options.limit, data=options.data, as_json=options.json)


def list_references(wanted: str, *, data: Path | None, as_json: bool) -> int:
    """Print a line for each entry of a bibliography: number, how often it is cited, paper of the library, name, identifier."""
    with Library(data) as library:
        found = library.references(named(library, wanted))
    for number, cited in enumerate(found, start=1):
        _print(to_json(ReferenceView.of(number, cited)).decode() if as_json else _reference_line(number, cited))
    return DONE


def list_related(wanted: str, *, data: Path | None, as_json: bool) -> int:
    """Print the papers of the library that are the same as one, versions of it, or cite it."""
    with Library(data) as library:
        found = library.related(named(library, wanted))
    if as_json:
        _print(to_json(RelatedView.of(found)).decode())
        return DONE
    kinds: tuple[tuple[str, tuple[RelatedPaper, ...]], ...] = (
        ("same", found.same),
        ("version", found.versions),
        ("cited by", found.cited_by),
    )
    for kind, papers in kinds:
        for paper in papers:
            _print(f"{kind}\t{paper.paper_id}\t{paper.title}")
    return DONE


def list_missing(*, limit: int, data: Path | None, as_json: bool) -> int:
    """Print what papers of the library cite and the library lacks, what most of them cite first."""
    with Library(data) as library:
        found = library.missing(limit=limit)
    for missing in found:
        _print(to_json(MissingPaperView.of(missing)).decode() if as_json else _missing_line(missing))
    return DONE


def _print(line: str) -> None:
    sys.stdout.write(f"{visible(line)}\n")


def _reference_line(number: int, cited: CitedReference) -> str:
    there = cited.paper_id or "-"
    told = (str(number), f"{len(cited.mentions)}x", there, _name(cited.reference), _identifier(cited.reference))
    warned = warning(cited.notices)
    return "\t".join((*told, warned) if warned else told)


def _missing_line(missing: MissingPaper) -> str:
    return "\t".join((f"{len(missing.cited_by)}x", _name(missing.reference), _identifier(missing.reference)))


def _identifier(entry: Reference) -> str:
    return entry.doi or (f"arXiv:{entry.arxiv_id}" if entry.arxiv_id else "")


def _name(entry: Reference) -> str:
    """Return authors, year and title, or the beginning of the entry as printed."""
    if not entry.title:
        return " ".join(entry.raw.split())[:_RAW_CHARACTERS]
    who = f"{entry.authors[0]} et al." if len(entry.authors) > 1 else "".join(entry.authors)
    when = f"({entry.year})" if entry.year else ""
    return " ".join(filter(None, (who, when, entry.title)))
