"""The settings that callers from the web depend on."""

from __future__ import annotations

import pytest

from scholarai.config import Settings, SettingsError

CLOUD = {"GOOGLE_CLOUD_PROJECT": "papers-test", "SCHOLARAI_PAPERS_BUCKET": "papers", "SCHOLARAI_BACKEND": "gcp"}


def test_on_one_machine_everybody_is_the_local_user() -> None:
    assert Settings.from_env({}).identity == "local"


def test_in_the_cloud_tokens_of_the_own_project_are_asked_for() -> None:
    settings = Settings.from_env(CLOUD)

    assert (settings.identity, settings.identity_project) == ("firebase", "papers-test")


def test_a_service_on_google_cloud_never_takes_everybody_for_the_local_user() -> None:
    with pytest.raises(SettingsError, match="SCHOLARAI_IDENTITY"):
        Settings.from_env({**CLOUD, "K_SERVICE": "status", "SCHOLARAI_IDENTITY": "local"})


def test_allowed_origins_are_listed_with_commas() -> None:
    settings = Settings.from_env({"SCHOLARAI_ALLOWED_ORIGINS": "https://a.example, http://localhost:5173"})

    assert settings.allowed_origins == ("https://a.example", "http://localhost:5173")


@pytest.mark.parametrize("text", ["*", "a.example", "https://*.example", "https://a.example/", "ftp://a.example"])
def test_an_origin_that_is_not_exact_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="SCHOLARAI_ALLOWED_ORIGINS"):
        Settings.from_env({"SCHOLARAI_ALLOWED_ORIGINS": text})


def test_whose_tokens_count_cannot_be_changed_in_the_cloud() -> None:
    with pytest.raises(SettingsError, match="SCHOLARAI_IDENTITY_CERTIFICATES"):
        Settings.from_env(
            {
                "K_SERVICE": "chat",
                "GOOGLE_CLOUD_PROJECT": "p",
                "SCHOLARAI_PAPERS_BUCKET": "b",
                "SCHOLARAI_IDENTITY_CERTIFICATES": "http://127.0.0.1/certificates",
            }
        )


def test_settings_that_were_read_stay_as_they_are() -> None:
    settings = Settings.from_env({})

    with pytest.raises(AttributeError, match="max_pages is read-only"):
        settings.max_pages = 1

    assert settings.max_pages == 1_500
