"""`scholarai discover`: published works beyond one's own papers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from scholarai.api.library import Library
from scholarai.domain.counting import counted
from scholarai.domain.discovered import DiscoveredWork, ServiceAnswer, wanted_as
from scholarai.domain.notices import warning
from scholarai.domain.values import to_json
from scholarai.domain.visible import visible
from scholarai.local.add_command import add
from scholarai.local.exits import DONE, SOME_FAILED, USAGE, complain
from scholarai.local.quiet import keep_logs_quiet

_AUTHORS = 3


def discover(question: str, *, limit: int, chosen: Sequence[int], data: Path | None, fetch: bool, as_json: bool) -> int:
    """Print works, best first, and add those of the chosen numbers; services that gave nothing are named on stderr."""
    keep_logs_quiet()
    with Library(data) as library:
        found = library.discover(question, limit=max(limit, *chosen) if chosen else limit)
    for answer in found.services:
        if answer.state != "answered":
            sys.stderr.write(_told(answer) + "\n")
    if chosen:
        if max(chosen) > len(found.works):
            return complain(f"--add {max(chosen)}: {counted(len(found.works), 'work was', 'works were')} found", USAGE)
        names = [wanted_as(found.works[number - 1].found.work) or "" for number in dict.fromkeys(chosen)]
        return add(names, data=data, fetch=fetch, fetch_entries=False, as_json=as_json)
    for number, work in enumerate(found.works, start=1):
        sys.stdout.write(f"{to_json(work).decode()}\n" if as_json else visible("\n".join(_lines(number, work))) + "\n")
    answered = [answer for answer in found.services if answer.state == "answered"]
    return DONE if answered else SOME_FAILED


def _lines(number: int, row: DiscoveredWork) -> Iterator[str]:
    work = row.found.work
    authors = ", ".join(work.authors[:_AUTHORS]) + (" et al." if len(work.authors) > _AUTHORS else "")
    yield f"{number}. {work.title}"
    yield "   " + ". ".join(str(part) for part in (authors, work.year, work.venue) if part)
    told = [wanted_as(work) if work.identifiers() else None, _in_library(row), warning(work.notices)]
    told.append(f"cited by {work.cited_by:,}" if work.cited_by else None)
    told.append("open PDF" if row.found.pdfs() else "no open PDF known")
    yield "   " + " · ".join(part for part in (*told, ", ".join(row.found.sources)) if part)


def _in_library(row: DiscoveredWork) -> str | None:
    if row.paper_id is None:
        return None
    how = "in your library" if row.relation == "same" else "another version in your library"
    return f"{how}: {row.paper_id}"


def _told(answer: ServiceAnswer) -> str:
    return visible(f"{answer.service}: {answer.code}: {answer.detail}")
