"""The fallback model is tried for every role, and is asked nowhere that users were not told of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from doubles.model_server import Answer, Failure, ModelServer

from scholarai.adapters.models.chat_models import ModelWithFallback
from scholarai.adapters.models.gemini.client import models_of
from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.config.models import Role
from scholarai.domain.errors import ScholarError
from scholarai.prompting.prompt import Prompt

ROLES: tuple[Role, ...] = ("answer", "rewrite", "weigh", "review", "judge")
OWN_ROLES = ROLES[1:]
PROMPT = Prompt(system="Be brief.", user="Why?")
# Nothing listens there.
DEAD = "127.0.0.1:9"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def app(server: ModelServer, **env: str) -> App:
    at = {"SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1", "OLLAMA_HOST": DEAD, "SCHOLARAI_MODEL": "openai/large"}
    return App(Settings.from_env({**at, **env}))


def asked(server: ModelServer) -> list[object]:
    return [request.body["model"] for request in server.requests if "messages" in request.body]


def written(made: App, role: Role) -> str:
    model = made.models.model_for(role)
    assert model is not None
    return model.generate(PROMPT).text


@pytest.mark.parametrize("role", ROLES)
def test_a_model_of_the_same_provider_is_asked_where_that_of_a_role_fails(server: ModelServer, role: Role) -> None:
    named = {f"SCHOLARAI_{role.upper()}_MODEL": "openai/small"} if role != "answer" else {}
    server.script(*[Failure(503)] * 3)

    assert written(app(server, SCHOLARAI_FALLBACK_MODEL="openai/spare", **named), role)
    assert asked(server)[-1] == "spare"
    assert len(asked(server)) == 4


@pytest.mark.parametrize("role", OWN_ROLES)
def test_a_role_on_this_machine_is_done_by_the_fallback_where_it_cannot_be_reached(
    server: ModelServer, role: Role
) -> None:
    named = {f"SCHOLARAI_{role.upper()}_MODEL": "ollama/own:8b", "SCHOLARAI_MODEL_TIMEOUT_S": "30"}

    assert written(app(server, SCHOLARAI_FALLBACK_MODEL="openai/spare", **named), role)
    assert asked(server) == ["spare"]


def test_what_has_been_paid_for_is_not_paid_to_a_second_model(server: ModelServer) -> None:
    named = {"SCHOLARAI_WEIGH_MODEL": "ollama/own:8b", "OLLAMA_HOST": server.url}
    server.script(*[Answer("", finish="stop")] * 2)

    with pytest.raises(ScholarError, match="model_empty") as caught:
        written(app(server, SCHOLARAI_FALLBACK_MODEL="openai/spare", **named), "weigh")

    assert asked(server) == ["own:8b"] * 2
    assert caught.value.usage is not None


@pytest.mark.parametrize("fallback", ["anthropic/spare", "gemini-3.5-flash-lite", "nobody/spare", "openai/"])
def test_a_fallback_of_a_second_company_or_of_none_is_never_asked(server: ModelServer, fallback: str) -> None:
    keys = {"ANTHROPIC_API_KEY": "key", "GEMINI_API_KEY": "key", "SCHOLARAI_MODEL_TIMEOUT_S": "30"}
    made = app(server, SCHOLARAI_WEIGH_MODEL="ollama/own:8b", SCHOLARAI_FALLBACK_MODEL=fallback, **keys)

    assert not isinstance(made.models.model_for("weigh"), ModelWithFallback)
    with pytest.raises(ScholarError, match="model_unreachable"):
        written(made, "weigh")


def test_gemini_is_not_asked_for_a_fallback_model_of_another_provider() -> None:
    chosen = Settings.from_env({"GEMINI_API_KEY": "key", "SCHOLARAI_FALLBACK_MODEL": "ollama/own:8b"})

    assert models_of(chosen) == ("gemini-3.8-flash",)


@pytest.mark.parametrize(("weighs", "dearest"), [("openai/cheap", (5e-6, 9e-6)), ("ollama/own:8b", (5e-6, 9e-6))])
def test_the_bounds_of_a_deep_answer_count_the_dearer_of_a_role_and_its_fallback(
    server: ModelServer, weighs: str, dearest: tuple[float, float]
) -> None:
    prices = "cheap=1:2,spare=5:9"
    made = app(
        server, SCHOLARAI_WEIGH_MODEL=weighs, SCHOLARAI_FALLBACK_MODEL="openai/spare", SCHOLARAI_MODEL_PRICES=prices
    )

    models = made.models.deep_models()

    assert models is not None
    assert models.weighs.per_token == pytest.approx(dearest)
