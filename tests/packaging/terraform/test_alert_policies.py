"""Alerts that mean something: rules over a plan, each proven by an error planted into it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from doubles.terraform_schema.plans import Plan, Resource, planting
from doubles.terraform_schema.workspace import ROOT

from scholarai.adapters.system import SystemClock
from scholarai.domain.errors import LimitReachedError
from scholarai.services.daily_budget import SpendStop

POLICY = "google_monitoring_alert_policy"
OUT_OF_MEMORY = f'{POLICY}.line["out-of-memory"]'
FUNCTION = "google_cloudfunctions2_function"
SLO = "google_monitoring_slo"
PROMQL = "condition_prometheus_query_language"
MATCHED_LOG = "condition_matched_log"
THRESHOLD = "condition_threshold"
# What people call; events call the others.
PUBLIC = ("chat", "status")
# https://cloud.google.com/load-balancing/docs/ssl-certificates/google-managed-certs: renewed about a month before they end.
RENEWED_DAYS = 30
# What Cloud Run writes when an instance needs more memory than it has.
OVER_MEMORY = "Memory limit of 512 MiB exceeded with 530 MiB used. Consider increasing the memory limit."

Rule = Callable[[Plan], list[str]]


def alerts_that_nobody_gets(plan: Plan) -> list[str]:
    return [found.address for found in plan.of_type(POLICY) if not found.values["notification_channels"]]


def alerts_without_a_severity_or_a_runbook(plan: Plan) -> list[str]:
    return [
        found.address
        for found in plan.of_type(POLICY)
        if found.values["severity"] not in {"CRITICAL", "WARNING"}
        or f"docs/operations.md, “{name_of(found)}”" not in found.first("documentation")["content"]
    ]


def failures_that_are_none(plan: Plan) -> list[str]:
    """What extract and review put off on purpose is answered 429, so alerts on failures may count 5xx alone."""
    query = _query(plan, "failure-ratio")
    objectives = [_ratio(found)["bad_service_filter"] for found in plan.of_type(SLO) if _ratio(found)]
    return [
        said
        for said in (query, *objectives)
        if set(re.findall(r'response_code(?:_class)?=~?"([^"]*)"', said)) != {"5xx"}
    ]


def failures_that_nobody_counts(plan: Plan) -> list[str]:
    """Failures of what people call use up an objective; those of the other functions are in the ratio. None is in both."""
    objectives = {_service(_ratio(found)["bad_service_filter"]) for found in plan.of_type(SLO) if _ratio(found)}
    counted = re.search(r'service_name=~"([^"]+)"', _query(plan, "failure-ratio"))
    ratio = set(counted[1].split("|")) if counted else set()
    return sorted({found.values["name"] for found in plan.of_type(FUNCTION)} ^ (objectives | ratio)) + sorted(
        objectives & ratio
    )


def slowness_that_no_limit_of_its_own_shows(plan: Plan) -> list[str]:
    """A limit beyond the function's own timeout, or one of `status` as long as a model's answer, shows nothing."""
    limits = {
        name: int(most)
        for name, most in re.findall(r'service_name="([^"]+)"\}\[15m\]\)\)\) > (\d+)', _query(plan, "slow-calls"))
    }
    wrong = [
        found.values["name"]
        for found in plan.of_type(FUNCTION)
        if not 0 < limits.get(found.values["name"], 0) < 1_000 * found.first("service_config")["timeout_seconds"]
    ]
    quick = limits.get("scholarai-status", 0) * 5 <= limits.get("scholarai-chat", 0)
    return wrong or ([] if quick else ["scholarai-status"])


def instances_whose_most_is_another(plan: Plan) -> list[str]:
    said = dict(re.findall(r'service_name="([^"]+)",state="active"\}\) >= (\d+)\)', _query(plan, "instances-at-limit")))
    return [
        found.values["name"]
        for found in plan.of_type(FUNCTION)
        if said.get(found.values["name"]) != str(found.first("service_config")["max_instance_count"])
    ]


def crashes_that_nobody_sees(plan: Plan) -> list[str]:
    """Both that run out of memory say so in words of their own: the platform, and gunicorn of its worker."""
    gunicorn = find_spec("gunicorn")  # its arbiter is imported on no Windows
    assert gunicorn is not None
    assert gunicorn.origin is not None
    workers = re.findall(
        r'"([^"]*out of memory[^"]*)"', Path(gunicorn.origin).with_name("arbiter.py").read_text(encoding="utf-8")
    )
    assert workers
    filters = _line_filters(plan)
    return [
        line
        for line in (OVER_MEMORY, *workers)
        if not any(phrase in line for said in filters for phrase in re.findall(r'textPayload:"([^"]+)"', said))
    ]


def stops_that_nobody_sees(plan: Plan) -> list[str]:
    """The limit of all owners together puts its code into a line of the log; each of them is told, and so is an operator."""
    with pytest.raises(LimitReachedError) as raised:
        SpendStop(DaySpent(), SystemClock(), limit_usd=1.0).require_room()  # type: ignore[arg-type]  # it asks for no more
    code = raised.value.code
    return [] if any(f'jsonPayload.code="{code}"' in said for said in _line_filters(plan)) else [code]


class DaySpent:
    def cost_usd(self, day: date) -> float:
        return 1.0


def certificates_whose_end_comes_as_a_surprise(plan: Plan) -> list[str]:
    """Earlier than Google renews, the alert would ring each time; a week is the least that a repair takes."""
    query = _query(plan, "certificate")
    days = re.search(r"time_until_ssl_cert_expires\{.*\} *(?:\[1h\]\))?\) < (\d+)$", query)
    return [] if days and 7 <= int(days[1]) < RENEWED_DAYS else [query]


def quotas_that_nobody_watches(plan: Plan) -> list[str]:
    query = _query(plan, "quota")
    said = re.search(r'service=~"([^"]+)"', query)
    return [
        service
        for service in ("firestore.googleapis.com", "aiplatform.googleapis.com")
        if "quota_exceeded" not in query or said is None or not re.fullmatch(said[1], service)
    ]


def objectives_that_are_missing(plan: Plan) -> list[str]:
    kept = {(_service(_filter_of(found)), bool(_ratio(found))) for found in plan.of_type(SLO)}
    return [
        f"{name} {what}"
        for name in PUBLIC
        for what, ratio in (("availability", True), ("latency", False))
        if (f"scholarai-{name}", ratio) not in kept
    ]


def objectives_that_burn_unseen(plan: Plan) -> list[str]:
    """Each objective has a fast and a slow alert; each looks at a long time and a twelfth of it, and wants both."""
    seen: dict[str, list[tuple[int, int]]] = {}
    for found in plan.of_type(POLICY):
        windows = [(name, seconds) for name, seconds, _ in _burns(found)]
        if len(windows) == 2 and found.values["combiner"] == "AND" and len({name for name, _ in windows}) == 1:
            long_s, short_s = (seconds for _, seconds in windows)
            seen.setdefault(windows[0][0], []).append((long_s, short_s))
    return [
        name
        for name in map(_slo_name, plan.of_type(SLO))
        if sorted(seen.get(name, [])) != [(3_600, 300), (21_600, 1_800)]
    ]


def burns_that_no_outage_reaches(plan: Plan) -> list[str]:
    """When every call is bad, errors burn 1 / (1 - goal) times as fast as allowed; an alert above that never rings."""
    fastest = {_slo_name(found): 1 / (1 - found.values["goal"]) for found in plan.of_type(SLO)}
    return [
        found.address
        for found in plan.of_type(POLICY)
        for name, _, factor in _burns(found)
        if not 1 < factor < fastest[name]
    ]


def burns_of_a_single_call(plan: Plan) -> list[str]:
    """Of three calls a night, one that fails burns a month's allowance: so many calls must have come at least."""
    return [
        found.address
        for found in plan.of_type(POLICY)
        if _burns(found)
        and not any(
            condition["threshold_value"] >= 10 and "request_count" in condition["filter"]
            for block in found.values["conditions"]
            for condition in block[THRESHOLD]
        )
    ]


def name_of(policy: Resource) -> str:
    """Return the alert's name: its display name without the system and the function."""
    return str(policy.values["display_name"]).partition(": ")[2].partition(" (")[0]


def _query(plan: Plan, alert: str) -> str:
    conditions = plan.at(f'{POLICY}.alert["{alert}"]').first("conditions")
    return str(conditions[PROMQL][0]["query"])


def _line_filters(plan: Plan) -> list[str]:
    return [
        condition["filter"]
        for found in plan.of_type(POLICY)
        for block in found.values["conditions"]
        for condition in block[MATCHED_LOG]
    ]


def _ratio(slo: Resource) -> dict[str, Any]:
    blocks = slo.first("request_based_sli")["good_total_ratio"] or [{}]
    found: dict[str, Any] = blocks[0]
    return found


def _filter_of(slo: Resource) -> str:
    cut = slo.first("request_based_sli")["distribution_cut"]
    return str(_ratio(slo).get("total_service_filter") or cut[0]["distribution_filter"])


def _service(said: str) -> str:
    found = re.search(r'service_name="([^"]+)"', said)
    return found[1] if found else ""


def _slo_name(slo: Resource) -> str:
    values = slo.values
    return f"projects/papers-of-ours/services/{values['service']}/serviceLevelObjectives/{values['slo_id']}"


def _burns(policy: Resource) -> list[tuple[str, int, float]]:
    """Return objective, seconds and factor of each condition on a burn rate."""

    def found() -> Iterator[tuple[str, int, float]]:
        for block in policy.values["conditions"]:
            for condition in block[THRESHOLD]:
                said = re.fullmatch(r'select_slo_burn_rate\("([^"]+)", "(\d+)s"\)', condition["filter"])
                if said:
                    yield said[1], int(said[2]), condition["threshold_value"]

    return list(found())


def _replacing(alert: str, old: str, new: str) -> Callable[[Plan], Plan]:
    """Return what changes words of an alert's query."""

    def plant(plan: Plan) -> Plan:
        query = _query(plan, alert)
        assert old in query
        path = ("conditions", 0, PROMQL, 0, "query")
        return planting(f'{POLICY}.alert["{alert}"]', *path, value=query.replace(old, new))(plan)

    return plant


def _burn(name: str, *path: str | int, value: Any) -> Callable[[Plan], Plan]:
    return planting(f'{POLICY}.burn["{name}"]', *path, value=value)


PLANTED: list[tuple[Rule, Callable[[Plan], Plan]]] = [
    (alerts_that_nobody_gets, _burn("chat-latency-slow", "notification_channels", value=[])),
    (alerts_without_a_severity_or_a_runbook, _burn("chat-latency-slow", "severity", value=None)),
    (
        alerts_without_a_severity_or_a_runbook,
        planting(OUT_OF_MEMORY, "documentation", 0, "content", value="Something crashed."),
    ),
    (failures_that_are_none, _replacing("failure-ratio", '_class="5xx"', '_class=~"[45]xx"')),
    (
        failures_that_are_none,
        planting(
            f'{SLO}.objective["chat-availability"]',
            *("request_based_sli", 0, "good_total_ratio", 0, "bad_service_filter"),
            value='resource.labels.service_name="scholarai-chat" metric.labels.response_code_class!="2xx"',
        ),
    ),
    (failures_that_nobody_counts, _replacing("failure-ratio", "|scholarai-review", "")),
    (failures_that_nobody_counts, lambda plan: plan.without(f'{SLO}.objective["status-availability"]')),
    (slowness_that_no_limit_of_its_own_shows, _replacing("slow-calls", "> 2000 ", "> 20000 ")),
    (slowness_that_no_limit_of_its_own_shows, _replacing("slow-calls", "> 300000 ", "> 600000 ")),
    (
        instances_whose_most_is_another,
        planting(f'module.function["chat"].{FUNCTION}.this', "service_config", 0, "max_instance_count", value=1_000),
    ),
    (crashes_that_nobody_sees, lambda plan: plan.without(OUT_OF_MEMORY)),
    (
        crashes_that_nobody_sees,
        planting(OUT_OF_MEMORY, "conditions", 0, MATCHED_LOG, 0, "filter", value='textPayload:"Memory"'),
    ),
    (
        stops_that_nobody_sees,
        planting(
            f'{POLICY}.line["spend-stop"]', "conditions", 0, MATCHED_LOG, 0, "filter", value='jsonPayload.code="busy"'
        ),
    ),
    (certificates_whose_end_comes_as_a_surprise, _replacing("certificate", "< 14", "< 45")),
    (quotas_that_nobody_watches, _replacing("quota", "|firestore", "")),
    (objectives_that_are_missing, lambda plan: plan.without(f'{SLO}.objective["status-latency"]')),
    (objectives_that_burn_unseen, lambda plan: plan.without(f'{POLICY}.burn["chat-availability-fast"]')),
    (objectives_that_burn_unseen, _burn("chat-availability-fast", "combiner", value="OR")),
    (
        burns_that_no_outage_reaches,
        planting(f'{SLO}.objective["chat-latency"]', "goal", value=0.9),
    ),
    (
        burns_of_a_single_call,
        _burn("status-availability-slow", "conditions", 2, THRESHOLD, 0, "threshold_value", value=0),
    ),
]
RULES = list(dict.fromkeys(rule for rule, _ in PLANTED))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_plan_keeps_every_rule_of_alerts(rule: Rule, plan: Any) -> None:
    assert rule(Plan.of(plan)) == []


@pytest.mark.parametrize(("rule", "plant"), PLANTED, ids=lambda part: getattr(part, "__name__", ""))
def test_a_planted_error_is_found_by_its_rule_of_alerts(rule: Rule, plant: Callable[[Plan], Plan], seen: Plan) -> None:
    assert rule(plant(seen)) != []


def test_every_alert_has_its_runbook(seen: Plan) -> None:
    operations = (ROOT / "docs" / "operations.md").read_text()

    assert set(map(name_of, seen.of_type(POLICY))) == set(
        re.findall(r"^### Alert: ([\w-]+)$", operations, re.MULTILINE)
    )
