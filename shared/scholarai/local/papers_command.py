"""`scholarai papers`: lists, adds, describes and deletes papers of the command line's store."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scholarai.api.library import Library
from scholarai.domain.errors import InvalidRequestError, NotFoundError, ScholarError
from scholarai.domain.metadata import METADATA_FIELDS
from scholarai.domain.paper import MetadataField, Paper
from scholarai.domain.values import to_json
from scholarai.domain.visible import visible
from scholarai.entrypoints.schemas import PaperView
from scholarai.local.exits import DONE, SOME_FAILED, complain
from scholarai.local.inputs import InputError, add_one, inputs
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet


def list_papers(*, data: Path | None, as_json: bool = False) -> int:
    """Print a line for each paper, latest first: id, status, pages, file name and title."""
    with Library(data) as library:
        for paper in library.papers():
            line = to_json(PaperView.of(paper)).decode() if as_json else visible(_line(paper))
            sys.stdout.write(f"{line}\n")
    return DONE


def add_papers(files: Sequence[Path], *, data: Path | None) -> int:
    """Read papers and print the id of each; one that fails is named, and the others are added."""
    keep_logs_quiet()
    with inputs(files) as given, ProgressLine(len(given.papers)) as progress, Library(data) as library:
        for fault in given.faults:
            progress.say(str(fault))
        added = [_add(library, path, progress) for path in given.papers]
    return DONE if all(added) and not given.faults else SOME_FAILED


def _add(library: Library, path: Path, progress: ProgressLine) -> bool:
    try:
        paper = add_one(library, path, progress)
    except InputError as error:
        progress.say(str(error))
        return False
    sys.stdout.write(f"{paper.id}\t{visible(paper.filename)}\n")
    if paper.same_as is not None:
        progress.say(f"{paper.filename}: the same paper as {paper.same_as}; delete one of them, or keep both")
    return True


def attach_source(pdf: Path, source: Path, *, data: Path | None) -> int:
    """Read a PDF together with its source, and print the paper's id."""
    keep_logs_quiet()
    with Library(data) as library:
        try:
            paper = library.attach(pdf, source)
        except ScholarError as error:
            return complain(f"{source}: {error.in_words}", SOME_FAILED)
    sys.stdout.write(f"{paper.id}\t{visible(paper.filename)}\n")
    return DONE


def describe_paper(
    wanted: str, changes: Mapping[MetadataField, Any], restore: Sequence[MetadataField], *, data: Path | None
) -> int:
    """Correct what is known of a paper, named by its id or the start of one, and print what is known then."""
    with Library(data) as library:
        paper = library.describe(named(library, wanted), changes, restore=restore)
    for name in METADATA_FIELDS:
        value = getattr(paper.metadata, name)
        shown = "; ".join(value) if isinstance(value, tuple) else value
        sources = [origin.source for origin in paper.origins if origin.field == name]
        sys.stdout.write(visible(f"{name}: {shown or 'not known'}{f' ({sources[-1]})' if sources else ''}\n"))
    return DONE


def delete_papers(ids: Sequence[str], *, data: Path | None) -> int:
    """Delete papers by id, or by the start of one; one that is unknown is named, and the others are deleted."""
    failed = 0
    with Library(data) as library:
        for wanted in ids:
            try:
                library.delete(named(library, wanted))
            except ScholarError as error:
                failed += 1
                complain(f"{wanted}: {error.in_words}", SOME_FAILED)
    return SOME_FAILED if failed else DONE


def named(library: Library, wanted: str) -> Paper:
    """Return the one paper whose id begins so.

    Raises:
        NotFoundError: If there is none.
        InvalidRequestError: If there are several.
    """
    found = [paper for paper in library.papers() if wanted and paper.id.startswith(wanted)]
    if len(found) > 1 and wanted not in {paper.id for paper in found}:
        raise InvalidRequestError("paper_ambiguous", f"{len(found)} papers have an id that begins so")
    if not found:
        raise NotFoundError("paper_unknown", "there is no such paper", action="See `scholarai papers list`.")
    return next((paper for paper in found if paper.id == wanted), found[0])


def _line(paper: Paper) -> str:
    pages = f"{paper.counts.pages} p." if paper.counts.pages else "-"
    same = (f"same as {paper.same_as}",) if paper.same_as else ()
    return "\t".join((paper.id, paper.status, pages, paper.filename, paper.metadata.title or "", *same))
