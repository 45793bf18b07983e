"""`scholarai papers`: adds, lists, describes, merges and deletes papers, and lists what they cite and what cites them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from scholarai.api.library import Library
from scholarai.api.progress import ProgressLine
from scholarai.domain.cited_references import CitedReference, MissingPaper, RelatedPaper
from scholarai.domain.content import Reference
from scholarai.domain.errors import InvalidRequestError, NotFoundError, ScholarError
from scholarai.domain.metadata import METADATA_FIELDS
from scholarai.domain.notices import warning
from scholarai.domain.paper import MetadataField, Paper
from scholarai.entrypoints.citing_schemas import MissingPaperView, ReferenceView, RelatedView
from scholarai.entrypoints.schemas import PaperView
from scholarai.local.inputs import InputError, add_one, inputs, report_left_out
from scholarai.local.terminal import DONE, code_of, code_of_all, complain, keep_logs_quiet, show

# Characters shown of a bibliography entry whose title was not read.
_RAW_CHARACTERS = 100


def list_papers(*, data: Path | None, as_json: bool = False) -> int:
    """Print a line for each paper, latest first: id, status, pages, file name and title."""
    with Library(data) as library:
        for paper in library.papers():
            show(PaperView.of(paper), _line(paper), as_json=as_json)
    return DONE


def add_papers(
    files: Sequence[Path], *, data: Path | None, supplement_of: str | None = None, as_json: bool = False
) -> int:
    """Read papers and print the id of each; one that fails is named, and the others are added.

    Args:
        files: Files, folders and archives.
        data: The library's folder.
        supplement_of: The beginning of the id of the paper whose supplements they become; None: they are papers.
        as_json: Print JSON.
    """
    keep_logs_quiet()
    with inputs(files) as given, ProgressLine(len(given.papers)) as progress, Library(data) as library:
        for fault in given.faults:
            progress.say(str(fault))
        report_left_out(given, progress)
        of = None if supplement_of is None else named(library, supplement_of)
        added = [_add(library, path, of, progress, as_json=as_json) for path in given.papers]
    return code_of_all([*(fault.exit_code for fault in given.faults), *added])


def _add(library: Library, path: Path, of: Paper | None, progress: ProgressLine, *, as_json: bool) -> int:
    try:
        paper = add_one(library, path, progress, supplement_of=of)
    except InputError as error:
        progress.say(str(error))
        return error.exit_code
    _print_added(paper, as_json=as_json)
    if paper.same_as is not None:
        merge = f"scholarai papers merge {paper.same_as} {paper.id}"
        progress.say(f"{paper.filename}: the same paper as {paper.same_as}; keep both, or `{merge}`")
    return DONE


def _print_added(paper: Paper, *, as_json: bool) -> None:
    show(PaperView.of(paper), f"{paper.id}\t{paper.filename}", as_json=as_json)


def attach_source(pdf: Path, source: Path, *, data: Path | None, as_json: bool = False) -> int:
    """Read a PDF together with its source, and print the paper's id."""
    keep_logs_quiet()
    with Library(data) as library:
        try:
            paper = library.attach(pdf, source)
        except ScholarError as error:
            return complain(f"{source}: {error.in_words}", code_of(error))
    _print_added(paper, as_json=as_json)
    return DONE


def describe_paper(
    wanted: str, restore: Sequence[MetadataField], *, data: Path | None, as_json: bool = False, **changes: Any
) -> int:
    """Correct the metadata of a paper, named by the start of its id, and print all of it; `changes` are fields of it."""
    with Library(data) as library:
        paper = library.describe(named(library, wanted), cast("Mapping[MetadataField, Any]", changes), restore=restore)
    show(PaperView.of(paper), "\n".join(_known(paper, name) for name in METADATA_FIELDS), as_json=as_json)
    return DONE


def _known(paper: Paper, name: MetadataField) -> str:
    value = getattr(paper.metadata, name)
    shown = "; ".join(value) if isinstance(value, tuple) else value
    sources = [origin.source for origin in paper.origins if origin.field == name]
    return f"{name}: {shown or 'not known'}{f' ({sources[-1]})' if sources else ''}"


def merge_papers(
    wanted: str,
    other: str,
    fields: Sequence[MetadataField],
    *,
    keep: bool,
    data: Path | None,
    as_json: bool = False,
) -> int:
    """Merge the second paper into the first one, both named by the start of their ids, and print the first."""
    with Library(data) as library:
        paper = library.merge(named(library, wanted), named(library, other), fields=fields, remove=not keep)
    show(PaperView.of(paper), _line(paper), as_json=as_json)
    return DONE


def delete_papers(ids: Sequence[str], *, data: Path | None, as_json: bool = False) -> int:
    """Delete papers by the start of their ids, and print each; an unknown one is named, and the others are deleted."""
    codes: list[int] = []
    with Library(data) as library:
        for wanted in ids:
            try:
                paper = named(library, wanted)
                library.delete(paper)
            except ScholarError as error:
                codes.append(complain(f"{wanted}: {error.in_words}", code_of(error)))
            else:
                codes.append(DONE)
                show(PaperView.of(paper), f"deleted\t{paper.id}\t{paper.filename}", as_json=as_json)
    return code_of_all(codes)


def named(library: Library, wanted: str) -> Paper:
    """Return the only paper whose id begins with `wanted`, or the one whose whole id it is.

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
    of = (f"supplement of {paper.supplement_of}",) if paper.supplement_of else ()
    return "\t".join((paper.id, paper.status, pages, paper.filename, paper.metadata.title or "", *same, *of))


def list_references(wanted: str, *, data: Path | None, as_json: bool) -> int:
    """Print a line per bibliography entry: number, how often it is cited, the library's paper, name, identifier."""
    with Library(data) as library:
        references = library.references(named(library, wanted))
    for number, cited in enumerate(references, start=1):
        show(ReferenceView.numbered(number, cited), _reference_line(number, cited), as_json=as_json)
    return DONE


def list_related(wanted: str, *, data: Path | None, as_json: bool) -> int:
    """Print the papers of the library that are the same publication as one, versions of it, or cite it."""
    with Library(data) as library:
        related = library.related(named(library, wanted))
    kinds: tuple[tuple[str, tuple[RelatedPaper, ...]], ...] = (
        ("same", related.same),
        ("version", related.versions),
        ("cited by", related.cited_by),
    )
    lines = [f"{kind}\t{paper.paper_id}\t{paper.title}" for kind, papers in kinds for paper in papers]
    if lines or as_json:
        show(RelatedView.of(related), "\n".join(lines), as_json=as_json)
    return DONE


def list_missing(*, limit: int, data: Path | None, as_json: bool) -> int:
    """Print the works that papers of the library cite and the library lacks, the most cited first."""
    with Library(data) as library:
        found = library.missing(limit=limit)
    for missing in found:
        show(MissingPaperView.of(missing), _missing_line(missing), as_json=as_json)
    return DONE


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
