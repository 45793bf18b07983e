"""`scholarai review` and `table`: write reports and tables over many papers, every sentence and cell with its quote."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scholarai.api.library import Library
from scholarai.api.progress import ProgressLine
from scholarai.domain.depth import Depth
from scholarai.domain.errors import NotFoundError, ScholarError
from scholarai.domain.exports import (
    REPORT_ENDINGS,
    REPORT_EXPORTS,
    TABLES_ENDINGS,
    TABLES_EXPORTS,
    export_for,
    rendered_table,
)
from scholarai.domain.formats import listed
from scholarai.domain.ids import ReviewId
from scholarai.domain.marks import CollectionId
from scholarai.domain.paper import Failure, Paper, plain
from scholarai.domain.plugins import Export
from scholarai.domain.review import Review
from scholarai.domain.tables import ShownTable
from scholarai.local.files import STDIO, write_whole
from scholarai.local.inputs import InputError, add_all
from scholarai.local.library_command import collection_at
from scholarai.local.terminal import DONE, SOME_FAILED, TRY_AGAIN, USAGE, code_of, complain, keep_logs_quiet
from scholarai.reviewing.tables import WantedColumn
from scholarai.services.reviews.requests import ReviewEstimate
from scholarai.services.reviews.tables import TableEstimate


def review(  # noqa: PLR0913  - the options of the command
    question: str,
    files: Sequence[Path],
    output: Path | None,
    *,
    as_json: bool = False,
    depth: Depth | None = None,
    discover: bool = False,
    fetch: int | None = None,
    data: Path | None = None,
    **wishes: Any,
) -> int:
    """Review the files, write the report in the form that the output's ending names, and return the exit code.

    `fetch`: how many works found by outside services are read first. With `discover` alone they are only listed. `wishes` are those
    of `Library.review`.
    """
    beyond = fetch or (0 if discover else None)
    keep_logs_quiet()
    ending = ".json" if as_json else ".md"
    export = export_for(ending if output is None or output == STDIO else output.suffix.lower(), REPORT_EXPORTS)
    if export is None:
        return complain(f"{output}: a report ends in {listed(REPORT_ENDINGS)}", USAGE)
    if output is not None and not output.parent.is_dir():
        return complain(f"{output.parent}: there is no such folder", SOME_FAILED)
    try:
        with ProgressLine() as progress, Library(data) as library:
            papers = [*add_all(library, files, progress), *_fetched(library, question, beyond, progress)]
            if expected := _expected(library.estimate_review(papers, depth=depth)):
                progress.say(expected)
            found, report = library.run_review(
                papers, question, depth=depth, discover=beyond is not None, on_step=progress.count, **wishes
            )
            written = b"" if report is None else library.export_review(found.id, export.name)
    except InputError as error:
        return complain(str(error), code_of(error))
    except ScholarError as error:
        return complain(error.in_words, code_of(error))
    return _finished(found, written, export, output) or (SOME_FAILED if progress.failures else DONE)


def _fetched(library: Library, question: str, most: int | None, progress: ProgressLine) -> Iterator[Paper]:
    """Add the works that services found: yield the added papers, and print the outcome of each work."""
    for work in library.add_found(question, most=most) if most else ():
        progress.say(f"{work.outcome}: {work.title or work.asked}{f': {work.detail}' if work.detail else ''}")
        if work.outcome == "added" and work.paper_id is not None:
            yield library.paper(work.paper_id)


def _finished(found: Review, data: bytes, export: Export, output: Path | None) -> int:
    """Write the report, and say on stderr what is missing."""
    data += b"\n" if data and not export.binary and not data.endswith(b"\n") else b""
    if data and (output is None or output == STDIO):
        sys.stdout.write(data.decode())
    elif data and output is not None:
        write_whole(output, data)
    if found.failure is not None:
        return _complain_of(found.failure)
    if not data:
        return complain(f"{output}: not written, since the report holds no table or paper for it", SOME_FAILED)
    return DONE


def table(  # noqa: PLR0913  - the options of the command
    columns: Sequence[WantedColumn],
    files: Sequence[Path],
    output: Path | None,
    *,
    collection: str | None = None,
    title: str = "",
    budget_usd: float | None = None,
    refresh: bool = False,
    as_json: bool = False,
    data: Path | None = None,
) -> int:
    """Ask files, or the papers of a collection, the same questions, write the table, and return the exit code.

    The output's ending names the form. With `refresh`, a table that is there gets the new papers of its collection.
    """
    if refresh:
        more = bool(columns or files or budget_usd is not None)
        return _refresh(collection, output, title=title, more=more, as_json=as_json, data=data)

    def make(library: Library, progress: ProgressLine) -> ShownTable:
        papers = add_all(library, files, progress) if files else None
        inside = None if collection is None else collection_at(library, collection).id
        asked = sum(column.kind != "computed" for column in columns)
        estimate = library.estimate_table(asked, papers, collection=inside)
        if expected := _expected(estimate):
            progress.say(expected)
        return library.run_table(
            papers,
            columns,
            collection=inside,
            title=title,
            budget_usd=budget_usd,
            on_step=lambda done: progress.advance("filling the table", done, estimate.papers),
        )

    return _written(make, _lacks(columns, files, collection), output, data, as_json=as_json)


def _refresh(
    collection: str | None,
    output: Path | None,
    *,
    title: str,
    more: bool,
    as_json: bool,
    data: Path | None,
) -> int:
    """Add new papers of a collection to its newest table, or to that with the title, write it, and return the exit code.

    `more` says that options were given that a refresh does not take.
    """

    def make(library: Library, progress: ProgressLine) -> ShownTable:
        inside = collection_at(library, collection or "").id
        table_id = _newest(library, inside, title)
        papers = library.estimate_table(1, collection=inside).papers
        return library.refresh_table(
            table_id, on_step=lambda done: progress.advance("filling the table", done, max(done, papers))
        )

    lacks = None
    if collection is None:
        lacks = "--refresh needs --collection NAME"
    elif more:
        lacks = "--refresh takes --collection, --title and -o alone; the table keeps its columns and its budget"
    return _written(make, lacks, output, data, as_json=as_json)


def _newest(library: Library, inside: CollectionId, title: str) -> ReviewId:
    for one in library.tables():
        if one.table and one.table.collection_id == inside and (not title or plain(one.title or "") == plain(title)):
            return one.id
    called = f" called {title!r}" if title else ""
    raise NotFoundError(
        "table_unknown",
        f"this collection has no table{called}",
        action="Make one: scholarai table --collection NAME -q QUESTION.",
    )


def _written(
    make: Callable[[Library, ProgressLine], ShownTable],
    lacks: str | None,
    output: Path | None,
    data: Path | None,
    *,
    as_json: bool,
) -> int:
    """Make a table and write it, unless `lacks` says what is wrong with the options."""
    keep_logs_quiet()
    printed = output is None or output == STDIO
    export = export_for(
        (".json" if as_json else ".md") if output is None or printed else output.suffix.lower(), TABLES_EXPORTS
    )
    if export is None:
        return complain(f"{output}: a table ends in {listed(TABLES_ENDINGS)}", USAGE)
    if lacks:
        return complain(f"table: {lacks}", USAGE)
    if output is not None and not output.parent.is_dir():
        return complain(f"{output.parent}: there is no such folder", SOME_FAILED)
    try:
        with ProgressLine() as progress, Library(data) as library:
            made = make(library, progress)
    except InputError as error:
        return complain(str(error), code_of(error))
    except ScholarError as error:
        return complain(error.in_words, code_of(error))
    return _finished_table(made, export, None if printed else output) or (SOME_FAILED if progress.failures else DONE)


def _lacks(columns: Sequence[WantedColumn], files: Sequence[Path], collection: str | None) -> str | None:
    if not columns:
        return "at least one column is needed: -q QUESTION, --number QUESTION"
    return "PAPER or --collection is needed, not both" if bool(files) == (collection is not None) else None


def _finished_table(made: ShownTable, export: Export, output: Path | None) -> int:
    """Write the table, and say on stderr what is missing."""
    data = rendered_table(export, made)
    if output is None:
        sys.stdout.write(data.decode())
    else:
        write_whole(output, data)
    if made.review.failure is not None:
        return _complain_of(made.review.failure)
    failed = sum(cell.state == "failed" for row in made.rows for cell in row.cells)
    return complain(f"{failed} cells could not be filled", SOME_FAILED) if failed else DONE


def _complain_of(failure: Failure) -> int:
    return complain(
        f"{failure.code}: {failure.message} {failure.action}".rstrip(), TRY_AGAIN if failure.retryable else SOME_FAILED
    )


def _expected(found: ReviewEstimate | TableEstimate) -> str:
    """Return what the work is expected to cost and take; without a model what it will be, empty if nobody is paid."""
    if found.note or found.cost.free:
        return found.note
    calls, minutes = found.estimate.calls, found.estimate.seconds / 60
    return f"Expected: {found.cost} for {calls} calls of {found.model}, {minutes:.0f} min."
