"""The prompt that rewrites a follow-up."""

from __future__ import annotations

from scholarai.prompting.history import rewrite_prompt
from scholarai.prompting.prompt import Turn


def test_a_model_is_asked_for_the_question_alone_with_the_conversation_before_it() -> None:
    prompt = rewrite_prompt("And why?", [Turn(role="user", text="Do bees dance?")])

    assert prompt.user == "Last question: And why?"
    assert prompt.history == (Turn(role="user", text="Do bees dance?"),)
    assert prompt.temperature == 0.0
