"""Nobody may do more than they need: rules over a plan, each proven by an error planted into it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from doubles.terraform_schema.plans import Plan, Resource, planting

FUNCTION = "google_cloudfunctions2_function"
CHAT = 'module.function["chat"].google_cloudfunctions2_function.this'
EXTRACT = 'module.function["extract"].google_cloudfunctions2_function.this'
PAPERS = "google_storage_bucket.papers"
# The only things that everybody may do: read the page, and call two functions that check ID tokens themselves.
EVERYBODYS = {
    'google_cloud_run_v2_service_iam_member.public["chat"]',
    'google_cloud_run_v2_service_iam_member.public["status"]',
    "google_storage_bucket_iam_member.everybody_reads_page[0]",
}
EVERYBODY = {"allUsers", "allAuthenticatedUsers"}
PRIMITIVE = {"roles/owner", "roles/editor", "roles/viewer"}
TOO_MUCH = (".admin", "Admin", "serviceAgent", "roles/iam.serviceAccountUser")
CALLERS = {
    "extract": {
        "google_service_account/scholarai-trigger/member",
        "google_service_account/scholarai-sweeper/member",
    },
    "review": {"google_service_account/scholarai-pusher/member"},
}
# Google's own accounts live by these roles, which they would have had by themselves.
ALLOWED_TOO_MUCH = {
    f'google_project_iam_member.agent["{api}.googleapis.com"]'
    for api in ("cloudfunctions", "cloudscheduler", "eventarc", "pubsub", "run")
}
# Roles that reach a whole project and so must be narrowed by a condition.
NARROWED = {"roles/datastore.user", "roles/storage.objectViewer"}

Policy = Callable[[Plan], list[str]]


def open_to_everybody(plan: Plan) -> list[str]:
    return [found.address for found in _grants(plan) if _members(found) & EVERYBODY and found.address not in EVERYBODYS]


def primitive_or_too_broad_roles(plan: Plan) -> list[str]:
    return [
        found.address
        for found in _grants(plan)
        if found.values["role"] in PRIMITIVE
        or (
            any(part in found.values["role"] for part in TOO_MUCH)
            and found.address not in ALLOWED_TOO_MUCH
            and "serviceAccountTokenCreator" not in found.values["role"]
        )
    ]


def grants_that_replace_others(plan: Plan) -> list[str]:
    """A policy or a binding removes what others granted, Google's own accounts among them."""
    return [found.address for found in plan.resources if found.type.endswith(("_iam_policy", "_iam_binding"))]


def project_roles_without_a_condition(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.of_type("google_project_iam_member")
        if found.values["role"] in NARROWED and not found.values["condition"]
    ]


def functions_that_share_an_account(plan: Plan) -> list[str]:
    accounts = [found.first("service_config")["service_account_email"] for found in plan.of_type(FUNCTION)]
    return sorted({str(account) for account in accounts if account is None or accounts.count(account) > 1})


def functions_reached_past_the_load_balancer(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.of_type(FUNCTION)
        if found.first("service_config")["ingress_settings"] not in {"ALLOW_INTERNAL_ONLY", "ALLOW_INTERNAL_AND_GCLB"}
    ]


def event_functions_open_to_the_load_balancer(plan: Plan) -> list[str]:
    called = {found.first("service_config")["uri"] for found in plan.of_type(FUNCTION) if found.values["event_trigger"]}
    called |= {found.first("push_config").get("push_endpoint") for found in plan.of_type("google_pubsub_subscription")}
    return [
        found.address
        for found in plan.of_type(FUNCTION)
        if found.first("service_config")["uri"] in called
        and found.first("service_config")["ingress_settings"] != "ALLOW_INTERNAL_ONLY"
    ]


def others_who_call_internal_functions(plan: Plan) -> list[str]:
    """Cloud Run checks the OIDC token of a push and asks who may: nobody but the callers that are listed."""
    internal = {
        found.values["name"]: found.first("build_config")["entry_point"]
        for found in plan.of_type(FUNCTION)
        if found.first("service_config")["ingress_settings"] == "ALLOW_INTERNAL_ONLY"
    }
    return [
        found.address
        for found in plan.of_type("google_cloud_run_v2_service_iam_member")
        if found.values["name"] in internal
        and found.values["member"] not in CALLERS.get(internal[found.values["name"]], ())
    ]


def event_functions_that_let_others_in(plan: Plan) -> list[str]:
    """Each looks itself who pushes, and knows exactly those whom Cloud Run lets call it; the others take no events at all."""
    wrong = []
    for found in plan.of_type(FUNCTION):
        told = found.first("service_config")["environment_variables"].get("SCHOLARAI_PUSH_ACCOUNTS", "")
        known = {f"{account.removesuffix('/email')}/member" for account in told.split(",") if account}
        if known != CALLERS.get(found.first("build_config")["entry_point"], set()):
            wrong.append(found.address)
    return wrong


def pushes_that_do_not_say_who_they_are(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.of_type("google_pubsub_subscription")
        if found.values["push_config"] and not found.first("push_config")["oidc_token"]
    ]


def buckets_with_loose_access(plan: Plan) -> list[str]:
    """Uniform access everywhere; public access prevented everywhere but at the page."""
    return [
        found.address
        for found in plan.of_type("google_storage_bucket")
        if not found.values["uniform_bucket_level_access"]
        or (found.values["public_access_prevention"] != "enforced" and not found.address.endswith(".site"))
    ]


def origins_with_a_wildcard(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.of_type("google_storage_bucket")
        for rule in found.values["cors"]
        if any("*" in origin for origin in rule["origin"])
    ]


def secrets_in_plain_sight(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.of_type(FUNCTION)
        for name in found.first("service_config")["environment_variables"]
        if name.endswith(("_KEY", "_SECRET", "_TOKEN", "_PASSWORD"))
    ]


def calls_without_a_rate_limit(plan: Plan) -> list[str]:
    return [
        found.address for found in plan.of_type("google_compute_backend_service") if not found.values["security_policy"]
    ]


def logs_of_addresses(plan: Plan) -> list[str]:
    """The address of a search holds what somebody asked: neither load balancer nor Cloud Run may log it."""
    logging = [
        found.address
        for found in plan.of_type("google_compute_backend_service")
        if found.first("log_config").get("enable") is not False
    ]
    excluded = any(
        "run.googleapis.com/requests" in found.values["filter"]
        for found in plan.of_type("google_logging_project_exclusion")
    )
    return logging if excluded else [*logging, "Cloud Run's request logs"]


def _grants(plan: Plan) -> list[Resource]:
    return [found for found in plan.resources if "_iam_" in found.type and "role" in found.values]


def _members(found: Resource) -> set[str]:
    return {found.values["member"]} if "member" in found.values else set(found.values.get("members") or ())


def _add(kind: str, **values: Any) -> Callable[[Plan], Plan]:
    return lambda plan: Plan((*plan.resources, Resource(f"{kind}.planted", kind, values)))


PLANTED: list[tuple[Policy, Callable[[Plan], Plan]]] = [
    (
        open_to_everybody,
        planting('google_cloud_run_v2_service_iam_member.caller["pusher"]', "member", value="allUsers"),
    ),
    (open_to_everybody, _add("google_storage_bucket_iam_binding", role="r", members=["allAuthenticatedUsers"])),
    (primitive_or_too_broad_roles, planting('google_project_iam_member.data["chat"]', "role", value="roles/editor")),
    (primitive_or_too_broad_roles, _add("google_project_iam_member", role="roles/storage.admin", member="m")),
    (primitive_or_too_broad_roles, _add("google_project_iam_member", role="roles/aiplatform.serviceAgent", member="m")),
    (grants_that_replace_others, _add("google_project_iam_binding", role="r", members=[])),
    (project_roles_without_a_condition, planting('google_project_iam_member.data["chat"]', "condition", value=[])),
    (
        functions_that_share_an_account,
        planting(
            CHAT, "service_config", 0, "service_account_email", value="google_service_account/scholarai-status/email"
        ),
    ),
    (functions_that_share_an_account, planting(CHAT, "service_config", 0, "service_account_email", value=None)),
    (
        functions_reached_past_the_load_balancer,
        planting(CHAT, "service_config", 0, "ingress_settings", value="ALLOW_ALL"),
    ),
    (
        event_functions_open_to_the_load_balancer,
        planting(EXTRACT, "service_config", 0, "ingress_settings", value="ALLOW_INTERNAL_AND_GCLB"),
    ),
    (
        pushes_that_do_not_say_who_they_are,
        planting("google_pubsub_subscription.steps", "push_config", 0, "oidc_token", value=[]),
    ),
    (
        others_who_call_internal_functions,
        planting(
            'google_cloud_run_v2_service_iam_member.caller["pusher"]',
            "member",
            value="google_service_account/scholarai-chat/member",
        ),
    ),
    (
        event_functions_that_let_others_in,
        planting(EXTRACT, "service_config", 0, "environment_variables", "SCHOLARAI_PUSH_ACCOUNTS", value=""),
    ),
    (
        event_functions_that_let_others_in,
        planting(
            EXTRACT,
            "service_config",
            0,
            "environment_variables",
            "SCHOLARAI_PUSH_ACCOUNTS",
            value="google_service_account/scholarai-chat/email",
        ),
    ),
    (buckets_with_loose_access, planting(PAPERS, "uniform_bucket_level_access", value=False)),
    (buckets_with_loose_access, planting(PAPERS, "public_access_prevention", value="inherited")),
    (origins_with_a_wildcard, planting(PAPERS, "cors", 0, "origin", value=["*"])),
    (
        secrets_in_plain_sight,
        planting(CHAT, "service_config", 0, "environment_variables", "GEMINI_API_KEY", value="secret"),
    ),
    (
        calls_without_a_rate_limit,
        planting('module.front[0].google_compute_backend_service.api["chat"]', "security_policy", value=None),
    ),
    (
        logs_of_addresses,
        planting('module.front[0].google_compute_backend_service.api["chat"]', "log_config", 0, "enable", value=True),
    ),
    (logs_of_addresses, lambda plan: plan.without("google_logging_project_exclusion.requests")),
]
POLICIES = list(dict.fromkeys(policy for policy, _ in PLANTED))


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
def test_the_plan_keeps_every_access_policy(policy: Policy, plan: Any) -> None:
    assert policy(Plan.of(plan)) == []


@pytest.mark.parametrize(("policy", "plant"), PLANTED, ids=lambda part: getattr(part, "__name__", ""))
def test_a_planted_error_is_found_by_its_access_policy(
    policy: Policy, plant: Callable[[Plan], Plan], plan: Any
) -> None:
    assert policy(plant(Plan.of(copy.deepcopy(plan)))) != []
