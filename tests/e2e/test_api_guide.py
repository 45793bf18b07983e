"""The commands of the API guide do what it says, in its order."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from e2e.serving import Server

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_every_command_of_the_guide_runs(server: Server, tmp_path: Path) -> None:
    script = "\n".join(BLOCK.findall((ROOT / "docs" / "api-guide.md").read_text(encoding="utf-8")))
    script = script.replace("localhost:8080", f"127.0.0.1:{server.port}").replace("PAPER=", f"PAPER={ROOT}/")

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    for said in (
        '"status":"completed"',
        "[exact] p.",
        "event: begun",
        "event: done",
        "\n304\n",
        '"verdict":"altered","text":"For 23 people the exact probability is 0.5073","changes":["number"]',
        "n.d.) How Likely Is a Shared Birthday?",
    ):
        assert said in done.stdout
    assert len(re.findall(r"^[0-9a-f]{32}$", done.stdout, re.MULTILINE)) == 1  # announced twice with one key
    assert list(tmp_path.iterdir()) == []
