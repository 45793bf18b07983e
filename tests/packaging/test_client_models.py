"""The client's values are those of the published schemas."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scholarai.client import models

ROOT = Path(__file__).parents[2]


def test_the_checked_in_models_are_what_the_schemas_say() -> None:
    ran = subprocess.run([sys.executable, ROOT / "tools" / "client_models.py", "--check"], check=False)

    assert ran.returncode == 0, "run `python tools/client_models.py`"


def test_a_field_of_a_newer_server_is_kept() -> None:
    begun = models.Begun.model_validate_json('{"session_id": "s", "message_n": 1, "mood": "good"}')

    assert begun.model_dump() == {"session_id": "s", "message_n": 1, "mood": "good"}
