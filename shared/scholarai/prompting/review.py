"""The prompts of a review, in the order of its steps; models answer them with JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scholarai.domain.chat import Evidence
from scholarai.prompting.fences import DATA_RULE, brackets_of, excerpt, fenced, mark_of, one_line
from scholarai.prompting.prompt import R, ReplyPrompt

if TYPE_CHECKING:
    from scholarai.prompting.replies import (
        Columns,
        CopiedQuotes,
        Plan,
        QuestionUnderstood,
        Row,
        Section,
        SentencesEvidence,
    )

IDS = """\
Every sentence of an excerpt begins with its id: {left}3.2{right} is the second sentence of excerpt 3. `sentences` is the id of one \
sentence, such as "3.2", or of neighbours, five at most, such as "3.2-3.4"."""
PART = """\
`part` is null; only where a part of these sentences is meant it is this part, copied letter for letter."""
FORM = """\
Reply with JSON alone, for example: {example}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotable:
    """A quote in a prompt: its number, the paper's label, and the works that it cites itself."""

    number: int
    label: str
    text: str
    cites: tuple[str, ...] = ()


def reply_prompt(
    task: str, example: str, mark: str, shown: Sequence[str], reply: type[R], *, tokens: int, temperature: float = 0.0
) -> ReplyPrompt[R]:
    """Return a prompt whose instructions end with an example of the reply and with what is only data."""
    return ReplyPrompt(
        system="\n\n".join((task, FORM.format(example=example), DATA_RULE.format(mark=mark))),
        user="\n\n".join(shown),
        temperature=temperature,
        max_output_tokens=tokens,
        reply=reply,
    )


def ids_rule(brackets: tuple[str, str]) -> str:
    """Return the rule for the field `sentences`, which names words of an excerpt."""
    left, right = brackets
    return IDS.format(left=left, right=right)


def shown_quotes(quotes: Sequence[Quotable], mark: str, *, cites: bool = False) -> list[str]:
    """Return quotes between their marks, where `cites` with the works that each of them cites."""
    return [
        fenced(
            "quote",
            mark,
            quote.text,
            number=quote.number,
            paper=quote.label,
            **({"cites": "; ".join(quote.cites)} if cites and quote.cites else {}),
        )
        for quote in quotes
    ]


UNDERSTAND = """\
A user asks for a review of scientific papers. Judge the question, and prepare the search for it.

`verdict`: "harmful" where it asks for help with serious harm to people (weapons, poisons, attacks), not merely about a dangerous \
topic; "unanswerable" only where it is neither a question nor a topic: gibberish, or a task other than answering, such as writing a \
program; else "fine". Whether the papers answer it is found out later: a broad, odd, personal or badly worded question is fine.
`reason`: one sentence for the user in the language of the question; empty where the verdict is "fine".
`year_from`, `year_to`, `venues`, `authors`, `fields` (of study): only where the question itself says which papers count, such as \
"since 2015" or "published in Nature"; what it is about is no restriction. Null or empty otherwise; ten names each at most. The year \
is {year}.
`rewritten`: the question without those restrictions, as a search for passages by meaning.
`keywords`: its terms alone, as a search by words; of a question in another language than English the English terms, too."""
UNDERSTAND_EXAMPLE = (
    '{"verdict": "fine", "reason": "", "year_from": 2015, "year_to": null, "venues": [], "authors": [], "fields": [], '
    '"rewritten": "How does sleep change memory?", "keywords": "sleep memory consolidation"}'
)


def understanding_prompt(question: str, *, year: int) -> ReplyPrompt[QuestionUnderstood]:
    """Return the prompt; `year` is the current one, for "recent" and "the last five years"."""
    from scholarai.prompting.replies import QuestionUnderstood  # loads pydantic, which only models need

    mark = mark_of([question])
    shown = [fenced("question", mark, question)]
    return reply_prompt(UNDERSTAND.format(year=year), UNDERSTAND_EXAMPLE, mark, shown, QuestionUnderstood, tokens=600)


QUOTE = """\
Name the sentences in the excerpts of one paper that help to answer the question, those that help most first.

Each item of `quotes` is one thing that the paper says, in one to three sentences; 30 items at most, and none where nothing helps. \
{ids} {part}
Prefer what the paper itself found, did or argues, with its numbers and conditions, to what it announces or reports of others."""
QUOTE_EXAMPLE = (
    '{"quotes": [{"sentences": "3.2-3.3", "part": null}, {"sentences": "1.4", "part": "errors fell by 12 %"}]}'
)


def quotes_prompt(question: str, title: str, excerpts: Sequence[Evidence]) -> ReplyPrompt[CopiedQuotes]:
    """Return the prompt to name or copy what one paper says about the question."""
    from scholarai.prompting.replies import CopiedQuotes  # loads pydantic, which only models need

    texts = [item.text for item in excerpts]
    mark = mark_of([question, title, *texts])
    brackets = brackets_of(texts, mark)
    shown = [
        fenced("paper", mark, title),
        *(excerpt(item, mark, brackets) for item in excerpts),
        fenced("question", mark, question),
    ]
    task = QUOTE.format(ids=ids_rule(brackets), part=PART)
    return reply_prompt(task, QUOTE_EXAMPLE, mark, shown, CopiedQuotes, tokens=2_048)


PLAN = """\
Plan a literature review that answers the question from the numbered quotes, in the language of the question.

`title`: at most 15 words. `reasoning`: one sentence on why the sections are cut so.
`sections`: one to seven, in the order in which they answer the question; a simple question needs one. Group the quotes by what \
their papers can be compared in, not by paper. Plan no section that only introduces or sums up the others. Each section has a \
`name`; `about`, one sentence on what it says and no other section does; a `format`, "list" where it compares several papers' \
methods, data or results item by item, else "synthesis"; and `quotes`, the numbers of its quotes. Use every quote at least once; \
a quote may serve two sections."""
PLAN_EXAMPLE = (
    '{"title": "Sleep and memory in adults", "reasoning": "The question asks for effects and their size.", "sections": '
    '[{"name": "Effects of lost sleep", "about": "What adults remember worse after a night without sleep.", "format": '
    '"synthesis", "quotes": [2, 1, 5]}]}'
)


def plan_prompt(question: str, quotes: Sequence[Quotable]) -> ReplyPrompt[Plan]:
    """Return the prompt to plan the report."""
    from scholarai.prompting.replies import Plan  # loads pydantic, which only models need

    mark = mark_of([question, *(quote.text for quote in quotes)])
    shown = [*shown_quotes(quotes, mark), fenced("question", mark, question)]
    return reply_prompt(PLAN, PLAN_EXAMPLE, mark, shown, Plan, tokens=4_096)


WRITE = """\
Write the section “{name}” of a literature review, as {form}, in 2 to 10 sentences. The other sections of the outline are written \
at the same time: say only what yours is about, and neither introduce nor sum up the others."""
AS_LIST = "an item or two per paper, so that the papers can be compared"
AS_SYNTHESIS = "a connected synthesis"
CHANGES = {
    "rewrite": "Rewrite the section of a literature review that is shown, as its reader asks.",
    "expand": "Expand the section of a literature review that is shown to about twice its length with what the quotes add.",
    "shorten": "Shorten the section of a literature review that is shown to about half its length; keep what matters most.",
    "add": "Write a further section “{name}” of a literature review, in 2 to 10 sentences.",
}
AGAIN = " Keep it short: an earlier try could not be used."
SECTION_RULES = """\
`sentences`: each item is one sentence of the `text`, with the numbers of the quotes that support it in `quotes`: those shown, no \
others. State only what its quotes say; take numbers, names and units exactly as they have them. A sentence without quotes is marked \
as your own memory: write as few of them as you can. `tldr`: one or two such sentences that say first what the section finds, with \
their quotes, too.
`cites` names the works that a quote refers to. What it reports of them is theirs, not the paper's own finding: say so (“earlier \
work found …”). A tool or method that it only takes from them needs no mention.
The text has no citations, brackets or numbers of quotes; they are added. It may use Markdown within a paragraph, formulas between \
dollar signs, lists, whose items each begin with "\\n- ", and a table, which is one item of `sentences` with the quotes of all its \
rows. A new paragraph begins with "\\n\\n". No headings. Write in the language of the question."""
SECTION_EXAMPLE = (
    '{"tldr": [{"text": "A night without sleep costs adults a fifth of what they learned.", "quotes": [2]}], "sentences": '
    '[{"text": "Adults recalled 19 % fewer words after a night without sleep, and children as many as before.", "quotes": [2, 5]}]}'
)
_NAME = 200


def section_prompt(
    question: str, *, outline: Sequence[str], name: str, as_list: bool, quotes: Sequence[Quotable], attempt: int = 0
) -> ReplyPrompt[Section]:
    """Return the prompt to write one section."""
    task = WRITE.format(name=_line(name), form=AS_LIST if as_list else AS_SYNTHESIS)
    return _section_prompt(task, attempt, quotes, {"question": question, "outline": "\n".join(outline)})


def edit_prompt(  # noqa: PLR0913  - one keyword per part of the prompt
    question: str,
    *,
    outline: Sequence[str],
    name: str,
    action: str,
    instruction: str,
    quotes: Sequence[Quotable],
    before: str | None,
    attempt: int = 0,
) -> ReplyPrompt[Section]:
    """Return the prompt to change a section, whose text is `before`, or to write one that was added."""
    parts = {"question": question, "outline": "\n".join(outline), "section": before, "wish": instruction}
    task = CHANGES[action].format(name=_line(name))
    return _section_prompt(task, attempt, quotes, {name: text for name, text in parts.items() if text})


def _section_prompt(task: str, attempt: int, quotes: Sequence[Quotable], parts: dict[str, str]) -> ReplyPrompt[Section]:
    from scholarai.prompting.replies import Section  # loads pydantic, which only models need

    mark = mark_of([*parts.values(), *(quote.text for quote in quotes)])
    shown = [*shown_quotes(quotes, mark, cites=True), *(fenced(name, mark, text) for name, text in parts.items())]
    task = f"{task}{AGAIN if attempt else ''}\n\n{SECTION_RULES}"
    return reply_prompt(task, SECTION_EXAMPLE, mark, shown, Section, tokens=3_072, temperature=0.2)


def _line(text: str) -> str:
    return one_line(text.replace("”", "'"), _NAME)


SUPPORT = """\
Look for evidence in excerpts of papers. For each sentence of a review, `found` has an item with its `id` where an excerpt states all \
that the sentence says; leave a sentence out where none does: what merely has to do with it is no evidence. Go by the excerpts \
alone, never by what you know. {ids}"""
SUPPORT_EXAMPLE = '{"found": [{"id": 2, "sentences": "3.2-3.4"}]}'
_TOKENS_PER_SENTENCE = 40
_SENTENCE_CHARACTERS = 1_000


def evidence_prompt(sentences: Sequence[str], excerpts: Sequence[Evidence]) -> ReplyPrompt[SentencesEvidence]:
    """Return the prompt to name the papers' sentences that support sentences of a review, numbered from 1."""
    from scholarai.prompting.replies import SentencesEvidence  # loads pydantic, which only models need

    texts = [item.text for item in excerpts]
    mark = mark_of([*sentences, *texts])
    brackets = brackets_of(texts, mark)
    stated = [
        fenced("sentence", mark, text[:_SENTENCE_CHARACTERS], id=number)
        for number, text in enumerate(sentences, start=1)
    ]
    task = SUPPORT.format(ids=ids_rule(brackets))
    shown = [*(excerpt(item, mark, brackets) for item in excerpts), *stated]
    tokens = _TOKENS_PER_SENTENCE * len(sentences) + 100
    return reply_prompt(task, SUPPORT_EXAMPLE, mark, shown, SentencesEvidence, tokens=tokens)


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
