"""The request and response core, around operations made for the test."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask, request
from msgspec import structs
from werkzeug.test import TestResponse

from scholarai.bootstrap import App
from scholarai.domain.errors import (
    ConflictError,
    InvalidRequestError,
    NotFoundError,
    NotReadyError,
    PaperFaultError,
    TransientError,
)
from scholarai.domain.ids import OwnerId
from scholarai.domain.usage import Usage
from scholarai.entrypoints.callers import LocalUser
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply, RedirectReply, Reply, ServerEvent, StreamReply
from scholarai.entrypoints.http import HttpFunction
from scholarai.entrypoints.openapi import OPERATIONS
from scholarai.entrypoints.operations import BODY_BYTES, FunctionName

PAGE = "https://papers.example"


@dataclass(frozen=True)
class Question:
    question: str


def serve(operation: Callable[[Call], Reply], name: FunctionName = "chat") -> Callable[..., TestResponse]:
    """Return a client of a function whose every operation is this one."""
    function = HttpFunction(
        name=name,
        app=App(),
        operations=tuple(
            structs.replace(row, handler=lambda call, *_: operation(call), body=row.body and Question)
            for row in OPERATIONS
        ),
        identity=LocalUser(OwnerId("ada")),
        allowed_origins=(PAGE,),
    )
    app = Flask(__name__)
    app.add_url_rule(
        "/<path:path>", view_func=lambda path: function(request), methods=["GET", "POST", "DELETE", "PUT", "OPTIONS"]
    )
    app.url_map._rules[-1].provide_automatic_options = False  # type: ignore[attr-defined]  # as functions-framework
    return app.test_client().open


def fail(error: Exception) -> Callable[[Call], Reply]:
    def operation(call: Call) -> Reply:
        raise error

    return operation


def ok(call: Call) -> Reply:
    return JsonReply(value={})


def test_an_operation_sees_the_owner_the_path_and_the_query() -> None:
    def operation(call: Call) -> Reply:
        return JsonReply(value={"owner": call.owner, "paper": call.paper_id, "page": call.page()})

    response = serve(operation)("/papers/p-1/chat?limit=5&cursor=abc")

    assert response.json == {"owner": "ada", "paper": "p-1", "page": [5, "abc"]}


def test_a_json_body_becomes_a_value_of_the_operations_kind() -> None:
    response = serve(lambda call: JsonReply(value=call.parse(Question), status=201))(
        "/chat", method="POST", json={"question": "Why?"}
    )

    assert (response.status_code, response.json) == (201, {"question": "Why?"})


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"{", "application/json", 400, "json_malformed"),
        (b"", "application/json", 400, "json_malformed"),
        (b"\xff\xfe", "application/json", 400, "json_malformed"),
        (b'{"more": ' + b"[" * 5_000, "application/json", 400, "json_malformed"),
        (b"[]", "application/json", 422, "body_invalid"),
        (b'{"question": 3}', "application/json", 422, "body_invalid"),
        (b"{}", "text/plain", 415, "content_type_wrong"),
        (b"{}", None, 415, "content_type_wrong"),
        (b'"%s"' % (b"x" * BODY_BYTES), "application/json", 413, "body_too_large"),
    ],
)
def test_a_wrong_body_is_a_problem_of_its_own_status(
    body: bytes, content_type: str | None, status: int, code: str
) -> None:
    response = serve(lambda call: JsonReply(value=call.parse(Question)))(
        "/chat", method="POST", data=body, content_type=content_type
    )

    assert (response.status_code, response.mimetype) == (status, "application/problem+json")
    assert (json.loads(response.data)["code"], json.loads(response.data)["status"]) == (code, status)


@pytest.mark.parametrize(
    ("error", "status", "retry_after"),
    [
        (NotFoundError("paper_unknown", "no such paper"), 404, None),
        (ConflictError("paper_failed", "the paper failed"), 409, None),
        (PaperFaultError("encrypted", "the paper wants a password"), 422, None),
        (InvalidRequestError("question_empty", "the question is empty"), 422, None),
        (InvalidRequestError("json_malformed", "not JSON", status=400), 400, None),
        (NotReadyError("paper_not_ready", "wait", retry_after_s=3.2), 425, "4"),
        (TransientError("store_busy", "busy", retry_after_s=0), 503, "1"),
        (TransientError("store_busy", "busy"), 503, "5"),
    ],
)
def test_every_error_of_ours_has_its_status(error: Exception, status: int, retry_after: str | None) -> None:
    response = serve(fail(error))("/chat")

    assert (response.status_code, response.headers.get("Retry-After")) == (status, retry_after)


def test_a_problem_says_what_happened_and_what_to_do() -> None:
    error = TransientError("model_busy", "the model is busy", action="Ask again in a moment.")

    response = serve(fail(error))("/chat")

    assert json.loads(response.data) == {
        "type": "urn:scholarai:problem:model_busy",
        "title": "Service Unavailable",
        "status": 503,
        "detail": "the model is busy",
        "code": "model_busy",
        "retryable": True,
        "action": "Ask again in a moment.",
    }


def test_an_unexpected_error_is_logged_with_an_id_and_tells_the_caller_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    response = serve(fail(RuntimeError("secret")))("/chat")

    problem = json.loads(response.data)
    logged = next(record for record in caplog.records if record.message == "request failed")
    assert (response.status_code, problem["code"]) == (500, "internal")
    assert problem["instance"].endswith(vars(logged)["error_id"])
    assert b"secret" not in response.data


def test_too_little_memory_is_a_problem_that_may_pass(caplog: pytest.LogCaptureFixture) -> None:
    response = serve(fail(MemoryError()))("/chat")

    problem = json.loads(response.data)
    assert (response.status_code, problem["code"], problem["retryable"]) == (503, "memory_short", True)
    assert not any(record.exc_info for record in caplog.records)


def test_an_answer_that_its_schema_forbids_does_not_leave() -> None:
    wrong: Any = "ten"
    usage = Usage(model="m", input_tokens=wrong)

    response = serve(lambda _: JsonReply(value=usage))("/chat")

    assert (response.status_code, json.loads(response.data)["code"]) == (500, "internal")


@pytest.mark.parametrize("path", ["/nothing", "/chat/", "/chat/a/b", "/chat/..%2Fpapers", "/chat/" + "x" * 200])
def test_an_unknown_path_is_not_found(path: str) -> None:
    assert serve(ok)(path).status_code == 404


def test_a_wrong_method_is_told_the_right_ones() -> None:
    response = serve(ok)("/chat", method="PUT")

    assert (response.status_code, response.headers["Allow"]) == (405, "GET, POST, OPTIONS")


def test_only_exact_origins_may_read_answers() -> None:
    client = serve(ok)

    assert client("/chat", headers={"Origin": PAGE}).headers["Access-Control-Allow-Origin"] == PAGE
    assert "Access-Control-Allow-Origin" not in client("/chat", headers={"Origin": PAGE + ".evil.example"}).headers


@pytest.mark.parametrize(
    ("function", "path", "methods"),
    [
        ("status", "/reviews", "GET, POST"),
        ("status", "/tables", "GET, POST"),
        ("chat", "/reviews/r1", "DELETE, GET, PATCH"),
    ],
)
def test_a_preflight_and_a_refusal_name_the_methods_of_all_functions_that_share_a_path(
    function: FunctionName, path: str, methods: str
) -> None:
    answer = serve(ok, function)(path, method="OPTIONS", headers={"Origin": PAGE})
    refused = serve(ok, function)(path, method="PUT")

    assert answer.headers["Allow"] == answer.headers["Access-Control-Allow-Methods"] == f"{methods}, OPTIONS"
    assert (refused.status_code, refused.headers["Allow"]) == (405, answer.headers["Allow"])


def test_a_preflight_names_methods_to_allowed_origins_only() -> None:
    client = serve(ok)

    allowed = client("/chat", method="OPTIONS", headers={"Origin": PAGE})
    other = client("/chat", method="OPTIONS", headers={"Origin": "https://evil.example"})

    assert (allowed.status_code, allowed.headers["Access-Control-Allow-Methods"]) == (204, "GET, POST, OPTIONS")
    assert "Access-Control-Allow-Methods" not in other.headers


@pytest.mark.parametrize(
    ("origin", "status"), [(PAGE, 204), ("http://localhost", 204), ("https://evil.example", 403), ("null", 403)]
)
def test_a_change_that_a_page_of_another_origin_asks_for_is_refused(origin: str, status: int) -> None:
    response = serve(lambda call: EmptyReply())("/chat/s1", method="DELETE", headers={"Origin": origin})

    assert response.status_code == status


def test_every_answer_carries_the_security_headers() -> None:
    for response in (serve(ok)("/chat"), serve(fail(RuntimeError()))("/chat"), serve(ok)("/nothing")):
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]


def test_a_redirect_names_its_place() -> None:
    response = serve(lambda call: RedirectReply(location="https://files.example/p.pdf?sig=1"))("/chat")

    assert (response.status_code, response.headers["Location"]) == (302, "https://files.example/p.pdf?sig=1")


@pytest.mark.parametrize("key", ["", "x" * 256, "schlüssel"])
def test_an_idempotency_key_is_short_and_printable(key: str) -> None:
    response = serve(ok)("/chat", headers={"Idempotency-Key": key})

    assert (response.status_code, json.loads(response.data)["code"]) == (400, "idempotency_key_invalid")


def events_of(response: TestResponse) -> list[tuple[str, Any]]:
    frames = [frame.split("\n") for frame in response.get_data(as_text=True).split("\n\n") if frame]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in frames]


def stream(*events: ServerEvent, then: Exception | None = None) -> Callable[[Call], Reply]:
    def produce() -> Iterator[ServerEvent]:
        yield from events
        if then is not None:
            raise then

    return lambda call: StreamReply(events=produce())


DELTA = ServerEvent(event="delta", data={"text": "zwei\nZeilen"})
DONE = ServerEvent(event="done", data={"n": 1})


def test_a_stream_sends_its_events_and_ends_with_done() -> None:
    response = serve(stream(DELTA, DONE))("/chat")

    assert response.mimetype == "text/event-stream"
    assert events_of(response) == [("delta", {"text": "zwei\nZeilen"}), ("done", {"n": 1})]


def test_an_error_before_the_first_event_is_a_problem_document() -> None:
    response = serve(stream(then=NotFoundError("paper_unknown", "no such paper")))("/chat")

    assert (response.status_code, response.mimetype) == (404, "application/problem+json")


def test_an_error_in_mid_stream_is_the_last_event() -> None:
    response = serve(stream(DELTA, then=TransientError("model_busy", "the model is busy")))("/chat")

    name, data = events_of(response)[-1]
    assert (response.status_code, name, data["code"], data["retryable"]) == (200, "error", "model_busy", True)


def test_a_stream_that_ends_without_a_last_word_ends_with_an_error() -> None:
    name, data = events_of(serve(stream(DELTA))("/chat"))[-1]

    assert (name, data["code"]) == ("error", "internal")


def big(call: Call) -> Reply:
    return JsonReply(value={"text": "Two of twenty-three share a birthday. " * 100})


def test_json_comes_compressed_to_those_who_take_it() -> None:
    plain, packed = serve(big)("/chat"), serve(big)("/chat", headers={"Accept-Encoding": "gzip"})

    assert plain.headers.get("Content-Encoding") is None
    assert packed.headers.get("Content-Encoding") == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 10
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert plain.headers["Cache-Control"] == packed.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_what_the_caller_has_is_not_sent_again(encoding: str) -> None:
    first = serve(big)("/chat", headers={"Accept-Encoding": encoding})

    same = serve(big)("/chat", headers={"If-None-Match": first.headers["ETag"], "Accept-Encoding": encoding})
    other = serve(ok)("/chat", headers={"If-None-Match": first.headers["ETag"]})

    assert (same.status_code, same.data) == (304, b"")
    assert same.headers["ETag"].removeprefix("W/") == first.headers["ETag"].removeprefix("W/")
    assert other.status_code == 200


def test_what_is_made_has_no_etag() -> None:
    made = serve(big)("/chat", method="POST", json={"question": "Why?"}, headers={"Accept-Encoding": "gzip"})

    assert not {"ETag", "Content-Encoding"} & set(made.headers.keys())


@pytest.mark.parametrize(
    ("path", "code", "action"),
    [
        ("/chat?limt=5", "parameter_unknown", "Did you mean limit?"),
        ("/chat?Cursor=a", "parameter_unknown", "Did you mean cursor?"),
        ("/chat?nonsense=1", "parameter_unknown", "It takes limit, cursor."),
        ("/chat/s-1?x=", "parameter_unknown", None),
        ("/chat?limit=1&limit=2", "parameter_repeated", None),
        ("/chat?%C3%A9%00=1", "parameter_unknown", "It takes limit, cursor."),
    ],
)
def test_a_parameter_that_a_call_does_not_have_is_refused(path: str, code: str, action: str | None) -> None:
    response = serve(ok)(path)

    problem = json.loads(response.data)
    assert problem["code"] == code
    assert response.status_code == 400
    assert action is None or problem["action"] == action
