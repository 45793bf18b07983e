"""`scholarai table`: the same questions over papers on this machine, every cell with its quote."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from scholarai.api.library import Library
from scholarai.domain.errors import ScholarError
from scholarai.domain.exports import TABLES_ENDINGS, TABLES_EXPORTS, Export, export_for
from scholarai.domain.formats import listed
from scholarai.domain.tables import ShownTable
from scholarai.local.collection_paths import collection_at
from scholarai.local.costs import expected_cost
from scholarai.local.exits import DONE, SOME_FAILED, USAGE, complain
from scholarai.local.inputs import STDIN, InputError, add_all
from scholarai.local.jsonl import write_whole
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet
from scholarai.reviewing.table_changes import WantedColumn


def table(
    columns: Sequence[WantedColumn],
    files: Sequence[Path],
    output: Path | None,
    *,
    collection: str | None = None,
    title: str = "",
    budget_usd: float | None = None,
    data: Path | None = None,
) -> int:
    """Ask the files, or the papers of a collection, the same questions, write the table in the form that the output's ending says, return the exit code."""
    keep_logs_quiet()
    printed = output is None or output == STDIN
    export = export_for(".md" if output is None or printed else output.suffix.lower(), TABLES_EXPORTS)
    if export is None:
        return complain(f"{output}: a table ends in {listed(TABLES_ENDINGS)}", USAGE)
    if lacks := _lacks(columns, files, collection):
        return complain(f"table: {lacks}", USAGE)
    if output is not None and not output.parent.is_dir():
        return complain(f"{output.parent}: there is no such folder", SOME_FAILED)
    try:
        with ProgressLine() as progress, Library(data) as library:
            papers = add_all(library, files, progress) if files else None
            inside = None if collection is None else collection_at(library, collection).id
            asked = sum(column.kind != "computed" for column in columns)
            estimate = library.estimate_table(asked, papers, collection=inside)
            if expected := expected_cost(estimate):
                progress.say(expected)
            made = library.run_table(
                columns,
                papers,
                collection=inside,
                title=title,
                budget_usd=budget_usd,
                on_step=lambda done: progress.advance("filling the table", done, estimate.papers),
            )
    except InputError as error:
        return complain(str(error), SOME_FAILED)
    except ScholarError as error:
        return complain(error.in_words, SOME_FAILED)
    return _finished(made, export, None if printed else output)


def _lacks(columns: Sequence[WantedColumn], files: Sequence[Path], collection: str | None) -> str | None:
    if not columns:
        return "at least one column is needed: -q QUESTION, --number QUESTION"
    return "PAPER or --collection is needed, not both" if bool(files) == (collection is not None) else None


def _finished(made: ShownTable, export: Export, output: Path | None) -> int:
    """Write the table, and say on stderr what is missing."""
    data = export.render_table(made)
    if output is None:
        sys.stdout.write(data.decode())
    else:
        write_whole(output, data)
    if (failure := made.review.failure) is not None:
        return complain(f"{failure.code}: {failure.message} {failure.action}".rstrip(), SOME_FAILED)
    failed = sum(cell.state == "failed" for row in made.rows for cell in row.cells)
    return complain(f"{failed} cells could not be filled", SOME_FAILED) if failed else DONE
