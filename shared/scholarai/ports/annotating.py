"""How a PDF gets highlights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from scholarai.domain.chat import PageBoxes
from scholarai.domain.values import Value


class Mark(Value, frozen=True, kw_only=True):
    """One highlight: where it is, what its popup says, and its colour (red, green, blue, from 0 to 1)."""

    place: PageBoxes
    text: str
    color: tuple[float, float, float]


class PdfAnnotator(Protocol):
    def annotate(self, path: Path, marks: Sequence[Mark]) -> bytes:
        """Return a copy of the PDF, or of the one in an archive, with the marks; the file stays as it is.

        A mark on a page that the PDF does not have is left out. A hostile file harms only its own copy.

        Raises:
            PaperFaultError: If no copy can be made of this file: it is no PDF, or takes too much.
            TransientError: If no process is free, or could be started.
        """
        ...
