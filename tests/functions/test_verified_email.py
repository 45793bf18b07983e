"""Users without a verified e-mail address can read, but do nothing that costs money."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest
from doubles.identity import CertificateServer, Key
from flask.testing import FlaskClient
from functions.answers import check_problem
from functions.system import System
from functions.test_two_users import PROJECT
from werkzeug.test import TestResponse

from scholarai.entrypoints.openapi import OPERATIONS

NEW_PAPER = {"filename": "paper.pdf"}
IDS = {"paper_id": "p1", "review_id": "v1", "table_id": "v2"}
COSTLY = [(route.method, route.path.format(**IDS), route.function) for route in OPERATIONS if route.costs]
Call = Callable[..., TestResponse]


@pytest.fixture
def call(load: Callable[..., FlaskClient]) -> Iterator[Callable[[Mapping[str, object], Mapping[str, str]], Call]]:
    """Return what calls a function with a token of these claims, under these settings."""
    key, certificates = Key("key-1"), CertificateServer()
    certificates.keys.append(key)

    def caller(claims: Mapping[str, object], settings: Mapping[str, str]) -> Call:
        identity = {
            "SCHOLARAI_IDENTITY": "firebase",
            "SCHOLARAI_IDENTITY_PROJECT": PROJECT,
            "SCHOLARAI_IDENTITY_CERTIFICATES": certificates.url,
            **settings,
        }
        system = System(lambda name: load(name, **identity))
        headers = {"Authorization": f"Bearer {key.token(PROJECT, 'ada', **claims)}"}
        return lambda method, path, function="status": getattr(system, function).open(
            path, method=method, json=None if method == "GET" else NEW_PAPER, headers=headers
        )

    yield caller
    certificates.close()


@pytest.mark.parametrize(("method", "path", "function"), COSTLY)
def test_a_call_that_costs_money_asks_for_a_verified_address(
    call: Callable[..., Call], method: str, path: str, function: str
) -> None:
    check_problem(call({"email_verified": False}, {})(method, path, function), 403, "email_not_verified")


def test_uploads_questions_and_reviews_cost_money() -> None:
    assert {
        "create_paper",
        "restart_extraction",
        "attach_source",
        "ask_paper",
        "ask_papers",
        "create_review",
        "edit_review",
        "create_table",
    } <= {route.name for route in OPERATIONS if route.costs}


def test_looking_at_one_s_papers_and_leaving_cost_nothing(call: Callable[..., Call]) -> None:
    unverified = call({"email_verified": False}, {})

    assert unverified("GET", "/papers").status_code == 200
    assert unverified("DELETE", "/me").status_code == 204


@pytest.mark.parametrize(
    ("claims", "settings"),
    [({"email_verified": True}, {}), ({}, {}), ({"email_verified": False}, {"SCHOLARAI_VERIFIED_EMAIL": "0"})],
    ids=["verified", "an account without an address", "not asked for"],
)
def test_everybody_else_may_upload(
    call: Callable[..., Call], claims: Mapping[str, object], settings: Mapping[str, str]
) -> None:
    assert call(claims, settings)("POST", "/papers").status_code == 201
