"""The functions as the framework loads them, over an embedded store of their own."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import functions_framework
import pytest
from flask.testing import FlaskClient
from functions.system import ROOT, System

from scholarai import bootstrap


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., FlaskClient]:
    """Return what loads a function as a new instance would, with settings of its own."""
    for name in ("GEMINI_API_KEY", "K_SERVICE", "SCHOLARAI_VERTEX_LOCATION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SCHOLARAI_DATA", str(tmp_path / "data"))

    def make(name: str, **settings: str) -> FlaskClient:
        for setting, value in settings.items():
            monkeypatch.setenv(setting, value)
        forget()
        app = functions_framework.create_app(target=name, source=str(ROOT / "functions" / name / "main.py"))
        client: FlaskClient = app.test_client()
        return client

    return make


@pytest.fixture
def system(load: Callable[..., FlaskClient]) -> System:
    return System(load)


def forget() -> None:
    """Drop what the composition root keeps for the life of an instance."""
    bootstrap.process = bootstrap.App()


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Let go of a test's instances, too: each of them froze what was there, which no collection looks at any more."""
    yield
    forget()
    gc.unfreeze()
    gc.collect()
