"""Files on this machine as papers: a LaTeX or Markdown file takes along what lies beside it."""

from __future__ import annotations

import contextlib
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

from scholarai.domain.errors import PaperFaultError
from scholarai.domain.limits import MIB
from scholarai.ports.reading import PaperSource
from scholarai.ports.workroom import Workroom

_LATEX = frozenset({".tex", ".ltx", ".latex"})
_MARKDOWN = frozenset({".md", ".markdown"})
_BESIDE_LATEX = _LATEX | {".bib", ".bbl", ".sty", ".cls", ".def", ".cfg", ".tikz"}
_BESIDE_MARKDOWN = frozenset({".bib"})
# Guesses with room: what more than one paper's folder holds is left alone.
_FOLDER_FILES = 500
_FOLDER_BYTES = 32 * MIB
_MEDIA_TYPES = {
    ".pdf": "application/pdf",
    ".zip": "application/zip",
    ".gz": "application/gzip",
    ".tgz": "application/gzip",
} | dict.fromkeys(_MARKDOWN, "text/markdown")


@contextlib.contextmanager
def open_source(path: Path, workroom: Workroom) -> Iterator[PaperSource]:
    """Give the paper that a user's file is, for as long as the body runs.

    A `.tex` file comes as an archive with the LaTeX files below its folder, those of other papers left out; a `.md`
    file with the bibliographies beside it. The same files always make the same bytes.

    Raises:
        PaperFaultError: With code `file_missing` or `file_unreadable`.
        TransientError: If there is no room for an archive.
    """
    if not path.is_file():
        raise PaperFaultError("file_missing", "There is no such file.")
    if not os.access(path, os.R_OK):
        raise PaperFaultError("file_unreadable", "The file may not be read.")
    suffix = path.suffix.lower()
    beside = list(_beside(path, suffix))
    if not beside:
        yield PaperSource(path=path, filename=path.name, media_type=_MEDIA_TYPES.get(suffix, "application/x-tex"))
        return
    with workroom.folder() as folder:
        bundle = folder / "paper.zip"
        _pack(bundle, path, beside)
        yield PaperSource(path=bundle, filename=f"{path.stem}.zip", media_type="application/zip")


def _beside(path: Path, suffix: str) -> Iterator[Path]:
    if suffix in _MARKDOWN:
        yield from sorted(file for file in path.parent.glob("*") if _is_wanted(file, _BESIDE_MARKDOWN))
    if suffix in _LATEX:
        for file in _bounded(_below(path.parent)):
            if not file.samefile(path) and not (file.suffix.lower() in _LATEX and _is_whole_paper(file)):
                yield file


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


def _pack(bundle: Path, path: Path, beside: list[Path]) -> None:
    with zipfile.ZipFile(bundle, "w") as archive:
        for file in [path, *beside]:
            entry = zipfile.ZipInfo(str(file.relative_to(path.parent)))  # of 1980, whenever it is made
            archive.writestr(entry, file.read_bytes())
