"""`scholarai add`, `discover` and `retractions`: adds and finds published works, and lists retracted ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scholarai.api.library import Library
from scholarai.api.progress import ProgressLine
from scholarai.domain.discovery import DiscoveredWork, ServiceAnswer, wanted_as
from scholarai.domain.errors import PaperFaultError, ScholarError
from scholarai.domain.formats import ENDINGS as PAPER_ENDINGS
from scholarai.domain.identifiers import identifier_in
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.notices import WorkNotice, described, warning
from scholarai.domain.paper import Paper
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value
from scholarai.local.inputs import InputError, add_one
from scholarai.local.papers_command import named
from scholarai.local.terminal import (
    DONE,
    NOT_FOUND,
    SOME_FAILED,
    TRY_AGAIN,
    USAGE,
    code_of,
    code_of_all,
    complain,
    keep_logs_quiet,
    show,
)
from scholarai.parsing.reference_files.entries import ENDINGS as REFERENCE_ENDINGS
from scholarai.services.literature.adding import AddedWork, Outcome

_CODES: Mapping[Outcome, int] = {"unknown": NOT_FOUND, "broken": SOME_FAILED, "failed": SOME_FAILED}
# Authors shown; the others are "et al."
_AUTHORS = 3


class NoticedPaper(Value, frozen=True, kw_only=True):
    """A paper of the library that a notice is about, such as a retraction."""

    paper_id: PaperId
    title: str
    notice: WorkNotice


def add(
    works: Sequence[str],
    *,
    data: Path | None,
    fetch: bool,
    fetch_entries: bool,
    as_json: bool,
    supplement_of: str | None = None,
) -> int:
    """Add works by identifier, title or file, and print a line for each; what cannot be added is named on stderr.

    Args:
        works: Identifiers, titles and files.
        data: The library's folder.
        fetch: Fetch open files of identifiers and titles.
        fetch_entries: Fetch open files of the entries of bibliographies, too.
        as_json: Print JSON.
        supplement_of: The beginning of the id of the paper whose supplements the works become, which must be files; None: they
            are papers.
    """
    keep_logs_quiet()
    codes: list[int] = []
    with Library(data) as library, ProgressLine(len(works)) as progress:
        of = None if supplement_of is None else named(library, supplement_of)
        if of is not None and (others := [wanted for wanted in works if not _is_paper(wanted)]):
            return complain(f"--supplement-of: {others[0]!r} is no file of a paper", USAGE)
        for wanted in works:
            try:
                for added in _added(library, wanted, of, progress, fetch=fetch, fetch_entries=fetch_entries):
                    _tell(added, wanted, progress, as_json=as_json)
                    codes.append(TRY_AGAIN if added.retryable else _CODES.get(added.outcome, DONE))
            except (ScholarError, InputError) as error:
                progress.say(error.in_words if isinstance(error, ScholarError) else str(error))
                codes.append(code_of(error))
            finally:
                progress.finish(wanted)
    return code_of_all(codes)


def discover(question: str, *, limit: int, chosen: Sequence[int], data: Path | None, fetch: bool, as_json: bool) -> int:
    """Print works, best first, or add those with the chosen numbers; services without an answer are named on stderr."""
    keep_logs_quiet()
    with Library(data) as library:
        discovery = library.discover(question, limit=max(limit, *chosen) if chosen else limit)
    for answer in discovery.services:
        if answer.state != "answered":
            sys.stderr.write(_silence_of(answer) + "\n")
    if chosen:
        if max(chosen) > len(discovery.works):
            return complain(
                f"--add {max(chosen)}: {counted(len(discovery.works), 'work was', 'works were')} found", USAGE
            )
        names = [wanted_as(discovery.works[number - 1].found.work) or "" for number in dict.fromkeys(chosen)]
        return add(names, data=data, fetch=fetch, fetch_entries=False, as_json=as_json)
    for number, work in enumerate(discovery.works, start=1):
        show(work, "\n".join(_lines(number, work)), as_json=as_json)
    states = {answer.state for answer in discovery.services}
    if "answered" in states:
        return DONE
    return TRY_AGAIN if states & {"failed", "late"} else SOME_FAILED


def retractions(task: str, *, data: Path | None, as_json: bool = False) -> int:
    """Renew the table of retractions, or print its date; print the papers that are affected."""
    keep_logs_quiet()
    with Library(data) as library, ProgressLine(1) as progress:
        if task == "renew":
            count = library.renew_retractions(on_page=lambda count: progress.advance(counted(count, "notice"), 0, None))
            sys.stderr.write(f"{counted(count, 'notice')} came in\n")
        at, size = library.retractions()
        if at is None:
            sys.stderr.write("the table was never renewed; run `scholarai retractions renew`\n")
        else:
            sys.stderr.write(f"{size} works in the table of {at:%Y-%m-%d}\n")
        for paper in library.papers():
            for notice in paper.notices:
                noticed = NoticedPaper(paper_id=paper.id, title=_name(paper), notice=notice)
                show(noticed, f"{paper.id}\t{described(notice)}\t{noticed.title}", as_json=as_json)
    return DONE


def _is_paper(wanted: str) -> bool:
    # `Path.exists` raises for a title longer than a file's name may be.
    return os.path.exists(wanted) and Path(wanted).suffix.lower() not in REFERENCE_ENDINGS  # noqa: PTH110


def _added(
    library: Library, wanted: str, of: Paper | None, progress: ProgressLine, *, fetch: bool, fetch_entries: bool
) -> Iterator[AddedWork]:
    path = Path(wanted)
    if not os.path.exists(path):  # noqa: PTH110  - as above
        if identifier_in(wanted) is None and wanted.lower().endswith((*REFERENCE_ENDINGS, *PAPER_ENDINGS)):
            # Not a title to ask services for.
            raise InputError(path, PaperFaultError("file_missing", "There is no such file or folder."))
        yield library.add_work(wanted, fetch=fetch)
    elif path.suffix.lower() in REFERENCE_ENDINGS and path.is_file():
        yield from library.add_entries(
            path, fetch=fetch_entries, on_entry=lambda done, total: progress.advance(wanted, done, total)
        )
    else:
        paper = add_one(library, path, progress, supplement_of=of)
        yield AddedWork(
            asked=wanted,
            outcome="added",
            paper_id=paper.id,
            title=paper.metadata.title,
            supplement_of=paper.supplement_of,
        )


def _tell(added: AddedWork, wanted: str, progress: ProgressLine, *, as_json: bool) -> None:
    if added.detail:
        place = f"{wanted}:{added.line}" if added.line else wanted
        progress.say(f"{place}: {added.code}: {added.detail}")
    if as_json or added.paper_id is not None:
        show(added, f"{added.outcome}\t{added.paper_id}\t{added.title or added.asked}", as_json=as_json)


def _name(paper: Paper) -> str:
    return paper.metadata.title or paper.filename


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


def _silence_of(answer: ServiceAnswer) -> str:
    return visible(f"{answer.service}: {answer.code}: {answer.detail}")
