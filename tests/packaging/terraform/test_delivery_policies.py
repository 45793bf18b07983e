"""Nothing that was announced may be lost: rules over a plan, each proven by an error planted into it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from doubles.terraform_schema.plans import Plan, planting

from scholarai.domain.limits import EVENT_FUNCTION_S

# https://cloud.google.com/run/docs/triggering/pubsub-push: Pub/Sub waits no longer for an answer.
PUSH_S = 600
HTTP_S = 3_600
WEEK_S = 7 * 86_400
PAPERS = "google_storage_bucket.papers"
DATABASE = "google_firestore_database.papers"
FUNCTION = "google_cloudfunctions2_function"
SUBSCRIPTION = "google_pubsub_subscription"
EXTRACT = 'module.function["extract"].google_cloudfunctions2_function.this'
CHAT = 'module.function["chat"].google_cloudfunctions2_function.this'
REVIEW = 'module.function["review"].google_cloudfunctions2_function.this'
STEPS = "google_pubsub_subscription.steps"

Policy = Callable[[Plan], list[str]]


def triggers_that_drop(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.of_type(FUNCTION)
        if found.values["event_trigger"] and found.first("event_trigger")["retry_policy"] != "RETRY_POLICY_RETRY"
    ]


def subscriptions_without_dead_letters(plan: Plan) -> list[str]:
    """Those on dead letters themselves are where it ends: a person looks there."""
    ends = _dead_letter_topics(plan)
    return [
        found.address
        for found in plan.of_type(SUBSCRIPTION)
        if found.values["topic"] not in ends and not found.first("dead_letter_policy").get("dead_letter_topic")
    ]


def dead_letters_without_subscription(plan: Plan) -> list[str]:
    followed = {found.values["topic"] for found in plan.of_type(SUBSCRIPTION)}
    return sorted(_dead_letter_topics(plan) - followed)


def dead_letters_that_google_may_not_move(plan: Plan) -> list[str]:
    """Pub/Sub's own account publishes to the dead-letter topic, and takes from the subscription."""
    agent = "google_project_service_identity/pubsub.googleapis.com/member"
    topics = {
        f"google_pubsub_topic/{found.values['topic']}/id"
        for found in plan.of_type("google_pubsub_topic_iam_member")
        if (found.values["role"], found.values["member"]) == ("roles/pubsub.publisher", agent)
    }
    taken = {
        found.values["subscription"]
        for found in plan.of_type("google_pubsub_subscription_iam_member")
        if (found.values["role"], found.values["member"]) == ("roles/pubsub.subscriber", agent)
    }
    sources = {found.values["name"] for found in plan.of_type(SUBSCRIPTION) if found.values["dead_letter_policy"]}
    return sorted((_dead_letter_topics(plan) - topics) | (sources - taken))


def subscriptions_that_expire(plan: Plan) -> list[str]:
    return [found.address for found in plan.of_type(SUBSCRIPTION) if found.first("expiration_policy").get("ttl") != ""]


def failures_that_nobody_follows(plan: Plan) -> list[str]:
    """Every topic that a function publishes to has a reader, but for the announcements to the system."""
    followed = {found.values["topic"] for found in plan.of_type(SUBSCRIPTION)}
    return [
        found.address
        for found in plan.of_type("google_pubsub_topic")
        if found.values["id"] not in followed and not found.values["name"].endswith("-paper-events")
    ]


def timeouts_beyond_the_platform(plan: Plan) -> list[str]:
    pushed = {found.first("push_config").get("push_endpoint") for found in plan.of_type(SUBSCRIPTION)}
    too_long = []
    for found in plan.of_type(FUNCTION):
        service = found.first("service_config")
        limit = EVENT_FUNCTION_S if found.values["event_trigger"] else PUSH_S if service["uri"] in pushed else HTTP_S
        if not 0 < service["timeout_seconds"] <= limit:
            too_long.append(found.address)
    return too_long


def pushes_without_time_to_answer(plan: Plan) -> list[str]:
    """A push that is not acknowledged in time comes again beside the first one."""
    timeouts = {
        found.first("service_config")["uri"]: found.first("service_config")["timeout_seconds"]
        for found in plan.of_type(FUNCTION)
    }
    return [
        found.address
        for found in plan.of_type(SUBSCRIPTION)
        if found.values["push_config"]
        and found.values["ack_deadline_seconds"] < timeouts[found.first("push_config")["push_endpoint"]]
    ]


def threads_that_differ_from_concurrency(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.of_type(FUNCTION)
        for service in [found.first("service_config")]
        if service["environment_variables"].get("THREADS") != str(service["max_instance_request_concurrency"])
        or (service["max_instance_request_concurrency"] > 1 and float(service["available_cpu"]) < 1)
    ]


def sweeps_that_miss_extract(plan: Plan) -> list[str]:
    """The sweeper calls extract, as an account that may."""
    uri = plan.at(EXTRACT).first("service_config")["uri"]
    right = [
        found
        for found in plan.of_type("google_cloud_scheduler_job")
        if found.first("http_target")["uri"] == uri and found.first("http_target")["oidc_token"]
    ]
    return [] if right else ["nobody sweeps"]


def data_that_cannot_be_had_back(plan: Plan) -> list[str]:
    """A paper that was deleted by mistake can be had back for a week, and so can any minute of the database."""
    papers, database = plan.at(PAPERS), plan.at(DATABASE)
    return [
        what
        for what, kept in {
            "papers": papers.first("soft_delete_policy").get("retention_duration_seconds", 0) >= WEEK_S,
            "database": database.values["point_in_time_recovery_enablement"] == "POINT_IN_TIME_RECOVERY_ENABLED",
            "backups": bool(plan.of_type("google_firestore_backup_schedule")),
            "protection": database.values["delete_protection_state"] == "DELETE_PROTECTION_ENABLED",
        }.items()
        if not kept
    ]


def buckets_that_keep_what_nobody_wants(plan: Plan) -> list[str]:
    """Uploads that were never finished go; only papers are kept after they were deleted."""
    return [
        found.address
        for found in plan.of_type("google_storage_bucket")
        if not any(
            rule["action"][0]["type"] == "AbortIncompleteMultipartUpload" for rule in found.values["lifecycle_rule"]
        )
        or (found.address != PAPERS and found.first("soft_delete_policy").get("retention_duration_seconds") != 0)
    ]


def _dead_letter_topics(plan: Plan) -> set[str]:
    policies = (found.first("dead_letter_policy") for found in plan.of_type(SUBSCRIPTION))
    return {policy["dead_letter_topic"] for policy in policies if policy.get("dead_letter_topic")}


PLANTED: list[tuple[Policy, Callable[[Plan], Plan]]] = [
    (triggers_that_drop, planting(EXTRACT, "event_trigger", 0, "retry_policy", value="RETRY_POLICY_DO_NOT_RETRY")),
    (triggers_that_drop, planting(EXTRACT, "event_trigger", 0, "retry_policy", value=None)),
    (subscriptions_without_dead_letters, planting(STEPS, "dead_letter_policy", value=[])),
    (
        dead_letters_without_subscription,
        lambda plan: plan.without('google_pubsub_subscription.dead["dead_steps"]'),
    ),
    (
        dead_letters_that_google_may_not_move,
        lambda plan: plan.without('google_pubsub_topic_iam_member.agent_buries["dead_steps"]'),
    ),
    (
        dead_letters_that_google_may_not_move,
        lambda plan: plan.without('google_pubsub_subscription_iam_member.agent_takes["steps"]'),
    ),
    (subscriptions_that_expire, planting(STEPS, "expiration_policy", value=[])),
    (failures_that_nobody_follows, lambda plan: plan.without("google_pubsub_subscription.failures")),
    (timeouts_beyond_the_platform, planting(EXTRACT, "service_config", 0, "timeout_seconds", value=541)),
    (timeouts_beyond_the_platform, planting(REVIEW, "service_config", 0, "timeout_seconds", value=601)),
    (timeouts_beyond_the_platform, planting(CHAT, "service_config", 0, "timeout_seconds", value=3_601)),
    (pushes_without_time_to_answer, planting(STEPS, "ack_deadline_seconds", value=60)),
    (
        threads_that_differ_from_concurrency,
        planting(CHAT, "service_config", 0, "environment_variables", "THREADS", value="8"),
    ),
    (threads_that_differ_from_concurrency, planting(CHAT, "service_config", 0, "available_cpu", value="0.5")),
    (data_that_cannot_be_had_back, planting(PAPERS, "soft_delete_policy", 0, "retention_duration_seconds", value=0)),
    (data_that_cannot_be_had_back, planting(DATABASE, "point_in_time_recovery_enablement", value=None)),
    (data_that_cannot_be_had_back, lambda plan: plan.without("google_firestore_backup_schedule.daily")),
    (data_that_cannot_be_had_back, planting(DATABASE, "delete_protection_state", value="DELETE_PROTECTION_DISABLED")),
    (buckets_that_keep_what_nobody_wants, planting(PAPERS, "lifecycle_rule", value=[])),
    (buckets_that_keep_what_nobody_wants, planting("google_storage_bucket.site", "soft_delete_policy", value=[])),
    (sweeps_that_miss_extract, lambda plan: plan.without("google_cloud_scheduler_job.sweep")),
]
POLICIES = list(dict.fromkeys(policy for policy, _ in PLANTED))


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
def test_the_plan_keeps_every_delivery_policy(policy: Policy, plan: Any) -> None:
    assert policy(Plan.of(plan)) == []


@pytest.mark.parametrize(("policy", "plant"), PLANTED, ids=lambda part: getattr(part, "__name__", ""))
def test_a_planted_error_is_found_by_its_delivery_policy(
    policy: Policy, plant: Callable[[Plan], Plan], plan: Any
) -> None:
    assert policy(plant(Plan.of(copy.deepcopy(plan)))) != []
