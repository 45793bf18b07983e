"""`scholarai extract`: writes papers as structured JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TypeAlias

from scholarai import bootstrap
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.api.progress import ProgressLine
from scholarai.api.sources import open_source
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ScholarError
from scholarai.domain.table_exports import TableExport, table_export
from scholarai.domain.values import to_json
from scholarai.entrypoints.content_schemas import ExtractedPaper
from scholarai.local.files import output_names, write_whole
from scholarai.local.inputs import InputError, inputs, report_left_out
from scholarai.local.terminal import DONE, USAGE, code_of, code_of_all, complain
from scholarai.ports.reading import PaperReader, PaperSource
from scholarai.splitting import split

# Writes the content of a paper to a target, or to stdout without one.
_Write: TypeAlias = Callable[[Path, PaperContent, Path | None], None]
# There are no other generations of a file that is not kept.
_GENERATION = 1


def extract(
    files: Sequence[Path],
    output: Path | None,
    *,
    tables: str | None = None,
    pdf: Path | None = None,
    as_json: bool = True,
) -> int:
    """Read papers, write each to `output/<name>.json` (a single one to stdout without `output`), and return the exit code.

    Each is read in a process of its own, forked from one that is warm, as many at once as there are processors. An
    interruption leaves what is finished.

    Args:
        files: Papers, or folders of papers.
        output: A folder, made where it is missing.
        tables: The name of one of TABLE_EXPORTS: only the tables are written, each to a file.
        pdf: The PDF of the only paper, which is its source: its text gets places on the pages.
        as_json: What stdout gets: JSON, or an overview for a reader.
    """
    with inputs(files) as given, ProgressLine(len(given.papers)) as progress:
        if output is None and len(given.papers) > 1:
            return complain("several files need -o DIR", USAGE)
        if pdf is not None and len(given.papers) != 1:
            return complain("--pdf needs one paper, given as its source", USAGE)
        if output is not None:
            output.mkdir(parents=True, exist_ok=True)
        for fault in given.faults:
            progress.say(str(fault))
        report_left_out(given, progress)
        names = output_names(given.papers)
        targets = {paper: output and output / f"{names[paper]}.json" for paper in given.papers}
        export = None if tables is None else table_export(tables)
        write = partial(_write_content, as_json) if export is None else partial(_write_tables, export)
        codes = _extract_all(targets, progress, write, pdf)
    return code_of_all([*(fault.exit_code for fault in given.faults), *codes])


def _extract_all(
    targets: Mapping[Path, Path | None], progress: ProgressLine, write: _Write, pdf: Path | None
) -> Sequence[int]:
    temporary_directories = LockedTemporaryDirectories.of_system()
    temporary_directories.sweep()
    with bootstrap.process.extraction.reader().for_many() as reader, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        try:
            read = pool.map(
                lambda paper: _extract_one(
                    reader,
                    lambda: open_source(paper, temporary_directories, pdf=pdf),
                    paper,
                    progress,
                    lambda content: write(paper, content, targets[paper]),
                ),
                targets,
            )
            return list(read)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _extract_one(
    reader: PaperReader,
    opened: Callable[[], AbstractContextManager[PaperSource]],
    paper: Path,
    progress: ProgressLine,
    write: Callable[[PaperContent], None],
) -> int:
    try:
        with opened() as source:
            content = reader.read(source, lambda page, pages: progress.advance(paper.name, page, pages))
    except ScholarError as error:
        progress.say(str(InputError(paper, error)))
        return code_of(error)
    finally:
        progress.finish(paper.name)
    progress.clear()  # what is written may go to the same terminal
    write(content)
    return DONE


def _write_content(as_json: bool, paper: Path, content: PaperContent, target: Path | None) -> None:
    if target is None and not as_json:
        _write(f"{content}\n", None)
        return
    extracted = ExtractedPaper.with_chunks(content, split(content, generation=_GENERATION), source=paper.name)
    _write(f"{to_json(extracted).decode()}\n", target)


def _write_tables(export: TableExport, paper: Path, content: PaperContent, target: Path | None) -> None:
    """Write each table to a file where the paper's JSON would be, or all to stdout with empty lines between them."""
    del paper
    if target is None:
        _write("\n".join(map(export.render, content.tables)), None)
        return
    stem = target.name.removesuffix(".json")
    for number, table in enumerate(content.tables, 1):
        _write(export.render(table), target.with_name(f"{stem}-table-{number}{export.ending}"))


def _write(text: str, target: Path | None) -> None:
    if target is None:
        sys.stdout.write(text)
    else:
        write_whole(target, text)
