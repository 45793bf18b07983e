"""The functions as the framework loads them, over an embedded store of their own."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import functions_framework
import pytest
from doubles.gemini_server import GeminiServer
from doubles.models import local_model
from doubles.stores import with_empty_store
from flask.testing import FlaskClient
from functions.system import ROOT, SAMPLE, System

from scholarai import bootstrap
from scholarai.domain.ids import PaperId

T = TypeVar("T")


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., FlaskClient]:
    """Return a function that loads a Cloud Function like a new instance, with its own settings."""
    return loader(with_empty_store(tmp_path / "data"), monkeypatch)


def loader(data: Path, environment: pytest.MonkeyPatch) -> Callable[..., FlaskClient]:
    for name in ("GEMINI_API_KEY", "K_SERVICE", "SCHOLARAI_VERTEX_LOCATION"):
        environment.delenv(name, raising=False)
    environment.setenv("SCHOLARAI_DATA", str(data))

    def make(name: str, **settings: str) -> FlaskClient:
        for setting, value in settings.items():
            environment.setenv(setting, value)
        is_local = not os.environ.keys() & {"GEMINI_API_KEY", "SCHOLARAI_EMBEDDER"}
        bootstrap.process = bootstrap.App(embedder=local_model() if is_local else None)
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
    with _gemini(monkeypatch) as server:
        yield server


@contextmanager
def _gemini(environment: pytest.MonkeyPatch) -> Iterator[GeminiServer]:
    with GeminiServer() as server:
        environment.setenv("GEMINI_API_KEY", "key")
        environment.setenv("SCHOLARAI_GEMINI_BASE_URL", server.url)
        yield server


def prepared(folder: Path, fill: Callable[[System], T]) -> tuple[Path, T]:
    """Return a data folder in which something was made once, for tests that work in copies of it, and what was made."""
    with pytest.MonkeyPatch.context() as environment:
        made = fill(System(loader(folder / "data", environment)))
    forget()
    return folder / "data", made


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PaperId]:
    """Return a data folder in which the sample paper was extracted, and the paper's id."""
    return prepared(tmp_path_factory.mktemp("library"), _extracted)


@pytest.fixture(scope="session")
def gemini_library(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PaperId]:
    """Return the same with vectors of Gemini's double."""

    def fill(system: System) -> PaperId:
        with pytest.MonkeyPatch.context() as environment, _gemini(environment):
            return _extracted(system)

    return prepared(tmp_path_factory.mktemp("library"), fill)


@pytest.fixture
def paper_id(request: pytest.FixtureRequest, tmp_path: Path) -> PaperId:
    """Return the id of the sample paper, which is extracted in the test's own copy of a library."""
    name = "gemini_library" if "gemini" in request.fixturenames else "library"
    made: tuple[Path, PaperId] = request.getfixturevalue(name)
    shutil.copytree(made[0], tmp_path / "data", dirs_exist_ok=True)
    return made[1]


def _extracted(system: System) -> PaperId:
    made, event = system.upload(SAMPLE.read_bytes())
    assert system.send(event).status_code == 200
    return made


def forget() -> None:
    """Drop what the composition root keeps for the life of an instance."""
    bootstrap.process = bootstrap.App()


@pytest.fixture(scope="session", autouse=True)
def unfrozen() -> Iterator[None]:
    """Keep instances from freezing what they leave behind, and freeze what pytest holds, so that collecting takes little."""
    gc.collect()
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "freeze", lambda: None)
        yield


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Free a test's instances."""
    yield
    forget()
    gc.collect()
