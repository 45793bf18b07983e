"""Choosing the model on the page: what is kept and shown, what counts from the next question on, and who may ask."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from doubles.model_server import MODEL, Answer, Failure, ModelServer
from flask.testing import FlaskClient
from functions.answers import check
from functions.system import System, body_of

from scholarai import bootstrap
from scholarai.config import Settings
from scholarai.config.connections import with_choice
from scholarai.domain.connections import ModelChoice, ServerAccess
from scholarai.domain.errors import ConflictError
from scholarai.domain.ids import PaperId

SETTINGS = "/settings/models"
KEY = "sk-never-shown-0123456789"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def chat(load: Callable[..., FlaskClient], monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    for name in ("SCHOLARAI_MODEL", "OLLAMA_HOST", "SCHOLARAI_OPENAI_BASE_URL", "SCHOLARAI_OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return load("chat")


def choose(chat: FlaskClient, **body: str | None) -> dict[str, Any]:
    return check(chat.put(SETTINGS, json=body), "model_settings_view")


def kept(tmp_path: Path) -> Path:
    return tmp_path / "data" / "model.json"


def test_without_a_choice_sentences_of_the_papers_answer_and_cost_nothing(chat: FlaskClient) -> None:
    shown = check(chat.get(SETTINGS), "model_settings_view")

    assert (shown["provider"], shown["recipient"], shown["changeable"]) == ("local", None, True)
    assert shown["question"] == {"usd": 0.0, "free": True}
    assert shown["depths"] == []
    assert {"ollama", "openai", "anthropic", "gemini", "local"} <= {offer["name"] for offer in shown["offers"]}


def test_the_next_question_is_answered_by_the_model_that_was_chosen(
    system: System, paper_id: PaperId, server: ModelServer
) -> None:
    ask = {"question": "What does the paper propose?"}
    before = body_of(system.chat.post(f"/papers/{paper_id}/chat", json=ask))

    choose(system.chat, provider="ollama", model=MODEL, base_url=server.url)
    after = body_of(system.chat.post(f"/papers/{paper_id}/chat", json=ask))
    choose(system.chat, provider="local", model="extractive")
    again = body_of(system.chat.post(f"/papers/{paper_id}/chat", json=ask))

    assert [said["usage"]["model"] for said in (before, after, again)] == ["extractive", MODEL, "extractive"]


@pytest.mark.parametrize(
    ("chosen", "cost"),
    [
        ({"provider": "ollama", "model": "own:8b"}, [0.0, 0.0]),
        ({"provider": "openai", "model": "priced", "key": KEY}, [0.06, 0.2]),
        ({"provider": "openai", "model": "unheard-of", "key": KEY}, [None, None]),
    ],
    ids=["of this machine", "priced", "price not known"],
)
def test_what_deeper_answers_take_at_most_is_said_before_one_is_asked(
    chat: FlaskClient, monkeypatch: pytest.MonkeyPatch, chosen: dict[str, str], cost: list[float | None]
) -> None:
    monkeypatch.setenv("SCHOLARAI_MODEL_PRICES", "priced=1:1")

    depths = choose(chat, **chosen)["depths"]

    assert [one["depth"] for one in depths] == ["normal", "deep"]
    assert [one["cost_usd"] for one in depths] == pytest.approx(cost)


def test_a_key_is_kept_for_its_owner_alone_sent_with_questions_and_never_shown(
    chat: FlaskClient, server: ModelServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chosen = choose(chat, provider="openai", model=MODEL, base_url=f"{server.url}/v1", key=KEY)
    tried = check(chat.post(f"{SETTINGS}/try"), "trial_view")

    assert KEY in kept(tmp_path).read_text()
    assert stat.S_IMODE(kept(tmp_path).stat().st_mode) == 0o600
    assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"
    assert tried["problem"] is None
    assert next(offer for offer in chosen["offers"] if offer["name"] == "openai")["has_key"]
    assert KEY not in json.dumps([chosen, body_of(chat.get(SETTINGS))]) + caplog.text
    assert KEY not in repr(bootstrap.process.model_settings.change_models().chosen())


def test_a_key_goes_to_no_other_address_than_the_one_it_was_given_for(
    chat: FlaskClient, server: ModelServer, tmp_path: Path
) -> None:
    choose(chat, provider="openai", model=MODEL, base_url=f"{server.url}/v1", key=KEY)
    choose(chat, provider="openai", model="other")
    assert KEY in kept(tmp_path).read_text()

    choose(chat, provider="openai", model=MODEL, base_url="http://127.0.0.1:9/v1")

    assert KEY not in kept(tmp_path).read_text()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"provider": "nobody", "model": "m"}, "provider_unknown"),
        ({"provider": "ollama", "model": "a\nb"}, "model_invalid"),
        ({"provider": "openai", "model": "m", "key": "k k"}, "key_invalid"),
        ({"provider": "openai", "model": "m", "base_url": "ftp://h/v1"}, "address_invalid"),
        ({"provider": "openai", "model": "m", "base_url": "http://[::1"}, "address_invalid"),
        ({"provider": "openai", "model": "m", "base_url": "http://user:word@h/v1"}, "address_invalid"),
        ({"provider": "openai", "model": "m", "base_url": "http://models.example/v1", "key": "k"}, "address_insecure"),
        ({"provider": "openai", "model": "m", "base_url": "http://127.example.org/v1", "key": "k"}, "address_insecure"),
        ({"provider": "anthropic", "model": "m"}, "model_settings_invalid"),
    ],
)
def test_what_cannot_be_used_is_refused_and_not_kept(
    chat: FlaskClient, tmp_path: Path, body: dict[str, str], code: str
) -> None:
    response = chat.put(SETTINGS, json=body)

    assert (response.status_code, body_of(response)["code"]) == (422, code)
    assert not kept(tmp_path).exists()


def test_a_model_of_the_environment_counts_and_the_page_says_so(
    chat: FlaskClient, load: Callable[..., FlaskClient], server: ModelServer
) -> None:
    choose(chat, provider="openai", model=MODEL, base_url=f"{server.url}/v1", key=KEY)

    again = load("chat", SCHOLARAI_MODEL="ollama/other", OLLAMA_HOST=server.url)
    shown = check(again.get(SETTINGS), "model_settings_view")
    refused = again.put(SETTINGS, json={"provider": "local", "model": "extractive"})

    assert (shown["provider"], shown["model"]) == ("ollama", "other")
    assert all("SCHOLARAI_MODEL" in offer["fixed_by"] for offer in shown["offers"])
    assert (refused.status_code, body_of(refused)["code"]) == (409, "settings_fixed")


def test_a_key_of_the_environment_is_sent_to_no_address_that_the_page_names(
    load: Callable[..., FlaskClient], server: ModelServer
) -> None:
    chat = load("chat", SCHOLARAI_OPENAI_API_KEY=KEY)

    refused = chat.put(SETTINGS, json={"provider": "openai", "model": MODEL, "base_url": f"{server.url}/v1"})

    assert (refused.status_code, body_of(refused)["code"]) == (409, "settings_fixed")
    assert server.requests == []


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, ("kept", "https://kept.example/v1")),
        ({"SCHOLARAI_OPENAI_API_KEY": "set"}, ("set", "")),
        ({"SCHOLARAI_OPENAI_BASE_URL": "https://set.example/v1"}, ("", "https://set.example/v1")),
    ],
)
def test_address_and_key_come_from_one_place(environment: dict[str, str], expected: tuple[str, str]) -> None:
    access = ServerAccess(base_url="https://kept.example/v1", key="kept")
    choice = ModelChoice(provider="openai", model="m", servers={"openai": access})

    settings = Settings.from_env(with_choice(environment, choice))

    assert (settings.openai_api_key, settings.openai_base_url) == expected


def test_trying_says_the_sentence_its_time_and_what_fails(chat: FlaskClient, server: ModelServer) -> None:
    server.script(Answer("It boils water."), Failure(404, body='{"error": "model not found"}'))
    choose(chat, provider="ollama", model=MODEL, base_url=server.url)

    tried = check(chat.post(f"{SETTINGS}/try"), "trial_view")

    assert (tried["text"], tried["keeps_shape"]) == ("It boils water.", False)
    assert tried["seconds"] >= 0
    assert tried["problem"]["code"] == "model_missing"
    assert "ollama pull" in tried["problem"]["action"]


def test_without_a_model_there_is_nothing_to_try(chat: FlaskClient) -> None:
    assert body_of(chat.post(f"{SETTINGS}/try"))["code"] == "no_model"


def test_the_servers_that_answer_are_named_with_their_models(chat: FlaskClient, server: ModelServer) -> None:
    choose(chat, provider="ollama", model=MODEL, base_url=server.url)

    found = check(chat.get(f"{SETTINGS}/found"), "found_servers")["servers"]

    assert {"provider": "ollama", "service": "Ollama", "base_url": server.url, "models": [MODEL]} in found


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("PUT", ""), ("POST", "/try"), ("GET", "/found")])
def test_pages_of_other_sites_see_and_change_nothing(
    load: Callable[..., FlaskClient], method: str, path: str, headers: dict[str, str]
) -> None:
    chat = load("chat", SCHOLARAI_ALLOWED_ORIGINS="https://evil.example")

    response = chat.open(f"{SETTINGS}{path}", method=method, headers=headers, json={"provider": "local", "model": "x"})

    assert (response.status_code, body_of(response)["code"]) == (403, "origin_not_allowed")


def test_where_people_sign_in_the_operator_s_settings_decide(load: Callable[..., FlaskClient]) -> None:
    load("chat", SCHOLARAI_IDENTITY="firebase", SCHOLARAI_IDENTITY_PROJECT="p")

    settings = bootstrap.process.model_settings.change_models()

    assert (settings.is_changeable, settings.chosen()) == (False, None)


@pytest.mark.usefixtures("chat")
def test_nothing_starts_with_a_damaged_file_which_is_named_with_what_to_do(tmp_path: Path) -> None:
    kept(tmp_path).parent.mkdir(exist_ok=True)
    kept(tmp_path).write_text('{"provider": "ollama"')

    with pytest.raises(ConflictError, match=re.escape(str(kept(tmp_path)))) as caught:
        bootstrap.App().settings()

    assert (caught.value.code, caught.value.action.split(",")[0]) == ("model_choice_damaged", "Delete it")
