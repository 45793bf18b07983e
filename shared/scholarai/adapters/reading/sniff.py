"""Detects the format of a file from its first bytes, and names files of formats that are not read."""

from __future__ import annotations

import re
from itertools import chain
from typing import NamedTuple

from scholarai.domain.formats import ARCHIVES, FORMATS, Archive
from scholarai.domain.plugins import Format

HEAD_BYTES = 4_096
_TO_WORD = "Open it in a word processor, save it as .docx or PDF, and upload that."
_TO_PDF = "Convert it to PDF, and upload that."


class Unread(NamedTuple):
    """A format that is not read: its name, what a person does about it, and the bytes that stand at `at`."""

    name: str
    action: str
    magic: bytes
    at: int = 0


# An archive of OpenDocument and EPUB begins with its media type, stored as it is (OpenDocument 1.2, part 3, 3.3; OCF 3.2, 4.3).
_UNREAD = (
    Unread("PostScript", _TO_PDF, b"%!PS"),
    Unread("PostScript", _TO_PDF, b"\x04%!PS"),
    Unread("PostScript", _TO_PDF, b"\xc5\xd0\xd3\xc6"),
    Unread("RTF", _TO_WORD, b"{\\rtf"),
    Unread("a Word file of before 2007 (.doc)", _TO_WORD, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    Unread("an OpenDocument text (.odt)", _TO_WORD, b"mimetypeapplication/vnd.oasis.opendocument.text", 30),
    Unread("OpenDocument", _TO_PDF, b"mimetypeapplication/vnd.oasis.opendocument.", 30),
    Unread("EPUB", _TO_PDF, b"mimetypeapplication/epub+zip", 30),
    Unread("DjVu", _TO_PDF, b"AT&TFORM"),
    Unread("a Kindle book", _TO_PDF, b"BOOKMOBI", 60),
    *(
        Unread("a picture", "Save the pages as one PDF, and upload that; their text is recognised.", magic)
        for magic in (b"\x89PNG", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"GIF8")
    ),
)
_NOTEBOOK = Unread("a Jupyter notebook (.ipynb)", "Export it as PDF, HTML or Markdown, and upload that.", b"")
_CELLS = re.compile(rb'\s*\{.*"(?:cells|nbformat)"\s*:', re.DOTALL)


def unread(head: bytes) -> Unread | None:
    """Return what a file is by its first bytes, where that is a known format which is not read."""
    found = next((kind for kind in _UNREAD if head.startswith(kind.magic, kind.at)), None)
    return found or (_NOTEBOOK if _CELLS.match(head) else None)


def sniff(head: bytes, filename: str) -> Format | Archive | None:
    """Return what `head`, the file's first bytes, shows; the name decides only between kinds of text."""
    archive = next((kind for kind in ARCHIVES if head.startswith(kind.magic, kind.magic_at)), None)
    for kind in FORMATS:
        # What is packed may stand unpacked near the archive's beginning, such as a figure's PDF.
        if not kind.is_text and kind.is_marked(head) and (kind.begins or archive is None):
            return kind
    if unread(head) is not None:
        return None
    if archive is not None:
        return archive
    return None if _is_binary(head) else _text_format(head, filename.lower())


def _is_binary(head: bytes) -> bool:
    return b"\x00" in head or sum(byte < 9 or 13 < byte < 32 for byte in head) > len(head) // 50


def _text_format(head: bytes, name: str) -> Format | None:
    texts = [kind for kind in FORMATS if kind.is_text]
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    # Articles in XML hold their formulas as whole documents of LaTeX.
    marked = (kind for kind in texts if kind.is_marked(head) and not start.startswith(b"<"))
    named = (kind for kind in texts if name.endswith(kind.all_endings))
    opened = (kind for kind in texts if start.startswith(kind.openings))
    return next(chain(marked, named, opened), None)
