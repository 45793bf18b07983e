"""What a file is, decided by its bytes."""

from __future__ import annotations

from typing import Literal

FileFormat = Literal["pdf", "zip", "tar", "gzip", "latex", "markdown", "unknown"]

# A PDF may begin anywhere in its first 1,024 bytes (ISO 32000-1, implementation note 13 of annex H).
HEAD_BYTES = 4_096
_TAR_MAGIC_AT = 257


def sniff(head: bytes, filename: str) -> FileFormat:
    """Return the format that `head`, the file's first bytes, shows; the name decides only between kinds of text."""
    if b"%PDF-" in head[:1_024]:
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return "zip"
    if head.startswith(b"\x1f\x8b"):
        return "gzip"
    if head[_TAR_MAGIC_AT : _TAR_MAGIC_AT + 5] == b"ustar":
        return "tar"
    return _text_format(head, filename.lower())


def _text_format(head: bytes, name: str) -> FileFormat:
    if b"\x00" in head or sum(byte < 9 or 13 < byte < 32 for byte in head) > len(head) // 50:
        return "unknown"
    if any(command in head for command in (b"\\documentclass", b"\\documentstyle", b"\\begin{document}")):
        return "latex"
    if name.endswith((".tex", ".ltx", ".latex")):
        return "latex"
    if name.endswith((".md", ".markdown", ".mkd", ".txt")) or head.startswith(b"---\n"):
        return "markdown"
    return "latex" if head.lstrip().startswith((b"\\", b"%")) else "unknown"
