"""Vectors of servers: what is asked, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.model_server import DIMENSIONS, ModelServer

from scholarai.adapters.models.http.embedder import WINDOW_CHARACTERS, prefixes_of
from scholarai.adapters.models.local.embedder import LocalEmbedder
from scholarai.adapters.models.registry import chosen_embedder, chosen_provider
from scholarai.config import Settings, SettingsError
from scholarai.domain.errors import ScholarError
from scholarai.ports.models import Embedder

NOT_A_NUMBER = float("nan")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def embedder(server: ModelServer, name: str, **env: str) -> Embedder:
    addresses = {"OLLAMA_HOST": server.url, "SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1"}
    settings = Settings.from_env({**addresses, "SCHOLARAI_EMBEDDER": name, "SCHOLARAI_MODEL_TIMEOUT_S": "30", **env})
    made = chosen_embedder(settings, chosen_provider(settings))
    assert made is not None
    return made


@pytest.mark.parametrize("name", ["ollama/nomic-embed-text:v1.5", "lmstudio/nomic-ai/nomic-embed-text-v1.5-GGUF"])
def test_a_model_is_told_what_is_a_question_and_what_a_text(server: ModelServer, name: str) -> None:
    made = embedder(server, name)
    made.embed_query("Why?")
    made.embed_texts(["One.", "Two."])

    asked, texts = (request.body for request in server.requests)
    assert asked["input"] == ["search_query: Why?"]
    assert texts["input"] == ["search_document: One.", "search_document: Two."]
    assert texts["model"] == name.partition("/")[2]
    assert texts.get("truncate") is (False if name.startswith("ollama") else None)


def test_a_long_text_is_sent_in_windows_and_many_texts_in_batches(server: ModelServer) -> None:
    [long, *_] = embedder(server, "ollama/any").embed_texts(["A kettle boils. " * 200] + ["Short."] * 40)

    sent = [text for request in server.requests for text in request.body["input"]]
    assert len(long.windows) > 3
    assert max(map(len, sent)) <= WINDOW_CHARACTERS
    assert len(server.requests) == 2


def test_unknown_models_are_told_nothing() -> None:
    assert prefixes_of("bge-m3") == prefixes_of("")


@pytest.mark.parametrize("name", ["ollama/any", "vllm/any"])
def test_vectors_of_another_length_are_brought_to_one(server: ModelServer, name: str) -> None:
    server.script_vectors([[0.5] * DIMENSIONS])

    assert sum(value * value for value in embedder(server, name).embed_query("Why?")) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("vectors", "said"),
    [
        ([[0.5] * DIMENSIONS] * 2, "2 vectors came for 1"),
        ([[0.5] * 1_024], "1024 dimensions"),
        ([[0.0] * DIMENSIONS], "without a direction"),
        ([[NOT_A_NUMBER] * DIMENSIONS], "without a direction"),
    ],
)
@pytest.mark.parametrize("name", ["ollama/any", "vllm/any"])
def test_vectors_that_cannot_be_compared_are_refused(
    server: ModelServer, name: str, vectors: list[list[float]], said: str
) -> None:
    server.script_vectors(*[vectors] * 3)

    with pytest.raises(ScholarError, match=said) as caught:
        embedder(server, name).embed_query("Why?")

    assert caught.value.code == "embedding_mismatch"


def test_a_model_with_other_dimensions_is_asked_for_by_their_number(server: ModelServer) -> None:
    server.script_vectors([[0.5] * 1_024])

    assert embedder(server, "ollama/any", SCHOLARAI_EMBEDDING_DIMENSIONS="1024").embed_query("Why?").shape == (1_024,)


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"SCHOLARAI_EMBEDDER": "nomic-embed-text"}, "ollama/NAME"),
        ({"SCHOLARAI_EMBEDDER": "gemini/x"}, "ollama/NAME"),
        (
            {"SCHOLARAI_EMBEDDER": "anthropic/x", "ANTHROPIC_API_KEY": "k", "SCHOLARAI_MODEL": "anthropic/y"},
            "no vectors",
        ),
        ({"SCHOLARAI_EMBEDDER": "ollama/x", "OLLAMA_HOST": "gpu.lab"}, "nobody but"),
        (
            {"SCHOLARAI_EMBEDDER": "openai/x", "SCHOLARAI_OPENAI_API_KEY": "k", "SCHOLARAI_MODEL": "ollama/y"},
            "nobody but",
        ),
    ],
)
def test_texts_go_nowhere_that_is_not_told(env: dict[str, str], said: str) -> None:
    settings = Settings.from_env(env)

    with pytest.raises(SettingsError, match=said):
        chosen_embedder(settings, chosen_provider(settings))


def test_this_machine_s_own_model_makes_vectors_beside_any_model_that_answers(tmp_path: Path) -> None:
    # What is known of the weights is kept in the data folder.
    named = {"SCHOLARAI_EMBEDDER": "local/E5", "SCHOLARAI_MODEL": "ollama/y", "SCHOLARAI_DATA": str(tmp_path)}
    settings = Settings.from_env(named)

    assert isinstance(chosen_embedder(settings, chosen_provider(settings)), LocalEmbedder)


def test_vectors_may_be_made_where_answers_are(server: ModelServer) -> None:
    settings = Settings.from_env(
        {"SCHOLARAI_EMBEDDER": "ollama/x", "SCHOLARAI_MODEL": "ollama/y", "OLLAMA_HOST": "gpu.lab"}
    )

    provider = chosen_provider(settings)

    assert chosen_embedder(settings, provider) is not None
    assert provider.recipient is not None
    assert provider.recipient.models == ("y", "x")
