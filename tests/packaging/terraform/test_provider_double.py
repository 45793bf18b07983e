"""The provider that stands in for Google's knows its schema: errors planted into the files are found."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.terraform_schema.workspace import Workspace

PLANTED = [
    pytest.param(
        "topics.tf", "ack_deadline_seconds       = 600", "ack_deadline_second = 600", id="a misspelt argument"
    ),
    pytest.param("topics.tf", "push_config {", "push_configuration {", id="a misspelt block"),
    pytest.param("scheduler.tf", 'schedule         = "*/5 * * * *"', "schedule = []", id="a value of another type"),
    pytest.param("firestore.tf", 'type        = "FIRESTORE_NATIVE"', "", id="a required argument that lacks"),
    pytest.param(
        "buckets.tf", 'google_storage_bucket" "site', 'google_storage_buckets" "site', id="an unknown resource"
    ),
    pytest.param(
        "outputs.tf",
        "google_compute_global_address.page.address",
        "google_compute_global_address.page.ip",
        id="an unknown result",
    ),
    pytest.param("identity.tf", "sign_in {", "sign_in {}\n  sign_in {", id="a second block where one may be"),
    pytest.param("firestore.tf", "daily_recurrence {}", "daily_recurrence = true", id="a block written as an argument"),
    pytest.param(
        "modules/function/outputs.tf",
        "service_config[0].uri",
        "service_config[0].url",
        id="an unknown result in a block",
    ),
]


@pytest.mark.parametrize(("name", "right", "wrong"), PLANTED)
def test_validate_refuses(workspace: Workspace, name: str, right: str, wrong: str) -> None:
    with edited(workspace.folder / name, right, wrong):
        done = workspace.run("validate", "-no-color")

    assert done.returncode != 0
    assert "Error:" in done.stderr


def test_a_bundle_of_other_sources_than_these_is_not_deployed(workspace: Workspace) -> None:
    with (
        edited(workspace.folder.parent / "functions" / "status" / "main.py", "status", "Status"),
        pytest.raises(AssertionError, match="make bundles"),
    ):
        workspace.plan()


@contextlib.contextmanager
def edited(path: Path, right: str, wrong: str) -> Iterator[None]:
    before = path.read_text()
    assert right in before
    path.write_text(before.replace(right, wrong, 1))
    try:
        yield
    finally:
        path.write_text(before)
