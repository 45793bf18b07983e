"""Files and folders on this machine as papers: a LaTeX or Markdown file takes along what lies beside it."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from scholarai.domain.errors import PaperFaultError
from scholarai.domain.formats import (
    ARCHIVES,
    ATTACHED_SOURCE,
    FORMATS,
    NAMED_PDF,
    SOURCE_KINDS,
    format_of,
    media_type_of,
)
from scholarai.domain.identifiers import identifier_in
from scholarai.domain.limits import MIB
from scholarai.ports.reading import PaperSource
from scholarai.ports.temporary_directories import TemporaryDirectories

_LATEX = frozenset(format_of("latex").all_endings)
_MARKDOWN = frozenset(format_of("markdown").all_endings)
_BESIDE_LATEX = _LATEX | {".bib", ".bbl", ".sty", ".cls", ".def", ".cfg", ".tikz"}
_PDF = frozenset(format_of("pdf").endings)
_BESIDE_MARKDOWN = frozenset({".bib"})
# Text in a folder may be a README or data, so a paper that is text has to be named.
_PAPERS = (
    *(ending for kind in FORMATS if not kind.is_text for ending in kind.all_endings),
    *(ending for kind in ARCHIVES for ending in kind.endings),
)
_PACKED = frozenset(kind.media_type for kind in ARCHIVES if kind.media_type)
# A larger folder is not read as one project. Guesses, generous for one paper.
_FOLDER_FILES = 500
_FOLDER_BYTES = 32 * MIB
_ADDRESS = re.compile(r"^(https?|ftp):/{1,2}", re.IGNORECASE)


class PapersFound(NamedTuple):
    """The papers that a path names, in the order of their paths, and what lies in its folders beside them."""

    papers: tuple[Path, ...]
    left_out: tuple[Path, ...] = ()


def papers_in(path: Path) -> PapersFound:
    """Return the papers that a path names: itself, or those in a folder and in the folders below it.

    A folder with a LaTeX document directly in it is one paper, the project. Hidden files and folders are passed over, links to
    folders are not followed, and every other file that is no paper is among those left out.

    Raises:
        PaperFaultError: With code `folder_empty`.
    """
    if not path.is_dir() or _is_project(path):
        return PapersFound((path,))
    papers: list[Path] = []
    left_out: list[Path] = []

    def unreadable(error: OSError) -> None:
        left_out.append(Path(error.filename))

    for root, folders, names in os.walk(path, onerror=unreadable):
        below = Path(root)
        files = [below / name for name in sorted(names) if not name.startswith(".")]
        if below != path and _is_project(below):
            papers.append(below)
            # A PDF that was not made of the project's own sources may be a figure of it, or another paper.
            compiled = [pdf for file in files if file.suffix.lower() in _LATEX for pdf in _compiled(file)]
            left_out += [file for file in files if file.suffix.lower() in _PDF and file not in compiled]
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for file in files:
            (papers if _is_paper(file) else left_out).append(file)
    if not papers:
        raise PaperFaultError(
            "folder_empty",
            "There is no paper in this folder, nor in those below it.",
            action="Name a folder that holds papers, or a LaTeX project with its \\documentclass file at the top.",
        )
    return PapersFound(tuple(papers), tuple(left_out))


@contextlib.contextmanager
def open_source(
    path: Path, temporary_directories: TemporaryDirectories, *, pdf: Path | None = None
) -> Iterator[PaperSource]:
    """Yield the paper of a file or a LaTeX project for as long as the body runs.

    A project's folder comes as an archive. So does a `.tex` file, with the LaTeX files below its folder, those of other
    papers left out; and a `.md` file, with the bibliographies beside it. Both bring the PDF that is called as they are.
    With `pdf`, the PDF of the same paper, any file comes as an archive. The same files always make the same bytes.

    Raises:
        PaperFaultError: With code `file_missing`, `not_a_file`, `file_unreadable`, `folder_without_paper` or `too_large`.
        TransientError: If there is no room for an archive.
    """
    _require_readable(path)
    if pdf is not None:
        _require_readable(pdf)
    suffix = path.suffix.lower()
    if pdf is not None and path.suffix.lower() in _PDF:
        raise PaperFaultError(
            "not_a_source",
            "A PDF can be put beside a source alone, which another PDF is not.",
            action=f"Name the {SOURCE_KINDS} file, or the archive of the project.",
        )
    folder, files = (path, _project(path)) if path.is_dir() else (path.parent, [path, *_beside(path, suffix)])
    if files == [path] and pdf is None:
        # The bytes decide what a file is; its name is only a hint.
        media_type = media_type_of(path.name) or format_of("latex").media_type
        yield PaperSource(path=path, filename=path.name, media_type=media_type)
        return
    with temporary_directories.folder() as room:
        bundle = room / "paper.zip"
        if pdf is not None and media_type_of(path.name) in _PACKED:
            _write(bundle, {f"{ATTACHED_SOURCE}{path.name}": path, NAMED_PDF: pdf})
        else:
            _pack(bundle, folder, files, pdf)
        name = path.resolve().name if path.is_dir() else path.stem
        yield PaperSource(path=bundle, filename=f"{name}.zip", media_type="application/zip")


def _require_readable(path: Path) -> None:
    if not os.path.exists(path):  # noqa: PTH110  - `Path.exists` raises where a name is longer than a file's may be
        raise _missing(path)
    if path.is_dir() and not _is_project(path):
        raise PaperFaultError(
            "folder_without_paper",
            "The folder is no LaTeX project: no file directly in it begins a LaTeX document.",
            action="Name a paper, or the project's own folder.",
        )
    if not path.is_dir() and not path.is_file():
        # Some never end, and others give their bytes once.
        raise PaperFaultError(
            "not_a_file",
            "This is a device, a pipe or a socket, and no file.",
            action="Name a file. The command line takes what a program writes as -.",
        )
    if not os.access(path, os.R_OK):
        raise PaperFaultError("file_unreadable", "The file may not be read.")


def as_typed(path: Path) -> str:
    """Return a path as text, an address that was given for one as it was: a path has no two slashes in a row."""
    return _ADDRESS.sub(r"\1://", str(path))


def _missing(path: Path) -> PaperFaultError:
    """Return the error for a path at which nothing is, which may be an address or an identifier instead."""
    text = as_typed(path)
    identifier = identifier_in(text)
    if identifier is not None:
        wanted = text if identifier.kind != "doi" else identifier.value
        return PaperFaultError(
            "not_a_file",
            "This is the identifier of a published work, and no file.",
            action=f"Add the work, which stays in the library: scholarai add {shlex.quote(wanted)}",
        )
    if _ADDRESS.match(text):
        return PaperFaultError(
            "not_a_file",
            "This is an address, and no file.",
            action=f"Download the paper, and name its file: curl -LO {shlex.quote(text)}",
        )
    return PaperFaultError("file_missing", "There is no such file or folder.")


def _is_project(folder: Path) -> bool:
    if not os.access(folder, os.R_OK | os.X_OK):
        return False
    return any(_is_wanted(file, _LATEX) and _is_whole_paper(file) for file in folder.iterdir())


def _project(folder: Path) -> list[Path]:
    files = _bounded(_below(folder))
    if not files:
        detail = f"The folder has more than {_FOLDER_FILES} LaTeX files or {_FOLDER_BYTES // MIB} MiB of them."
        raise PaperFaultError("too_large", detail, action="Name the paper's own .tex file.")
    papers = [file for file in files if file.parent == folder and file.suffix.lower() in _LATEX]
    return [*files, *(pdf for file in papers if _is_whole_paper(file) for pdf in _compiled(file))]


def _is_paper(file: Path) -> bool:
    return file.name.lower().endswith(_PAPERS) and not file.name.startswith(".") and file.is_file()


def _beside(path: Path, suffix: str) -> Iterator[Path]:
    if suffix in _MARKDOWN:
        yield from sorted(file for file in path.parent.glob("*") if _is_wanted(file, _BESIDE_MARKDOWN))
    if suffix in _LATEX | _MARKDOWN:
        yield from _compiled(path)
    if suffix in _LATEX:
        for file in _bounded(_below(path.parent)):
            if not file.samefile(path) and not (file.suffix.lower() in _LATEX and _is_whole_paper(file)):
                yield file


def _compiled(source: Path) -> list[Path]:
    pdf = source.with_suffix(".pdf")
    return [pdf] if _is_wanted(pdf, _PDF) else []


def _below(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (file for file in (Path(root) / name for name in sorted(names)) if _is_wanted(file, _BESIDE_LATEX))


def _bounded(files: Iterator[Path]) -> list[Path]:
    found: list[Path] = []
    size = 0
    for file in files:
        size += file.stat().st_size
        if len(found) == _FOLDER_FILES or size > _FOLDER_BYTES:
            return []
        found.append(file)
    return found


def _is_wanted(file: Path, suffixes: frozenset[str]) -> bool:
    return file.suffix.lower() in suffixes and file.is_file() and not file.is_symlink() and os.access(file, os.R_OK)


def _is_whole_paper(file: Path) -> bool:
    return b"\\documentclass" in file.read_bytes()


def _pack(bundle: Path, folder: Path, files: Sequence[Path], pdf: Path | None) -> None:
    entries = {file.relative_to(folder).as_posix(): file for file in files}
    if pdf is not None:
        entries = {name: file for name, file in entries.items() if not name.lower().endswith(tuple(_PDF))} | {
            NAMED_PDF: pdf
        }
    _write(bundle, entries)


def _write(bundle: Path, entries: Mapping[str, Path]) -> None:
    with zipfile.ZipFile(bundle, "w") as archive:
        for name, file in entries.items():
            archive.writestr(zipfile.ZipInfo(name), file.read_bytes())  # of 1980, whenever it is made
