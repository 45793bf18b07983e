"""Writes what a reader should find in a paper of the zoo, in the form that scoring.py reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from scholarai.local.gold_questions import squash
from zoo.article import Article, Block, Bullets, Cell, Figure, Paragraph, Section, Table
from zoo.looks import Look
from zoo.page import Page

# Shorter sentences and pieces beside a citation stand in many places.
LEAST_SENTENCE = 20
LEAST_FRAGMENT = 12
FORMULA, CITED = "\ue000", "\ue001"

_FORMULA = re.compile(r"<var>.*?</var>")
_CITED = re.compile(r"<cite>.*?</cite>")
_TAG = re.compile(r"<[^>]+>")
_END = re.compile(r"(?<=[.?!])[\"”’)]*\s+(?=[\"“‘(]?[A-Z0-9])")


def gold_of(article: Article, look: Look) -> dict[str, Any]:
    """Return the gold of a paper; only the citations in its cells differ from look to look.

    `tables` holds, for each table that has cells, its rows of cells as printed: `text`, `row_span`, `column_span`
    and `header`; a cell stands where it begins. Headings with formulas have `has_math` and are not scored.
    """
    page = Page(article, look)
    titled = [section for section in article.sections if section.title]
    texts = [(_place(titled, section), text) for section in article.sections for text in _texts(section)]
    sentences = [(place, one) for place, text in texts for one in _END.split(_marked(text)) if FORMULA not in one]
    floats = [block for block in article.blocks if isinstance(block, Figure | Table)]
    return {
        "id": article.id,
        "title": plain(article.title),
        "authors": [author.name for author in article.authors],
        "abstract": " ".join(plain(f"{heading} {text}") for heading, text in article.abstract),
        "sections": [_heading(section) for section in titled],
        "sentences": [
            {"section": place, "text": one, "squash": squash(one)}
            for place, one in sentences
            if CITED not in one and len(squash(one)) >= LEAST_SENTENCE
        ],
        "citation_contexts": [
            {"section": place, "text": one.replace(CITED, "[CITE]"), "fragments": fragments}
            for place, one in sentences
            if CITED in one and (fragments := _fragments(one))
        ],
        "captions": [_caption(one) for one in floats if one.caption],
        "tables": [
            [[_cell(cell, page) for cell in row] for row in one.rows]
            for one in floats
            if isinstance(one, Table) and one.rows
        ],
        "n_references": len(article.references),
        "references": [
            {
                "title": unescape(one.title),
                "year": int(one.year) if one.year.isdigit() else None,
                "authors": [unescape(family) for family, _ in one.authors],
            }
            for one in article.references
            if one.title
        ],
    }


def plain(text: str) -> str:
    """Return text without its tags."""
    return unescape(_TAG.sub("", _CITED.sub("", text)))


def _place(titled: list[Section], section: Section) -> int | None:
    return next((place for place, one in enumerate(titled) if one is section), None)


def _heading(section: Section) -> dict[str, Any]:
    return {"title": plain(section.title), "level": section.level} | (
        {"has_math": True} if "<var>" in section.title else {}
    )


def _texts(section: Section) -> Iterator[str]:
    for block in section.blocks:
        yield from _lines(block)


def _lines(block: Block) -> tuple[str, ...]:
    if isinstance(block, Paragraph):
        return (block.text,)
    return block.items if isinstance(block, Bullets) else ()


def _marked(text: str) -> str:
    return unescape(_TAG.sub("", _CITED.sub(CITED, _FORMULA.sub(FORMULA, text))))


def _fragments(text: str, least: int = LEAST_FRAGMENT) -> list[str]:
    return [piece for part in re.split(f"[{CITED}{FORMULA}]", text) if len(piece := squash(part)) >= least]


def _caption(one: Figure | Table) -> dict[str, Any]:
    return {"text": plain(one.caption), "fragments": _fragments(_marked(one.caption), least=1)}


def _cell(cell: Cell, page: Page) -> dict[str, Any]:
    return {
        "text": plain(page.text(cell.text)),
        "row_span": cell.row_span,
        "column_span": cell.column_span,
        "header": cell.header,
    }
