"""What a first apply in an empty project would stumble over, and no schema tells: rules, each proven by a planted error."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from doubles.terraform_schema.plans import Plan, Resource, planting
from doubles.terraform_schema.workspace import ROOT, VARIABLES, Workspace

URL_MAP = "module.front[0].google_compute_url_map.https"
KEY = "google_apikeys_key.page"
BUDGET = "google_billing_budget.month[0]"
FUNCTION = "module.function.google_cloudfunctions2_function.this"
# Everything of the module waits; Terraform draws the first of it.
BUNDLE = "module.function.google_storage_bucket_object.bundle"
ENABLED = "time_sleep.apis"
# Enabling, what asks no API for anything, and what asks the one that terraform/README.md has enabled first.
BEFORE_APIS = {"google_project_service.api", ENABLED, "time_static.page_key", "data.google_project.this"}
# What needs a function, or what no function's first build, start or event needs.
AFTER_FUNCTIONS = {
    "google_cloud_run_v2_service_iam_member.caller",
    "google_cloud_run_v2_service_iam_member.public",
    "google_project_iam_member.pipeline",
    "google_project_iam_member.telemetry",
    "google_pubsub_subscription_iam_member.agent_takes",
    "google_service_account_iam_member.pipeline",
    "google_pubsub_topic_iam_member.agent_buries",
    "google_storage_bucket_iam_member.everybody_reads_page",
}
# https://cloud.google.com/iam/docs/service-agents: what Google's own accounts must be able to do.
AGENTS = {
    f"{api}.googleapis.com": f"roles/{api}.serviceAgent"
    for api in ("cloudfunctions", "cloudscheduler", "eventarc", "pubsub", "run")
}
# https://cloud.google.com/billing/docs/how-to/budgets-notification-recipients
BUDGET_CHANNELS = 5
# The argument that names a resource, and what its service takes: fewest and most characters.
NAMES: Mapping[str, tuple[str, int, int]] = {
    "google_apikeys_key": ("name", 1, 63),
    "google_artifact_registry_repository": ("repository_id", 1, 63),
    "google_cloudfunctions2_function": ("name", 1, 49),  # Cloud Run's limit is the lower one
    "google_cloud_scheduler_job": ("name", 1, 500),
    "google_compute_backend_bucket": ("name", 1, 63),
    "google_compute_backend_service": ("name", 1, 63),
    "google_compute_managed_ssl_certificate": ("name", 1, 63),
    "google_compute_region_network_endpoint_group": ("name", 1, 63),
    "google_firestore_database": ("name", 4, 63),
    "google_project_iam_custom_role": ("role_id", 3, 64),
    "google_pubsub_subscription": ("name", 3, 255),
    "google_pubsub_topic": ("name", 3, 255),
    "google_service_account": ("account_id", 6, 30),
    "google_storage_bucket": ("name", 3, 63),
}

Policy = Callable[[Plan], list[str]]
Edges = Mapping[str, frozenset[str]]
_EDGE = re.compile(r'^ +"([^"]+)" -> "([^"]+)";$', re.MULTILINE)
_NODE = re.compile(r'^ +"([^"]+)" \[', re.MULTILINE)


def rewrites_that_name_no_part_of_a_path(plan: Plan) -> list[str]:
    """A path is rewritten by a template only where the pattern that it fitted names a part of it: UrlRewrite of Compute's API."""
    wrong = []
    for rule in plan.at(URL_MAP).first("path_matcher")["route_rules"]:
        match = rule["match_rules"][0]
        for rewrite in [found for action in rule["route_action"] for found in action["url_rewrite"]]:
            by_template = bool(rewrite["path_template_rewrite"])
            if by_template == bool(rewrite["path_prefix_rewrite"]):
                wrong.append(f"rule {rule['priority']} rewrites in no way, or in two")
            if by_template and not re.search(r"\{\w+=\*{1,2}\}", match["path_template_match"] or ""):
                wrong.append(f"rule {rule['priority']} names no part")
    return wrong


def rules_that_fit_nothing_or_twice(plan: Plan) -> list[str]:
    rules = plan.at(URL_MAP).first("path_matcher")["route_rules"]
    ways = [
        bool(match["full_path_match"]) + bool(match["path_template_match"]) for r in rules for match in r["match_rules"]
    ]
    priorities = [rule["priority"] for rule in rules]
    return ([] if set(ways) == {1} else ["a rule"]) + (
        [] if len(set(priorities)) == len(priorities) else ["priorities"]
    )


def agents_without_their_role(plan: Plan) -> list[str]:
    """An account of Google's that is asked for by name is granted nothing by Google."""
    granted = {
        (found.values["member"].split("/")[1], found.values["role"])
        for found in plan.of_type("google_project_iam_member")
        if (found.values.get("member") or "").startswith("google_project_service_identity/")
    }
    return sorted(api for api, role in AGENTS.items() if (api, role) not in granted)


def keys_that_the_page_cannot_use(plan: Plan) -> list[str]:
    """A key that asks where a call comes from needs calls that say so: the page's own policy says `no-referrer`."""
    said = 'referrerPolicy: "origin"' in (ROOT / "web" / "src" / "api" / "identity-calls.ts").read_text()
    return [
        found.address
        for found in plan.of_type("google_apikeys_key")
        if not said or "https://papers.example.org/*" not in _referrers(found)
    ]


def keys_for_apis_that_are_off(plan: Plan) -> list[str]:
    """What the page calls with its key is switched on; the tokens' renewal is an API of its own."""
    enabled = {found.values["service"] for found in plan.of_type("google_project_service")}
    wanted = {
        target["service"]
        for found in plan.of_type("google_apikeys_key")
        for target in found.first("restrictions")["api_targets"]
    }
    return sorted(wanted - enabled)


def budgets_that_their_service_refuses(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.of_type("google_billing_budget")
        # The budget's service knows projects by their numbers alone.
        if found.first("budget_filter")["projects"] != ["projects/google_project//number"]
        or len(found.first("all_updates_rule")["monitoring_notification_channels"]) > BUDGET_CHANNELS
    ]


def readers_who_cannot_tell_that_something_is_missing(plan: Plan) -> list[str]:
    """Cloud Storage answers 403, not 404, for what is not there to who may not list: who reads a bucket, lists it."""
    reading, listing = set(), set()
    for found in plan.of_type("google_storage_bucket_iam_member"):
        role = found.values["role"]
        if role.endswith(("ReadObjects/id", "objectViewer", "objectUser")):
            reading.add(found.values["member"])
        if role.endswith(("ListObjects/id", "objectViewer", "objectUser")) and not found.values["condition"]:
            listing.add(found.values["member"])
    return sorted(reading - listing)


def counts_of_log_lines_that_are_added_up(plan: Plan) -> list[str]:
    """In PromQL a metric of log lines is a counter: its values are sums already, `increase` tells what came."""
    queries = {
        found.address: str(found.values["conditions"]) for found in plan.of_type("google_monitoring_alert_policy")
    }
    queries |= {found.address: found.values["dashboard_json"] for found in plan.of_type("google_monitoring_dashboard")}
    return [address for address, query in queries.items() if re.search(r"_over_time\(logging_googleapis_com", query)]


def names_of_wrong_length(plan: Plan) -> list[str]:
    return [
        found.address
        for kind, (argument, fewest, most) in NAMES.items()
        for found in plan.of_type(kind)
        if not fewest <= len(found.values[argument]) <= most
    ]


def made_before_the_apis(edges: Edges) -> list[str]:
    return sorted(name for name in edges if name not in BEFORE_APIS and ENABLED not in _below(edges, name))


def grants_that_functions_do_not_wait_for(edges: Edges) -> list[str]:
    """A build, a trigger or a secret that is used before its grant stands fails the first apply."""
    needed = {name for name in edges if "_iam_member." in name} - AFTER_FUNCTIONS
    waits = {"time_sleep.agents", "time_sleep.grants"}
    return sorted((needed | waits) - _below(edges, FUNCTION))


def pushes_before_their_grants(edges: Edges) -> list[str]:
    """What Google calls a function with must be let in by then."""
    callers = ("google_pubsub_subscription.steps", "google_cloud_scheduler_job.sweep")
    return [name for name in callers if "google_cloud_run_v2_service_iam_member.caller" not in _below(edges, name)]


def keys_whose_name_may_be_taken(edges: Edges) -> list[str]:
    """A deleted API key keeps its name for thirty days: a name must come from what is new with each key."""
    return [] if "time_static.page_key" in _below(edges, KEY) else [KEY]


def _below(edges: Edges, name: str) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for other in edges.get(waiting.pop(), frozenset()) - found:
            found.add(other)
            waiting.append(other)
    return found


def _referrers(found: Resource) -> list[str]:
    restriction: dict[str, list[str]] = found.first("restrictions")["browser_key_restrictions"][0]
    return restriction["allowed_referrers"]


def _in_rule(priority: int, plant: Callable[[dict[str, Any]], None]) -> Callable[[Plan], Plan]:
    def planted(plan: Plan) -> Plan:
        rules = plan.at(URL_MAP).first("path_matcher")["route_rules"]
        plant(next(rule for rule in rules if rule["priority"] == priority))
        return plan

    return planted


def _cut(*places: tuple[str, str]) -> Callable[[Edges], Edges]:
    return lambda edges: {
        name: frozenset(other for other in below if (name, other) not in places) for name, below in edges.items()
    }


SPEND = 'google_monitoring_alert_policy.alert["spend-rate"]'
PLANTED: list[tuple[Policy, Callable[[Plan], Plan]]] = [
    (
        rewrites_that_name_no_part_of_a_path,
        _in_rule(12, lambda rule: rule["match_rules"][0].update(path_template_match="/papers/*")),
    ),
    (
        rewrites_that_name_no_part_of_a_path,
        _in_rule(
            10, lambda rule: rule["route_action"][0]["url_rewrite"][0].update(path_template_rewrite="/index.html")
        ),
    ),
    (
        rules_that_fit_nothing_or_twice,
        _in_rule(10, lambda rule: rule["match_rules"][0].update(path_template_match="/papers")),
    ),
    (rules_that_fit_nothing_or_twice, _in_rule(10, lambda rule: rule.update(priority=11))),
    (
        agents_without_their_role,
        lambda plan: plan.without('google_project_iam_member.agent["cloudscheduler.googleapis.com"]'),
    ),
    (
        keys_that_the_page_cannot_use,
        planting(
            KEY, "restrictions", 0, "browser_key_restrictions", 0, "allowed_referrers", value=["https://example.org/*"]
        ),
    ),
    (
        keys_for_apis_that_are_off,
        lambda plan: plan.without('google_project_service.api["securetoken.googleapis.com"]'),
    ),
    (
        budgets_that_their_service_refuses,
        planting(BUDGET, "budget_filter", 0, "projects", value=["projects/papers-of-ours"]),
    ),
    (
        budgets_that_their_service_refuses,
        planting(BUDGET, "all_updates_rule", 0, "monitoring_notification_channels", value=["channel"] * 6),
    ),
    (
        readers_who_cannot_tell_that_something_is_missing,
        lambda plan: plan.without("google_storage_bucket_iam_member.chat_sees_what_is_missing"),
    ),
    (
        counts_of_log_lines_that_are_added_up,
        planting(
            SPEND,
            "conditions",
            0,
            "condition_prometheus_query_language",
            0,
            "query",
            value="sum(sum_over_time(logging_googleapis_com:user_a_sum[1h])) > 1",
        ),
    ),
    (names_of_wrong_length, planting("google_firestore_database.papers", "name", value="abc")),
    (names_of_wrong_length, planting('google_service_account.caller["sweeper"]', "account_id", value="a" * 31)),
]
POLICIES = list(dict.fromkeys(policy for policy, _ in PLANTED))

ORDERS: list[tuple[Callable[[Edges], list[str]], Callable[[Edges], Edges]]] = [
    (made_before_the_apis, _cut(("google_storage_bucket.site", ENABLED))),
    (grants_that_functions_do_not_wait_for, _cut((BUNDLE, "time_sleep.grants"))),
    (
        grants_that_functions_do_not_wait_for,
        _cut(("time_sleep.grants", "google_project_iam_member.trigger_receives")),
    ),
    (
        pushes_before_their_grants,
        _cut(("google_cloud_scheduler_job.sweep", "google_cloud_run_v2_service_iam_member.caller")),
    ),
    (keys_whose_name_may_be_taken, _cut((KEY, "time_static.page_key"))),
]


@pytest.fixture(scope="module")
def edges(workspace: Workspace) -> Edges:
    """What waits for what, as Terraform itself works it out."""
    drawn = workspace.run("graph")
    assert drawn.returncode == 0, drawn.stderr
    found: dict[str, set[str]] = {name: set() for name in _NODE.findall(drawn.stdout)}
    for name, other in _EDGE.findall(drawn.stdout):
        found[name].add(other)
    return {name: frozenset(others) for name, others in found.items()}


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
def test_the_first_plan_keeps_every_policy(policy: Policy, plan: Any) -> None:
    assert policy(Plan.of(plan)) == []


@pytest.mark.parametrize(("policy", "plant"), PLANTED, ids=lambda part: getattr(part, "__name__", ""))
def test_a_planted_error_is_found_by_its_policy(policy: Policy, plant: Callable[[Plan], Plan], plan: Any) -> None:
    assert policy(plant(Plan.of(copy.deepcopy(plan)))) != []


@pytest.mark.parametrize(("order", "_"), ORDERS, ids=lambda part: getattr(part, "__name__", ""))
def test_the_order_of_creation_keeps_every_policy(order: Callable[[Edges], list[str]], _: object, edges: Edges) -> None:
    assert order(edges) == []


@pytest.mark.parametrize(("order", "cut"), ORDERS, ids=lambda part: getattr(part, "__name__", ""))
def test_a_removed_dependency_is_found_by_its_policy(
    order: Callable[[Edges], list[str]], cut: Callable[[Edges], Edges], edges: Edges
) -> None:
    assert cut(edges) != edges
    assert order(cut(edges)) != []


@pytest.mark.parametrize(
    ("name", "project"),
    [("abcd", "abcdef"), ("a23456789-1234", "p2345678901234567890123456789o")],
    ids=["short", "long"],
)
def test_the_shortest_and_the_longest_names_are_taken(workspace: Workspace, name: str, project: str) -> None:
    planned = workspace.plan({**VARIABLES, "name": name, "project_id": project})

    assert names_of_wrong_length(Plan.of(planned)) == []
