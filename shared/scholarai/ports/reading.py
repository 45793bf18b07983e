"""How a file becomes content, and how a PDF gets highlights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias

from scholarai.domain.chat import PageBoxes
from scholarai.domain.content import PaperContent
from scholarai.domain.values import Value


class PaperSource(Value, frozen=True, kw_only=True):
    """A file on disk and what its uploader called it; the media type is only a hint, the bytes decide.

    `images` is a folder for the pictures of `domain.figure_images`, `{index}.png` each; None: none are wanted.
    """

    path: Path
    filename: str
    media_type: str
    images: Path | None = None


PageListener: TypeAlias = Callable[[int, int | None], None]
"""Called with pages done and pages in all (None: unknown yet), in order, at most a few times a second."""


class PaperReader(Protocol):
    @property
    def version(self) -> str:
        """Return another text whenever the same file may give another content; part of what resuming depends on."""
        ...

    def read(self, source: PaperSource, on_page: PageListener) -> PaperContent:
        """Return the content of the file; a hostile file harms only its own reading.

        Images are optional: one that cannot be made in time is missing, and the content is returned all the same.
        What `on_page` raises stops the reading and reaches the caller.

        Raises:
            PaperFaultError: With a code of docs/errors.md, when this file can never be read.
            TransientError: When the reading itself could not be run.
        """
        ...


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
