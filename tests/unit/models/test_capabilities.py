"""What is known of models and servers: capabilities, images, prices, and where servers are looked for."""

from __future__ import annotations

import base64
import ipaddress
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest
from doubles.model_server import MODEL, ModelServer
from unit.models.test_http_models import PROTOCOLS, generated, settings, writer

from scholarai.adapters.models.capabilities import needs_of, room_for_thoughts, temperature_for
from scholarai.adapters.models.offers import found_servers, shown_address
from scholarai.adapters.models.price_list import OLD_AFTER, PRICES
from scholarai.adapters.models.prices import estimate, price_of
from scholarai.adapters.models.registry import chosen_provider
from scholarai.config import Settings
from scholarai.domain.limits import THINKING_TOKENS
from scholarai.domain.spending import Cost
from scholarai.prompting.prompt import Prompt

PROMPT = Prompt(system="", user="Why?", temperature=0.1)


@pytest.mark.parametrize(
    "model",
    [
        *("o1", "o3", "o4-mini", "O4-Mini-2025-04-16", "openai/o3", "azure/o1-preview"),
        *("gpt-5", "gpt-5-mini-2025-08-07", "GPT-5.6-sol", "gpt-6.2-astra", "openai/gpt-5-nano:free", "gpt-oss:20b"),
        *("openai/gpt-oss-120b", "openai.gpt-oss-20b-1:0", "codex-mini-latest"),
        *(
            "Qwen/Qwen3-8B-GGUF",
            "qwen3:8b",
            "qwen3.5-plus",
            "accounts/fireworks/models/qwen3-235b-a22b",
            "Qwen_QwQ-32B",
        ),
        *("qwq:32b", "qwen3-30b-a3b-thinking-2507", "/models/Qwen3-4B-Q4_K_M.gguf", "qwen-max"),
        *("deepseek-reasoner", "deepseek-r1:8b", "deepseek/deepseek-r1-0528:free", "DeepSeek-R1-Distill-Llama-70B"),
        *("hf.co/unsloth/DeepSeek-R1-Distill-Qwen-7B-GGUF:Q4_K_M", "deepseek-v3.1:671b", "deepseek-v4-pro"),
        *("gemini-2.5-flash", "models/gemini-2.5-flash-preview-09-2025", "gemini-3.8-flash", "gemini-4-pro"),
        *("publishers/google/models/gemini-3.1-pro-preview", "google/gemini-2.5-pro:free", "gemini-flash-latest"),
        *("GEMINI-FLASH-LITE-LATEST", "gemini-2.0-flash-thinking-exp", "projects/p/locations/eu/models/gemini-3-flash"),
        *("claude-opus-5-5", "anthropic/claude-sonnet-5.5", "claude-haiku-5-5-20261001", "claude-mythos-preview"),
        *("claude-3.7-sonnet:thinking", "us.anthropic.claude-opus-5-20260901-v1:0"),
        *("Phi-4-mini-reasoning", "magistral-small", "z-ai/glm-5", "moonshotai/kimi-k2-thinking", "x-ai/grok-4"),
    ],
)
def test_a_model_that_thinks_is_known_by_its_name(model: str) -> None:
    assert needs_of(model).thinks
    assert room_for_thoughts(model, "low", is_hosted=False) == THINKING_TOKENS
    assert room_for_thoughts(model, "medium", is_hosted=False) > 2 * THINKING_TOKENS


@pytest.mark.parametrize(
    "model",
    [
        *(
            "gpt-4o",
            "gpt-4.1-mini",
            "gpt-4o-mini-2024-07-18",
            "gpt-3.5-turbo",
            "gpt-5-chat-latest",
            "chatgpt-4o-latest",
        ),
        *("llama3.1:8b", "meta-llama/llama-3.3-70b-instruct", "gemma3:4b", "mistral-small", "tiny:1b", "solo", "foo3"),
        *("qwen2.5:7b", "Qwen2.5-72B-Instruct", "qwen3-30b-a3b-instruct-2507", "qwen3-coder:30b", "deepseek-chat"),
        *("gemini-2.0-flash", "models/gemini-1.5-pro-002", "gemma-3-27b-it"),
        *("claude-sonnet-4-5-20250929", "claude-opus-4@20250514", "claude-3-5-haiku-20241022", "claude-opus-4.8"),
    ],
)
def test_other_models_get_room_only_where_it_costs_nothing(model: str) -> None:
    assert not needs_of(model).thinks
    assert room_for_thoughts(model, "medium", is_hosted=False) == 0
    assert room_for_thoughts(model, "medium", is_hosted=True) == THINKING_TOKENS


@pytest.mark.parametrize(
    ("model", "temperature"),
    [
        ("gemini-3.8-flash", None),
        ("models/gemini-flash-latest", None),
        ("google/gemini-4-pro", None),
        ("gpt-5-mini", None),
        ("o3", None),
        ("claude-opus-4-7", None),
        ("claude-sonnet-5", None),
        ("gemini-2.5-flash", 0.1),
        ("gemini-2.0-flash", 0.1),
        ("gpt-4.1", 0.1),
        ("llama3.1:8b", 0.1),
        ("claude-sonnet-4-5", 0.1),
        ("qwen3:8b", 0.6),
        ("deepseek-r1", 0.6),
    ],
)
def test_the_temperature_is_low_where_the_model_takes_one(model: str, temperature: float | None) -> None:
    assert temperature_for(model, PROMPT) == temperature


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.mark.parametrize("protocol", ["openai", "lmstudio", "vllm", "ollama"])
@pytest.mark.parametrize("sees", [True, False])
def test_a_server_says_whether_its_model_reads_images(server: ModelServer, protocol: str, sees: bool) -> None:
    server.sees = sees

    assert chosen_provider(settings(server, protocol)).takes_images == sees


@pytest.mark.parametrize(
    ("protocol", "env", "shown"),
    [
        ("openai", {}, False),
        ("openai", {"SCHOLARAI_OPENAI_BASE_URL": ""}, True),
        ("vllm", {"SCHOLARAI_MODEL_IMAGES": "yes"}, True),
        ("anthropic", {}, True),
        ("anthropic", {"SCHOLARAI_MODEL_IMAGES": "no"}, False),
    ],
)
def test_where_no_server_tells_companies_models_are_shown_images_and_others_where_it_is_set(
    server: ModelServer, protocol: str, env: dict[str, str], shown: bool
) -> None:
    away = {"SCHOLARAI_OPENAI_BASE_URL": "http://127.0.0.1:1"}

    assert chosen_provider(settings(server, protocol, **{**away, **env})).takes_images == shown


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_images_arrive_in_each_protocol(server: ModelServer, protocol: str) -> None:
    writer(server, protocol).generate(Prompt(system="", user="What is drawn?", images=(b"png",)))

    assert base64.b64encode(b"png").decode() in json.dumps(generated(server)[-1])


USUAL_PORTS = {11_434, 1_234, 8_000, 8_080}
_WATCHES: list[list[tuple[str, int]]] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if _WATCHES and event in {"socket.connect", "socket.getaddrinfo"}:
        host, port = arguments[1][:2] if event == "socket.connect" else arguments[:2]
        _WATCHES[-1].append((str(host), int(port)))


sys.addaudithook(_watch)  # nobody can take it back, so it looks away unless a test watches


@contextmanager
def addresses_asked() -> Iterator[list[tuple[str, int]]]:
    """Yield the hosts and ports that this process connects to or looks up in the body."""
    _WATCHES.append([])
    try:
        yield _WATCHES[-1]
    finally:
        _WATCHES.pop()


def test_nobody_but_this_machine_s_usual_ports_and_the_addresses_that_are_set_is_asked() -> None:
    with ModelServer() as server, addresses_asked() as asked:
        settings = Settings.from_env({"SCHOLARAI_MODEL": f"ollama/{MODEL}", "OLLAMA_HOST": server.url})
        found = found_servers(settings)

    port = int(server.url.rpartition(":")[2])
    assert (server.url, (MODEL,)) in [(one.base_url, one.models) for one in found]
    assert {port for _, port in asked} == USUAL_PORTS | {port}
    assert all(ipaddress.ip_address(host).is_loopback for host, _ in asked)


def test_the_key_goes_to_the_address_that_is_set_and_an_address_is_shown_without_its_password() -> None:
    with ModelServer() as server:
        named = {"SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1", "SCHOLARAI_OPENAI_API_KEY": "k"}
        found_servers(Settings.from_env({**named, "SCHOLARAI_MODEL": f"openai/{MODEL}"}))

        assert [request.headers["authorization"] for request in server.requests] == ["Bearer k"]
    assert shown_address("https://user:word@models.example/v1") == "https://models.example/v1"


TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    "model", ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "gemini-3.8-flash-002", "models/gemini-3.8-flash"]
)
def test_a_version_costs_what_its_name_costs(model: str) -> None:
    assert price_of(model, on=TODAY, overrides={}) is not None


@pytest.mark.parametrize("model", ["gemini-3.8-flash-lite", "claude-sonnet-4-5-mini", "llama3.1:8b", ""])
def test_another_model_is_not_priced_as_the_one_that_its_name_begins_with(model: str) -> None:
    assert estimate(model, 1_000, 1_000, on=TODAY, overrides={}) == Cost(usd=None)


def test_an_unknown_price_is_said_to_be_unknown_and_a_free_model_to_cost_nothing() -> None:
    unknown = estimate("llama3.1:8b", 1_000, 1_000, on=TODAY, overrides={})
    free = estimate("llama3.1:8b", 1_000, 1_000, on=TODAY, overrides={}, free=True)

    assert (unknown.usd, str(unknown)) == (None, "price not known")
    assert (free.usd, free.free, str(free).split(":")[0]) == (0.0, True, "nothing")


def test_the_settings_price_goes_before_the_list_s_and_is_never_old() -> None:
    overrides = {"gemini-3.8-flash": (1.0, 2.0)}

    price = price_of("gemini-3.8-flash", on=TODAY, overrides=overrides)

    assert price is not None
    assert not price.is_old(date.max)
    assert estimate("gemini-3.8-flash", 1_000_000, 500_000, on=TODAY, overrides=overrides) == Cost(usd=2.0)


def test_every_listed_price_names_its_source_and_grows_old() -> None:
    prices = [price for rows in PRICES.values() for price in rows]

    assert all(price.source and price.seen for price in prices)
    assert all(price.is_old((price.seen or TODAY) + OLD_AFTER + timedelta(days=1)) for price in prices)
    assert not any(price.is_old((price.seen or TODAY) + OLD_AFTER) for price in prices)


def test_an_old_price_is_logged_once_a_day(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        estimate("claude-sonnet-4-5", 1, 1, on=date(2027, 12, 31), overrides={})

    assert [record.message for record in caplog.records] == ["price is old"]
