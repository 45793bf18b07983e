"""Detects the format of a file from its first bytes."""

from __future__ import annotations

from itertools import chain

from scholarai.domain.formats import ARCHIVES, FORMATS, Archive
from scholarai.domain.plugins import Format

HEAD_BYTES = 4_096


def sniff(head: bytes, filename: str) -> Format | Archive | None:
    """Return what `head`, the file's first bytes, shows; the name decides only between kinds of text."""
    archive = next((kind for kind in ARCHIVES if head.startswith(kind.magic, kind.magic_at)), None)
    for kind in FORMATS:
        # What is packed may stand unpacked near the archive's beginning, such as a figure's PDF.
        if not kind.is_text and kind.is_marked(head) and (kind.begins or archive is None):
            return kind
    if archive is not None:
        return archive
    return None if _is_binary(head) else _text_format(head, filename.lower())


def _is_binary(head: bytes) -> bool:
    return b"\x00" in head or sum(byte < 9 or 13 < byte < 32 for byte in head) > len(head) // 50


def _text_format(head: bytes, name: str) -> Format | None:
    texts = [kind for kind in FORMATS if kind.is_text]
    start = head.lstrip()
    marked = (kind for kind in texts if kind.is_marked(head))
    named = (kind for kind in texts if name.endswith(kind.all_endings))
    opened = (kind for kind in texts if start.startswith(kind.openings))
    return next(chain(marked, named, opened), None)
