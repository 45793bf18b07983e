"""Asks a model to make a follow-up stand for itself."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.prompting.history import fit_history
from scholarai.prompting.prompt import Prompt, Turn


def rewrite_prompt(question: str, history: Sequence[Turn], *, history_tokens: int) -> Prompt:
    """Return the request to rewrite a follow-up so that it stands for itself; the reply's text is the question."""
    return Prompt(
        system=(
            "Rewrite the user's last question so that it can be understood without the conversation: put what its pronouns "
            "and omissions stand for into it. Keep its meaning, language and every number and name. Do not answer it. "
            "Reply with the question alone, on one line."
        ),
        user=f"Last question: {question}",
        history=fit_history(history, history_tokens),
        temperature=0.0,
        max_output_tokens=200,
    )
