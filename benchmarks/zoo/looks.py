"""What each look of the zoo is: its engine, its style file, and the choices that a style file cannot make."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

CitationForm: TypeAlias = Literal["bracket", "superscript", "author-year"]

STYLES = Path(__file__).parent / "styles"


@dataclass(frozen=True)
class Look:
    """One look; labels hold `{n}` or `{roman}` for the number of a figure or table.

    `table_rules` tells what its style or its engine draws: rules above and below a table, below its head too, or between rows too.

    Rules are tuned on looks that are not `held_back`, set with papers that `held_back` does not return.
    """

    name: str
    engine: Literal["chromium", "weasyprint", "typst", "groff", "docx", "odt", "latex"]
    style: str
    held_back: bool
    publisher: str = ""
    citations: CitationForm = "bracket"
    references: Literal["vancouver", "apa", "ieee", "biomed"] = "vancouver"
    numbering: Literal["", "decimal", "roman"] = ""
    figure_label: str = "Figure {n}."
    table_label: str = "Table {n}."
    abstract: str = "Abstract"
    bibliography: str = "References"
    language: str = "en"
    cover: str = ""
    pieces: bool = False
    supplement: bool = False
    flat_fonts: bool = False
    table_rules: Literal["", "outside", "head", "rows"] = ""


def looks() -> list[Look]:
    """Return all looks, by name."""
    table = tomllib.loads((STYLES.parent / "looks.toml").read_text(encoding="utf-8"))
    return [Look(name=name, **choices) for name, choices in sorted(table.items())]


def held_back(papers: Iterable[str]) -> set[str]:
    """Return the papers that are kept from tuning: every second one in the order of the SHA-256 of their names."""
    return set(sorted(papers, key=lambda name: sha256(name.encode()).digest())[1::2])
