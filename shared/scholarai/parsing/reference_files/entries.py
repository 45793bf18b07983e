"""Reads the entries of a file of references in any of its formats, and reports broken ones with their line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.limits import MIB, sized
from scholarai.domain.published_works import FoundWork, ReferenceFormat
from scholarai.parsing.reference_files import bibtex, csl_json, ris

ENDINGS: Mapping[str, ReferenceFormat] = {".bib": "bibtex", ".bibtex": "bibtex", ".ris": "ris", ".json": "csl-json"}
# 5,000 entries with abstracts have about 10 MiB. A guess.
MOST_BYTES = 32 * MIB

Reading: TypeAlias = Callable[[], FoundWork | None]
_READERS: Mapping[ReferenceFormat, Callable[[str], Iterator[tuple[int, Reading]]]] = {
    "bibtex": bibtex.works,
    "ris": ris.works,
    "csl-json": csl_json.works,
}


@dataclass(frozen=True)
class FileEntry:
    """One entry: the line that it begins in, from 1, and what reads it, which is done when it is asked for."""

    line: int
    read: Reading

    @cached_property
    def work(self) -> FoundWork | None:
        """The work; None where the entry is broken."""
        return self._found if self._found and (self._found.title or self._found.identifiers()) else None

    @property
    def fault(self) -> str:
        """What is wrong with the entry, empty where nothing is."""
        if self._found is None:
            return "cannot be read"
        return "" if self.work else "has neither a title nor a DOI, arXiv id or PMID"

    @cached_property
    def _found(self) -> FoundWork | None:
        return self.read()


def read_entries(data: bytes, form: ReferenceFormat | None = None) -> list[FileEntry]:
    """Return the entries of a file in their order.

    Args:
        data: The file; UTF-8, UTF-16 with a mark, or else Windows' western encoding.
        form: None: what its first characters say.

    Raises:
        InvalidRequestError: If it is too large, or of none of the formats.
    """
    if len(data) > MOST_BYTES:
        raise InvalidRequestError(
            "references_too_large",
            f"a file of references may have at most {sized(MOST_BYTES)}, and this one has {sized(len(data))}",
            action="Split it.",
            status=413,
        )
    text = _decoded(data)
    read_works = _READERS.get(form or _form(text))
    if read_works is None:
        raise InvalidRequestError(
            "references_unknown", f"there is no format {form!r}", action=f"Name one of {', '.join(_READERS)}."
        )
    return [FileEntry(line, read) for line, read in read_works(text)]


def _form(text: str) -> ReferenceFormat:
    start = text.lstrip()[:200]
    if start.startswith(("[", "{")):
        return "csl-json"
    if ris.begins(text):
        return "ris"
    if "@" in text:
        return "bibtex"
    raise InvalidRequestError(
        "references_unknown", "the text is neither BibTeX nor RIS nor CSL-JSON", action="Name its format."
    )


def _decoded(data: bytes) -> str:
    marks = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    for encoding in (marks.get(data[:2], "utf-8-sig"), "cp1252"):
        try:
            return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n")
