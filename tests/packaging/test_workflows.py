"""The workflows deploy what the functions run, and run what was looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


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


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_named_by_commit_and_leave_no_credentials(workflow: Path) -> None:
    used = [step for step in steps(workflow) if "uses" in step]

    assert used
    assert [step["uses"] for step in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", step["uses"])] == []
    for step in used:
        if step["uses"].startswith("actions/checkout@"):
            assert step["with"] == {"persist-credentials": False}
