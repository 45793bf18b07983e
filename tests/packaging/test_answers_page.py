"""docs/answers.md names every field, event, reason and code that an answer may come with."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

from scholarai.citations.sections import MOST_CITATIONS
from scholarai.domain.chat import RefusalReason
from scholarai.entrypoints.chat_schemas import EVENTS

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "shared" / "scholarai" / "adapters" / "models"
PAGE = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
MAKERS = {"failed", "refused", "TransientError"}


def test_every_code_of_a_models_failure_is_explained() -> None:
    calls = [
        node
        for source in (*MODELS.glob("*.py"), *MODELS.glob("gemini/*.py"), *MODELS.glob("http/*.py"))
        if source.name not in {"embedder.py", "rows.py"}  # without vectors words decide, which is no failure
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS
    ]
    first = [node.args[0] for node in calls if node.args]
    codes = {argument.value for argument in first if isinstance(argument, ast.Constant)}

    assert len(codes) >= 11
    assert codes - set(re.findall(r"`([a-z_]+)`", PAGE)) == set()


def test_every_event_and_every_reason_is_explained() -> None:
    said = set(re.findall(r"`([a-z_]+)`", PAGE))

    assert set(EVENTS) - said == set()
    assert set(get_args(RefusalReason)) - said == set()


def test_the_page_names_the_bound_of_the_code() -> None:
    assert f"more than {MOST_CITATIONS} citations" in PAGE
