"""A bundle without Cloud Storage, Pub/Sub or NumPy can use the stores that need none of them."""

from __future__ import annotations

import subprocess
import sys

MAKE = (
    "from scholarai.config import Settings; from scholarai.adapters.gcp.backend import GcpBackend;"
    "backend = GcpBackend(Settings.from_env({'SCHOLARAI_BACKEND': 'gcp', 'GOOGLE_CLOUD_PROJECT': 'p',"
    " 'SCHOLARAI_PAPERS_BUCKET': 'b'}));"
)


def test_the_paper_store_loads_neither_storage_nor_pubsub_nor_numpy() -> None:
    found = _printed(
        MAKE + "backend.papers; import sys;"
        "print([name for name in ('google.cloud.storage', 'google.cloud.pubsub_v1', 'numpy') if name in sys.modules])"
    )

    assert found == "[]"


def _printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()
