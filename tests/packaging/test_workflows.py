"""The workflows deploy what the functions run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]


def steps(workflow: Path) -> Iterator[dict[str, Any]]:
    for job in yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values():
        yield from job["steps"]


def test_bundles_are_built_with_the_python_of_the_functions() -> None:
    function = (ROOT / "terraform" / "modules" / "function" / "main.tf").read_text(encoding="utf-8")
    runtime = re.search(r'runtime\s*= "python(\d)(\d+)"', function)
    (python,) = [
        step["with"]["python-version"]
        for step in steps(ROOT / ".github" / "workflows" / "deploy.yml")
        if step.get("uses", "").startswith("actions/setup-python@")
    ]

    assert runtime is not None
    assert python == f"{runtime[1]}.{runtime[2]}"
