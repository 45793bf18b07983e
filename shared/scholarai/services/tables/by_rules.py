"""Fills cells without a language model: with a few words of the sentence that answers best, or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scholarai.domain.table_spec import AskedColumn
from scholarai.domain.tables import FilledCell
from scholarai.retrieval.words import question_terms, stem, tokens
from scholarai.reviewing.figures import plain_figures
from scholarai.reviewing.tables import NOTHING
from scholarai.services.library.passages import Query
from scholarai.services.reviews.attributes import COLUMNS, clipped
from scholarai.services.reviews.extractive import cells_by_cue
from scholarai.services.reviews.job import Job
from scholarai.services.reviews.report_steps import whole_paper
from scholarai.services.reviews.writing import DraftCell
from scholarai.services.tables.asking import AskedPaper, grounded, question_of

# Passages that are searched for a question, and sentences that are looked through for a figure. Guesses.
PASSAGES = 6
_SENTENCES = 6
# A figure answers only where a word of the question stands near, and is shown with what it counts. Guesses.
_WORDS_BEFORE, _WORDS_BEHIND = 4, 3
_NEAR = 60
_WORD = re.compile(r"\S+")


def cells_by_rules(job: Job, asked: AskedPaper, queries: Mapping[str, Query]) -> list[FilledCell]:
    """Return the cells of a paper in the order of its columns."""
    cued = _cued(job, asked) if any(column.cue for column in asked.columns) else {}
    return [
        cued.get(column.cue, _NOT_STATED) if column.cue else _found(job, asked, column, queries[column.id])
        for column in asked.columns
    ]


_NOT_STATED = FilledCell(value=NOTHING.value)


def _cued(job: Job, asked: AskedPaper) -> dict[str, FilledCell]:
    """Return what the rules of reviews find, by the names of their columns."""
    whole = whole_paper(job, asked.paper)
    by_name = {column.cue: column for column in asked.columns}
    drafts = zip(COLUMNS, cells_by_cue(whole, frozenset()), strict=True)
    return {
        column.name: grounded(asked, by_name[column.name], draft, whole.passages)
        for column, draft in drafts
        if column.name in by_name
    }


def _found(job: Job, asked: AskedPaper, column: AskedColumn, query: Query) -> FilledCell:
    found = query.search(asked.opened, k=PASSAGES)
    if found.weak:
        return _NOT_STATED
    limit = _SENTENCES if column.kind == "number" else 1
    quotes = job.tools.picker().pick(question_of(column), found.evidence, limit=limit)
    values = [
        _figure(column, quote.text) if column.kind == "number" else _words(column, quote.text) for quote in quotes
    ]
    drafts = [
        DraftCell(value=value, quote=quote.text, number=quote.number)
        for value, quote in zip(values, quotes, strict=True)
        if value
    ]
    return grounded(asked, column, drafts[0], found.evidence) if drafts else _NOT_STATED


def _words(column: AskedColumn, text: str) -> str:
    """Return the words of a sentence from the first one of the question on."""
    asked = set(question_terms(question_of(column)))
    words = [match.span() for match in _WORD.finditer(text)]
    hits = [span for span in words if _stems(text[slice(*span)]) & asked]
    return clipped(text, hits[0] if hits else words[0]) if words else ""


def _figure(column: AskedColumn, text: str) -> str:
    """Return the figure that words of the question stand next to, with some words behind; empty without one."""
    asked = set(question_terms(question_of(column)))
    for match, _ in plain_figures(text):
        before, behind = _around(text, match.span())
        if (_stems(before) | _stems(behind)) & asked:
            return " ".join((match[0] + behind).split()).rstrip(".,;:()")
    return ""


def _around(text: str, place: tuple[int, int]) -> tuple[str, str]:
    """Return the few words before a place, and those behind it."""
    low, high = max(0, place[0] - _NEAR), min(len(text), place[1] + _NEAR)
    before = [match.start() for match in _WORD.finditer(text, low, place[0])][-_WORDS_BEFORE:]
    behind = [match.end() for match in _WORD.finditer(text, place[1], high)][:_WORDS_BEHIND]
    return text[before[0] if before else place[0] : place[0]], text[place[1] : behind[-1] if behind else place[1]]


def _stems(text: str) -> set[str]:
    return {stem(token) for token in tokens(text)}
