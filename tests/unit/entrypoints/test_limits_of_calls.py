"""What one caller may take: so many calls a minute, and so many bytes of a body whose length nobody stated."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from flask import Flask, Request, request
from msgspec import structs
from werkzeug.test import Client, TestResponse

from scholarai.bootstrap import App
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.entrypoints.callers import BoundedBody, Identity, Rates
from scholarai.entrypoints.calls import Call, JsonReply
from scholarai.entrypoints.http import HttpFunction
from scholarai.entrypoints.openapi import OPERATIONS
from scholarai.entrypoints.operations import BODY_BYTES

# Without end for a test: a hundred times what a call may send.
ENDLESS = 100 * BODY_BYTES


class Whoever:
    """Takes a caller's word for who it is."""

    def owner_of(self, authorization: str | None, **_: object) -> OwnerId:
        if authorization is None:
            raise InvalidRequestError("unauthenticated", "who are you?", status=401)
        return OwnerId(authorization)


class Counted(io.BytesIO):
    """A body that counts what is read of it."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.taken += len(data)
        return data


def client_of(identity: Identity, rates: Rates, *, public: bool = False) -> Callable[..., TestResponse]:
    def echo(call: Call, *_: object) -> JsonReply[dict[str, int]]:
        return JsonReply(value={"bytes": len(call.body)})

    operations = tuple(structs.replace(row, handler=echo, body=row.body and str, public=public) for row in OPERATIONS)
    function = HttpFunction(name="chat", app=App(), operations=operations, identity=identity, rates=rates)
    app = Flask(__name__)
    app.add_url_rule("/<path:path>", view_func=lambda path: function(request), methods=["GET", "POST"])
    client: Client = app.test_client()
    return client.open


def test_the_call_beyond_a_minute_s_is_refused_and_another_user_s_is_not() -> None:
    ask = client_of(Whoever(), Rates(2, lambda: 0.0))

    answers = [ask("/chat/s-1", headers={"Authorization": name}) for name in ("ada", "ada", "ada", "bob")]

    assert [answer.status_code for answer in answers] == [200, 200, 429, 200]
    assert answers[2].headers["Retry-After"] == "30"


def test_a_call_that_nobody_made_takes_none_of_anybody_s() -> None:
    ask = client_of(Whoever(), Rates(1, lambda: 0.0))

    assert [ask("/chat/s-1").status_code for _ in range(3)] == [401] * 3
    assert ask("/chat/s-1", headers={"Authorization": "ada"}).status_code == 200


def test_public_calls_are_not_counted() -> None:
    ask = client_of(Whoever(), Rates(1, lambda: 0.0), public=True)

    assert [ask("/chat/s-1").status_code for _ in range(3)] == [200] * 3


def test_of_a_body_of_unknown_length_no_more_is_read_than_a_call_may_send() -> None:
    ask = client_of(Whoever(), Rates(0))
    body = Counted(b"[" * ENDLESS)

    answer = ask(
        "/chat",
        method="POST",
        headers={"Authorization": "ada", "Transfer-Encoding": "chunked", "Content-Type": "application/json"},
        input_stream=body,
        environ_overrides={"wsgi.input_terminated": True},
    )

    assert answer.status_code == 413
    assert body.taken <= BODY_BYTES + 1


def test_a_chunk_that_gunicorn_cannot_read_is_the_caller_s_fault() -> None:
    errors = pytest.importorskip("gunicorn.http.errors", reason="there is none on Windows")

    class Malformed(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise errors.InvalidChunkSize(b"nine")

    environ = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": Malformed(), "wsgi.input_terminated": True}
    body = BoundedBody(Request(environ), unsized_bytes=0)

    with pytest.raises(InvalidRequestError, match="ended before all of the body came"):
        body.read(BODY_BYTES)


def test_a_body_as_long_as_a_call_may_send_is_taken() -> None:
    ask = client_of(Whoever(), Rates(0))

    answer = ask(
        "/chat",
        method="POST",
        headers={"Authorization": "ada"},
        data=b'"%s"' % (b"x" * (BODY_BYTES - 2)),
        content_type="application/json",
    )

    assert (answer.status_code, answer.get_json()) == (200, {"bytes": BODY_BYTES})
