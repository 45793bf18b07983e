"""Validates a model's JSON reply by its class, and asks once more for one that does not fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from scholarai.domain.visible import visible_strings
from scholarai.ports.models import Generation, TypedReply, UnusableAnswerError
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt, Turn

# Bounds the complaint that is sent back to the model, since field names in it may be the model's own words.
_COMPLAINT_CHARACTERS = 300


def ask_for_reply(generate: Callable[[Prompt], Generation], prompt: ReplyPrompt[R]) -> TypedReply[R]:
    """Return the reply that `generate` gives; nothing is repaired.

    A reply of another shape is asked for once more, with what was wrong and twice the room if it was cut off.

    Raises:
        UnusableAnswerError: `model_malformed` when the second reply does not fit either.
    """
    first = generate(prompt)
    reply, wrong = _parsed(first.text, prompt.reply)
    if reply is not None:
        return TypedReply(reply=reply, usage=first.usage)
    second = generate(_asked_again(prompt, first, wrong))
    usage = second.usage.after(first.usage)
    reply, _ = _parsed(second.text, prompt.reply)
    if reply is None:
        raise UnusableAnswerError(
            "model_malformed",
            "the model's answer does not have the shape asked for",
            action="Ask again in a moment.",
            usage=usage,
        )
    return TypedReply(reply=reply, usage=usage)


def _parsed(text: str, kind: type[R]) -> tuple[R | None, str]:
    """Return the reply without hidden characters, or what is wrong with it."""
    from pydantic import ValidationError

    try:
        return kind.model_validate(visible_strings(json.loads(text))), ""
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        return None, f"{place}: {first['msg']}"[:_COMPLAINT_CHARACTERS]
    except (ValueError, RecursionError):
        return None, "it is not valid JSON"


def _asked_again(prompt: ReplyPrompt[R], reply: Generation, wrong: str) -> ReplyPrompt[R]:
    turns = (Turn(role="user", text=prompt.user), Turn(role="assistant", text=reply.text))
    room = 2 if reply.finish == "length" else 1
    return replace(
        prompt,
        history=(*prompt.history, *turns),
        user=f"Your answer cannot be used: {wrong}. Answer again, with JSON of the given schema and nothing else.",
        max_output_tokens=room * prompt.max_output_tokens,
    )
