"""The prompts of tables: the columns that a section's papers are compared in, and the cells of one paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scholarai.domain.chat import Evidence
from scholarai.prompting.fences import brackets_of, excerpt, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.review.shown import (
    PART,
    Quotable,
    ids_rule,
    reply_prompt,
    shown_quotes,
)

if TYPE_CHECKING:
    from scholarai.prompting.replies import Columns, Row

COLUMNS = """\
Suggest up to ten columns of a table that compares the papers of this section of a literature review, from the quotes that it \
rests on. `name`: at most four words. `description`: one sentence that says what a paper's cell holds. Prefer what most papers \
state and the question asks for; authors, title and year are there already. Write in the language of the question."""
COLUMNS_EXAMPLE = (
    '{"columns": [{"name": "Participants", "description": "How many people took part, and who they are."}]}'
)
ROW = """\
Fill the cells of one paper in a table from its excerpts alone.

Each item of `cells` answers one column, named by its number; leave out a column that the excerpts do not answer. `value`: at most \
20 words, in the language of the column. `sentences` and `part` prove the value. {ids} {part}"""
ROW_EXAMPLE = (
    '{"cells": [{"column": 1, "value": "48 adults, aged 18 to 35", "sentences": "2.3", "part": null}, '
    '{"column": 3, "value": "19 % fewer words", "sentences": "4.1-4.2", "part": null}]}'
)


def columns_prompt(question: str, name: str, about: str, quotes: Sequence[Quotable]) -> ReplyPrompt[Columns]:
    """Return the prompt for the columns of a comparison table."""
    from scholarai.prompting.replies import Columns  # loads pydantic, which only models need

    section = f"{name}\n{about}".strip()
    mark = mark_of([question, section, *(quote.text for quote in quotes)])
    shown = [
        *shown_quotes(quotes, mark),
        fenced("section", mark, section),
        fenced("question", mark, question),
    ]
    return reply_prompt(COLUMNS, COLUMNS_EXAMPLE, mark, shown, Columns, tokens=1_024)


def row_prompt(title: str, excerpts: Sequence[Evidence], columns: Sequence[str]) -> ReplyPrompt[Row]:
    """Return the prompt to fill one paper's row: all of its cells from the same excerpts; each column is said in a sentence."""
    from scholarai.prompting.replies import Row  # loads pydantic, which only models need

    texts = [item.text for item in excerpts]
    mark = mark_of([title, *columns, *texts])
    brackets = brackets_of(texts, mark)
    asked = [fenced("column", mark, text, number=n) for n, text in enumerate(columns, start=1)]
    shown = [fenced("paper", mark, title), *(excerpt(item, mark, brackets) for item in excerpts), *asked]
    task = ROW.format(ids=ids_rule(brackets), part=PART)
    return reply_prompt(task, ROW_EXAMPLE, mark, shown, Row, tokens=2_048)
