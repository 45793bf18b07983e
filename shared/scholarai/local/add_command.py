"""`scholarai add` and `scholarai retractions`: published works, and what became of them since."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from scholarai.api.library import Library
from scholarai.domain.counting import counted
from scholarai.domain.errors import ScholarError
from scholarai.domain.notices import described
from scholarai.domain.paper import Paper
from scholarai.domain.values import to_json
from scholarai.domain.visible import visible
from scholarai.local.exits import DONE, SOME_FAILED
from scholarai.local.inputs import InputError, add_one
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet
from scholarai.parsing.reference_files.entries import ENDINGS
from scholarai.services.literature.adding import AddedWork

_WRONG = frozenset({"unknown", "broken", "failed"})


def add(works: Sequence[str], *, data: Path | None, fetch: bool, fetch_entries: bool, as_json: bool) -> int:
    """Add works by identifier, title or file, and print a line for each; what cannot be added is named on stderr."""
    keep_logs_quiet()
    wrong = 0
    with Library(data) as library, ProgressLine(len(works)) as progress:
        for wanted in works:
            try:
                for added in _added(library, wanted, progress, fetch=fetch, fetch_entries=fetch_entries):
                    _tell(added, wanted, progress, as_json=as_json)
                    wrong += added.outcome in _WRONG
            except (ScholarError, InputError) as error:
                progress.say(str(error))
                wrong += 1
            finally:
                progress.finish(wanted)
    return SOME_FAILED if wrong else DONE


def retractions(action: str, *, data: Path | None) -> int:
    """Renew the table of retractions, or say how old it is; print the papers that are affected."""
    keep_logs_quiet()
    with Library(data) as library, ProgressLine(1) as progress:
        if action == "renew":
            count = library.renew_retractions(on_page=lambda count: progress.advance(counted(count, "notice"), 0, None))
            sys.stderr.write(f"{counted(count, 'notice')} came in\n")
        at, size = library.retractions()
        if at is None:
            sys.stderr.write("the table was never renewed; run `scholarai retractions renew`\n")
        else:
            sys.stderr.write(f"{size} works in the table of {at:%Y-%m-%d}\n")
        for paper in library.papers():
            for notice in paper.notices:
                sys.stdout.write(visible(f"{paper.id}\t{described(notice)}\t{_name(paper)}") + "\n")
    return DONE


def _added(
    library: Library, wanted: str, progress: ProgressLine, *, fetch: bool, fetch_entries: bool
) -> Iterator[AddedWork]:
    path = Path(wanted)
    if not path.exists():
        yield library.add_work(wanted, fetch=fetch)
    elif path.suffix.lower() in ENDINGS and path.is_file():
        yield from library.add_entries(
            path, fetch=fetch_entries, on_entry=lambda done, total: progress.advance(wanted, done, total)
        )
    else:
        paper = add_one(library, path, progress)
        yield AddedWork(asked=wanted, outcome="added", paper_id=paper.id, title=paper.metadata.title)


def _tell(added: AddedWork, wanted: str, progress: ProgressLine, *, as_json: bool) -> None:
    if added.detail:
        place = f"{wanted}:{added.line}" if added.line else wanted
        progress.say(f"{place}: {added.code}: {added.detail}")
    if as_json:
        sys.stdout.write(f"{to_json(added).decode()}\n")
    elif added.paper_id is not None:
        sys.stdout.write(visible(f"{added.outcome}\t{added.paper_id}\t{added.title or added.asked}") + "\n")


def _name(paper: Paper) -> str:
    return paper.metadata.title or paper.filename
