"""The prompts of a review's steps except writing: judge and decompose the question, pick quotes, plan, compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scholarai.prompting.fences import DATA_RULE, brackets_of, fenced, mark_of, with_ids
from scholarai.prompting.prompt import R, ReplyPrompt

if TYPE_CHECKING:
    from scholarai.prompting.replies import Columns, CopiedQuotes, Plan, QuestionJudged, QuestionTakenApart, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A passage of a paper in a prompt; `number` counts from 1."""

    number: int
    text: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotable:
    """A quote in a prompt: its number, the paper's label, and the works that it cites itself."""

    number: int
    label: str
    text: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowOf:
    """A row to fill: the paper's title, its excerpts, and what each column holds."""

    title: str
    excerpts: Sequence[Excerpt]
    columns: Sequence[str]


def validate_prompt(question: str) -> ReplyPrompt[QuestionJudged]:
    """Return the prompt to judge whether a question should be answered."""
    from scholarai.prompting.replies import QuestionJudged

    return _prompt(
        "Decide whether a question may get a scientific literature review. `harmful`: it asks for help with serious harm "
        "to people (weapons, poisons, attacks), not merely about a dangerous topic. `answerable`: papers could answer it; "
        "false for small talk, private matters, gibberish, or tasks other than answering. `reason`: one sentence for the "
        "user, empty when the question is fine.",
        {"question": question},
        QuestionJudged,
        most=300,
    )


def decompose_prompt(question: str, *, year: int) -> ReplyPrompt[QuestionTakenApart]:
    """Return the prompt to decompose a question; `year` is the current one, for "recent" and "last five years"."""
    from scholarai.prompting.replies import QuestionTakenApart

    return _prompt(
        "Take a question for a literature review apart. Give years, venues, authors and fields of study only where the "
        f"question restricts the papers to them; leave the rest null or empty. The year is {year}. `rewritten`: the "
        "question without those restrictions, as a search for passages by meaning. `keywords`: its terms alone, as a "
        "search by words.",
        {"question": question},
        QuestionTakenApart,
        most=500,
    )


def quotes_prompt(question: str, title: str, excerpts: Sequence[Excerpt]) -> ReplyPrompt[CopiedQuotes]:
    """Return the prompt to name or copy what one paper says about the question."""
    from scholarai.prompting.replies import CopiedQuotes

    mark = mark_of([question, title, *(item.text for item in excerpts)])
    brackets = brackets_of([item.text for item in excerpts], mark)
    return ReplyPrompt(
        system="Name the sentences in the excerpts of one paper that help to answer the question, one to three neighbouring "
        f"ones in each item. {ids_rule(brackets)} `excerpt` is the number of their excerpt, and `text` stays empty. Where only "
        "a part of a sentence helps, `text` is this part instead, copied letter for letter, nothing left out or changed, and "
        f"`sentences` stays empty. Give an empty list if nothing helps. {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(
            [
                fenced("paper", mark, title),
                *shown_excerpts(excerpts, mark, brackets),
                fenced("question", mark, question),
            ]
        ),
        temperature=0.0,
        max_output_tokens=2_048,
        reply=CopiedQuotes,
    )


def plan_prompt(question: str, quotes: Sequence[Quotable]) -> ReplyPrompt[Plan]:
    """Return the prompt to plan the report."""
    from scholarai.prompting.replies import Plan

    mark = mark_of([question, *(quote.text for quote in quotes)])
    shown = [fenced("quote", mark, quote.text, number=quote.number, paper=quote.label) for quote in quotes]
    return ReplyPrompt(
        system="Plan a literature review that answers the question from the numbered quotes. Group the quotes by the "
        "dimensions in which their papers can be compared, not by paper. `title`: at most 15 words. `sections`: three to "
        "seven, an introduction or background first; each with a name, a `format` (`list` where it compares several "
        "papers' methods, data or results item by item, else `synthesis`) and the numbers of its quotes. Use every quote "
        f"at least once; a quote may serve several sections. {DATA_RULE.format(mark=mark)}",
        user="\n\n".join([*shown, fenced("question", mark, question)]),
        temperature=0.0,
        max_output_tokens=4_096,
        reply=Plan,
    )


def columns_prompt(question: str, section: str, text: str) -> ReplyPrompt[Columns]:
    """Return the prompt for the columns of a comparison table."""
    from scholarai.prompting.replies import Columns

    return _prompt(
        "Suggest up to ten columns of a table that compares the papers of this section of a review: short names, and for "
        "each one sentence that says what a paper's cell holds. Prefer what most papers state.",
        {"question": question, "section": f"{section}\n{text}"},
        Columns,
        most=1_024,
    )


def row_prompt(row: RowOf) -> ReplyPrompt[Row]:
    """Return the prompt to fill one paper's row: all of its cells from the same excerpts."""
    from scholarai.prompting.replies import Row

    mark = mark_of([row.title, *row.columns, *(item.text for item in row.excerpts)])
    brackets = brackets_of([item.text for item in row.excerpts], mark)
    columns = [fenced("column", mark, text, number=n) for n, text in enumerate(row.columns, start=1)]
    return ReplyPrompt(
        system="Fill the cells of one paper in a table from its excerpts alone, one item of `cells` per column, named by "
        f"its number. `value`: at most 20 words. `sentences` name what proves it. {ids_rule(brackets)} `excerpt` is the number "
        "of their excerpt, and `quote` stays empty. Where a part of a sentence proves it, `quote` is this part instead, copied "
        "letter for letter, and `sentences` stays empty. Where the excerpts do not say it, `found` is false and the rest empty "
        f"or 0. {DATA_RULE.format(mark=mark)}",
        user="\n\n".join([fenced("paper", mark, row.title), *shown_excerpts(row.excerpts, mark, brackets), *columns]),
        temperature=0.0,
        max_output_tokens=2_048,
        reply=Row,
    )


def ids_rule(brackets: tuple[str, str]) -> str:
    """Return the rules for the ids of sentences, and for the field `sentences` that names them."""
    left, right = brackets
    return (
        f"Every sentence of an excerpt begins with its id: {left}3.2{right} is the second sentence of excerpt 3. `sentences` is "
        'the id of one sentence, such as "3.2", or of neighbours, such as "3.2-3.4".'
    )


def shown_excerpts(excerpts: Sequence[Excerpt], mark: str, brackets: tuple[str, str]) -> list[str]:
    """Return excerpts between their marks, with an id before each sentence."""
    return [
        fenced("excerpt", mark, with_ids(item.number, item.text, brackets), id=item.number, place=item.place)
        for item in excerpts
    ]


def _prompt(task: str, parts: dict[str, str], reply: type[R], *, most: int) -> ReplyPrompt[R]:
    mark = mark_of(list(parts.values()))
    return ReplyPrompt(
        system=f"{task} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(fenced(name, mark, text) for name, text in parts.items()),
        temperature=0.0,
        max_output_tokens=most,
        reply=reply,
    )
