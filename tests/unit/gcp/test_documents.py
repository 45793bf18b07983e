"""Names and values that Firestore can have."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scholarai.adapters.gcp.documents import can_be_id


@pytest.mark.parametrize("text", ["", ".", "..", "a/b", "__x__", "____", "x" * 1_501, "é" * 751, "\ud800"])
def test_some_texts_can_name_no_document(text: str) -> None:
    assert not can_be_id(text)


@pytest.mark.parametrize("text", ["a", "...", "__x", "x__", "é" * 750, "a b", "\x00", "p1\n"])
def test_most_texts_can(text: str) -> None:
    assert can_be_id(text)


HEAVY = "import sys; print([name for name in ('google.api_core', 'google.auth', 'grpc', 'numpy') if name in sys.modules])"
MAKE = (
    "from scholarai.config import Settings; from scholarai.adapters.gcp.backend import GcpBackend;"
    "backend = GcpBackend(Settings.from_env({'SCHOLARAI_BACKEND': 'gcp', 'GOOGLE_CLOUD_PROJECT': 'p',"
    " 'SCHOLARAI_PAPERS_BUCKET': 'b'}));"
)


def test_making_the_backend_loads_nothing_of_google() -> None:
    assert _printed(MAKE + HEAVY) == "[]"


def test_the_paper_store_alone_loads_neither_storage_nor_pubsub_nor_numpy() -> None:
    found = _printed(
        MAKE + "backend.papers; import sys;"
        "print([name for name in ('google.cloud.storage', 'google.cloud.pubsub_v1', 'numpy') if name in sys.modules])"
    )

    assert found == "[]"


def _printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()
