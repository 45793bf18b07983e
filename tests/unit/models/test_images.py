"""Images, shown to models that read them: who says so, and that they arrive."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

import pytest
from doubles.model_server import ModelServer
from unit.models.test_http_models import PROTOCOLS, generated, settings, writer

from scholarai.adapters.models.registry import chosen_provider
from scholarai.prompting.prompt import Prompt


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
