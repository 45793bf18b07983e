"""Servers that do not tell how much they read: their windows are measured, and whatever they cut is noticed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from doubles.model_server import MODEL, ModelServer
from doubles.model_server.server import Cut

from scholarai.adapters.models.http.reach import ASSUMED_TOKENS
from scholarai.adapters.models.registry import chosen_provider
from scholarai.config import Settings
from scholarai.domain.errors import ScholarError
from scholarai.ports.models import LanguageModel
from scholarai.prompting.prompt import Prompt

PASSAGE = "The kettle boils after ninety seconds, as the table shows. " * 20


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        running.tells_window = False
        yield running


@pytest.fixture(params=["openai", "vllm", "anthropic"])
def protocol(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def writer(server: ModelServer, protocol: str, **env: str) -> LanguageModel:
    addresses = {"SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1", "SCHOLARAI_ANTHROPIC_BASE_URL": server.url}
    named = {"ANTHROPIC_API_KEY": "key", "SCHOLARAI_MODEL": f"{protocol}/{MODEL}"}
    made = chosen_provider(Settings.from_env({**addresses, **named, **env})).text_model()
    assert made is not None
    return made


def prompt(passages: int, *, spare: bool = False, most: int = 500) -> Prompt:
    texts = [f"{n}. {PASSAGE}" for n in range(passages)]
    user = "\n\n".join([*texts, "Why?"])
    return Prompt(system="", user=user, spare=tuple(texts[1:]) if spare else (), max_output_tokens=most)


def asked(server: ModelServer) -> list[int]:
    """Return the number of characters of each request."""
    return [len(str(request.body)) for request in server.requests if "messages" in request.body]


@pytest.mark.parametrize("cut", ["window", "room", "half"])
def test_passages_are_left_out_to_fit_what_was_measured(server: ModelServer, protocol: str, cut: Cut) -> None:
    server.cuts, server.window = cut, 4_096

    writer(server, protocol).generate(prompt(40, spare=True))

    assert not server.was_cut
    assert asked(server)[-1] > 2_000


@pytest.mark.parametrize("cut", ["window", "room", "half"])
@pytest.mark.parametrize("over", [1.02, 1.1, 1.3, 3.0])
def test_a_prompt_that_is_cut_by_little_or_much_ends_as_an_error(
    server: ModelServer, protocol: str, cut: Cut, over: float
) -> None:
    long = prompt(20)
    server.cuts, server.window = cut, int(len(long.user) / 4 / over)

    with pytest.raises(ScholarError) as caught:
        writer(server, protocol).generate(long)

    assert caught.value.code in {"prompt_too_long", "prompt_truncated"}


def test_a_server_is_measured_once_and_again_for_longer_prompts(server: ModelServer, protocol: str) -> None:
    server.cuts, server.window = "window", 1_000_000
    made = writer(server, protocol)

    requests = []
    for passages in (10, 10, 8, 40):
        before = len(asked(server))
        made.generate(prompt(passages))
        requests.append(len(asked(server)) - before)

    assert requests == [4, 1, 1, 4]


def test_short_prompts_are_asked_without_measuring(server: ModelServer, protocol: str) -> None:
    writer(server, protocol).generate(prompt(1, most=2_048))

    assert len(asked(server)) == 1


def test_a_server_that_refuses_what_is_too_long_needs_no_window(server: ModelServer, protocol: str) -> None:
    server.window = 6_000
    made = writer(server, protocol)

    made.generate(prompt(12))
    with pytest.raises(ScholarError, match="prompt_too_long"):
        made.generate(prompt(90))

    assert len(asked(server)) == 5


def test_a_server_that_does_not_say_what_it_read_gets_little(server: ModelServer, protocol: str) -> None:
    server.tells_read, server.cuts, server.window = False, "window", ASSUMED_TOKENS

    writer(server, protocol).generate(prompt(40, spare=True))

    assert not server.was_cut


def test_a_window_that_is_set_is_not_measured(server: ModelServer, protocol: str) -> None:
    server.cuts, server.window = "window", 4_096

    writer(server, protocol, SCHOLARAI_MODEL_WINDOW="4096").generate(prompt(40, spare=True))

    assert not server.was_cut
    assert len(asked(server)) == 1


def test_a_text_of_more_tokens_than_foreseen_is_measured_after_it_was_read(server: ModelServer, protocol: str) -> None:
    """The server makes a token of each letter: the prompt that seemed to fit the measured length did not."""
    made = writer(server, protocol)
    server.cuts, server.window = "room", 9_000
    made.generate(prompt(6))
    server.characters_per_token = 1

    with pytest.raises(ScholarError, match="prompt_truncated"):
        made.generate(prompt(10))
