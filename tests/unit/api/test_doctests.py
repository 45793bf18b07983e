"""The examples of the public interface do what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all of them, so that the sample paper is read once."""
    return tmp_path_factory.mktemp("data")


@pytest.mark.parametrize("module", ["scholarai", "scholarai.api", "scholarai.api.library", "scholarai.testing"])
def test_the_examples_of_a_module_do_what_they_say(module: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHOLARAI_DATA", str(data))
    for name in ("GEMINI_API_KEY", "SCHOLARAI_VERTEX_LOCATION", "SCHOLARAI_MODEL"):
        monkeypatch.delenv(name, raising=False)

    results = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)

    assert results.attempted > 0
    assert results.failed == 0
