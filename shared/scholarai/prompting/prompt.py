"""What is sent to a model."""

from __future__ import annotations

from typing import Any

from scholarai.domain.values import Value


class Turn(Value, frozen=True, kw_only=True):
    """One earlier turn of a conversation."""

    role: str
    text: str


class Prompt(Value, frozen=True, kw_only=True):
    """Instructions, earlier turns and the request, with the bounds of the reply.

    `images` are PNG bytes shown beside `user`. `response_schema` is a JSON schema when JSON is wanted.
    """

    system: str
    user: str
    history: tuple[Turn, ...] = ()
    images: tuple[bytes, ...] = ()
    temperature: float = 0.2
    max_output_tokens: int = 2_048
    response_schema: dict[str, Any] | None = None
