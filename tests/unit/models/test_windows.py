"""How much a server reads at once is what it says or what is set; nothing is sent to find out."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from doubles.model_server import MODEL, ModelServer
from unit.models.test_adapting import hosted, model
from unit.models.test_http_models import PROTOCOLS, generated, settings

from scholarai.adapters.models.http.ollama import OllamaEndpoint
from scholarai.adapters.models.http.openai import OpenAiEndpoint
from scholarai.adapters.models.registry import chosen_provider
from scholarai.bootstrap import App
from scholarai.domain.errors import ScholarError
from scholarai.prompting.prompt import Prompt

PASSAGE = "The kettle boils after ninety seconds, as the table shows. " * 20


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def prompt(passages: int, *, spare: bool = False) -> Prompt:
    texts = [f"{n}. {PASSAGE}" for n in range(passages)]
    user = "\n\n".join([*texts, "Why?"])
    return Prompt(system="", user=user, spare=tuple(texts[1:]) if spare else (), max_output_tokens=500)


def whole_tokens(server: ModelServer, protocol: str, **env: str) -> int:
    return App(settings(server, protocol, **env)).models.whole_tokens()


@pytest.mark.parametrize("protocol", ["lmstudio", "vllm", "llamacpp", "openai"])
def test_papers_are_shown_whole_that_fit_into_the_window_that_the_server_tells(
    server: ModelServer, protocol: str
) -> None:
    server.window = 30_000

    assert whole_tokens(server, protocol) == 30_000 - 3_000 - 2_048
    assert not generated(server)


def test_llama_cpp_tells_its_window_of_itself_where_its_list_does_not(server: ModelServer) -> None:
    server.tells_window, server.window = False, 16_384

    assert chosen_provider(settings(server, "llamacpp")).window() == 16_384


@pytest.mark.parametrize(("env", "window"), [({}, 8_000), ({"SCHOLARAI_LOCAL_WINDOW_TOKENS": "12000"}, 12_000)])
@pytest.mark.parametrize("protocol", ["vllm", "openai", "anthropic", "ollama"])
def test_a_server_of_one_s_own_that_tells_none_has_the_window_that_is_set(
    server: ModelServer, protocol: str, env: dict[str, str], window: int
) -> None:
    server.tells_window = False

    assert whole_tokens(server, protocol, **env) == window - 3_000 - 2_048


def test_a_server_that_tells_none_is_taken_to_read_what_it_is_set_to_be_shown(server: ModelServer) -> None:
    server.tells_window = False

    provider = chosen_provider(settings(server, "vllm", SCHOLARAI_WHOLE_PAPER_TOKENS="60000"))

    assert provider.window() == 75_000 + 3_000 + 2_048


def test_ollama_has_the_window_that_its_model_s_file_sets(server: ModelServer) -> None:
    server.window, server.parameters = 131_072, 'stop "</s>"\nnum_ctx                        20000\ntemperature 0.6'

    assert whole_tokens(server, "ollama") == 20_000 - 3_000 - 2_048
    endpoint = chosen_provider(settings(server, "ollama")).endpoint()  # type: ignore[attr-defined]
    assert isinstance(endpoint, OllamaEndpoint)
    assert endpoint.window(MODEL) == 131_072


def test_a_model_that_lm_studio_has_not_loaded_is_asked_for_again(server: ModelServer) -> None:
    server.tells_window, server.window = False, 20_000
    before = whole_tokens(server, "lmstudio")
    server.tells_window = True

    assert (before, whole_tokens(server, "lmstudio")) == (8_000 - 3_000 - 2_048, 20_000 - 3_000 - 2_048)


@pytest.mark.parametrize(("window", "tokens"), [(30_000, 30_000 - 3_000 - 2_048 - 2_048), (1_000_000, 60_000)])
def test_a_hosted_model_is_shown_no_more_than_its_service_tells(server: ModelServer, window: int, tokens: int) -> None:
    server.window = window

    assert whole_tokens(server, "openrouter", **hosted(server)) == tokens


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_server_is_asked_for_its_window_once(server: ModelServer, protocol: str) -> None:
    for _ in range(3):
        whole_tokens(server, protocol)
        model(server, f"{protocol}/{MODEL}").generate(prompt(1))

    asked = [request.path for request in server.requests if "messages" not in request.body]
    assert len(asked) == len(set(asked)) <= 1


def test_a_server_that_never_says_does_not_hold_up_questions() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        kept: list[socket.socket] = []

        def accept() -> None:
            with suppress(OSError):
                while True:
                    kept.append(silent.accept()[0])

        threading.Thread(target=accept, daemon=True).start()
        endpoint = _endpoint(silent.getsockname()[1])
        told = [endpoint.window("own") for _ in range(20)]

    assert told == [None] * 20
    assert len(kept) == 1


def _endpoint(port: int) -> OpenAiEndpoint:
    from scholarai.config import Settings

    env = {"SCHOLARAI_MODEL": "vllm/own", "SCHOLARAI_OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1"}
    endpoint = chosen_provider(Settings.from_env(env)).endpoint()  # type: ignore[attr-defined]
    assert isinstance(endpoint, OpenAiEndpoint)
    return endpoint


@pytest.mark.parametrize("protocol", ["openai", "vllm", "anthropic"])
@pytest.mark.parametrize("env", [{}, {"SCHOLARAI_MODEL_WINDOW": "4096"}])
def test_passages_are_left_out_to_fit_a_window_that_is_not_told(
    server: ModelServer, protocol: str, env: dict[str, str]
) -> None:
    server.tells_window, server.cuts, server.window = False, "window", int(env.get("SCHOLARAI_MODEL_WINDOW", "8000"))

    model(server, f"{protocol}/{MODEL}", **env).generate(prompt(60, spare=True))

    assert not server.was_cut
    assert len(generated(server)) == 1
    assert len(str(generated(server)[0])) > 4_000


@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
def test_a_hosted_service_gets_everything_and_says_what_is_too_long(server: ModelServer, protocol: str) -> None:
    server.tells_window, server.window = False, 6_000
    made = model(server, f"{protocol}/{MODEL}", **hosted(server))

    made.generate(prompt(12, spare=True))
    with pytest.raises(ScholarError, match="prompt_too_long"):
        made.generate(prompt(90, spare=True))

    assert len(generated(server)) == 2
    assert "89. The kettle" in str(generated(server)[1])


@pytest.mark.parametrize("protocol", ["vllm", "ollama"])
def test_a_text_of_more_tokens_than_foreseen_that_was_cut_is_noticed(server: ModelServer, protocol: str) -> None:
    """The server makes a token of each letter: the prompt that seemed to fit did not."""
    server.cuts, server.window, server.characters_per_token = "window", 8_192, 1

    with pytest.raises(ScholarError, match="prompt_truncated"):
        model(server, f"{protocol}/{MODEL}").generate(prompt(15))
