"""What Terraform says is what the code says: routes, settings, models, topics, events."""

from __future__ import annotations

import base64
import json
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from doubles.identity import Key
from doubles.terraform_schema.plans import Plan
from doubles.terraform_schema.workspace import TERRAFORM, VARIABLES, Workspace
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

from scholarai.adapters.gcp.signing import CloudStorageSigner
from scholarai.config import Settings
from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.object_names import image_name, upload_name
from scholarai.entrypoints.generated import names
from scholarai.entrypoints.openapi import OPERATIONS
from scholarai.entrypoints.operations import MethodNotAllowedError
from scholarai.entrypoints.page import CLOUD_PAGE_HEADERS, ROOMS, ROOMS_OF_ONE, is_document
from scholarai.entrypoints.routes import find
from scholarai.local.functions import TARGETS

FUNCTION = "google_cloudfunctions2_function"
URL_MAP = "module.front[0].google_compute_url_map.https"
SITE = "module.front[0].google_compute_backend_bucket.site[0]"
# Read by the framework and by OpenTelemetry alone.
NOT_OURS = {"THREADS", "OTEL_RESOURCE_ATTRIBUTES"}
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
# Paths of the page, which must never reach a function.
PAGE = ["/", "/index.html", "/assets/index-0a1b2c3d.js", "/papersx", "/papers/p1/content/more"]


def test_every_call_reaches_its_function(seen: Plan) -> None:
    assert misrouted(seen) == []


def test_a_route_that_is_not_in_the_url_map_is_found(seen: Plan) -> None:
    rules = seen.at(URL_MAP).first("path_matcher")["route_rules"]
    rules[:] = [rule for rule in rules if rule["match_rules"][0]["path_template_match"] != "/papers/*/chat"]

    assert misrouted(seen) == ["GET /papers/x1/chat", "POST /papers/x1/chat"]


def test_a_method_that_is_sent_to_the_wrong_function_is_found(seen: Plan) -> None:
    for rule in seen.at(URL_MAP).first("path_matcher")["route_rules"]:
        rule["match_rules"][0]["header_matches"] = []

    assert "GET /reviews" in misrouted(seen)


@pytest.mark.parametrize("path", PAGE)
def test_the_page_is_served_from_its_bucket(seen: Plan, path: str) -> None:
    assert _route(seen, "GET", path)[0] == "google_compute_backend_bucket/scholarai-site/id"


def test_every_address_of_the_page_opens_the_page(seen: Plan) -> None:
    for room in (*ROOMS, *ROOMS_OF_ONE, *(f"{room}/x1" for room in ROOMS_OF_ONE)):
        service, path = _route(seen, "GET", f"/{room}", accept="text/html")
        assert service == "google_compute_backend_bucket/scholarai-site/id", room
        assert path == "/index.html"


def test_an_unknown_address_opens_the_page_which_says_so(seen: Plan) -> None:
    assert (
        _route(seen, "GET", "/nothing/here", accept="text/html")[0] == "google_compute_backend_bucket/scholarai-site/id"
    )
    assert seen.at("google_storage_bucket.site").first("website")["not_found_page"] == "index.html"


def test_the_front_page_is_its_file(seen: Plan) -> None:
    assert _route(seen, "GET", "/")[1] == "/index.html"


def test_health_is_asked_at_a_path_that_cloud_run_does_not_keep_for_itself(seen: Plan) -> None:
    function, path = _route(seen, "GET", "/healthz")

    assert function.endswith("-status/id")
    assert not path.endswith("z")
    assert find("GET", path).operation.name == "check_health"


def misrouted(plan: Plan) -> list[str]:
    """Return the calls of the routing table that the load balancer would hand to another function, or to the page.

    Each function answers for its own health; from outside the first one of the table does.
    """
    wrong = []
    first = {(route.method, route.path): route for route in reversed(OPERATIONS)}
    for route in first.values():
        path = re.sub(r"\{\w+\}", "x1", route.path)
        expected = route.function
        if not _route(plan, route.method, path)[0].endswith(f"/scholarai-{expected}/id"):
            wrong.append(f"{route.method} {path}")
    return sorted(set(wrong))


def _route(plan: Plan, method: str, path: str, accept: str = "application/json") -> tuple[str, str]:
    """Return backend and path of a call, by the rules of the load balancer: the lowest priority that matches."""
    matcher = plan.at(URL_MAP).first("path_matcher")
    for rule in sorted(matcher["route_rules"], key=lambda rule: rule["priority"]):
        match = rule["match_rules"][0]
        pattern = match["full_path_match"] or match["path_template_match"]
        headers = {":method": method, "accept": accept}
        if re.fullmatch(re.sub(r"\\\{\w+=\\\*\\\}|\\\*", "[^/]+", re.escape(pattern)), path) and _fit(
            match["header_matches"], headers
        ):
            rewrites = [rewrite for action in rule["route_action"] for rewrite in action["url_rewrite"]]
            return rule["service"], next(
                (r["path_template_rewrite"] or r["path_prefix_rewrite"] for r in rewrites), path
            )
    return matcher["default_service"], path


def _fit(wanted: Sequence[Mapping[str, Any]], headers: Mapping[str, str]) -> bool:
    return all(
        headers[header["header_name"]] == header["exact_match"]
        or (header["prefix_match"] and headers[header["header_name"]].startswith(header["prefix_match"]))
        for header in wanted
    )


@pytest.mark.parametrize(
    "path",
    [
        "/papers",
        "/papers/p1",
        "/chat",
        "/chat/s1",
        "/reviews",
        "/reviews/r1",
        "/tables",
        "/tables/t1",
        "/discover",
        "/notes",
    ],
)
def test_a_browser_that_opens_a_shared_address_gets_the_page(seen: Plan, path: str) -> None:
    assert is_document(Request(EnvironBuilder(path, headers=[("Accept", BROWSER)]).get_environ()))
    opened = _route(seen, "GET", path, accept=BROWSER)

    assert opened == ("google_compute_backend_bucket/scholarai-site/id", "/index.html")


def test_the_page_has_the_headers_that_a_function_would_send(seen: Plan) -> None:
    headers = dict(line.split(": ", 1) for line in seen.at(SITE).values["custom_response_headers"])

    policy = "Content-Security-Policy"
    assert set(headers.pop(policy).split("; ")) == set(CLOUD_PAGE_HEADERS[policy].split("; "))
    assert headers == {name: value for name, value in CLOUD_PAGE_HEADERS.items() if name != policy}


def test_every_function_is_deployed_with_its_own_entry_point(seen: Plan) -> None:
    assert {found.first("build_config")["entry_point"] for found in seen.of_type(FUNCTION)} == set(TARGETS.values())


def test_every_setting_is_one_that_the_code_reads(seen: Plan) -> None:
    assert {name for env in _environments(seen) for name in env} - names() - NOT_OURS == set()


def test_the_code_accepts_every_function_s_settings(seen: Plan) -> None:
    for env in _environments(seen):
        settings = Settings.from_env(_known(env) | {"K_SERVICE": "a-function"})

        assert (settings.backend, settings.identity) == ("gcp", "firebase")
        assert settings.allowed_origins == ("https://papers.example.org",)


@pytest.mark.parametrize("key", ["", "gemini-key"])
def test_an_operator_s_shell_gets_the_settings_of_the_functions(workspace: Workspace, key: str) -> None:
    said = workspace.plan({**VARIABLES, "gemini_api_key_secret": key, "gemini_api_key_version": "2"})
    text = said["planned_values"]["outputs"]["settings"]["value"]

    # Where the secret is read, the shell calls gcloud: here it is one that says what it was asked for.
    shell = f'gcloud() {{ echo "$*"; }}\n{text}\nenv -0'
    done = subprocess.run(
        ["bash", "-c", shell], env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True
    )
    env = dict(line.split("=", 1) for line in done.stdout.split("\0") if line)

    chat = Plan.of(said).at('module.function["chat"].google_cloudfunctions2_function.this').first("service_config")
    given = {
        n: v for n, v in chat["environment_variables"].items() if n not in NOT_OURS | {"OTEL_EXPORTER_OTLP_ENDPOINT"}
    }
    assert given.items() <= env.items()
    assert env.get("GEMINI_API_KEY", "").startswith("secrets versions access 2 --secret=gemini-key" if key else "")
    assert Settings.from_env(env).uses_gemini


@pytest.mark.parametrize(
    ("region", "chosen", "location"),
    [
        ("europe-west1", "", "eu"),
        ("us-central1", "", "us"),
        ("asia-northeast1", "", "asia-northeast1"),
        ("europe-west1", "global", "global"),
        ("us-central1", "europe-west4", "europe-west4"),
    ],
)
def test_the_model_runs_where_the_deployment_does_unless_another_place_is_chosen(
    workspace: Workspace, region: str, chosen: str, location: str
) -> None:
    said = Plan.of(workspace.plan({**VARIABLES, "region": region, "any_region": True, "vertex_location": chosen}))

    given = [env["SCHOLARAI_VERTEX_LOCATION"] for env in _environments(said) if "SCHOLARAI_VERTEX_LOCATION" in env]
    assert set(given) == {location}


def _known(env: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with the addresses that are known only after an apply, which a plan names by their resources."""
    name = "SCHOLARAI_PUSH_ACCOUNTS"
    accounts = [
        f"{account.split('/')[1]}@p.iam.gserviceaccount.com" for account in env.get(name, "").split(",") if account
    ]
    return {**env, **({name: ",".join(accounts)} if accounts else {})}


def test_each_function_has_the_topics_that_are_made(seen: Plan) -> None:
    names = {found.values["name"] for found in seen.of_type("google_pubsub_topic")}
    for env in _environments(seen):
        settings = Settings.from_env(_known(env))

        assert {settings.events_topic, settings.failed_topic, settings.steps_topic} <= names


def _environments(plan: Plan) -> Iterator[Mapping[str, str]]:
    for found in plan.of_type(FUNCTION):
        yield found.first("service_config")["environment_variables"]


def test_extract_may_write_where_pictures_go_and_nowhere_else(seen: Plan) -> None:
    grant = seen.at('google_storage_bucket_iam_member.crops["extract"]')
    name = image_name(PaperId("p1"), 1, 0)

    condition = grant.first("condition")["expression"]
    bucket = grant.values["bucket"]
    assert condition == f'resource.name.startsWith("projects/_/buckets/{bucket}/objects/{name.partition("/")[0]}/")'


@pytest.mark.parametrize("function", ["chat", "review"])
def test_what_adds_open_pdfs_may_write_where_uploads_go_and_nowhere_else(seen: Plan, function: str) -> None:
    grant = seen.at(f'google_storage_bucket_iam_member.fetched["{function}"]')
    name = upload_name(OwnerId("ada"), PaperId("p1"), "paper.pdf")

    condition = grant.first("condition")["expression"]
    bucket = grant.values["bucket"]
    assert condition == f'resource.name.startsWith("projects/_/buckets/{bucket}/objects/{name.partition("/")[0]}/")'


def test_a_browser_may_send_a_signed_upload_as_it_is_signed(seen: Plan) -> None:
    rule = seen.at("google_storage_bucket.papers").first("cors")

    assert {name.lower() for name in _signed_headers()} <= {name.lower() for name in rule["response_header"]}
    assert {"PUT", "GET"} <= set(rule["method"])
    assert rule["origin"] == ["https://papers.example.org"]


def _signed_headers() -> set[str]:
    from google.auth.credentials import AnonymousCredentials
    from google.cloud.storage import Client
    from google.oauth2.service_account import Credentials

    signer = CloudStorageSigner(
        client=lambda: Client(project="p", credentials=AnonymousCredentials()),
        credentials=lambda: Credentials(signer=Key("k").signer, service_account_email="a@b", token_uri="t"),
        bucket="b",
    )
    upload = signer.sign_upload("uploads/o/p/f.pdf", content_type="application/pdf", max_bytes=1, now=datetime.now(UTC))
    return set(upload.headers)


def test_the_sweep_is_an_event_that_extract_takes(seen: Plan) -> None:
    from scholarai.entrypoints.events import SWEEP_DUE

    target = seen.at("google_cloud_scheduler_job.sweep").first("http_target")
    event = json.loads(base64.b64decode(target["body"]))

    assert target["headers"] == {"Content-Type": "application/cloudevents+json"}
    assert event["type"] == SWEEP_DUE
    assert {"specversion", "id", "source"} <= set(event)


def test_every_input_is_described_and_every_output_too() -> None:
    for path in sorted(TERRAFORM.rglob("*.tf")):
        for kind, name, body in re.findall(
            r'^(variable|output) "(\w+)" \{\n(.*?)^\}', path.read_text(), re.MULTILINE | re.DOTALL
        ):
            assert 'description = "' in body or "description =" in body, f"{kind} {name}"


def test_unknown_paths_stay_with_the_page(seen: Plan) -> None:
    for path in PAGE[1:]:
        with pytest.raises((NotFoundError, MethodNotAllowedError)):
            find("GET", path)
