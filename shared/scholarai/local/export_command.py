"""`scholarai export`: papers, conversations and PDFs with marks, as files for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from scholarai.api.library import Library
from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS, export_for, export_named
from scholarai.domain.plugins import Export
from scholarai.domain.values import Value
from scholarai.local.files import STDIO, write_whole
from scholarai.local.papers_command import named
from scholarai.local.terminal import DONE, USAGE, complain, show

_PDF = "pdf"


class Exported(Value, frozen=True, kw_only=True):
    """A file that was written; `form` as `--format` names it."""

    file: str
    form: str
    size_bytes: int


def export(
    ids: Sequence[str],
    output: Path | None,
    *,
    form: str | None,
    style: str,
    session: str | None,
    data: Path | None,
    as_json: bool = False,
) -> int:
    """Write the export, whole or not at all, and return the exit code."""
    wanted = form or (_PDF if output is not None and output.suffix.lower() == f".{_PDF}" else None)
    among = PAPER_EXPORTS if session is None else CONVERSATION_EXPORTS
    marks = wanted == _PDF and (session is None or bool(ids))
    chosen = None if marks else _chosen(wanted, output, among)
    if usage := _misused(chosen, among, ids, session, marks=marks):
        return complain(usage, USAGE)
    if (chosen is None or chosen.binary) and output is None and sys.stdout.isatty():
        return complain("this is no text: name a file with -o", USAGE)
    to_stdout = output is None or output == STDIO
    if as_json and to_stdout:
        return complain("--json says which file was written: name it with -o", USAGE)
    with Library(data) as library:
        pieces = _pieces(library, chosen, ids, session, style)
        if output is None or to_stdout:
            sys.stdout.buffer.writelines(pieces)
            sys.stdout.buffer.flush()
        else:
            write_whole(output, pieces)
            written = Exported(
                file=str(output), form=_PDF if chosen is None else chosen.name, size_bytes=output.stat().st_size
            )
            if as_json:
                show(written, "", as_json=True)
    return DONE


def _pieces(
    library: Library, chosen: Export | None, ids: Sequence[str], session: str | None, style: str
) -> Iterator[bytes]:
    """Return the export in pieces; without a chosen form it is the annotated PDF."""
    if chosen is None:
        return library.annotated(ids[0], session)
    papers = [named(library, one) for one in ids]
    if session is not None:
        return library.export_conversation(session, chosen.name, style=style)
    return library.export(chosen.name, papers or None, style=style)


def _misused(
    chosen: Export | None, among: tuple[Export, ...], ids: Sequence[str], session: str | None, *, marks: bool
) -> str:
    """Return what is wrong with the arguments, empty if nothing; `marks`: the PDF of a paper is to be marked."""
    if marks:
        return (
            ""
            if len(ids) == 1 and Path(ids[0]).is_file()
            else "a PDF is marked one at a time: name the file of one paper"
        )
    if chosen is None:
        return f"the file must end in one of {', '.join(ending for one in among for ending in one.endings)}"
    return "a conversation is exported alone: leave the papers out" if session is not None and ids else ""


def _chosen(form: str | None, output: Path | None, among: tuple[Export, ...]) -> Export | None:
    if form is not None:
        return export_named(form, among)
    return among[0] if output is None or output == STDIO else export_for(output.suffix.lower(), among)
