"""Finds the paper in an archive: its source, and the PDF of the same paper if there is one."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from scholarai.adapters.reading.archives import is_text, unpack
from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.domain.formats import ATTACHED_SOURCE, FORMATS, NAMED_PDF, Archive, format_of
from scholarai.domain.plugins import Format
from scholarai.parsing.latex.project import Project

_PDF = format_of("pdf").endings
_OTHERS = tuple(ending for kind in FORMATS if kind.name != "pdf" for ending in kind.all_endings)


class ArchivedPaper(Struct, frozen=True, kw_only=True):
    """A paper in an archive.

    Attributes:
        kind: The format of its source.
        files: The source's files, of a format that is text.
        data: The source's bytes, of a format that is not.
        pdf: The name of its PDF.
        is_named: Whether the user named the PDF as that of this paper.
    """

    kind: Format
    files: Mapping[str, bytes]
    data: bytes = b""
    pdf: str | None = None

    @property
    def is_named(self) -> bool:
        return self.pdf == NAMED_PDF


def paper_in(path: Path | bytes, archive: Archive, *, is_attached: bool = False) -> ArchivedPaper:
    """Return the paper in an archive; its PDF is the one named like the main file.

    An archive that holds one PDF and one file of another format, and nothing else that could be the paper, holds one paper.
    So does one with a PDF and the source that was attached to it, unless it is such a source itself.

    Raises:
        PaperFaultError: `no_main_file` or `unsupported_format` if there is none, or as `unpack` says.
    """
    names: list[str] = []

    def is_wanted(name: str) -> bool:
        names.append(name)
        return is_text(name)

    files = unpack(path, archive.name, is_wanted)
    attached = next((name for name in names if name.startswith(ATTACHED_SOURCE)), None)
    if attached is not None and NAMED_PDF in names and not is_attached:
        return _attached(path, archive, attached)
    kind = next((kind for kind in FORMATS if kind.in_archives and _of_kind(files, kind)), None)
    if kind is None:
        return _pair(path, archive, [name for name in names if not _is_hidden(name)])
    pdf = NAMED_PDF if NAMED_PDF in names else _named_alike(names, main_file(files, kind))
    return ArchivedPaper(kind=kind, files=files, pdf=pdf)


def pdf_of(path: Path, archive: Archive, name: str) -> bytes:
    """Return the bytes of an archive's PDF."""
    return _entry(path, archive, name)


def archived_pdf(path: Path) -> bytes | None:
    """Return the PDF of a paper in an archive, None for a file that is none, or whose archive has none."""
    with path.open("rb") as stream:
        kind = sniff(stream.read(HEAD_BYTES), "")
    if not isinstance(kind, Archive):
        return None
    name = paper_in(path, kind).pdf
    return None if name is None else pdf_of(path, kind, name)


def main_file(files: Mapping[str, bytes], kind: Format) -> str:
    """Return the file that is the paper: `paper.md`, else the one nearest to the root, the longest of several.

    In LaTeX it is the one that makes the document.
    """
    if kind.name == "latex":
        return Project(files).main_file(None)
    return min(
        _of_kind(files, kind),
        key=lambda name: (posixpath.basename(name).lower() != "paper.md", name.count("/"), -len(files[name])),
    )


def _of_kind(names: Iterable[str], kind: Format) -> Sequence[str]:
    return [name for name in names if name.lower().endswith(kind.endings)]


def _named_alike(names: Iterable[str], main: str) -> str | None:
    """Return the PDF named like the main file; if there are several, the one in the nearest folder."""
    wanted = posixpath.splitext(posixpath.basename(main))[0].lower()
    alike = [
        name
        for name in names
        if posixpath.splitext(posixpath.basename(name))[0].lower() == wanted and name.lower().endswith(_PDF)
    ]
    return min(
        alike,
        key=lambda name: (posixpath.dirname(name) != posixpath.dirname(main), name.count("/"), name),
        default=None,
    )


def _attached(path: Path | bytes, archive: Archive, name: str) -> ArchivedPaper:
    """Return the paper of a source that was attached to its PDF; a PDF inside the source is ignored."""
    data = _entry(path, archive, name)
    kind = sniff(data[:HEAD_BYTES], name)
    if isinstance(kind, Archive):
        return replace(paper_in(data, kind, is_attached=True), pdf=NAMED_PDF)
    if kind is None or kind.name == "pdf":
        raise fault("unsupported_format")
    return _alone(kind, data, NAMED_PDF)


def _entry(path: Path | bytes, archive: Archive, name: str) -> bytes:
    (data,) = unpack(path, archive.name, lambda entry: entry == name).values()
    return data


def _alone(kind: Format, data: bytes, pdf: str) -> ArchivedPaper:
    files = {f"main{kind.endings[0]}": data} if kind.is_text else {}
    return ArchivedPaper(kind=kind, files=files, data=data, pdf=pdf)


def _pair(path: Path | bytes, archive: Archive, names: Sequence[str]) -> ArchivedPaper:
    sources = [name for name in names if name.lower().endswith(_OTHERS)]
    pdfs = [name for name in names if name.lower().endswith(_PDF)]
    if len(sources) != 1 or len(pdfs) != 1:
        raise fault("no_main_file")
    data = _entry(path, archive, sources[0])
    kind = sniff(data[:HEAD_BYTES], sources[0])
    if not isinstance(kind, Format) or kind.name == "pdf":
        raise fault("no_main_file")
    return _alone(kind, data, pdfs[0])


def _is_hidden(name: str) -> bool:
    return posixpath.basename(name).startswith(".")
