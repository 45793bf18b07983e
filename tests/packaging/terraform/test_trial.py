"""A trial costs nothing while nobody calls, needs no exception from policies, and is one variable away from production."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from doubles.terraform_schema.plans import Plan, Resource, planting
from doubles.terraform_schema.workspace import VARIABLES, Workspace

FUNCTION = "google_cloudfunctions2_function"
CHAT = 'module.function["chat"].google_cloudfunctions2_function.this'
SITE = "google_storage_bucket.site"
PAPERS = "google_storage_bucket.papers"
# Nothing may be open to everybody here, and no domain is named: only the trial itself tells where it is.
TRIAL = {key: value for key, value in VARIABLES.items() if key != "domain"} | {"trial": True, "grant_everybody": False}
ORIGINS = "SCHOLARAI_ALLOWED_ORIGINS"
HOST = "scholarai-chat-google_project//number.europe-west1.run.app"
# What the keeper of papers does, in production as in a trial.
KEEPING = {"roles/storage.objectUser", "roles/iam.serviceAccountTokenCreator"}
# https://cloud.google.com/run/quotas: what a new project may use in a region.
CPUS, MEMORY_MIB = 20, 40 * 1024

Policy = Callable[[Plan], list[str]]


@pytest.fixture(scope="module")
def trial(workspace: Workspace) -> Any:
    return workspace.plan(TRIAL)


def fixed_costs(plan: Plan) -> list[str]:
    """A load balancer costs by the hour, an instance that is kept ready too."""
    return [found.address for found in plan.resources if found.type.startswith("google_compute_")] + [
        found.address for found in plan.of_type(FUNCTION) if found.first("service_config")["min_instance_count"]
    ]


def exceptions_from_policies(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.resources
        if found.values.get("member") == "allUsers" or found.values.get("public_access_prevention") == "inherited"
    ]


def functions_that_nobody_reaches(plan: Plan) -> list[str]:
    """The function that serves page and API is called from everywhere; those that take events are not."""
    return [
        found.address
        for found in plan.of_type(FUNCTION)
        if (found.first("service_config")["ingress_settings"] == "ALLOW_ALL") != (found.address == CHAT)
    ]


def pages_that_nobody_serves(plan: Plan) -> list[str]:
    readers = {
        (found.values["bucket"], found.values["member"])
        for found in plan.of_type("google_storage_bucket_iam_member")
        if found.values["role"] == "roles/storage.objectViewer"
    }
    env = plan.at(CHAT).first("service_config")["environment_variables"]
    served = env.get("SCHOLARAI_SITE_BUCKET") == plan.at(SITE).values["name"]
    read = (env.get("SCHOLARAI_SITE_BUCKET"), "google_service_account/scholarai-chat/member") in readers
    return [] if served and read else [CHAT]


def rights_that_the_keeper_of_papers_lacks(plan: Plan) -> list[str]:
    member = plan.at(CHAT).first("service_config")["service_account_email"].replace("/email", "/member")
    granted = {found.values.get("role") for found in plan.resources if found.values.get("member") == member}
    return sorted(KEEPING - granted)


def places_that_disagree_about_the_address(plan: Plan) -> list[str]:
    """Page, sign-in, key and papers' bucket know the one origin; the check from outside asks it."""
    origin = f"https://{HOST}"
    key = plan.at("google_apikeys_key.page").first("restrictions")["browser_key_restrictions"][0]["allowed_referrers"]
    hosts = {found.first("monitored_resource")["labels"]["host"] for found in _checks(plan)}
    agreeing = {
        "sign-in": plan.at("google_identity_platform_config.users").values["authorized_domains"] == [HOST],
        "key": f"{origin}/*" in key,
        "papers": plan.at(PAPERS).first("cors")["origin"] == [origin],
        "function": plan.at(CHAT).first("service_config")["environment_variables"][ORIGINS] == origin,
        "checks": hosts == {HOST},
        # Google's front ends keep this path of Cloud Run for themselves.
        "health": "/healthz" not in {found.first("http_check")["path"] for found in _checks(plan)},
    }
    return [name for name, agrees in agreeing.items() if not agrees]


def instances_beyond_a_new_project_s_quota(plan: Plan) -> list[str]:
    configs = [(found.address, found.first("service_config")) for found in plan.of_type(FUNCTION)]
    cpus = sum(config["max_instance_count"] * float(config["available_cpu"]) for _, config in configs)
    mib = sum(
        config["max_instance_count"] * int(config["available_memory"].removesuffix("Mi")) for _, config in configs
    )
    return [] if cpus <= CPUS and mib <= MEMORY_MIB else [address for address, _ in configs]


def _checks(plan: Plan) -> list[Resource]:
    return plan.of_type("google_monitoring_uptime_check_config")


def _add(kind: str, **values: Any) -> Callable[[Plan], Plan]:
    return lambda plan: Plan((*plan.resources, Resource(f"{kind}.planted", kind, values)))


PLANTED: list[tuple[Policy, Callable[[Plan], Plan]]] = [
    (fixed_costs, _add("google_compute_global_address")),
    (fixed_costs, planting(CHAT, "service_config", 0, "min_instance_count", value=1)),
    (exceptions_from_policies, _add("google_cloud_run_v2_service_iam_member", member="allUsers")),
    (exceptions_from_policies, planting(SITE, "public_access_prevention", value="inherited")),
    (
        functions_that_nobody_reaches,
        planting(CHAT, "service_config", 0, "ingress_settings", value="ALLOW_INTERNAL_AND_GCLB"),
    ),
    (
        functions_that_nobody_reaches,
        planting(CHAT.replace("chat", "extract"), "service_config", 0, "ingress_settings", value="ALLOW_ALL"),
    ),
    (
        pages_that_nobody_serves,
        planting(CHAT, "service_config", 0, "environment_variables", "SCHOLARAI_SITE_BUCKET", value=""),
    ),
    (pages_that_nobody_serves, lambda plan: plan.without("google_storage_bucket_iam_member.chat_reads_page[0]")),
    (rights_that_the_keeper_of_papers_lacks, lambda plan: plan.without("google_service_account_iam_member.signs")),
    (places_that_disagree_about_the_address, planting(PAPERS, "cors", 0, "origin", value=["https://example.org"])),
    (
        places_that_disagree_about_the_address,
        planting(CHAT, "service_config", 0, "environment_variables", ORIGINS, value="https://a.org"),
    ),
    (
        places_that_disagree_about_the_address,
        planting('google_monitoring_uptime_check_config.outside["api"]', "http_check", 0, "path", value="/healthz"),
    ),
    (instances_beyond_a_new_project_s_quota, planting(CHAT, "service_config", 0, "max_instance_count", value=10)),
]
POLICIES = list(dict.fromkeys(policy for policy, _ in PLANTED))


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
def test_a_trial_keeps_every_policy(policy: Policy, trial: Any) -> None:
    assert policy(Plan.of(trial)) == []


@pytest.mark.parametrize(("policy", "plant"), PLANTED, ids=lambda part: getattr(part, "__name__", ""))
def test_a_planted_error_is_found_by_the_trial_s_policy(
    policy: Policy, plant: Callable[[Plan], Plan], trial: Any
) -> None:
    assert policy(plant(Plan.of(copy.deepcopy(trial)))) != []


def test_production_fits_a_new_project_s_quota_too(seen: Plan) -> None:
    assert instances_beyond_a_new_project_s_quota(seen) == []


def test_production_needs_no_exception_where_chat_serves_the_page_and_nobody_is_granted_calls(
    workspace: Workspace,
) -> None:
    plan = Plan.of(workspace.plan({**VARIABLES, "public_page": False, "grant_everybody": False}))

    assert (exceptions_from_policies(plan), pages_that_nobody_serves(plan)) == ([], [])
    rules = plan.at("module.front[0].google_compute_url_map.https").first("path_matcher")["route_rules"]
    page = {rule["service"] for rule in rules if rule["priority"] < 100}
    assert page == {"google_compute_backend_service/scholarai-chat/id"}
    assert not any(rule["route_action"] for rule in rules if rule["priority"] < 100)


def test_what_production_has_besides_is_its_front_and_the_status_function(seen: Plan, trial: Any) -> None:
    there, here = ({found.address for found in plan.resources} for plan in (seen, Plan.of(trial)))

    assert {
        address for address in there - here if "status" not in address and not address.startswith("module.front")
    } == {
        'google_cloud_run_v2_service_iam_member.public["chat"]',
        "google_storage_bucket_iam_member.everybody_reads_page[0]",
    }
    assert here - there == {"google_storage_bucket_iam_member.chat_reads_page[0]"}
