"""The prompts that write a section of a review, and change one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scholarai.prompting.fences import fenced, mark_of, one_line
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.review.shown import Quotable, reply_prompt, shown_quotes

if TYPE_CHECKING:
    from scholarai.prompting.replies import Section

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
RULES = """\
`sentences`: each item is one sentence of the `text`, with the numbers of the quotes that support it in `quotes`: those shown, no \
others. State only what its quotes say; take numbers, names and units exactly as they have them. A sentence without quotes is marked \
as your own memory: write as few of them as you can. `tldr`: one or two such sentences that say first what the section finds, with \
their quotes, too.
`cites` names the works that a quote refers to. What it reports of them is theirs, not the paper's own finding: say so (“earlier \
work found …”). A tool or method that it only takes from them needs no mention.
The text has no citations, brackets or numbers of quotes; they are added. It may use Markdown within a paragraph, formulas between \
dollar signs, lists, whose items each begin with "\\n- ", and a table, which is one item of `sentences` with the quotes of all its \
rows. A new paragraph begins with "\\n\\n". No headings. Write in the language of the question."""
EXAMPLE = (
    '{"tldr": [{"text": "A night without sleep costs adults a fifth of what they learned.", "quotes": [2]}], "sentences": '
    '[{"text": "Adults recalled 19 % fewer words after a night without sleep, and children as many as before.", "quotes": [2, 5]}]}'
)
_NAME = 200


def section_prompt(
    question: str, *, outline: Sequence[str], name: str, as_list: bool, quotes: Sequence[Quotable], attempt: int = 0
) -> ReplyPrompt[Section]:
    """Return the prompt to write one section."""
    task = WRITE.format(name=_line(name), form=AS_LIST if as_list else AS_SYNTHESIS)
    return _prompt(task, attempt, quotes, {"question": question, "outline": "\n".join(outline)})


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
    return _prompt(task, attempt, quotes, {name: text for name, text in parts.items() if text})


def _prompt(task: str, attempt: int, quotes: Sequence[Quotable], parts: dict[str, str]) -> ReplyPrompt[Section]:
    from scholarai.prompting.replies import Section  # loads pydantic, which only models need

    mark = mark_of([*parts.values(), *(quote.text for quote in quotes)])
    shown = [*shown_quotes(quotes, mark, cites=True), *(fenced(name, mark, text) for name, text in parts.items())]
    task = f"{task}{AGAIN if attempt else ''}\n\n{RULES}"
    return reply_prompt(task, EXAMPLE, mark, shown, Section, tokens=3_072, temperature=0.2)


def _line(text: str) -> str:
    return one_line(text.replace("”", "'"), _NAME)
