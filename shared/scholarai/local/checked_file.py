"""Reads the text that `scholarai check` holds against papers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.api import read
from scholarai.domain.content import BlockKind, PaperContent
from scholarai.domain.errors import ScholarError
from scholarai.local.files import STDIO
from scholarai.local.inputs import InputError, inputs

# Formats whose files are checked as they are: the check reads Markdown, plain text and HTML itself, quotation marks and all.
_AS_THEY_ARE = frozenset({"markdown", "text", "html"})
_PREFIXES: dict[BlockKind, str] = {"heading": "# ", "list_item": "- "}
# Claims of somebody else's, or none.
_LEFT_OUT: frozenset[BlockKind] = frozenset({"reference", "equation", "code"})


def text_of(path: Path) -> str:
    """Return the text of a file: as it is if it is Markdown, plain text or HTML, else what our readers make of it.

    Raises:
        InputError: If it cannot be read.
    """
    with _one(path) as file:
        try:
            if file.is_file():
                given = file.read_bytes()
                kind = sniff(given[:HEAD_BYTES], file.name)
                if kind is None or kind.name in _AS_THEY_ARE:
                    return given.decode("utf-8-sig")
        except UnicodeDecodeError:
            pass  # our readers know other encodings
        try:
            return _in_markdown(read(file))
        except ScholarError as error:
            raise InputError(path, error) from error


@contextmanager
def _one(path: Path) -> Iterator[Path]:
    if path != STDIO:
        yield path
        return
    with inputs([path]) as given:
        if given.faults:
            raise given.faults[0]
        yield given.papers[0]


def _in_markdown(content: PaperContent) -> str:
    blocks = (block for block in content.blocks if block.kind not in _LEFT_OUT)
    return "\n\n".join(_PREFIXES.get(block.kind, "") + " ".join(block.text.split()) for block in blocks)
