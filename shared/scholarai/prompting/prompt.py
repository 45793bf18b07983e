"""What is sent to a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One earlier turn of a conversation."""

    role: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
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
