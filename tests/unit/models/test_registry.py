"""The settings choose a provider of models, and each row of the table makes what a provider offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from scholarai.adapters.models.gemini.client import models_of
from scholarai.adapters.models.offers import offers
from scholarai.adapters.models.registry import PROVIDERS, chosen_provider
from scholarai.bootstrap import App
from scholarai.config import Settings, SettingsError
from scholarai.config.models import Access, Models, Role
from scholarai.config.setting import declared
from scholarai.domain.plugins import ProviderRow
from scholarai.services.library.reranking import ModelReranker

KEY = {"GEMINI_API_KEY": "key"}
KEYS = {setting.name: "key" for setting in declared(Models) if isinstance(setting, Access) and setting.kind == "key"}


def settings(**env: str) -> Settings:
    return Settings.from_env(env)


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_provider_makes_the_models_that_it_names(name: str) -> None:
    provider = chosen_provider(settings(**KEYS, SCHOLARAI_MODEL=f"{name}/extractive"))
    text_model = provider.text_model()

    assert provider.model == provider.answerer().name == "extractive"
    assert text_model is None or text_model.name == "extractive"


@pytest.mark.parametrize(
    ("env", "model"),
    [
        ({}, "extractive"),
        (KEY, "gemini-3.8-flash"),
        ({"SCHOLARAI_VERTEX_LOCATION": "europe-west1", "GOOGLE_CLOUD_PROJECT": "p"}, "gemini-3.8-flash"),
        ({**KEY, "SCHOLARAI_MODEL": "models/gemini-9"}, "models/gemini-9"),
        ({**KEY, "SCHOLARAI_MODEL": "gemini/gemini-9"}, "gemini-9"),
        ({**KEY, "SCHOLARAI_MODEL": "local/extractive"}, "extractive"),
    ],
)
def test_a_name_chooses_its_provider_and_a_name_alone_gemini_where_it_is_set_up(
    env: dict[str, str], model: str
) -> None:
    assert chosen_provider(settings(**env)).model == model


def test_a_provider_that_is_named_and_not_set_up_stops_what_would_be_served() -> None:
    with pytest.raises(SettingsError, match="GEMINI_API_KEY"):
        App(settings(SCHOLARAI_MODEL="gemini/gemini-9")).models.require_models()


def test_gemini_is_asked_for_names_without_its_own() -> None:
    chosen = settings(SCHOLARAI_MODEL="gemini/one", SCHOLARAI_FALLBACK_MODEL="gemini/two")

    assert models_of(chosen) == ("one", "two")


@pytest.mark.parametrize(("env", "shown"), [({}, False), (KEY, True)])
def test_pictures_of_pages_are_shown_to_a_model_that_takes_them(
    env: dict[str, str], shown: bool, tmp_path: Path
) -> None:
    figures = App(settings(**env, SCHOLARAI_DATA=str(tmp_path))).chat.ask_papers().figures()

    assert figures is not None
    assert figures.sees() == shown


@pytest.mark.parametrize(
    ("env", "tokens"),
    [
        ({}, 0),
        (KEY, 60_000),
        (KEY | {"SCHOLARAI_WHOLE_PAPER_TOKENS": "0"}, 0),
        ({"SCHOLARAI_MODEL": "ollama/small"}, 8_000 - 3_000 - 2_048),
        ({"SCHOLARAI_MODEL": "ollama/small", "SCHOLARAI_LOCAL_WINDOW_TOKENS": "4096"}, 0),
        ({"SCHOLARAI_MODEL": "ollama/qwen3:8b", "SCHOLARAI_LOCAL_WINDOW_TOKENS": "9000"}, 9_000 - 3_000 - 2 * 2_048),
        ({"SCHOLARAI_MODEL": "ollama/small", "SCHOLARAI_MODEL_WINDOW": "90000"}, 90_000 - 3_000 - 2_048),
        ({"SCHOLARAI_MODEL": "ollama/small", "SCHOLARAI_WHOLE_PAPER_TOKENS": "9000"}, 9_000),
    ],
)
def test_papers_are_shown_whole_that_fit_into_the_window(env: dict[str, str], tokens: int, tmp_path: Path) -> None:
    rules = App(settings(**env, SCHOLARAI_DATA=str(tmp_path))).chat.ask_papers().rules

    assert rules.limits.whole_tokens == tokens


def test_the_most_tokens_of_a_whole_paper_have_bounds() -> None:
    with pytest.raises(SettingsError, match="SCHOLARAI_WHOLE_PAPER_TOKENS must be from 0 to 2000000"):
        settings(SCHOLARAI_WHOLE_PAPER_TOKENS="-1")


@pytest.mark.parametrize(("env", "answers"), [({}, False), (KEY, True)])
def test_sentences_stand_in_for_a_model_and_cost_nothing(env: dict[str, str], answers: bool) -> None:
    app = App(settings(**env))

    assert (app.models.stand_in() is not None) == answers
    assert (app.models.price_per_token() is not None) == answers


def test_a_role_has_the_model_that_is_named_for_it_and_users_are_told_of_it() -> None:
    named = {"SCHOLARAI_WEIGH_MODEL": "anthropic/small", "SCHOLARAI_JUDGE_MODEL": "ollama/own:8b"}
    app = App(settings(**KEYS, SCHOLARAI_MODEL="anthropic/large", **named))

    roles: tuple[Role, ...] = ("answer", "rewrite", "weigh", "judge")
    models = [app.models.model_for(role) for role in roles]
    assert [model and model.name for model in models] == ["large", "large", "small", "own:8b"]
    recipient = app.models.provider().recipient
    assert recipient is not None
    assert recipient.models == ("large", "small")


def test_geminis_roles_are_named_to_users_too() -> None:
    app = App(settings(**KEY, SCHOLARAI_REVIEW_MODEL="gemini/gemini-8", SCHOLARAI_REWRITE_MODEL="gemini-7"))

    recipient = app.models.provider().recipient
    assert recipient is not None
    assert {"gemini-8", "gemini-7"} < set(recipient.models)
    assert [model.name for role in ("review", "rewrite") if (model := app.models.model_for(role))] == [
        "gemini-8",
        "gemini-7",
    ]


def test_a_role_of_a_second_company_stops_what_would_be_served() -> None:
    chosen = settings(**KEYS, SCHOLARAI_MODEL="anthropic/large", SCHOLARAI_REWRITE_MODEL="openai/small")

    with pytest.raises(SettingsError, match=r"SCHOLARAI_REWRITE_MODEL names a model of api\.openai\.com"):
        App(chosen).models.require_models()


def test_the_model_that_weighs_orders_passages() -> None:
    chosen = settings(**KEYS, SCHOLARAI_MODEL="anthropic/large", SCHOLARAI_RERANKER="model")

    assert isinstance(App(chosen).models.reranker(), ModelReranker)


def test_nothing_is_reordered_unless_it_is_wanted() -> None:
    assert App(settings(**KEYS, SCHOLARAI_MODEL="anthropic/large")).models.reranker() is None


def test_a_reranker_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SettingsError, match="SCHOLARAI_RERANKER"):
        settings(SCHOLARAI_RERANKER="cross-encoder")


def test_a_provider_is_offered_by_its_row_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ProviderRow(title="Mine", made_by=PROVIDERS["local"].made_by, is_local=True)
    monkeypatch.setitem(PROVIDERS, "mine", row)

    (mine,) = [offer for offer in offers({}) if offer.name == "mine"]

    assert (mine.title, mine.is_local, mine.needs_key) == ("Mine", True, False)
    assert chosen_provider(settings(SCHOLARAI_MODEL="mine/any")).model == "extractive"
