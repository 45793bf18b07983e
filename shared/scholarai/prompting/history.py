"""Writes the conversation so far for a prompt, and makes the prompts that summarize its older turns and rewrite a follow-up for search."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.prompting.fences import DATA_RULE, fenced, mark_of
from scholarai.prompting.prompt import CHARACTERS_PER_TOKEN, Prompt, Turn

RULES = (
    "Sum up the earlier part of a conversation about scientific papers, so that it can go on without that part. Keep what was asked, "
    "what was answered with its numbers, names and page references, and what the user wants in general (language, length, form). "
    "At most 200 words, no introduction."
)
_SUMMARY_TOKENS = 400
# Characters of one turn: a longer one is cut. A guess; an answer of 2,048 tokens with its quotes has some 12,000.
TURN_CHARACTERS = 12_000


def summary_prompt(before: str, turns: Sequence[Turn]) -> Prompt:
    """Return the prompt to sum up turns, `before` being the summary of those before them or empty."""
    texts = [before, *(turn.text for turn in turns)]
    mark = mark_of(texts)
    parts = [fenced("summary", mark, before)] if before else []
    parts += [fenced(turn.role, mark, turn.text) for turn in turns]
    return Prompt(
        system=f"{RULES} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(parts),
        temperature=0.0,
        max_output_tokens=_SUMMARY_TOKENS,
    )


def with_summary(summary: str, turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Return the turns with the summary of the older ones before the first, which is the user's."""
    if not summary or not turns:
        return tuple(turns)
    first = Turn(role="user", text=f"(Earlier in this conversation: {summary})\n\n{turns[0].text}")
    return (first, *turns[1:])


def latest_turns(turns: Sequence[Turn], max_tokens: int) -> tuple[Turn, ...]:
    """Return the latest questions with their answers, as many as fit and at least one, oldest first; long turns are cut."""
    room = max_tokens * CHARACTERS_PER_TOKEN
    kept: list[Turn] = []
    for at in range(len(turns) - 2, -1, -2):
        pair = [Turn(role=turn.role, text=shortened(turn.text, TURN_CHARACTERS)) for turn in turns[at : at + 2]]
        room -= sum(len(turn.text) for turn in pair)
        if room < 0 and kept:
            break
        kept = [*pair, *kept]
    return tuple(kept)


def shortened(text: str, characters: int) -> str:
    """Return the text, or its beginning up to a word's end."""
    if len(text) <= characters:
        return text
    return f"{text[: characters - 1].rsplit(' ', 1)[0].rstrip()}…"


REWRITE = (
    "Rewrite the user's last question so that it can be understood without the conversation: put what its pronouns and omissions "
    "stand for into it. Keep its meaning, its language and every number and name. If it asks to change an earlier answer, name "
    "what that answer is about. Do not answer it. Reply with the question alone, on one line."
)
_MOST_TOKENS = 200


def rewrite_prompt(question: str, history: Sequence[Turn]) -> Prompt:
    """Return the prompt to rewrite a follow-up as a self-contained question; the reply's text is the question."""
    return Prompt(
        system=REWRITE,
        user=f"Last question: {question}",
        history=tuple(history),
        temperature=0.0,
        max_output_tokens=_MOST_TOKENS,
    )
