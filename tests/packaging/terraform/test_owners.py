"""Files that were put into the bucket by hand have the owner that the deployment names, and open sign-up asks for addresses."""

from __future__ import annotations

import pytest
from doubles.terraform_schema.plans import Plan
from doubles.terraform_schema.workspace import VARIABLES, Workspace

from scholarai.config import Settings, SettingsError

CLOUD = {"SCHOLARAI_BACKEND": "gcp", "GOOGLE_CLOUD_PROJECT": "p", "SCHOLARAI_PAPERS_BUCKET": "b"}


def owners(plan: Plan) -> set[tuple[str, bool]]:
    """Return the default owner, and whether addresses must be verified, as each function will read them."""
    found = set()
    for function in plan.of_type("google_cloudfunctions2_function"):
        given = function.first("service_config")["environment_variables"]
        settings = Settings.from_env({**CLOUD, **{name: text for name, text in given.items() if name in NAMES}})
        found.add((settings.default_owner, settings.verified_email))
    return found


NAMES = {"SCHOLARAI_DEFAULT_OWNER", "SCHOLARAI_VERIFIED_EMAIL"}


def test_files_put_in_by_hand_are_read_and_administrators_vouch_for_addresses_by_default(seen: Plan) -> None:
    assert owners(seen) == {("bucket", False)}


def test_an_empty_owner_leaves_files_put_in_by_hand_unread(workspace: Workspace) -> None:
    assert owners(Plan.of(workspace.plan({**VARIABLES, "default_owner": ""}))) == {("", False)}


def test_the_deployment_names_an_owner_and_strangers_verify_their_addresses(workspace: Workspace) -> None:
    said = Plan.of(workspace.plan({**VARIABLES, "default_owner": "Zx81qUser", "open_sign_up": True}))

    assert owners(said) == {("Zx81qUser", True)}


@pytest.mark.parametrize("owner", ["local", "../ada", "ada/bob", "x" * 129])
def test_an_invalid_owner_keeps_the_functions_from_starting(owner: str) -> None:
    with pytest.raises(SettingsError, match="SCHOLARAI_DEFAULT_OWNER"):
        Settings.from_env({**CLOUD, "SCHOLARAI_DEFAULT_OWNER": owner})
