"""What an organization asks of its deployments: labels, keys of its own, audit logs, sign-in, a pipeline without keys."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import yaml
from doubles.terraform_schema.plans import Plan, planting
from doubles.terraform_schema.workspace import ROOT, TERRAFORM, VARIABLES, Workspace

KEY = "projects/keys/locations/europe-west1/keyRings/ours/cryptoKeys/papers"
SUBJECT = "repo:ours/scholarai:environment:production"
ASKED: Mapping[str, Any] = {
    **VARIABLES,
    "labels": {"cost-centre": "library"},
    "kms_key": KEY,
    "github_repository": "ours/scholarai",
    "github_repository_id": "123456",
    "second_factor": "MANDATORY",
    "extra_origins": ["https://lab.example.org:8443"],
    "oidc_providers": {"ours": {"display_name": "Ours", "issuer": "https://id.example.org", "client_id": "scholarai"}},
    "saml_providers": {
        "theirs": {
            "display_name": "Theirs",
            "entity_id": "urn:theirs",
            "sso_url": "https://id.example.com/sso",
            "certificates": ["-----BEGIN CERTIFICATE-----"],
        }
    },
}
FUNCTIONS = ("chat", "extract", "review", "status")
POOL = "google_iam_workload_identity_pool"
PROVIDER = f'{POOL}_provider.pipeline["github"]'
USERS = "google_identity_platform_config.users"
OIDC = 'google_identity_platform_oauth_idp_config.provider["ours"]'
SAML = 'google_identity_platform_inbound_saml_config.provider["theirs"]'
PAGE = "google_storage_bucket_object.page"
CHAT = 'module.function["chat"].google_cloudfunctions2_function.this'
TOPIC = 'google_pubsub_topic.topic["steps"]'
DATABASE = "google_firestore_database.papers"
# Labels of a channel say where it leads; its other ones are the user's.
NAMED_OTHERWISE = {"google_monitoring_notification_channel"}
# The storage service's own account is known once its API is on.
ENCRYPTORS = {
    "storage": None,
    "pubsub": "google_project_service_identity/pubsub.googleapis.com/member",
    "firestore": "google_project_service_identity/firestore.googleapis.com/member",
}
WATCHED = {"datastore.googleapis.com", "iam.googleapis.com", "secretmanager.googleapis.com", "storage.googleapis.com"}

Policy = Callable[[Plan], list[str]]


@pytest.fixture(scope="module")
def asked(workspace: Workspace) -> Any:
    return workspace.plan(ASKED)


def things_without_the_labels(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.resources
        if "labels" in found.values
        and found.type not in NAMED_OTHERWISE
        and not found.address.startswith("data.")
        and found.values["labels"] != {"cost-centre": "library", "system": "scholarai"}
    ]


def things_without_the_key(plan: Plan) -> list[str]:
    """Papers, bundles, database and messages; the page is public."""
    keys = {
        found.address: found.first("encryption").get("default_kms_key_name")
        for found in plan.of_type("google_storage_bucket")
        if not found.address.endswith(".site")
    }
    keys |= {found.address: found.values["kms_key_name"] for found in plan.of_type("google_pubsub_topic")}
    keys |= {
        found.address: found.first("cmek_config").get("kms_key_name")
        for found in plan.of_type("google_firestore_database")
    }
    return [address for address, key in keys.items() if key != KEY]


def services_that_cannot_use_the_key(plan: Plan) -> list[str]:
    granted = {
        found.address.split('"')[1]: found.values.get("member")
        for found in plan.of_type("google_kms_crypto_key_iam_member")
    }
    return sorted(name for name, member in ENCRYPTORS.items() if (name, member) not in granted.items())


def reads_that_nobody_records(plan: Plan) -> list[str]:
    """Everybody's but the functions' own, which read for their users all the time."""
    ours = {f"google_service_account/scholarai-{name}/member" for name in FUNCTIONS}
    recorded = {
        found.values["service"]
        for found in plan.of_type("google_project_iam_audit_config")
        if {log["log_type"] for log in found.values["audit_log_config"]} == {"ADMIN_READ", "DATA_READ", "DATA_WRITE"}
        and all(set(log["exempted_members"]) == ours for log in found.values["audit_log_config"])
    }
    return sorted(WATCHED - recorded)


def pipelines_of_other_repositories(plan: Plan) -> list[str]:
    """GitHub signs tokens for everybody: pool and grant both name the one environment of the one repository."""
    conditions = [found.values["attribute_condition"] for found in plan.of_type(f"{POOL}_provider")]
    members = [
        found.values["member"]
        for found in plan.resources
        if found.values.get("role") == "roles/iam.workloadIdentityUser"
    ]
    narrow = conditions == [f"assertion.sub == '{SUBJECT}' && assertion.repository_id == '123456'"] and [
        member.partition("/subject/")[2] for member in members
    ] == [SUBJECT]
    return [] if narrow else [PROVIDER]


def sign_in_that_is_not_as_asked(plan: Plan) -> list[str]:
    users = plan.at(USERS)
    factor = users.first("mfa")
    as_asked = {
        USERS: factor["state"] == factor["provider_configs"][0]["state"] == "MANDATORY"
        and users.values["authorized_domains"] == ["papers.example.org", "lab.example.org"],
        PAGE: 'name="scholarai-second-factor" content="on"' in plan.at(PAGE).values["content"],
        OIDC: plan.at(OIDC).first("response_type") == {"id_token": True, "code": False}
        and plan.at(OIDC).values["client_secret"] is None,
        SAML: plan.at(SAML).first("sp_config")["callback_uri"] == f"https://{VARIABLES['domain']}/sign-in/saml",
    }
    return [address for address, right in as_asked.items() if not right]


def providers_that_the_page_does_not_offer(plan: Plan) -> list[str]:
    """The function that tells the page knows those that Identity Platform has, by its ids."""
    known = {
        found.values["name"]: found.values["display_name"]
        for found in plan.resources
        if found.address in {OIDC, SAML} and found.values["enabled"]
    }
    told = plan.at(CHAT).first("service_config")["environment_variables"].get("SCHOLARAI_SIGN_IN_PROVIDERS", "{}")
    return [] if json.loads(told) == known else ["SCHOLARAI_SIGN_IN_PROVIDERS"]


PLANTED: list[tuple[Policy, Callable[[Plan], Plan]]] = [
    (things_without_the_labels, planting(TOPIC, "labels", value={"system": "scholarai"})),
    (things_without_the_labels, planting("google_storage_bucket.papers", "labels", value=None)),
    (things_without_the_key, planting(TOPIC, "kms_key_name", value=None)),
    (things_without_the_key, planting(DATABASE, "cmek_config", value=[])),
    (things_without_the_key, planting("google_storage_bucket.papers", "encryption", value=[])),
    (
        services_that_cannot_use_the_key,
        lambda plan: plan.without('google_kms_crypto_key_iam_member.encrypts["firestore"]'),
    ),
    (
        reads_that_nobody_records,
        lambda plan: plan.without('google_project_iam_audit_config.data["storage.googleapis.com"]'),
    ),
    (
        reads_that_nobody_records,
        planting(
            'google_project_iam_audit_config.data["storage.googleapis.com"]',
            "audit_log_config",
            0,
            "exempted_members",
            value=["user:somebody@example.org"],
        ),
    ),
    (pipelines_of_other_repositories, planting(PROVIDER, "attribute_condition", value=None)),
    (pipelines_of_other_repositories, planting(PROVIDER, "attribute_condition", value=f"assertion.sub == '{SUBJECT}'")),
    (
        pipelines_of_other_repositories,
        planting('google_service_account_iam_member.pipeline["github"]', "member", value="principalSet://all/*"),
    ),
    (sign_in_that_is_not_as_asked, planting(USERS, "mfa", 0, "state", value="DISABLED")),
    (sign_in_that_is_not_as_asked, planting(PAGE, "content", value='name="scholarai-second-factor" content=""')),
    (sign_in_that_is_not_as_asked, planting(OIDC, "response_type", 0, "code", value=True)),
    (sign_in_that_is_not_as_asked, planting(SAML, "sp_config", 0, "callback_uri", value="https://elsewhere.example")),
    (providers_that_the_page_does_not_offer, planting(SAML, "enabled", value=False)),
    (providers_that_the_page_does_not_offer, lambda plan: plan.without(OIDC)),
]
POLICIES = list(dict.fromkeys(policy for policy, _ in PLANTED))


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
def test_what_was_asked_for_is_there(policy: Policy, asked: Any) -> None:
    assert policy(Plan.of(asked)) == []


@pytest.mark.parametrize(("policy", "plant"), PLANTED, ids=lambda part: getattr(part, "__name__", ""))
def test_a_planted_error_is_found_by_its_rule(policy: Policy, plant: Callable[[Plan], Plan], asked: Any) -> None:
    assert policy(plant(Plan.of(copy.deepcopy(asked)))) != []


def test_nothing_of_it_is_there_unasked(seen: Plan) -> None:
    kinds = ("google_kms_crypto_key_iam_member", POOL, "google_identity_platform_oauth_idp_config")

    assert (seen.of_type(*kinds), seen.at(USERS).first("mfa")["state"]) == ([], "DISABLED")


def test_the_pipeline_deploys_what_there_are_folders_for() -> None:
    said = (ROOT / ".github" / "workflows" / "deploy.yml").read_text()
    workflow = yaml.safe_load(said)
    # YAML 1.1 reads `on` as true.
    choices = workflow[True]["workflow_dispatch"]["inputs"]["environment"]["options"]

    folders = sorted(path for path in (TERRAFORM / "environments").iterdir() if path.is_dir())
    assert sorted(choices) == [path.name for path in folders]
    assert all((path / name).is_file() for path in folders for name in ("terraform.tfvars", "backend.hcl"))
    assert workflow["permissions"] == {}
    assert [job["permissions"] for job in workflow["jobs"].values()] == [{"contents": "read", "id-token": "write"}]
    assert "environments/backend.example" in said


@pytest.mark.parametrize("environment", ["production", "trial"])
def test_each_environment_s_inputs_are_accepted(workspace: Workspace, environment: str) -> None:
    done = workspace.run(
        "plan",
        "-input=false",
        "-no-color",
        f"-var-file=environments/{environment}/terraform.tfvars",
        environment={"SCHEMA_PROVIDER_KNOWN": "1"},
    )

    assert done.returncode == 0, done.stderr
