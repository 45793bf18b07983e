"""What everybody may know of a deployment: who gets texts, how long they are kept, and where the source is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from functions.answers import check

from scholarai import bootstrap

GEMINI = {"SCHOLARAI_MODEL": "big", "SCHOLARAI_FALLBACK_MODEL": "small", "SCHOLARAI_EMBEDDING_MODEL": "vectors"}
VERTEX = {**GEMINI, "GOOGLE_CLOUD_PROJECT": "p"}


def deployment(load: Callable[..., FlaskClient], **settings: str) -> Any:
    return check(load("chat", **settings).get("/deployment"), "deployment")


def test_without_a_model_nobody_gets_anything_and_things_are_kept_until_they_are_deleted(
    load: Callable[..., FlaskClient],
) -> None:
    said = deployment(load)

    assert (said["recipient"], said["paper_days"], said["review_days"]) == (None, None, None)
    assert (said["session_days"], said["source_url"]) == (None, None)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"SCHOLARAI_VERTEX_LOCATION": "europe-west1"}, ("Google", "Vertex AI", "europe-west1", False)),
        ({"SCHOLARAI_VERTEX_LOCATION": "global"}, ("Google", "Vertex AI", None, False)),
        ({"GEMINI_API_KEY": "k"}, ("Google", "the Gemini API", None, True)),
        (
            {"GEMINI_API_KEY": "k", "SCHOLARAI_VERTEX_LOCATION": "eu"},  # the key goes before
            ("Google", "the Gemini API", None, True),
        ),
        (
            {"GEMINI_API_KEY": "k", "SCHOLARAI_GEMINI_BASE_URL": "https://models.example/v1"},
            ("models.example", "the Gemini API", None, True),
        ),
    ],
)
def test_a_model_s_provider_its_place_and_its_models_are_named(
    load: Callable[..., FlaskClient], settings: dict[str, str], expected: tuple[object, ...]
) -> None:
    recipient = deployment(load, **{**VERTEX, **settings})["recipient"]

    assert tuple(recipient[name] for name in ("company", "service", "place", "keyed")) == expected
    assert recipient["models"] == ["big", "small", "vectors"]


def test_retention_and_source_are_those_of_the_settings_and_no_token_is_asked_for(
    load: Callable[..., FlaskClient],
) -> None:
    said = deployment(
        load,
        SCHOLARAI_IDENTITY="firebase",
        SCHOLARAI_IDENTITY_PROJECT="p",
        SCHOLARAI_PAPER_DAYS="30",
        SCHOLARAI_SOURCE_URL="https://git.example/ours",
    )

    assert (said["paper_days"], said["source_url"]) == (30, "https://git.example/ours")


def test_whether_the_library_can_only_be_read_is_told(load: Callable[..., FlaskClient]) -> None:
    assert deployment(load)["read_only"] is False
    bootstrap.process.backend().objects.put("a", b"", content_type="application/pdf")  # a library that is there
    assert deployment(load, SCHOLARAI_READ_ONLY="1")["read_only"] is True
