"""The functions as the framework loads them, over an embedded store of their own."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import functions_framework
import pytest
from doubles.gemini_server import GeminiServer
from flask.testing import FlaskClient
from functions.system import ROOT, SAMPLE, System

from scholarai import bootstrap
from scholarai.domain.ids import PaperId


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., FlaskClient]:
    """Return a function that loads a Cloud Function like a new instance, with its own settings."""
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


@pytest.fixture
def gemini(load: Callable[..., FlaskClient], monkeypatch: pytest.MonkeyPatch) -> Iterator[GeminiServer]:
    """Let functions that are loaded from here on answer with Gemini's double."""
    with GeminiServer() as server:
        monkeypatch.setenv("GEMINI_API_KEY", "key")
        monkeypatch.setenv("SCHOLARAI_GEMINI_BASE_URL", server.url)
        yield server


@pytest.fixture
def paper_id(system: System) -> PaperId:
    """Return the sample paper's id, which is extracted."""
    made, event = system.upload(SAMPLE.read_bytes())
    assert system.send(event).status_code == 200
    return made


def forget() -> None:
    """Drop what the composition root keeps for the life of an instance."""
    bootstrap.process = bootstrap.App()


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Free a test's instances: each froze the objects of the process, which the garbage collector then skips."""
    yield
    forget()
    gc.unfreeze()
    gc.collect()
