"""llama.cpp's server with a tiny model, once per session."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from servers.llama_server import llama_server
from servers.tiny_model import write_tiny_model


@pytest.fixture(scope="session")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the server's address."""
    if not find_spec("xllamacpp"):
        reason = "needs llama.cpp's server: pip install xllamacpp, which has wheels for Linux on x86-64"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    folder = tmp_path_factory.mktemp("llama")
    write_tiny_model(folder / "tiny.gguf")
    with llama_server(folder / "tiny.gguf", folder / "log") as address:
        yield address
