"""The settings choose a provider of models, and each row of the table makes what a provider offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from scholarai.adapters.models.gemini.client import models_of
from scholarai.adapters.models.registry import PROVIDERS, chosen_provider
from scholarai.bootstrap import App
from scholarai.config import Settings, SettingsError

KEY = {"GEMINI_API_KEY": "key"}
KEYS = {**KEY, "SCHOLARAI_OPENAI_API_KEY": "key", "ANTHROPIC_API_KEY": "key"}


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
        App(settings(SCHOLARAI_MODEL="gemini/gemini-9")).require_models()


def test_gemini_is_asked_for_names_without_its_own() -> None:
    chosen = settings(SCHOLARAI_MODEL="gemini/one", SCHOLARAI_FALLBACK_MODEL="gemini/two")

    assert models_of(chosen) == ["one", "two"]


@pytest.mark.parametrize(("env", "shown"), [({}, False), (KEY, True)])
def test_pictures_of_pages_are_shown_to_a_model_that_takes_them(
    env: dict[str, str], shown: bool, tmp_path: Path
) -> None:
    app = App(settings(**env, SCHOLARAI_DATA=str(tmp_path)))

    assert (app.ask_papers().figures is not None) == shown


@pytest.mark.parametrize(("env", "answers"), [({}, False), (KEY, True)])
def test_sentences_stand_in_for_a_model_and_cost_nothing(env: dict[str, str], answers: bool) -> None:
    app = App(settings(**env))

    assert (app.stand_in() is not None) == answers
    assert (app.price_per_token() is not None) == answers
