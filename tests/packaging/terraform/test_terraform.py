"""Terraform itself accepts the files: their form, their names and types, and a first plan.

Schema-checked, not applied: rules that only Google's servers know are not seen here.
"""

from __future__ import annotations

from doubles.terraform_schema.workspace import Workspace


def test_the_files_are_formatted(workspace: Workspace) -> None:
    done = workspace.run("fmt", "-check", "-recursive", "-list=true")

    assert (done.returncode, done.stdout) == (0, "")


def test_the_configuration_is_valid(workspace: Workspace) -> None:
    done = workspace.run("validate", "-no-color")

    assert done.returncode == 0, done.stderr


def test_a_first_plan_needs_nothing_that_only_an_apply_could_tell(workspace: Workspace) -> None:
    plan = workspace.plan(known=False)

    assert plan["resource_changes"]
    assert {tuple(change["change"]["actions"]) for change in plan["resource_changes"]} <= {("create",), ("read",)}


def test_terraform_s_own_tests_pass(workspace: Workspace) -> None:
    done = workspace.run("test", "-no-color")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failed" in done.stdout
