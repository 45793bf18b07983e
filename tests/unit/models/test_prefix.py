"""What stands before all turns is sent first in each protocol, and what the provider reads out of its cache is counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from doubles.model_server import ModelServer
from msgspec.structs import replace
from unit.models.gemini_calls import request
from unit.models.test_http_models import PROTOCOLS, generated
from unit.models.test_http_models import answerer as behind_http

from scholarai.adapters.models.adapting import Asking
from scholarai.adapters.models.chat_models import StreamingAnswerer
from scholarai.adapters.models.gemini.model import request_contents
from scholarai.adapters.models.http.fitting import tokens_at_most
from scholarai.domain.errors import ModelRefusedError
from scholarai.domain.usage import ModelUsage
from scholarai.prompting.prompt import Prompt, Turn

PREFIX = "The papers as a whole."
EARLIER = (Turn(role="user", text="And before?"), Turn(role="model", text="So it was."))


@pytest.fixture
def others() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def usage_of(model: StreamingAnswerer, prefix: str = PREFIX) -> ModelUsage:
    asked = request("Why?", prefix=prefix, history=EARLIER)
    usage = list(model.answer(asked))[-1].usage
    assert usage is not None
    return usage


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_prefix_comes_before_earlier_turns_and_is_answered(others: ModelServer, protocol: str) -> None:
    usage_of(behind_http(others, protocol))

    messages = [message for message in generated(others)[-1]["messages"] if message["role"] != "system"]  # type: ignore[attr-defined]
    assert [message["role"] for message in messages] == ["user", "assistant", "user", "assistant", "user"]
    assert PREFIX in str(messages[0])
    assert "And before?" in str(messages[2])


def test_gemini_gets_it_first_too() -> None:
    prompt = Prompt(system="", user="Why?", prefix=PREFIX, history=EARLIER)
    contents = request_contents(Asking(prompt=prompt, refused=frozenset(), sent=set()), "")

    assert [content.role for content in contents] == ["user", "model", "user", "model", "user"]
    assert [part.text for part in contents[0].parts or []] == [PREFIX]


def test_anthropic_is_told_to_keep_the_prefix_and_nothing_else(others: ModelServer) -> None:
    model = behind_http(others, "anthropic")
    usage_of(model)
    usage_of(model, prefix="")

    kept, plain = ([message["content"] for message in body["messages"]] for body in generated(others))  # type: ignore[attr-defined]
    assert kept[0] == [{"type": "text", "text": PREFIX, "cache_control": {"type": "ephemeral"}}]
    assert "cache_control" not in str(kept[1:]) + str(plain)


@pytest.mark.parametrize(("protocol", "tells"), [("openai", True), ("anthropic", True), ("ollama", False)])
def test_what_came_out_of_the_cache_is_counted(others: ModelServer, protocol: str, tells: bool) -> None:
    usage = usage_of(behind_http(others, protocol))

    assert (0 < usage.cached_tokens < usage.input_tokens) == tells


def test_gemini_s_cached_tokens_are_counted(answerer: StreamingAnswerer) -> None:
    usage = usage_of(answerer)

    assert 0 < usage.cached_tokens < usage.input_tokens


def test_a_prefix_counts_against_the_window_and_is_never_left_out(others: ModelServer) -> None:
    prompt = Prompt(system="", user="Why?")
    with_prefix = replace(prompt, prefix="The kettle boils after ninety seconds. " * 2_000)

    assert tokens_at_most(with_prefix) > tokens_at_most(prompt) + 10_000
    with pytest.raises(ModelRefusedError, match="longer than the model"):
        usage_of(behind_http(others, "ollama"), prefix=with_prefix.prefix)
    assert not generated(others)
