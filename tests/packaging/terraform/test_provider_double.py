"""The provider that stands in for Google's knows its schema: a configuration of errors is refused, error by error."""

from __future__ import annotations

import shutil

import pytest
from doubles.terraform_schema.workspace import Workspace

# Resources that know nothing of each other: Terraform does not look at what depends on an error.
PLANTED = """
resource "google_pubsub_topic" "misspelt_argument" {
  name  = "a"
  label = {}
}

resource "google_pubsub_subscription" "misspelt_block" {
  name  = "a"
  topic = "b"

  push_configuration {}
}

resource "google_cloud_scheduler_job" "wrong_type" {
  name     = "a"
  schedule = []
}

resource "google_firestore_database" "lacks_argument" {
  name        = "a"
  location_id = "b"
}

resource "google_logging_project_exclusions" "unknown_resource" {
  name = "a"
}

resource "google_identity_platform_config" "block_twice" {
  sign_in {}
  sign_in {}
}

resource "google_firestore_backup_schedule" "block_as_argument" {
  database         = "a"
  retention        = "1209600s"
  daily_recurrence = true
}

resource "google_cloud_run_v2_service_iam_member" "argument_as_block" {
  name   = "a"
  role   = "b"
  member {}
}

resource "google_compute_global_address" "right" {
  name = "a"
}

output "unknown_result" {
  value = google_compute_global_address.right.ip
}
"""
FOUND = {
    "a misspelt argument": 'argument named "label" is not expected',
    "a misspelt block": 'type "push_configuration" are not expected',
    "a value of another type": 'attribute "schedule": string required',
    "a required argument that lacks": 'argument "type" is required',
    "an unknown resource": 'resource type "google_logging_project_exclusions"',
    "a second block where one may be": 'more than 1 "sign_in" blocks',
    "a block written as an argument": 'argument named "daily_recurrence" is not expected',
    "an argument written as a block": 'type "member" are not expected',
    "a result that there is not": 'attribute named "ip"',
}


@pytest.fixture(scope="module")
def complaints(workspace: Workspace) -> str:
    """Return what `terraform validate` has to say, on one line."""
    folder = workspace.folder.parent / "planted"
    folder.mkdir()
    shutil.copy(workspace.folder / "versions.tf", folder)
    (folder / "variables.tf").write_text('variable "project_id" {}\nvariable "region" {}\n')
    (folder / "planted.tf").write_text(PLANTED)
    begun = workspace.run("init", "-input=false", "-no-color", folder=folder)
    assert begun.returncode == 0, begun.stderr

    done = workspace.run("validate", "-no-color", folder=folder)

    assert done.returncode != 0
    return " ".join(done.stderr.split())


@pytest.mark.parametrize("error", FOUND)
def test_the_provider_double_refuses_invalid_configuration(complaints: str, error: str) -> None:
    assert FOUND[error] in complaints


def test_a_bundle_of_other_sources_than_these_is_not_deployed(workspace: Workspace) -> None:
    source = workspace.folder.parent / "functions" / "status" / "main.py"
    before = source.read_text()
    source.write_text(f"# another\n{before}")
    try:
        with pytest.raises(AssertionError, match="make bundles"):
            workspace.plan()
    finally:
        source.write_text(before)
