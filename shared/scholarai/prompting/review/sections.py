"""The prompts that write and change a section of a review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scholarai.prompting.fences import DATA_RULE, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.review.stages import Quotable

if TYPE_CHECKING:
    from scholarai.prompting.replies import Section

_RULES = (
    "Rules: each sentence is one item of `sentences`, with the numbers of the quotes that support it in `quotes`. Use "
    "only the numbers shown. State only what its quotes say; take numbers, names and units exactly as they have them. A "
    "sentence that no quote supports has an empty list and will be marked as your own memory: write few of them. Write "
    "no citations, brackets or numbers of quotes into the text itself; they are added. `tldr`: two sentences. Do not "
    "repeat what earlier sections say. Plain text, in the language of the question."
)
# Characters of an earlier section that later ones are shown: they need not know every word. A guess.
_EARLIER_CHARACTERS = 1_500


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An earlier section in the prompt of a later one, without citations."""

    title: str
    text: str


def section_prompt(
    question: str,
    *,
    outline: Sequence[str],
    name: str,
    as_list: bool,
    quotes: Sequence[Quotable],
    written: Sequence[Written],
    attempt: int = 0,
) -> ReplyPrompt[Section]:
    """Return the prompt to write one section."""
    form = "an item or two per paper, so that the papers can be compared" if as_list else "a connected synthesis"
    task = f"Write the section “{_line(name)}” of a literature review, as {form}, of 4 to 10 sentences."
    again = " Keep it short: an earlier try could not be used." if attempt else ""
    return _prompt(task + again, question, outline, quotes, written, ())


def edit_prompt(  # noqa: PLR0913  - one keyword per part of the prompt
    question: str,
    *,
    outline: Sequence[str],
    name: str,
    action: str,
    instruction: str,
    quotes: Sequence[Quotable],
    before: Written | None,
    attempt: int = 0,
) -> ReplyPrompt[Section]:
    """Return the prompt to change a section, or to write one that was added."""
    tasks = {
        "rewrite": "Rewrite this section of a literature review as its reader asks.",
        "expand": "Expand this section of a literature review to about twice its length with what the quotes add.",
        "shorten": "Shorten this section of a literature review to about half its length; keep what matters most.",
        "add": f"Write a further section “{_line(name)}” of a literature review.",
    }
    again = " Keep it short: an earlier try could not be used." if attempt else ""
    extra = [("wish", instruction)] if instruction else []
    shown = [before] if before is not None else []
    return _prompt(tasks[action] + again, question, outline, quotes, shown, extra)


def _prompt(
    task: str,
    question: str,
    outline: Sequence[str],
    quotes: Sequence[Quotable],
    written: Sequence[Written],
    extra: Sequence[tuple[str, str]],
) -> ReplyPrompt[Section]:
    from scholarai.prompting.replies import Section

    texts = [question, *outline, *(q.text for q in quotes), *(w.text for w in written), *(text for _, text in extra)]
    mark = mark_of([*texts, *(w.title for w in written), *(q.label for q in quotes)])
    parts = [
        fenced("outline", mark, "\n".join(outline)),
        *(fenced("written", mark, item.text[:_EARLIER_CHARACTERS], title=item.title) for item in written),
        *(
            fenced(
                "quote",
                mark,
                q.text,
                number=q.number,
                paper=q.label,
                **({"cites": "; ".join(q.cites)} if q.cites else {}),
            )
            for q in quotes
        ),
        *(fenced(name, mark, text) for name, text in extra),
        fenced("question", mark, question),
    ]
    return ReplyPrompt(
        system=f"{task} {_RULES} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(parts),
        temperature=0.2,
        max_output_tokens=3_072,
        reply=Section,
    )


def _line(text: str) -> str:
    return " ".join(text.replace("”", "'").replace("<", "(").replace(">", ")").split())[:200]
