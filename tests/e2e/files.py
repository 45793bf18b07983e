"""Papers, and files that no paper should be, made for these tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
from papers.typeset import Paper


def short_paper(path: Path, title: str) -> bytes:
    """Return a paper of one page."""
    paper = Paper()
    paper.title(title, "Ada Author", "A University")
    paper.heading("1 Introduction")
    paper.paragraph(
        f"This paper reports one finding, which is called {title.lower()}, and says in plain words how it was made. "
        "It was made by a script, and nobody should believe it."
    )
    paper.save(path)
    return path.read_bytes()


def long_paper(path: Path, *, pages: int) -> bytes:
    """Return a paper of about so many pages, all of them different."""
    paper = Paper()
    paper.title("A Long Paper", "Ada Author", "A University")
    section = 0
    while paper.document.page_count < pages:
        section += 1
        paper.heading(f"{section} Observation {section}")
        for n in range(6):
            paper.paragraph(
                f"Observation {section}.{n} was made on day {section * 7 + n} and lasted {n + 2} hours. "
                "We watched how long the kettle took to boil, wrote the time into a table, and emptied it again. "
                f"The mean of series {section * n} was {section + n / 7:.2f} minutes, a little more than before."
            )
    paper.save(path)
    return path.read_bytes()


def _truncated(folder: Path) -> bytes:
    data = long_paper(folder / "whole.pdf", pages=3)
    return data[: len(data) // 10]


def _encrypted(folder: Path) -> bytes:
    document = pymupdf.open(stream=short_paper(folder / "open.pdf", "A Secret"))
    document.save(
        folder / "closed.pdf", encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="more"
    )
    return (folder / "closed.pdf").read_bytes()


def _blank(folder: Path) -> bytes:
    document = pymupdf.open()
    document.new_page()
    document.save(folder / "blank.pdf")
    return (folder / "blank.pdf").read_bytes()


BAD_FILES: dict[str, Callable[[Path], bytes]] = {
    "no bytes": lambda _: b"",
    "not a PDF": lambda _: b"\x00\x01\x02 this is nothing that anybody could read \xff" * 50,
    "truncated": _truncated,
    "encrypted": _encrypted,
    "without text": _blank,
}
