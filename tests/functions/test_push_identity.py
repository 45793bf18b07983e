"""A function accepts pushed events from this project's service accounts only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from doubles.identity import CertificateServer, Key
from flask.testing import FlaskClient
from functions.system import finalized
from functions.test_review import pushed
from werkzeug.test import TestResponse

from scholarai import bootstrap
from scholarai.domain.ids import OwnerId

PUSH_ACCOUNT = "scholarai-trigger@papers-test.iam.gserviceaccount.com"
AUDIENCE = "https://extract.example"
SWEEP = {"specversion": "1.0", "id": "sweep", "source": "//anybody", "type": "scholarai.debts.due.v1"}


@pytest.fixture(scope="module")
def key() -> Key:
    return Key("key-1")


@pytest.fixture
def guarded(load: Callable[..., FlaskClient], key: Key) -> Iterator[Callable[[str], FlaskClient]]:
    certificates = CertificateServer()
    certificates.keys.append(key)
    yield lambda name: load(
        name,
        SCHOLARAI_PUSH_ACCOUNTS=PUSH_ACCOUNT,
        SCHOLARAI_PUSH_AUDIENCE=AUDIENCE,
        SCHOLARAI_PUSH_CERTIFICATES=certificates.url,
    )
    certificates.close()


def deliver(client: FlaskClient, authorization: str | None) -> TestResponse:
    event = finalized(name="uploads/ada/forged-1/paper.pdf")
    headers = event["headers"] | ({"Authorization": authorization} if authorization is not None else {})
    return client.post("/", headers=headers, data=json.dumps(event["body"]))


def test_an_event_from_an_allowed_service_account_is_accepted(guarded: Callable[[str], FlaskClient], key: Key) -> None:
    assert deliver(guarded("extract"), f"Bearer {key.push_token(PUSH_ACCOUNT, AUDIENCE)}").status_code == 200


@pytest.mark.parametrize("authorization", [None, "", "Bearer", "Bearer x.y.z", "Basic YTpi", "Bearer " + "a" * 9_000])
def test_an_event_without_a_token_is_refused_and_makes_no_paper(
    guarded: Callable[[str], FlaskClient], authorization: str | None
) -> None:
    assert deliver(guarded("extract"), authorization).status_code == 401
    assert not bootstrap.process.backend().papers.list(OwnerId("ada"), limit=1).papers


def test_an_event_from_another_account_is_refused(guarded: Callable[[str], FlaskClient], key: Key) -> None:
    token = key.push_token("somebody@elsewhere.iam.gserviceaccount.com", AUDIENCE)

    assert deliver(guarded("extract"), f"Bearer {token}").status_code == 401


def test_a_forged_sweep_is_refused(guarded: Callable[[str], FlaskClient]) -> None:
    response = guarded("extract").post(
        "/", headers={"Content-Type": "application/cloudevents+json"}, data=json.dumps(SWEEP)
    )

    assert response.status_code == 401


def test_a_forged_order_of_a_review_is_refused(guarded: Callable[[str], FlaskClient], key: Key) -> None:
    order = pushed({"type": "scholarai.review.step", "review_id": "r1", "n": 0, "step": "validate"})
    client = guarded("review")

    assert client.post("/", json=order).status_code == 401
    token = f"Bearer {key.push_token(PUSH_ACCOUNT, AUDIENCE)}"
    assert client.post("/", json=order, headers={"Authorization": token}).status_code == 200


@pytest.mark.parametrize("name", ["extract", "review"])
def test_an_event_whose_token_cannot_be_checked_comes_again_and_is_no_failure(
    load: Callable[..., FlaskClient], key: Key, name: str
) -> None:
    client = load(
        name,
        SCHOLARAI_PUSH_ACCOUNTS=PUSH_ACCOUNT,
        SCHOLARAI_PUSH_AUDIENCE=AUDIENCE,
        SCHOLARAI_PUSH_CERTIFICATES="http://127.0.0.1:1/certificates",
    )

    assert deliver(client, f"Bearer {key.push_token(PUSH_ACCOUNT, AUDIENCE)}").status_code == 429


@pytest.mark.parametrize("name", ["extract", "review"])
def test_on_google_cloud_nobody_is_let_in_unless_it_is_said_who_may(
    load: Callable[..., FlaskClient], name: str
) -> None:
    client = load(name, K_SERVICE=f"scholarai-{name}", SCHOLARAI_BACKEND="embedded", SCHOLARAI_IDENTITY="firebase",
                  SCHOLARAI_IDENTITY_PROJECT="papers-test")  # fmt: skip
    client.application.config["PROPAGATE_EXCEPTIONS"] = False

    assert client.post("/", json=pushed({})).status_code == 500
