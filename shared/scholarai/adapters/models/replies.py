"""Finds a model's JSON in its reply and validates it by its class."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from scholarai.domain.invisible_characters import visible_strings
from scholarai.ports.models import Generation
from scholarai.prompting.prompt import R, ReplyPrompt, Turn

# Bounds the complaint that is sent back to the model, since field names in it may be the model's own words.
_COMPLAINT_CHARACTERS = 300
# Braces that are tried as the beginning of an object, since text before it may have some. A guess.
_MOST_BEGINNINGS = 50


def parsed_reply(text: str, kind: type[R]) -> tuple[R | None, str]:
    """Return the first JSON object in a text that is a valid reply, without hidden characters, or the error of the first object.

    Models write reasoning, greetings and code fences around it, or answer twice.
    """
    from pydantic import ValidationError

    wrong = ""
    for value in _objects(text):
        try:
            return kind.model_validate(visible_strings(value)), ""
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            place = ".".join(map(str, first["loc"])) or "the whole"
            wrong = wrong or f"{place}: {first['msg']}"[:_COMPLAINT_CHARACTERS]
    return None, wrong or "it is not valid JSON"


def asked_again(prompt: ReplyPrompt[R], reply: Generation, wrong: str) -> ReplyPrompt[R]:
    """Return the prompt that asks once more, with what was wrong and twice the room if the reply was cut off."""
    turns = (Turn(role="user", text=prompt.user), Turn(role="assistant", text=reply.text))
    room = 2 if reply.finish == "length" else 1
    return replace(
        prompt,
        history=(*prompt.history, *turns),
        user=f"Your answer cannot be used: {wrong}. Answer again, with JSON of the given schema and nothing else.",
        max_output_tokens=room * prompt.max_output_tokens,
    )


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in a text, in order."""
    decoder, at = json.JSONDecoder(), 0
    for _ in range(_MOST_BEGINNINGS):
        at = text.find("{", at)
        if at < 0:
            return
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
        else:
            yield value
