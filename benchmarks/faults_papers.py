"""Writes versioned papers for the fault histories, as Markdown and PDF, and checks that content is of exactly one version."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SECTIONS = 4
QUESTION = "Which value does section 2 state?"
_VERSION = re.compile(r"of version (\d+)")
_SECTION = re.compile(r"in section (\d+)")


class ViolationError(AssertionError):
    """Something that must always hold did not."""


@dataclass
class Entry:
    """A paper as its user knows it.

    Attributes:
        version: The version of the newest file.
        printed: Whether it is a PDF with a figure, instead of Markdown.
        readable: Whether its content was ever readable.
    """

    paper_id: str
    printed: bool = False
    version: int = 0
    deleted: bool = False
    readable: bool = False

    @property
    def filename(self) -> str:
        return "paper.pdf" if self.printed else "paper.md"

    @property
    def media_type(self) -> str:
        return "application/pdf" if self.printed else "text/markdown"

    def file(self) -> bytes:
        """Return the file of the newest version; every section names the version, so that mixed content is noticed."""
        return self._in_print() if self.printed else self._in_markdown().encode()

    def _sentences(self, section: int) -> str:
        return f"Sentence one of version {self.version} in section {section}. " + (
            f"It says that value {section} of version {self.version} is {section * 7 + self.version}. " * 12
        )

    def _in_markdown(self) -> str:
        sections = "\n\n".join(f"## Section {number}\n\n{self._sentences(number)}" for number in range(1, SECTIONS + 1))
        return f"# Paper {self.paper_id} version {self.version}\n\n{sections}\n"

    def _in_print(self) -> bytes:
        import pymupdf

        with pymupdf.open() as document:
            for number in range(1, SECTIONS + 1):
                page = document.new_page()
                page.insert_text((72, 90), f"{number} Values of measurements", fontsize=16)
                page.insert_textbox((72, 110, 540, 400), self._sentences(number), fontsize=10)
                if number == 2:
                    page.draw_rect((150, 450, 450, 600), color=(0, 0, 1), width=2)
                    page.draw_line((150, 600), (450, 450), color=(0, 0, 1), width=2)
                    page.insert_text((150, 625), f"Figure 1: The curve of version {self.version}.", fontsize=9)
            written: bytes = document.tobytes()
        return written


def require_whole(content: Mapping[str, Any], what: str) -> int:
    """Return the version of complete content.

    Raises:
        ViolationError: If it mixes versions or lacks a section.
    """
    texts = [block["text"] for block in content["blocks"]]
    versions = versions_in(" ".join(texts))
    require(len(versions) == 1, f"{what} mixes versions {sorted(versions)}")
    sections = {found for text in texts for found in _SECTION.findall(" ".join(text.split()))}
    require(len(sections) == SECTIONS, f"{what} has {len(sections)} sections")
    return int(versions.pop())


def versions_in(text: str) -> set[str]:
    """Return the versions that a text names."""
    return set(_VERSION.findall(" ".join(text.split())))


def require(condition: object, otherwise: str) -> None:
    """Raise a violation unless the condition holds."""
    if not condition:
        raise ViolationError(otherwise)
