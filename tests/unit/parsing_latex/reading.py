"""Short ways to read a LaTeX source in a test."""

from __future__ import annotations

from scholarai.domain.content import PaperContent
from scholarai.parsing.latex import read_latex


def read(
    body: str, *, preamble: str = "", document_class: str = r"\documentclass{article}", **files: str
) -> PaperContent:
    """Return what a document with this body says; other files are given by their stem, as in `refs_bib`."""
    main = f"{document_class}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    others = {name[::-1].replace("_", ".", 1)[::-1]: text.encode() for name, text in files.items()}
    return read_latex({"main.tex": main.encode(), **others})


def texts(content: PaperContent, kind: str = "paragraph") -> list[str]:
    return [block.text for block in content.blocks if block.kind == kind]
