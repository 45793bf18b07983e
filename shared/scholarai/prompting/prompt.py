"""The values that are sent to a model: prompts with their turns, pictures and limits."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from scholarai.prompting.replies import Reply

R = TypeVar("R", bound="Reply")
Effort = Literal["low", "medium"]
# Characters of an English token, on average; providers say about four.
CHARACTERS_PER_TOKEN = 4
_RECEIVED = "I have read this."
# The keywords of JSON schemas that services enforce: developers.openai.com/api/docs/guides/structured-outputs and
# ai.google.dev/gemini-api/docs/structured-output, 2026-11-27.
_KEYWORDS = frozenset(
    "type properties required additionalProperties items anyOf enum const $ref $defs description minimum maximum minItems "
    "maxItems".split()
)


class Turn(Value, frozen=True, kw_only=True):
    """One earlier turn of a conversation."""

    role: str
    text: str


class Prompt(Value, frozen=True, kw_only=True):
    """Instructions, earlier turns and the request, with the bounds of the reply.

    `prefix` stands before the first turn and is the same for every question about the same papers, so that providers can
    cache it. `images` are PNG bytes shown beside `user`. `spare` are parts of `user` that are left out, the last one first,
    if the prompt exceeds the model's context. `temperature` is left out where a model takes none, and where it is None.
    `max_output_tokens` is the length of the visible reply: adapters add what a model may think. `effort` is how much a
    reasoning model should think.
    """

    system: str
    user: str
    prefix: str = ""
    history: tuple[Turn, ...] = ()
    images: tuple[bytes, ...] = ()
    spare: tuple[str, ...] = ()
    temperature: float | None = 0.2
    max_output_tokens: int = 2_048
    effort: Effort = "low"


class ReplyPrompt(Prompt, Generic[R], frozen=True, kw_only=True):
    """A prompt that is answered with JSON; `reply` is the class that has its schema and parses it."""

    reply: type[R]

    def schema(self) -> Mapping[str, Any]:
        """Return the JSON schema of the reply, in the form that services enforce: all fields required, and no others."""
        return _schema(self.reply)

    def example(self) -> str:
        """Return an example reply on one line, for models that get no schema."""
        schema = self.schema()
        return json.dumps(_example(schema, schema.get("$defs", {})))


class Picture(Value, frozen=True, kw_only=True):
    """A PNG of a printed figure, table or equation; `label` names it ("Figure 2", "Equation (3)")."""

    paper_id: PaperId
    label: str
    page_number: int | None
    png: bytes


class ChatLimits(Value, frozen=True, kw_only=True):
    """The temperature and length of an answer, and how much of the conversation and of the papers is shown.

    Papers of at most `whole_tokens` together are shown whole.
    """

    temperature: float = 0.2
    max_output_tokens: int = 2_048
    history_tokens: int = 4_000
    whole_tokens: int = 0


def turns_before(prompt: Prompt) -> tuple[Turn, ...]:
    """Return the turns before the request; the prefix gets a reply, since some models accept no two user turns in a row."""
    if not prompt.prefix:
        return prompt.history
    return (Turn(role="user", text=prompt.prefix), Turn(role="model", text=_RECEIVED), *prompt.history)


@functools.cache
def _schema(reply: type[Reply]) -> Mapping[str, Any]:
    """Return a cached schema: generating one takes 0.6 ms, and a review asks for hundreds of replies."""
    return _strict(reply.model_json_schema())


def _strict(part: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema without what OpenAI's strict mode refuses: titles, defaults, fields that may be left out."""
    kept = {name: value for name, value in part.items() if name in _KEYWORDS}
    for name in kept.keys() & {"properties", "$defs"}:
        kept[name] = {key: _strict(value) for key, value in kept[name].items()}
    if "items" in kept:
        kept["items"] = _strict(kept["items"])
    if "anyOf" in kept:
        kept["anyOf"] = [_strict(value) for value in kept["anyOf"]]
    return kept | ({"required": list(kept["properties"])} if "properties" in kept else {})


def _example(part: Mapping[str, Any], shapes: Mapping[str, Any]) -> Any:
    """Return a value that fits a schema, with one item in each list."""
    if "$ref" in part:
        return _example(shapes[part["$ref"].rpartition("/")[2]], shapes)
    if "anyOf" in part:
        return _example(part["anyOf"][0], shapes)
    if "enum" in part or "const" in part:
        return part["const"] if "const" in part else part["enum"][0]
    if part["type"] == "object":
        return {name: _example(value, shapes) for name, value in part["properties"].items()}
    if part["type"] == "array":
        return [_example(part["items"], shapes)]
    return {"string": "text", "integer": 1, "number": 1, "boolean": True, "null": None}[part["type"]]
