"""The prompt that puts a follow-up into words to search with."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.prompting.prompt import Prompt, Turn

RULES = (
    "Rewrite the user's last question so that it can be understood without the conversation: put what its pronouns and omissions "
    "stand for into it. Keep its meaning, its language and every number and name. If it asks to change an earlier answer, name "
    "what that answer is about. Do not answer it. Reply with the question alone, on one line."
)
_MOST_TOKENS = 200


def rewrite_prompt(question: str, history: Sequence[Turn]) -> Prompt:
    """Return the prompt to rewrite a follow-up as a self-contained question; the reply's text is the question."""
    return Prompt(
        system=RULES,
        user=f"Last question: {question}",
        history=tuple(history),
        temperature=0.0,
        max_output_tokens=_MOST_TOKENS,
    )
