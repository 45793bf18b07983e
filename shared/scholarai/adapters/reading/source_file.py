"""An opened file, as the reader of its format gets it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from scholarai.adapters.reading.limits import ReadLimits

OnPage: TypeAlias = Callable[[int, int | None], None]


class OpenedFile(Struct, frozen=True, kw_only=True):
    """A file whose format is known.

    Attributes:
        path: The file, or the archive that holds it; its bytes, where it has been unpacked.
        files: Of a text or an archive, the text files by their path; a file on its own has the name `main` with the
            format's first ending. Empty for formats that are read from `path`.
        from_archive: Several files were unpacked, and the reader finds the paper among them.
        on_page: Called with the number of finished pages and of all pages.
    """

    path: Path | bytes
    files: Mapping[str, bytes]
    from_archive: bool
    limits: ReadLimits
    on_page: OnPage
