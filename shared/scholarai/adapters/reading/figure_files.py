"""Draws the files of a figure in a project's archive side by side on one page."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scholarai.adapters.reading.archives import unpack
from scholarai.adapters.reading.pdf import open_document
from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.domain.formats import Archive
from scholarai.parsing.latex.project import Project

# What MuPDF draws, in the order in which TeX looks for a name without ending.
_DRAWN = (".pdf", ".png", ".jpg", ".jpeg", ".svg", ".gif")
# Guesses: several files are as high as a small figure, and a row is as wide as a page.
_HEIGHT_PT = 240.0
_WIDEST_PT = 720.0
_APART_PT = 12.0


class FigureFiles:
    """The pictures of an archive that figures name."""

    def __init__(self, path: Path, names: Iterable[str]) -> None:
        """Unpack the figure files.

        Raises:
            PaperFaultError: If they are too much.
        """
        with path.open("rb") as stream:
            found = sniff(stream.read(HEAD_BYTES), "")
        stems = {_stem(name) for name in names}
        self._project = Project(
            unpack(path, found.name, lambda name: name.lower().endswith(_DRAWN) and _stem(name) in stems)
            if isinstance(found, Archive)
            else {}
        )

    def sheet(self, pymupdf: Any, names: Sequence[str]) -> Any:
        """Return a page with the files of these names that are there, None if none is.

        Raises MuPDF's errors for files that cannot be drawn.
        """
        documents = [_document(pymupdf, self._project.data(path), _ending(path)) for path in self._paths(names)]
        return _side_by_side(pymupdf, documents) if len(documents) > 1 else documents[0][0] if documents else None

    def _paths(self, names: Sequence[str]) -> list[str]:
        return [path for name in names if (path := self._project.find(name, ("",), _DRAWN)) is not None]


def _ending(path: str) -> str:
    return posixpath.splitext(path)[1].lower()


def _stem(name: str) -> str:
    base = posixpath.basename(name.strip().strip('"')).lower()
    return base.removesuffix(next((ending for ending in _DRAWN if base.endswith(ending)), ""))


def _document(pymupdf: Any, data: bytes, ending: str) -> Any:
    """Return a picture as a PDF."""
    opened = open_document(pymupdf, data, ending.removeprefix("."))
    return opened if opened.is_pdf else open_document(pymupdf, opened.convert_to_pdf())


def _side_by_side(pymupdf: Any, documents: Sequence[Any]) -> Any:
    places = []
    x = y = right = 0.0
    for document in documents:
        width = document[0].rect.width * _HEIGHT_PT / document[0].rect.height
        if x and x + width > _WIDEST_PT:
            x, y = 0.0, y + _HEIGHT_PT + _APART_PT
        places.append(pymupdf.Rect(x, y, x + width, y + _HEIGHT_PT))
        x += width + _APART_PT
        right = max(right, x - _APART_PT)
    page = pymupdf.open().new_page(width=right, height=y + _HEIGHT_PT)
    for place, document in zip(places, documents, strict=True):
        page.show_pdf_page(place, document, 0)
    return page
