"""Archives of LaTeX and Markdown projects, opened in memory within bounds."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Literal

from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.formats import FORMATS
from scholarai.domain.limits import MIB
from scholarai.domain.plugins import Format

# Guesses with room: the largest arXiv sources have some hundred text files of a few megabytes together.
MAX_TEXT_BYTES = 64 * MIB
MAX_UNPACKED_BYTES = 1_024 * MIB
MAX_ENTRIES = 10_000
# zlib's own ceiling is about 1,032 to 1; text rarely passes 20.
MAX_RATIO = 200
_RATIO_FREE_BYTES = 4 * MIB

# Files of a paper in a supported format.
TEXT_SUFFIXES = frozenset(
    ".bib .bbl .sty .cls .def .cfg .txt .yml .yaml .tikz .pgf .inc .toc .aux .csv .dat".split()
).union([""], *(kind.endings for kind in FORMATS if kind.in_archives))
_BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)


def is_text(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in TEXT_SUFFIXES


def unpack(
    archive: Path | bytes, kind: Literal["zip", "tar", "gzip"], wanted: Callable[[str], bool] = is_text
) -> dict[str, bytes]:
    """Return files of an archive by their path inside it: those whose name is `wanted`, by default text files.

    The archive is given by its path or its bytes.
    A gzipped single file has the name `main.tex`.

    Raises:
        PaperFaultError: `unsafe_archive` when it unpacks to too much or outside itself, `damaged` when it is broken,
            `unsupported_format` when a gzipped single file is no text.
    """
    if kind == "zip":
        return unpack_zip(archive, wanted)
    try:
        if kind == "tar" or _is_tar_inside(archive):
            return _collected(_tar_entries(archive, wanted), _size(archive))
        return _single_file(archive)
    except _BROKEN as error:
        raise _broken() from error


def unpack_zip(archive: Path | bytes, wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Return files of a zip archive, given by its path or its bytes; see `unpack`."""
    try:
        return _collected(_zip_entries(archive, wanted), _size(archive))
    except _BROKEN as error:
        raise _broken() from error


def _opened(archive: Path | bytes) -> IO[bytes]:
    return archive.open("rb") if isinstance(archive, Path) else io.BytesIO(archive)


def _size(archive: Path | bytes) -> int:
    return archive.stat().st_size if isinstance(archive, Path) else len(archive)


def _broken() -> PaperFaultError:
    return fault("damaged", "The archive is damaged and cannot be unpacked.")


def _single_file(archive: Path | bytes) -> dict[str, bytes]:
    with _opened(archive) as file, gzip.open(file) as stream:
        data = _bounded(stream, MAX_TEXT_BYTES)
    kind = sniff(data[:HEAD_BYTES], "main.tex")
    if not isinstance(kind, Format) or not kind.is_text:
        raise fault("unsupported_format")
    return {"main.tex": data}


def _is_tar_inside(archive: Path | bytes) -> bool:
    with _opened(archive) as file, gzip.open(file) as stream:
        return stream.read(512)[257:262] == b"ustar"


def _collected(entries: Iterator[tuple[str, int, IO[bytes] | None]], packed_bytes: int) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    unpacked = text_bytes = 0
    for count, (name, size, stream) in enumerate(entries, 1):
        unpacked += size
        if count > MAX_ENTRIES or unpacked > MAX_UNPACKED_BYTES:
            raise fault("unsafe_archive")
        if unpacked > max(_RATIO_FREE_BYTES, packed_bytes * MAX_RATIO):
            raise fault("unsafe_archive")
        if stream is None:
            continue
        data = _bounded(stream, MAX_TEXT_BYTES - text_bytes)
        text_bytes += len(data)
        files[_inside(name)] = data
    return files


def _zip_entries(packed: Path | bytes, wanted: Callable[[str], bool]) -> Iterator[tuple[str, int, IO[bytes] | None]]:
    with _opened(packed) as file, zipfile.ZipFile(file) as archive:
        for entry in archive.infolist():
            _inside(entry.filename)
            mode = entry.external_attr >> 16
            if mode and stat.S_ISLNK(mode):
                raise fault("unsafe_archive", "The archive holds a link that points elsewhere.")
            if entry.is_dir() or not wanted(entry.filename):
                yield entry.filename, 0, None
            else:
                with archive.open(entry) as stream:
                    yield entry.filename, entry.file_size, stream


def _tar_entries(packed: Path | bytes, wanted: Callable[[str], bool]) -> Iterator[tuple[str, int, IO[bytes] | None]]:
    with _opened(packed) as file, tarfile.open(fileobj=file, mode="r:*") as archive:
        for entry in archive:
            _inside(entry.name)
            if entry.issym() or entry.islnk() or entry.isdev():
                raise fault("unsafe_archive", "The archive holds a link or a device, which papers have no use for.")
            stream = archive.extractfile(entry) if entry.isfile() and wanted(entry.name) else None
            yield entry.name, entry.size, stream


def _bounded(stream: IO[bytes] | gzip.GzipFile, limit: int) -> bytes:
    data = io.BytesIO()
    while piece := stream.read(64 * 1024):
        if data.tell() + len(piece) > limit:
            raise fault("unsafe_archive")
        data.write(piece)
    return data.getvalue()


def _inside(name: str) -> str:
    """Return the normal form of a path inside the archive; a path that leaves it is refused."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or (path.parts and ":" in path.parts[0]):
        raise fault("unsafe_archive", "The archive unpacks to places outside itself.")
    return str(path)
